import { timingSafeEqual } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { practiceCredentials } from './credentials.ts'
import type { Faults, PracticeApp, PracticeEnv } from './faults.ts'
import { newId } from './ids.ts'
import type { StoredToken } from './records.ts'
import { Refusal } from './refusal.ts'
import { scopeMarker as marker, scopes } from './scopes.ts'
import type { Practice } from './state.ts'

/**
 * OAuth 2.0 as documents 1 (section 5), 2 (section 5) and 3 (section 5) describe it.
 *
 * Scopes are compared from `/oauth/api_scope` on: what stands before, {scope_base}, is the caller's own.
 * A client-credentials token holds the root scope only (document 3, section 5); all others come from a seller's consent.
 */
const tokenLifetimeMs = 7_200_000
const codeLifetimeMs = 300_000
const refreshTokenLifetimeS = 47_304_000

const knownScopes: readonly string[] = Object.values(scopes)

const suffixOf = (scope: string): string | undefined => {
  const at = scope.lastIndexOf(marker)
  if (at < 0) return undefined
  const suffix = scope.slice(at)
  // Document 1 knows only that the scope's address contains this word.
  if (suffix.includes('sell.listing_preview')) return scopes.listingPreview
  return knownScopes.includes(suffix) ? suffix : undefined
}

/** The scopes asked for, or `undefined` when one of them is unknown. An absent or empty list is an empty array. */
const parseScopes = (list: string | undefined): readonly string[] | undefined => {
  const asked = (list ?? '').split(/\s+/).filter((scope) => scope !== '')
  const suffixes = asked.map(suffixOf)
  return suffixes.every((suffix) => suffix !== undefined) ? suffixes : undefined
}

const sameText = (left: string, right: string): boolean => {
  const a = Buffer.from(left)
  const b = Buffer.from(right)
  return a.length === b.length && timingSafeEqual(a, b)
}

const clientIsKnown = (header: string | undefined): boolean => {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return false
  const expected = `${practiceCredentials.clientId}:${practiceCredentials.clientSecret}`
  return sameText(Buffer.from(encoded, 'base64').toString('utf8'), expected)
}

/** Tokens that are dead for a day are forgotten, so that the state file does not grow for ever. */
const forgetOld = (practice: Practice): void => {
  const before = practice.now() - 86_400_000
  for (const [token, { expiresAtMs }] of practice.state.tokens) {
    if (expiresAtMs < before) practice.state.tokens.delete(token)
  }
}

const mint = (practice: Practice, kind: StoredToken['kind'], granted: readonly string[]): string => {
  forgetOld(practice)
  const token = `practice-access-${newId()}`
  practice.state.tokens.set(token, { kind, scopes: granted, expiresAtMs: practice.now() + tokenLifetimeMs })
  practice.changed()
  return token
}

export const oauthService = (practice: Practice, faults: Faults): PracticeApp => {
  const app = new Hono<PracticeEnv>()

  const deny = (c: Context, status: 400 | 401, error: string, description: string) =>
    c.json({ error, error_description: description }, status)

  app.post('/identity/v1/oauth2/token', faults.guard('oauth', 'token'), async (c) => {
    if (!clientIsKnown(c.req.header('authorization'))) {
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
          access_token: mint(practice, kind, granted),
          expires_in: tokenLifetimeMs / 1000,
          token_type: kind === 'user' ? 'User Access Token' : 'Application Access Token',
          ...more,
        },
        200,
        { 'cache-control': 'no-store' },
      )
    const asked = parseScopes(form.get('scope') ?? undefined)
    if (asked === undefined) return deny(c, 400, 'invalid_scope', 'a requested scope is unknown')

    switch (form.get('grant_type')) {
      case 'client_credentials': {
        if (asked.length === 0) return deny(c, 400, 'invalid_scope', 'scope is missing')
        if (asked.some((scope) => scope !== scopes.root)) {
          return deny(c, 400, 'invalid_scope', 'client credentials are granted the root scope only')
        }
        return answer('application', asked)
      }
      case 'refresh_token': {
        const grant = practice.state.refreshTokens.get(form.get('refresh_token') ?? '')
        if (grant === undefined) return deny(c, 400, 'invalid_grant', 'the refresh token is invalid')
        if (asked.some((scope) => !grant.scopes.includes(scope))) {
          return deny(c, 400, 'invalid_scope', 'a requested scope exceeds what the seller has granted')
        }
        // No refresh_token here: it is not rotated, the client keeps the one it has.
        return answer('user', asked.length === 0 ? grant.scopes : asked)
      }
      case 'authorization_code': {
        const code = form.get('code') ?? ''
        const grant = practice.state.codes.get(code)
        practice.state.codes.delete(code)
        practice.changed()
        if (
          grant === undefined ||
          grant.expiresAtMs <= practice.now() ||
          grant.redirectUri !== form.get('redirect_uri')
        ) {
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
          refresh_token_expires_in: refreshTokenLifetimeS,
        })
      }
      default:
        return deny(c, 400, 'unsupported_grant_type', 'grant_type must be one of the three documented ones')
    }
  })

  // The consent page agrees by itself: there is one seller here, and no password to ask for.
  app.get('/oauth2/authorize', faults.guard('oauth', 'authorize'), (c) => {
    const redirectUri = c.req.query('redirect_uri') ?? ''
    const asked = parseScopes(c.req.query('scope'))
    if (c.req.query('client_id') !== practiceCredentials.clientId || !URL.canParse(redirectUri)) {
      return c.text('client_id or redirect_uri is unknown.', 400)
    }
    const target = new URL(redirectUri)
    const state = c.req.query('state')
    if (state !== undefined) target.searchParams.set('state', state)
    if (c.req.query('response_type') !== 'code') {
      target.searchParams.set('error', 'unsupported_response_type')
    } else if (asked === undefined || asked.length === 0) {
      target.searchParams.set('error', 'invalid_scope')
    } else {
      const code = `practice-code-${newId()}`
      practice.state.codes.set(code, { redirectUri, scopes: asked, expiresAtMs: practice.now() + codeLifetimeMs })
      practice.changed()
      target.searchParams.set('code', code)
    }
    return c.redirect(target.href, 302)
  })

  return app
}

/** Finds the caller's token; an absent, unknown or expired one is 401 with 1001, or the id the operation documents. */
export const authenticate = (practice: Practice, c: Context, domain: string, errorId = 1001): StoredToken => {
  const bearer = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  const token = bearer === undefined ? undefined : practice.state.tokens.get(bearer)
  if (token === undefined || token.expiresAtMs <= practice.now()) {
    const message = token === undefined ? 'Invalid access token.' : 'The access token has expired.'
    throw new Refusal(401, [{ errorId, domain, category: 'REQUEST', message, parameters: [] }], {
      'www-authenticate': 'Bearer',
    })
  }
  return token
}

/** Demands one of several scopes; a token without any is 403 with 1100. */
export const demandScope = (token: StoredToken, wanted: readonly string[], domain: string, errorId = 1100): void => {
  if (wanted.some((scope) => token.scopes.includes(scope))) return
  throw new Refusal(403, [
    {
      errorId,
      domain,
      category: 'REQUEST',
      message: `Insufficient permissions: the access token needs the scope ${wanted.join(' or ')}.`,
      parameters: wanted.map((value) => ({ name: 'scope', value })),
    },
  ])
}
