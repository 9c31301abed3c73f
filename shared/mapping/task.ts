/**
 * A mapping task: its states, what a poll can bring, and how one leads to the other.
 *
 * Document 1, sections 2 and 3. The platform knows "no result yet" and three endings. The rest are states of ours, and
 * each says something else to the seller: not watching is not failed, unknown is not forbidden, uncertain is not refused.
 */
import * as z from 'zod'
import { assertNever } from '../result.ts'
import { delayOfStep, nextPoll } from './polling-schedule.ts'

/**
 * - `starting`: on disk, about to be sent or under way.
 * - `notStarted`: the platform did not take it; `problem` says why, and it can be sent as it is.
 * - `startUnknown`: the platform may have taken it; no machine sends it again.
 * - `processing`: it has an id and no result yet.
 * - `notWatching`: the watch's time is over; the id stays valid (document 1 section 4).
 * - `unknownTask`: "Task not found": a wrong id, or one of another scope's token.
 * - `accessDenied`: "Access denied": the token lacks the scope.
 * - `completed`, `completedWithError`, `failed`: the platform's three endings.
 */
export const taskStateSchema = z.enum([
  'starting',
  'notStarted',
  'startUnknown',
  'processing',
  'notWatching',
  'unknownTask',
  'accessDenied',
  'completed',
  'completedWithError',
  'failed',
])
export type TaskState = z.infer<typeof taskStateSchema>

export const completionStatusSchema = z.enum(['COMPLETED', 'COMPLETED_WITH_ERROR', 'FAILED'])
export type CompletionStatus = z.infer<typeof completionStatusSchema>

export const stateOfCompletion = (status: CompletionStatus): TaskState => {
  switch (status) {
    case 'COMPLETED':
      return 'completed'
    case 'COMPLETED_WITH_ERROR':
      return 'completedWithError'
    case 'FAILED':
      return 'failed'
    default:
      return assertNever(status)
  }
}

const endedStates: ReadonlySet<TaskState> = new Set(['completed', 'completedWithError', 'failed'])
export const isEnded = (state: TaskState): boolean => endedStates.has(state)

const askableStates: ReadonlySet<TaskState> = new Set(['processing', 'notWatching', 'unknownTask', 'accessDenied'])
/** Whether the platform can be asked about it: it has an id and no result. */
export const isAskable = (state: TaskState): boolean => askableStates.has(state)

/** How a poll ended, in one word: a dot of the timeline. */
export const pollOutcomeSchema = z.enum([
  'processing',
  'ended',
  'unknownTask',
  'accessDenied',
  'offline',
  'rateLimited',
  'signInNeeded',
  'troubled',
])
export type PollOutcomeKind = z.infer<typeof pollOutcomeSchema>

/** What a poll brought. `troubled` is everything that a later poll may find mended: 5xx, a broken answer, an unknown error. */
export type PollOutcome =
  | { readonly kind: 'processing' }
  | { readonly kind: 'ended'; readonly status: CompletionStatus }
  | { readonly kind: 'unknownTask'; readonly message: string }
  | { readonly kind: 'accessDenied'; readonly message: string; readonly scope: string }
  | { readonly kind: 'offline'; readonly message: string }
  | { readonly kind: 'rateLimited'; readonly message: string; readonly retryAfterMs: number }
  | { readonly kind: 'signInNeeded'; readonly message: string }
  | { readonly kind: 'troubled'; readonly message: string; readonly retryAfterMs: number }

/** Where the watching of one task stands. Plain data: it is a row on disk, and all that a restart needs. */
export type Watch = {
  readonly state: TaskState
  readonly paused: boolean
  /** Polls that counted since this watch began. */
  readonly step: number
  /** Waits and polls of this watch, the planned one included. */
  readonly watchedMs: number
  /** Polls in a row that never reached the platform. */
  readonly offlineStreak: number
  readonly nextPollAtMs: number | null
}

export type Moment = { readonly nowMs: number; readonly random: number }

