/** The outbox: everything that isn't sent, with its state and what can be done about it (OFF-03). */
import { CircleCheck, MailCheck } from 'lucide-react'
import { useMemo, useRef } from 'react'
import type { OutboxEntry } from '../../../shared/messaging/conversation.ts'
import { summarizeMessage } from '../../../shared/messaging/message-text.ts'
import type { OutboundEntry } from '../../../shared/outbound/contract.ts'
import { needsUser } from '../../../shared/outbound/state.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { locationHref, navigate, useAppLocation } from '../../api/location.ts'
import { useNow } from '../../api/use-now.ts'
import { useViewState } from '../../api/use-view-state.ts'
import { useCommand } from '../../commands/registry.ts'
import { Badge } from '../../ui/badge.tsx'
import { KeyValue } from '../../ui/key-value.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { formatCount, formatNumber } from '../../ui/locale-format.ts'
import { Pane } from '../../ui/pane.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Split } from '../../ui/split.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useIsNarrow } from '../../ui/use-is-narrow.ts'
import { VirtualList } from '../../ui/virtual-list.tsx'
import screenStyles from '../inbox-screen.module.css'
import { closeConversation } from '../locations.ts'
import { ChangeDetail } from './change-detail.tsx'
import { Evidence } from './evidence.tsx'
import { HoldBanner } from './hold-banner.tsx'
import { OutboxActions } from './outbox-actions.tsx'
import { attemptsLabel, changeLabel, nextTryLabel, outboxLabel } from './outbox-labels.ts'
import styles from './outbox-screen.module.css'
import { SentAlong } from './sent-along.tsx'

const ROW_HEIGHT = 56
/** A message, or any other change. */
type Waiting = { readonly message: OutboxEntry } | { readonly change: OutboundEntry }
const getEntry = (row: Waiting): OutboxEntry | OutboundEntry => ('message' in row ? row.message : row.change)
const getKey = (row: Waiting): string => getEntry(row).id
const mergeByTime = (messages: readonly OutboxEntry[], all: readonly OutboundEntry[]): readonly Waiting[] =>
  [
    ...messages.map((message) => ({ message })),
    ...all.filter(({ kind }) => kind !== 'message').map((change) => ({ change })),
  ].toSorted((a, b) => getEntry(a).createdAtMs - getEntry(b).createdAtMs)
const isForUser = (row: Waiting): boolean =>
  'message' in row ? needsUser(row.message.state) : row.change.nextAtMs === null && row.change.state !== 'sending'
const open = (id: string): void => navigate({ screen: 'outbox', path: [id] })
const close = (): void => navigate({ screen: 'outbox', path: [] })
const recipientName = (entry: OutboxEntry): string => entry.buyer ?? 'Unknown buyer'

const EntryRow = ({ row, nowMs }: { readonly row: Waiting; readonly nowMs: number }) => {
  const entry = getEntry(row)
  const { label, tone, detail } = 'message' in row ? outboxLabel(row.message, nowMs) : changeLabel(row.change, nowMs)
  return (
    <Stack className={styles.row} gap={1} justify="center">
      <Row>
        <Text className={styles.title} strong truncate>
          {'message' in row ? recipientName(row.message) : row.change.title}
        </Text>
        <Text size="meta" tone="faint">
          <RelativeTime at={entry.createdAtMs} now={nowMs} />
        </Text>
      </Row>
      <Row>
        <Badge tone={tone}>{label}</Badge>
        <Text size="meta" tone="faint" truncate>
          {'message' in row ? summarizeMessage(row.message.content) : detail}
        </Text>
      </Row>
    </Stack>
  )
}

const EntryDetail = ({ entry }: { readonly entry: OutboxEntry }) => {
  const nowMs = useNow('second')
  const { label, tone, detail } = outboxLabel(entry, nowMs)
  const { state, target } = entry
  return (
    <Pane
      title={recipientName(entry)}
      subtitle={entry.subject ?? undefined}
      onBack={close}
      backLabel="Back to the outbox"
      footer={<OutboxActions key={entry.id} entry={entry} />}
    >
      <Stack className={styles.detail} gap={4}>
        <Text as="p" tabular>
          <Badge tone={tone}>{label}</Badge> {detail}
        </Text>
        {state.state === 'unknown' && <Evidence before={state.before} after={state.after} nowMs={nowMs} />}
        <div>
          <blockquote className={styles.text} dir="auto">
            {summarizeMessage(entry.content)}
          </blockquote>
          <SentAlong {...entry.content} />
        </div>
        <KeyValue
          facts={[
            { label: 'Written', value: <RelativeTime at={entry.createdAtMs} now={nowMs} /> },
            { label: 'Attempts', value: attemptsLabel(entry) },
            { label: 'Last error', value: entry.lastError?.message ?? 'None' },
            { label: 'Next try', value: nextTryLabel(entry, nowMs) },
          ]}
        />
        {'conversationId' in target && (
          <p>
            <a href={locationHref({ screen: 'inbox', path: [target.conversationId] })}>Open the conversation</a>
          </p>
        )}
      </Stack>
    </Pane>
  )
}

