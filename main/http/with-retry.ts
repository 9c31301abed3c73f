/** Repeats what may be repeated, a few times, further and further apart. */
import { type Backoff, backoffMs } from '../backoff.ts'
import type { Clock } from '../ports.ts'
import { type HttpResponse, type Send, TransportFailure } from './request.ts'
import { wait } from './wait.ts'

/** Tries in all, the first one included. */
const MOST_TRIES = 3
const retryBackoff: Backoff = { firstMs: 500, maxMs: 8_000, jitter: 0.5 }

/** The platform's passing troubles (MAP-14); every other status is its answer. */
const isPassing = (status: number): boolean => status === 500 || status === 502 || status === 503 || status === 504

/**
 * A request that is not `repeatable` goes through exactly once, whatever becomes of it.
 *
 * The others are tried three times when nobody answered, or the platform is in passing trouble; the last answer, or the
 * last failure, is the caller's. A body that broke off is asked for again too: a read of half a page is no read.
 */
export const withRetry =
  (next: Send, deps: { readonly clock: Clock; readonly random: () => number }): Send =>
  async (request) => {
    if (!request.repeatable) return next(request)
    const isStopped = (): boolean => request.signal?.aborted === true
    for (let attempt = 1; ; attempt += 1) {
      let giveBack: () => HttpResponse
      try {
        const answer = await next(request)
        if (!isPassing(answer.status) && !(answer.bodyCut && answer.status < 300)) return answer
        giveBack = () => answer
      } catch (error) {
        // Anything else (no sign-in, a host not of this connection) will not be different the second time.
        if (!(error instanceof TransportFailure)) throw error
        giveBack = () => {
          throw error
        }
      }
      if (attempt === MOST_TRIES || isStopped()) return giveBack()
      await wait(deps.clock, backoffMs(retryBackoff, attempt, deps.random()), request.signal)
      if (isStopped()) return giveBack()
    }
  }
