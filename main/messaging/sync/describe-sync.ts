/** Says how fresh and how complete the stored inbox is. Pure: everything that it depends on is passed in. */
import type { SyncState } from '../../../shared/messaging/sync-state.ts'
import { findDueList, isListed, type KnownList, type Schedule } from './schedule.ts'

type Facts = {
  readonly schedule: Schedule
  /** Every list that the platform may offer. */
  readonly lists: readonly KnownList[]
  readonly isRunning: boolean
  /** Conversations stored here. */
  readonly known: number
  /** Counts archived conversations that the whole lists don't contain. */
  readonly archivedOnly: () => number
  readonly threadsToRead: number
  /** Milliseconds until the day's remaining calls allow reading ahead; 0 if they do now. */
  readonly readAheadWaitMs: number
  readonly pollMs: number
  readonly nowMs: number
}

const idleState = (asOfMs: number | null, known: number): SyncState['state'] => {
  if (asOfMs !== null) return 'idle'
  return known === 0 ? 'never' : 'partial'
}

export const describeSync = (facts: Facts): SyncState => {
  const { schedule, lists, threadsToRead, nowMs } = facts
  const offered = lists.filter(({ state }) => !state.isRefused)
  const times = offered.map(({ state }) => state.asOfMs)
  const asOfMs = times.some((time) => time === null) ? null : Math.min(...times.map(Number))
  const whole = offered.filter(({ name }) => name.filter === null).map(({ state }) => state)
  const totals = whole.map(({ total }) => total)
  // Which archived conversations the whole lists contain is known only once those lists are read.
  const archivedOnly = whole.every(isListed) ? facts.archivedOnly() : 0
  const isWaiting =
    facts.readAheadWaitMs > 0 && (threadsToRead > 0 || findDueList(schedule, lists, facts.pollMs, nowMs) !== undefined)
  // Without the filter, the buyers' list shows who waits.
  const waiting =
    offered.find(({ name }) => name.filter === 'UNANSWERED') ??
    lists.find(({ name }) => name.filter === null && name.conversationType === 'FROM_MEMBERS')
  return {
    state: facts.isRunning ? 'running' : schedule.failure !== null ? 'failed' : idleState(asOfMs, facts.known),
    known: facts.known,
    total: totals.some((total) => total === null) ? null : totals.map(Number).reduce((a, b) => a + b, archivedOnly),
    isListed: lists.every(({ state }) => isListed(state)),
    isWaitingKnown: waiting !== undefined && isListed(waiting.state),
    asOfMs,
    checkedAtMs: schedule.checkedAtMs,
    missingSinceMs: lists.reduce<number | null>(
      (first, { state: { missingSinceMs } }) =>
        missingSinceMs === null ? first : Math.min(first ?? missingSinceMs, missingSinceMs),
      null,
    ),
    isAsListed: whole.some((list) => list.isAsListed),
    error: schedule.failure?.error ?? null,
    resumesAtMs: isWaiting ? nowMs + facts.readAheadWaitMs : null,
    threadsToRead,
  }
}
