/** A subscription: where it delivers, why it is silent, and its actions. */
import { ArrowRight, Ellipsis, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import { eventLabel } from '../../../shared/notifications/event-types.ts'
import type { Subscriptions, SubscriptionView } from '../../../shared/notifications/subscriptions-contract.ts'
import { useApiMutation } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { useCommandChoices } from '../../commands/registry.ts'
import { locationHref, navigate } from '../../location.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { filterPath } from '../filters/filter-editor.tsx'
import { formatDate, listPayloads, payloadLabel } from '../notification-labels.ts'
import { StatusBadge } from '../status-badge.tsx'
import { findSilenceReason, type OwnReceiver } from './reach.ts'
import { SubscriptionDialog } from './subscription-dialog.tsx'
import styles from './subscriptions.module.css'
import { WaitingChanges } from './waiting-changes.tsx'

const eventHref = (eventId: number): string => locationHref({ screen: 'notifications', path: [String(eventId)] })

/** Start and end of a long id. */
const shortenId = (id: string): string => (id.length <= 28 ? id : `${id.slice(0, 13)}…${id.slice(-8)}`)

const TestLine = ({ test }: { readonly test: NonNullable<SubscriptionView['test']> }) => {
  const { arrival, requestedAtMs } = test
  if (arrival === null) {
    return (
      <Text as="p" role="status" tone="soft">
        Test requested <RelativeTime at={requestedAtMs} />, not arrived yet. In a sandbox it can take hours.
      </Text>
    )
  }
  const { eventId, notificationId, receivedAtMs } = arrival
  return (
    <Text as="p" role="status" tone="soft">
      The test arrived <RelativeTime at={receivedAtMs} />: <a href={eventHref(eventId)}>show in log</a>.{' '}
      {notificationId !== null && (
        <>
          Its notificationId is <span title={notificationId}>{shortenId(notificationId)}</span>.
        </>
      )}
    </Text>
  )
}

const filterText = ({ filters }: SubscriptionView, { the }: PlatformName): string => {
  const statuses = filters.map(({ filterStatus }) => filterStatus)
  const isPending = statuses.includes('PENDING')
  if (statuses.includes('ENABLED')) return isPending ? `Filtered, and ${the} checks a new filter` : 'Filtered'
  if (isPending) return `Not filtered yet: ${the} checks the filter`
  const other = statuses.find((status) => status !== 'DISABLED')
  return other === undefined ? 'No filter' : `The filter is ${other ?? 'in an unknown status'}`
}

type SubscriptionEntryProps = {
  readonly subscription: SubscriptionView
  readonly data: Subscriptions
  readonly receiver: OwnReceiver | null
}

export const SubscriptionEntry = ({ subscription, data, receiver }: SubscriptionEntryProps) => {
  const platformName = usePlatformName()
  const enable = useApiMutation('notifications', 'enableSubscription')
  const disable = useApiMutation('notifications', 'disableSubscription')
  const test = useApiMutation('notifications', 'testSubscription')
  const read = useApiMutation('notifications', 'getSubscription')
  const remove = useApiMutation('notifications', 'deleteSubscription')
  const enableDestination = useApiMutation('notifications', 'updateDestination')
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const { subscriptionId, topicId, status, lastArrived } = subscription
  const topic = data.topics.entries.find((each) => each.topicId === topicId)
  const destination = data.destinations.entries.find((each) => each.destinationId === subscription.destinationId)
  const isDestinationDisabled = destination?.status === 'DISABLED'
  const name = topicId ?? subscriptionId
  const meaning = topicId === null ? undefined : eventLabel(topicId)
  const reason = findSilenceReason(subscription, data, receiver, platformName)
  const isDestinationMissing = data.destinations.asOfMs !== null && destination === undefined
  const cannotEnable = isDestinationDisabled || isDestinationMissing ? reason : undefined
  const cannotFilter =
    topic?.filterable === false && subscription.filters.length === 0 ? 'This topic can’t be filtered' : undefined
  const payload = listPayloads(topic, subscription.payload)[0]
  const createdAt = formatDate(subscription.creationDate)
  const close = (): void => setOpen(null)
  const key = { subscriptionId }
  const mutations = [enable, disable, test, read, enableDestination]
  const run = (action: () => void) => (): void => {
    for (const each of mutations) each.reset()
    action()
  }

  const onEnable = run(() => enable.mutate(key))
  const onDisable = run(() => disable.mutate(key))
  const onTest = run(() => test.mutate(key))
  const onFilter = (): void => navigate({ screen: 'notifications', path: filterPath(subscriptionId) })
  const choose = (label: string, action: () => void, isOffered: boolean) => () =>
    isOffered ? [{ id: subscriptionId, label: `${label} ${name}`, run: action }] : []
  useCommandChoices(
    'notifications.enable',
    choose('Enable', onEnable, status !== 'ENABLED' && cannotEnable === undefined),
  )
  useCommandChoices('notifications.disable', choose('Disable', onDisable, status !== 'DISABLED'))
  useCommandChoices('notifications.test', choose('Test', onTest, true))
  useCommandChoices('notifications.filter', choose('Filter', onFilter, cannotFilter === undefined))

  return (
    <li aria-label={name} className={styles.entry}>
      <Row wrap>
        <strong>{name}</strong>
        <ArrowRight aria-label="delivers to" className={styles.arrow} role="img" size={14} />
        <span>{destination?.name ?? subscription.destinationId ?? 'no destination'}</span>
        <StatusBadge status={status} />
        <span className={styles.actions}>
          {/* With an unknown status both are offered. The shared key keeps the focus when one replaces the other. */}
          {status !== 'ENABLED' && (
            <Button
              disabledReason={cannotEnable}
              isPending={enable.isPending}
              key="switch"
              sends
              onPress={onEnable}
              size="s"
            >
              Enable
            </Button>
          )}
          {status !== 'DISABLED' && (
            <Button
              isPending={disable.isPending}
              key={status === 'ENABLED' ? 'switch' : 'disable'}
              sends
              onPress={onDisable}
              size="s"
            >
              Disable
            </Button>
          )}
          <Button isPending={test.isPending} sends onPress={onTest} size="s">
            Test
          </Button>
          <Button disabledReason={cannotFilter} onPress={onFilter} size="s">
            Filter
          </Button>
          <Menu
            actions={[
              { id: 'edit', label: 'Edit', onPress: () => setOpen('edit') },
              { id: 'refresh', label: 'Refresh', onPress: run(() => read.mutate(key)) },
              'separator',
              { id: 'delete', label: 'Delete', tone: 'danger', onPress: () => setOpen('delete') },
            ]}
            label={`More for ${name}`}
            trigger={<IconButton icon={Ellipsis} label={`More for ${name}`} size="s" />}
          />
        </span>
      </Row>
      <Text as="p" tone="soft">
        {meaning !== undefined && `${meaning}. `}
        {filterText(subscription, platformName)}.{' '}
        {lastArrived === null ? (
          'None arrived yet.'
        ) : (
          <>
            Last one <a href={eventHref(lastArrived.eventId)}>arrived</a> <RelativeTime at={lastArrived.receivedAtMs} />
            .
          </>
        )}{' '}
        {payload !== undefined && payloadLabel(payload)}
        {createdAt !== null && `, created ${createdAt}`}.
      </Text>
      {reason !== undefined && (
        <Row align="start">
          {status !== 'DISABLED' && <TriangleAlert aria-hidden="true" className={styles.warning} size={14} />}
          <Text tone={status === 'DISABLED' ? 'soft' : 'caution'}>{reason}</Text>
        </Row>
      )}
      {destination !== undefined && isDestinationDisabled && destination.endpoint !== null && (
        <Row>
          <Button
            isPending={enableDestination.isPending}
            sends
            onPress={run(() =>
              enableDestination.mutate({
                name: destination.name ?? destination.destinationId,
                endpoint: destination.endpoint ?? '',
                token: destination.token === 'ours' ? 'own' : 'unchanged',
                ...destination.planned,
                destinationId: destination.destinationId,
                status: 'ENABLED',
              }),
            )}
            size="s"
          >
            Enable destination
          </Button>
        </Row>
      )}
      <WaitingChanges subject={`subscription:${subscriptionId}`} />
      {subscription.test !== null && <TestLine test={subscription.test} />}
      <MutationError of={mutations} />
      {open === 'edit' && (
        <SubscriptionDialog data={data} onClose={close} subscription={subscription} topicId={topicId} />
      )}
      <ConfirmDialog
        confirmLabel="Delete subscription"
        consequence={<p>Its notifications stop and its filter is deleted. This can’t be undone.</p>}
        isOpen={open === 'delete'}
        mutation={remove}
        sends
        onClose={close}
        onConfirm={() => remove.mutate(key, { onSuccess: close })}
        title={`Delete subscription to ${name}?`}
      />
    </li>
  )
}
