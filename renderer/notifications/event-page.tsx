/** One event: what it says, whether it is to be believed, each delivery of it, and the bytes as they came. */
import { X } from 'lucide-react'
import { useState } from 'react'
import { processingLabels, signatureLabels } from '../../shared/notifications/event.ts'
import type { EventPage as EventDetail } from '../../shared/notifications/log-contract.ts'
import { useApiQuery } from '../api/hooks.ts'
import { locationHref } from '../api/location.ts'
import { useNow } from '../api/use-now.ts'
import { Badge } from '../ui/badge.tsx'
import { Banner } from '../ui/banner.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { KeyValue } from '../ui/key-value.tsx'
import { Pane } from '../ui/pane.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { ErrorState, LoadingState } from '../ui/states.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { DeliveryTimeline } from './delivery-timeline.tsx'
import styles from './event.module.css'
import { EventActs } from './event-acts.tsx'
import { EventLinks } from './event-links.tsx'
import { EventNote } from './event-note.tsx'
import { EventRules } from './event-rules.tsx'
import { EventTree, marksOf } from './event-tree.tsx'
import { headerText, meaningOf, processedWords, processingTones, signatureTones, timesCount } from './words.ts'

const Said = ({ event }: { readonly event: EventDetail }) => {
  const facts = event.paths.flatMap(({ label, path, values }) =>
    values.map(({ at, value }, index) => ({
      label: values.length === 1 ? label : `${label} ${index + 1}`,
      value: (
        <span className={styles.pathValue}>
          <span className="mono">{value}</span>
          <span className={styles.path}>{at === path ? path : `${path}, found at ${at}`}</span>
        </span>
      ),
    })),
  )
  return (
    <>
      {facts.length > 0 && <KeyValue facts={facts} />}
      {event.tree === null ? (
        <p className={styles.soft}>This message could not be read as a tree. Its bytes are under Raw.</p>
      ) : (
        <>
          <EventTree marks={marksOf(event.paths)} node={event.tree} />
          {facts.length === 0 && (
            <p className={styles.soft}>The documents name no elements of this event; it is kept and shown whole.</p>
          )}
        </>
      )}
    </>
  )
}

const Raw = ({ event }: { readonly event: EventDetail }) => (
  <>
    <CodeBlock label="Headers" text={headerText(event.headers)} />
    <CodeBlock
      label={event.raw.text === null ? 'Body, not text: in base64' : 'Body'}
      text={event.raw.text ?? event.raw.base64 ?? ''}
    />
  </>
)

const cameWords = ({ deliveryCount, replayCount, processing, origin }: EventDetail): string => {
  const came = origin === 'platform' ? [`Delivered ${timesCount(deliveryCount)}`] : []
  const replayed = replayCount > 0 || origin === 'replay' ? [`replayed ${timesCount(replayCount)}`] : []
  const all = [...came, ...replayed, processedWords[processing]].join(', ')
  return `${all.charAt(0).toUpperCase()}${all.slice(1)}.`
}

const Summary = ({ event }: { readonly event: EventDetail }) => (
  <div className={styles.summary}>
    <p className={styles.line}>
      <Badge tone={signatureTones[event.signature]}>{signatureLabels[event.signature]}</Badge>
      <span>{event.signatureMessage}</span>
    </p>
    <p className={styles.line}>
      <Badge tone={processingTones[event.processing]}>{processingLabels[event.processing]}</Badge>
      <span>{cameWords(event)}</span>
    </p>
    {event.copyOf !== null && (
      <p className={styles.line}>
        <Badge tone="accent">Edited copy</Badge>
        <a href={locationHref({ screen: 'notifications', path: [String(event.copyOf)] })}>
          Open the event it was made from
        </a>
      </p>
    )}
    <EventLinks event={event} />
    {event.why !== null && <Banner tone={event.processing === 'failed' ? 'danger' : 'caution'}>{event.why}</Banner>}
  </div>
)

const Detail = ({ event, onClose }: { readonly event: EventDetail; readonly onClose: () => void }) => {
  const nowMs = useNow()
  const [tab, setTab] = useState('said')
  const content = {
    said: <Said event={event} />,
    deliveries: <DeliveryTimeline event={event} />,
    raw: <Raw event={event} />,
    rules: <EventRules rules={event.rules} />,
    note: <EventNote event={event} key={event.eventId} />,
  }
  const broken = event.rules.filter(({ verdict }) => verdict === 'broken').length
  const tabOf = (id: keyof typeof content, label: string, count?: number) => ({
    id,
    label,
    content: <div className={styles.tab}>{content[id]}</div>,
    ...(count === undefined ? {} : { count }),
  })
  return (
    <Pane
      title={meaningOf(event.name) ?? event.name}
      subtitle={
        <span className={styles.line}>
          {meaningOf(event.name) !== undefined && <span className="mono">{event.name}</span>}
          <RelativeTime at={event.receivedAtMs} now={nowMs} />
        </span>
      }
      acts={<EventActs event={event} onClose={onClose} />}
      onBack={onClose}
      backLabel="Back to the log"
      isFilled
    >
      <div className={styles.page}>
        <Summary event={event} />
        <Tabs
          label="The event"
          selected={tab}
          onChange={setTab}
          tabs={[
            tabOf('said', 'What it says'),
            tabOf('deliveries', 'Deliveries', event.deliveries.length + event.moreDeliveries),
            tabOf('raw', 'Raw'),
            tabOf('rules', broken === 0 ? 'Rules' : `Rules, ${broken} broken`),
            tabOf('note', 'Note', event.note === '' ? undefined : 1),
          ]}
        />
      </div>
    </Pane>
  )
}

export type EventPageProps = { readonly eventId: number; readonly onClose: () => void }

export const EventPage = ({ eventId, onClose }: EventPageProps) => {
  const answer = useApiQuery('notifications', 'event', { eventId })
  if (answer.data !== undefined) return <Detail event={answer.data} onClose={onClose} />
  return (
    <Pane title="Event" onBack={onClose} acts={<IconButton icon={X} label="Close the event" onPress={onClose} />}>
      {answer.error === null ? (
        <LoadingState label="Loading the event" shape="facts" />
      ) : (
        <ErrorState
          what="This event cannot be shown"
          why={answer.error.message}
          whatToDo="Close it and choose another, or try again."
          onRetry={() => void answer.refetch()}
        />
      )}
    </Pane>
  )
}
