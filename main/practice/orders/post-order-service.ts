/**
 * The Post-Order service's reads: returns, missing-parcel inquiries and cancellation requests; eBay only.
 *
 * Observed: it refuses `Authorization: Bearer` and wants `IAF`, and the marketplace in a header. A search goes back
 * eighteen months, in windows of ninety days; its `offset` counts pages from 1. Cancellations are the seller's own
 * unless `role=BUYER` is given.
 *
 * The counts are in `paginationOutput`; only the search of cancellations states a `total` that can be relied on:
 * https://developer.ebay.com/Devzone/post-order/types/GetSummaryResponse.html
 */
import { createRefusals, Refusal } from '../api/refusal.ts'
import { type Call, createService } from '../api/service.ts'
import type { Faults, PracticeApp } from '../control/faults.ts'
import type { JsonObject } from '../json-body.ts'
import type { Practice } from '../shop/shop-state.ts'
import { formatTime, sumOrder } from './order-json.ts'
import type { CaseKind, StoredCase, StoredOrder } from './order-records.ts'

const BASE = '/post-order/v2'
const DAY_MS = 86_400_000
const MAX_WINDOW_MS = 90 * DAY_MS
const MAX_AGE_MS = 549 * DAY_MS
const maxLimits: Readonly<Record<CaseKind, number>> = { return: 200, inquiry: 200, cancellation: 500 }
const rangeNames: Readonly<Record<CaseKind, string>> = {
  return: 'creation_date_range',
  inquiry: 'inquiry_creation_date_range',
  cancellation: 'creation_date_range',
}

const { detail, refuse } = createRefusals('postOrderDomain')

const toDate = (atMs: number) => ({ value: formatTime(atMs) })

const toReturnJson = (one: StoredCase, order: StoredOrder, seller: string): JsonObject => {
  const line = order.lines.find(({ lineItemId }) => lineItemId === one.lineItemId)
  const isOpen = one.closedAtMs === null
  const refund = line === undefined ? undefined : { value: line.price, currency: line.currency }
  return {
    returnId: one.caseId,
    buyerLoginName: order.buyer,
    sellerLoginName: seller,
    currentType: 'MONEY_BACK',
    state: isOpen ? 'RETURN_REQUESTED' : 'CLOSED',
    status: isOpen ? 'RETURN_REQUESTED' : 'CLOSED',
    orderId: order.orderId,
    creationInfo: {
      item: { itemId: line?.itemId, transactionId: one.lineItemId, returnQuantity: line?.quantity },
      type: 'MONEY_BACK',
      reason: one.reason,
      reasonType: 'SNAD',
      comments: { content: one.comment },
      creationDate: toDate(one.openedAtMs),
    },
    sellerTotalRefund: { estimatedRefundAmount: refund },
    ...(isOpen
      ? { sellerResponseDue: { activityDue: 'SELLER_APPROVE_REQUEST', respondByDate: toDate(one.dueAtMs) } }
      : {}),
  }
}

const toInquiryJson = (one: StoredCase, order: StoredOrder, seller: string): JsonObject => ({
  inquiryId: one.caseId,
  inquiryStatusEnum: one.closedAtMs === null ? 'OPEN' : 'CLOSED',
  buyer: order.buyer,
  seller,
  itemId: order.lines.find(({ lineItemId }) => lineItemId === one.lineItemId)?.itemId,
  transactionId: one.lineItemId,
  claimAmount: sumOrder(order).total,
  creationDate: toDate(one.openedAtMs),
  lastModifiedDate: toDate(one.closedAtMs ?? one.openedAtMs),
  ...(one.closedAtMs === null ? { respondByDate: toDate(one.dueAtMs) } : {}),
})

