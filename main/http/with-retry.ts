/** Repeats repeatable requests a few times, with growing delays. */
import { type Backoff, backoffMs } from '../backoff.ts'
import type { Clock } from '../ports.ts'
import { type HttpResponse, type Send, TransportFailure } from './request.ts'
import { wait } from './wait.ts'

const MAX_TRIES = 3
const retryBackoff: Backoff = { firstMs: 500, maxMs: 8_000, jitter: 0.5 }

/** MAP-14. Every other status is the platform's answer. */
const TRANSIENT_STATUSES: readonly number[] = [500, 502, 503, 504]

/**
 * Sends a request that is not `repeatable` exactly once. Tries others three times if there was no answer, the status is
 * transient, or the body broke off. Passes on the last answer or failure.
 */
export const withRetry =
  (next: Send, deps: { readonly clock: Clock; readonly random: () => number }): Send =>
  async (request) => {
    if (!request.repeatable) return next(request)
    const isStopped = (): boolean => request.signal?.aborted === true
    for (let attempt = 1; ; attempt += 1) {
      let settle: () => HttpResponse
      try {
        const response = await next(request)
        const isPartial = response.bodyCut && response.status < 300
        if (!TRANSIENT_STATUSES.includes(response.status) && !isPartial) return response
        settle = () => response
      } catch (error) {
        // Other errors (no sign-in, a foreign host) don't change with a repetition.
        if (!(error instanceof TransportFailure)) throw error
        settle = () => {
          throw error
        }
      }
      if (attempt === MAX_TRIES || isStopped()) return settle()
      await wait(deps.clock, backoffMs(retryBackoff, attempt, deps.random()), request.signal)
      if (isStopped()) return settle()
    }
  }
