/** Lanes for reads and writes: how many requests are under way at once to one host, and how a 429 holds back a service. */
import { Failure } from '../../shared/result.ts'
import type { Cancel, Clock } from '../ports.ts'
import { type HttpRequest, type HttpResponse, type Send, TransportFailure } from './request.ts'
import { retryAfterMs } from './retry-after.ts'

export type LaneLimits = Readonly<Record<HttpRequest['lane'], number>>

/** At once. Writes are few and matter; reads are many and give way to nobody, having a lane of their own. */
export const defaultLaneLimits: LaneLimits = { read: 8, write: 2 }

/** A 429 without Retry-After. */
const DEFAULT_PAUSE_MS = 5_000
/** Whoever would have to wait longer is told so at once, instead of hanging. */
const LONGEST_HOLD_MS = 60_000
/** How often one request is asked again after a 429. */
const MOST_REPEATS = 3

type Waiting = { readonly go: () => void; readonly fail: (error: unknown) => void }

/** One lane: first come, first served, at most `limit` under way, none while it is paused. */
const createLane = (limit: number, clock: Clock) => {
  const queue: Waiting[] = []
  let underWay = 0
  // Monotonic time: a wall clock that is set back must not hold a lane for a day.
  let pausedUntilMs = 0
  let cancelTimer: Cancel | undefined

  const restMs = (): number => pausedUntilMs - clock.monotonicMs()

  const tooLong = (ms: number): Failure =>
    new Failure({
      kind: 'rateLimited',
      message: `The platform asked for a pause. The next request can go in ${Math.ceil(ms / 1000)} seconds; nothing was sent.`,
      retryAfterMs: ms,
    })

  const startNext = (): void => {
    const ms = restMs()
    if (ms > 0) {
      if (ms > LONGEST_HOLD_MS) for (const waiting of queue.splice(0)) waiting.fail(tooLong(ms))
      cancelTimer?.()
      cancelTimer = queue.length === 0 ? undefined : clock.setTimer(startNext, ms)
      return
    }
    while (underWay < limit) {
      const waiting = queue.shift()
      if (waiting === undefined) return
      underWay += 1
      waiting.go()
    }
  }

  return {
    enter: (request: HttpRequest): Promise<void> =>
      new Promise((resolve, reject) => {
        const leaveQueue = (): void => {
          const at = queue.indexOf(waiting)
          if (at === -1) return
          queue.splice(at, 1)
          reject(new TransportFailure('notReached', 'The request was stopped before it was sent.'))
        }
        const settled = (settle: () => void) => (): void => {
          request.signal?.removeEventListener('abort', leaveQueue)
          settle()
        }
        const waiting: Waiting = { go: settled(resolve), fail: (error) => settled(() => reject(error))() }
        queue.push(waiting)
        request.signal?.addEventListener('abort', leaveQueue, { once: true })
        if (request.signal?.aborted === true) leaveQueue()
        else startNext()
      }),
    leave: (): void => {
      underWay -= 1
      startNext()
    },
    pause: (ms: number): void => {
      pausedUntilMs = Math.max(pausedUntilMs, clock.monotonicMs() + ms)
    },
  }
}

/**
 * A 429 was not carried out and says how long to wait (MSG-20); the whole lane waits then, for the next one would be
 * answered the same.
 *
 * A repeatable request waits and is asked again, at most three times; one that is not is handed back as it was answered,
 * and its caller plans it. Throws `rateLimited` where the pause is longer than a minute: nothing was sent.
 */
export const withRateLimit = (next: Send, deps: { readonly clock: Clock; readonly limits?: LaneLimits }): Send => {
  const limits = deps.limits ?? defaultLaneLimits
  const named = new Map<string, ReturnType<typeof createLane>>()
  const lane = (name: string, limit: number): ReturnType<typeof createLane> => {
    const known = named.get(name)
    if (known !== undefined) return known
    const made = createLane(limit, deps.clock)
    named.set(name, made)
    return made
  }

  return async (request) => {
    const limit = limits[request.lane]
    // A service pauses in a lane of its own: item changes that are spent until midnight must not hold back a reply.
    const ofService = lane(`${request.service} ${request.lane}`, limit)
    const ofHost = lane(`${new URL(request.url).host} ${request.lane}`, limit)
    for (let repeats = 0; ; repeats += 1) {
      await ofService.enter(request)
      let answer: HttpResponse
      let pauseMs: number | undefined
      try {
        await ofHost.enter(request)
        try {
          answer = await next(request)
        } finally {
          ofHost.leave()
        }
        if (answer.status === 429) {
          pauseMs = retryAfterMs(answer.headers, deps.clock.nowMs()) ?? DEFAULT_PAUSE_MS
          ofService.pause(pauseMs)
        }
      } finally {
        ofService.leave()
      }
      if (pauseMs === undefined || !request.repeatable || repeats === MOST_REPEATS || pauseMs > LONGEST_HOLD_MS)
        return answer
    }
  }
}
