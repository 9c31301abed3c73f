/** Creates or edits a destination. */
import { useState } from 'react'
import type { DestinationView } from '../../../shared/notifications/subscriptions-contract.ts'
import { useApiMutation } from '../../api/hooks.ts'
import { usePlatform, usePlatformName } from '../../api/use-connection.ts'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Stack, Text } from '../../ui/layout/layout.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { fieldError } from '../field-error.ts'
import { StatusField } from './status-field.tsx'

type DestinationDialogProps = {
  /** Null for a new one. */
  readonly destination: DestinationView | null
  /** The receiver's address, suggested for a new destination. */
  readonly ownAddress: string | null
  readonly onClose: () => void
}

type Typed = {
  readonly name: string
  readonly endpoint: string
  readonly status: string
  readonly token: 'own' | 'unchanged'
}

export const DestinationDialog = ({ destination, ownAddress, onClose }: DestinationDialogProps) => {
  const { the, The } = usePlatformName()
  const { destinationName } = usePlatform().limits
  const create = useApiMutation('notifications', 'createDestination')
  const update = useApiMutation('notifications', 'updateDestination')
  // An edit starts from the change in the outbox, which it replaces.
  const current = destination?.planned ?? destination
  // Untouched fields follow that change, which may arrive after the dialog has opened.
  const [typed, setTyped] = useState<Partial<Typed>>({})
  const name = typed.name ?? current?.name ?? 'Stallhand'
  const endpoint = typed.endpoint ?? current?.endpoint ?? ownAddress ?? ''
  const status = typed.status ?? current?.status ?? 'ENABLED'
  const token =
    typed.token ??
    destination?.planned?.token ??
    (destination === null || destination.token === 'ours' ? 'own' : 'unchanged')
  const type = (change: Partial<Typed>): void => setTyped((now) => ({ ...now, ...change }))
  const error = create.error ?? update.error
  const isFieldError = ['input.name', 'input.endpoint', 'input.status', 'input.token'].some(
    (path) => fieldError(error, path) !== undefined,
  )
  const send = (): void => {
    const settings = { name, endpoint, status }
    if (destination === null) create.mutate(settings, { onSuccess: onClose })
    else update.mutate({ ...settings, destinationId: destination.destinationId, token }, { onSuccess: onClose })
  }

  return (
    <Dialog
      submit={{
        label: destination === null ? 'Add destination' : 'Save destination',
        isPending: create.isPending || update.isPending,
        sends: true,
        onPress: send,
      }}
      isDismissable={false}
      onClose={onClose}
      title={destination === null ? 'Add destination' : 'Edit destination'}
    >
      <Stack gap={4}>
        {!isFieldError && <MutationError of={[create, update]} />}
        <TextField
          error={fieldError(error, 'input.name')}
          label="Name"
          limit={destinationName ?? undefined}
          onChange={(next) => type({ name: next })}
          used={name.length}
          value={name}
        />
        <TextField
          description={`${The} sends it a challenge immediately, which it must answer.`}
          error={fieldError(error, 'input.endpoint')}
          isMono
          label="Address"
          onChange={(next) => type({ endpoint: next })}
          value={endpoint}
        />
        <StatusField
          error={fieldError(error, 'input.status')}
          onChange={(next) => type({ status: next })}
          value={status}
        />
        {destination === null ? (
          <Text as="p" tone="soft">
            Stallhand’s verification token is sent with it.
          </Text>
        ) : (
          <RadioGroup
            error={fieldError(error, 'input.token')}
            label="Verification token"
            onChange={(id) => type({ token: id === 'own' ? 'own' : 'unchanged' })}
            options={[
              { id: 'own', label: 'Send Stallhand’s token' },
              {
                id: 'unchanged',
                label: `Keep ${the}’s token`,
                description: 'For an address that another program answers.',
              },
            ]}
            value={token}
          />
        )}
      </Stack>
    </Dialog>
  )
}
