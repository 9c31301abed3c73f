/**
 * The fulfillment service: orders and their shipments.
 *
 * https://developer.ebay.com/api-docs/sell/fulfillment/overview.html
 */
import * as z from 'zod'
import { type ConnectionProfile, getPlatform, nameScope } from '../../../shared/connection/profile.ts'
import { Failure, notFound } from '../../../shared/result.ts'
import { parseErrors } from '../../http/answers.ts'
import { createErrorCatalog, responseFailure } from '../../http/failures.ts'
import type { HttpRequest, HttpResponse, Send } from '../../http/request.ts'
import { createServiceClient } from '../../http/service-client.ts'
import { type Outcome, readOutcome, thrownOutcome } from '../../outbound/outcome.ts'
import { isRecord, type JsonRecord } from '../records/contact.ts'
import { INVALID_ORDER_ID, orderErrors } from './order-errors.ts'

/** The largest page. A larger one fails (31100). */
export const MAX_PAGE = 200

const recordSchema = z.custom<JsonRecord>(isRecord)
const pageSchema = z.looseObject({
  total: z.number().int().min(0).catch(0),
  orders: z.array(z.unknown()).nullish().catch([]),
})
const fulfillmentsSchema = z.looseObject({ fulfillments: z.array(z.unknown()).nullish() })

/** Orders changed in this time; with `toMs` null, up to now. `fromMs` null: those created in the last ninety days. */
export type OrderWindow = { readonly fromMs: number | null; readonly toMs: number | null }

export type OrdersPage = { readonly orders: readonly JsonRecord[]; readonly total: number; readonly step: number }

/** The body of createShippingFulfillment. */
export type NewFulfillment = {
  readonly lineItems: readonly { readonly lineItemId: string; readonly quantity: number }[]
  readonly shippedDate?: string
  readonly shippingCarrierCode?: string
  readonly trackingNumber?: string
}

type ReadOptions = Pick<HttpRequest, 'purpose' | 'signal'>

const formatFilter = ({ fromMs, toMs }: OrderWindow): string | undefined =>
  fromMs === null
    ? undefined
    : `lastmodifieddate:[${new Date(fromMs).toISOString()}..${toMs === null ? '' : new Date(toMs).toISOString()}]`

export type FulfillmentClient = ReturnType<typeof createFulfillmentClient>

export const createFulfillmentClient = ({
  profile,
  send,
}: {
  readonly profile: ConnectionProfile
  readonly send: Send
}) => {
  const scope = nameScope(profile, 'sell.fulfillment')
  const { name: platformName } = getPlatform(profile)
  const errors = createErrorCatalog(platformName, orderErrors(platformName))
  /** A missing order is a 404, or a 400 with an error id where its shipments are read (FACT-139). */
  const fail = (response: HttpResponse): Failure => {
    const isUnknown = response.status < 500 && parseErrors(response).some(({ errorId }) => errorId === INVALID_ORDER_ID)
    const failure = responseFailure('fulfillment', response, errors, { scope })
    return isUnknown ? notFound(failure.message, failure) : failure
  }
  const service = createServiceClient({
    send,
    service: 'fulfillment',
    root: `${profile.baseUrl}/sell/fulfillment/v1`,
    toFailure: fail,
  })

  return {
    /** `step`: how many entries the page has, readable or not. */
    getOrders: async (window: OrderWindow, offset: number, options: ReadOptions = {}): Promise<OrdersPage> => {
      const { orders, total } = await service.read(
        {
          ...options,
          operation: 'getOrders',
          path: '/order',
          query: { filter: formatFilter(window), limit: MAX_PAGE, offset },
        },
        pageSchema,
        'The list of orders',
      )
      const entries = orders ?? []
      return { orders: entries.filter(isRecord), total, step: entries.length }
    },

    /** Throws `notFound`, also for some seconds after a notification named the order (FACT-118). */
    getOrder: (orderId: string, options: ReadOptions = {}): Promise<JsonRecord> =>
      service.read(
        { ...options, operation: 'getOrder', path: '/order/{orderId}', ids: [orderId] },
        recordSchema,
        'The order',
      ),

    /** The order's shipments as returned; empty if it has none. Throws `notFound`. */
    getShippingFulfillments: async (orderId: string, options: ReadOptions = {}): Promise<readonly unknown[]> => {
      const { fulfillments } = await service.read(
        {
          ...options,
          operation: 'getShippingFulfillments',
          path: '/order/{orderId}/shipping_fulfillment',
          ids: [orderId],
        },
        fulfillmentsSchema,
        'The list of shipments',
      )
      return fulfillments ?? []
    },

    /** Marks lines as shipped. Never throws the platform's or the network's errors. */
    createShippingFulfillment: async (
      orderId: string,
      body: NewFulfillment,
      options: Pick<HttpRequest, 'trigger' | 'signal'>,
    ): Promise<Outcome> => {
      try {
        const response = await service.send({
          ...options,
          operation: 'createShippingFulfillment',
          method: 'POST',
          path: '/order/{orderId}/shipping_fulfillment',
          ids: [orderId],
          body: JSON.stringify(body),
        })
        return readOutcome(response, platformName, fail)
      } catch (error) {
        if (error instanceof Failure && error.detail.kind === 'validation') {
          return { outcome: 'refused', error: error.detail }
        }
        return thrownOutcome(error)
      }
    },
  }
}
