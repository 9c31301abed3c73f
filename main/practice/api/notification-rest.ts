/** What the two halves of the notification service share: its errors, request bodies, pages and tokens. */
import type { Context } from 'hono'
import type { Practice } from '../shop/shop-state.ts'
import { createRefusals, Refusal } from './refusal.ts'
import { scopes } from './scopes.ts'
import { authenticate, type Call, requireScope } from './service.ts'

export const NOTIFICATION_BASE = '/commerce/notification/v1'
const DOMAIN = 'API_NOTIFICATION'
const MIN_LIMIT = 10
const MAX_LIMIT = 100
const DEFAULT_LIMIT = 20

export const refuse = (
  status: 400 | 403 | 404 | 409 | 415,
  errorId: number,
  message: string,
  value?: string,
): never => {
  const parameters = value === undefined ? [] : [{ name: 'value', value }]
  throw new Refusal(status, [
    { errorId, domain: DOMAIN, category: 'REQUEST', message, longMessage: message, parameters },
  ])
}

export const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Reads the status to set on a destination or subscription. */
export const readStatus = (value: unknown, errorId: number): 'ENABLED' | 'DISABLED' =>
  value === 'ENABLED' || value === 'DISABLED'
    ? value
    : refuse(400, errorId, 'status must be ENABLED or DISABLED.', asText(value))

export const { readBody } = createRefusals(DOMAIN)

/** Answers 201 with the new resource's address: on eBay without a body, otherwise with an empty object. */
export const answerCreated = (c: Context, practice: Practice, path: string): Response => {
  const headers = { location: `${practice.url}${NOTIFICATION_BASE}${path}` }
  return practice.names.id === 'ebay' ? c.body(null, 201, headers) : c.json({}, 201, headers)
}

/** Answers one page of a list, with href, next, limit and total. */
export const answerPage = <T>(c: Context, practice: Practice, name: string, all: readonly T[]) => {
  const limitText = c.req.query('limit') ?? String(DEFAULT_LIMIT)
  const limit = /^\d{1,4}$/.test(limitText) ? Number(limitText) : 0
  if (limit < MIN_LIMIT || limit > MAX_LIMIT) {
    refuse(400, 195004, `limit must be a number from ${MIN_LIMIT} to ${MAX_LIMIT}.`, limitText)
  }
  const token = c.req.query('continuation_token')
  const decoded = token === undefined ? 'after:0' : Buffer.from(token, 'base64url').toString('utf8')
  const from = Number(/^(?:after:)?(\d{1,9})$/.exec(decoded)?.[1] ?? 'NaN')
  if (Number.isNaN(from) || (token !== undefined && from >= Math.max(all.length, 1))) {
    refuse(400, 195005, 'continuation_token is invalid.', token)
  }
  const address = `${practice.url}${c.req.path}?limit=${limit}`
  const nextToken = Buffer.from(`after:${from + limit}`).toString('base64url')
  return c.json({
    [name]: all.slice(from, from + limit),
    href: token === undefined ? address : `${address}&continuation_token=${token}`,
    ...(from + limit < all.length ? { next: `${address}&continuation_token=${nextToken}` } : {}),
    limit,
    total: all.length,
  })
}

/** Config, destinations, keys and topics need the application's own token. */
export const admitApplication =
  (practice: Practice) =>
  (c: Call): void => {
    const token = authenticate(practice, c, DOMAIN)
    if (token.kind !== 'application' || !token.scopes.includes(scopes.root)) {
      refuse(403, 1100, 'Access denied: this operation needs a client-credentials token with the root scope.')
    }
  }

/** Subscriptions need the application's token or the seller's; reading also accepts the read-only scope. */
export const admitSubscriber =
  (practice: Practice) =>
  (c: Call): void => {
    const token = authenticate(practice, c, DOMAIN)
    if (token.kind === 'application' && token.scopes.includes(scopes.root)) return
    const readScopes = c.req.method === 'GET' ? [scopes.subscriptionReadonly] : []
    requireScope(token, [scopes.subscription, ...readScopes], DOMAIN)
  }
