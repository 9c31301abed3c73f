/** Texts for conversations and searches. */
import type { PlatformName } from '../../shared/connection/platforms.ts'
import type { Conversation, ConversationView } from '../../shared/messaging/conversation.ts'
import type { SearchHit } from '../../shared/messaging/list.ts'
import type { SyncState } from '../../shared/messaging/sync-state.ts'
import { formatShortTime } from '../ui/format/format-time.ts'
import { formatCount, formatNumber } from '../ui/format/locale-format.ts'

/** A check that is older, or that failed, doesn't make the list up to date. */
const UP_TO_DATE_MS = 5 * 60_000

/** "Up to date, 14:03 · 312 with archived and notices", "Last checked 13:40 · …", or how many are loaded and when they were checked. */
export const syncLabel = (
  { state, known, total, asOfMs, checkedAtMs, resumesAtMs, isAsListed, missingSinceMs }: SyncState,
  nowMs: number,
  { the }: PlatformName,
): string => {
  if (missingSinceMs !== null) {
    const time = formatShortTime(missingSinceMs, nowMs)
    return `As of ${time} · ${formatCount(known, 'conversation')} · ${the} lists fewer now, checking again`
  }
  if (asOfMs !== null) {
    const atMs = Math.max(asOfMs, checkedAtMs ?? asOfMs)
    const time = formatShortTime(atMs, nowMs)
    const isCurrent = state !== 'failed' && nowMs - atMs < UP_TO_DATE_MS
    const upToDate = isAsListed ? `Up to date with ${the}’s list` : 'Up to date'
    const count =
      isAsListed && total !== null
        ? `${formatNumber(known)} of ${formatCount(total, 'conversation')}`
        : `${formatNumber(known)} with archived and notices`
    return `${isCurrent ? `${upToDate}, ${time}` : `Last checked ${time}`} · ${count}`
  }
  const count = total === null ? `${formatNumber(known)} loaded` : `${formatNumber(known)} of ${formatNumber(total)}`
  const idle = resumesAtMs === null ? 'Incomplete' : 'Loading gradually'
  const checked = checkedAtMs === null || state === 'running' ? '' : `, checked ${formatShortTime(checkedAtMs, nowMs)}`
  return `${state === 'running' ? 'Checking for messages' : idle}${checked} · ${count}`
}

/** Views of the seller's own actions here: always complete. */
const ownViews: ReadonlySet<ConversationView> = new Set(['snoozed', 'hasDraft', 'inOutbox', 'unknown'])

/** What a view may lack during the first sync; null if it shows everything. */
export const incompleteMessage = (
  view: ConversationView,
  { isListed, isWaitingKnown }: Pick<SyncState, 'isListed' | 'isWaitingKnown'>,
): string | null => {
  if (view === 'unanswered') return isWaitingKnown ? null : 'Still checking who is waiting.'
  return isListed || ownViews.has(view) ? null : 'Still loading conversations.'
}

/** "3 found, 12 conversations not searched yet". */
export const foundLabel = (total: number, { threadsToRead }: SyncState): string => {
  const found = `${formatNumber(total)} found`
  return threadsToRead === 0 ? found : `${found}, ${formatCount(threadsToRead, 'conversation')} not searched yet`
}

export const viewLabels: Readonly<Record<ConversationView, string>> = {
  all: 'Inbox',
  unread: 'Unread',
  unanswered: 'Unanswered',
  snoozed: 'Snoozed',
  sent: 'Sent',
  hasDraft: 'Has draft',
  inOutbox: 'In outbox',
  unknown: 'Delivery unknown',
  archived: 'Archived',
  notices: 'Notices',
}

export const buyerName = ({ conversationType, buyer }: Conversation, { The }: PlatformName): string =>
  buyer ?? (conversationType === 'FROM_SVC' ? The : 'Unknown buyer')

/** "about 5 h", "about 2 d", in whole hours or days. Days begin at two, so that no shorter wait reads as longer. */
export const waitLabel = (sinceMs: number, nowMs: number): string => {
  const hours = Math.max(0, nowMs - sinceMs) / 3_600_000
  if (hours < 1) return '< 1 h'
  return hours < 48 ? `about ${Math.floor(hours)} h` : `about ${formatNumber(Math.floor(hours / 24))} d`
}

/** Where a search found its text. */
export const hitLabels: Readonly<Record<SearchHit['where'], string>> = {
  message: 'Message',
  subject: 'Subject',
  name: 'Name',
  item: 'Item',
  draft: 'Draft',
  outbox: 'Outbox',
}
