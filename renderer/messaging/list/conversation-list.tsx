/** The inbox's list: search, views with their numbers, rows, and how complete all of it is. */
import { Inbox, RefreshCw, SquarePen, StepForward } from 'lucide-react'
import { memo, type Ref, type RefObject, useEffect, useMemo } from 'react'
import type { FoundNewMessage, ListedConversation, SearchHit } from '../../../shared/messaging/list.ts'
import type { AppError } from '../../../shared/result.ts'
import { useApiQuery, useReportedMutation } from '../../api/hooks.ts'
import { useApiRows } from '../../api/use-api-rows.ts'
import { useNow } from '../../api/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Pane } from '../../ui/pane.tsx'
import type { RowSource } from '../../ui/row-source.ts'
import { EmptyState, ErrorState, LoadingState, NoResults } from '../../ui/states.tsx'
import { useIsNarrow } from '../../ui/use-is-narrow.ts'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { failureFace } from '../failure-face.ts'
import { DeletionStrip } from '../filing/deletions.tsx'
import { FilingBar, FilingOutcome } from '../filing/filing.tsx'
import type { Filing } from '../filing/use-filing.ts'
import { formatShortTime, hitLabels, selectionLabel } from '../messaging-labels.ts'
import { FoundText } from '../thread/message-text.tsx'
import { splitAtHits } from '../thread/text-segments.ts'
import { writeTo } from '../write-to.ts'
import styles from './conversation-list.module.css'
import { ConversationRow, ROW_HEIGHT } from './conversation-row.tsx'
import { ListFoot } from './list-foot.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { markedNow } from './marked-now.ts'
import { useKeptScroll } from './use-kept-scroll.ts'
import type { Marks } from './use-marks.ts'
import type { Selection } from './use-selection.ts'

const keyOf = (row: ListedConversation): string => row.conversationId

/** Messages to persons that a search finds: they stand in no conversation, and therefore in no row. */
const FoundNewMessages = ({ found }: { readonly found: readonly FoundNewMessage[] }) => (
  <section aria-label="Found in messages to persons" className={styles.found}>
    <h3 className={styles.heading}>New messages</h3>
    <ul>
      {found.map(({ otherPartyUsername, hit }) => (
        <li className={styles.foundRow} key={`${otherPartyUsername} ${hit.where}`}>
          <Button size="s" variant="quiet" onPress={() => writeTo(otherPartyUsername)}>
            <bdi>{otherPartyUsername}</bdi>
          </Button>
          <span className={styles.words}>
            {hitLabels[hit.where]} <FoundText parts={splitAtHits(hit.snippet, hit.ranges)} />
          </span>
        </li>
      ))}
    </ul>
  </section>
)

type ListActsProps = { readonly isReading: boolean; readonly onNextUnanswered: () => void }

const ListActions = memo(({ isReading, onNextUnanswered }: ListActsProps) => {
  const sync = useReportedMutation('messaging', 'syncNow')
  return (
    <>
      <IconButton icon={StepForward} label="Next unanswered" hint="n" onPress={onNextUnanswered} />
      <IconButton icon={SquarePen} label="Write to a buyer" hint="c" onPress={() => writeTo(null)} />
      <IconButton
        icon={RefreshCw}
        label="Read new messages now"
        isPending={isReading}
        onPress={() => sync.mutate({})}
      />
    </>
  )
})

/** Where the selected conversation stands, asked for where it is not among the rows that are here; null until it is known. */
const useSelectedPlace = (
  selected: string | null,
  rows: RowSource<ListedConversation>,
  { selection }: Selection,
): number | null => {
  const isHere = useMemo(() => {
    if (selected === null) return true
    for (const [, row] of rows.here()) if (row.conversationId === selected) return true
    return false
  }, [rows, selected])
  const place = useApiQuery(
    'messaging',
    'conversationOffset',
    { ...selection, conversationId: selected ?? '-' },
    { enabled: !isHere && rows.count > 0 },
  )
  return isHere ? null : (place.data?.offset ?? null)
}

export type ConversationListProps = {
  readonly selection: Selection
  readonly selected: string | null
  /** The row was moved to; `hit` is where the search found it. */
  readonly onSelect: (conversationId: string, hit: SearchHit | null) => void
  /** Enter: into the reply. */
  readonly onOpen: (conversationId: string) => void
  readonly onNextUnanswered: () => void
  readonly searchRef: Ref<HTMLInputElement>
  /** Told the rows as they stand, for actions that need to know a neighbour. */
  readonly rowsRef: RefObject<RowSource<ListedConversation> | null>
  readonly marks: Marks
  readonly filing: Filing
}

