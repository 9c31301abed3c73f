import type { Socket } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import type { JsonObject } from './refusal.ts'

export type PracticeEnv = { Bindings: HttpBindings }
export type PracticeApp = Hono<PracticeEnv>

export const services = [
  'oauth',
  'messaging',
  'inventory',
  'mapping',
  'notifications',
  'trading',
  'notifier',
  'pictures',
] as const
export type Service = (typeof services)[number]

/**
 * What can be made to go wrong. The property named like the fault holds its value:
 *
 * - `offline`: the connection is destroyed, before anything is read or done, and running ones at once
 * - `latencyMs`: every answer waits that long on the wall clock
 * - `status`: answered with that status and not carried out (429 with Retry-After of `retryAfterS`, 2 by default);
 *   `errorId` and `message` go into errors[]
 * - `dropBeforeActing`, `dropAfterActing`: the connection is destroyed, the call not carried out or carried out
 * - `cutBody`: carried out, the answer's body ends in the middle
 * - `wrongSignature`, `duplicateDeliveries`, `lateDeliveryMs`: for `notifier` and its event types and topics
 */
export const faultKinds = [
  'offline',
  'latencyMs',
  'status',
  'dropBeforeActing',
  'dropAfterActing',
  'cutBody',
  'wrongSignature',
  'duplicateDeliveries',
  'lateDeliveryMs',
] as const
export type FaultKind = (typeof faultKinds)[number]

export type Fault = {
  /** `all`, a service, or one operation (or event type, or topic) by its name in the documents. */
  readonly operation: string
  readonly fault: FaultKind
  /** The number belonging to the fault: milliseconds, a status, or the number of copies. */
  readonly value: number
  readonly retryAfterS: number
  readonly errorId: number | null
  readonly message: string | null
  /** How many more times it strikes; `null` is until it is taken away. */
  remaining: number | null
}

export type LoggedRequest = {
  readonly service: Service | 'unknown'
  readonly operation: string
  readonly method: string
  /** Without its query, which may hold names. */
  readonly path: string
  /** Null where the caller got no whole answer. */
  readonly status: number | null
  readonly atMs: number
}

export type Faults = {
  /** Puts a fault in place of one of the same operation and kind; returns a sentence when the wish is not a fault. */
  add(wish: JsonObject): string | undefined
  /** Ends the faults of that operation and kind; either left out means any. */
  clear(operation?: string, fault?: string): void
  list(): readonly Fault[]
  /** The strongest fault of a kind for one call, counted as having struck. */
  strike(kind: FaultKind, service: Service | 'unknown', operation: string): Fault | undefined
  /** Stands before a service's handler: faults and the request log. */
  guard(
    service: Service | 'unknown',
    operation: string | ((c: Context<PracticeEnv>) => string | Promise<string>),
  ): MiddlewareHandler<PracticeEnv>
  /** The last fifty, newest first. */
  requests(): readonly LoggedRequest[]
}

const requestsKept = 50

const statusErrors: Readonly<Record<number, { readonly errorId: number; readonly message: string }>> = {
  401: { errorId: 1001, message: 'Invalid access token.' },
  403: { errorId: 1100, message: 'Access denied.' },
  429: { errorId: 2001, message: 'Too many requests. Wait the seconds of the Retry-After header.' },
  500: { errorId: 2003, message: 'Internal error.' },
  503: { errorId: 3004, message: 'The service is temporarily unavailable.' },
}

const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })

const numberIn = (value: unknown, least: number, most: number): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most ? value : undefined

/** Reads a wish for a fault, or says in one sentence what is wrong with it. */
const parseFault = (wish: JsonObject): Fault | string => {
  const { operation, count } = wish
  if (typeof operation !== 'string' || operation === '') {
    return 'operation must be "all", a service or an operation by name.'
  }
  const fault = faultKinds.find((kind) => kind === wish.fault)
  if (fault === undefined) return `fault must be one of ${faultKinds.join(', ')}.`
  if (count !== undefined && numberIn(count, 1, 1_000_000) === undefined) return 'count must be a whole number above 0.'

  let value: number | undefined = 0
  if (fault === 'latencyMs' || fault === 'lateDeliveryMs') value = numberIn(wish[fault], 0, 86_400_000)
  if (fault === 'status') value = numberIn(wish.status, 400, 599)
  if (fault === 'duplicateDeliveries') value = numberIn(wish.duplicateDeliveries ?? 2, 2, 100)
  if (value === undefined) {
    return fault === 'status' ? 'status must be a number from 400 to 599.' : `${fault} must be a whole number in range.`
  }
  return {
    operation,
    fault,
    value,
    retryAfterS: numberIn(wish.retryAfterS, 0, 86_400) ?? 2,
    errorId: numberIn(wish.errorId, 1, Number.MAX_SAFE_INTEGER) ?? null,
    message: typeof wish.message === 'string' ? wish.message : null,
    remaining: numberIn(count, 1, 1_000_000) ?? null,
  }
}

