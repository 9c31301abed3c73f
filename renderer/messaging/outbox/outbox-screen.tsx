/** Every message that is not final: where it stands, why, what comes next, and what can be done about it. */
import { CircleCheck, MailCheck } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import type { OutboxEntry } from '../../../shared/messaging/conversation.ts'
import { needsUser } from '../../../shared/outbound/state.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { locationHref, navigate, useAppLocation } from '../../api/location.ts'
import { useNow } from '../../api/use-now.ts'
import { useViewState } from '../../api/use-view-state.ts'
import { Badge } from '../../ui/badge.tsx'
import { KeyValue } from '../../ui/key-value.tsx'
import { formatCount, formatNumber } from '../../ui/locale-format.ts'
import { Pane } from '../../ui/pane.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Split } from '../../ui/split.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { useIsNarrow } from '../../ui/use-is-narrow.ts'
import { VirtualList } from '../../ui/virtual-list.tsx'
import screen from '../inbox-screen.module.css'
import { formatShortTime, isConnectionFailure } from '../messaging-labels.ts'
import { OutboxActions } from './outbox-actions.tsx'
import { evidenceLabels, outboxLabel } from './outbox-labels.ts'
import styles from './outbox-screen.module.css'
import { SentAlong } from './sent-along.tsx'

const ROW_HEIGHT = 56
const keyOf = (entry: OutboxEntry): string => entry.id
const open = (id: string): void => navigate({ screen: 'outbox', path: [id] })
const close = (): void => navigate({ screen: 'outbox', path: [] })
const recipientOf = (entry: OutboxEntry): string => entry.buyer ?? 'Unknown buyer'

const Row = ({ entry, nowMs }: { readonly entry: OutboxEntry; readonly nowMs: number }) => {
  const { label, tone } = outboxLabel(entry, nowMs)
  return (
    <div className={styles.row}>
      <div className={styles.line}>
        <span className={styles.name}>{recipientOf(entry)}</span>
        <span className={styles.time}>
          <RelativeTime at={entry.createdAtMs} now={nowMs} />
        </span>
      </div>
      <div className={styles.line}>
        <Badge tone={tone}>{label}</Badge>
        <span className={styles.words}>{entry.content.messageText}</span>
      </div>
    </div>
  )
}

const sentOffWords = (attempts: number): string =>
  attempts === 0 ? 'Not yet' : attempts === 1 ? 'Once' : formatCount(attempts, 'time')

const nextTryWords = (entry: OutboxEntry, nowMs: number): string => {
  const { state } = entry
  if (entry.waitsForEarlier) return 'After the earlier message to this buyer'
  switch (state.state) {
    case 'held':
      return formatShortTime(state.undoUntilMs, nowMs)
    case 'queued':
      if (state.nextTryAtMs <= nowMs) return 'Now'
      return `${formatShortTime(state.nextTryAtMs, nowMs)}${state.error !== null && isConnectionFailure(state.error) ? ', or as soon as the platform answers' : ''}`
    case 'waiting':
      return formatShortTime(state.untilMs, nowMs)
    case 'unknown':
      return 'Never by itself'
    default:
      return needsUser(state) ? 'Only if you send it again' : 'None'
  }
}

