/** Keeps what is read by itself within the budget of a service, and counts what reaches the platform. */
import { Failure } from '../../shared/result.ts'
import type { Clock } from '../ports.ts'
import type { CallLedger } from './call-ledger.ts'
import { type HttpRequest, type Send, type Service, TransportFailure } from './request.ts'
import { wait } from './wait.ts'

/** Not calls of the platform's: its pictures, and the practice platform's own controls. */
const uncounted: readonly Service[] = ['pictures', 'practice']

/** Everything that is sent through it is for this purpose. */
export const forPurpose =
  (next: Send, purpose: NonNullable<HttpRequest['purpose']>): Send =>
  (request) =>
    next({ ...request, purpose })

const reserved = (retryAfterMs: number, untilMs: number): Failure =>
  new Failure({
    kind: 'rateLimited',
    message: 'The calls that are left today are kept for what you do, so nothing is read ahead.',
    retryAfterMs,
    untilMs,
  })

/**
 * What the seller does goes at once. Anything else waits for its turn in the second, and is refused as `rateLimited`, unsent,
 * where it would use the seller's reserve.
 */
export const withCallBudget =
  (next: Send, { ledger, clock }: { readonly ledger: CallLedger; readonly clock: Clock }): Send =>
  async (request) => {
    const { service, purpose = 'seller', signal } = request
    if (purpose === 'seller' || uncounted.includes(service)) return next(request)
    const waitMs = ledger.reserveWaitMs(service)
    if (waitMs > 0) throw reserved(waitMs, clock.nowMs() + waitMs)
    const turnMs = ledger.takeTurn(service)
    if (turnMs > 0) await wait(clock, turnMs, signal)
    if (signal?.aborted === true) {
      throw new TransportFailure('notReached', 'The request was stopped before it was sent.')
    }
    return next(request)
  }

/** Next to the wire: every exchange counts, repetitions too. One that certainly never left does not. */
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
