/** Controls a practice shop: write as a buyer, trigger events, inject faults, advance the clock. */
import { Store } from 'lucide-react'
import { useApiQuery } from '../api/hooks.ts'
import { OfConnection } from '../api/of-connection.tsx'
import { useConnection, usePlatformName } from '../api/use-connection.ts'
import { usePolling } from '../api/use-polling.ts'
import { navigate } from '../location.ts'
import { QueryView } from '../ui/feedback/query-view.tsx'
import { EmptyState, LoadingState } from '../ui/feedback/states.tsx'
import { Stack } from '../ui/layout/layout.tsx'
import { Pane } from '../ui/layout/pane.tsx'
import { BuyerPanel } from './buyer-panel.tsx'
import { ClockPanel } from './clock-panel.tsx'
import { EventPanel } from './event-panel.tsx'
import { FaultPanel } from './fault-panel.tsx'
import { OfferPanel } from './offer-panel.tsx'
import { OrderPanel } from './order-panel.tsx'
import styles from './practice.module.css'
import { PurchasePanel } from './purchase-panel.tsx'
import { RequestLog } from './request-log.tsx'
import { TopicPanel } from './topic-panel.tsx'

const POLL_MS = 2_000

export const PracticeScreen = () => {
  const { the } = usePlatformName()
  const connection = useConnection()
  const isPractice = connection?.kind === 'practice'
  return (
    <div className={styles.screen}>
      <Pane subtitle={isPractice ? `Play the buyers, ${the} and the network.` : undefined} title="Practice">
        {connection === undefined && <LoadingState label="Loading the practice shop" shape="lines" />}
        {isPractice && (
          <OfConnection id={connection.id}>
            <PracticePanels />
          </OfConnection>
        )}
        {connection !== undefined && !isPractice && (
          <EmptyState
            action={{ label: 'See this connection', onPress: () => navigate({ screen: 'settings', path: [] }) }}
            heading={connection.kind === 'production' ? 'This is your real shop' : 'This is a sandbox shop'}
            icon={Store}
            text={`You are connected to ${connection.name}. To practice, close Stallhand and start it without a connection file: it opens a practice shop with buyers you can play.`}
          />
        )}
      </Pane>
    </div>
  )
}

const PracticePanels = () => {
  const status = useApiQuery('practice', 'status', {})
  usePolling(status.refetch, POLL_MS)
  return (
    <QueryView
      label="The practice platform"
      query={status}
      skeleton={{ shape: 'lines' }}
      whatToDo={
        status.error?.detail.kind === 'storage'
          ? undefined
          : 'If you started it yourself, start it again with npm run practice -- --open-control. Otherwise restart Stallhand.'
      }
    >
      {({ clockOffsetMs, faults, requests, url }) => (
        <div className={styles.panels}>
          <Stack gap={0}>
            <BuyerPanel />
            <PurchasePanel />
            <OfferPanel />
          </Stack>
          <Stack gap={0}>
            <EventPanel />
            <FaultPanel faults={faults} />
          </Stack>
          <details className={styles.rest}>
            <summary>More: orders, topics, the clock, requests</summary>
            <div className={styles.panels}>
              <Stack gap={0}>
                <OrderPanel />
                <TopicPanel />
              </Stack>
              <ClockPanel clockOffsetMs={clockOffsetMs} />
              <RequestLog clockOffsetMs={clockOffsetMs} requests={requests} url={url} />
            </div>
          </details>
        </div>
      )}
    </QueryView>
  )
}