/** The switchboard of faults and the log of requests; both are gone after a restart, as bad weather is. */
export const createFaults = (now: () => number): Faults => {
  const faults: Fault[] = []
  const requests: LoggedRequest[] = []
  const running = new Set<{ readonly service: string; readonly operation: string; readonly socket: Socket }>()

  const meant = (fault: Fault, service: string, operation: string): boolean =>
    fault.operation === 'all' || fault.operation === service || fault.operation === operation

  const strike: Faults['strike'] = (kind, service, operation) => {
    const index = faults.findIndex((fault) => fault.fault === kind && meant(fault, service, operation))
    const fault = faults[index]
    if (fault === undefined) return undefined
    if (fault.remaining !== null) {
      fault.remaining -= 1
      if (fault.remaining <= 0) faults.splice(index, 1)
    }
    return fault
  }

  /** Ends the connection after half of the body has left. */
  const sendHalf = async (c: Context<PracticeEnv>): Promise<void> => {
    const { outgoing } = c.env
    const body = Buffer.from(await c.res.arrayBuffer())
    const headers: Record<string, string> = { 'content-length': String(Math.max(body.length, 2)) }
    for (const [name, value] of c.res.headers) if (name !== 'content-length') headers[name] = value
    // A status that may have no body would be whole without one.
    outgoing.writeHead(c.res.status === 204 ? 200 : c.res.status, headers)
    await new Promise<void>((resolve) => {
      outgoing.write(body.length < 2 ? Buffer.from(' ') : body.subarray(0, body.length / 2), () => resolve())
    })
    outgoing.socket?.destroySoon()
  }

  const end: Faults['clear'] = (operation, kind) => {
    for (const fault of [...faults]) {
      if (operation !== undefined && fault.operation !== operation) continue
      if (kind === undefined || fault.fault === kind) faults.splice(faults.indexOf(fault), 1)
    }
  }

  return {
    add: (wish) => {
      const fault = parseFault(wish)
      if (typeof fault === 'string') return fault
      end(fault.operation, fault.fault)
      faults.push(fault)
      if (fault.fault === 'offline') {
        for (const call of running) if (meant(fault, call.service, call.operation)) call.socket.destroy()
      }
      return undefined
    },
    clear: end,
    list: () => faults,
    strike,
    guard: (service, named) => async (c, next) => {
      const { incoming } = c.env
      const atMs = now()
      const operation = typeof named === 'string' ? named : await named(c)
      const log = (status: LoggedRequest['status']): void => {
        requests.unshift({ service, operation, method: c.req.method, path: c.req.path, status, atMs })
        if (requests.length > requestsKept) requests.pop()
      }
      const drop = (): Response => {
        log(null)
        incoming.socket.destroy()
        return RESPONSE_ALREADY_SENT
      }
      const call = { service, operation, socket: incoming.socket }
      running.add(call)
      try {
        if (strike('offline', service, operation) !== undefined) return drop()
        const latency = strike('latencyMs', service, operation)
        if (latency !== undefined) await wait(latency.value)
        if (strike('dropBeforeActing', service, operation) !== undefined) return drop()
        const status = strike('status', service, operation)
        if (status !== undefined) {
          const usual = statusErrors[status.value]
          log(status.value)
          const error = {
            errorId: status.errorId ?? usual?.errorId ?? 2003,
            domain: 'ACCESS',
            category: status.value >= 500 ? 'APPLICATION' : 'REQUEST',
            message: status.message ?? usual?.message ?? 'The practice platform was told to answer this.',
            parameters: [],
          }
          return new Response(JSON.stringify({ errors: [error] }), {
            status: status.value,
            headers: {
              'content-type': 'application/json',
              ...(status.value === 429 ? { 'retry-after': String(status.retryAfterS) } : {}),
            },
          })
        }
        await next()
        if (incoming.socket.destroyed || strike('dropAfterActing', service, operation) !== undefined) {
          c.res = drop()
          return
        }
        if (strike('cutBody', service, operation) !== undefined) {
          log(null)
          await sendHalf(c)
          c.res = RESPONSE_ALREADY_SENT
          return
        }
        log(c.res.status)
        return
      } finally {
        running.delete(call)
      }
    },
    requests: () => requests,
  }
}
