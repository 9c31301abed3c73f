/** What every service shares: its routes, the check of the caller's token, and its scopes. */
import { type Context, Hono } from 'hono'
import type { Faults, Operation, PracticeApp, PracticeEnv, Service } from '../control/faults.ts'
import type { StoredToken } from '../shop/records.ts'
import type { Practice } from '../shop/shop-state.ts'
import { createRefusals, Refusal } from './refusal.ts'

export type Call = Context<PracticeEnv>
type Admit = (c: Call, operation: Operation) => void

/** One operation. Its path comes after the service's base. */
export type Route = readonly [
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  operation: Operation,
  answer: (c: Call) => Response | Promise<Response>,
]

/** Creates a service from its operations. Faults come first, then the check of the caller. */
export const createService = (
  faults: Faults,
  { service, base = '', admit }: { readonly service: Service; readonly base?: string; readonly admit?: Admit },
  routes: readonly Route[],
): PracticeApp => {
  const app = new Hono<PracticeEnv>()
  for (const [method, path, operation, answer] of routes) {
    app.on(method, base + path, faults.guard(service, operation), (c) => {
      admit?.(c, operation)
      return answer(c)
    })
  }
  return app
}

/** Finds the caller's token. Refuses an absent, unknown or expired one with 401 and `errorId`. */
export const authenticate = (practice: Practice, c: Context, domain: string, errorId = 1001): StoredToken => {
  const bearer = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  const token = bearer === undefined ? undefined : practice.state.tokens.get(bearer)
  if (token === undefined || token.expiresAtMs <= practice.now()) {
    const message = token === undefined ? 'Invalid access token.' : 'The access token has expired.'
    throw new Refusal(401, [createRefusals(domain).detail(errorId, message)], { 'www-authenticate': 'Bearer' })
  }
  return token
}

/** Refuses a token that has none of the `wanted` scopes with 403 and `errorId`. */
export const requireScope = (token: StoredToken, wanted: readonly string[], domain: string, errorId = 1100): void => {
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

/** The status of a bulk answer: 200 if every element succeeded, 400 if all failed, otherwise 207. */
export const bulkStatus = (responses: readonly { readonly statusCode: number }[]): 200 | 207 | 400 => {
  if (responses.every(({ statusCode }) => statusCode < 300)) return 200
  return responses.some(({ statusCode }) => statusCode < 300) ? 207 : 400
}

/** Operations that only read, although they are no GET. */
const readsByPost: readonly Operation[] = ['bulkGetInventoryItem']

/** Admits callers whose token has one of the scopes: `read` to read, `write` for anything else. */
export const admitByScope =
  (practice: Practice, domain: string, { read, write }: { read: readonly string[]; write: readonly string[] }): Admit =>
  (c, operation) => {
    const isRead = c.req.method === 'GET' || readsByPost.includes(operation)
    requireScope(authenticate(practice, c, domain), isRead ? read : write, domain)
  }
