/** The conversations with their filter, and how up to date they are. */
import { ArrowUp, Inbox, RefreshCw, SquarePen, StepForward } from 'lucide-react'
import { type Ref, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { StallhandContract } from '../../../shared/ipc/contract.ts'
import type { OutputOf } from '../../../shared/ipc/define.ts'
import type { ListedConversation, ListFilter } from '../../../shared/messaging/list.ts'
import type { SyncState } from '../../../shared/messaging/sync-state.ts'
import { useApiQuery, useReportedMutation } from '../../api/hooks.ts'
import type { ApiRows } from '../../api/use-api-rows.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { CommandIconButton } from '../../commands/command-button.tsx'
import { commandInfo } from '../../commands/commands.ts'
import { useCommand } from '../../commands/registry.ts'
import { errorStateProps } from '../../parts/error-state-props.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { EmptyState, ErrorState, LoadingState, NoResults } from '../../ui/feedback/states.tsx'
import { formatShortTime } from '../../ui/format/format-time.ts'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'
import { useIsNarrow } from '../../ui/hooks/use-media-query.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { Pane } from '../../ui/layout/pane.tsx'
import type { RowSource } from '../../ui/lists/row-source.ts'
import { VirtualList } from '../../ui/lists/virtual-list.tsx'
import { DeletionNotices } from '../filing/deletions.tsx'
import { FilingBar } from '../filing/filing-bar.tsx'
import { FilingErrors } from '../filing/filing-errors.tsx'
import type { Filing } from '../filing/use-filing.ts'
import { openConversation, openReply, writeTo } from '../locations.ts'
import { foundLabel, incompleteMessage, syncLabel } from '../messaging-labels.ts'
import type { Triage } from '../triage/use-triage.ts'
import { findRow } from './checked-rows.ts'
import styles from './conversation-list.module.css'
import { ConversationRow, type ConversationRowProps, ROW_HEIGHT } from './conversation-row.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { useArrivals } from './use-arrivals.ts'
import type { CheckedRows } from './use-checked-rows.ts'
import { everything, type FilterControl, isSameFilter, useFilterLabel } from './use-list-filter.ts'
import { useListScroll } from './use-list-scroll.ts'

const timeOf: Readonly<Partial<Record<ListFilter['view'], ConversationRowProps['time']>>> = {
  unanswered: 'wait',
  snoozed: 'snooze',
}

type Page = OutputOf<StallhandContract['messaging']['conversations']>

const getKey = (row: ListedConversation): string => row.conversationId

type ListActionsProps = {
  readonly onNext: () => void
  readonly isChecking: boolean
  readonly onCheck: () => void
}

const ListActions = ({ onNext, isChecking, onCheck }: ListActionsProps) => {
  return (
    <>
      <CommandIconButton command="inbox.nextUnanswered" icon={StepForward} onPress={onNext} shortLabel="Next" />
      <CommandIconButton command="inbox.write" icon={SquarePen} onPress={() => writeTo(null)} shortLabel="Write" />
      <IconButton
        icon={RefreshCw}
        label={commandInfo('app.checkMessages').label}
        shortLabel="Check"
        isPending={isChecking}
        onPress={onCheck}
      />
    </>
  )
}

/** Leads to what a search finds outside the narrowed list. */
const FoundElsewhere = ({ control, found }: { readonly control: FilterControl; readonly found: number }) => {
  const { filter, show } = control
  const all = { ...everything, search: filter.search }
  const isNarrowed = filter.search !== '' && !isSameFilter(filter, all)
  const total =
    useApiQuery('messaging', 'conversations', { ...all, limit: 1 }, { enabled: isNarrowed }).data?.total ?? 0
  if (!isNarrowed || total <= found) return null
  return (
    <Button onPress={() => show(all)} size="s" variant="quiet">
      {`${formatNumber(total)} in all conversations`}
    </Button>
  )
}

type NoRowsProps = { readonly control: FilterControl; readonly sync: SyncState; readonly onCheck: () => void }

const NoRows = ({ control: { filter, show }, sync, onCheck }: NoRowsProps) => {
  const { view, itemId, otherParty, search } = filter
  const label = useFilterLabel({ ...filter, search: '' })
  const isNarrowed = view !== 'all' || itemId !== null || otherParty !== null
  if (search !== '' || (isNarrowed && sync.known > 0)) {
    return (
      <NoResults
        heading={search === '' ? `${label}: no conversations` : `No results for “${search}”`}
        text={
          search === ''
            ? (incompleteMessage(view, sync) ?? 'No conversation is in this view right now.')
            : `No saved conversation matches${isNarrowed ? `. Searched only: ${label}` : ''}.`
        }
        onClear={() => show(everything)}
      />
    )
  }
  if (sync.error !== null)
    return <ErrorState what="Couldn’t load the inbox" {...errorStateProps(sync.error, onCheck)} />
  if (sync.asOfMs === null)
    return <LoadingState label="Loading your conversations" rowHeight={ROW_HEIGHT} shape="rows" />
  return (
    <EmptyState
      icon={Inbox}
      heading="No messages yet"
      text="Messages from buyers appear here, and stay readable offline."
      action={{ label: commandInfo('app.checkMessages').label, onPress: onCheck }}
    />
  )
}

/** The index of the open conversation if its row isn't loaded; null while it is unknown. */
const useOpenIndex = (
  openId: string | null,
  rows: RowSource<ListedConversation>,
  filter: ListFilter,
): number | null => {
  const isLoaded = openId === null || findRow(rows, openId) !== undefined
  const answer = useApiQuery(
    'messaging',
    'conversationOffset',
    { ...filter, conversationId: openId ?? '-' },
    { enabled: !isLoaded && rows.count > 0 },
  )
  return isLoaded ? null : (answer.data?.offset ?? null)
}

type ConversationListProps = {
  readonly control: FilterControl
  readonly list: ApiRows<Page>
  readonly openId: string | null
  readonly checked: CheckedRows
  readonly filing: Filing
  readonly triage: Triage
  /** Opens the next unanswered conversation. */
  readonly onNext: () => void
  readonly searchRef: Ref<HTMLInputElement>
}

export const ConversationList = ({
  control,
  list,
  openId,
  checked,
  filing,
  triage,
  onNext,
  searchRef,
}: ConversationListProps) => {
  const { filter } = control
  const { rows, head } = list
  const platformName = usePlatformName()
  const nowMs = useNow()
  const sync = useReportedMutation('messaging', 'syncNow')
  const isOffline = useApiQuery('connection', 'status', {}).data?.online.state === 'offline'
  const scroll = useListScroll(filter)
  const isNarrow = useIsNarrow()
  const openIndex = useOpenIndex(openId, rows, filter)
  const arrivals = useArrivals(filter, head.data?.rows, scroll.isAtTop)
  const scrollToTop = (): void => listRef.current?.querySelector('[role=listbox]')?.scrollTo({ top: 0 })
  const activeIndexRef = useRef(-1)
  const listRef = useRef<HTMLDivElement>(null)
  const check = (): void => sync.mutate({})
  /** The filter whose first result opens once it is read, and the conversation that was open when the seller asked for it. */
  const [wanted, setWanted] = useState<{ readonly filter: ListFilter; readonly openId: string | null } | null>(null)
  const { search, typed } = control
  const onResults = useCallback(() => setWanted({ filter: search(), openId }), [search, openId])
  const isWanted =
    wanted !== null && wanted.openId === openId && isSameFilter(wanted.filter, { ...filter, search: typed.trim() })
  // Another text, another filter or another conversation cancels it.
  if (wanted !== null && !isWanted) setWanted(null)
  const isFound = isWanted && !rows.isFormer && !head.isPending && isSameFilter(wanted.filter, filter)
  const openFirst = useEffectEvent((): void => {
    setWanted(null)
    const first = rows.at(0)
    if (first === undefined) return
    openConversation(first.conversationId)
    listRef.current?.querySelector<HTMLElement>('[role=listbox]')?.focus()
  })
  useEffect(() => {
    if (isFound) openFirst()
  }, [isFound])

  useCommand('inbox.select', () => {
    if (activeIndexRef.current < 0) return false
    checked.checks.onToggle(activeIndexRef.current)
    return true
  })
  useCommand('inbox.selectAll', (key) => {
    // Elsewhere the key selects text.
    if (key !== undefined && listRef.current?.contains(key.target as Node) !== true) return false
    checked.checkAll()
    return true
  })

  return (
    <Pane
      title="Inbox"
      isFilled
      actions={<ListActions onNext={onNext} isChecking={head.data?.sync.state === 'running'} onCheck={check} />}
      toolbar={
        <ListToolbar control={control} onResults={onResults} searchRef={searchRef}>
          {checked.isActive ? <FilingBar checked={checked} filing={filing} triage={triage} /> : null}
        </ListToolbar>
      }
      footer={
        head.data && (
          <Row gap={2} wrap>
            <Text size="meta" tabular tone="faint">
              {filter.search === ''
                ? syncLabel(head.data.sync, nowMs, platformName)
                : rows.isFormer
                  ? 'Searching…'
                  : foundLabel(head.data.total, head.data.sync)}
            </Text>
            {!rows.isFormer && <FoundElsewhere control={control} found={head.data.total} />}
          </Row>
        )
      }
    >
      <QueryView query={head} label="Conversations" skeleton={{ rowHeight: ROW_HEIGHT, shape: 'rows' }}>
        {({ sync: { error, asOfMs }, sync: state, total }) => (
          <>
            {error !== null && !isOffline && total > 0 && (
              <ErrorState
                what="Couldn’t update the inbox"
                {...errorStateProps(error, check)}
                ageText={
                  asOfMs === null
                    ? 'Showing what is loaded so far.'
                    : `Showing the inbox as of ${formatShortTime(asOfMs, nowMs)}.`
                }
              />
            )}
            {rows.count === 0 && rows.isFormer ? (
              <LoadingState label="Loading conversations" rowHeight={ROW_HEIGHT} shape="rows" />
            ) : rows.count === 0 ? (
              <NoRows control={control} sync={state} onCheck={check} />
            ) : (
              <div className={styles.list} data-has-checks={checked.isActive || undefined} ref={listRef}>
                {arrivals > 0 && (
                  <div className={styles.arrivals} role="status">
                    <Button size="s" icon={ArrowUp} onPress={scrollToTop}>
                      {formatCount(arrivals, 'new conversation')}
                    </Button>
                  </div>
                )}
                <VirtualList
                  label="Conversations"
                  items={rows}
                  getKey={getKey}
                  rowHeight={ROW_HEIGHT}
                  selectedKey={openId}
                  selectedIndex={openIndex}
                  onSelect={openConversation}
                  onOpen={openReply}
                  selectionFollowsFocus={!isNarrow}
                  checks={checked.checks}
                  activeIndexRef={activeIndexRef}
                  renderRow={(row) => (
                    <ConversationRow
                      row={row}
                      isChecked={checked.checks.isChecked(row)}
                      time={timeOf[filter.view] ?? 'newest'}
                    />
                  )}
                  initialScrollTop={scroll.initial}
                  onScrollTop={scroll.keep}
                />
              </div>
            )}
          </>
        )}
      </QueryView>
      {/* Below the rows, so that no row moves under the pointer. */}
      <DeletionNotices />
      <FilingErrors filing={filing} />
    </Pane>
  )
}
