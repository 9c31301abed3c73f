/** Lanes for reads and writes: how many requests run at once, and how a 429 pauses a service. */
import { Failure } from '../../shared/result.ts'
import type { Cancel, Clock } from '../ports.ts'
import { type HttpRequest, type Send, TransportFailure } from './request.ts'
import { parseRetryAfter } from './retry-after.ts'

export type LaneLimits = Readonly<Record<HttpRequest['lane'], number>>

/** Requests at once to one host. Writes have their own lane, so a long sync never holds up a reply. */
export const defaultLimits: LaneLimits = { read: 8, write: 2 }

/** For a 429 without Retry-After. */
const DEFAULT_PAUSE_MS = 5_000
/** A caller that would have to wait longer gets an error instead of hanging. */
const MAX_HOLD_MS = 60_000
/** How often one request is repeated after a 429. */
const MAX_REPEATS = 3

type Lane = {
  /** Resolves when the request may go. Rejects when it is aborted, or the pause is too long. */
  readonly enter: (request: HttpRequest) => Promise<void>
  readonly leave: () => void
  readonly pause: (ms: number) => void
}

const pauseTooLong = (ms: number): Failure =>
  new Failure({
    kind: 'rateLimited',
    message: `The platform asks to wait. The next request can be sent in ${Math.ceil(ms / 1000)} seconds. Nothing was sent.`,
    retryAfterMs: ms,
  })

/** First come, first served. */
const createLane = (limit: number, clock: Clock): Lane => {
  type Waiting = { readonly go: () => void; readonly fail: (error: unknown) => void }
  const queue: Waiting[] = []
  let running = 0
  // Monotonic: setting the wall clock back must not hold a lane for a day.
  let pausedUntilMs = 0
  let cancelTimer: Cancel | undefined

  const startNext = (): void => {
    const pauseMs = pausedUntilMs - clock.monotonicMs()
    if (pauseMs > 0) {
      if (pauseMs > MAX_HOLD_MS) for (const waiting of queue.splice(0)) waiting.fail(pauseTooLong(pauseMs))
      cancelTimer?.()
      cancelTimer = queue.length === 0 ? undefined : clock.setTimer(startNext, pauseMs)
      return
    }
    while (running < limit) {
      const waiting = queue.shift()
      if (waiting === undefined) return
      running += 1
      waiting.go()
    }
  }

  return {
    enter: ({ signal }) =>
      new Promise((resolve, reject) => {
        const abort = (): void => {
          const at = queue.indexOf(waiting)
          if (at === -1) return
          queue.splice(at, 1)
          reject(new TransportFailure('notReached', 'The request was stopped before it was sent.'))
        }
        const detach = (): void => signal?.removeEventListener('abort', abort)
        const waiting: Waiting = {
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
    },
  }
}

/**
 * A 429 was not carried out and says how long to wait (MSG-20). It pauses the whole lane of the service.
 *
 * A `repeatable` request waits and is sent again, at most three times; any other is returned as answered. Throws
 * `rateLimited` if the pause exceeds a minute: nothing was sent.
 */
export const withRateLimit = (next: Send, deps: { readonly clock: Clock; readonly limits?: LaneLimits }): Send => {
  const limits = deps.limits ?? defaultLimits
  const lanes = new Map<string, Lane>()
  const getLane = (name: string, limit: number): Lane => {
    const lane = lanes.get(name) ?? createLane(limit, deps.clock)
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

  return async (request) => {
    const limit = limits[request.lane]
    // Each service pauses by itself: item changes that are used up until midnight must not hold back a reply.
    const serviceLane = getLane(`${request.service} ${request.lane}`, limit)
    const hostLane = getLane(`${new URL(request.url).host} ${request.lane}`, limit)
    for (let repeats = 0; ; repeats += 1) {
      let pauseMs = 0
      const response = await within(serviceLane, request, async () => {
        const answer = await within(hostLane, request, () => next(request))
        if (answer.status === 429) {
          pauseMs = parseRetryAfter(answer.headers, deps.clock.nowMs()) ?? DEFAULT_PAUSE_MS
          serviceLane.pause(pauseMs)
        }
        return answer
      })
      const isFinal = response.status !== 429 || !request.repeatable || repeats === MAX_REPEATS || pauseMs > MAX_HOLD_MS
      if (isFinal) return response
    }
  }
}
