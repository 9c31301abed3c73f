/** A subscription, new or changed: which topic leads to which destination, in which form. */
import { useState } from 'react'
import type { Subscriptions, SubscriptionView } from '../../shared/notifications/subscriptions-contract.ts'
import { useApiMutation } from '../api/hooks.ts'
import { useConnection } from '../api/use-connection.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { Select } from '../ui/select.tsx'
import styles from './notifications.module.css'
import { Refused } from './refused.tsx'
import { statusOptions, wantedStatusOf } from './words.ts'

type Payload = { readonly format: string; readonly schemaVersion: string; readonly deliveryProtocol: string }

/** What the documents name as example, where a topic does not say. */
const usual: Payload = { format: 'JSON', schemaVersion: '1.0', deliveryProtocol: 'HTTPS' }

const idOf = (payload: Payload): string => [payload.format, payload.schemaVersion, payload.deliveryProtocol].join(' ')

const payloadsOf = (
  board: Subscriptions,
  topicId: string | null,
  subscription: SubscriptionView | null,
): readonly Payload[] => {
  const topic = board.topics.entries.find((each) => each.topicId === topicId)
  const offered = (topic?.payloads ?? []).toSorted((one, other) => Number(one.deprecated) - Number(other.deprecated))
  const all = [...(subscription === null ? [] : [subscription.payload]), ...offered].map((payload) => ({
    format: payload.format ?? usual.format,
    schemaVersion: payload.schemaVersion ?? usual.schemaVersion,
    deliveryProtocol: payload.deliveryProtocol ?? usual.deliveryProtocol,
  }))
  return [...new Map((all.length === 0 ? [usual] : all).map((payload) => [idOf(payload), payload])).values()]
}

export type SubscriptionDialogProps = {
  readonly board: Subscriptions
  /** The one to change; null for a new one. */
  readonly subscription: SubscriptionView | null
  /** The topic of a new one, where it is known already. */
  readonly topicId: string | null
  readonly onClose: () => void
}

export const SubscriptionDialog = ({ board, subscription, topicId, onClose }: SubscriptionDialogProps) => {
  const connection = useConnection()
  const create = useApiMutation('notifications', 'createSubscription')
  const update = useApiMutation('notifications', 'updateSubscription')
  const [topic, setTopic] = useState(subscription?.topicId ?? topicId)
  const [destinationId, setDestinationId] = useState(
    subscription?.destinationId ?? board.destinations.entries[0]?.destinationId ?? null,
  )
  const [status, setStatus] = useState(wantedStatusOf(subscription?.status ?? 'DISABLED'))
  const payloads = payloadsOf(board, topic, subscription)
  const [chosen, setChosen] = useState<string | null>(null)
  const payload = payloads.find((each) => idOf(each) === chosen) ?? payloads[0] ?? usual
  const missing = topic === null ? 'Choose a topic' : destinationId === null ? 'Choose a destination' : undefined

  const send = (): void => {
    if (destinationId === null) return
    if (subscription !== null) {
      update.mutate(
        { subscriptionId: subscription.subscriptionId, destinationId, status, payload },
        { onSuccess: onClose },
      )
    } else if (topic !== null) {
      create.mutate({ topicId: topic, destinationId, status, payload }, { onSuccess: onClose })
    }
  }

  return (
    <Dialog
      isOpen
      isDismissable={false}
      onClose={onClose}
      title={
        subscription === null ? 'Subscribe to a topic' : `Change the subscription to ${subscription.topicId ?? ''}`
      }
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            kind={connection?.kind}
            isPending={create.isPending || update.isPending}
            isDisabled={missing !== undefined}
            disabledReason={missing}
            onPress={send}
          >
            {subscription === null ? 'Create subscription' : 'Save subscription'}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Refused error={create.error ?? update.error} />
        {subscription === null && (
          <Select
            label="Topic"
            options={board.topics.entries.map((each) => ({
              id: each.topicId,
              label: each.topicId,
              ...(each.description === null ? {} : { description: each.description }),
            }))}
            value={topic}
            onChange={setTopic}
            placeholder="Choose a topic"
          />
        )}
        <Select
          label="Destination"
          options={board.destinations.entries.map((each) => ({
            id: each.destinationId,
            label: each.name ?? each.destinationId,
            ...(each.endpoint === null ? {} : { description: each.endpoint }),
          }))}
          value={destinationId}
          onChange={setDestinationId}
          placeholder="Choose a destination"
        />
        <Select
          label="Form"
          options={payloads.map((each) => ({ id: idOf(each), label: idOf(each) }))}
          value={idOf(payload)}
          onChange={setChosen}
        />
        <RadioGroup
          label="Status"
          isHorizontal
          options={[...statusOptions]}
          value={status}
          onChange={(id) => setStatus(wantedStatusOf(id))}
          description="A disabled one delivers nothing, and can be tested before it is enabled."
        />
      </div>
    </Dialog>
  )
}
