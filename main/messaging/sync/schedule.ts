/**
 * Decides what the sync reads next (OFF-02, MSG-04): news, then who waits, the newest, the rest, the archive last.
 *
 * Pure: `sync.ts` carries out each step, one call to the platform at a time, so that a check for news never waits for a long list.
 */
import type { AppError } from '../../../shared/result.ts'
import { MAX_PASSES } from '../platform/paging.ts'
import { checkIntervalMs, fullIntervalMs, IN_USE_MS, noticesIntervalMs } from './intervals.ts'
import { CONFIRM_AFTER_MS, type ListName, type ListState, scopeName } from './sync-lists.ts'

const RETRY_MS = 30_000
/** After a longer pass, the next doesn't follow at once. */
const SLOW_PASS_MS = 10 * 60_000

export type Schedule = {
  readonly nextCheckAtMs: number
  readonly nextNoticesAtMs: number
  /** When the last check succeeded; null before the first. */
  readonly checkedAtMs: number | null
  /** Consecutive checks without news. */
  readonly quietChecks: number
  /** When the window was last used, by the monotonic clock. */
  readonly usedMs: number
  /** Whether the seller pressed Refresh, so that the next check counts as the seller's. */
  readonly isAsked: boolean
  /** Scopes of lists to read regardless of their age. */
  readonly requested: readonly string[]
  /** Why the last step failed, and when the next may be tried. */
  readonly failure: { readonly error: AppError; readonly retryAtMs: number } | null
}

export const startSchedule = (monotonicMs: number): Schedule => ({
  nextCheckAtMs: 0,
  nextNoticesAtMs: 0,
  checkedAtMs: null,
  quietChecks: 0,
  usedMs: monotonicMs,
  isAsked: false,
  requested: [],
  failure: null,
})

export type Situation = {
  readonly nowMs: number
  readonly monotonicMs: number
  /** Milliseconds until the day's remaining calls allow a check, and a page of a list. */
  readonly watchWaitMs: number
  readonly readAheadWaitMs: number
}

/** A list with its progress. */
export type KnownList = { readonly name: ListName; readonly state: ListState }

export type Step =
  | { readonly kind: 'check'; readonly isForSeller: boolean; readonly hasNotices: boolean }
  | { readonly kind: 'page'; readonly name: ListName }
  | { readonly kind: 'wait'; readonly untilMs: number }

/** Whether a list was read to its end once, so that nothing older is missing. */
export const isListed = ({ pass, isRunning, isRefused }: ListState): boolean =>
  isRefused || pass > 1 || (pass === 1 && !isRunning)

const isDue = ({ name, state }: KnownList, requested: readonly string[], pollMs: number, nowMs: number): boolean => {
  /** Whether that much time has passed, or the clock was set back since. */
  const isOlder = (sinceMs: number, ageMs: number): boolean => nowMs - sinceMs >= ageMs || nowMs < sinceMs
  const { disagreed, tookMs } = state
  if (requested.includes(scopeName(name)) || state.isRunning || state.pass === 0 || state.missesNews) return true
  // MSG-26: what a list lacks is looked at once more.
  if (state.missingSinceMs !== null && isOlder(state.missingSinceMs, CONFIRM_AFTER_MS)) return true
  if (disagreed === 0) return isOlder(state.checkedAtMs ?? 0, fullIntervalMs(state.quietPasses, tookMs))
  // Reads a list until two passes agree. A list that keeps changing is read again soon, but not constantly.
  const isGivenUp = disagreed % MAX_PASSES === 0 || tookMs > SLOW_PASS_MS
  return !isGivenUp || isOlder(state.startedAtMs + tookMs, Math.max(pollMs, 2 * tookMs))
}

/** Later passes read an archive before the whole list, because the archive decides what is filed. */
const laterRank = ({ filter }: ListName): number => (filter === 'UNANSWERED' ? 0 : filter === 'ARCHIVE' ? 1 : 2)

/** The list to read next; undefined if none is due. Lists that were never read to the end come first. */
export const findDueList = (
  { requested }: Pick<Schedule, 'requested'>,
  lists: readonly KnownList[],
  pollMs: number,
  nowMs: number,
): ListName | undefined => {
  const due = lists.filter((list) => isDue(list, requested, pollMs, nowMs))
  const first = due.find(({ state }) => !isListed(state))
  return (first ?? due.toSorted((a, b) => laterRank(a.name) - laterRank(b.name))[0])?.name
}

export const isInUse = ({ usedMs }: Schedule, monotonicMs: number): boolean => monotonicMs - usedMs < IN_USE_MS

