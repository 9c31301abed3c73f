/** Forwards the Practice screen's requests to the practice platform's control API. */
import * as z from 'zod'
import type { ConnectionProfile } from '../../shared/connection/profile.ts'
import type { FeatureEmit, FeatureHandlers } from '../../shared/ipc/define.ts'
import { practiceContract } from '../../shared/practice/contract.ts'
import { Failure, validation } from '../../shared/result.ts'
import { readJson, readText } from '../http/answers.ts'
import { practiceErrors, responseFailure } from '../http/failures.ts'
import { pathPart } from '../http/path-part.ts'
import type { HttpResponse, Send } from '../http/request.ts'
import { CONTROL_KEY_HEADER } from '../practice/credentials.ts'

type PracticeControlDeps = {
  readonly profile: ConnectionProfile
  /** Sends without authorization, and without affecting the online status. */
  readonly send: Send
  readonly emit: FeatureEmit<typeof practiceContract>
  /** Called when a fault may have changed whether the platform answers. */
  readonly onFault: () => void
}

const topicsSchema = z.array(
  z.object({
    topicId: z.string(),
    description: z.string(),
    filterable: z.boolean(),
    sample: z.record(z.string(), z.unknown()),
  }),
)
const refusalSchema = z.object({ error: z.string() })

/** Parses the data of a notification. Throws `validation` for anything but a JSON object. */
const parseData = (text: string): object => {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text))
  } catch {
    throw validation('input.data', 'The data of a notification is a JSON object, such as { "listingId": "1" }.')
  }
}

const toFailure = (response: HttpResponse): Failure => {
  if (response.status >= 500) return responseFailure('practice', response, practiceErrors)
  let message = 'The practice platform refused this.'
  try {
    message = refusalSchema.parse(JSON.parse(readText(response))).error
  } catch {
    // Keeps the general message.
  }
  return response.status === 404
    ? new Failure({ kind: 'notFound', message })
    : new Failure({ kind: 'validation', message, issues: [] })
}

/**
 * SECURITY (SEC-02): adds the key that only the control of this app's own practice shop accepts, so that no other user of the
 * computer can control the shop. A platform that was started separately gets none.
 */
export const withControlKey =
  (next: Send, key: string): Send =>
  (request) =>
    next(
      request.service === 'practice'
        ? { ...request, headers: { ...request.headers, [CONTROL_KEY_HEADER]: key } }
        : request,
    )

/**
 * Each handler throws `notFound` unless the open connection is a practice one, so no fault ever reaches a real shop.
 */
export const createPracticeHandlers = (deps: PracticeControlDeps): FeatureHandlers<typeof practiceContract> => {
  const { profile } = deps

  const request = async <T extends z.ZodType>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    operation: string,
    schema: T,
    body?: object,
  ): Promise<z.infer<T>> => {
    if (profile.kind !== 'practice') {
      throw new Failure({
        kind: 'notFound',
        message: `“${profile.name}” isn’t a practice shop, so there is nothing to practice on. Start Stallhand without --connection to practice.`,
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
    if (response.status >= 400) throw toFailure(response)
    if (method !== 'GET') deps.emit('changed', {})
    return readJson(response, schema, 'The practice platform’s answer')
  }
  const read = <T extends z.ZodType>(path: string, operation: string, schema: T) =>
    request('GET', `/practice/${path}`, operation, schema)
  const post = <T extends z.ZodType>(path: string, operation: string, schema: T, body: object) =>
    request('POST', `/practice/${path}`, operation, schema, body)

  return {
    status: () => read('status', 'status', practiceContract.status.output),
    items: async () => ({ items: await read('skus', 'skus', practiceContract.items.output.shape.items) }),
    setFault: async ({ operation, fault, value, count }) => {
      // The platform expects the value under the fault's own name.
      await post('faults', 'setFault', z.unknown(), { operation, fault, [fault]: value, count })
      if (fault === 'offline') deps.onFault()
    },
    clearFaults: async (matching) => {
      const params = new URLSearchParams()
      for (const [name, value] of Object.entries(matching)) if (value !== undefined) params.set(name, value)
      const query = params.size === 0 ? '' : `?${params}`
      await request('DELETE', `/practice/faults${query}`, 'clearFaults', z.unknown())
      deps.onFault()
    },
    advanceClock: ({ ms }) => post('clock', 'advanceClock', z.unknown(), { advanceMs: ms }),
    sendAsBuyer: (message) => post('messages', 'sendAsBuyer', practiceContract.sendAsBuyer.output, message),
    sendNotice: (notice) => post('notices', 'sendNotice', practiceContract.sendNotice.output, notice),
    triggerEvent: (event) => post('events', 'triggerEvent', practiceContract.triggerEvent.output, event),
    buy: (purchase) => post('purchases', 'buy', practiceContract.buy.output, purchase),
    orders: () => read('orders', 'orders', practiceContract.orders.output),
    actOnOrder: async (request) => {
      const order = 'orderId' in request ? `orders/${pathPart(request.orderId, 'input.orderId')}` : ''
      if (request.act === 'closeCase') {
        const { caseId, outcome } = request
        await post(`cases/${pathPart(caseId, 'input.caseId')}/close`, 'closeCase', z.unknown(), { outcome })
      } else if (request.act === 'openCase') {
        const { act: _, ...opened } = request
        await post('cases', 'openCase', z.unknown(), opened)
      } else if (request.act === 'cancel') {
        await post(`${order}/cancel`, 'cancelOrder', z.unknown(), {})
      } else {
        const { trackingNumber, carrier } = request
        await post(`${order}/ship`, 'shipOrder', z.unknown(), { trackingNumber, carrier })
      }
    },
    offers: () => read('offers', 'offers', practiceContract.offers.output),
    makeOffer: (offer) => post('offers', 'makeOffer', practiceContract.makeOffer.output, offer),
    actOnOffer: async ({ act, offerId, ...body }) => {
      await post(`offers/${pathPart(offerId, 'input.offerId')}/${act}`, 'actOnOffer', z.unknown(), body)
    },
    topics: async () => {
      const topics = await read('topics', 'topics', topicsSchema)
      return { topics: topics.map(({ sample, ...topic }) => ({ ...topic, sample: JSON.stringify(sample, null, 2) })) }
    },
    publishTopic: async ({ topicId, data }) =>
      post(`topics/${pathPart(topicId, 'input.topicId')}`, 'publishTopic', practiceContract.publishTopic.output, {
        data: parseData(data),
      }),
  }
}
