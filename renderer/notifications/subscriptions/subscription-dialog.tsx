/** Creates or edits a subscription. */
import { useState } from 'react'
import type { Subscriptions, SubscriptionView } from '../../../shared/notifications/subscriptions-contract.ts'
import { useApiMutation } from '../../api/hooks.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Stack } from '../../ui/layout.tsx'
import { MutationError } from '../../ui/mutation-error.tsx'
import { Select } from '../../ui/select.tsx'
import { fieldError } from '../field-error.ts'
import { payloadLabel } from '../notification-labels.ts'
import { StatusField } from './status-field.tsx'

type Payload = {
  readonly format: string
  readonly schemaVersion: string
  readonly deliveryProtocol: string
  readonly deprecated: boolean
}

const defaultPayload: Payload = { format: 'JSON', schemaVersion: '1.0', deliveryProtocol: 'HTTPS', deprecated: false }

const payloadId = ({ deprecated: _, ...payload }: Payload): string => payloadLabel(payload)

/** The current payload first, then what the topic offers, deprecated ones last. */
const listPayloads = (
  data: Subscriptions,
  topicId: string | null,
  current: SubscriptionView | null,
): readonly Payload[] => {
  const topic = data.topics.entries.find((each) => each.topicId === topicId)
  const offered = (topic?.payloads ?? []).toSorted((one, other) => Number(one.deprecated) - Number(other.deprecated))
  const own = current === null ? [] : [{ ...current.payload, deprecated: false }]
  // Of equal ones the last counts, which knows whether it is deprecated.
  const all = [...own, ...offered].map((payload) => ({
    deprecated: payload.deprecated,
    format: payload.format ?? defaultPayload.format,
    schemaVersion: payload.schemaVersion ?? defaultPayload.schemaVersion,
    deliveryProtocol: payload.deliveryProtocol ?? defaultPayload.deliveryProtocol,
  }))
  return [...new Map((all.length === 0 ? [defaultPayload] : all).map((each) => [payloadId(each), each])).values()]
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
  /** The topic of a new one, if already chosen. */
  readonly topicId: string | null
  readonly onClose: () => void
}

export const SubscriptionDialog = ({ data, subscription, topicId, onClose }: SubscriptionDialogProps) => {
  const create = useApiMutation('notifications', 'createSubscription')
  const update = useApiMutation('notifications', 'updateSubscription')
  const [topic, setTopic] = useState(subscription?.topicId ?? topicId)
  const [destinationId, setDestinationId] = useState(
    subscription?.destinationId ?? data.destinations.entries[0]?.destinationId ?? null,
  )
  const [status, setStatus] = useState<string>(subscription?.status ?? 'DISABLED')
  const [chosen, setChosen] = useState<string | null>(null)
  const payloads = listPayloads(data, topic, subscription)
  const payload = payloads.find((each) => payloadId(each) === chosen) ?? payloads[0] ?? defaultPayload
  const missing = topic === null ? 'Choose a topic' : destinationId === null ? 'Choose a destination' : undefined

  const statusError = fieldError(create.error ?? update.error, 'input.status')
  const send = (): void => {
    if (destinationId === null) return
    const { deprecated: _, ...sent } = payload
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
      title={subscription === null ? 'Subscribe to a topic' : `Edit subscription to ${subscription.topicId ?? ''}`}
    >
      <Stack gap={4}>
        {statusError === undefined && <MutationError of={[create, update]} />}
        {subscription === null && (
          <Select
            label="Topic"
            onChange={setTopic}
            options={data.topics.entries.map((each) => toOption(each.topicId, each.topicId, each.description))}
            placeholder="Choose a topic"
            value={topic}
          />
        )}
        <Select
          label="Destination"
          onChange={setDestinationId}
          options={data.destinations.entries.map((each) =>
            toOption(each.destinationId, each.name ?? each.destinationId, each.endpoint),
          )}
          placeholder="Choose a destination"
          value={destinationId}
        />
        <Select
          label="Payload"
          onChange={setChosen}
          options={payloads.map((each) => toOption(payloadId(each), payloadLabel(each), null))}
          value={payloadId(payload)}
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
