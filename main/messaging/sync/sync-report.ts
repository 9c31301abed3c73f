/** Describes how complete the stored inbox is. */
import type { MissingReason, SyncList, SyncState } from '../../../shared/messaging/sync-state.ts'
import type { AppError } from '../../../shared/result.ts'
import { type ListName, type ListState, scopeName } from './sync-lists.ts'

export type SyncProgress = {
  isRunning: boolean
  /** Scope of the list being read. */
  reading: string | undefined
  /** Why the last run failed, and the scope it failed in. */
  error: AppError | null
  failedScope: string | undefined
  /** Conversations only the ARCHIVE filters list. */
  archivedOnly: number
  /** When reading ahead goes on, if it waits to spare calls. */
  resumesAtMs: number | null
}

const missingReason = (progress: SyncProgress, scope: string, state: ListState): MissingReason | null => {
  const { error, failedScope } = progress
  if (state.isRefused) return 'notOffered'
  if (state.asOfMs !== null) return null
  if (progress.reading === scope) return 'beingRead'
  if (error !== null && (failedScope === undefined || failedScope === scope)) return 'failed'
  if (state.checkedAtMs !== null && state.unreadable > 0) return 'unreadable'
  if (state.disagreed > 0) return 'changing'
  return state.isRunning ? 'beingRead' : 'notReadYet'
}

const listReport = (progress: SyncProgress, name: ListName, state: ListState): SyncList => {
  const missing = missingReason(progress, scopeName(name), state)
  const isFirstPage = state.pass === 0 && state.nextOffset === 0
  return {
    ...name,
    total: state.isRefused ? null : state.total,
    read: state.read,
    unreadable: state.unreadable,
    toRead:
      state.isRunning || state.pass === 0 ? { from: state.nextOffset, to: isFirstPage ? null : state.total } : null,
    asOfMs: state.asOfMs,
    missing,
    error: missing === 'failed' ? progress.error : null,
  }
}

export const createSyncReport = (
  progress: SyncProgress,
  names: readonly ListName[],
  load: (name: ListName) => ListState,
  counts: Pick<SyncState, 'known' | 'threadsToRead'>,
): SyncState => {
  const lists = names.map((name) => listReport(progress, name, load(name)))
  const totals = lists.filter(({ filter }) => filter === null).map(({ total }) => total)
  const times = lists.filter(({ missing }) => missing !== 'notOffered').map(({ asOfMs }) => asOfMs)
  const asOfMs = times.includes(null) ? null : Math.min(...times.filter((time) => time !== null))
  return {
    state: progress.isRunning ? 'running' : progress.error !== null ? 'failed' : asOfMs === null ? 'never' : 'idle',
    total: totals.includes(null)
      ? null
      : totals.reduce((sum: number, total) => sum + (total ?? 0), progress.archivedOnly),
    asOfMs,
    error: progress.error,
    resumesAtMs: progress.resumesAtMs,
    lists,
    ...counts,
  }
}
