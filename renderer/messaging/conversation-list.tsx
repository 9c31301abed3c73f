/** The inbox's list: search, views with their numbers, rows, and how complete all of it is. */
import { Archive, Check, CircleHelp, Clock, Inbox, PenLine, RefreshCw, SquarePen, Tag, Trash2 } from 'lucide-react'
import { type Ref, useCallback, useEffect, useRef, useState } from 'react'
import { type Conversation, type ConversationView, conversationViews } from '../../shared/messaging/conversation.ts'
import { useCommandOf, useQueryOf } from '../api/hooks.ts'
import { useNow } from '../api/use-now.ts'
import { useViewState } from '../api/use-view-state.ts'
import { classNames } from '../ui/class-names.ts'
import { EmptyByFilter, Failing, FirstTime, Loading } from '../ui/face.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Pane } from '../ui/pane.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Select } from '../ui/select.tsx'
import { VirtualList } from '../ui/virtual-list.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import styles from './conversation-list.module.css'
import { DeletionStrip, type Filing, FilingBar, FilingOutcome } from './filing.tsx'
import type { Marks } from './use-marks.ts'
import { failureWords, nameOf, syncWords, timeWords, viewWords } from './words.ts'
import { writeTo } from './write-to.ts'

const PAGE = 100
/** Beyond this a list is searched, not scrolled; the foot says so. */
const MOST_ROWS = 5_000
const ROW_HEIGHT = 56
const SEARCH_AFTER_MS = 120
const KEEP_SCROLL_AFTER_MS = 400

const noRows: readonly Conversation[] = []

const keyOf = (row: Conversation): string => row.conversationId

const isView = (text: string): text is ConversationView => (conversationViews as readonly string[]).includes(text)

/** The value as it was `delayMs` after its last change. */
const useSettled = <T,>(value: T, delayMs: number): T => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}

const RowMarks = ({ row }: { readonly row: Conversation }) => (
  <span className={styles.marks}>
    {row.deletion !== null && (
      <span className={styles.uncertain} title={row.deletion === 'failed' ? 'Not deleted' : 'About to be deleted'}>
        <Trash2 aria-hidden="true" size={14} />
        <VisuallyHidden>{row.deletion === 'failed' ? 'not deleted' : 'about to be deleted'}</VisuallyHidden>
      </span>
    )}
    {row.uncertain > 0 && (
      <span className={styles.uncertain} title="Not known yet whether a message arrived">
        <CircleHelp aria-hidden="true" size={14} />
        <VisuallyHidden>uncertain</VisuallyHidden>
      </span>
    )}
    {row.waiting > row.uncertain && (
      <span title="A message waits in the outbox">
        <Clock aria-hidden="true" size={14} />
        <VisuallyHidden>in outbox</VisuallyHidden>
      </span>
    )}
    {row.hasDraft && (
      <span title="Draft">
        <PenLine aria-hidden="true" size={14} />
        <VisuallyHidden>draft</VisuallyHidden>
      </span>
    )}
    {row.archived && (
      <span title="Archived">
        <Archive aria-hidden="true" size={14} />
        <VisuallyHidden>archived</VisuallyHidden>
      </span>
    )}
    {row.itemId !== null && (
      <span title={`About item ${row.itemId}`}>
        <Tag aria-hidden="true" size={14} />
        <VisuallyHidden>about an item</VisuallyHidden>
      </span>
    )}
  </span>
)

const Row = ({
  row,
  nowMs,
  isMarked,
}: {
  readonly row: Conversation
  readonly nowMs: number
  readonly isMarked: boolean
}) => (
  <div className={classNames(styles.row, row.unread && styles.unread, isMarked && styles.marked)}>
    <span aria-hidden="true" className={styles.box} data-mark="">
      {isMarked && <Check size={12} />}
    </span>
    <div className={styles.line}>
      <span className={styles.name}>
        {isMarked && <VisuallyHidden>Marked: </VisuallyHidden>}
        {row.unread && <VisuallyHidden>Unread: </VisuallyHidden>}
        {nameOf(row)}
      </span>
      <span className={styles.time}>{row.latestAtMs !== null && <RelativeTime at={row.latestAtMs} now={nowMs} />}</span>
    </div>
    <div className={styles.line}>
      <span className={styles.words}>
        {row.subject !== null && row.subject !== '' && <span className={styles.subject}>{row.subject}</span>}
        {row.preview !== null && row.preview !== '' && <span>{row.preview}</span>}
      </span>
      <RowMarks row={row} />
    </div>
  </div>
)

export type ConversationListProps = {
  readonly selected: string | null
  readonly onSelect: (conversationId: string) => void
  /** Enter: into the reply. */
  readonly onOpen: (conversationId: string) => void
  readonly searchRef: Ref<HTMLInputElement>
  readonly marks: Marks
  readonly filing: Filing
}