export const nextStep = (
  schedule: Schedule,
  lists: readonly KnownList[],
  { nowMs, watchWaitMs, readAheadWaitMs }: Situation,
  pollMs: number,
): Step => {
  const { isAsked, failure } = schedule
  const hasNotices = isAsked || nowMs >= schedule.nextNoticesAtMs
  if (isAsked) return { kind: 'check', isForSeller: true, hasNotices }
  if (failure !== null && failure.retryAtMs > nowMs) return { kind: 'wait', untilMs: failure.retryAtMs }
  const checkAtMs = Math.max(schedule.nextCheckAtMs, nowMs + watchWaitMs)
  if (checkAtMs <= nowMs) return { kind: 'check', isForSeller: false, hasNotices }
  const name = findDueList(schedule, lists, pollMs, nowMs)
  if (name === undefined) return { kind: 'wait', untilMs: checkAtMs }
  if (readAheadWaitMs > 0) return { kind: 'wait', untilMs: Math.min(checkAtMs, nowMs + readAheadWaitMs) }
  return { kind: 'page', name }
}

const addRequests = (schedule: Schedule, names: readonly ListName[]): Schedule => ({
  ...schedule,
  requested: [...new Set([...schedule.requested, ...names.map(scopeName)])],
})

/** Call after finding news, because the unanswered conversations may have changed. */
export const requestLists = addRequests

/** Checks for news as soon as possible, even after a failure. Keeps a pause that the platform requested. */
export const checkSoon = (schedule: Schedule): Schedule => {
  const { failure } = schedule
  const isPaused = failure === null || failure.error.kind === 'rateLimited'
  return { ...schedule, nextCheckAtMs: 0, failure: isPaused ? failure : { ...failure, retryAtMs: 0 } }
}

/** Call when the seller presses Refresh. */
export const ask = (schedule: Schedule, names: readonly ListName[]): Schedule => ({
  ...addRequests(schedule, names),
  isAsked: true,
})

/** Call when the seller uses the window. Checks then run as often as the seller chose. */
export const use = (
  schedule: Schedule,
  { nowMs, monotonicMs }: Pick<Situation, 'nowMs' | 'monotonicMs'>,
): Schedule => ({
  ...schedule,
  usedMs: monotonicMs,
  ...(isInUse(schedule, monotonicMs) ? {} : { quietChecks: 0, nextCheckAtMs: Math.min(schedule.nextCheckAtMs, nowMs) }),
})

/** The schedule during a check. A request for a check meanwhile is for another one, because this one may miss what is new. */
export const beginCheck = (schedule: Schedule): Schedule => ({
  ...schedule,
  isAsked: false,
  nextCheckAtMs: Number.POSITIVE_INFINITY,
})

/**
 * The schedule after a check that `beginCheck` started. `spreadMs`: the minimum time between two checks that the remaining calls
 * allow.
 */
export const afterCheck = (
  schedule: Schedule,
  { hasNew, hasNotices }: { readonly hasNew: boolean; readonly hasNotices: boolean },
  { nowMs, monotonicMs }: Pick<Situation, 'nowMs' | 'monotonicMs'>,
  { pollMs, spreadMs }: { readonly pollMs: number; readonly spreadMs: number },
): Schedule => {
  const inUse = isInUse(schedule, monotonicMs)
  const quietChecks = hasNew || inUse ? 0 : schedule.quietChecks + 1
  return {
    ...schedule,
    quietChecks,
    checkedAtMs: nowMs,
    failure: null,
    nextNoticesAtMs: hasNotices ? nowMs + noticesIntervalMs(spreadMs) : schedule.nextNoticesAtMs,
    nextCheckAtMs: Math.min(
      schedule.nextCheckAtMs,
      nowMs + checkIntervalMs(pollMs, { quietChecks, isInUse: inUse, spreadMs }),
    ),
  }
}

/** The schedule after a page. A finished pass ends the request for its list. The list stays due until two passes agree. */
export const afterPage = (schedule: Schedule, name: ListName, hasEnded: boolean): Schedule => ({
  ...schedule,
  failure: null,
  requested: hasEnded ? schedule.requested.filter((scope) => scope !== scopeName(name)) : schedule.requested,
})

/** The schedule after a failed step: waits as long as the platform says, then starts with a check. */
export const afterFailure = (schedule: Schedule, error: AppError, nowMs: number): Schedule => ({
  ...schedule,
  nextCheckAtMs: 0,
  failure: {
    error,
    retryAtMs: nowMs + (error.kind === 'rateLimited' ? Math.max(error.retryAfterMs, 1_000) : RETRY_MS),
  },
})