const toCancellationJson = (
  one: StoredCase,
  order: StoredOrder,
  marketplaceId: string,
  seller: string,
): JsonObject => ({
  cancelId: one.caseId,
  marketplaceId,
  legacyOrderId: order.orderId,
  requestorType: 'BUYER',
  buyerLoginName: order.buyer,
  sellerLoginName: seller,
  cancelReason: one.reason,
  cancelState: one.closedAtMs === null ? 'APPROVAL_PENDING' : 'CLOSED',
  cancelStatus:
    one.outcome === null
      ? 'CANCEL_REQUESTED'
      : one.outcome === 'accepted'
        ? 'CANCEL_CLOSED_WITH_REFUND'
        : 'CANCEL_REJECTED',
  paymentStatus: 'PAID',
  requestRefundAmount: sumOrder(order).total,
  cancelRequestDate: toDate(one.openedAtMs),
  ...(one.closedAtMs === null
    ? { sellerResponseDueDate: toDate(one.dueAtMs) }
    : { cancelCloseDate: toDate(one.closedAtMs) }),
  lineItems: order.lines.map(({ itemId, lineItemId }) => ({ itemId, transactionId: lineItemId })),
})

export const createPostOrderService = (practice: Practice, faults: Faults): PracticeApp => {
  const { marketplaceId } = practice.names

  const admit = (c: Call): void => {
    const given = /^IAF (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1]
    const token = given === undefined ? undefined : practice.state.tokens.get(given)
    if (token?.kind !== 'user' || token.expiresAtMs <= practice.now()) {
      throw new Refusal(401, [detail(1001, 'Invalid access token. Check the value of the Authorization HTTP header.')])
    }
    if (c.req.header('x-ebay-c-marketplace-id') !== marketplaceId) {
      refuse(400, 1616, 'Invalid Input: the header X-EBAY-C-MARKETPLACE-ID is missing or wrong.')
    }
  }

  const findOrder = ({ orderId }: StoredCase): StoredOrder | undefined =>
    practice.state.orders.find((order) => order.orderId === orderId)

  const toJson = (one: StoredCase): readonly JsonObject[] => {
    const order = findOrder(one)
    const { seller } = practice.state
    if (order === undefined) return []
    if (one.kind === 'return') return [toReturnJson(one, order, seller)]
    if (one.kind === 'inquiry') return [toInquiryJson(one, order, seller)]
    return [toCancellationJson(one, order, marketplaceId, seller)]
  }

  const readWindow = (c: Call, kind: CaseKind): readonly [fromMs: number, toMs: number] => {
    const now = practice.now()
    const read = (end: 'from' | 'to'): number | undefined => {
      const text = c.req.query(`${rangeNames[kind]}_${end}`)
      const atMs = text === undefined ? undefined : Date.parse(text)
      return Number.isNaN(atMs) ? refuse(400, 1616, `Invalid Input: ${rangeNames[kind]}_${end}.`) : atMs
    }
    const [from, to] = [read('from'), read('to')]
    const fromMs = from ?? (to ?? now) - MAX_WINDOW_MS
    // A start alone means the ninety days after it, not those before now.
    const toMs = to ?? fromMs + MAX_WINDOW_MS
    if (toMs - fromMs > MAX_WINDOW_MS || now - fromMs > MAX_AGE_MS || fromMs > toMs) {
      refuse(400, 1616, 'Invalid Input: the date range is longer than 90 days or begins more than 18 months ago.')
    }
    return [fromMs, toMs]
  }

  const search = (kind: CaseKind) => (c: Call) => {
    const limit = Number(c.req.query('limit') ?? 25)
    const offset = Number(c.req.query('offset') ?? 1)
    if (!Number.isInteger(limit) || limit < 1 || limit > maxLimits[kind] || !Number.isInteger(offset) || offset < 1) {
      refuse(400, 1616, 'Invalid Input: limit or offset.')
    }
    const [fromMs, toMs] = readWindow(c, kind)
    const isBuyers = kind !== 'cancellation' || c.req.query('role') === 'BUYER'
    const found = practice.state.cases
      .filter((one) => one.kind === kind && isBuyers && one.openedAtMs >= fromMs && one.openedAtMs <= toMs)
      .flatMap(toJson)
    const page = found.slice((offset - 1) * limit, offset * limit)
    return c.json({
      ...(kind === 'cancellation' ? { cancellations: page, total: found.length } : { members: page }),
      paginationOutput: { offset, limit, totalPages: Math.ceil(found.length / limit), totalEntries: found.length },
    })
  }

  return createService(faults, { service: 'postOrder', base: BASE, admit }, [
    ['GET', '/return/search', 'searchReturns', search('return')],
    ['GET', '/inquiry/search', 'searchInquiries', search('inquiry')],
    ['GET', '/cancellation/search', 'searchCancellations', search('cancellation')],
  ])
}
