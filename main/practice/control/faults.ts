/** Faults that a person or a test injects, and the log of requests. */
import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import * as z from 'zod'

/** A whole number from `min` to `max`. */
export const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}.`
  return z.int(error).min(min, error).max(max, error)
}

export type PracticeEnv = { Bindings: HttpBindings }
export type PracticeApp = Hono<PracticeEnv>

const services = [
  'oauth',
  'messaging',
  'inventory',
  'mapping',
  'catalog',
  'account',
  'identity',
  'media',
  'notifications',
  'trading',
  'fulfillment',
  'finances',
  'postOrder',
  'negotiation',
  'analytics',
  'keyManagement',
  'notifier',
  'pictures',
  'unknown',
] as const
export type Service = (typeof services)[number]

const faultKinds = [
  'offline',
  'latencyMs',
  'status',
  'dropBeforeActing',
  'dropAfterActing',
  'actLateMs',
  'cutBody',
  'dailyCap',
  'maskText',
  'longListFails',
  'namesAreIds',
  'signaturesRequired',
  'readMarkApart',
  'oldestFirst',
  'editByOthers',
  'ackWarning',
  'wrongSignature',
  'duplicateDeliveries',
  'lateDeliveryMs',
  'scopeNotGranted',
  'passwordChanged',
  'systemError',
  'listLagMs',
  'twinNotifications',
] as const
type FaultKind = (typeof faultKinds)[number]

const valueFields = [
  'latencyMs',
  'actLateMs',
  'lateDeliveryMs',
  'listLagMs',
  'status',
  'dailyCap',
  'duplicateDeliveries',
  'longListFails',
] as const
const milliseconds = wholeNumber(0, 86_400_000).optional()

/**
 * A fault to inject. The field named like the fault holds its value:
 *
 * - `offline`: destroys connections, running ones too, before anything is read
 * - `latencyMs`: delays every answer, on the wall clock, at most until it is cleared
 * - `status`: answers with that status and does nothing (429 with a Retry-After of `retryAfterS`); `errorId` and
 *   `message` go into errors[]
 * - `dropBeforeActing`, `dropAfterActing`: destroys the connection before or after the call is carried out
 * - `actLateMs`: destroys the connection, and carries the call out that much later, on the wall clock
 * - `dailyCap`: the calls that each service accepts in a day of the practice clock; then 429 until the next day
 * - `maskText`: addresses and long numbers in sent texts become asterisks
 * - `longListFails`: a list of more conversations than this fails with 500
 * - `namesAreIds`: on eBay, messages name the seller by an immutable id, and identity by the login
 * - `signaturesRequired`: on eBay, the seller is one of the EU or the UK, so the calls in scope must be signed
 * - `readMarkApart`: on eBay, the list goes on counting messages that a call marked as read
 * - `oldestFirst`: lists a thread from its oldest message on
 * - `editByOthers`: after each read of an item, another tool changes its quantity
 * - `ackWarning`: carries a legacy call out, and answers Ack Warning with a sentence
 * - `cutBody`: carries the call out, then ends the answer in the middle of its body
 * - `scopeNotGranted`: on eBay's sign-in page, the keyset may not have the scope that ends with `scope`, by default messages
 * - `passwordChanged`: the seller's refresh tokens are over, as after a new password; access tokens stay valid to their end
 * - `systemError`: refuses an inventory call as if the seller's data were wrong, with “System error” in its sentence
 * - `listLagMs`: a list of subscriptions lacks those created less than that long ago
 * - `twinNotifications`: each REST notification is sent a second time under another notificationId
 * - `wrongSignature`, `duplicateDeliveries`, `lateDeliveryMs`: for `notifier` and its event types and topics
 */
export const faultRequestSchema = z
  .object({
    /** `all`, a service, or one operation, event type or topic by name. */
    operation: z.string().min(1),
    fault: z.enum(faultKinds),
    /** How many times it applies; without it, until it is cleared. */
    count: wholeNumber(1, 1_000_000).optional(),
    latencyMs: milliseconds,
    actLateMs: milliseconds,
    lateDeliveryMs: milliseconds,
    listLagMs: milliseconds,
    dailyCap: wholeNumber(0, 1_000_000).optional(),
    longListFails: wholeNumber(0, 1_000_000).optional(),
    status: wholeNumber(400, 599).optional(),
    duplicateDeliveries: wholeNumber(2, 100).default(2),
    retryAfterS: wholeNumber(0, 86_400).default(2),
    errorId: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional(),
    message: z.string().optional(),
    scope: z.string().min(1).default('commerce.message'),
  })
  .transform(({ operation, fault, count, retryAfterS, errorId, message, scope, ...values }, context) => {
    const field = valueFields.find((name) => name === fault)
    const value = field === undefined ? 0 : values[field]
    if (value !== undefined)
      return { operation, fault, value, retryAfterS, errorId, message, scope, remaining: count ?? null }
    context.issues.push({ code: 'custom', path: [fault], input: value, message: 'is required.' })
    return z.NEVER
  })
/** `value` belongs to the kind: milliseconds, a status or a number of copies. `remaining` is null until cleared. */
export type Fault = z.infer<typeof faultRequestSchema>

export type LoggedRequest = {
  readonly service: Service
  readonly operation: string
  readonly method: string
  /** Without its query, which may contain names. */
  readonly path: string
  /** Null if the caller didn't get a complete answer. */
  readonly status: number | null
  readonly atMs: number
}

/** The name of an operation, or how it is read from a request and what it may be. */
export type Operation =
  | string
  | {
      readonly names: readonly string[]
      readonly read: (c: Context<PracticeEnv>) => string | Promise<string>
    }

export type Faults = ReturnType<typeof createFaults>

const MAX_LOGGED_REQUESTS = 50

const statusErrors: Readonly<Record<number, { readonly errorId: number; readonly message: string }>> = {
  401: { errorId: 1001, message: 'Invalid access token.' },
  403: { errorId: 1100, message: 'Access denied.' },
  429: { errorId: 2001, message: 'Too many requests. Wait the seconds of the Retry-After header.' },
  500: { errorId: 2003, message: 'Internal error.' },
  503: { errorId: 3004, message: 'The service is temporarily unavailable.' },
}

type StatusAnswer = Pick<Fault, 'value' | 'retryAfterS'> & Partial<Pick<Fault, 'errorId' | 'message'>>

const answerStatus = ({ value, errorId, message, retryAfterS }: StatusAnswer): Response => {
  const usual = statusErrors[value]
  const error = {
    errorId: errorId ?? usual?.errorId ?? 2003,
    domain: 'ACCESS',
    category: value >= 500 ? 'APPLICATION' : 'REQUEST',
    message: message ?? usual?.message ?? 'A fault of the practice platform is switched on.',
    parameters: [],
  }
  const response = Response.json({ errors: [error] }, { status: value })
  if (value === 429) response.headers.set('retry-after', String(retryAfterS))
  return response
}

const DAY_MS = 86_400_000

/** Closes the connection after half of the body. */
const sendHalf = async (c: Context<PracticeEnv>): Promise<void> => {
  const { outgoing } = c.env
  const body = Buffer.from(await c.res.arrayBuffer())
  // A 204 has no body, so it couldn't be cut.
  outgoing.writeHead(c.res.status === 204 ? 200 : c.res.status, {
    ...Object.fromEntries(c.res.headers),
    'content-length': String(Math.max(body.length, 2)),
  })
  await new Promise<void>((resolve) => {
    outgoing.write(body.length < 2 ? ' ' : body.subarray(0, body.length / 2), () => resolve())
  })
  outgoing.socket?.destroySoon()
}

/** Creates the injected faults and the request log. A restart clears both. */
export const createFaults = (now: () => number) => {
  const faults: Fault[] = []
  const requests: LoggedRequest[] = []
  const known = new Set<string>(['all', ...services])
  /** Calls of the current day, by service. */
  let counted = { day: 0, calls: new Map<Service, number>() }
  const running = new Set<{ readonly service: Service; readonly operation: string; readonly socket: Socket }>()
  /** Answers that `latencyMs` delays now. */
  const delays = new Set<{ readonly fault: Fault; readonly ending: AbortController }>()

  const applies = (fault: Fault, service: Service, operation: string): boolean =>
    ['all', service, operation].includes(fault.operation)

  /** The first fault of a kind that applies to a call. Counts as one application. */
  const take = (kind: FaultKind, service: Service, operation: string): Fault | undefined => {
    const index = faults.findIndex((fault) => fault.fault === kind && applies(fault, service, operation))
    const fault = faults[index]
    if (fault?.remaining != null) {
      fault.remaining -= 1
      if (fault.remaining <= 0) faults.splice(index, 1)
    }
    return fault
  }

  /** Seen now and then: a fault of the platform's own under the id of user errors. */
  const takeSystemError = (service: Service, operation: string): StatusAnswer | undefined =>
    take('systemError', service, operation) && {
      value: 400,
      retryAfterS: 0,
      errorId: 25002,
      message: 'A user error has occurred. System error. Unable to process your request. Please try again later.',
    }

  const remove = (isEnded: (fault: Fault) => boolean): void => {
    for (const fault of faults.filter(isEnded)) faults.splice(faults.indexOf(fault), 1)
  }

  /** Ends the faults of that operation and kind, and what they delay; without one, of any. */
  const clear = (operation?: string, kind?: string): void => {
    const isEnded = (fault: Fault): boolean =>
      (operation === undefined || fault.operation === operation) && (kind === undefined || fault.fault === kind)
    remove(isEnded)
    for (const { fault, ending } of delays) if (isEnded(fault)) ending.abort()
  }

  const delay = async (fault: Fault): Promise<void> => {
    const delayed = { fault, ending: new AbortController() }
    delays.add(delayed)
    // Rejects when it is cleared.
    await setTimeout(fault.value, undefined, { ref: false, signal: delayed.ending.signal }).catch(() => undefined)
    delays.delete(delayed)
  }

  const countToday = (service: Service): number => {
    const day = Math.floor(now() / DAY_MS)
    if (counted.day !== day) counted = { day, calls: new Map() }
    return counted.calls.get(service) ?? 0
  }

  /** Milliseconds until the day's calls of a service are free again; undefined while there are some left. */
  const findCapWaitMs = (service: Service, operation: string): number | undefined => {
    const calls = countToday(service) + 1
    counted.calls.set(service, calls)
    const cap = take('dailyCap', service, operation)
    const { day } = counted
    return cap === undefined || calls <= cap.value ? undefined : (day + 1) * DAY_MS - now()
  }

  /** Runs before a service's handler: applies faults and logs the request. */
  const guard = (service: Service, named: Operation): MiddlewareHandler<PracticeEnv> => {
    for (const name of typeof named === 'string' ? [named] : named.names) known.add(name)
    return async (c, next) => {
      const { socket } = c.env.incoming
      const atMs = now()
      const operation = typeof named === 'string' ? named : await named.read(c)
      const log = (status: number | null): void => {
        requests.unshift({ service, operation, method: c.req.method, path: c.req.path, status, atMs })
        requests.length = Math.min(requests.length, MAX_LOGGED_REQUESTS)
      }
      const drop = (): Response => {
        log(null)
        socket.destroy()
        return RESPONSE_ALREADY_SENT
      }
      const call = { service, operation, socket }
      running.add(call)
      try {
        if (take('offline', service, operation) !== undefined) return drop()
        const latency = take('latencyMs', service, operation)
        if (latency !== undefined) await delay(latency)
        if (take('dropBeforeActing', service, operation) !== undefined) return drop()
        const capWaitMs = findCapWaitMs(service, operation)
        if (capWaitMs !== undefined) {
          log(429)
          const message = 'The day’s calls to this service are used up.'
          return answerStatus({ value: 429, message, retryAfterS: Math.ceil(capWaitMs / 1_000) })
        }
        const late = take('actLateMs', service, operation)
        if (late !== undefined) {
          // Read now, because a closed connection has no body.
          await c.req.text()
          socket.destroy()
          await setTimeout(late.value, undefined, { ref: false })
        }
        const status = take('status', service, operation) ?? takeSystemError(service, operation)
        if (status !== undefined) {
          log(status.value)
          return answerStatus(status)
        }
        await next()
        if (socket.destroyed || take('dropAfterActing', service, operation) !== undefined) {
          c.res = drop()
        } else if (take('cutBody', service, operation) !== undefined) {
          log(null)
          await sendHalf(c)
          c.res = RESPONSE_ALREADY_SENT
        } else {
          log(c.res.status)
        }
        return
      } finally {
        running.delete(call)
      }
    }
  }

  return {
    /** Adds names that a fault may apply to, besides services and guarded operations. */
    allow: (names: readonly string[]): void => {
      for (const name of names) known.add(name)
    },
    isKnown: (operation: string): boolean => known.has(operation),
    /** Replaces a fault of the same operation and kind. */
    add: (fault: Fault): void => {
      remove((former) => former.operation === fault.operation && former.fault === fault.fault)
      faults.push(fault)
      if (fault.fault !== 'offline') return
      for (const call of running) if (applies(fault, call.service, call.operation)) call.socket.destroy()
    },
    clear,
    list: (): readonly Fault[] => faults,
    /** A service's calls of the day, and the cap of a `dailyCap` on the whole service. */
    usage: (service: Service): { readonly calls: number; readonly cap: number | undefined } => ({
      calls: countToday(service),
      cap: faults.find(({ fault, operation }) => fault === 'dailyCap' && ['all', service].includes(operation))?.value,
    }),
    take,
    guard,
    /** The newest first. */
    requests: (): readonly LoggedRequest[] => requests,
  }
}