const Detail = ({ entry }: { readonly entry: OutboxEntry }) => {
  const nowMs = useNow('second')
  const { label, tone, detail } = outboxLabel(entry, nowMs)
  const { state, target } = entry
  return (
    <Pane
      title={recipientOf(entry)}
      subtitle={entry.subject ?? undefined}
      onBack={close}
      backLabel="Back to the outbox"
      footer={<OutboxActions key={entry.id} entry={entry} />}
    >
      <div className={styles.detail}>
        <p className={styles.state}>
          <Badge tone={tone}>{label}</Badge> <span>{detail}</span>
        </p>
        {state.state === 'unknown' && (
          <section aria-label="What reading the conversation told">
            <ul className={styles.evidence}>
              {evidenceLabels(state.before, state.after, nowMs).map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          </section>
        )}
        <div>
          <blockquote className={styles.text} dir="auto">
            {entry.content.messageText}
          </blockquote>
          <SentAlong {...entry.content} />
        </div>
        <KeyValue
          facts={[
            { label: 'Written', value: <RelativeTime at={entry.createdAtMs} now={nowMs} /> },
            { label: 'Sent off', value: sentOffWords(entry.attempts) },
            { label: 'Last error', value: entry.lastError?.message ?? 'None' },
            { label: 'Next try', value: nextTryWords(entry, nowMs) },
          ]}
        />
        {'conversationId' in target && (
          <p className={styles.link}>
            <a href={locationHref({ screen: 'inbox', path: [target.conversationId] })}>Open the conversation</a>
          </p>
        )}
      </div>
    </Pane>
  )
}

export const OutboxScreen = () => {
  const { path } = useAppLocation()
  const selected = path[0] ?? null
  const nowMs = useNow()
  const [listWidth, setListWidth] = useViewState('messaging.outboxWidth', 360)
  const screenRef = useRef<HTMLDivElement>(null)
  const isNarrow = useIsNarrow()
  const answer = useApiQuery('messaging', 'outbox', {})
  const entries = answer.data?.entries
  const entry = entries?.find(({ id }) => id === selected)
  const waiting = entries?.filter(({ state }) => needsUser(state)).length ?? 0

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.defaultPrevented || event.nativeEvent.isComposing || event.key !== 'Escape' || selected === null) return
    event.preventDefault()
    close()
    screenRef.current?.querySelector<HTMLElement>('[role=listbox]')?.focus()
  }

  const list = () => {
    if (entries === undefined) {
      return answer.error === null ? (
        <LoadingState label="Loading the outbox" rowHeight={ROW_HEIGHT} shape="rows" />
      ) : (
        <ErrorState
          what="The outbox could not be read"
          why={answer.error.detail.message}
          whatToDo="Try again. The messages themselves are safe on disk."
          isRetrying={answer.isFetching}
          onRetry={() => void answer.refetch()}
        />
      )
    }
    if (entries.length === 0) {
      return (
        <EmptyState
          icon={MailCheck}
          heading="Nothing is waiting"
          text="What you send stays here until it is known to have arrived: while it can be undone, while you are offline, and when something went wrong."
          action={{ label: 'Go to the inbox', onPress: () => navigate({ screen: 'inbox', path: [] }) }}
        />
      )
    }
    return (
      <VirtualList
        label="Messages in the outbox"
        items={entries}
        getKey={keyOf}
        rowHeight={ROW_HEIGHT}
        selectedKey={selected}
        onSelect={open}
        selectionFollowsFocus={!isNarrow}
        renderRow={(row) => <Row entry={row} nowMs={nowMs} />}
      />
    )
  }

  const detail = () => {
    if (entry !== undefined) return <Detail entry={entry} />
    if (selected !== null && entries !== undefined) {
      return (
        <EmptyState
          icon={CircleCheck}
          heading="This message has come to its end"
          text="It was sent, taken back or discarded, so that it is in the outbox no more."
          action={{ label: 'Back to the outbox', onPress: close }}
        />
      )
    }
    return (
      <EmptyState
        icon={MailCheck}
        heading="Choose a message"
        text="Each says where it stands and what you can do. Nothing is ever sent twice by itself."
      />
    )
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape of the whole screen; the way back has a control of its own
    <div className={screen.screen} onKeyDown={onKeyDown} ref={screenRef}>
      <Split
        label="Width of the outbox list"
        size={listWidth}
        onSizeChange={setListWidth}
        showing={selected === null ? 'list' : 'detail'}
        list={
          <Pane
            title="Outbox"
            isFilled
            subtitle={
              entries === undefined || entries.length === 0
                ? undefined
                : `${formatCount(entries.length, 'message')}${waiting === 0 ? '' : `, ${formatNumber(waiting)} for you to decide`}`
            }
          >
            {list()}
          </Pane>
        }
        detail={detail()}
      />
    </div>
  )
}