export const ConversationList = ({
  selection: shown,
  selected,
  onSelect,
  onOpen,
  onNextUnanswered,
  searchRef,
  rowsRef,
  marks,
  filing,
}: ConversationListProps) => {
  const { selection } = shown
  const nowMs = useNow()
  const sync = useReportedMutation('messaging', 'syncNow')
  const isOffline = useApiQuery('connection', 'status', {}).data?.online.state === 'offline'
  const { rows, head } = useApiRows('messaging', 'conversations', selection)
  const last = head.data
  const scroll = useKeptScroll(selection)
  const isNarrow = useIsNarrow()
  const selectedPlace = useSelectedPlace(selected, rows, shown)
  useEffect(() => {
    rowsRef.current = rows
  }, [rowsRef, rows])

  const isMarkedHere = marks.marked.size > 0 || marks.isMarking
  const isNarrowed = selection.view !== 'all' || selection.itemId !== null || selection.otherParty !== null

  const empty = (asOfMs: number | null, known: number, error: AppError | null) => {
    if (selection.search !== '' || (isNarrowed && known > 0)) {
      const words = selectionLabel(selection)
      return (
        <NoResults
          heading={selection.search === '' ? `${words}: nothing here` : 'No conversation found'}
          text={
            selection.search === ''
              ? 'No conversation belongs to this view right now.'
              : `Nothing kept here matches "${selection.search}"${isNarrowed ? `, looking only in: ${words}` : ''}.`
          }
          onClear={shown.showAll}
        />
      )
    }
    if (error !== null) {
      return <ErrorState what="The inbox could not be read" {...failureFace(error, () => sync.mutate({}))} />
    }
    if (asOfMs === null) return <LoadingState label="Reading your conversations" rowHeight={ROW_HEIGHT} shape="rows" />
    return (
      <EmptyState
        icon={Inbox}
        heading="No messages yet"
        text="What buyers write to you appears here, and stays readable without a network."
        action={{ label: 'Look for messages', onPress: () => sync.mutate({}) }}
      />
    )
  }

  const body = () => {
    if (last === undefined) {
      return head.error === null ? (
        <LoadingState label="Loading conversations" rowHeight={ROW_HEIGHT} shape="rows" />
      ) : (
        <ErrorState
          what="The conversations could not be read from disk"
          why={head.error.detail.message}
          whatToDo="Try again."
          isRetrying={head.isFetching}
          onRetry={() => void head.refetch()}
        />
      )
    }
    const { error, asOfMs, known } = last.sync
    return (
      <>
        {error !== null && !isOffline && last.total > 0 && (
          <ErrorState
            what="The inbox could not be refreshed"
            {...failureFace(error, () => sync.mutate({}))}
            ageText={
              asOfMs === null
                ? 'What was read so far is shown.'
                : `Showing what was there at ${formatShortTime(asOfMs, nowMs)}.`
            }
          />
        )}
        {last.newMessages.length > 0 && <FoundNewMessages found={last.newMessages} />}
        {rows.count === 0 ? (
          last.newMessages.length === 0 && empty(asOfMs, known, error)
        ) : (
          <div className={styles.list} data-has-marks={isMarkedHere || undefined} {...marks.handlers(rows)}>
            <VirtualList
              label="Conversations"
              items={rows}
              getKey={keyOf}
              rowHeight={ROW_HEIGHT}
              selectedKey={selected}
              selectedIndex={selectedPlace}
              onSelect={(id, row) => onSelect(id, row.hit)}
              onOpen={onOpen}
              selectionFollowsFocus={!isNarrow}
              renderRow={(row) => (
                <ConversationRow
                  row={row}
                  nowMs={nowMs}
                  isMarked={marks.marked.has(row.conversationId)}
                  showsWait={selection.view === 'unanswered'}
                />
              )}
              initialScrollTop={scroll.initial}
              onScrollTop={scroll.keep}
            />
          </div>
        )}
      </>
    )
  }

  return (
    <Pane
      title="Inbox"
      isFilled
      actions={<ListActions isReading={last?.sync.state === 'running'} onNextUnanswered={onNextUnanswered} />}
      toolbar={
        <ListToolbar
          selection={shown}
          searchRef={searchRef}
          instead={
            isMarkedHere ? <FilingBar marks={marks} rows={markedNow(marks.marked, rows)} filing={filing} /> : null
          }
        />
      }
      footer={
        last === undefined ? undefined : (
          <ListFoot sync={last.sync} nowMs={nowMs} foundTotal={selection.search === '' ? null : last.total} />
        )
      }
    >
      {body()}
      {/* Below the rows: what comes and goes here moves none of them under the pointer. */}
      <DeletionStrip />
      <FilingOutcome filing={filing} />
    </Pane>
  )
}
