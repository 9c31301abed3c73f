/**
 * One scheduler for all background work: polls, sync, outbox, retries, heartbeats.
 *
 * A piece of work has a key. Of one key there is at most one planned time and at most one run, never two at once; planning
 * it while it runs plans the next run. After the machine slept or the clock was put forward, whatever is due runs once; a
 * clock that is put back holds nothing up, for a plan is also due once its time has really passed. Work that the disk
 * stopped is begun again: a full disk must cost patience, not a restart.
 */
import { Failure } from '../shared/result.ts'
import type { Cancel, Clock, Log } from './ports.ts'

/**
 * What is done when the time has come. `dueMs`: the wall time up to which things are due. It lies ahead of the clock where
 * that was put back since the plan was made: what was planned for then is due now.
 */
export type Work = (dueMs: number) => Promise<void>

export type Scheduler = {
  /**
   * Plans `run` for wall time `atMs`, in place of what was planned under this key before.
   *
   * A time that has passed runs as soon as possible. What `run` throws is logged and ends that run only; where it was the
   * disk (`storage`), the work runs again after a while, unless it was planned anew meanwhile.
   */
  readonly plan: (key: string, atMs: number, run: Work) => void
  readonly cancel: (key: string) => void
  /** When the key runs next, or undefined when nothing is planned. */
  readonly plannedAtMs: (key: string) => number | undefined
  /** Looks at the clock again: call it after sleep or when the wall clock was moved. */
  readonly wake: () => void
  /** Plans nothing any more and resolves once what is running has ended. */
  readonly stop: () => Promise<void>
}

/** The longest nap: wall time is looked at again after it, so that a moved clock is noticed within a minute. */
const LONGEST_TIMER_MS = 60_000
/** A disk is made room on by a person. */
const DISK_RETRY_MS = 15_000

const wasTheDisk = (error: unknown): boolean => error instanceof Failure && error.detail.kind === 'storage'

export const createScheduler = (clock: Clock, log: Log): Scheduler => {
  type Plan = {
    readonly atMs: number
    /** The same moment by the monotonic clock. */
    readonly passedMs: number
    readonly run: Work
  }
  const planned = new Map<string, Plan>()
  const running = new Map<string, Promise<void>>()
  let cancelTimer: Cancel | undefined
  let stopped = false

  const planFor = (atMs: number, run: Work): Plan => ({
    atMs,
    passedMs: clock.monotonicMs() + atMs - clock.nowMs(),
    run,
  })

  /** A sleeping machine may stop the monotonic clock, a hand may put back the other: the first of the two counts. */
  const waitMs = ({ atMs, passedMs }: Plan): number => Math.min(atMs - clock.nowMs(), passedMs - clock.monotonicMs())

  const startDue = (): void => {
    if (stopped) return
    for (const [key, work] of [...planned]) {
      if (running.has(key) || waitMs(work) > 0) continue
      planned.delete(key)
      const settled = (async () => work.run(Math.max(work.atMs, clock.nowMs())))()
        .catch((error: unknown) => {
          log.error('background work failed', { key, error })
          if (wasTheDisk(error) && !stopped && !planned.has(key)) {
            planned.set(key, planFor(clock.nowMs() + DISK_RETRY_MS, work.run))
          }
        })
        .finally(() => {
          running.delete(key)
          arm()
        })
      running.set(key, settled)
    }
  }

  const arm = (): void => {
    cancelTimer?.()
    cancelTimer = undefined
    if (stopped) return
    let nextMs = Number.POSITIVE_INFINITY
    for (const [key, work] of planned) if (!running.has(key)) nextMs = Math.min(nextMs, waitMs(work))
    if (nextMs === Number.POSITIVE_INFINITY) return
    const delayMs = Math.min(Math.max(0, nextMs), LONGEST_TIMER_MS)
    cancelTimer = clock.setTimer(() => {
      startDue()
      arm()
    }, delayMs)
  }

  return {
    plan: (key, atMs, run) => {
      if (stopped) return
      planned.set(key, planFor(atMs, run))
      arm()
    },
    cancel: (key) => {
      planned.delete(key)
      arm()
    },
    plannedAtMs: (key) => planned.get(key)?.atMs,
    wake: () => {
      startDue()
      arm()
    },
    stop: async () => {
      stopped = true
      planned.clear()
      cancelTimer?.()
      await Promise.all(running.values())
    },
  }
}
