/** An order as the earnings feature needs it: what was sold, for how much. */
import { moneyText, parseMoney } from '../../../shared/money.ts'
import type { Money } from '../../../shared/orders/order.ts'
import type { SoldAmount, SoldOrder } from '../../sold-orders-port.ts'
import { findStage, type OrderRecord } from './order-record.ts'

const toAmount = (money: Money | null | undefined): SoldAmount | null =>
  money == null ? null : { value: money.value, currency: money.currency }

/** The postage less its discount, which the platform writes with or without a minus. Null if the order doesn't say. */
const findPostage = ({ pricingSummary }: OrderRecord): SoldAmount | null => {
  const cost = toAmount(pricingSummary?.deliveryCost)
  const discount = toAmount(pricingSummary?.deliveryDiscount)
  if (cost === null || discount === null) return cost
  const [whole, less] = [cost, discount].map(({ value, currency }) => parseMoney(value, currency))
  if (whole === undefined || less === undefined || whole.currency !== less.currency) return null
  const paid = { minor: whole.minor - Math.abs(less.minor), currency: whole.currency }
  return { value: moneyText(paid), currency: paid.currency }
}

export const toSoldOrder = (orderId: string, record: OrderRecord): SoldOrder => {
  const stage = findStage(record)
  const linePrices = record.lineItems.map((line) => toAmount(line.total ?? line.lineItemCost))
  const [only] = linePrices
  return {
    orderId,
    createdAtMs: record.creationDate,
    buyer: record.buyer?.username ?? null,
    isSold: stage !== 'unpaid' && stage !== 'cancelled',
    // A sale that a notification reported has the price of its line alone.
    total: toAmount(record.pricingSummary?.total) ?? (linePrices.length === 1 ? (only ?? null) : null),
    postage: findPostage(record),
    fee: toAmount(record.totalMarketplaceFee),
    refunds: (record.paymentSummary?.refunds ?? []).flatMap(({ amount, refundDate, refundStatus }) => {
      const refunded = toAmount(amount)
      return refunded === null || refundStatus === 'FAILED' ? [] : [{ amount: refunded, atMs: refundDate }]
    }),
    lines: record.lineItems.map((line, index) => ({
      lineItemId: line.lineItemId ?? `#${index}`,
      listingId: line.legacyItemId,
      sku: line.sku,
      title: line.title,
      quantity: line.quantity,
      price: toAmount(line.discountedLineItemCost ?? line.lineItemCost ?? line.total),
    })),
  }
}
