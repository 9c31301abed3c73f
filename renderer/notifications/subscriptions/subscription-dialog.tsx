/** Creates or edits a subscription. */
import { useState } from 'react'
import { topicLabel } from '../../../shared/notifications/event-types.ts'
import type { Subscriptions, SubscriptionView } from '../../../shared/notifications/subscriptions-contract.ts'
import { useApiMutation } from '../../api/hooks.ts'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { fieldError } from '../field-error.ts'
import { listPayloads, type PayloadView, payloadLabel } from '../notification-labels.ts'
import { StatusField } from './status-field.tsx'

/** The payload for a topic without one. */
const defaultPayload: PayloadView = {
  format: 'JSON',
  schemaVersion: '1.0',
  deliveryProtocol: 'HTTPS',
  deprecated: false,
}

const toOption = (id: string, label: string, description: string | null) => ({
  id,
  label,
  ...(description === null ? {} : { description }),
})

type SubscriptionDialogProps = {
  readonly data: Subscriptions
  /** Null for a new one. */
  readonly subscription: SubscriptionView | null
  /** The topic of a new subscription, if already chosen. */
  readonly topicId: string | null
  readonly onClose: () => void
}

export const SubscriptionDialog = ({ data, subscription, topicId, onClose }: SubscriptionDialogProps) => {
  const create = useApiMutation('notifications', 'createSubscription')
  const update = useApiMutation('notifications', 'updateSubscription')
  // An edit starts from the change in the outbox, which it replaces.
  const current = subscription?.planned ?? subscription
  const [topic, setTopic] = useState(subscription?.topicId ?? topicId)
  // Untouched fields follow that change, which may arrive after the dialog has opened.
  const [chosenDestination, setDestination] = useState<string | null>(null)
  const [chosenStatus, setStatus] = useState<string | null>(null)
  const destinationId =
    chosenDestination ?? current?.destinationId ?? data.destinations.entries[0]?.destinationId ?? null
  const status = chosenStatus ?? current?.status ?? 'DISABLED'
  const [chosen, setChosen] = useState<string | null>(null)
  const payloads = listPayloads(
    data.topics.entries.find((each) => each.topicId === topic),
    current?.payload,
  )
  const payload = payloads.find((each) => payloadLabel(each) === chosen) ?? payloads[0] ?? defaultPayload
  const missing = topic === null ? 'Choose a topic' : destinationId === null ? 'Choose a destination' : undefined

  const statusError = fieldError(create.error ?? update.error, 'input.status')
  const send = (): void => {
    if (destinationId === null) return
    const sent = {
      format: payload.format ?? 'JSON',
      schemaVersion: payload.schemaVersion ?? '1.0',
      deliveryProtocol: payload.deliveryProtocol ?? 'HTTPS',
    }
    const settings = { destinationId, status, payload: sent }
    if (subscription !== null) {
      update.mutate({ ...settings, subscriptionId: subscription.subscriptionId }, { onSuccess: onClose })
    } else if (topic !== null) create.mutate({ ...settings, topicId: topic }, { onSuccess: onClose })
  }

  return (
    <Dialog
      submit={{
        label: subscription === null ? 'Create subscription' : 'Save subscription',
        disabledReason: missing,
        isPending: create.isPending || update.isPending,
        sends: true,
        onPress: send,
      }}
      isDismissable={false}
      onClose={onClose}
      title={
        subscription === null
          ? 'Subscribe to a topic'
          : `Edit subscription to ${topicLabel(subscription.topicId ?? '')}`
      }
    >
      <Stack gap={4}>
        {statusError === undefined && <MutationError of={[create, update]} />}
        {subscription === null && (
          <Select
            label="Topic"
            onChange={setTopic}
            options={data.topics.entries.map((each) =>
              toOption(each.topicId, topicLabel(each.topicId), each.description),
            )}
            placeholder="Choose a topic"
            value={topic}
          />
        )}
        <Select
          label="Destination"
          onChange={setDestination}
          options={data.destinations.entries.map((each) =>
            toOption(each.destinationId, each.name ?? each.destinationId, each.endpoint),
          )}
          placeholder="Choose a destination"
          value={destinationId}
        />
        <Select
          label="Payload"
          onChange={setChosen}
          options={payloads.map((each) => toOption(payloadLabel(each), payloadLabel(each), null))}
          value={payloadLabel(payload)}
        />
        <StatusField
          description="A disabled subscription delivers nothing, but you can test it before enabling it."
          error={statusError}
          onChange={setStatus}
          value={status}
        />
      </Stack>
    </Dialog>
  )
}
