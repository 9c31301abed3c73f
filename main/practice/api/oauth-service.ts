/** OAuth 2.0. A client-credentials token holds the root scope only; all other scopes need a seller's consent. */
import { timingSafeEqual } from 'node:crypto'
import type { Faults, PracticeApp } from '../control/faults.ts'
import { practiceCredentials } from '../credentials.ts'
import type { PlatformNames } from '../names.ts'
import { newId } from '../shop/ids.ts'
import type { StoredToken } from '../shop/records.ts'
import type { Practice } from '../shop/shop-state.ts'
import { scopeMarker, scopes } from './scopes.ts'
import { type Call, createService } from './service.ts'

const TOKEN_LIFETIME_MS = 7_200_000
const CODE_LIFETIME_MS = 300_000
const REFRESH_TOKEN_LIFETIME_S = 47_304_000
const DAY_MS = 86_400_000

const knownScopes: readonly string[] = Object.values(scopes)

/** The scope as `scopes` spells it; `undefined` if this platform has none by that name. */
const normalizeScope = ({ scopeBase, scopeSpellings }: PlatformNames, scope: string): string | undefined => {
  const at = scope.lastIndexOf(scopeMarker)
  if (at < 0 || (scopeBase !== null && scope.slice(0, at) !== scopeBase)) return undefined
  const suffix = scope.slice(at)
  const respelled = Object.entries(scopeSpellings).find(([, spelling]) => spelling === suffix)
  if (respelled !== undefined) return respelled[0]
  if (Object.hasOwn(scopeSpellings, suffix)) return undefined
  // The description says only that this scope's URL contains this word.
  if (scopeBase === null && suffix.includes('sell.listing_preview')) return scopes.listingPreview
  return knownScopes.includes(suffix) ? suffix : undefined
}

/** The requested scopes; `undefined` if one is unknown, empty for an absent or empty list. */
const parseScopes = (names: PlatformNames, list: string | null | undefined): readonly string[] | undefined => {
  const requested = (list ?? '').split(/\s+/).filter((scope) => scope !== '')
  const normalized = requested.map((scope) => normalizeScope(names, scope))
  return normalized.every((scope) => scope !== undefined) ? normalized : undefined
}

const isKnownClient = (header: string | undefined): boolean => {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header ?? '')?.[1]
  const actual = Buffer.from(encoded ?? '', 'base64')
  const expected = Buffer.from(`${practiceCredentials.clientId}:${practiceCredentials.clientSecret}`)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

const issueToken = ({ state, now }: Practice, kind: StoredToken['kind'], granted: readonly string[]): string => {
  // Forgets tokens a day after they expired, so the state file doesn't grow without bound.
  for (const [token, { expiresAtMs }] of state.tokens) {
    if (expiresAtMs < now() - DAY_MS) state.tokens.delete(token)
  }
  const token = `practice-access-${newId()}`
  state.tokens.set(token, { kind, scopes: granted, expiresAtMs: now() + TOKEN_LIFETIME_MS })
  return token
}

