/** Subscriptions, destinations, topics and the rest of the notification service, with every operation on them (NOT-01). */
import { useState } from 'react'
import { groupByPurpose, purposeLabels } from '../../../shared/notifications/event-types.ts'
import type { ReceiverView } from '../../../shared/notifications/log-contract.ts'
import type { Subscriptions } from '../../../shared/notifications/subscriptions-contract.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { navigate } from '../../location.ts'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { Text } from '../../ui/layout/layout.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Alerts } from './alerts.tsx'
import { DestinationDialog } from './destination-dialog.tsx'
import { DestinationEntry } from './destination-entry.tsx'
import { KeyLookup } from './key-lookup.tsx'
import { findCommonProblem } from './reach.ts'
import { ReachSummary } from './reach-summary.tsx'
import { RefreshablePanel } from './refreshable-panel.tsx'
import { SubscriptionDialog } from './subscription-dialog.tsx'
import { SubscriptionEntry } from './subscription-entry.tsx'
import styles from './subscriptions.module.css'
import { TopicEntry } from './topic-entry.tsx'
import { WaitingChanges } from './waiting-changes.tsx'

type SubscriptionsPanelProps = { readonly receiver: ReceiverView | null; readonly onRegister: () => void }

export const SubscriptionsPanel = (props: SubscriptionsPanelProps) => {
  const query = useApiQuery('notifications', 'subscriptions', {})
  return (
    <div className={styles.tab}>
      <QueryView label="Subscriptions" query={query} skeleton={{ shape: 'lines' }}>
        {(data) => <Lists {...props} data={data} />}
      </QueryView>
    </div>
  )
}

const open = (page: string) => (): void => navigate({ screen: 'notifications', path: ['subscriptions', page] })

const Lists = ({ data, receiver, onRegister }: SubscriptionsPanelProps & { readonly data: Subscriptions }) => {
  const { the } = usePlatformName()
  const preferences = useApiQuery('notifications', 'preferences', {}).data
  const [isAdding, setAdding] = useState(false)
  /** The topic to subscribe to; null to choose one. */
  const [subscribing, setSubscribing] = useState<{ readonly topicId: string | null }>()
  const { config, topics, destinations, subscriptions } = data
  const isProblemShown = receiver?.state === 'listening' && findCommonProblem(data) !== null
  const noDestination = destinations.entries.length === 0 ? 'Add a destination first' : undefined
  const noConfig =
    config.asOfMs !== null && config.alertEmail === null ? 'Save an email address for alerts first' : undefined

  return (
    <div className={styles.lists}>
      {receiver !== null && (
        <ReachSummary data={data} onRegister={onRegister} preferences={preferences} receiver={receiver} />
      )}
      <div className={styles.column}>
        <RefreshablePanel
          actions={
            <CommandButton
              command="notifications.subscribe"
              disabledReason={noDestination}
              onPress={() => setSubscribing({ topicId: null })}
              size="s"
            />
          }
          isProblemShown={isProblemShown}
          part={subscriptions}
          read="getSubscriptions"
          title="Subscriptions"
        >
          {subscriptions.asOfMs !== null && subscriptions.entries.length === 0 && (
            <Text as="p" tone="soft">
              No subscriptions yet. {noDestination ?? 'Subscribe to a topic, test it, then enable it'}.
            </Text>
          )}
          <WaitingChanges subject="topic:" />
          <ul aria-label="Subscriptions">
            {subscriptions.entries.map((each) => (
              <SubscriptionEntry data={data} key={each.subscriptionId} receiver={receiver} subscription={each} />
            ))}
          </ul>
        </RefreshablePanel>
        <RefreshablePanel
          actions={
            <>
              <CommandButton command="notifications.challenge" onPress={open('challenge')} size="s" variant="quiet" />
              <CommandButton
                command="notifications.addDestination"
                disabledReason={noConfig}
                onPress={() => setAdding(true)}
                size="s"
              />
            </>
          }
          isProblemShown={isProblemShown}
          part={destinations}
          read="getDestinations"
          title="Destinations"
        >
          {destinations.asOfMs !== null && destinations.entries.length === 0 && (
            <Text as="p" tone="soft">
              No destinations yet. Setting up instant alerts creates one.
            </Text>
          )}
          <ul aria-label="Destinations">
            {destinations.entries.map((each) => (
              <DestinationEntry data={data} destination={each} key={each.destinationId} />
            ))}
          </ul>
        </RefreshablePanel>
        <RefreshablePanel isProblemShown={isProblemShown} part={config} read="getConfig" title="Alerts">
          <Alerts config={config} />
        </RefreshablePanel>
      </div>
      <div className={styles.column}>
        <RefreshablePanel isProblemShown={isProblemShown} part={topics} read="getTopics" title="Topics">
          <ul aria-label="Topics">
            {groupByPurpose(topics.entries, ({ topicId }) => topicId).map(({ purpose, entries }) => (
              <li className={styles.group} key={purpose}>
                <Text as="h4" size="meta" tone="faint">
                  {purposeLabels[purpose]}
                </Text>
                <ul aria-label={purposeLabels[purpose]}>
                  {entries.map((each) => (
                    <TopicEntry
                      cannotSubscribe={noDestination}
                      isSubscribed={subscriptions.entries.some(({ topicId }) => topicId === each.topicId)}
                      key={each.topicId}
                      onSubscribe={() => setSubscribing({ topicId: each.topicId })}
                      topic={each}
                    />
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </RefreshablePanel>
        <Panel
          actions={<CommandButton command="notifications.preferences" onPress={open('legacy')} size="s" />}
          description="Sales, bids and feedback over SOAP"
          title="Legacy events"
        >
          <Text as="p" tone="soft">
            {`Choose which of the older events ${the} pushes, and to which address.`}
          </Text>
        </Panel>
        <Panel description="For checking signatures" title="Public keys">
          <KeyLookup />
        </Panel>
      </div>
      {isAdding && (
        <DestinationDialog
          destination={null}
          onClose={() => setAdding(false)}
          ownAddress={receiver?.registeredUrl ?? null}
        />
      )}
      {subscribing !== undefined && (
        <SubscriptionDialog
          data={data}
          onClose={() => setSubscribing(undefined)}
          subscription={null}
          topicId={subscribing.topicId}
        />
      )}
    </div>
  )
}
