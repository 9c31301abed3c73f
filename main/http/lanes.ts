/**
 * Who may send to a service or a host, and when: reads and writes each in a lane of their own, pauses, and the probing that
 * follows a pause.
 */
import { Failure } from '../../shared/result.ts'
import type { Cancel, Clock } from '../ports.ts'
import { DAY_PAUSE_MS } from './call-budget.ts'
import { type HttpRequest, TransportFailure } from './request.ts'

export type LaneName = HttpRequest['lane']
export type LaneLimits = Readonly<Record<LaneName, number>>

export const laneNames: readonly LaneName[] = ['read', 'write']

/** A caller that would have to wait longer gets an error instead of hanging. */
export const MAX_WAIT_MS = 60_000

/**
 * After a refusal, requests start one after the other for a minute: a platform with a limit per second would refuse every
 * further burst. The distance doubles with each refusal.
 */
const CALM_MS = 60_000
const FIRST_DISTANCE_MS = 250
const MAX_DISTANCE_MS = 1_000

/** A request that may go. Call `leave` once it is answered. */
export type Turn = {
  /** Its body is built, so it goes to the wire now. */
  readonly built: () => void
  readonly leave: () => void
}

export type Lanes = {
  /** Resolves when the request may go. Rejects if it is aborted or the pause is too long. */
  readonly enter: (request: HttpRequest) => Promise<Turn>
  readonly pause: (lanes: readonly LaneName[], ms: number) => void
  readonly pauseMs: (lane: LaneName) => number
  /** Ends the probing that follows a pause: one request at a time goes to the wire until one is answered. */
  readonly open: () => void
}

/**
 * Explains why the platform accepts no calls now. `isGuess`: the platform didn't say for how long. `isDay`: it said that the calls of
 * the day are used up.
 */
export const describePause = (ms: number, isGuess = false, isDay = false): string => {
  if (isDay) return 'Today’s calls are used up.'
  return ms < DAY_PAUSE_MS && !isGuess
    ? 'Stallhand has to wait: too many requests in a short time.'
    : 'No more requests are accepted for now. Today’s calls may be used up.'
}

const pauseTooLong = (ms: number, untilMs: number): Failure =>
  new Failure({ kind: 'rateLimited', message: `${describePause(ms)} Nothing was sent.`, retryAfterMs: ms, untilMs })

type Waiting = {
  readonly go: (turn: Turn) => void
  readonly fail: (error: unknown) => void
  readonly maxWaitMs: number
  /** Builds its body once it has its turn, by reads that need turns of their own. */
  readonly builds: boolean
}

/** First come, first served in each lane. */
export const createLanes = (limits: LaneLimits, clock: Clock): Lanes => {
  const queues: Readonly<Record<LaneName, Waiting[]>> = { read: [], write: [] }
  const running: Record<LaneName, number> = { read: 0, write: 0 }
  // Monotonic: setting the wall clock back must not hold a lane for a day.
  const pausedUntilMs: Record<LaneName, number> = { read: 0, write: 0 }
  let isProbing = false
  /** Requests on the wire, without those that still build their body. */
  let onWire = 0
  let cancelTimer: Cancel | undefined
  let distanceMs = 0
  let calmUntilMs = 0
  let nextStartMs = 0

  const isCalm = (): boolean => clock.monotonicMs() < calmUntilMs
  const distanceLeftMs = (): number => (isCalm() ? Math.max(0, nextStartMs - clock.monotonicMs()) : 0)
  const startOnWire = (): void => {
    onWire += 1
    nextStartMs = clock.monotonicMs() + distanceMs
  }

  const pauseMs = (lane: LaneName): number => Math.max(0, pausedUntilMs[lane] - clock.monotonicMs())

  const createTurn = (lane: LaneName, builds: boolean): Turn => {
    let isOnWire = !builds
    running[lane] += 1
    if (isOnWire) startOnWire()
    return {
      built: () => {
        if (!isOnWire) startOnWire()
        isOnWire = true
      },
      leave: () => {
        running[lane] -= 1
        if (isOnWire) onWire -= 1
        startNext()
      },
    }
  }

  const startLane = (lane: LaneName): void => {
    const queue = queues[lane]
    const waitMs = pauseMs(lane)
    if (waitMs > 0) {
      for (const waiting of queue.splice(0)) {
        if (waitMs > waiting.maxWaitMs) waiting.fail(pauseTooLong(waitMs, clock.nowMs() + waitMs))
        else queue.push(waiting)
      }
      return
    }
    while (running[lane] < limits[lane]) {
      const [first] = queue
      if (first === undefined) return
      if (!first.builds && ((isProbing && onWire > 0) || distanceLeftMs() > 0)) return
      queue.shift()
      first.go(createTurn(lane, first.builds))
    }
  }

  const startNext = (): void => {
    // A read is the better probe, because it changes nothing. Otherwise writes go first: reads may be many.
    for (const lane of isProbing ? (['read', 'write'] as const) : (['write', 'read'] as const)) startLane(lane)
    const waits = laneNames
      .filter((lane) => queues[lane].length > 0)
      .map((lane) => Math.max(pauseMs(lane), distanceLeftMs()))
      .filter((ms) => ms > 0)
    cancelTimer?.()
    cancelTimer = waits.length === 0 ? undefined : clock.setTimer(startNext, Math.min(...waits))
  }

  return {
    enter: ({ lane, signal, maxWaitMs = MAX_WAIT_MS, freshBody, beforeLeaving }) =>
      new Promise((resolve, reject) => {
        const abort = (): void => {
          const at = queues[lane].indexOf(waiting)
          if (at === -1) return
          queues[lane].splice(at, 1)
          reject(new TransportFailure('notReached', 'The request was stopped before it was sent.'))
        }
        const detach = (): void => signal?.removeEventListener('abort', abort)
        const waiting: Waiting = {
          maxWaitMs,
          builds: freshBody !== undefined || beforeLeaving !== undefined,
          go: (turn) => {
            detach()
            resolve(turn)
          },
          fail: (error) => {
            detach()
            reject(error)
          },
        }
        queues[lane].push(waiting)
        signal?.addEventListener('abort', abort, { once: true })
        if (signal?.aborted === true) abort()
        else startNext()
      }),
    pause: (lanes, ms) => {
      const untilMs = clock.monotonicMs() + ms
      for (const lane of lanes) pausedUntilMs[lane] = Math.max(pausedUntilMs[lane], untilMs)
      isProbing = true
      distanceMs = isCalm() ? Math.min(distanceMs * 2, MAX_DISTANCE_MS) : FIRST_DISTANCE_MS
      calmUntilMs = untilMs + CALM_MS
    },
    pauseMs,
    open: () => {
      isProbing = false
    },
  }
}
