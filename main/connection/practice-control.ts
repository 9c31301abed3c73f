/** Hands on the practice platform: what the Practice screen asks, carried to the platform's own control surface. */
import * as z from 'zod'
import type { ConnectionProfile } from '../../shared/connection/profile.ts'
import type { RoomEmit, RoomHandlers } from '../../shared/ipc/define.ts'
import { faultKinds, type PracticeFault, type practiceContract } from '../../shared/practice/contract.ts'
import { Failure } from '../../shared/result.ts'
import { readJson, readText } from '../http/answers.ts'
import type { HttpResponse, Send } from '../http/request.ts'

export type PracticeControlDeps = {
  readonly profile: ConnectionProfile
  /** Straight to the wire: the other side of the counter needs no sign-in, and its state says nothing of the platform's. */
  readonly send: Send
  readonly emit: RoomEmit<typeof practiceContract>
}

const wireFaultSchema = z.object({
  operation: z.string(),
  fault: z.enum(faultKinds),
  value: z.number(),
  retryAfterS: z.number().catch(2),
  errorId: z.number().nullable().catch(null),
  message: z.string().nullable().catch(null),
  remaining: z.number().nullable(),
})
type WireFault = z.infer<typeof wireFaultSchema>

const statusSchema = z.object({
  url: z.string(),
  clockOffsetMs: z.number(),
  faults: z.array(wireFaultSchema),
  requests: z.array(
    z.object({
      service: z.string(),
      operation: z.string(),
      method: z.string(),
      path: z.string(),
      status: z.union([z.number(), z.literal('dropped')]),
      atMs: z.number(),
    }),
  ),
})
const itemsSchema = z.array(z.object({ sku: z.string(), title: z.string(), quantity: z.number().nullable() }))
const writtenSchema = z.object({ conversationId: z.string() })
const toldSchema = z.object({ events: z.array(z.object({ eventId: z.string() })), notifications: z.number() })
const refusalSchema = z.object({ error: z.string() })

/** The wish for a fault that stands already, so that it can be put back after the others were cleared. */
const wishOf = (fault: WireFault): object => ({
  operation: fault.operation,
  fault: fault.fault,
  [fault.fault]: fault.value,
  retryAfterS: fault.retryAfterS,
  ...(fault.errorId === null ? {} : { errorId: fault.errorId }),
  ...(fault.message === null ? {} : { message: fault.message }),
  ...(fault.remaining === null ? {} : { count: fault.remaining }),
})

const shownFault = ({ operation, fault, value, remaining }: WireFault): PracticeFault => ({
  operation,
  fault,
  value,
  remaining,
})

const refusalOf = (response: HttpResponse): Failure => {
  let said: string | undefined
  try {
    said = refusalSchema.parse(JSON.parse(readText(response))).error
  } catch {
    said = undefined
  }
  const message = said ?? `The practice platform refused this (HTTP ${response.status}).`
  return response.status === 404
    ? new Failure({ kind: 'notFound', message })
    : new Failure({ kind: 'validation', message, issues: [] })
}

/** Each handler throws `notFound` when the open connection is not a practice one, so that no fault ever nears a real shop. */
export const createPracticeHandlers = (deps: PracticeControlDeps): RoomHandlers<typeof practiceContract> => {
  const { profile } = deps

  const ask = async (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    operation: string,
    body?: object,
  ): Promise<HttpResponse> => {
    if (profile.kind !== 'practice') {
      throw new Failure({
        kind: 'notFound',
        message: `"${profile.name}" is not a practice shop, so there is nothing to practise on. Start Stallhand without --connection to practise.`,
      })
    }
    const response = await deps.send({
      service: 'practice',
      operation,
      method,
      url: `${profile.baseUrl}${path}`,
      pathTemplate: path,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      lane: 'read',
      repeatable: method === 'GET',
      credential: 'none',
      timeoutMs: 5_000,
    })
    if (response.status >= 400) throw refusalOf(response)
    return response
  }

  const readStatus = async () =>
    readJson(await ask('GET', '/practice/status', 'status'), statusSchema, 'The state of the practice platform')

  // Clearing and putting back is not one step, so that two switches pressed together take turns.
  let lastTurn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = lastTurn.then(work, work)
    lastTurn = turn
    return turn
  }

  const changed = (): void => deps.emit('changed', {})

  /** The platform can end all faults or none: those that stay are put back. */
  const keepFaults = async (stays: (fault: WireFault) => boolean): Promise<void> => {
    const { faults } = await readStatus()
    if (faults.every(stays)) return
    await ask('DELETE', '/practice/faults', 'clearFaults')
    for (const fault of faults.filter(stays)) await ask('POST', '/practice/faults', 'setFault', wishOf(fault))
  }

  return {
    status: async () => {
      const { url, clockOffsetMs, faults, requests } = await readStatus()
      return {
        url,
        clockOffsetMs,
        faults: faults.map(shownFault),
        requests: requests.toReversed().map((request) => ({
          ...request,
          status: request.status === 'dropped' ? null : request.status,
        })),
      }
    },
    items: async () => ({
      items: readJson(await ask('GET', '/practice/skus', 'skus'), itemsSchema, "The practice shop's list of items"),
    }),
    setFault: async ({ operation, fault, value, count }) => {
      await inTurn(async () => {
        await keepFaults((standing) => standing.operation !== operation || standing.fault !== fault)
        await ask('POST', '/practice/faults', 'setFault', {
          operation,
          fault,
          ...(value === undefined ? {} : { [fault]: value }),
          ...(count === undefined ? {} : { count }),
        })
      })
      changed()
      return {}
    },
    clearFaults: async ({ operation, fault }) => {
      const stays = (standing: WireFault): boolean =>
        (operation !== undefined && standing.operation !== operation) ||
        (fault !== undefined && standing.fault !== fault)
      await inTurn(() => keepFaults(stays))
      changed()
      return {}
    },
    advanceClock: async ({ ms }) => {
      await ask('POST', '/practice/clock', 'advanceClock', { advanceMs: ms })
      changed()
      return {}
    },
    buyerWrites: async (message) => {
      const written = await ask('POST', '/practice/messages', 'buyerWrites', message)
      changed()
      return readJson(written, writtenSchema, "The practice platform's answer")
    },
    triggerEvent: async ({ event, sku, times, isDeliveredTwice }) => {
      const answer = await ask('POST', '/practice/events', 'triggerEvent', {
        event,
        times,
        ...(sku === undefined ? {} : { sku }),
      })
      const { events, notifications } = readJson(answer, toldSchema, "The practice platform's answer")
      let sent = notifications
      if (isDeliveredTwice) {
        for (const { eventId } of events) {
          const again = await ask('POST', '/practice/events', 'triggerEvent', { eventId })
          sent += readJson(again, toldSchema, "The practice platform's answer").notifications
        }
      }
      changed()
      return { notifications: sent }
    },
  }
}
