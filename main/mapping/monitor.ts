/**
 * The mapping monitor: asks about every task that is watched, each by its own schedule (design section 4).
 *
 * The row on disk is the plan; the scheduler only wakes it up. The next poll is planned after the last one has settled,
 * so that there are never two of one task at a time, and a restart finds all it needs in the database. A poll that is due
 * goes through the gate that all tasks share.
 */
import { TOTAL_WATCH_MS } from '../../shared/mapping/polling-schedule.ts'
import {
  afterPoll,
  checkNow,
  isAskable,
  isEnded,
  type Moment,
  pause,
  resume,
  type Watch,
  watchFromNow,
} from '../../shared/mapping/task.ts'
import type { OnlineState } from '../feature.ts'
import type { Cancel, Clock, Log } from '../ports.ts'
import type { Scheduler } from '../scheduler.ts'
import type { MappingClient, PollAnswer } from './client.ts'
import { createPollGate } from './poll-gate.ts'
import type { MappingStore } from './store.ts'
import type { WatchedTask } from './task-store.ts'

export type Monitor = {
  /** Takes up every watch that the last run left; a poll that fell due meanwhile runs at once. */
  readonly start: () => void
  /** Abandons polls under way and resolves once none of them can touch the database any more. */
  readonly stop: () => Promise<void>
  /** Begins with a task whose watch was just written. */
  readonly watch: (taskRef: number) => void
  /** The three below change the watch of a task that can be asked about, and do nothing with any other. */
  readonly checkNow: (taskRef: number) => void
  readonly pause: (taskRef: number) => void
  readonly resume: (taskRef: number) => void
  /** Pauses all that are watched, or takes up all that are paused; gives back how many. */
  readonly pauseAll: () => number
  readonly resumeAll: () => number
  readonly isChecking: (taskRef: number) => boolean
}

const keyOf = (taskRef: number): string => `mapping.poll.${taskRef}`

