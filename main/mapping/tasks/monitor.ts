/**
 * Polls watched tasks (MAP-08, MAP-09). Each task's plan is on disk, so a restart loses and repeats nothing. One
 * scheduled key wakes for the earliest plan. All tasks share a rate limit: the platform's own is unknown, and a late
 * poll loses nothing.
 */
import { isEnded, isPollable } from '../../../shared/mapping/task.ts'
import type { Services } from '../../feature.ts'
import type { Cancel } from '../../ports.ts'
import type { MappingClient, PollAnswer } from '../platform/mapping-client.ts'
import type { MappingStore } from '../store.ts'
import type { WatchedTask } from './task-store.ts'
import { afterPoll, checkNow, MAX_WATCH_MS, type Moment, pause, resume, startWatch, type Watch } from './watch.ts'

/** For all tasks together; a check requested by the seller starts at once. */
export const MAX_CONCURRENT_POLLS = 4
/** Minimum time between the starts of two polls, for all tasks together. */
export const POLL_GAP_MS = 500
const STORAGE_RETRY_MS = 15_000
/** Smaller differences are rounding errors, not a changed clock. */
const MIN_CLOCK_STEP_MS = 1_000
const SCHEDULER_KEY = 'mapping.poll'

export type Monitor = {
  /** Resumes every watch of the last run; polls that came due in between run at once. */
  readonly start: () => void
  /** Abandons polls in progress. Resolves once none of them can write any more. */
  readonly stop: () => Promise<void>
  /** Picks up a task whose watch was just written. */
  readonly watch: () => void
  /** `checkNow`, `pause` and `resume` ignore a task that can't be polled. */
  readonly checkNow: (taskRef: number) => void
  readonly pause: (taskRef: number) => void
  readonly resume: (taskRef: number) => void
  /** Returns the number of tasks. */
  readonly pauseAll: () => number
  readonly resumeAll: () => number
  readonly isChecking: (taskRef: number) => boolean
}

