/**
 * Decides when a task is polled next, as a pure state machine (MAP-08, MAP-09, MAP-14). Polls start at 5 seconds, slow
 * down to 60 and stop after 20 minutes; a platform with few calls a day is polled sparsely (PLT-16). Only time spent
 * watching counts, not wall time: neither sleep nor a changed clock shortens a watch.
 */
import { isEnded, isPollable, type TaskState } from '../../../shared/mapping/task.ts'
import { assertNever } from '../../../shared/result.ts'
import { type Backoff, backoffMs } from '../../backoff.ts'

export const MAX_WATCH_MS = 20 * 60_000
export const pollBackoff: Backoff = { firstMs: 5_000, maxMs: 60_000, jitter: 0.1 }

export type PollOutcome =
  | { readonly kind: 'processing' }
  | { readonly kind: 'ended'; readonly state: TaskState }
  | { readonly kind: 'unknownTask'; readonly message: string }
  | { readonly kind: 'accessDenied'; readonly message: string; readonly scope: string }
  /** The platform does not understand the query, so a repeat fails the same way. */
  | { readonly kind: 'refusedQuery'; readonly message: string }
  | { readonly kind: 'offline'; readonly message: string }
  | { readonly kind: 'rateLimited'; readonly message: string; readonly retryAfterMs: number }
  | { readonly kind: 'signInNeeded'; readonly message: string }
  /** Anything that a later poll may find fixed: 5xx, an unreadable answer, an unknown error. */
  | { readonly kind: 'error'; readonly message: string; readonly retryAfterMs: number }

/** Plain data, stored with the task: all that a restart needs. */
export type Watch = {
  readonly state: TaskState
  readonly paused: boolean
  /** Polls counted since this watch began. */
  readonly step: number
  /** Delays and polls of this watch, including the planned delay. */
  readonly watchedMs: number
  /** Consecutive polls that never reached the platform. */
  readonly offlineStreak: number
  readonly nextPollAtMs: number | null
}

/** `random` is from 0 up to 1. `polls` are the platform's delays, `pollBackoff` by default. */
export type Moment = {
  readonly nowMs: number
  readonly random: number
  readonly polls?: Pick<Backoff, 'firstMs' | 'maxMs'>
}

/** The delay before the poll after `step` settled polls: 5, 10, 20, 40, 60, 60 … seconds, up to 10 % less. */
export const pollDelayMs = (step: number, random: number, polls: Moment['polls'] = pollBackoff): number =>
  backoffMs({ ...pollBackoff, ...polls }, step + 1, random)

/**
 * The delay before the next poll, or undefined to stop watching.
 *
 * Never shorter than a Retry-After: one that is longer than the time left ends the watch. The last delay is cut to the time left.
 */
export const nextDelayMs = (watch: {
  readonly watchedMs: number
  readonly step: number
  readonly retryAfterMs: number
  readonly random: number
  readonly polls?: Moment['polls']
}): number | undefined => {
  const { step, random, polls = pollBackoff } = watch
  const leftMs = MAX_WATCH_MS - watch.watchedMs
  if (leftMs < polls.firstMs || watch.retryAfterMs > leftMs) return undefined
  return Math.min(Math.max(pollDelayMs(step, random, polls), watch.retryAfterMs), leftMs)
}

/** A watch whose first poll comes after `delayMs`; at once for a task that may have ended long ago. */
export const startWatch = (nowMs: number, delayMs = 0): Watch => ({
  state: 'processing',
  paused: false,
  step: 0,
  watchedMs: delayMs,
  offlineStreak: 0,
  nextPollAtMs: nowMs + delayMs,
})

/** The watch of a task that was just started: the first poll comes about 5 seconds from now (MAP-02). */
export const startFirstWatch = ({ nowMs, random, polls }: Moment): Watch =>
  startWatch(nowMs, pollDelayMs(0, random, polls))

const stop = (watch: Watch, state: TaskState): Watch => ({ ...watch, state, offlineStreak: 0, nextPollAtMs: null })

const continueWatch = (watch: Watch, retryAfterMs: number, { nowMs, ...at }: Moment): Watch => {
  if (watch.state !== 'processing') return stop(watch, watch.state)
  const step = watch.step + 1
  if (watch.paused) return { ...watch, step, offlineStreak: 0, nextPollAtMs: null }
  const delayMs = nextDelayMs({ ...at, watchedMs: watch.watchedMs, step, retryAfterMs })
  if (delayMs === undefined) return stop(watch, 'notWatching')
  return { ...watch, step, watchedMs: watch.watchedMs + delayMs, offlineStreak: 0, nextPollAtMs: nowMs + delayMs }
}

/**
 * The watch after a poll that took `tookMs`.
 *
 * An ending is final. A poll that never reached the platform doesn't count as a step and costs no watch time. A single check
 * doesn't restart a watch that has ended; an unknown or denied task that answers is watched again.
 */
export const afterPoll = (before: Watch, outcome: PollOutcome, tookMs: number, at: Moment): Watch => {
  if (isEnded(before.state)) return before
  const watch = outcome.kind === 'offline' ? before : { ...before, watchedMs: before.watchedMs + tookMs }
  switch (outcome.kind) {
    case 'ended':
      return stop(watch, outcome.state)
    case 'unknownTask':
    case 'accessDenied':
      return stop(watch, outcome.kind)
    case 'refusedQuery':
      return stop(watch, 'notWatching')
    case 'processing':
      if (watch.state === 'unknownTask' || watch.state === 'accessDenied') return startFirstWatch(at)
      return continueWatch(watch, 0, at)
    case 'offline':
      if (watch.state !== 'processing' || watch.paused) return { ...watch, nextPollAtMs: null }
      return {
        ...watch,
        offlineStreak: watch.offlineStreak + 1,
        nextPollAtMs: at.nowMs + pollDelayMs(watch.offlineStreak, at.random, at.polls),
      }
    case 'rateLimited':
    case 'error':
      return continueWatch(watch, outcome.retryAfterMs, at)
    case 'signInNeeded':
      return continueWatch(watch, 0, at)
    default:
      return assertNever(outcome)
  }
}

/** Plans a poll for now. Refunds the rest of the delay and isn't a step, so manual checks never end a watch early. */
export const checkNow = (watch: Watch, nowMs: number): Watch => {
  const unusedMs = watch.nextPollAtMs === null ? 0 : Math.max(0, watch.nextPollAtMs - nowMs)
  return {
    ...watch,
    step: Math.max(0, watch.step - 1),
    watchedMs: Math.max(0, watch.watchedMs - unusedMs),
    nextPollAtMs: nowMs,
  }
}

/** Stops polling until `resume`; a poll in progress still counts. */
export const pause = (watch: Watch): Watch =>
  watch.state === 'processing' ? { ...watch, paused: true, nextPollAtMs: null } : watch

/** Starts a new watch of a paused task or one that is no longer watched (MAP-09). */
export const resume = (watch: Watch, nowMs: number): Watch => (isPollable(watch.state) ? startWatch(nowMs) : watch)
