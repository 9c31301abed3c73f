/** The board: what leads where, as the platform last said, and every operation on it (NOT-01). */
import { useState } from 'react'
import type { ReceiverView } from '../../shared/notifications/log-contract.ts'
import { useApiQuery } from '../api/hooks.ts'
import { navigate } from '../api/location.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { ErrorState, LoadingState } from '../ui/states.tsx'
import { Alerts } from './alerts.tsx'
import { BoardPart } from './board-part.tsx'
import { DestinationDialog } from './destination-dialog.tsx'
import { DestinationEntry } from './destination-entry.tsx'
import { KeyLookup } from './key-lookup.tsx'
import { LeadsHere } from './leads-here.tsx'
import styles from './notifications.module.css'
import { SubscriptionDialog } from './subscription-dialog.tsx'
import { SubscriptionEntry } from './subscription-entry.tsx'
import { TopicEntry } from './topic-entry.tsx'
import { commonProblem } from './why-silent.ts'

export const BoardPanel = ({
  receiver,
  onRegister,
}: {
  readonly receiver: ReceiverView | null
  readonly onRegister: () => void
}) => {
  const answer = useApiQuery('notifications', 'subscriptions', {})
  const preferences = useApiQuery('notifications', 'preferences', {}).data
  const [isAdding, setAdding] = useState(false)
  /** The topic to subscribe to; null for one that is still to be chosen. */
  const [subscribing, setSubscribing] = useState<{ readonly topicId: string | null }>()
  const board = answer.data
  if (board === undefined) {
    return answer.error === null ? (
      <LoadingState label="Asking the platform what leads where" shape="lines" />
    ) : (
      <ErrorState
        what="The subscriptions could not be read"
        why={answer.error.message}
        whatToDo="Try again."
        isRetrying={answer.isFetching}
        onRetry={() => void answer.refetch()}
      />
    )
  }
  const { config, topics, destinations, subscriptions } = board
  const isToldAbove = receiver !== null && receiver.state === 'listening' && commonProblem(board) !== null
  const noDestination =
    destinations.entries.length === 0 ? 'Add a destination first: a subscription leads to one' : undefined
  const noConfig =
    config.asOfMs !== null && config.alertEmail === null
      ? 'Save an e-mail for alerts first: the platform wants one before any destination'
      : undefined

  return (
    <div className={styles.board}>
      {receiver !== null && (
        <LeadsHere board={board} onRegister={onRegister} preferences={preferences} receiver={receiver} />
      )}
      <div className={styles.boardColumn}>
        <BoardPart
          isToldAbove={isToldAbove}
          title="Subscriptions"
          part={subscriptions}
          read="getSubscriptions"
          acts={
            <Button
              size="s"
              isDisabled={noDestination !== undefined}
              disabledReason={noDestination}
              onPress={() => setSubscribing({ topicId: null })}
            >
              Subscribe to a topic
            </Button>
          }
        >
          {subscriptions.asOfMs !== null && subscriptions.entries.length === 0 && (
            <p className={styles.soft}>
              No subscription yet. {noConfig ?? noDestination ?? 'Subscribe to a topic, test it, then enable it'}.
            </p>
          )}
          <ul aria-label="Subscriptions" className={styles.entries}>
            {subscriptions.entries.map((each) => (
              <SubscriptionEntry key={each.subscriptionId} subscription={each} board={board} receiver={receiver} />
            ))}
          </ul>
        </BoardPart>
        <BoardPart
          isToldAbove={isToldAbove}
          title="Destinations"
          part={destinations}
          read="getDestinations"
          acts={
            <>
              <Button
                size="s"
                variant="quiet"
                onPress={() => navigate({ screen: 'notifications', path: ['subscriptions', 'challenge'] })}
              >
                Challenge doctor
              </Button>
              <Button
                size="s"
                isDisabled={noConfig !== undefined}
                disabledReason={noConfig}
                onPress={() => setAdding(true)}
              >
                Add destination
              </Button>
            </>
          }
        >
          {destinations.asOfMs !== null && destinations.entries.length === 0 && (
            <p className={styles.soft}>No destination yet. Registering the receiver makes one too.</p>
          )}
          <ul aria-label="Destinations" className={styles.entries}>
            {destinations.entries.map((each) => (
              <DestinationEntry key={each.destinationId} destination={each} board={board} />
            ))}
          </ul>
        </BoardPart>
        <BoardPart isToldAbove={isToldAbove} title="Alerts" part={config} read="getConfig">
          <Alerts config={config} />
        </BoardPart>
      </div>
      <div className={styles.boardColumn}>
        <BoardPart isToldAbove={isToldAbove} title="Topics" part={topics} read="getTopics">
          <ul aria-label="Topics" className={styles.entries}>
            {topics.entries.map((each) => (
              <TopicEntry
                key={each.topicId}
                topic={each}
                isSubscribed={subscriptions.entries.some(({ topicId }) => topicId === each.topicId)}
                cannotSubscribe={noDestination}
                onSubscribe={() => setSubscribing({ topicId: each.topicId })}
              />
            ))}
          </ul>
        </BoardPart>
        <Panel
          title="Legacy events"
          description="Sales, bids and feedback as SOAP, set per connection"
          acts={
            <Button size="s" onPress={() => navigate({ screen: 'notifications', path: ['subscriptions', 'legacy'] })}>
              Open legacy events
            </Button>
          }
        >
          <p className={styles.soft}>
            Which of the older events the platform pushes, and to which address; what would change is shown before it is
            sent.
          </p>
        </Panel>
        <Panel title="Public keys" description="What signatures are checked with">
          <KeyLookup />
        </Panel>
      </div>
      {isAdding && (
        <DestinationDialog
          destination={null}
          ownAddress={receiver?.registeredUrl ?? null}
          onClose={() => setAdding(false)}
        />
      )}
      {subscribing !== undefined && (
        <SubscriptionDialog
          board={board}
          subscription={null}
          topicId={subscribing.topicId}
          onClose={() => setSubscribing(undefined)}
        />
      )}
    </div>
  )
}
