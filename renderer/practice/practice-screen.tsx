/** The other side of the counter: be the buyer, sell an item, break the network, move the clock. Practice shops only. */
import { Store } from 'lucide-react'
import { useEffect } from 'react'
import { useApiQuery } from '../api/hooks.ts'
import { navigate } from '../api/location.ts'
import { useConnection } from '../api/use-connection.ts'
import { Pane } from '../ui/pane.tsx'
import { EmptyState, ErrorState, LoadingState } from '../ui/states.tsx'
import { BuyerPanel } from './buyer-panel.tsx'
import { ClockPanel } from './clock-panel.tsx'
import { DeliveryPanel } from './delivery-panel.tsx'
import styles from './practice.module.css'
import { RequestLog } from './request-log.tsx'
import { SalePanel } from './sale-panel.tsx'
import { TopicPanel } from './topic-panel.tsx'
import { TroublePanel } from './trouble-panel.tsx'

/** The platform's log grows by the app's own calls, of which no event tells. */
const LOOK_EVERY_MS = 2_000

const subtitle = 'The other side of the counter. Play the buyer, the platform and the weather.'

export const PracticeScreen = () => (
  <div className={styles.screen}>
    <Practice />
  </div>
)

function Practice() {
  const connection = useConnection()
  if (connection === undefined) {
    return (
      <Pane title="Practice">
        <LoadingState label="The practice shop" shape="lines" />
      </Pane>
    )
  }
  if (connection.kind !== 'practice') {
    return (
      <Pane title="Practice">
        <EmptyState
          act={{ label: 'See this connection', onPress: () => navigate({ screen: 'settings', path: [] }) }}
          heading="This is a real shop"
          icon={Store}
          text={`You are connected to ${connection.name}, where nothing can be played. To practise, close Stallhand and start it without a connection file: it then opens a shop of its own, with buyers you can play yourself.`}
        />
      </Pane>
    )
  }
  return <Counter />
}

function Counter() {
  const status = useApiQuery('practice', 'status', {})
  const { refetch } = status
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void refetch()
    }, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [refetch])
  const onDone = (): void => void refetch()

  if (status.data === undefined) {
    return (
      <Pane subtitle={subtitle} title="Practice">
        {status.isError ? (
          <ErrorState
            isRetrying={status.isFetching}
            onRetry={onDone}
            what="The practice platform does not answer"
            whatToDo="If it runs by itself, start it again with npm run practice. Otherwise start Stallhand again."
            why={status.error.message}
          />
        ) : (
          <LoadingState label="The practice shop" shape="lines" />
        )}
      </Pane>
    )
  }
  const { clockOffsetMs, faults, requests, url } = status.data
  return (
    <Pane subtitle={subtitle} title="Practice">
      {status.isError && (
        <ErrorState
          ageText="What you see is from the last time it answered."
          isRetrying={status.isFetching}
          onRetry={onDone}
          what="The practice platform does not answer"
          whatToDo="Start it again, then try again."
          why={status.error.message}
        />
      )}
      <div className={styles.counter}>
        <div className={styles.column}>
          <BuyerPanel onDone={onDone} />
          <SalePanel onDone={onDone} />
          <TopicPanel onDone={onDone} />
        </div>
        <div className={styles.column}>
          <TroublePanel faults={faults} onDone={onDone} />
          <ClockPanel clockOffsetMs={clockOffsetMs} onDone={onDone} />
          <DeliveryPanel clockOffsetMs={clockOffsetMs} />
        </div>
        <RequestLog clockOffsetMs={clockOffsetMs} requests={requests} url={url} />
      </div>
    </Pane>
  )
}
