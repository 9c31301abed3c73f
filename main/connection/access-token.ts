/** One credential's access token: renewed before it expires, and not used again after a 401 (AUT-01, AUT-03). */
import type { PlatformName } from '../../shared/connection/platforms.ts'
import { Failure } from '../../shared/result.ts'
import type { Credential } from '../http/request.ts'
import type { Clock, Log } from '../ports.ts'
import { hashSecret, type TokenMemory } from './held-tokens.ts'
import type { Token } from './token-endpoint.ts'
import type { FetchedToken } from './token-fetch.ts'

/** A token is renewed this long before it expires (AUT-01), but at most a tenth of its lifetime. */
const RENEW_AHEAD_MS = 5 * 60_000
/** New tokens per minute that 401 answers may cause: a platform may refuse every new token (AUT-03). */
const MAX_RENEWALS_PER_MINUTE = 3
const MINUTE_MS = 60_000
/** A token with a shorter life may expire in transit, which looks like a refusal. */
const MIN_LIFETIME_MS = 30_000

const isSignInNeeded = (error: unknown): error is Failure =>
  error instanceof Failure && error.detail.kind === 'signInNeeded'

const refusesEveryToken = ({ The }: PlatformName, retryAfterMs: number, lifetimeMs: number): Failure =>
  new Failure({
    kind: 'rateLimited',
    message:
      lifetimeMs < MIN_LIFETIME_MS
        ? `The sign-in service issues tokens that end after ${Math.ceil(lifetimeMs / 1000)} seconds, too soon to be used. Nothing was sent.`
        : `${The} doesn’t accept the tokens of its own sign-in service. Nothing was sent.`,
    retryAfterMs,
  })

type AccessTokenDeps = {
  readonly clock: Clock
  readonly log: Log
  readonly platformName: PlatformName
  readonly memory: TokenMemory
  readonly fetch: (rejected: string | undefined) => Promise<FetchedToken>
  /** Called when there is a new token, or a sign-in is needed. */
  readonly onChange: () => void
  /** Called when there is a token again after a sign-in was needed. */
  readonly onReset: () => void
}

/** Concurrent callers share one request. */
export const createAccessToken = (credential: Credential, deps: AccessTokenDeps) => {
  const { clock, memory } = deps
  /** The token that got a 401, until there is a new one. */
  let rejected: string | undefined
  let pending: Promise<Token> | undefined
  let isSignedOut = false
  /** How long the last token was valid. */
  let lifetimeMs = Number.POSITIVE_INFINITY
  /** When a 401 led to a new token: the latest times, oldest first. */
  let renewals: readonly number[] = []

  /** Milliseconds until a 401 may cause a new token again; not above 0 if it may now. Failed renewals don't count. */
  const findPauseMs = (): number => {
    if (pending !== undefined) return 0
    const firstMs = renewals.at(-MAX_RENEWALS_PER_MINUTE) ?? Number.NEGATIVE_INFINITY
    return firstMs + MINUTE_MS - clock.monotonicMs()
  }

  const hold = ({ value, expiresAtMs, scopes, secret }: FetchedToken): void => {
    lifetimeMs = expiresAtMs - clock.nowMs()
    const renewAtMs = expiresAtMs - Math.min(RENEW_AHEAD_MS, lifetimeMs / 10)
    memory.set(credential, { value, expiresAtMs, scopes, secretHash: hashSecret(secret), renewAtMs })
    if (rejected === undefined) return
    rejected = undefined
    renewals = [...renewals, clock.monotonicMs()].slice(-MAX_RENEWALS_PER_MINUTE)
  }

  const renewNow = (): Promise<Token> => {
    if (pending !== undefined) return pending
    /** False after `clear`: the result then belongs to the old secrets. */
    const isCurrent = (): boolean => pending === renewal
    const renewal: Promise<Token> = deps
      .fetch(rejected)
      .then((token) => {
        if (!isCurrent()) return token
        hold(token)
        deps.onChange()
        const wasSignedOut = isSignedOut
        isSignedOut = false
        if (wasSignedOut) deps.onReset()
        return token
      })
      .catch((error: unknown) => {
        if (isCurrent() && isSignInNeeded(error)) {
          memory.delete(credential)
          isSignedOut = true
          deps.log.warn('sign-in needed', { credential })
          deps.onChange()
        }
        throw error
      })
      .finally(() => {
        if (isCurrent()) pending = undefined
      })
    pending = renewal
    return renewal
  }

  return {
    /**
     * If no new token is available, the current one is used until it expires. Throws `rateLimited` once the platform has
     * refused three new ones within a minute, and otherwise what `fetch` throws.
     */
    current: async (): Promise<string> => {
      const token = memory.get(credential)
      if (token !== undefined && clock.nowMs() < token.renewAtMs) return token.value
      const pauseMs = rejected === undefined ? 0 : findPauseMs()
      if (pauseMs > 0) throw refusesEveryToken(deps.platformName, pauseMs, lifetimeMs)
      try {
        return (await renewNow()).value
      } catch (error) {
        if (token !== undefined && clock.nowMs() < token.expiresAtMs && !isSignInNeeded(error)) return token.value
        throw error
      }
    },
    /** A token to replace `value`, which got a 401; `value` itself if there is nothing better. */
    renew: async (value: string): Promise<string> => {
      const token = memory.get(credential)
      if (token !== undefined && token.value !== value) return token.value
      memory.delete(credential)
      // A token that expired in transit was not refused.
      if (token === undefined || clock.nowMs() < token.expiresAtMs) rejected = value
      return findPauseMs() > 0 ? value : (await renewNow()).value
    },
    hold,
    /** Call when the stored secrets have changed. */
    clear: (): void => {
      memory.delete(credential)
      rejected = undefined
      renewals = []
      isSignedOut = false
      // Callers that wait for a token of the old secrets still get it; the next caller fetches a new one.
      pending = undefined
    },
  }
}