export const createMonitor = (deps: {
  readonly store: MappingStore
  readonly client: MappingClient
  readonly scheduler: Scheduler
  readonly online: OnlineState
  readonly clock: Clock
  readonly log: Log
  readonly random: () => number
  readonly changed: (taskRef: number) => void
  /** A task has come to its end: told once for each. */
  readonly ended: (taskRef: number) => void
}): Monitor => {
  const { store, client, scheduler, clock, log } = deps
  const gate = createPollGate(clock)
  const underWay = new Map<number, Promise<void>>()
  const stopping = new AbortController()
  const planned = new Set<number>()
  let cancelOnline: Cancel | undefined

  const moment = (): Moment => ({ nowMs: clock.nowMs(), random: deps.random() })

  const plan = (taskRef: number, watch: Watch): void => {
    if (watch.nextPollAtMs === null || stopping.signal.aborted) {
      planned.delete(taskRef)
      scheduler.cancel(keyOf(taskRef))
      return
    }
    planned.add(taskRef)
    scheduler.plan(keyOf(taskRef), watch.nextPollAtMs, () => poll(taskRef))
  }

  const save = (taskRef: number, watch: Watch): void => {
    store.saveWatch(taskRef, watch)
    plan(taskRef, watch)
    deps.changed(taskRef)
  }

  const ask = async (taskId: string): Promise<PollAnswer> => {
    try {
      return await client.listingPreviewsCreationTaskById(taskId, stopping.signal)
    } catch (error) {
      // A fault of ours must not end a watch: it is a dot in the timeline, and the log has the rest.
      log.error('a mapping poll failed', { error })
      return {
        outcome: {
          kind: 'troubled',
          message: 'Something went wrong inside Stallhand. The log has it.',
          retryAfterMs: 0,
        },
        requestedId: null,
        result: null,
      }
    }
  }

  const pollTask = async (taskRef: number, task: WatchedTask): Promise<void> => {
    const atMs = clock.nowMs()
    const beganMs = clock.monotonicMs()
    const answer = await ask(task.taskId)
    // Aborted by stop: what came back is not an answer, and the plan on disk still holds.
    if (stopping.signal.aborted) return
    // Read again: the user may have paused or resumed while it was under way.
    const before = store.watchedTask(taskRef)?.watch ?? task.watch
    const tookMs = Math.max(0, Math.round(clock.monotonicMs() - beganMs))
    const watch = afterPoll(before, answer.outcome, tookMs, moment())
    store.settlePoll(taskRef, { answer, watch, atMs, settledAtMs: clock.nowMs() })
    plan(taskRef, watch)
    if (isEnded(watch.state) && !isEnded(before.state)) deps.ended(taskRef)
  }

  /** Once the gate is open: what was planned may have been paused, or ended, while it waited. */
  const pollNow = async (taskRef: number): Promise<void> => {
    const task = store.watchedTask(taskRef)
    if (underWay.has(taskRef) || stopping.signal.aborted || task === undefined) return
    if (!isAskable(task.watch.state) || (task.watch.paused && task.watch.nextPollAtMs === null)) return
    const settled = pollTask(taskRef, task).finally(() => underWay.delete(taskRef))
    underWay.set(taskRef, settled)
    deps.changed(taskRef)
    await settled
    if (!stopping.signal.aborted) deps.changed(taskRef)
  }

  const poll = async (taskRef: number): Promise<void> => {
    planned.delete(taskRef)
    await gate.pass(taskRef, () => pollNow(taskRef))
  }

  const askable = (taskRef: number): Watch | undefined => {
    const task = store.watchedTask(taskRef)
    return task !== undefined && isAskable(task.watch.state) ? task.watch : undefined
  }

  /** What a plan of the last run means now: one that is missing or lies beyond any delay (a clock set back) is due. */
  const takenUp = (watch: Watch, nowMs: number): Watch => {
    const atMs = watch.nextPollAtMs
    return atMs === null || atMs > nowMs + TOTAL_WATCH_MS ? { ...watch, nextPollAtMs: nowMs } : watch
  }

  return {
    start: () => {
      for (const taskRef of store.watchedRefs()) {
        const watch = askable(taskRef)
        if (watch !== undefined) plan(taskRef, takenUp(watch, clock.nowMs()))
      }
      cancelOnline = deps.online.onChange((online) => {
        if (!online) return
        for (const taskRef of store.watchedRefs('offline')) {
          const watch = askable(taskRef)
          // There may be hundreds; the gate spreads them.
          if (watch !== undefined) save(taskRef, { ...watch, nextPollAtMs: clock.nowMs() })
        }
      })
    },
    stop: async () => {
      stopping.abort()
      gate.close()
      cancelOnline?.()
      for (const taskRef of planned) scheduler.cancel(keyOf(taskRef))
      planned.clear()
      await Promise.allSettled(underWay.values())
    },
    watch: (taskRef) => {
      const watch = askable(taskRef)
      if (watch !== undefined) plan(taskRef, watch)
    },
    checkNow: (taskRef) => {
      const watch = askable(taskRef)
      // One is being asked already: its answer is the newest there can be.
      if (watch === undefined || underWay.has(taskRef) || gate.hurry(taskRef)) return
      save(taskRef, checkNow(watch, clock.nowMs()))
    },
    pause: (taskRef) => {
      const watch = askable(taskRef)
      if (watch !== undefined) save(taskRef, pause(watch))
    },
    resume: (taskRef) => {
      const watch = askable(taskRef)
      if (watch !== undefined) save(taskRef, resume(watch, clock.nowMs()))
    },
    pauseAll: () => {
      const refs = store.watchedRefs()
      for (const taskRef of refs) {
        const watch = askable(taskRef)
        if (watch !== undefined) save(taskRef, pause(watch))
      }
      return refs.length
    },
    resumeAll: () => {
      const refs = store.pausedRefs()
      for (const taskRef of refs) save(taskRef, watchFromNow(clock.nowMs()))
      return refs.length
    },
    isChecking: (taskRef) => underWay.has(taskRef),
  }
}
