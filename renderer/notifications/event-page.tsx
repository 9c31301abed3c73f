/** One event: what it says, whether it is to be believed, each delivery of it, and the bytes as they came. */
import { RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import { processingWords, signatureWords } from '../../shared/notifications/event.ts'
import type { EventPage as EventDetail } from '../../shared/notifications/log-contract.ts'
import { receiverRules } from '../../shared/notifications/receiver-rules.ts'
import { useCommandOf, useQueryOf } from '../api/hooks.ts'
import { hrefOf } from '../api/place.ts'
import { useNow } from '../api/use-now.ts'
import { Badge } from '../ui/badge.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { Failing, Loading } from '../ui/face.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { KeyValue } from '../ui/key-value.tsx'
import { Pane } from '../ui/pane.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { toast } from '../ui/toast.tsx'
import { EventTree } from './event-tree.tsx'
import styles from './notifications.module.css'
import { countOf, meaningOf, msWords, processedWords, processingTones, signatureTones, sizeWords } from './words.ts'

const Note = ({ event }: { readonly event: EventDetail }) => {
  const setNote = useCommandOf('notifications', 'setNote')
  const [text, setText] = useState(event.note)
  const save = (): void => {
    if (text === event.note) return
    setNote.mutate({ eventId: event.eventId, note: text })
  }
  return (
    <TextArea
      label="Note"
      description="Kept on this machine, for you alone."
      value={text}
      onChange={setText}
      onBlur={save}
      limit={2_000}
      used={text.length}
      minRows={2}
      error={setNote.error?.message}
    />
  )
}

const Deliveries = ({ event }: { readonly event: EventDetail }) => {
  const nowMs = useNow()
  return (
    <>
      <table className={styles.deliveries}>
        <thead>
          <tr>
            <th scope="col">Delivered</th>
            <th scope="col">Size</th>
            <th scope="col">Read</th>
            <th scope="col">On disk</th>
            <th scope="col">Answered</th>
            <th scope="col">Processed</th>
          </tr>
        </thead>
        <tbody>
          {event.deliveries.map((delivery) => (
            <tr key={delivery.deliveryId}>
              <td>
                <RelativeTime at={delivery.receivedAtMs} now={nowMs} />
              </td>
              <td>{sizeWords(delivery.sizeBytes)}</td>
              <td>{msWords(delivery.times.acceptMs)}</td>
              <td>{msWords(delivery.times.persistMs)}</td>
              <td>{msWords(delivery.times.answerMs)}</td>
              <td>{msWords(delivery.times.processMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {event.moreDeliveries > 0 && <p className={styles.soft}>{countOf(event.moreDeliveries, 'more delivery')}</p>}
      <p className={styles.soft}>Each time counts from the end of the one before it.</p>
    </>
  )
}

const Said = ({ event }: { readonly event: EventDetail }) => {
  const facts = event.paths.flatMap(({ words, path, values }) =>
    values.map(({ at, value }) => ({
      label: words,
      value: (
        <span className={styles.pathValue}>
          <span className="mono">{value}</span>
          <span className={styles.type}>{at === path ? path : `${path}, found at ${at}`}</span>
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
        <EventTree node={event.tree} />
      )}
    </>
  )
}

const Raw = ({ event }: { readonly event: EventDetail }) => (
  <>
    <CodeBlock
      label="Headers"
      text={event.headers
        .map(({ name, value }) => `${name}: ${value ?? '(not shown: it may hold a secret)'}`)
        .join('\n')}
    />
    <CodeBlock
      label={event.raw.text === null ? 'Body, not text: in base64' : 'Body'}
      text={event.raw.text ?? event.raw.base64 ?? ''}
    />
  </>
)

const verdictWords = {
  kept: { word: 'Kept', tone: 'good' },
  broken: { word: 'Broken', tone: 'danger' },
  notKnown: { word: 'Not known', tone: 'info' },
  notApplicable: { word: 'Does not apply', tone: 'neutral' },
} as const

/** The six rules for a receiver, each with its own words and how this event kept it. */
const Rules = ({ event }: { readonly event: EventDetail }) =>
  receiverRules.map(({ number, title, words }) => {
    const grade = event.rules.find((each) => each.number === number)
    if (grade === undefined) return null
    const { word, tone } = verdictWords[grade.verdict]
    return (
      <section key={number}>
        <p className={styles.line}>
          <Badge tone={tone}>{word}</Badge>
          <strong>{`Rule ${number}: ${title}`}</strong>
        </p>
        <p>{grade.why}</p>
        <p className={styles.soft}>{words}</p>
      </section>
    )
  })

const Detail = ({ event, onClose }: { readonly event: EventDetail; readonly onClose: () => void }) => {
  const nowMs = useNow()
  const again = useCommandOf('notifications', 'processAgain')
  const replay = useCommandOf('notifications', 'replay')
  const [tab, setTab] = useState('said')
  return (
    <Pane
      title={meaningOf(event.name) ?? event.name}
      subtitle={
        <span className={styles.line}>
          {meaningOf(event.name) !== undefined && <span className="mono">{event.name}</span>}
          <RelativeTime at={event.receivedAtMs} now={nowMs} />
        </span>
      }
      acts={
        <>
          {event.canProcessAgain && (
            <Button
              icon={RotateCcw}
              isPending={again.isPending}
              size="s"
              onPress={() =>
                again.mutate(
                  { eventId: event.eventId },
                  { onError: (error) => void toast({ text: error.message, tone: 'danger' }) },
                )
              }
            >
              Check again
            </Button>
          )}
          <Button
            isPending={replay.isPending}
            size="s"
            onPress={() =>
              replay.mutate(
                { eventIds: [event.eventId] },
                {
                  onSuccess: () =>
                    void toast({ text: 'Sent again to this receiver, marked as a replay', tone: 'good' }),
                  onError: (error) => void toast({ text: error.message, tone: 'danger' }),
                },
              )
            }
          >
            Replay
          </Button>
          <IconButton icon={X} label="Close the event" onPress={onClose} />
        </>
      }
      onBack={onClose}
      backLabel="Back to the log"
      isFilled
    >
      <div className={styles.page}>
        <div className={styles.summary}>
          <p className={styles.line}>
            <Badge tone={signatureTones[event.signature]}>{signatureWords(event.signature)}</Badge>
            <span>{event.signatureWords}</span>
          </p>
          <p className={styles.line}>
            <Badge tone={processingTones[event.processing]}>{processingWords(event.processing)}</Badge>
            <span>{`Delivered ${countOf(event.deliveryCount, 'time')}, replayed ${countOf(event.replayCount, 'time')}, ${processedWords[event.processing]}.`}</span>
          </p>
          {event.listings.map(
            ({ itemId, sku }) =>
              sku !== null && (
                <p key={itemId}>
                  <a href={hrefOf({ room: 'items', path: [sku] })}>Open the item {sku}</a>
                </p>
              ),
          )}
          {event.conversationId !== null && (
            <p>
              <a href={hrefOf({ room: 'inbox', path: [event.conversationId] })}>Open the conversation</a>
            </p>
          )}
          {event.why !== null && (
            <Banner tone={event.processing === 'failed' ? 'danger' : 'caution'}>{event.why}</Banner>
          )}
        </div>
        <Tabs
          label="The event"
          selected={tab}
          onChange={setTab}
          tabs={[
            {
              id: 'said',
              label: 'What it says',
              content: (
                <div className={styles.tab}>
                  <Said event={event} />
                </div>
              ),
            },
            {
              id: 'deliveries',
              label: 'Deliveries',
              count: event.deliveryCount,
              content: (
                <div className={styles.tab}>
                  <Deliveries event={event} />
                </div>
              ),
            },
            {
              id: 'raw',
              label: 'Raw',
              content: (
                <div className={styles.tab}>
                  <Raw event={event} />
                </div>
              ),
            },
            {
              id: 'rules',
              label: 'Rules',
              content: (
                <div className={styles.tab}>
                  <Rules event={event} />
                </div>
              ),
            },
            {
              id: 'note',
              label: 'Note',
              content: (
                <div className={styles.tab}>
                  <Note key={event.eventId} event={event} />
                </div>
              ),
            },
          ]}
        />
      </div>
    </Pane>
  )
}

export type EventPageProps = { readonly eventId: number; readonly onClose: () => void }

export const EventPage = ({ eventId, onClose }: EventPageProps) => {
  const answer = useQueryOf('notifications', 'event', { eventId })
  if (answer.data !== undefined) return <Detail event={answer.data} onClose={onClose} />
  return (
    <Pane title="Event" onBack={onClose} acts={<IconButton icon={X} label="Close the event" onPress={onClose} />}>
      {answer.error === null ? (
        <Loading label="Loading the event" shape="facts" />
      ) : (
        <Failing
          what="This event cannot be shown"
          why={answer.error.message}
          whatToDo="Close it and choose another, or try again."
          onRetry={() => void answer.refetch()}
        />
      )}
    </Pane>
  )
}
