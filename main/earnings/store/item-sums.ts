/** What items earned: each order's sum split among its lines, and the items that earned most and least. */
import type { EarningsItem } from '../../../shared/earnings/contract.ts'
import { splitMinor } from '../../../shared/earnings/split.ts'
import type { Money } from '../../../shared/money.ts'
import type { Database } from '../../database/database.ts'
import { SALES } from './listed-transaction.ts'

/** Items that earned most, and least. */
const RANKED = 3

type SoldLine = {
  orderKey: string
  isGiven: number
  net: number
  is_undone: number
  sku: string | null
  listing_id: string | null
  title: string | null
  quantity: number | null
  price_minor: number | null
  cost_minor: number | null
}

export const createItemSums = (database: Database) => {
  /**
   * The items of these sales. What an order earned is split among the lines of all its sales by their prices, to the cent; what it
   * earned counts in full, also what came in another month.
   */
  const itemsOf = (
    sales: readonly number[],
    currency: string,
    onlySkus?: ReadonlySet<string>,
  ): readonly EarningsItem[] => {
    const lines = database.all<SoldLine>(
      `WITH given AS (SELECT value AS id FROM json_each(:sales)),
         own AS (
           SELECT id FROM given UNION
           SELECT id FROM earnings_transactions
           WHERE order_id IN (SELECT g.order_id FROM earnings_transactions g JOIN given ON given.id = g.id) AND +type IN ${SALES}
             AND +currency = :currency AND +side = 'earned' AND amount_minor IS NOT NULL
         )
       SELECT coalesce(t.order_id, '#' || t.id) AS orderKey, t.id IN (SELECT id FROM given) AS isGiven, t.amount_minor AS net,
         t.is_undone, l.sku, l.listing_id, l.title, l.quantity, l.price_minor, l.cost_minor
       FROM own JOIN earnings_transactions t ON t.id = own.id JOIN earnings_lines l ON l.transaction_row = t.id
       ORDER BY t.id, l.line_item_id`,
      { sales: JSON.stringify(sales), currency },
    )
    // The unary plus leaves the index of orders as the only one to use.
    const earned = new Map(
      database
        .all<{ orderKey: string; net: number }>(
          `SELECT order_id AS orderKey, sum(amount_minor) AS net FROM earnings_transactions
           WHERE order_id IN (SELECT value FROM json_each(?)) AND +currency = ? AND +side = 'earned' AND amount_minor IS NOT NULL
           GROUP BY order_id`,
          [JSON.stringify([...new Set(lines.map(({ orderKey }) => orderKey))]), currency],
        )
        .map(({ orderKey, net }) => [orderKey, net]),
    )
    type Sums = Omit<EarningsItem, 'price' | 'earned' | 'cost' | 'left'> & {
      price: number
      earned: number
      cost: number | null
    }
    const items = new Map<string, Sums>()
    for (const [orderKey, ofOrder] of Map.groupBy(lines, (line) => line.orderKey)) {
      const hasPrices = ofOrder.every(({ price_minor: price }) => price !== null)
      const shares = splitMinor(
        earned.get(orderKey) ?? ofOrder[0]?.net ?? 0,
        ofOrder.map(({ price_minor: price }) => (hasPrices ? Math.max(0, price ?? 0) : 0)),
      )
      for (const [index, line] of ofOrder.entries()) {
        const { sku, listing_id: listingId, title, is_undone: isUndone } = line
        // A line without a SKU has a share, but belongs to no item: it never has a cost.
        if (line.isGiven === 0 || sku === null || onlySkus?.has(sku) === false) continue
        const known = items.get(sku) ?? { sku, listingId, title, sold: 0, price: 0, earned: 0, cost: 0 }
        const cost = isUndone === 1 ? 0 : line.cost_minor
        items.set(sku, {
          ...known,
          title: title ?? known.title,
          listingId: listingId ?? known.listingId,
          sold: known.sold + (isUndone === 1 ? 0 : (line.quantity ?? 0)),
          price: known.price + (isUndone === 1 ? 0 : (line.price_minor ?? 0)),
          earned: known.earned + (shares[index] ?? 0),
          cost: known.cost === null || cost === null ? null : known.cost - cost,
        })
      }
    }
    const money = (minor: number): Money => ({ minor, currency })
    return [...items.values()].map((item) => ({
      ...item,
      price: money(item.price),
      earned: money(item.earned),
      cost: item.cost === null ? null : money(item.cost),
      left: item.cost === null ? null : money(item.earned + item.cost),
    }))
  }

  /** Items whose cost is known, by what is left of them. */
  const rank = (items: readonly EarningsItem[]) => {
    const ranked = items
      .filter(({ sold, left }) => sold > 0 && left !== null)
      .toSorted((a, b) => (b.left?.minor ?? 0) - (a.left?.minor ?? 0) || (a.sku < b.sku ? -1 : 1))
    const best = ranked.slice(0, RANKED)
    return { best, worst: ranked.slice(RANKED).slice(-RANKED).toReversed() }
  }

  return {
    /** The items of these sales, by the row ids of their transactions, that earned most and least. */
    ranked: (sales: readonly number[], currency: string) => rank(itemsOf(sales, currency)),

    items: (skus: readonly string[]): readonly EarningsItem[] => {
      const wanted = new Set(skus)
      const sales = database.all<{ id: number; currency: string }>(
        `SELECT t.id, t.currency FROM earnings_transactions t
         WHERE t.side = 'earned' AND t.amount_minor IS NOT NULL AND type IN ${SALES} AND t.id IN (
           SELECT transaction_row FROM earnings_lines WHERE sku IN (SELECT value FROM json_each(?)))`,
        [JSON.stringify(skus)],
      )
      return [...Map.groupBy(sales, ({ currency }) => currency)].flatMap(([currency, ofCurrency]) =>
        itemsOf(
          ofCurrency.map(({ id }) => id),
          currency,
          wanted,
        ),
      )
    },
  }
}
