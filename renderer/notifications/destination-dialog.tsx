/** A destination, new or changed: its name, its address, and whose verification token goes with it. */
import { useState } from 'react'
import type { DestinationView } from '../../shared/notifications/subscriptions-contract.ts'
import { useApiMutation } from '../api/hooks.ts'
import { useConnection } from '../api/use-connection.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './notifications.module.css'
import { issueOf, Refused } from './refused.tsx'
import { statusOptions, wantedStatusOf } from './words.ts'

export type DestinationDialogProps = {
  /** The one to change; null for a new one. */
  readonly destination: DestinationView | null
  /** The address of Stallhand's receiver, proposed for a new one. */
  readonly ownAddress: string | null
  readonly onClose: () => void
}

export const DestinationDialog = ({ destination, ownAddress, onClose }: DestinationDialogProps) => {
  const connection = useConnection()
  const create = useApiMutation('notifications', 'createDestination')
  const update = useApiMutation('notifications', 'updateDestination')
  const [name, setName] = useState(destination?.name ?? 'Stallhand receiver')
  const [endpoint, setEndpoint] = useState(destination?.endpoint ?? ownAddress ?? '')
  const [status, setStatus] = useState(wantedStatusOf(destination?.status ?? 'ENABLED'))
  const [token, setToken] = useState<'own' | 'unchanged'>(
    destination === null || destination.token === 'ours' ? 'own' : 'unchanged',
  )
  const error = create.error ?? update.error
  const paths = ['input.name', 'input.endpoint', 'input.token']
  const isOfField = paths.some((path) => issueOf(error, path) !== undefined)

  const send = (): void => {
    if (destination === null) create.mutate({ name, endpoint, status }, { onSuccess: onClose })
    else
      update.mutate({ destinationId: destination.destinationId, name, endpoint, status, token }, { onSuccess: onClose })
  }

  return (
    <Dialog
      isOpen
      isDismissable={false}
      onClose={onClose}
      title={destination === null ? 'Add a destination' : 'Change the destination'}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            kind={connection?.kind}
            isPending={create.isPending || update.isPending}
            onPress={send}
          >
            {destination === null ? 'Add destination' : 'Save destination'}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {!isOfField && <Refused error={error} />}
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          error={issueOf(error, 'input.name')}
          limit={64}
          used={name.length}
        />
        <TextField
          label="Address"
          isMono
          value={endpoint}
          onChange={setEndpoint}
          error={issueOf(error, 'input.endpoint')}
          description="The platform asks it a challenge at once. It must be able to answer."
        />
        <RadioGroup
          label="Status"
          isHorizontal
          options={[...statusOptions]}
          value={status}
          onChange={(id) => setStatus(wantedStatusOf(id))}
        />
        {destination === null ? (
          <p className={styles.soft}>The verification token that Stallhand keeps is sent with it.</p>
        ) : (
          <RadioGroup
            label="Verification token"
            options={[
              { id: 'own', label: 'Send the one that Stallhand keeps' },
              {
                id: 'unchanged',
                label: 'Leave the one that the platform has',
                description: 'For an address that another program answers.',
              },
            ]}
            value={token}
            error={issueOf(error, 'input.token')}
            onChange={(id) => setToken(id === 'own' ? 'own' : 'unchanged')}
          />
        )}
      </div>
    </Dialog>
  )
}
