/** Hands on the practice platform: what the Practice screen asks, carried to the platform's own control surface. */
import * as z from 'zod'
import type { ConnectionProfile } from '../../shared/connection/profile.ts'
import type { FeatureEmit, FeatureHandlers } from '../../shared/ipc/define.ts'
import { faultKinds, type practiceContract } from '../../shared/practice/contract.ts'
import { Failure, validation } from '../../shared/result.ts'
import { readJson, readText, responseFailure } from '../http/answers.ts'
import { pathPart } from '../http/path-part.ts'
import type { HttpResponse, Send } from '../http/request.ts'

export type PracticeControlDeps = {
  readonly profile: ConnectionProfile
  /** Straight to the wire: the other side of the counter needs no sign-in, and its state says nothing of the platform's. */
  readonly send: Send
  readonly emit: FeatureEmit<typeof practiceContract>
}

const faultSchema = z.object({
  operation: z.string(),
  fault: z.enum(faultKinds),
  value: z.number(),
  remaining: z.number().nullable(),
})

const statusSchema = z.object({
  url: z.string(),
  clockOffsetMs: z.number(),
  faults: z.array(faultSchema),
  requests: z.array(
    z.object({
      service: z.string(),
      operation: z.string(),
      method: z.string(),
      path: z.string(),
      status: z.number().nullable(),
      atMs: z.number(),
    }),
  ),
})
const itemsSchema = z.array(z.object({ sku: z.string(), title: z.string(), quantity: z.number().nullable() }))
const writtenSchema = z.object({ conversationId: z.string() })
const toldSchema = z.object({ notifications: z.number() })
const topicsSchema = z.array(
  z.object({
    topicId: z.string(),
    description: z.string(),
    filterable: z.boolean(),
    sample: z.record(z.string(), z.unknown()),
  }),
)
const deliveriesSchema = z.object({
  deliveries: z.array(
    z.object({
      deliveryId: z.string(),
      kind: z.enum(['soap', 'rest']),
      name: z.string(),
      attempts: z.int(),
      dueAtMs: z.number(),
      outcome: z.enum(['waiting', 'delivered', 'givenUp']),
      lastAnswer: z.string(),
    }),
  ),
})
const clockSchema = z.object({
  nowMs: z.number(),
  settings: z.object({ resendDelayMs: z.number(), receiverTimeoutMs: z.number() }),
})
const MOST_DELIVERIES = 200

type Mishears = { readonly as: 'status500' | 'noAnswer'; readonly attempts: number } | null

const mischiefOf = (isForged: boolean, mishears: Mishears) => ({
  ...(isForged ? { wrongSignature: true } : {}),
  ...(mishears === null ? {} : { mishears }),
})

/** The data of a notification as it was typed. */
const readData = (text: string): object => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = undefined
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw validation('input.data', 'The data of a notification is a JSON object, such as { "listingId": "1" }.')
}

const refusalSchema = z.object({ error: z.string() })

const refusalOf = (response: HttpResponse): Failure => {
  let said: string | undefined
  try {
    said = refusalSchema.parse(JSON.parse(readText(response))).error
  } catch {
    said = undefined
  }
  const message = said ?? `The practice platform refused this (HTTP ${response.status}).`
  if (response.status >= 500) return responseFailure('practice', response, {})
  return response.status === 404
    ? new Failure({ kind: 'notFound', message })
    : new Failure({ kind: 'validation', message, issues: [] })
}

/** Each handler throws `notFound` when the open connection is not a practice one, so that no fault ever nears a real shop. */
export const createPracticeHandlers = (deps: PracticeControlDeps): FeatureHandlers<typeof practiceContract> => {
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
      pathTemplate: path.split('?', 1)[0] ?? path,
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

  const changed = (): void => deps.emit('changed', {})
  const act = async (deliveryId: string, what: 'now' | 'stop') => {
    await ask('POST', `/practice/deliveries/${pathPart(deliveryId, 'input.deliveryId')}/${what}`, `${what}Delivery`, {})
    changed()
    return {}
  }

  return {
    status: async () => {
      const answer = await ask('GET', '/practice/status', 'status')
      return readJson(answer, statusSchema, 'The state of the practice platform')
    },
    items: async () => ({
      items: readJson(await ask('GET', '/practice/skus', 'skus'), itemsSchema, "The practice shop's list of items"),
    }),
    setFault: async ({ operation, fault, value, count }) => {
      await ask('POST', '/practice/faults', 'setFault', {
        operation,
        fault,
        // The number stands under the fault's own name.
        ...(value === undefined ? {} : { [fault]: value }),
        ...(count === undefined ? {} : { count }),
      })
      changed()
      return {}
    },
    clearFaults: async (which) => {
      const params = new URLSearchParams()
      for (const [name, value] of Object.entries(which)) if (value !== undefined) params.set(name, value)
      const query = params.toString()
      await ask('DELETE', query === '' ? '/practice/faults' : `/practice/faults?${query}`, 'clearFaults')
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
    triggerEvent: async ({ isForged, mishears, ...wish }) => {
      const answer = await ask('POST', '/practice/events', 'triggerEvent', {
        ...wish,
        ...mischiefOf(isForged, mishears),
      })
      changed()
      return readJson(answer, toldSchema, "The practice platform's answer")
    },
    topics: async () => {
      const answer = await ask('GET', '/practice/topics', 'topics')
      const topics = readJson(answer, topicsSchema, "The practice platform's topics")
      return { topics: topics.map(({ sample, ...topic }) => ({ ...topic, sample: JSON.stringify(sample, null, 2) })) }
    },
    publishTopic: async ({ topicId, data, isForged, mishears, ...wish }) => {
      const answer = await ask('POST', `/practice/topics/${pathPart(topicId, 'input.topicId')}`, 'publishTopic', {
        ...wish,
        ...mischiefOf(isForged, mishears),
        data: readData(data),
      })
      changed()
      return readJson(answer, toldSchema, "The practice platform's answer")
    },
    deliveries: async () => {
      const [list, state] = await Promise.all([
        ask('GET', '/practice/deliveries', 'deliveries'),
        ask('GET', '/practice/status', 'status'),
      ])
      const { deliveries } = readJson(list, deliveriesSchema, "The practice platform's deliveries")
      const { nowMs, settings } = readJson(state, clockSchema, 'The state of the practice platform')
      return {
        deliveries: deliveries.slice(-MOST_DELIVERIES).reverse(),
        total: deliveries.length,
        waiting: deliveries.filter(({ outcome }) => outcome === 'waiting').length,
        nowMs,
        ...settings,
      }
    },
    hurryDelivery: ({ deliveryId }) => act(deliveryId, 'now'),
    stopDelivery: ({ deliveryId }) => act(deliveryId, 'stop'),
  }
}