type ListSubtitleProps = { readonly entries: readonly Waiting[] }

const ListSubtitle = ({ entries }: ListSubtitleProps) => {
  const waiting = entries.filter(isForUser).length
  return (
    <>
      {entries.every((row) => 'message' in row)
        ? formatCount(entries.length, 'message')
        : `${formatNumber(entries.length)} waiting`}
      {waiting > 0 && `, ${formatNumber(waiting)} for you to decide`}
    </>
  )
}

const nothingWaits = (
  <EmptyState
    icon={MailCheck}
    heading="Nothing is waiting"
    text="Messages and changes stay here until they are sent: while you can undo, while you are offline, and when something went wrong."
    action={{ label: 'Go to the inbox', onPress: closeConversation }}
  />
)
const hasLeft = (
  <EmptyState
    icon={CircleCheck}
    heading="This has left the outbox"
    text="It was sent, discarded, or turned back into a draft."
    action={{ label: 'Back to the outbox', onPress: close }}
  />
)

export const OutboxScreen = () => {
  const { path } = useAppLocation()
  const openId = path[0] ?? null
  const nowMs = useNow()
  const [listWidth, setListWidth] = useViewState('messaging.outboxWidth', 360)
  const screenRef = useRef<HTMLDivElement>(null)
  const isNarrow = useIsNarrow()
  const query = useApiQuery('messaging', 'outbox', {})
  const changes = useApiQuery('outbound', 'list', {})
  const all = useMemo(
    () =>
      query.data === undefined || changes.data === undefined
        ? undefined
        : mergeByTime(query.data.entries, changes.data.entries),
    [query.data, changes.data],
  )
  const row = all?.find((one) => getKey(one) === openId)
  const hold = useApiQuery('outbound', 'hold', {}).data ?? null

  useCommand('outbox.back', () => {
    if (openId === null) return false
    close()
    screenRef.current?.querySelector<HTMLElement>('[role=listbox]')?.focus()
    return true
  })

  const detail = () => {
    if (row !== undefined)
      return 'message' in row ? (
        <EntryDetail entry={row.message} />
      ) : (
        <ChangeDetail entry={row.change} onClose={close} />
      )
    if (all === undefined) return null
    if (openId !== null) return hasLeft
    return (
      <EmptyState
        icon={MailCheck}
        heading="Choose a message or change"
        text="See its state and what you can do. Stallhand sends nothing twice by itself."
      />
    )
  }

  const toolbar = hold === null ? undefined : <HoldBanner hold={hold} />
  if (all?.length === 0) {
    return (
      <div className={screenStyles.screen} ref={screenRef}>
        <Pane title="Outbox" isFilled toolbar={toolbar}>
          {openId === null ? nothingWaits : hasLeft}
        </Pane>
      </div>
    )
  }
  return (
    <div className={screenStyles.screen} ref={screenRef}>
      <Split
        label="Width of the outbox list"
        size={listWidth}
        onSizeChange={setListWidth}
        showing={openId === null ? 'list' : 'detail'}
        list={
          <Pane
            title="Outbox"
            isFilled
            toolbar={toolbar}
            subtitle={all === undefined ? undefined : <ListSubtitle entries={all} />}
          >
            <QueryView
              query={query}
              label="The outbox"
              whatToDo="Your messages and changes are safe on disk."
              skeleton={{ rowHeight: ROW_HEIGHT, shape: 'rows' }}
            >
              {() => (
                <QueryView
                  query={changes}
                  label="The outbox"
                  whatToDo="Your messages and changes are safe on disk."
                  skeleton={{ rowHeight: ROW_HEIGHT, shape: 'rows' }}
                >
                  {() => (
                    <VirtualList
                      label="Messages in the outbox"
                      items={all ?? []}
                      getKey={getKey}
                      rowHeight={ROW_HEIGHT}
                      selectedKey={openId}
                      onSelect={open}
                      selectionFollowsFocus={!isNarrow}
                      renderRow={(one) => <EntryRow row={one} nowMs={nowMs} />}
                    />
                  )}
                </QueryView>
              )}
            </QueryView>
          </Pane>
        }
        detail={detail()}
      />
    </div>
  )
}
