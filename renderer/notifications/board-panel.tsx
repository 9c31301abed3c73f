/** The board: what leads where, as the platform last said, and every operation on it (NOT-01). */
import { type ReactNode, useState } from 'react'
import type { Board } from '../../shared/notifications/board-contract.ts'
import { useCommandOf, useQueryOf } from '../api/hooks.ts'
import { goTo } from '../api/place.ts'
import { useConnection } from '../api/use-connection.ts'
import { useNow } from '../api/use-now.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { Failing, Loading } from '../ui/face.tsx'
import { Panel } from '../ui/panel.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { TextField } from '../ui/text-field.tsx'
import { DestinationDialog } from './destination-dialog.tsx'
import { DestinationEntry } from './destination-entry.tsx'
import styles from './notifications.module.css'
import { issueOf, Refused } from './refused.tsx'
import { SubscriptionDialog } from './subscription-dialog.tsx'
import { SubscriptionEntry } from './subscription-entry.tsx'
import { TopicEntry } from './topic-entry.tsx'
import type { OwnReceiver } from './why-silent.ts'

type PartProps = {
  readonly title: string
  readonly part: { readonly asOfMs: number | null; readonly problem: string | null }
  readonly read: 'getConfig' | 'getTopics' | 'getDestinations' | 'getSubscriptions'
  readonly acts?: ReactNode
  readonly children: ReactNode
}

/** A part with its age and its own reading. */
const Part = ({ title, part, read, acts, children }: PartProps) => {
  const nowMs = useNow()
  const reading = useCommandOf('notifications', read)
  return (
    <Panel
      title={title}
      description={
        part.asOfMs === null ? (
          'Not read yet'
        ) : (
          <>
            As of <RelativeTime at={part.asOfMs} now={nowMs} />
          </>
        )
      }
      acts={
        <>
          <Button
            size="s"
            variant="quiet"
            aria-label={`Read again: ${title}`}
            isPending={reading.isPending}
            onPress={() => reading.mutate({})}
          >
            Read again
          </Button>
          {acts}
        </>
      }
    >
      <div className={styles.part}>
        {part.problem !== null && (
          <Banner tone="caution" title={part.asOfMs === null ? 'Could not be read' : 'This may be old'}>
            {part.problem}
          </Banner>
        )}
        {children}
      </div>
    </Panel>
  )
}

const Alerts = ({ config }: { readonly config: Board['config'] }) => {
  const connection = useConnection()
  const update = useCommandOf('notifications', 'updateConfig')
  const [typed, setTyped] = useState<string | null>(null)
  const alertEmail = typed ?? config.alertEmail ?? ''
  const error = issueOf(update.error, 'input.alertEmail')
  const unchanged = alertEmail.trim() === (config.alertEmail ?? '')
  return (
    <div className={styles.oneField}>
      <TextField
        label="E-mail for alerts"
        type="email"
        value={alertEmail}
        onChange={setTyped}
        error={error}
        description="The platform writes there when deliveries fail. It wants one before any destination."
      />
      <Button
        kind={connection?.kind}
        isPending={update.isPending}
        isDisabled={unchanged}
        disabledReason={unchanged ? 'Nothing was changed' : undefined}
        onPress={() => update.mutate({ alertEmail: alertEmail.trim() }, { onSuccess: () => setTyped(null) })}
      >
        Save e-mail
      </Button>
      {error === undefined && <Refused error={update.error} />}
    </div>
  )
}

const KeyLookup = () => {
  const look = useCommandOf('notifications', 'getPublicKey')
  const [publicKeyId, setPublicKeyId] = useState('')
  const isEmpty = publicKeyId.trim() === ''
  const error = issueOf(look.error, 'input.publicKeyId')
  const send = (): void => {
    if (!isEmpty) look.mutate({ publicKeyId })
  }
  return (
    <div className={styles.oneField}>
      <TextField
        label="Key id"
        isMono
        value={publicKeyId}
        onChange={setPublicKeyId}
        onSubmit={send}
        error={error}
        description="A notification's signature header names it. Stallhand asks for keys by itself; this is for looking."
      />
      <Button
        isPending={look.isPending}
        isDisabled={isEmpty}
        disabledReason={isEmpty ? 'Enter a key id' : undefined}
        onPress={send}
      >
        Look up key
      </Button>
      {error === undefined && <Refused error={look.error} />}
      {look.data !== undefined && (
        <div className={styles.whole}>
          <CodeBlock label={`${look.data.algorithm}, ${look.data.digest}`} text={look.data.key} />
        </div>
      )}
    </div>
  )
}

export const BoardPanel = ({ receiver }: { readonly receiver: OwnReceiver | null }) => {
  const answer = useQueryOf('notifications', 'board', {})
  const [isAdding, setAdding] = useState(false)
  /** The topic to subscribe to; null for one that is still to be chosen. */
  const [subscribing, setSubscribing] = useState<{ readonly topicId: string | null }>()
  const board = answer.data
  if (board === undefined) {
    return answer.error === null ? (
      <Loading label="Asking the platform what leads where" shape="lines" />
    ) : (
      <Failing
        what="The subscriptions could not be read"
        why={answer.error.message}
        whatToDo="Try again."
        isRetrying={answer.isFetching}
        onRetry={() => void answer.refetch()}
      />
    )
  }
  const { config, topics, destinations, subscriptions } = board
  const noDestination =
    destinations.entries.length === 0 ? 'Add a destination first: a subscription leads to one' : undefined
  const noConfig =
    config.asOfMs !== null && config.alertEmail === null
      ? 'Save an e-mail for alerts first: the platform wants one before any destination'
      : undefined

  return (
    <div className={styles.board}>
      <div className={styles.boardColumn}>
        <Part
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
        </Part>
        <Part
          title="Destinations"
          part={destinations}
          read="getDestinations"
          acts={
            <>
              <Button
                size="s"
                variant="quiet"
                onPress={() => goTo({ room: 'notifications', path: ['subscriptions', 'challenge'] })}
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
        </Part>
        <Part title="Alerts" part={config} read="getConfig">
          <Alerts config={config} />
        </Part>
      </div>
      <div className={styles.boardColumn}>
        <Part title="Topics" part={topics} read="getTopics">
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
        </Part>
        <Panel
          title="Legacy events"
          description="Sales, bids and feedback as SOAP, set per connection"
          acts={
            <Button size="s" onPress={() => goTo({ room: 'notifications', path: ['subscriptions', 'legacy'] })}>
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
