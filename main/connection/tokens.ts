/** Access tokens: fetched when needed, renewed before they expire, kept in memory only (AUT-01, AUT-04, AUT-05). */
import type { PlatformName } from '../../shared/connection/platforms.ts'
import { getPlatform } from '../../shared/connection/profile.ts'
import { Failure, validation } from '../../shared/result.ts'
import type { Services } from '../feature.ts'
import type { Credential, Send } from '../http/request.ts'
import type { TokenSource } from '../http/sender.ts'
import { createSerialQueue } from '../serial-queue.ts'
import { type HeldToken, hashSecret, type TokenMemory } from './held-tokens.ts'
import { SignInNeeded } from './sign-in-needed.ts'
import { createStoredGrants, pastedTokenEnded, refreshSecret } from './stored-grants.ts'
import { createTokenEndpoint, type Granted, type Token, TokenRefused } from './token-endpoint.ts'
import { createTokenRefusals } from './token-refusals.ts'

type SellerSession = {
  readonly state: 'signedIn' | 'signInNeeded'
  /** The seller's name, or why no seller is signed in. */
  readonly label: string
  readonly scopes: readonly string[]
  readonly expiresAtMs: number | null
  /** When the seller has to sign in again, if the platform said so. */
  readonly signInEndsAtMs: number | null
}

export type Tokens = TokenSource & {
  /**
   * Exchanges an authorization code for tokens and stores them. `redirectUri` and `scopes` are those of the sign-in
   * page's address. Throws `validation` if the platform refuses the code.
   */
  readonly signIn: (code: string, redirectUri: string, scopes: readonly string[]) => Promise<void>
  /** Who is signed in. Sends nothing. */
  readonly session: () => Promise<SellerSession>
  /** Forgets refusals, at the user's request. */
  readonly tryAgain: () => void
  /**
   * Runs `change`, which stores or deletes secrets, then forgets every token and refusal. A renewal in progress then
   * stores nothing, because it belongs to the old secrets.
   */
  readonly changeSecrets: (change: () => Promise<void>) => Promise<void>
}

type TokensDeps = Pick<Services, 'clock' | 'log' | 'profile' | 'secrets'> & {
  /** Must not add authorization itself. */
  readonly send: Send
  /** The tokens of the connection's earlier openings. They count if the stored secrets are still the same. */
  readonly memory?: TokenMemory
  /** The scopes to request. */
  readonly scopes: (credential: Credential) => readonly string[]
  /** Called when `session` has changed. */
  readonly onChange: () => void
  /** Called when calls that failed without a sign-in may work now: after new secrets, or a token after a refusal. */
  readonly onReset: () => void
}

/** A token is renewed this long before it expires (AUT-01), but at most a tenth of its lifetime. */
const RENEW_AHEAD_MS = 5 * 60_000
/** New tokens per minute that 401 answers may cause: a platform may refuse every new token (AUT-03). */
const MAX_RENEWALS_PER_MINUTE = 3
const MINUTE_MS = 60_000

const isSignInNeeded = (error: unknown): error is Failure =>
  error instanceof Failure && error.detail.kind === 'signInNeeded'

/** A token with a shorter life may expire in transit, which looks like a refusal. */
const MIN_LIFETIME_MS = 30_000

const refusesEveryToken = ({ The }: PlatformName, retryAfterMs: number, lifetimeMs: number): Failure =>
  new Failure({
    kind: 'rateLimited',
    message:
      lifetimeMs < MIN_LIFETIME_MS
        ? `The sign-in service issues tokens that end after ${Math.ceil(lifetimeMs / 1000)} seconds, too soon to be used. Nothing was sent.`
        : `${The} does not accept the tokens of its own sign-in service. Nothing was sent.`,
    retryAfterMs,
  })

/**
 * User tokens by refresh token, application tokens by client credentials (AUT-05). Concurrent callers share one
 * request. `current` and `renew` throw `signInNeeded` when a secret is missing or refused, and then don't ask again
 * until the secret changes or `tryAgain` is called (AUT-03). Otherwise they throw the token endpoint's error. If no new
 * token is available, the current one is used until it expires. A token that got a 401 is never used again. Once the
 * platform has refused three new ones within a minute, `current` throws `rateLimited`.
 */
