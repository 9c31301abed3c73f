/**
 * Decides what the sync reads next (OFF-02, MSG-04): news, then who waits, the newest, the rest, the archive last.
 *
 * Pure: `sync.ts` carries out each step, one call to the platform at a time, so that a check for news never waits for a long list.
 */
import type { AppError } from '../../../shared/result.ts'
import { MAX_PASSES } from '../platform/paging.ts'
import { checkIntervalMs, fullIntervalMs, IN_USE_MS, noticesIntervalMs } from './intervals.ts'
import { type ListName, type ListState, scopeName } from './sync-lists.ts'

const RETRY_MS = 30_000
/** A pass that took longer is not followed by the next at once. */
const SLOW_PASS_MS = 10 * 60_000

export type Schedule = {
  readonly nextCheckAtMs: number
  readonly nextNoticesAtMs: number
  /** Checks in a row that found nothing new. */
  readonly quietChecks: number
  /** When the window was last used, by the monotonic clock. */
  readonly usedMs: number
  /** The seller pressed Refresh, so the next check counts as the seller's. */
  readonly isAsked: boolean
  /** Scopes of lists to read regardless of their age. */
  readonly requested: readonly string[]
  /** Why the last step failed, and when the next may be tried. */
  readonly failure: { readonly error: AppError; readonly retryAtMs: number } | null
}

export const startSchedule = (monotonicMs: number): Schedule => ({
  nextCheckAtMs: 0,
  nextNoticesAtMs: 0,
  quietChecks: 0,
  usedMs: monotonicMs,
  isAsked: false,
  requested: [],
  failure: null,
})

export type Situation = {
  readonly nowMs: number
  readonly monotonicMs: number
  /** Milliseconds until the calls of the day allow a check, and a page of a list. */
  readonly watchWaitMs: number
  readonly readAheadWaitMs: number
}

/** A list with its progress, in the order of use. */
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
  if (disagreed === 0) return isOlder(state.checkedAtMs ?? 0, fullIntervalMs(state.quietPasses, tookMs))
  // Passes follow each other until two agree. A list that keeps changing is read again soon, but not constantly.
  const isGivenUp = disagreed % MAX_PASSES === 0 || tookMs > SLOW_PASS_MS
  return !isGivenUp || isOlder(state.startedAtMs + tookMs, Math.max(pollMs, 2 * tookMs))
}

/** Later passes read an archive before the whole list, which is filed by it. */
const laterRank = ({ filter }: ListName): number => (filter === 'UNANSWERED' ? 0 : filter === 'ARCHIVE' ? 1 : 2)

/** The list to read next: one that was never read to its end before any other. Undefined if none is due. */
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

/** News was found: who waits has changed. */
export const requestLists = addRequests

/** Checks for news as soon as possible, after a failure too. A pause that the platform asked for stays. */
export const checkSoon = (schedule: Schedule): Schedule => {
  const { failure } = schedule
  const isPaused = failure === null || failure.error.kind === 'rateLimited'
  return { ...schedule, nextCheckAtMs: 0, failure: isPaused ? failure : { ...failure, retryAtMs: 0 } }
}

/** The seller pressed Refresh. */
export const ask = (schedule: Schedule, names: readonly ListName[]): Schedule => ({
  ...addRequests(schedule, names),
  isAsked: true,
})

/** The seller uses the window: checks come as often as chosen. */
export const use = (
  schedule: Schedule,
  { nowMs, monotonicMs }: Pick<Situation, 'nowMs' | 'monotonicMs'>,
): Schedule => ({
  ...schedule,
  usedMs: monotonicMs,
  ...(isInUse(schedule, monotonicMs) ? {} : { quietChecks: 0, nextCheckAtMs: Math.min(schedule.nextCheckAtMs, nowMs) }),
})

/** After a check. `spreadMs`: the least time between two that the calls left allow. */
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
    failure: null,
    nextNoticesAtMs: hasNotices ? nowMs + noticesIntervalMs(spreadMs) : schedule.nextNoticesAtMs,
    nextCheckAtMs: nowMs + checkIntervalMs(pollMs, { quietChecks, isInUse: inUse, spreadMs }),
  }
}

/** After a page. A list whose pass ended is no longer requested; two passes that don't agree keep it due. */
export const afterPage = (schedule: Schedule, name: ListName, hasEnded: boolean): Schedule => ({
  ...schedule,
  failure: null,
  requested: hasEnded ? schedule.requested.filter((scope) => scope !== scopeName(name)) : schedule.requested,
})

/** After a step failed: waits as long as the platform says, and begins with a check. */
export const afterFailure = (schedule: Schedule, error: AppError, nowMs: number): Schedule => ({
  ...schedule,
  nextCheckAtMs: 0,
  failure: {
    error,
    retryAtMs: nowMs + (error.kind === 'rateLimited' ? Math.max(error.retryAfterMs, 1_000) : RETRY_MS),
  },
})
