/**
 * One scheduler for all background work: polls, sync, outbox, retries, heartbeats.
 *
 * Each key has at most one plan and one run; planning it during a run plans the next run. After sleep or a clock set
 * forward, everything due runs once. A clock set back delays nothing, because a plan is also due once its time has
 * passed on the monotonic clock. Work that failed because of the disk runs again, so a full disk requires no restart.
 * While `isOnHold`, work that changes the platform stays planned and doesn't run (OFF-04). Work that failed because a sign-in,
 * a permission, a limit or a connection was missing is planned with `retryBy`, and runs as soon as that is there (PLT-46).
 */
import { Failure } from '../shared/result.ts'
import type { Cancel, Clock, Log } from './ports.ts'
import { isHeldWork, type WorkKey, workName } from './scheduled-work.ts'

/**
 * `dueMs`: the wall time up to which work is due. It is ahead of the clock if the clock was set back after planning.
 */
export type Work = (dueMs: number) => Promise<void>

export type Scheduler = {
  /**
   * Plans `run` for wall time `atMs`, replacing this key's earlier plan. With a time in the past, it runs as soon as
   * possible.
   *
   * Errors from `run` are logged. After a `storage` failure it runs again, unless it was planned again in the meantime.
   */
  readonly plan: (key: WorkKey, atMs: number, run: Work) => void
  /**
   * Plans `run` for wall time `atMs` at the latest: an earlier plan of this key stays. For the next run of work that ends, because
   * something that it missed may have planned a run meanwhile.
   */
  readonly planBy: (key: WorkKey, atMs: number, run: Work) => void
  /** Like `planBy`, for work that failed: it also runs at the next `wakeRetries`, or at once if that came while it ran. */
  readonly retryBy: (key: WorkKey, atMs: number, run: Work) => void
  /** Runs everything planned with `retryBy`. Call when what it waits for may be there: a sign-in, a permission, a limit. */
  readonly wakeRetries: () => void
  readonly cancel: (key: WorkKey) => void
  /** When the key runs next; undefined if nothing is planned. */
  readonly plannedAtMs: (key: WorkKey) => number | undefined
  /** Checks the clock again. Call after sleep, a clock change, or the end of a hold. */
  readonly wake: () => void
  /** Cancels all plans, accepts no more, and resolves once running work has ended. Call before the features stop. */
  readonly stop: () => Promise<void>
}

/** The longest timer, so that a clock change is noticed within a minute. */
const MAX_TIMER_MS = 60_000
/** Retrying sooner is useless, because someone has to free some space. */
const DISK_RETRY_MS = 15_000

const isDiskFailure = (error: unknown): boolean => error instanceof Failure && error.detail.kind === 'storage'

export const createScheduler = (clock: Clock, log: Log, isOnHold: () => boolean = () => false): Scheduler => {
  type Plan = {
    readonly atMs: number
    /** The same moment on the monotonic clock. */
    readonly passedMs: number
    readonly run: Work
    readonly isRetry: boolean
  }
  const planned = new Map<WorkKey, Plan>()
  const running = new Map<WorkKey, Promise<void>>()
  let cancelTimer: Cancel | undefined
  let stopped = false

  /** How often retries were woken: before each running work, and until now. */
  const wakesBefore = new Map<WorkKey, number>()
  let wakes = 0

  const planFor = (atMs: number, run: Work, isRetry = false): Plan => ({
    atMs,
    passedMs: clock.monotonicMs() + atMs - clock.nowMs(),
    run,
    isRetry,
  })

  /** Sleep may stop the monotonic clock, and the wall clock may be set back: the earlier of the two counts. */
  const waitMs = ({ atMs, passedMs }: Plan): number => Math.min(atMs - clock.nowMs(), passedMs - clock.monotonicMs())

  const canRun = (key: WorkKey): boolean => !running.has(key) && !(isHeldWork(key) && isOnHold())

  const startDue = (): void => {
    if (stopped) return
    for (const [key, work] of [...planned]) {
      if (!canRun(key) || waitMs(work) > 0) continue
      planned.delete(key)
      wakesBefore.set(key, wakes)
      const settled = (async () => work.run(Math.max(work.atMs, clock.nowMs())))()
        .catch((error: unknown) => {
          log.error('background work failed', { key: workName(key), error })
          if (isDiskFailure(error) && !stopped && !planned.has(key)) {
            planned.set(key, planFor(clock.nowMs() + DISK_RETRY_MS, work.run))
          }
        })
        .finally(() => {
          running.delete(key)
          wakesBefore.delete(key)
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
    for (const [key, work] of planned) if (canRun(key)) nextMs = Math.min(nextMs, waitMs(work))
    if (nextMs === Number.POSITIVE_INFINITY) return
    const delayMs = Math.min(Math.max(0, nextMs), MAX_TIMER_MS)
    cancelTimer = clock.setTimer(() => {
      startDue()
      arm()
    }, delayMs)
  }

  const put = (key: WorkKey, next: Plan): void => {
    if (stopped) return
    planned.set(key, next)
    arm()
  }
  const plan: Scheduler['plan'] = (key, atMs, run) => put(key, planFor(atMs, run))
  const isEarliest = (key: WorkKey, atMs: number): boolean =>
    (planned.get(key)?.atMs ?? Number.POSITIVE_INFINITY) > atMs

  return {
    plan,
    planBy: (key, atMs, run) => {
      if (isEarliest(key, atMs)) plan(key, atMs, run)
    },
    retryBy: (key, atMs, run) => {
      const wasWoken = (wakesBefore.get(key) ?? wakes) !== wakes
      const dueMs = wasWoken ? Math.min(atMs, clock.nowMs()) : atMs
      const earlier = planned.get(key)
      // The seller's own reading may fail while the next one is planned: that one is now the retry.
      if (earlier === undefined || isEarliest(key, dueMs)) put(key, planFor(dueMs, run, true))
      else planned.set(key, { ...earlier, isRetry: true })
    },
    wakeRetries: () => {
      wakes += 1
      for (const [key, { run, isRetry }] of planned) if (isRetry) planned.set(key, planFor(clock.nowMs(), run, true))
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
