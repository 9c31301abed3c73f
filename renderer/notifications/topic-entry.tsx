/** A topic on the board: what it tells of, which right it asks for, and whether it can be subscribed to. */
import { RefreshCw } from 'lucide-react'
import type { TopicView } from '../../shared/notifications/subscriptions-contract.ts'
import { useApiMutation, useApiQuery } from '../api/hooks.ts'
import { locationHref } from '../api/location.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import styles from './notifications.module.css'
import { Refused } from './refused.tsx'
import { lackingScopes, scopeWords } from './scope-words.ts'
import { statusTone } from './words.ts'

type TopicEntryProps = {
  readonly topic: TopicView
  /** Whether there is a subscription to it. */
  readonly isSubscribed: boolean
  readonly cannotSubscribe: string | undefined
  readonly onSubscribe: () => void
}

export const TopicEntry = ({ topic, isSubscribed, cannotSubscribe, onSubscribe }: TopicEntryProps) => {
  const read = useApiMutation('notifications', 'getTopic')
  const granted = useApiQuery('connection', 'status', {}).data?.session.scopes ?? []
  const { topicId, status } = topic
  const lacking = lackingScopes(topic.authorizationScopes, granted)
  const why =
    cannotSubscribe ??
    (lacking.length === 0 ? undefined : `This connection was not granted ${lacking.map(scopeWords).join(', ')}`)
  return (
    <li aria-label={topicId} className={styles.entry}>
      <div className={styles.entryHead}>
        <strong>{topicId}</strong>
        {status !== 'ENABLED' && <Badge tone={statusTone(status)}>{status ?? 'Status not known'}</Badge>}
        {isSubscribed && <Badge tone="accent">Subscribed</Badge>}
        {topic.filterable === true && <Badge>Filterable</Badge>}
        <span className={styles.acts}>
          <IconButton
            icon={RefreshCw}
            isPending={read.isPending}
            label={`Read again: ${topicId}`}
            onPress={() => read.mutate({ topicId })}
            size="s"
          />
          <Button
            size="s"
            aria-label={`Subscribe to ${topicId}`}
            isDisabled={why !== undefined}
            disabledReason={why}
            onPress={onSubscribe}
          >
            Subscribe
          </Button>
        </span>
      </div>
      <p className={styles.entryLine}>
        {topic.description}
        {topic.authorizationScopes.length > 0 && (
          <>
            {' '}
            <span className={styles.type} title={topic.authorizationScopes.join(' ')}>
              {topic.authorizationScopes.map(scopeWords).join(' ')}
            </span>
          </>
        )}
      </p>
      {lacking.length > 0 && (
        <p className={styles.entryLine}>
          This connection was not granted <span className={styles.type}>{lacking.map(scopeWords).join(', ')}</span>. Add
          it to the connection's rights and sign in again in{' '}
          <a href={locationHref({ screen: 'settings', path: ['section', 'sign-in'] })}>Settings</a>.
        </p>
      )}
      <Refused error={read.error} />
    </li>
  )
}
