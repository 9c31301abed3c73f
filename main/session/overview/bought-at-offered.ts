/** Counts orders of a listing at the price that its watchers were offered (LST-26). */
import { parseMoney } from '../../../shared/money.ts'
import type { Database } from '../../database/database.ts'
import type { OffersFacts } from '../../offers/feature.ts'
import type { SoldOrdersPort } from '../../sold-orders-port.ts'

/**
 * Orders that were not cancelled. That the buyer is one who got the offer isn't known, so the price has to be the offered one to the
 * cent.
 */
export const countBoughtAtOffered =
  (database: Database, find: SoldOrdersPort['find']): OffersFacts['countBought'] =>
  ({ listingId, price, fromMs, untilMs }) => {
    const orderIds = database.column<string>(
      `SELECT DISTINCT o.order_id FROM order_lines l JOIN orders o ON o.id = l.order_row
       WHERE l.listing_id = ? AND o.created_at_ms BETWEEN ? AND ? AND o.stage <> 'cancelled'`,
      [listingId, fromMs, untilMs],
    )
    const isAtPrice = ({ listingId: of, quantity, price: paid }: ReturnType<typeof find>[number]['lines'][number]) => {
      const amount = paid === null ? undefined : parseMoney(paid.value, paid.currency)
      return (
        of === listingId &&
        amount?.currency === price.currency &&
        amount.minor === price.minor * (quantity ?? Number.NaN)
      )
    }
    return orderIds.length === 0 ? 0 : find(orderIds).filter(({ lines }) => lines.some(isAtPrice)).length
  }
