/** The outbox: everything that isn't sent, with its state and what can be done about it (OFF-03). */
import { CircleCheck, MailCheck, Sparkles } from 'lucide-react'
import { useRef } from 'react'
import type { OutboundEntry, OutboundHold } from '../../shared/outbound/contract.ts'
import { writeRunChanges } from '../../shared/outbound/run-change.ts'
import { useApiMutation, useApiQuery } from '../api/hooks.ts'
import { useViewState } from '../api/use-view-state.ts'
import { CommandButton } from '../commands/command-button.tsx'
import { useCommand } from '../commands/registry.ts'
import { navigate, useAppLocation } from '../location.ts'
import { NextSteps, useNextSteps } from '../runs/next-step.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { Badge } from '../ui/display/badge.tsx'
import { RelativeTime } from '../ui/display/relative-time.tsx'
import { Banner } from '../ui/feedback/banner.tsx'
import { MutationError } from '../ui/feedback/mutation-error.tsx'
import { QueryView } from '../ui/feedback/query-view.tsx'
import { EmptyState } from '../ui/feedback/states.tsx'
import { formatShortTime } from '../ui/format/format-time.ts'
import { formatCount, formatNumber } from '../ui/format/locale-format.ts'
import { useIsNarrow } from '../ui/hooks/use-media-query.ts'
import { useNow } from '../ui/hooks/use-now.ts'
import { Row, Stack, Text } from '../ui/layout/layout.tsx'
import { Pane } from '../ui/layout/pane.tsx'
import { Split } from '../ui/layout/split.tsx'
import { VirtualList } from '../ui/lists/virtual-list.tsx'
import { DONE_PATH, doneLocation } from './done-location.ts'
import { DonePage } from './done-page.tsx'
import { EntryDetail } from './entry-detail.tsx'
import { entryLabel, entryTitle, scheduledAtMs } from './outbox-labels.ts'
import styles from './outbox-screen.module.css'
import { SuggestionsPage } from './suggestions-page.tsx'
import { useSendingState } from './use-sending-state.ts'

const causes: Readonly<Record<OutboundHold['reason'], string>> = {
  restored: 'A backup or an export was restored.',
  older: 'The database is older than what was sent from this computer.',
  copied: 'The data folder was copied or restored.',
  damaged: 'The database was damaged or changed by another program.',
}

/**
 * After a restore: explains that nothing is sent automatically, lists the queue, and lets the seller release it
 * (OFF-04).
 */
const HoldBanner = ({ hold }: { readonly hold: OutboundHold }) => {
  const release = useApiMutation('outbound', 'release')
  const waiting = hold.waiting.map(({ label, count }) => `${label}: ${formatNumber(count)}.`).join(' ')
  return (
    <>
      <Banner
        tone="caution"
        title="On hold."
        action={{ label: 'Release all', onPress: () => release.mutate({}), isPending: release.isPending }}
      >
        {causes[hold.reason]} Some of this may have been sent since. Check it, discard what shouldn’t be sent, then
        release the rest. {waiting}
      </Banner>
      <MutationError of={release} title="Not released." />
    </>
  )
}

const ROW_HEIGHT = 56
const getKey = ({ id }: OutboundEntry): string => id
const isForUser = ({ nextAtMs, state }: OutboundEntry): boolean => nextAtMs === null && state !== 'sending'
const open = (id: string): void => navigate({ screen: 'outbox', path: [id] })
const close = (): void => navigate({ screen: 'outbox', path: [] })
const openDone = (): void => navigate(doneLocation)

const EntryRow = ({ entry }: { readonly entry: OutboundEntry }) => {
  const nowMs = useNow()
  const sending = useSendingState()
  const { label, tone, detail } = entryLabel(entry, nowMs, sending)
  const dueAtMs = sending.isOnHold ? null : scheduledAtMs(entry, nowMs)
  return (
    <Stack className={styles.row} gap={1} justify="center">
      <Row>
        <Text className={styles.title} strong truncate>
          {entryTitle(entry)}
        </Text>
        <Text size="meta" tone="faint">
          {dueAtMs === null ? <RelativeTime at={entry.createdAtMs} /> : `Sends ${formatShortTime(dueAtMs, nowMs)}`}
        </Text>
      </Row>
      <Row>
        <Badge tone={tone}>{label}</Badge>
        <Text size="meta" tone="faint" truncate>
          {entry.written?.text ?? [writeRunChanges(entry.changes), detail].filter(Boolean).join(' · ')}
        </Text>
      </Row>
    </Stack>
  )
}

