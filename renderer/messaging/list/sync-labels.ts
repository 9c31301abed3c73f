/** Texts for how up to date the inbox is. */

import type { SyncList, SyncState } from '../../../shared/messaging/sync-state.ts'
import type { AppError } from '../../../shared/result.ts'
import { formatShortTime } from '../../ui/format-time.ts'
import { formatCount, formatNumber } from '../../ui/locale-format.ts'
import { failureMessage } from '../messaging-labels.ts'

const listNames: Readonly<Record<string, string>> = {
  'FROM_MEMBERS ': 'Messages with buyers',
  'FROM_MEMBERS ARCHIVE': 'Archived messages with buyers',
  'FROM_MEMBERS UNANSWERED': 'Unanswered messages',
  'FROM_SVC ': 'Platform notices',
  'FROM_SVC ARCHIVE': 'Archived notices',
  'FROM_SVC UNANSWERED': 'Unanswered notices',
}

export const syncListName = ({ conversationType, filter }: SyncList): string =>
  listNames[`${conversationType} ${filter ?? ''}`] ?? `${conversationType} ${filter ?? ''}`.trim()

const readCount = ({ read, total }: SyncList): string =>
  total === null ? `${formatNumber(read)} loaded` : `${formatNumber(read)} of ${formatNumber(total)} loaded`

/** How far one list is, and why it isn't known to be complete. */
export const syncListLabel = (list: SyncList, nowMs: number): string => {
  const { missing, toRead, asOfMs, unreadable, error } = list
  const since = asOfMs === null ? '' : ` Last complete at ${formatShortTime(asOfMs, nowMs)}.`
  switch (missing) {
    case null:
      return `${readCount(list)}, up to date${asOfMs === null ? '' : ` at ${formatShortTime(asOfMs, nowMs)}`}.`
    case 'notReadYet':
      return 'Not loaded yet.'
    case 'beingRead': {
      if (toRead === null) return `${readCount(list)}, loading a second time to compare.${since}`
      const from = formatNumber(toRead.from + 1)
      const range = toRead.to === null ? `from entry ${from}` : `entries ${from} to ${formatNumber(toRead.to)}`
      return `${readCount(list)}, loading; to come: ${range}.${since}`
    }
    case 'changing':
      return `${readCount(list)}. The list changed while it was loaded, so it is loaded again.${since}`
    case 'unreadable':
      return `${readCount(list)}. ${formatCount(unreadable, 'entry', 'entries')} without an ID cannot be shown.${since}`
    case 'notOffered':
      return 'The platform refuses this list. Stallhand uses the entries of the other lists instead.'
    case 'failed':
      return `${readCount(list)}. Loading failed: ${error?.message ?? 'the platform did not answer.'} Stallhand tries again.${since}`
  }
}

/** Whether two passes over every list agreed, so nothing is missing. */
export const isComplete = (sync: SyncState): boolean =>
  sync.asOfMs !== null && sync.lists.every(({ missing }) => missing === null)

/** "Up to date, 14:03 · 312 conversations", or how many are loaded. */
export const syncLabel = (sync: SyncState, nowMs: number): string => {
  const time = sync.asOfMs === null ? '' : formatShortTime(sync.asOfMs, nowMs)
  if (isComplete(sync)) return `Up to date, ${time} · ${formatCount(sync.known, 'conversation')}`
  const known = formatNumber(sync.known)
  const count = sync.total === null ? `${known} loaded` : `${known} of ${formatNumber(sync.total)}`
  const idle = sync.resumesAtMs === null ? 'Incomplete' : 'Loading bit by bit'
  const state = sync.state === 'running' ? 'Checking for messages' : idle
  return `${state} · ${count}${time === '' ? '' : ` · last complete ${time}`}`
}

export const lastTryMessage = (error: AppError): string =>
  `The last check failed: ${failureMessage(error).why} Stallhand tries again.`

/** What a search can't find yet, and why; `undefined` if it finds everything. */
export const notSearchedMessage = ({ threadsToRead, resumesAtMs }: SyncState): string | undefined => {
  if (threadsToRead === 0) return undefined
  const how = resumesAtMs === null ? '' : ' They are loaded bit by bit, so that calls are left for what you do.'
  return `The older messages of ${formatCount(threadsToRead, 'conversation')} are still to be loaded. Search does not find them yet.${how}`
}