export const ConversationList = ({ selected, onSelect, onOpen, searchRef, marks, filing }: ConversationListProps) => {
  const [storedView, setView] = useViewState('messaging.view', 'all')
  const view = isView(storedView) ? storedView : 'all'
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim(), SEARCH_AFTER_MS)
  const nowMs = useNow()
  const counts = useQueryOf('messaging', 'counts', {}).data
  const sync = useCommandOf('messaging', 'syncNow')
  const isOffline = useQueryOf('connection', 'status', {}).data?.online.state === 'offline'

  const [shown, setShown] = useState({ of: '', limit: PAGE })
  const listed = `${view} ${search}`
  const limit = shown.of === listed ? shown.limit : PAGE
  const answer = useQueryOf('messaging', 'conversations', { view, search, limit }, { keepPrevious: true })
  const last = answer.data
  const rows = last?.rows ?? noRows
  const scroll = useKeptScroll()
  const more = useCallback(() => setShown({ of: listed, limit: Math.min(limit + PAGE, MOST_ROWS) }), [listed, limit])

  const options = conversationViews.map((id) => {
    const count = counts?.views[id] ?? 0
    return { id, label: count === 0 ? viewWords[id] : `${viewWords[id]} ${count.toLocaleString()}` }
  })

  const showAll = (): void => {
    setTyped('')
    setView('all')
  }

  const body = () => {
    if (last === undefined) {
      return answer.error === null ? (
        <Loading label="Loading conversations" rowHeight={ROW_HEIGHT} shape="rows" />
      ) : (
        <Failing
          what="The conversations could not be read from disk"
          why={answer.error.detail.message}
          whatToDo="Try again."
          isRetrying={answer.isFetching}
          onRetry={() => void answer.refetch()}
        />
      )
    }
    const { error } = last.sync
    if (rows.length === 0) {
      if (search !== '' || (view !== 'all' && last.sync.known > 0)) {
        return (
          <EmptyByFilter
            heading={search === '' ? `${viewWords[view]}: nothing here` : 'No conversation found'}
            text={
              search === ''
                ? 'No conversation belongs to this view right now.'
                : `Nothing kept here matches "${search}"${view === 'all' ? '' : `, ${viewWords[view].toLowerCase()} only`}.`
            }
            onClear={showAll}
          />
        )
      }
      if (error !== null) {
        return <Failing what="The inbox could not be read" {...failureWords(error)} onRetry={() => sync.mutate({})} />
      }
      if (last.sync.asOfMs === null)
        return <Loading label="Reading your conversations" rowHeight={ROW_HEIGHT} shape="rows" />
      return (
        <FirstTime
          icon={Inbox}
          heading="No messages yet"
          text="What buyers write to you appears here, and stays readable without a network."
          act={{ label: 'Look for messages', onPress: () => sync.mutate({}) }}
        />
      )
    }
    return (
      <>
        {error !== null && !isOffline && (
          <Failing
            what="The inbox could not be refreshed"
            {...failureWords(error)}
            ageText={
              last.sync.asOfMs === null
                ? 'What was read so far is shown.'
                : `Showing what was there at ${timeWords(last.sync.asOfMs, nowMs)}.`
            }
            onRetry={() => sync.mutate({})}
          />
        )}
        <div className={styles.list} {...marks.handlers(rows)}>
          <VirtualList
            label="Conversations"
            items={rows}
            getKey={keyOf}
            rowHeight={ROW_HEIGHT}
            selectedKey={selected}
            onSelect={onSelect}
            onOpen={onOpen}
            renderRow={(row) => <Row row={row} nowMs={nowMs} isMarked={marks.marked.has(row.conversationId)} />}
            totalCount={last.total}
            initialScrollTop={scroll.initial}
            onScrollTop={scroll.keep}
            {...(last.nextCursor !== null && limit < MOST_ROWS ? { onEndReached: more } : {})}
          />
        </div>
      </>
    )
  }

  return (
    <Pane
      title="Inbox"
      isFilled
      acts={
        <>
          <IconButton icon={SquarePen} label="Write to a buyer" hint="c" onPress={() => writeTo(null)} />
          <IconButton
            icon={RefreshCw}
            label="Read new messages now"
            isPending={last?.sync.state === 'running'}
            onPress={() => sync.mutate({})}
          />
        </>
      }
      toolbar={
        marks.marked.size > 0 ? (
          <FilingBar rows={[...marks.marked.values()]} filing={filing} onClear={marks.clear} />
        ) : (
          <>
            <SearchField label="Search messages" value={typed} onChange={setTyped} keys="/" inputRef={searchRef} />
            <Select label="View" isLabelHidden isSmall options={options} value={view} onChange={(id) => setView(id)} />
          </>
        )
      }
      footer={
        last === undefined ? undefined : (
          <span className={styles.sync}>
            {rows.length >= MOST_ROWS && last.nextCursor !== null
              ? `The newest ${MOST_ROWS.toLocaleString()} of ${last.total.toLocaleString()} are listed; search to find older ones`
              : search === ''
                ? syncWords(last.sync, nowMs)
                : `${last.total.toLocaleString()}${last.totalIsFloor ? ' or more' : ''} found`}
          </span>
        )
      }
    >
      <DeletionStrip />
      <FilingOutcome filing={filing} />
      {body()}
    </Pane>
  )
}

/** Where the list was, after a restart too. Kept when scrolling pauses, so that it costs nothing while it moves. */
const useKeptScroll = (): { readonly initial: number; readonly keep: (scrollTop: number) => void } => {
  const [stored, setStored] = useViewState('messaging.listScroll', 0)
  const initial = useRef(stored)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const keep = useCallback(
    (scrollTop: number) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setStored(Math.round(scrollTop)), KEEP_SCROLL_AFTER_MS)
    },
    [setStored],
  )
  return { initial: initial.current, keep }
}
