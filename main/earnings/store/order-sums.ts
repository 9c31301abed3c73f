/** What orders earned: each by itself, and together. */
import type { EarningsOrder, EarningsTransaction } from '../../../shared/earnings/contract.ts'
import { compareKinds, ESTIMATED_SALE, feeLabel, kindLabel } from '../../../shared/earnings/kinds.ts'
import type { Money } from '../../../shared/money.ts'
import type { Database } from '../../database/database.ts'
import { isSaleRow, LISTED_COLUMNS, type ListedRow, listTransactions, SALES } from './listed-transaction.ts'
import { readStoredRecord } from './transaction-row.ts'

/** What orders earned, by order and currency. */
const ORDER_TOTALS = `SELECT order_id, currency, sum(amount_minor) AS net,
    sum(CASE WHEN is_undone THEN 0 ELSE cost_minor END) AS cost,
    sum(type IN ${SALES} AND NOT is_undone AND lacks_cost) AS lacksCost, sum(type IN ${SALES}) AS sales,
    sum(type = '${ESTIMATED_SALE}') AS isEstimate
  FROM earnings_transactions
  WHERE order_id IN (SELECT value FROM json_each(?)) AND amount_minor IS NOT NULL AND side = 'earned'
  GROUP BY order_id, currency`

export const createOrderSums = (database: Database) => {
  const orderTotals = (orderIds: readonly string[]) =>
    database.all<{
      order_id: string
      currency: string
      net: number
      cost: number
      lacksCost: number
      sales: number
      isEstimate: number
    }>(`${ORDER_TOTALS} ORDER BY order_id, currency`, [JSON.stringify(orderIds)])

  const toOrderSum = ({ currency, net, cost, lacksCost, sales }: ReturnType<typeof orderTotals>[number]) => {
    const isKnown = sales > 0 && lacksCost === 0
    return {
      beforeCost: { minor: net, currency },
      cost: isKnown ? { minor: -cost + 0, currency } : null,
      left: isKnown ? { minor: net - cost, currency } : null,
    }
  }

  const toOrder = (
    sums: ReturnType<typeof orderTotals>[number],
    all: readonly EarningsTransaction[],
  ): EarningsOrder => {
    const { currency, order_id: orderId } = sums
    const rows = database.all<ListedRow & { postage_minor: number | null }>(
      `SELECT ${LISTED_COLUMNS}, t.postage_minor FROM earnings_transactions t
       WHERE t.order_id = ? AND t.currency = ? AND t.amount_minor IS NOT NULL AND t.side = 'earned'
       ORDER BY t.at_ms, t.id`,
      [orderId, currency],
    )
    const money = (minor: number): Money => ({ minor, currency })
    const sales = rows.filter(isSaleRow)
    const sum = (of: readonly ListedRow[]): number =>
      of.reduce((minor, row) => minor + (row.amount_minor ?? 0) - row.fee_minor, 0)
    const paid = sum(sales)
    const hasPostage = sales.length > 0 && sales.every(({ postage_minor: postage }) => postage !== null)
    const postage = sales.reduce((minor, row) => minor + (row.postage_minor ?? 0), 0)
    const fees = new Map<string, number>()
    for (const { type, minor } of rows.flatMap(({ record }) => readStoredRecord(record).fees)) {
      fees.set(type, (fees.get(type) ?? 0) + minor)
    }
    const others = [
      ...Map.groupBy(
        rows.filter((row) => !isSaleRow(row)),
        ({ type, fee_type: feeType }) => `${type} ${feeType}`,
      ).values(),
    ].map((ofKind) => {
      const [{ type, fee_type: feeType } = { type: '', fee_type: '' }] = ofKind
      return { type, feeType, label: kindLabel(type, feeType), count: ofKind.length, amount: money(sum(ofKind)) }
    })
    const result = toOrderSum(sums)
    return {
      orderId,
      ...result,
      price: hasPostage ? money(paid - postage) : null,
      postage: hasPostage ? money(postage) : null,
      paid: money(paid),
      fees: [...fees].map(([type, minor]) => ({ label: feeLabel(type), amount: money(minor) })),
      others: others.toSorted(compareKinds),
      isEstimate: sums.isEstimate > 0,
      unknown: [
        ...(sales.some(({ type }) => type === 'SALE') ? [] : (['sale'] as const)),
        ...(result.cost === null ? (['cost'] as const) : []),
        ...(rows.some(({ type }) => type === 'SHIPPING_LABEL') ? [] : (['label'] as const)),
      ],
      isHeld: rows.some(({ is_held: isHeld }) => isHeld === 1),
      payoutIds: [...new Set(rows.flatMap(({ payout_id: id }) => id ?? []))],
      transactions: all.filter(({ net }) => net === null || net.currency === currency),
    }
  }

  return {
    order: (orderId: string): readonly EarningsOrder[] => {
      const all = listTransactions(database, 't.order_id = ?', [orderId])
      return orderTotals([orderId]).map((sums) => toOrder(sums, all))
    },

    orders: (orderIds: readonly string[]) =>
      orderTotals(orderIds).map((sums) => ({
        orderId: sums.order_id,
        ...toOrderSum(sums),
        isEstimate: sums.isEstimate > 0,
      })),

    /** What these orders earned together, the currency with the most orders first. */
    ordersSum: (orderIds: readonly string[]) =>
      database
        .all<{ currency: string; left: number; orders: number; costUnknown: number; estimated: number }>(
          `SELECT currency, sum(net - cost) AS left, count(*) AS orders, sum(lacksCost > 0 OR sales = 0) AS costUnknown,
             sum(isEstimate > 0) AS estimated
           FROM (${ORDER_TOTALS}) GROUP BY currency ORDER BY orders DESC, currency`,
          [JSON.stringify(orderIds)],
        )
        .map(({ currency, left, ...counts }) => ({ left: { minor: left, currency }, ...counts })),
  }
}