export const createTokens = (deps: TokensDeps): Tokens => {
  const { profile, clock } = deps
  const { name: platformName } = getPlatform(profile)
  const requestToken = createTokenEndpoint(deps)
  const grants = createStoredGrants(deps)
  const tokens: TokenMemory = deps.memory ?? new Map<Credential, HeldToken>()
  /** The token that got a 401, until there is a new one. */
  const rejected = new Map<Credential, string>()
  const pending = new Map<Credential, Promise<Token>>()
  const refusals = createTokenRefusals(clock)
  /** When a 401 led to a new token: the latest times, oldest first. */
  const renewals = new Map<Credential, readonly number[]>()
  const signedOut = new Set<Credential>()
  /** How long the last token of a credential was valid. */
  const lifetimes = new Map<Credential, number>()
  /** Runs changes of the stored secrets one at a time. */
  const runSerially = createSerialQueue()

  const request = async (form: Record<string, string>, clientSecret: string, scopes: readonly string[]) => {
    const scope = scopes.join(' ')
    try {
      const scoped = scope === '' ? form : { ...form, scope }
      return await requestToken({ form: scoped, clientSecret, scopes, isRepeatable: true })
    } catch (error) {
      const isScopeRefused = error instanceof TokenRefused && error.code === 'invalid_scope'
      if (!isScopeRefused || form.grant_type !== 'refresh_token') throw error
      // The seller granted fewer scopes. Requests those; a call that needs a missing one fails and names it.
      return requestToken({ form, clientSecret, scopes: [], isRepeatable: true })
    }
  }

  /** Returns the token with the stored secret that led to it. */
  const fetchToken = async (credential: Credential): Promise<Token & { readonly secret: string }> => {
    const grant = await grants.load(credential)
    const { secret } = grant
    const earlier = refusals.find(credential, secret)
    if (earlier !== undefined) throw earlier
    if (grant.kind === 'pasted') {
      if (grant.value !== rejected.get(credential) && grant.expiresAtMs > clock.nowMs()) return { ...grant, scopes: [] }
      const failure = pastedTokenEnded()
      refusals.refuseForEver(credential, secret, failure)
      throw failure
    }
    refusals.requireNoPause()
    const form: Record<string, string> =
      grant.kind === 'client'
        ? { grant_type: 'client_credentials' }
        : { grant_type: 'refresh_token', refresh_token: grant.refreshToken }
    let granted: Granted
    try {
      granted = await request(form, grant.clientSecret, deps.scopes(credential))
    } catch (error) {
      refusals.failed(credential, secret, error)
      throw error
    }
    refusals.succeeded(credential)
    if (grant.kind === 'client') return { ...granted.token, secret }
    await runSerially(() => grants.rotate(grant.refreshToken, granted))
    // An answer without a refresh token leaves the old one valid.
    const { refreshToken = grant.refreshToken } = granted
    return { ...granted.token, secret: refreshSecret(grant.clientSecret, refreshToken) }
  }

  /** Milliseconds until a 401 may cause a new token again; not above 0 if it may now. Failed renewals don't count. */
  const findPauseMs = (credential: Credential): number => {
    if (pending.has(credential)) return 0
    const firstMs = renewals.get(credential)?.at(-MAX_RENEWALS_PER_MINUTE) ?? Number.NEGATIVE_INFINITY
    return firstMs + MINUTE_MS - clock.monotonicMs()
  }

  const hold = (credential: Credential, secret: string, { value, expiresAtMs, scopes }: Token): void => {
    const token = { value, expiresAtMs, scopes, secretHash: hashSecret(secret) }
    const lifetimeMs = token.expiresAtMs - clock.nowMs()
    lifetimes.set(credential, lifetimeMs)
    tokens.set(credential, { ...token, renewAtMs: token.expiresAtMs - Math.min(RENEW_AHEAD_MS, lifetimeMs / 10) })
    if (!rejected.delete(credential)) return
    const latest = [...(renewals.get(credential) ?? []), clock.monotonicMs()].slice(-MAX_RENEWALS_PER_MINUTE)
    renewals.set(credential, latest)
  }

  const renewNow = (credential: Credential): Promise<Token> => {
    const current = pending.get(credential)
    if (current !== undefined) return current
    /** False after a reset: the result then belongs to the old secrets. */
    const isCurrent = (): boolean => pending.get(credential) === renewal
    const renewal: Promise<Token> = fetchToken(credential)
      .then((token) => {
        if (!isCurrent()) return token
        hold(credential, token.secret, token)
        deps.onChange()
        if (signedOut.delete(credential)) deps.onReset()
        return token
      })
      .catch((error: unknown) => {
        if (isCurrent() && isSignInNeeded(error)) {
          tokens.delete(credential)
          signedOut.add(credential)
          deps.log.warn('sign-in needed', { credential })
          deps.onChange()
        }
        throw error
      })
      .finally(() => {
        if (isCurrent()) pending.delete(credential)
      })
    pending.set(credential, renewal)
    return renewal
  }

  const clear = (): void => {
    refusals.forget()
    tokens.clear()
    rejected.clear()
    renewals.clear()
    signedOut.clear()
    // Callers that wait for a token of the old secrets still get it; the next caller fetches a new one.
    pending.clear()
  }

  /** Why there is no user token, as far as is known without a request. */
  const findProblem = async (): Promise<Failure | undefined> => {
    try {
      const grant = await grants.load('user')
      if (grant.kind === 'pasted' && grant.expiresAtMs <= clock.nowMs()) return pastedTokenEnded()
      return refusals.find('user', grant.secret)
    } catch (error) {
      if (error instanceof Failure) return error
      throw error
    }
  }

  /** Secrets may have been replaced or deleted while the connection was closed: the tokens they led to are then forgotten. */
  const checkEach = async (credentials: readonly Credential[]): Promise<void> => {
    for (const credential of credentials) {
      const grant = await grants.load(credential).catch(() => undefined)
      const held = tokens.get(credential)
      if (grant === undefined || held?.secretHash !== hashSecret(grant.secret)) tokens.delete(credential)
    }
  }
  let inheritedCheck: Promise<void> | undefined
  const checkInherited = (): Promise<void> => {
    inheritedCheck ??= checkEach([...tokens.keys()])
    return inheritedCheck
  }

  return {
    current: async (credential) => {
      await checkInherited()
      const token = tokens.get(credential)
      if (token !== undefined && clock.nowMs() < token.renewAtMs) return token.value
      const pauseMs = rejected.has(credential) ? findPauseMs(credential) : 0
      if (pauseMs > 0)
        throw refusesEveryToken(platformName, pauseMs, lifetimes.get(credential) ?? Number.POSITIVE_INFINITY)
      try {
        return (await renewNow(credential)).value
      } catch (error) {
        if (token !== undefined && clock.nowMs() < token.expiresAtMs && !isSignInNeeded(error)) return token.value
        throw error
      }
    },
    renew: async (credential, value) => {
      const token = tokens.get(credential)
      if (token !== undefined && token.value !== value) return token.value
      tokens.delete(credential)
      // A token that expired in transit was not refused.
      if (token === undefined || clock.nowMs() < token.expiresAtMs) rejected.set(credential, value)
      return findPauseMs(credential) > 0 ? value : (await renewNow(credential)).value
    },
    signIn: async (code, redirectUri, scopes) => {
      const clientSecret = await grants.loadClientSecret()
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
      const granted = await requestToken({ form, clientSecret, scopes, isRepeatable: false }).catch(
        (error: unknown) => {
          if (!(error instanceof TokenRefused) || error.code !== 'invalid_grant') throw error
          throw validation(
            'input.pasted',
            `${platformName.The} does not accept this code. A code works once, whole, for about five minutes, and only for the redirect of this connection. Start the sign-in again, and paste the whole address.`,
          )
        },
      )
      await runSerially(() => grants.save(granted))
      clear()
      const { refreshToken, token } = granted
      hold('user', refreshToken === undefined ? token.value : refreshSecret(clientSecret, refreshToken), token)
      deps.onChange()
      deps.onReset()
    },
    tryAgain: refusals.forget,
    changeSecrets: async (change) => {
      await runSerially(change)
      clear()
      deps.onReset()
    },
    session: async () => {
      await checkInherited()
      const token = tokens.get('user')
      const problem = token === undefined ? await findProblem() : undefined
      if (problem !== undefined) {
        return {
          state: 'signInNeeded',
          // The label for the settings, and for links to them.
          label: problem instanceof SignInNeeded ? problem.label : problem.message,
          scopes: [],
          expiresAtMs: null,
          signInEndsAtMs: null,
        }
      }
      return {
        state: 'signedIn',
        label: profile.kind === 'practice' ? 'Practice seller' : `Seller of ${profile.name}`,
        scopes: token?.scopes ?? [],
        expiresAtMs: token?.expiresAtMs ?? null,
        signInEndsAtMs: await grants.signInEndsAtMs().catch(() => null),
      }
    },
  }
}
