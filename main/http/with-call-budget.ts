/** Keeps background reads within a service's budget, and counts the calls that reach the platform. */
import { Failure } from '../../shared/result.ts'
import type { Clock } from '../ports.ts'
import type { CallLedger } from './call-ledger.ts'
import { describePause } from './lanes.ts'
import { type HttpRequest, type Send, type Service, TransportFailure } from './request.ts'
import { wait } from './wait.ts'

/** Excludes calls that don't go to the platform's services: pictures, and the practice platform's own controls. */
const uncounted: readonly Service[] = ['pictures', 'practice']

/** Marks every read sent through it with this purpose. */
export const forPurpose =
  (next: Send, purpose: NonNullable<HttpRequest['purpose']>): Send =>
  (request) =>
    next({ ...request, purpose })

/** Both times are read one after the other. */
const ROUNDING_MS = 1_000

/** Reports a pause requested by the platform as such: the seller's calls wait for it too. */
const notNow = (pauseMs: number, retryAfterMs: number, nowMs: number): Failure =>
  new Failure({
    kind: 'rateLimited',
    message:
      pauseMs + ROUNDING_MS >= retryAfterMs
        ? describePause(pauseMs)
        : 'Today’s calls for background reading are used up. What you do yourself still goes out.',
    retryAfterMs,
    untilMs: nowMs + retryAfterMs,
  })

/**
 * The seller's calls go at once. Any other call waits for its turn within the second, and is refused as `rateLimited`,
 * unsent, once background reads have used up their calls of the day, or the platform requested a pause.
 */
export const withCallBudget =
  (next: Send, { ledger, clock }: { readonly ledger: CallLedger; readonly clock: Clock }): Send =>
  async (request) => {
    const { service, purpose = 'seller', signal } = request
    if (purpose === 'seller' || uncounted.includes(service)) return next(request)
    // Features check their own purpose before they start; once started, a read may use the calls left for checks for
    // news.
    const waitMs = ledger.waitMs(service, 'watch')
    if (waitMs > 0) throw notNow(ledger.pauseMs(service), waitMs, clock.nowMs())
    const turnMs = ledger.takeTurn(service)
    if (turnMs > 0) await wait(clock, turnMs, signal)
    if (signal?.aborted === true) {
      throw new TransportFailure('notReached', 'The request was stopped before it was sent.')
    }
    return next(request)
  }

/** Next to the wire: counts every exchange, repetitions included, but not one that certainly never left. */
export const withCallCount =
  (next: Send, { ledger }: { readonly ledger: Pick<CallLedger, 'count'> }): Send =>
  async (request) => {
    const { service, purpose = 'seller' } = request
    const count = (): void => {
      if (!uncounted.includes(service)) ledger.count(service, purpose)
    }
    try {
      const response = await next(request)
      count()
      return response
    } catch (error) {
      if (!(error instanceof TransportFailure) || error.outcome === 'unknown') count()
      throw error
    }
  }
