/** One subscription: what leads where, whether anything arrives and why not, and every act on it. */
import { ArrowRight, Ellipsis, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type {
  DestinationView,
  Subscriptions,
  SubscriptionView,
  TestEvidence,
} from '../../shared/notifications/subscriptions-contract.ts'
import { useApiMutation } from '../api/hooks.ts'
import { locationHref, navigate } from '../api/location.ts'
import { useConnection } from '../api/use-connection.ts'
import { useNow } from '../api/use-now.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu } from '../ui/menu.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { filterPath } from './filter-workbench.tsx'
import styles from './notifications.module.css'
import { Refused } from './refused.tsx'
import { SubscriptionDialog } from './subscription-dialog.tsx'
import { type OwnReceiver, whySilent } from './why-silent.ts'
import { meaningOf, statusTone } from './words.ts'

/** How it is known that this is the test, or that it is not known. */
const evidenceWords: Readonly<Record<TestEvidence, string>> = {
  announcedId: 'The platform named this id when it was asked.',
  onlyTestsArrive: 'It is the first of its topic after you asked, while the subscription was disabled.',
  idContainsTest: 'Its id says that it is a test.',
  firstOfTopic:
    'It is the first of its topic after you asked for a test; as the subscription was enabled, it could be a real one.',
}

/** Beginning and end of a long id; whole on hover and in the log. */
const shortId = (id: string): string => (id.length <= 28 ? id : `${id.slice(0, 13)}…${id.slice(-8)}`)

const TestLine = ({ test }: { readonly test: NonNullable<SubscriptionView['test']> }) => {
  const nowMs = useNow()
  const { arrival: arrived } = test
  if (arrived === null) {
    return (
      <p className={styles.entryLine} role="status">
        Asked for a test <RelativeTime at={test.requestedAtMs} now={nowMs} />. The test payload is awaited; a sandbox
        can take hours.
      </p>
    )
  }
  return (
    <p className={styles.entryLine} role="status">
      {arrived.evidence === 'firstOfTopic' ? 'A notification arrived' : 'The test arrived'}{' '}
      <RelativeTime at={arrived.receivedAtMs} now={nowMs} />:{' '}
      <a href={locationHref({ screen: 'notifications', path: [String(arrived.eventId)] })}>see it in the log</a>.{' '}
      {arrived.notificationId !== null && (
        <>
          Its notificationId is{' '}
          <span className={styles.type} title={arrived.notificationId}>
            {shortId(arrived.notificationId)}
          </span>
          .{' '}
        </>
      )}
      {evidenceWords[arrived.evidence]}
    </p>
  )
}

const filterWords = ({ filters }: SubscriptionView): string => {
  const current = filters.find(({ filterStatus }) => filterStatus === 'ENABLED')
  const pending = filters.find(({ filterStatus }) => filterStatus === 'PENDING')
  if (current !== undefined) return pending === undefined ? 'Filtered' : 'Filtered, a new filter is PENDING'
  if (pending !== undefined) return 'Not filtered yet, a filter is PENDING'
  const other = filters.find(({ filterStatus }) => filterStatus !== 'DISABLED')
  return other === undefined ? 'No filter' : `Filter is ${other.filterStatus ?? 'of no known status'}`
}

export const SubscriptionEntry = ({
  subscription,
  board,
  receiver,
}: {
  readonly subscription: SubscriptionView
  readonly board: Subscriptions
  readonly receiver: OwnReceiver | null
}) => {
  const connection = useConnection()
  const nowMs = useNow()
  const enable = useApiMutation('notifications', 'enableSubscription')
  const disable = useApiMutation('notifications', 'disableSubscription')
  const test = useApiMutation('notifications', 'testSubscription')
  const read = useApiMutation('notifications', 'getSubscription')
  const remove = useApiMutation('notifications', 'deleteSubscription')
  const enableDestination = useApiMutation('notifications', 'updateDestination')
  const [open, setOpen] = useState<'change' | 'delete' | null>(null)
  const { subscriptionId, topicId, status } = subscription
  const topic = board.topics.entries.find((each) => each.topicId === topicId)
  const destination = board.destinations.entries.find((each) => each.destinationId === subscription.destinationId)
  const name = topicId ?? subscriptionId
  const meaning = topicId === null ? undefined : meaningOf(topicId)
  const destinationName = destination?.name ?? subscription.destinationId ?? 'no destination'
  const why = whySilent(subscription, board, receiver)
  const cannotEnable =
    destination?.status === 'DISABLED' || (board.destinations.asOfMs !== null && destination === undefined)
      ? why
      : undefined
  const cannotFilter =
    topic?.filterable === false && subscription.filters.length === 0 ? 'This topic cannot be filtered' : undefined
  /** Of a status that nobody knows both are offered. */
  const turns =
    status === 'ENABLED'
      ? (['Disable'] as const)
      : status === 'DISABLED'
        ? (['Enable'] as const)
        : (['Enable', 'Disable'] as const)
  const close = (): void => setOpen(null)
  const which = { subscriptionId }
  const acts = [enable, disable, test, read, enableDestination]
  const forget = (): void => {
    for (const each of acts) each.reset()
  }
  const act = (chosen: { readonly mutate: (input: typeof which) => void }) => (): void => {
    forget()
    chosen.mutate(which)
  }
  /** What stands against it is done here, where it is said. */
  const helpDestination = ({ destinationId, name: called, endpoint, token }: DestinationView): void => {
    forget()
    enableDestination.mutate({
      destinationId,
      name: called ?? destinationId,
      status: 'ENABLED',
      endpoint: endpoint ?? '',
      token: token === 'ours' ? 'own' : 'unchanged',
    })
  }

  return (
    <li aria-label={name} className={styles.entry}>
      <div className={styles.entryHead}>
        <strong>{name}</strong>
        <ArrowRight aria-label="leads to" className={styles.arrow} role="img" size={14} />
        <span>{destinationName}</span>
        <Badge tone={statusTone(status)}>{status ?? 'Status not known'}</Badge>
        <span className={styles.acts}>
          {turns.map((turn, index) => (
            <Button
              disabledReason={turn === 'Enable' ? cannotEnable : undefined}
              isDisabled={turn === 'Enable' && cannotEnable !== undefined}
              isPending={turn === 'Enable' ? enable.isPending : disable.isPending}
              // biome-ignore lint/suspicious/noArrayIndexKey: what was pressed turns into its opposite and keeps the focus
              key={index}
              kind={connection?.kind}
              onPress={act(turn === 'Enable' ? enable : disable)}
              size="s"
            >
              {turn}
            </Button>
          ))}
          <Button size="s" kind={connection?.kind} isPending={test.isPending} onPress={act(test)}>
            Test
          </Button>
          <Button
            size="s"
            isDisabled={cannotFilter !== undefined}
            disabledReason={cannotFilter}
            onPress={() => navigate({ screen: 'notifications', path: filterPath(subscriptionId) })}
          >
            Filter
          </Button>
          <Menu
            label={`More for ${name}`}
            trigger={<IconButton icon={Ellipsis} label={`More for ${name}`} size="s" />}
            acts={[
              { id: 'change', label: 'Change', onPress: () => setOpen('change') },
              { id: 'read', label: 'Read again', onPress: act(read) },
              'separator',
              { id: 'delete', label: 'Delete', tone: 'danger', onPress: () => setOpen('delete') },
            ]}
          />
        </span>
      </div>
      <p className={styles.entryLine}>
        {meaning !== undefined && `${meaning}. `}
        {filterWords(subscription)}.{' '}
        {subscription.lastArrived === null ? (
          'None arrived yet.'
        ) : (
          <>
            The last one{' '}
            <a href={locationHref({ screen: 'notifications', path: [String(subscription.lastArrived.eventId)] })}>
              arrived
            </a>{' '}
            <RelativeTime at={subscription.lastArrived.receivedAtMs} now={nowMs} />.
          </>
        )}
      </p>
      {why !== undefined && (
        <p className={styles.entryLine} data-tone={status === 'DISABLED' ? undefined : 'caution'}>
          {status !== 'DISABLED' && <TriangleAlert aria-hidden="true" className={styles.entryIcon} size={14} />}
          {why}
        </p>
      )}
      {destination?.status === 'DISABLED' && destination.endpoint !== null && (
        <p className={styles.entryLine}>
          <Button
            isPending={enableDestination.isPending}
            kind={connection?.kind}
            onPress={() => helpDestination(destination)}
            size="s"
          >
            Enable the destination
          </Button>
        </p>
      )}
      {subscription.test !== null && <TestLine test={subscription.test} />}
      <Refused error={acts.find((each) => each.error !== null)?.error ?? null} />
      {open === 'change' && (
        <SubscriptionDialog board={board} subscription={subscription} topicId={topicId} onClose={close} />
      )}
      <ConfirmDialog
        isOpen={open === 'delete'}
        onClose={close}
        onConfirm={() => remove.mutate(which, { onSuccess: close })}
        title={`Delete the subscription to ${name}?`}
        consequence={
          <>
            <p>Its notifications stop, and its filter goes with it. It cannot be brought back, only made anew.</p>
            <Refused error={remove.error} />
          </>
        }
        confirmLabel="Delete subscription"
        kind={connection?.kind}
        isPending={remove.isPending}
      />
    </li>
  )
}
