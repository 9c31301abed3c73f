/** The secrets in the vault that lead to a token: client secret, refresh token or a pasted access token. */
import * as z from 'zod'
import type { Services } from '../feature.ts'
import type { Credential } from '../http/request.ts'
import { SignInNeeded } from './sign-in-needed.ts'
import { DEFAULT_LIFETIME_S, type Granted } from './token-endpoint.ts'

/** `secret`: the one that a refusal applies to. After another is stored, the refusal no longer counts. */
export type Grant = { readonly secret: string } & (
  | { readonly kind: 'pasted'; readonly value: string; readonly expiresAtMs: number }
  | { readonly kind: 'client'; readonly clientSecret: string }
  | { readonly kind: 'refresh'; readonly clientSecret: string; readonly refreshToken: string }
)

/** The latest time a `Date` can represent: https://tc39.es/ecma262/#sec-time-values-and-time-range */
const MAX_TIME_MS = 8.64e15

const accessTokenSchema = z.object({ value: z.string(), expiresAtMs: z.number().max(MAX_TIME_MS) })
type AccessToken = z.infer<typeof accessTokenSchema>

/** A pasted access token as stored. It doesn't say when it expires, so about two hours are assumed (AUT-01). */
export const formatPastedToken = (value: string, nowMs: number): string =>
  JSON.stringify({ value, expiresAtMs: nowMs + DEFAULT_LIFETIME_S * 1000 } satisfies AccessToken)

const parseAccessToken = (text: string): AccessToken | undefined => {
  try {
    return accessTokenSchema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Identifies what a refresh token was used with. */
export const refreshSecret = (clientSecret: string, refreshToken: string): string => `${clientSecret}\n${refreshToken}`

export const pastedTokenEnded = (): SignInNeeded =>
  new SignInNeeded('The pasted access token has expired, or isn’t accepted.', 'Sign in, or paste a new one')

export const createStoredGrants = (deps: Pick<Services, 'clock' | 'profile' | 'secrets'>) => {
  const { profile, secrets, clock } = deps

  /** Throws `signInNeeded` if the connection has no client ID or client secret. */
  const loadClientSecret = async (): Promise<string> => {
    const clientSecret = await secrets.get('clientSecret')
    const lacksId = profile.oauth.clientId === ''
    if (clientSecret !== undefined && !lacksId) return clientSecret
    const missing = clientSecret !== undefined ? 'client ID' : lacksId ? 'client ID and client secret' : 'client secret'
    throw new SignInNeeded(
      `This connection has no ${missing} yet.`,
      clientSecret === undefined && lacksId ? 'Add them' : 'Add it',
    )
  }

  /** When the seller has to sign in again, if the platform said so. */
  const signInEndsAtMs = async (): Promise<number | null> => {
    const text = await secrets.get('refreshTokenEndsAt')
    return text === undefined || !/^\d{1,16}$/.test(text) || Number(text) > MAX_TIME_MS ? null : Number(text)
  }

  const saveRefreshToken = async ({ refreshToken, refreshTokenEndsAtMs }: Granted): Promise<void> => {
    if (refreshToken === undefined) return
    await secrets.set('refreshToken', refreshToken)
    if (refreshTokenEndsAtMs === undefined) await secrets.delete('refreshTokenEndsAt')
    else await secrets.set('refreshTokenEndsAt', String(refreshTokenEndsAtMs))
  }

  return {
    /** Throws `signInNeeded` if the vault contains nothing to get a token with. */
    load: async (credential: Credential): Promise<Grant> => {
      if (credential === 'application') {
        const clientSecret = await loadClientSecret()
        return { kind: 'client', clientSecret, secret: clientSecret }
      }
      const refreshToken = await secrets.get('refreshToken')
      const pasted = refreshToken === undefined ? await secrets.get('accessToken') : undefined
      const accessToken = pasted === undefined ? undefined : parseAccessToken(pasted)
      if (accessToken !== undefined) return { kind: 'pasted', ...accessToken, secret: accessToken.value }
      const clientSecret = await loadClientSecret()
      if (refreshToken === undefined) {
        throw new SignInNeeded('No seller has signed in to this connection yet.', 'Sign in')
      }
      const endsAtMs = await signInEndsAtMs()
      if (endsAtMs !== null && endsAtMs <= clock.nowMs()) {
        const day = new Date(endsAtMs).toISOString().slice(0, 10)
        throw new SignInNeeded(`The sign-in was valid until ${day}.`, 'Sign in again')
      }
      return { kind: 'refresh', clientSecret, refreshToken, secret: refreshSecret(clientSecret, refreshToken) }
    },
    loadClientSecret,
    signInEndsAtMs,
    /** Replaces a refresh token if a new one was granted, unless a sign-in or a sign-out happened first. */
    rotate: async (from: string, granted: Granted): Promise<void> => {
      if (granted.refreshToken === from) return
      if ((await secrets.get('refreshToken')) === from) await saveRefreshToken(granted)
    },
    /** Stores the result of a sign-in. */
    save: async (granted: Granted): Promise<void> => {
      // Another seller may have signed in: an old token in a locked vault must not return when it is unlocked.
      await secrets.delete('refreshToken')
      await secrets.delete('refreshTokenEndsAt')
      if (granted.refreshToken === undefined) {
        const { value, expiresAtMs } = granted.token
        await secrets.set('accessToken', JSON.stringify({ value, expiresAtMs } satisfies AccessToken))
      } else {
        await saveRefreshToken(granted)
        await secrets.delete('accessToken')
      }
    },
  }
}
