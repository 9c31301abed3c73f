/** The fulfillment service: orders and their shipments; eBay only. */
import { createRefusals } from '../api/refusal.ts'
import { scopes } from '../api/scopes.ts'
import { admitByScope, type Call, createService } from '../api/service.ts'
import type { Faults, PracticeApp } from '../control/faults.ts'
import type { Notifier } from '../delivery/notifier.ts'
import { asObject, type JsonObject } from '../json-body.ts'
import type { Practice } from '../shop/shop-state.ts'
import { parseOrderFilter } from './order-filters.ts'
import { toFulfillmentJson, toOrderJson } from './order-json.ts'
import type { StoredFulfillment, StoredOrder } from './order-records.ts'
import { announceShipment } from './order-topics.ts'
import { ship } from './orders.ts'

const DOMAIN = 'API_FULFILLMENT'
const BASE = '/sell/fulfillment/v1'
const DEFAULT_LIMIT = 50
const MAX_LIMIT = 200
const MAX_ORDER_IDS = 50

const { refuse, readBody } = createRefusals(DOMAIN)

const readCount = (text: string | undefined, usual: number): number =>
  text === undefined ? usual : /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN

export const createFulfillmentService = (practice: Practice, faults: Faults, notifier: Notifier): PracticeApp => {
  const isReadable = ({ readableAtMs }: StoredOrder): boolean => readableAtMs <= practice.now()

  const findOrder = (c: Call): StoredOrder | undefined => {
    const wanted = c.req.param('orderId')
    return practice.state.orders.find((order) => order.orderId === wanted && isReadable(order))
  }
  const refuseOrder = (status: 400 | 404, c: Call): never =>
    refuse(status, 32100, `Invalid order ID: ${c.req.param('orderId')}`)
  /** Observed: the shipments of an order that doesn't exist are a 400, the order itself is a 404. */
  const requireOrder = (c: Call): StoredOrder => findOrder(c) ?? refuseOrder(400, c)

  const listByIds = (ids: readonly string[]): Response => {
    if (ids.length > MAX_ORDER_IDS) {
      refuse(400, 30900, `Exceeded maximum number of order IDs (the current limit is ${MAX_ORDER_IDS})`)
    }
    const orders = practice.state.orders.filter((order) => ids.includes(order.orderId) && isReadable(order))
    return Response.json({
      href: `${practice.url}${BASE}/order?orderIds=${ids.join(',')}`,
      total: orders.length,
      orders: orders.map((order) => toOrderJson(practice, order, false)),
    })
  }

  const getOrders = (c: Call): Response => {
    const ids = c.req.query('orderIds')
    if (ids !== undefined) return listByIds(ids.split(',').filter((id) => id !== ''))
    const limit = readCount(c.req.query('limit'), DEFAULT_LIMIT)
    const offset = readCount(c.req.query('offset'), 0)
    if (!(limit >= 1 && limit <= MAX_LIMIT)) refuse(400, 31100, `Invalid limit: ${c.req.query('limit')}`)
    if (Number.isNaN(offset)) refuse(400, 31000, `Invalid offset: ${c.req.query('offset')}`)
    const filter = c.req.query('filter')
    const matches = parseOrderFilter(filter, practice.now())
    const found = practice.state.orders
      .filter((order) => isReadable(order) && matches(order))
      .sort((one, other) => other.createdAtMs - one.createdAtMs)
    const link = (from: number): string => {
      const parameters = new URLSearchParams({
        ...(filter === undefined ? {} : { filter }),
        limit: String(limit),
        offset: String(from),
      })
      return `${practice.url}${BASE}/order?${parameters}`
    }
    return c.json({
      href: link(offset),
      total: found.length,
      limit,
      offset,
      ...(offset + limit < found.length ? { next: link(offset + limit) } : {}),
      ...(offset > 0 ? { prev: link(Math.max(0, offset - limit)) } : {}),
      orders: found.slice(offset, offset + limit).map((order) => toOrderJson(practice, order, false)),
    })
  }

  const getOrder = (c: Call): Response => c.json(toOrderJson(practice, findOrder(c) ?? refuseOrder(404, c), true))

  const getShippingFulfillments = (c: Call): Response => {
    const { fulfillments } = requireOrder(c)
    return c.json({ total: fulfillments.length, fulfillments: fulfillments.map(toFulfillmentJson) })
  }

  const getShippingFulfillment = (c: Call): Response => {
    const wanted = c.req.param('fulfillmentId')
    const found = requireOrder(c).fulfillments.find(({ fulfillmentId }) => fulfillmentId === wanted)
    return c.json(toFulfillmentJson(found ?? refuse(404, 32110, `Invalid shipping fulfillment ID: ${wanted}`)))
  }

  /** Without a quantity, one of a line is in the shipment, as documented. */
  const readLines = (order: StoredOrder, lines: unknown): Pick<StoredFulfillment, 'lineItemIds' | 'quantities'> => {
    if (!Array.isArray(lines) || lines.length === 0) return refuse(400, 32600, 'Invalid input data')
    const pieces = lines.map((line) => {
      const { lineItemId, quantity = 1 } = asObject(line)
      return [String(lineItemId ?? ''), Number(quantity)] as const
    })
    for (const [id, quantity] of pieces) {
      if (!order.lines.some(({ lineItemId }) => lineItemId === id)) refuse(400, 32200, `Invalid line item id: ${id}`)
      if (!Number.isInteger(quantity) || quantity < 1) refuse(400, 32600, 'Invalid input data')
    }
    const quantities = Object.fromEntries(pieces)
    const lineItemIds = Object.keys(quantities)
    if (lineItemIds.length < pieces.length) refuse(400, 32210, 'Duplicate line item in the request')
    return { lineItemIds, quantities }
  }

  /** Both or none of them. The number has letters and digits only. */
  const readTracking = ({ trackingNumber, shippingCarrierCode }: JsonObject) => {
    const hasBoth = typeof trackingNumber === 'string' && typeof shippingCarrierCode === 'string'
    const hasNone = trackingNumber === undefined && shippingCarrierCode === undefined
    const isValid = hasBoth && /^[A-Za-z0-9]{1,50}$/.test(trackingNumber) && shippingCarrierCode.trim() !== ''
    if (!hasNone && !isValid) refuse(400, 32300, 'Invalid shipment tracking number or carrier')
    return isValid ? { trackingNumber, carrier: shippingCarrierCode } : { trackingNumber: null, carrier: null }
  }

  const readShippedAtMs = (order: StoredOrder, shippedDate: unknown): number => {
    if (shippedDate === undefined) return practice.now()
    const atMs = typeof shippedDate === 'string' ? Date.parse(shippedDate) : Number.NaN
    if (!(atMs >= order.createdAtMs && atMs <= practice.now())) refuse(400, 32500, 'Invalid shipped date')
    return atMs
  }

  const createShippingFulfillment = async (c: Call): Promise<Response> => {
    const order = requireOrder(c)
    const body = await readBody(c)
    const lines = readLines(order, body.lineItems)
    const tracking = readTracking(body)
    const shippedAtMs = readShippedAtMs(order, body.shippedDate)
    if (order.fulfillments.some(({ fulfillmentId }) => fulfillmentId === tracking.trackingNumber)) {
      refuse(400, 34500, 'Please use PUT operation for updating shipping fulfillment')
    }
    const fulfillment = ship(practice, order, { ...tracking, ...lines, shippedAtMs })
    announceShipment(practice, notifier, order, fulfillment)
    const { orderId } = order
    const location = `${practice.url}${BASE}/order/${orderId}/shipping_fulfillment/${fulfillment.fulfillmentId}`
    return c.json({}, 201, { location })
  }

  const admit = admitByScope(practice, DOMAIN, { read: [scopes.fulfillment], write: [scopes.fulfillment] })
  const shipments = '/order/:orderId/shipping_fulfillment'
  return createService(faults, { service: 'fulfillment', base: BASE, admit }, [
    ['GET', '/order', 'getOrders', getOrders],
    ['GET', '/order/:orderId', 'getOrder', getOrder],
    ['GET', shipments, 'getShippingFulfillments', getShippingFulfillments],
    ['POST', shipments, 'createShippingFulfillment', createShippingFulfillment],
    ['GET', `${shipments}/:fulfillmentId`, 'getShippingFulfillment', getShippingFulfillment],
  ])
}
