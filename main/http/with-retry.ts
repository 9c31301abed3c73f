/** Repeats requests that may be repeated, a few times with growing delays. */
import { backoffMs } from '../backoff.ts'
import type { Clock } from '../ports.ts'
import { answerTo } from './answers.ts'
import { type HttpResponse, type Send, TransportFailure } from './request.ts'
import { reads, retryTable } from './retry-table.ts'
import { wait } from './wait.ts'

/**
 * Sends a request that is not `repeatable` exactly once.
 *
 * Sends the others again where the retry table says so. The last answer or failure is the caller's.
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
        if (retryTable[answerTo(response)].http !== 'repeat') return response
        settle = () => response
      } catch (error) {
        // Other errors (no sign-in, a foreign host) don't change with a repetition.
        if (!(error instanceof TransportFailure)) throw error
        if (retryTable[error.outcome === 'unknown' ? 'lost' : 'notReached'].http !== 'repeat') throw error
        settle = () => {
          throw error
        }
      }
      if (attempt === reads.maxTries || isStopped()) return settle()
      await wait(deps.clock, backoffMs(reads.backoff, attempt, deps.random()), request.signal)
      if (isStopped()) return settle()
    }
  }
