/** Remembers what the token endpoint refused, and how long to leave it alone (AUT-03). */
import type { Failure } from '../../shared/result.ts'
import { type Backoff, backoffMs } from '../backoff.ts'
import type { Credential } from '../http/request.ts'
import type { Clock } from '../ports.ts'
import { TokenFault, TokenRefused, TokensPaused } from './token-endpoint.ts'

/** A refusal that doesn't name the grant or the client may come from a proxy, so it is retried with growing delays. */
const vagueRefusals: Backoff = { firstMs: 30_000, maxMs: 3_600_000 }
/** After a 429 that doesn't say how long to wait. */
const guessedPauses: Backoff = { firstMs: 30_000, maxMs: 3_600_000 }

/** After a passing fault, so that the repetitions of waiting calls don't each ask again. */
const faults: Backoff = { firstMs: 1_000, maxMs: 30_000 }

/** `count`: refusals of this secret in a row. Times are monotonic. */
type Refusal = {
  readonly secret: string
  readonly failure: Failure
  readonly untilMs: number
  readonly count: number
}

export const createTokenRefusals = (clock: Clock) => {
  const refusals = new Map<Credential, Refusal>()
  /** The endpoint's own pause after a 429. Applies to both credentials. */
  let pause = { untilMs: 0, count: 0 }
  /** The endpoint's last answer was a passing fault. Applies to both credentials. */
  let fault: { readonly error: TokenFault; readonly untilMs: number; readonly count: number } | undefined

  const refuse = (credential: Credential, secret: string, failure: Failure, isLasting: boolean): void => {
    const before = refusals.get(credential)
    const count = before?.secret === secret ? before.count + 1 : 1
    const untilMs = isLasting ? Number.POSITIVE_INFINITY : clock.monotonicMs() + backoffMs(vagueRefusals, count)
    refusals.set(credential, { secret, failure, untilMs, count })
  }

  return {
    /** Why this secret can't be used now. */
    find: (credential: Credential, secret: string): Failure | undefined => {
      const refusal = refusals.get(credential)
      return refusal?.secret === secret && clock.monotonicMs() < refusal.untilMs ? refusal.failure : undefined
    },
    /** Throws `TokensPaused` during the endpoint's pause, and its `TokenFault` for a while after a passing fault. */
    requireNoPause: (): void => {
      if (fault !== undefined && clock.monotonicMs() < fault.untilMs) throw fault.error
      const waitMs = pause.untilMs - clock.monotonicMs()
      if (waitMs > 0) throw new TokensPaused(waitMs)
    },
    refuseForEver: (credential: Credential, secret: string, failure: Failure): void =>
      refuse(credential, secret, failure, true),
    /** Records why a request failed. */
    failed: (credential: Credential, secret: string, error: unknown): void => {
      if (error instanceof TokenRefused) refuse(credential, secret, error, error.isLasting)
      if (error instanceof TokenFault) {
        const count = (fault?.count ?? 0) + 1
        fault = { error, count, untilMs: clock.monotonicMs() + backoffMs(faults, count) }
      }
      if (!(error instanceof TokensPaused)) return
      const count = pause.count + 1
      pause = { untilMs: clock.monotonicMs() + (error.statedMs ?? backoffMs(guessedPauses, count)), count }
    },
    succeeded: (credential: Credential): void => {
      refusals.delete(credential)
      pause = { untilMs: 0, count: 0 }
      fault = undefined
    },
    /** Call when something changed. The pause stays, because the service requested it. */
    forget: (): void => {
      refusals.clear()
      fault = undefined
    },
  }
}