type ListSubtitleProps = { readonly entries: readonly OutboundEntry[] }

const ListSubtitle = ({ entries }: ListSubtitleProps) => {
  const waiting = entries.filter(isForUser).length
  return (
    <>
      {entries.every(({ written }) => written !== null)
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
    action={{ label: 'See what was done today', onPress: openDone }}
  />
)
const hasLeft = (
  <EmptyState
    icon={CircleCheck}
    heading="No longer in the outbox"
    text="It was sent, discarded, or turned back into a draft."
    action={{ label: 'Back to the outbox', onPress: close }}
  />
)

const SUGGESTIONS_PATH = '~suggestions'
const openSuggestions = (): void => open(SUGGESTIONS_PATH)

/** Nothing without suggestions, so that whoever has no assistant never sees it. */
const SuggestionsButton = () => {
  const total = useApiQuery('proposals', 'proposals', { limit: 1 }).data?.total ?? 0
  return total === 0 ? null : (
    <Button icon={Sparkles} onPress={openSuggestions} size="s" variant="quiet">
      {formatCount(total, 'suggestion')}
    </Button>
  )
}

const actions = (
  <>
    <SuggestionsButton />
    <CommandButton command="outbox.done" text="Done today" onPress={openDone} size="s" variant="quiet" />
  </>
)

export const OutboxScreen = () => {
  const { path } = useAppLocation()
  const openId = path[0] ?? null
  const [listWidth, setListWidth] = useViewState('messaging.outboxWidth', 0)
  const screenRef = useRef<HTMLDivElement>(null)
  const isNarrow = useIsNarrow()
  const query = useApiQuery('outbound', 'list', {})
  const entries = query.data?.entries
  const entry = entries?.find(({ id }) => id === openId)
  const hold = useApiQuery('outbound', 'hold', {}).data ?? null

  useCommand('outbox.done', openDone)
  useCommand('outbox.back', () => {
    if (openId === null) return false
    close()
    screenRef.current?.querySelector<HTMLElement>('[role=listbox]')?.focus()
    return true
  })

  const detail = () => {
    if (entry !== undefined) return <EntryDetail entry={entry} onClose={close} />
    if (openId !== null) return entries === undefined ? null : hasLeft
    return (
      <EmptyState
        icon={MailCheck}
        heading="Choose a message or change"
        text="See its state and what you can do. Stallhand never sends anything twice automatically."
      />
    )
  }

  const hasNext = useNextSteps().length > 0
  const toolbar =
    hold === null && !hasNext ? undefined : (
      <>
        {hold !== null && <HoldBanner hold={hold} />}
        <NextSteps />
      </>
    )
  if (openId === DONE_PATH) return <DonePage onClose={close} />
  if (openId === SUGGESTIONS_PATH) return <SuggestionsPage onClose={close} />
  if (entries?.length === 0) {
    return (
      <div className={styles.screen} ref={screenRef}>
        <Pane actions={actions} title="Outbox" isFilled toolbar={toolbar}>
          {openId === null ? nothingWaits : hasLeft}
        </Pane>
      </div>
    )
  }
  return (
    <div className={styles.screen} ref={screenRef}>
      <Split
        label="Width of the outbox list"
        size={listWidth}
        onSizeChange={setListWidth}
        showing={openId === null ? 'list' : 'detail'}
        list={
          <Pane
            actions={actions}
            title="Outbox"
            isFilled
            toolbar={toolbar}
            subtitle={entries === undefined ? null : <ListSubtitle entries={entries} />}
          >
            <QueryView
              query={query}
              label="The outbox"
              whatToDo="Nothing in it is lost."
              skeleton={{ rowHeight: ROW_HEIGHT, shape: 'rows' }}
            >
              {() => (
                <VirtualList
                  label="Messages in the outbox"
                  items={entries ?? []}
                  getKey={getKey}
                  rowHeight={ROW_HEIGHT}
                  selectedKey={openId}
                  onSelect={open}
                  selectionFollowsFocus={!isNarrow}
                  renderRow={(one) => <EntryRow entry={one} />}
                />
              )}
            </QueryView>
          </Pane>
        }
        detail={detail()}
      />
    </div>
  )
}
