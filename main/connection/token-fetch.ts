/** Gets an access token with the secrets that the connection has stored (AUT-01, AUT-03, AUT-05). */
import type { Credential } from '../http/request.ts'
import type { Clock } from '../ports.ts'
import { type createStoredGrants, type Grant, pastedTokenEnded, refreshSecret } from './stored-grants.ts'
import { type Granted, type RequestToken, type Token, TokenRefused } from './token-endpoint.ts'
import type { createTokenRefusals } from './token-refusals.ts'

/** `secret`: the stored secret that led to the token. */
export type FetchedToken = Token & { readonly secret: string }

/** `rejected`: the token that got a 401, if the last one did. */
export type FetchToken = (credential: Credential, rejected: string | undefined) => Promise<FetchedToken>

type TokenFetchDeps = {
  readonly clock: Clock
  readonly requestToken: RequestToken
  readonly grants: Pick<ReturnType<typeof createStoredGrants>, 'load' | 'rotate'>
  readonly refusals: ReturnType<typeof createTokenRefusals>
  /** The scopes to request. */
  readonly scopes: (credential: Credential) => readonly string[]
  /** Runs changes of the stored secrets one at a time. */
  readonly runSerially: <T>(change: () => Promise<T>) => Promise<T>
}

type PostedGrant = Exclude<Grant, { readonly kind: 'pasted' }>

const requestWithScopes = async (
  requestToken: RequestToken,
  grant: PostedGrant,
  scopes: readonly string[],
): Promise<Granted> => {
  const { clientSecret } = grant
  const form: Readonly<Record<string, string>> =
    grant.kind === 'client'
      ? { grant_type: 'client_credentials' }
      : { grant_type: 'refresh_token', refresh_token: grant.refreshToken }
  const scope = scopes.join(' ')
  try {
    const scoped = scope === '' ? form : { ...form, scope }
    return await requestToken({ form: scoped, clientSecret, scopes, isRepeatable: true })
  } catch (error) {
    const isScopeRefused = error instanceof TokenRefused && error.code === 'invalid_scope'
    if (!isScopeRefused || grant.kind !== 'refresh') throw error
    // The seller granted fewer scopes. Requests those; a call that needs a missing one fails and names it.
    return requestToken({ form, clientSecret, scopes: [], isRepeatable: true })
  }
}

/**
 * Throws `signInNeeded` if a secret is missing or was refused: then it doesn't ask again until the secret changes, or for
 * some time if the refusal was vague. Otherwise throws the token endpoint's error.
 */
export const createTokenFetch = (deps: TokenFetchDeps): FetchToken => {
  const { clock, grants, refusals } = deps

  const request = async (credential: Credential, grant: PostedGrant): Promise<Granted> => {
    refusals.requireNoPause()
    try {
      const granted = await requestWithScopes(deps.requestToken, grant, deps.scopes(credential))
      refusals.succeeded(credential)
      return granted
    } catch (error) {
      refusals.failed(credential, grant.secret, error)
      throw error
    }
  }

  return async (credential, rejected) => {
    const grant = await grants.load(credential)
    const { secret } = grant
    const earlier = refusals.find(credential, secret)
    if (earlier !== undefined) throw earlier
    if (grant.kind === 'pasted') {
      if (grant.value !== rejected && grant.expiresAtMs > clock.nowMs()) return { ...grant, scopes: [] }
      const failure = pastedTokenEnded()
      refusals.refuseForEver(credential, secret, failure)
      throw failure
    }
    const granted = await request(credential, grant)
    if (grant.kind === 'client') return { ...granted.token, secret }
    await deps.runSerially(() => grants.rotate(grant.refreshToken, granted))
    // An answer without a refresh token leaves the old one valid.
    const { refreshToken = grant.refreshToken } = granted
    return { ...granted.token, secret: refreshSecret(grant.clientSecret, refreshToken) }
  }
}
