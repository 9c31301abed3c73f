/** Lanes for reads and writes: how many requests run at once, and how a 429 pauses a service. */
import { Failure } from '../../shared/result.ts'
import type { Cancel, Clock } from '../ports.ts'
import { DAY_PAUSE_MS } from './call-budget.ts'
import { type HttpRequest, type HttpResponse, type Send, type Service, TransportFailure } from './request.ts'
import { parseRetryAfter } from './retry-after.ts'
import { answerToStatus, guessedPausesMs, retryTable } from './retry-table.ts'

export type LaneLimits = Readonly<Record<HttpRequest['lane'], number>>

/** Concurrent requests to one host. Writes have their own lane, so a long sync never holds up a reply. */
export const defaultLimits: LaneLimits = { read: 8, write: 2 }

/** A caller that would have to wait longer gets an error instead of hanging. */
const MAX_WAIT_MS = 60_000
/** How often one request is repeated after a 429. */
const MAX_REPEATS = 3

type Lane = {
  /** Resolves when the request may go. Rejects if it is aborted or the pause is too long. */
  readonly enter: (request: HttpRequest) => Promise<void>
  readonly leave: () => void
  readonly pause: (ms: number) => void
  /** Ends the probing that follows a pause: one request at a time goes until one is answered. */
  readonly open: () => void
}

/** Explains why the platform accepts no calls now. `isGuess`: the platform didn't say for how long. */
export const describePause = (ms: number, isGuess = false): string =>
  ms < DAY_PAUSE_MS && !isGuess
    ? 'The platform asks Stallhand to wait: too many requests in a short time.'
    : 'The platform accepts no more requests for now. Today’s calls may be used up.'

const pauseTooLong = (ms: number, untilMs: number): Failure =>
  new Failure({ kind: 'rateLimited', message: `${describePause(ms)} Nothing was sent.`, retryAfterMs: ms, untilMs })

/** First come, first served. */
const createLane = (limit: number, clock: Clock): Lane => {
  type Waiting = { readonly go: () => void; readonly fail: (error: unknown) => void; readonly maxWaitMs: number }
  const queue: Waiting[] = []
  let running = 0
  // Monotonic: setting the wall clock back must not hold a lane for a day.
  let pausedUntilMs = 0
  let isProbing = false
  let cancelTimer: Cancel | undefined

  const startNext = (): void => {
    const pauseMs = pausedUntilMs - clock.monotonicMs()
    if (pauseMs > 0) {
      for (const waiting of queue.splice(0)) {
        if (pauseMs > waiting.maxWaitMs) waiting.fail(pauseTooLong(pauseMs, clock.nowMs() + pauseMs))
        else queue.push(waiting)
      }
      cancelTimer?.()
      cancelTimer = queue.length === 0 ? undefined : clock.setTimer(startNext, pauseMs)
      return
    }
    while (running < (isProbing ? 1 : limit)) {
      const waiting = queue.shift()
      if (waiting === undefined) return
      running += 1
      waiting.go()
    }
  }

  return {
    enter: ({ signal, maxWaitMs = MAX_WAIT_MS }) =>
      new Promise((resolve, reject) => {
        const abort = (): void => {
          const at = queue.indexOf(waiting)
          if (at === -1) return
          queue.splice(at, 1)
          reject(new TransportFailure('notReached', 'The request was stopped before it was sent.'))
        }
        const detach = (): void => signal?.removeEventListener('abort', abort)
        const waiting: Waiting = {
          maxWaitMs,
          go: () => {
            detach()
            resolve()
          },
          fail: (error) => {
            detach()
            reject(error)
          },
        }
        queue.push(waiting)
        signal?.addEventListener('abort', abort, { once: true })
        if (signal?.aborted === true) abort()
        else startNext()
      }),
    leave: () => {
      running -= 1
      startNext()
    },
    pause: (ms) => {
      pausedUntilMs = Math.max(pausedUntilMs, clock.monotonicMs() + ms)
      isProbing = true
    },
    open: () => {
      isProbing = false
    },
  }
}

/**
 * A 429 was not carried out and says how long to wait (MSG-20). It pauses the whole lane of the service; without
 * Retry-After the pause grows with each 429. A `repeatable` request waits and is sent again, at most three times; any
 * other returns its answer. Throws `rateLimited` if the pause exceeds what the request may wait: nothing was sent.
 */
export const withRateLimit = (
  next: Send,
  deps: {
    readonly clock: Clock
    readonly limits?: LaneLimits
    /** Called for each 429; once for concurrent requests. */
    readonly onRefused?: (service: Service, pauseMs: number) => void
  },
): Send => {
  const { clock } = deps
  const limits = deps.limits ?? defaultLimits
  /** 429 answers in a row, by service and lane. */
  const refusals = new Map<string, { readonly count: number; readonly atMs: number }>()
  const lanes = new Map<string, Lane>()
  const getLane = (name: string, limit: number): Lane => {
    const lane = lanes.get(name) ?? createLane(limit, clock)
    lanes.set(name, lane)
    return lane
  }
  const within = async <T>(lane: Lane, request: HttpRequest, work: () => Promise<T>): Promise<T> => {
    await lane.enter(request)
    try {
      return await work()
    } finally {
      lane.leave()
    }
  }

  /** How long to pause after a 429 to a request that was sent at `startedMs`. */
  const refuse = (laneName: string, request: HttpRequest, startedMs: number, headers: HttpResponse['headers']) => {
    const before = refusals.get(laneName) ?? { count: 0, atMs: Number.NEGATIVE_INFINITY }
    const isNew = startedMs > before.atMs
    const count = isNew ? before.count + 1 : before.count
    const stated = parseRetryAfter(headers, clock.nowMs())
    const ms = stated ?? guessedPausesMs[Math.min(count, guessedPausesMs.length) - 1] ?? 0
    if (isNew) {
      refusals.set(laneName, { count, atMs: clock.monotonicMs() })
      deps.onRefused?.(request.service, ms)
    }
    return { ms, untilMs: clock.nowMs() + ms, isGuess: stated === undefined }
  }

  return async (request) => {
    const limit = limits[request.lane]
    const laneName = `${request.service} ${request.lane}`
    // Each service has its own pause: a used-up daily limit of item changes must not hold up a reply.
    const serviceLane = getLane(laneName, limit)
    const hostLane = getLane(`${new URL(request.url).host} ${request.lane}`, limit)
    for (let repeats = 0; ; repeats += 1) {
      const response = await within(serviceLane, request, async () => {
        const startedMs = clock.monotonicMs()
        const answer = await within(hostLane, request, () => next(request))
        if (retryTable[answerToStatus(answer.status)].http !== 'pause') {
          refusals.delete(laneName)
          serviceLane.open()
          return answer
        }
        const pause = refuse(laneName, request, startedMs, answer.headers)
        serviceLane.pause(pause.ms)
        return { ...answer, pause }
      })
      const isTooLong = (response.pause?.ms ?? 0) > (request.maxWaitMs ?? MAX_WAIT_MS)
      const isFinal = response.pause === undefined || !request.repeatable || repeats === MAX_REPEATS || isTooLong
      if (isFinal) return response
    }
  }
}