export const createMonitor = (
  deps: Pick<Services, 'clock' | 'log' | 'online' | 'scheduler'> & {
    readonly store: MappingStore
    readonly client: MappingClient
    /** For polls that the seller did not request. */
    readonly watchClient: MappingClient
    readonly random: () => number
    /** The platform's delays between two reads of a task. */
    readonly polls: Moment['polls'] & object
    readonly changed: (taskRef: number) => void
    /** Called once per task. */
    readonly ended: (taskRef: number) => void
  },
): Monitor => {
  const { store, scheduler, clock, log } = deps
  const polling = new Map<number, Promise<void>>()
  const stopping = new AbortController()
  /** By the monotonic clock, which can't be set back. */
  let nextStartMs = Number.NEGATIVE_INFINITY
  let clockOffsetMs = clock.nowMs() - clock.monotonicMs()
  let cancelOnline: Cancel | undefined

  const schedule = (): void => {
    if (stopping.signal.aborted || polling.size >= MAX_CONCURRENT_POLLS) return
    const next = store.nextPoll([...polling.keys()])
    if (next === undefined) scheduler.cancel(SCHEDULER_KEY)
    else {
      const gapMs = Math.max(0, nextStartMs - clock.monotonicMs())
      scheduler.plan(SCHEDULER_KEY, Math.max(next.atMs, clock.nowMs() + gapMs), pollNext)
    }
  }

  const pollNext = async (): Promise<void> => {
    // Setting the wall clock back would delay every plan on disk by as much.
    const offsetMs = clock.nowMs() - clock.monotonicMs()
    const driftMs = Math.round(offsetMs - clockOffsetMs)
    if (driftMs < -MIN_CLOCK_STEP_MS) store.shiftPolls(driftMs)
    clockOffsetMs = offsetMs
    const next = store.nextPoll([...polling.keys()])
    if (next !== undefined && next.atMs <= clock.nowMs() && polling.size < MAX_CONCURRENT_POLLS) {
      startPoll(next.taskRef, deps.watchClient)
    }
    schedule()
  }

  const startPoll = (taskRef: number, client: MappingClient): void => {
    const task = store.watchedTask(taskRef)
    if (task === undefined || polling.has(taskRef)) return
    nextStartMs = clock.monotonicMs() + POLL_GAP_MS
    const settled = poll(taskRef, task, client)
      .catch((error: unknown) => {
        log.error('a mapping poll could not be saved', { error })
        nextStartMs = clock.monotonicMs() + STORAGE_RETRY_MS
      })
      .finally(() => {
        polling.delete(taskRef)
        if (stopping.signal.aborted) return
        deps.changed(taskRef)
        schedule()
      })
    polling.set(taskRef, settled)
    deps.changed(taskRef)
  }

  const poll = async (taskRef: number, task: WatchedTask, client: MappingClient): Promise<void> => {
    const atMs = clock.nowMs()
    const startedMs = clock.monotonicMs()
    const answer = await requestTask(client, task.taskId)
    // An aborted poll has no answer. Its plan is still on disk.
    if (stopping.signal.aborted) return
    // The seller may have paused or resumed the task meanwhile.
    const before = store.watchedTask(taskRef)?.watch ?? task.watch
    const tookMs = Math.max(0, Math.round(clock.monotonicMs() - startedMs))
    const nowMs = clock.nowMs()
    const watch = afterPoll(before, answer.outcome, tookMs, { nowMs, random: deps.random(), polls: deps.polls })
    store.settlePoll(taskRef, { answer, watch, atMs, settledAtMs: nowMs })
    if (isEnded(watch.state) && !isEnded(before.state)) deps.ended(taskRef)
  }

  const requestTask = async (client: MappingClient, taskId: string): Promise<PollAnswer> => {
    try {
      return await client.listingPreviewsCreationTaskById(taskId, stopping.signal)
    } catch (error) {
      // A bug in Stallhand must not end a watch.
      log.error('a mapping poll failed', { error })
      const message = 'Something went wrong in Stallhand. If it happens again, report a problem under Settings, About.'
      return { outcome: { kind: 'error', message, retryAfterMs: 0 }, requestedId: null, result: null }
    }
  }

  /** Saves a changed watch if the task can be polled. Returns whether it can. */
  const update = (taskRef: number, change: (watch: Watch) => Watch): boolean => {
    const task = store.watchedTask(taskRef)
    if (task === undefined || !isPollable(task.watch.state)) return false
    store.saveWatch(taskRef, change(task.watch))
    deps.changed(taskRef)
    schedule()
    return true
  }

  const updateAll = (taskRefs: readonly number[], change: (watch: Watch) => Watch): number => {
    for (const taskRef of taskRefs) update(taskRef, change)
    return taskRefs.length
  }

  return {
    start: () => {
      const nowMs = clock.nowMs()
      store.repairPolls(nowMs, nowMs + MAX_WATCH_MS)
      schedule()
      cancelOnline = deps.online.onChange((online) => {
        if (!online) return
        updateAll(store.offlineRefs(), (watch) => ({ ...watch, nextPollAtMs: clock.nowMs() }))
      })
    },
    stop: async () => {
      stopping.abort()
      cancelOnline?.()
      await Promise.allSettled(polling.values())
    },
    watch: schedule,
    checkNow: (taskRef) => {
      if (polling.has(taskRef)) return
      if (update(taskRef, (watch) => checkNow(watch, clock.nowMs()))) startPoll(taskRef, deps.client)
    },
    pause: (taskRef) => void update(taskRef, pause),
    resume: (taskRef) => void update(taskRef, (watch) => resume(watch, clock.nowMs())),
    pauseAll: () => updateAll(store.watchedRefs(), pause),
    resumeAll: () => updateAll(store.pausedRefs(), () => startWatch(clock.nowMs())),
    isChecking: (taskRef) => polling.has(taskRef),
  }
}
