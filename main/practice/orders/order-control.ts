/**
 * The part of the control surface where a person or a test plays buyers with orders.
 *
 * - GET    /practice/orders               { canBeRead, orders: [{ orderId, buyer, titles, total, currency, state, shipByMs,
 *                                         cases }] }, the newest first
 * - POST   /practice/purchases            { buyer, sku | lines: [{ sku, quantity }], quantity?, note?, isForPickup?,
 *                                         agoMs? }: a buyer buys
 *                                         and pays. Answers { orderId, notifications }
 * - POST   /practice/orders/{id}/ship     { trackingNumber?, carrier? }: the seller ships with another tool
 * - POST   /practice/orders/{id}/cancel   cancels and refunds, as the seller does on the platform's page
 * - POST   /practice/cases                { orderId, kind, reason?, comment? }: a buyer opens a case. Answers { caseId }
 * - POST   /practice/cases/{id}/close     { outcome }: the seller answers it on the platform's page
 */
import { Hono } from 'hono'
import * as z from 'zod'
import { answerControlErrors, ControlError, readBody, requireFound } from '../control/control-request.ts'
import { type PracticeApp, type PracticeEnv, wholeNumber } from '../control/faults.ts'
import type { Notifier } from '../delivery/notifier.ts'
import type { Practice } from '../shop/shop-state.ts'
import { sumOrder } from './order-json.ts'
import { DAY_MS } from './order-line.ts'
import { caseKinds, type StoredOrder } from './order-records.ts'
import { announceCase, announceSale, announceShipment } from './order-topics.ts'
import { buy, cancel, closeCase, countSent, findPurchaseProblem, isShipped, openCase, ship } from './orders.ts'

const quantity = wholeNumber(1, 1_000)
const purchaseSchema = z.object({
  buyer: z.string().min(1).default('practice-buyer'),
  sku: z.string().optional(),
  quantity: quantity.default(1),
  lines: z
    .array(z.object({ sku: z.string(), quantity: quantity.default(1) }))
    .min(1)
    .max(40)
    .optional(),
  note: z.string().optional(),
  isForPickup: z.boolean().optional(),
  agoMs: wholeNumber(0, 400 * DAY_MS).optional(),
})

const shipmentSchema = z.object({
  trackingNumber: z.string().min(1).optional(),
  carrier: z.string().min(1).optional(),
})

const caseSchema = z.object({
  orderId: z.string(),
  kind: z.enum(caseKinds),
  reason: z.string().optional(),
  comment: z.string().default(''),
})

const usualReasons = {
  return: 'DEFECTIVE_ITEM',
  inquiry: 'ITEM_NOT_RECEIVED',
  cancellation: 'BUYER_ASKED_CANCEL',
} as const

const describeState = (order: StoredOrder): 'cancelled' | 'refunded' | 'shipped' | 'partly' | 'open' => {
  if (order.cancelledAtMs !== null) return 'cancelled'
  if (order.refundedAtMs !== null) return 'refunded'
  if (isShipped(order)) return 'shipped'
  return order.fulfillments.length > 0 ? 'partly' : 'open'
}

export const createOrderControl = (practice: Practice, notifier: Notifier): PracticeApp => {
  const app = new Hono<PracticeEnv>()
  answerControlErrors(app)

  const requireOrder = (orderId: string): StoredOrder =>
    requireFound(
      practice.state.orders.find((order) => order.orderId === orderId),
      `No order has the number ${orderId}.`,
    )

  app.get('/practice/orders', (c) =>
    c.json({
      canBeRead: practice.names.id === 'ebay',
      orders: practice.state.orders.toReversed().map((order) => ({
        orderId: order.orderId,
        buyer: order.buyer,
        titles: order.lines.map(({ title }) => title),
        total: sumOrder(order).total.value,
        currency: sumOrder(order).total.currency,
        state: describeState(order),
        shipByMs: Math.min(...order.lines.map(({ shipByMs }) => shipByMs)),
        cases: practice.state.cases
          .filter(({ orderId, closedAtMs }) => orderId === order.orderId && closedAtMs === null)
          .map(({ caseId, kind }) => ({ caseId, kind })),
      })),
    }),
  )

  app.post('/practice/purchases', async (c) => {
    const { sku, quantity: pieces, lines, ...request } = await readBody(c, purchaseSchema)
    const first = sku ?? practice.state.items.keys().next().value
    const purchase = {
      ...request,
      lines: lines ?? [{ sku: requireFound(first, 'The shop has no items.'), quantity: pieces }],
    }
    const problem = findPurchaseProblem(practice, purchase)
    if (problem !== undefined) throw new ControlError(400, problem)
    const order = buy(practice, purchase)
    return c.json({ orderId: order.orderId, notifications: announceSale(practice, notifier, order) })
  })

  app.post('/practice/orders/:orderId/ship', async (c) => {
    const order = requireOrder(c.req.param('orderId'))
    const { trackingNumber = null, carrier = null } = await readBody(c, shipmentSchema)
    const left = order.lines.map((line) => [line.lineItemId, line.quantity - countSent(order, line)] as const)
    const quantities = Object.fromEntries(left.filter(([, quantity]) => quantity > 0))
    const lineItemIds = Object.keys(quantities)
    if (lineItemIds.length === 0) throw new ControlError(400, 'This order is shipped already.')
    const shipment = ship(practice, order, {
      ...{ trackingNumber, carrier, shippedAtMs: practice.now(), lineItemIds, quantities },
    })
    announceShipment(practice, notifier, order, shipment)
    return c.json({ fulfillmentId: shipment.fulfillmentId })
  })

  app.post('/practice/orders/:orderId/cancel', (c) => {
    const order = requireOrder(c.req.param('orderId'))
    if (order.cancelledAtMs !== null) throw new ControlError(400, 'This order is cancelled already.')
    cancel(practice, order)
    return c.json({})
  })

  app.post('/practice/cases', async (c) => {
    const { orderId, kind, reason, comment } = await readBody(c, caseSchema)
    const opened = openCase(practice, requireOrder(orderId), {
      kind,
      reason: reason ?? usualReasons[kind],
      comment,
    })
    announceCase(practice, notifier, opened)
    return c.json({ caseId: opened.caseId })
  })

  app.post('/practice/cases/:caseId/close', async (c) => {
    const wanted = c.req.param('caseId')
    const found = practice.state.cases.find(({ caseId, closedAtMs }) => caseId === wanted && closedAtMs === null)
    const open = requireFound(found, 'No open case has this id.')
    const { outcome } = await readBody(c, z.object({ outcome: z.enum(['accepted', 'declined']) }))
    closeCase(practice, open, outcome)
    announceCase(practice, notifier, open)
    return c.json({})
  })

  return app
}