export const createOAuthService = (practice: Practice, faults: Faults): PracticeApp => {
  const deny = (c: Call, status: 400 | 401, error: string, description: string) =>
    c.json({ error, error_description: description }, status)

  const issue = async (c: Call): Promise<Response> => {
    if (!isKnownClient(c.req.header('authorization'))) {
      return deny(c, 401, 'invalid_client', 'client authentication failed')
    }
    const contentType = c.req.header('content-type') ?? ''
    if (!contentType.toLowerCase().startsWith('application/x-www-form-urlencoded')) {
      return deny(c, 400, 'invalid_request', 'the body must be application/x-www-form-urlencoded')
    }
    const form = new URLSearchParams(await c.req.text())
    const answer = (kind: StoredToken['kind'], granted: readonly string[], more: object = {}) =>
      c.json(
        {
          access_token: issueToken(practice, kind, granted),
          expires_in: TOKEN_LIFETIME_MS / 1000,
          token_type: kind === 'user' ? 'User Access Token' : 'Application Access Token',
          ...more,
        },
        200,
        { 'cache-control': 'no-store' },
      )
    const requested = parseScopes(practice.names, form.get('scope'))
    if (requested === undefined) return deny(c, 400, 'invalid_scope', 'a requested scope is unknown')

    switch (form.get('grant_type')) {
      case 'client_credentials': {
        if (requested.length === 0) return deny(c, 400, 'invalid_scope', 'scope is missing')
        if (requested.some((scope) => scope !== scopes.root)) {
          return deny(c, 400, 'invalid_scope', 'client credentials are granted the root scope only')
        }
        return answer('application', requested)
      }
      case 'refresh_token': {
        const grant = practice.state.refreshTokens.get(form.get('refresh_token') ?? '')
        if (grant === undefined || faults.take('passwordChanged', 'oauth', 'token') !== undefined) {
          return deny(c, 400, 'invalid_grant', 'the refresh token is invalid')
        }
        if (requested.some((scope) => !grant.scopes.includes(scope))) {
          return deny(c, 400, 'invalid_scope', 'a requested scope exceeds what the seller has granted')
        }
        // Returns no refresh_token: it is not rotated, so the client keeps its own.
        return answer('user', requested.length === 0 ? grant.scopes : requested)
      }
      case 'authorization_code': {
        const code = form.get('code') ?? ''
        const grant = practice.state.codes.get(code)
        practice.state.codes.delete(code)
        const isValid = grant?.redirectUri === form.get('redirect_uri') && grant.expiresAtMs > practice.now()
        if (!isValid) {
          return deny(
            c,
            400,
            'invalid_grant',
            'the authorization code is invalid, used, expired or for another address',
          )
        }
        const refreshToken = `practice-refresh-${newId()}`
        practice.state.refreshTokens.set(refreshToken, { scopes: grant.scopes })
        return answer('user', grant.scopes, {
          refresh_token: refreshToken,
          refresh_token_expires_in: REFRESH_TOKEN_LIFETIME_S,
        })
      }
      default:
        return deny(c, 400, 'unsupported_grant_type', 'grant_type must be one of the three documented ones')
    }
  }

  /** Grants consent without a page: there is one seller and no password. */
  const authorize = (c: Call): Response => {
    const redirectUri = c.req.query('redirect_uri') ?? ''
    const requested = parseScopes(practice.names, c.req.query('scope'))
    if (practice.names.id === 'ebay') {
      // eBay stays on its own page and shows JSON: https://github.com/YosefHayim/ebay-mcp/issues/177
      const stay = (error: string, status: 400 | 500) => c.json({ error_id: error, http_status_code: status }, status)
      if (!/^[\w-]+$/.test(redirectUri)) return stay('temporarily_unavailable', 500)
      const refused = faults.take('scopeNotGranted', 'oauth', 'authorize')?.scope
      const named = (c.req.query('scope') ?? '').split(' ')
      const isRefused = refused !== undefined && named.some((scope) => scope.endsWith(refused))
      if (requested === undefined || requested.length === 0 || isRefused) return stay('invalid_scope', 400)
    }
    const isRedirect = /^[\w-]+$/.test(redirectUri) || URL.canParse(redirectUri)
    if (c.req.query('client_id') !== practiceCredentials.clientId || !isRedirect) {
      return c.text('client_id or redirect_uri is unknown.', 400)
    }
    // A name from the developer pages redirects to a page of the platform, where the seller copies the address.
    const target = new URL(URL.canParse(redirectUri) ? redirectUri : `${practice.url}/oauth2/landing`)
    const state = c.req.query('state')
    if (state !== undefined) target.searchParams.set('state', state)
    if (c.req.query('response_type') !== 'code') {
      target.searchParams.set('error', 'unsupported_response_type')
    } else if (requested === undefined || requested.length === 0) {
      target.searchParams.set('error', 'invalid_scope')
    } else {
      // Real codes contain characters that a URL must escape.
      const code = `v^1.1#i^1#practice-code-${newId()}`
      practice.state.codes.set(code, { redirectUri, scopes: requested, expiresAtMs: practice.now() + CODE_LIFETIME_MS })
      practice.changed()
      target.searchParams.set('code', code)
    }
    return c.redirect(target.href, 302)
  }

  const land = (c: Call): Response =>
    c.text(
      c.req.query('code') === undefined
        ? 'The authorization failed. Close this page and try again.'
        : 'Authorization successfully completed. Copy the address of this page into Stallhand.',
    )

  return createService(faults, { service: 'oauth' }, [
    ['POST', '/identity/v1/oauth2/token', 'token', issue],
    ['GET', '/oauth2/authorize', 'authorize', authorize],
    ['GET', '/oauth2/landing', 'landing', land],
  ])
}