/** Begins a watch: the first poll comes about 5 seconds from now. */
export const beginWatch = (at: Moment): Watch => {
  const delayMs = delayOfStep(0, at.random)
  return {
    state: 'processing',
    paused: false,
    step: 0,
    watchedMs: delayMs,
    offlineStreak: 0,
    nextPollAtMs: at.nowMs + delayMs,
  }
}

const stopped = (watch: Watch, state: TaskState): Watch => ({ ...watch, state, offlineStreak: 0, nextPollAtMs: null })

const goOn = (watch: Watch, retryAfterMs: number, at: Moment): Watch => {
  const step = watch.step + 1
  if (watch.paused) return { ...watch, step, offlineStreak: 0, nextPollAtMs: null }
  const next = nextPoll({ watchedMs: watch.watchedMs, step, retryAfterMs, random: at.random })
  if (next.kind === 'stop') return stopped(watch, 'notWatching')
  return {
    ...watch,
    step,
    watchedMs: watch.watchedMs + next.delayMs,
    offlineStreak: 0,
    nextPollAtMs: at.nowMs + next.delayMs,
  }
}

/**
 * The watch after a poll has settled, `tookMs` after it began.
 *
 * An ending is final. A poll that never reached the platform is not a step and costs no watch time: the task is asked
 * again at growing intervals for as long as the line is down. A task that was no longer watched stays so when a single
 * check finds it still processing; one that was unknown or forbidden and now answers is watched anew.
 */
export const afterPoll = (before: Watch, outcome: PollOutcome, tookMs: number, at: Moment): Watch => {
  if (isEnded(before.state)) return before
  const watch = { ...before, watchedMs: before.watchedMs + (outcome.kind === 'offline' ? 0 : tookMs) }
  switch (outcome.kind) {
    case 'ended':
      return stopped(watch, stateOfCompletion(outcome.status))
    case 'unknownTask':
      return stopped(watch, 'unknownTask')
    case 'accessDenied':
      return stopped(watch, 'accessDenied')
    case 'processing':
      if (watch.state === 'unknownTask' || watch.state === 'accessDenied') return beginWatch(at)
      return watch.state === 'processing' ? goOn(watch, 0, at) : stopped(watch, watch.state)
    case 'offline':
      if (watch.state !== 'processing' || watch.paused) return { ...watch, nextPollAtMs: null }
      return {
        ...watch,
        offlineStreak: watch.offlineStreak + 1,
        nextPollAtMs: at.nowMs + delayOfStep(watch.offlineStreak, at.random),
      }
    case 'rateLimited':
    case 'troubled':
      return watch.state === 'processing' ? goOn(watch, outcome.retryAfterMs, at) : stopped(watch, watch.state)
    case 'signInNeeded':
      return watch.state === 'processing' ? goOn(watch, 0, at) : stopped(watch, watch.state)
    default:
      return assertNever(outcome)
  }
}

/** Plans a poll for now. It gives back the wait it cuts short, and is no step of the schedule: asking by hand ends no watch early. */
export const checkNow = (watch: Watch, nowMs: number): Watch => {
  const unusedMs = watch.nextPollAtMs === null ? 0 : Math.max(0, watch.nextPollAtMs - nowMs)
  return {
    ...watch,
    step: Math.max(0, watch.step - 1),
    watchedMs: Math.max(0, watch.watchedMs - unusedMs),
    nextPollAtMs: nowMs,
  }
}

/** Stops asking until `resume`; a poll under way still counts. */
export const pause = (watch: Watch): Watch =>
  watch.state === 'processing' ? { ...watch, paused: true, nextPollAtMs: null } : watch

/** A watch whose first poll is due at once: for a task that may have ended long ago. */
export const watchFromNow = (nowMs: number): Watch => ({
  state: 'processing',
  paused: false,
  step: 0,
  watchedMs: 0,
  offlineStreak: 0,
  nextPollAtMs: nowMs,
})

/** Begins a new watch (MAP-09): for a paused task and for any that is not watched any more. */
export const resume = (watch: Watch, nowMs: number): Watch => (isAskable(watch.state) ? watchFromNow(nowMs) : watch)
