/** A topic: what it reports, the rights it requires, and a button to subscribe. */
import { RefreshCw } from 'lucide-react'
import { findMissingScopes, isGatedOnly, scopeLabel } from '../../../shared/connection/scopes.ts'
import { eventLabel, topicMeaning } from '../../../shared/notifications/event-types.ts'
import type { TopicView } from '../../../shared/notifications/subscriptions-contract.ts'
import { useApiMutation, useApiQuery } from '../../api/hooks.ts'
import { usePlatform } from '../../api/use-connection.ts'
import { locationHref } from '../../location.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { listPayloads, payloadLabel } from '../notification-labels.ts'
import { StatusBadge } from '../status-badge.tsx'
import styles from './subscriptions.module.css'

const ownerLabels: ReadonlyMap<string, string> = new Map([
  ['USER', 'your account'],
  ['APPLICATION', 'the application'],
])

type TopicEntryProps = {
  readonly topic: TopicView
  readonly isSubscribed: boolean
  readonly cannotSubscribe: string | undefined
  readonly onSubscribe: () => void
}

export const TopicEntry = ({ topic, isSubscribed, cannotSubscribe, onSubscribe }: TopicEntryProps) => {
  const { label, scopes } = usePlatform()
  const read = useApiMutation('notifications', 'getTopic')
  const granted = useApiQuery('connection', 'status', {}).data?.session.scopes ?? []
  const { topicId, status, authorizationScopes } = topic
  const meaning = topicMeaning(topicId)
  const missing = findMissingScopes(authorizationScopes, granted).map(scopeLabel).join(', ')
  const isGated = isGatedOnly(authorizationScopes, scopes.gated)
  const payloads = listPayloads(topic, undefined).map(payloadLabel)
  const facts = [
    ...(topic.scope === null ? [] : [`For ${ownerLabels.get(topic.scope) ?? topic.scope}`]),
    ...(payloads.length === 0 ? [] : [`${payloads.length === 1 ? 'Payload' : 'Payloads'}: ${payloads.join(', ')}`]),
  ]
  const reason = cannotSubscribe ?? (missing === '' ? undefined : `This connection lacks the permission ${missing}`)
  return (
    <li aria-label={topicId} className={styles.entry}>
      <Row wrap>
        <strong>{eventLabel(topicId) ?? topicId}</strong>
        {eventLabel(topicId) !== undefined && (
          <Text mono size="meta" tone="faint">
            {topicId}
          </Text>
        )}
        {status !== 'ENABLED' && <StatusBadge status={status} />}
        {isSubscribed && <Badge tone="accent">Subscribed</Badge>}
        {topic.filterable === true && <Badge>Filterable</Badge>}
        <span className={styles.actions}>
          <IconButton
            icon={RefreshCw}
            isPending={read.isPending}
            label={`Refresh ${topicId}`}
            onPress={() => read.mutate({ topicId })}
            size="s"
          />
          <Button aria-label={`Subscribe to ${topicId}`} disabledReason={reason} onPress={onSubscribe} size="s">
            Subscribe
          </Button>
        </span>
      </Row>
      <Text as="p" tone="soft">
        {meaning ?? topic.description}{' '}
        <span title={authorizationScopes.join(' ')}>
          <Text mono size="meta" tone="faint">
            {authorizationScopes.map(scopeLabel).join(' ')}
          </Text>
        </span>
      </Text>
      {facts.length > 0 && (
        <Text as="p" size="meta" tone="faint">
          {facts.join(' · ')}
        </Text>
      )}
      {missing !== '' && (
        <Text as="p" tone="soft">
          This connection lacks the permission{' '}
          <Text mono size="meta">
            {missing}
          </Text>
          {isGated ? (
            `. ${label} grants it only to applications that it approved for it.`
          ) : (
            <>
              . Add it to the connection and sign in again in{' '}
              <a href={locationHref({ screen: 'settings', path: ['section', 'sign-in'] })}>Settings</a>.
            </>
          )}
        </Text>
      )}
      <MutationError of={read} />
    </li>
  )
}
