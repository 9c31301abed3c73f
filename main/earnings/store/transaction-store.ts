/**
 * Writes transactions and payouts as they were read, and what orders say about sales. Each transaction is stored once, by its
 * number and type; a correction replaces it (FIN-01).
 */
import { platformDay } from '../../../shared/connection/platform-days.ts'
import { ESTIMATED_REFUND, ESTIMATED_SALE } from '../../../shared/earnings/kinds.ts'
import { type Money, parseMoney } from '../../../shared/money.ts'
import type { Database } from '../../database/database.ts'
import type { ErasedCheck } from '../../erasure/erased-persons.ts'
import type { SoldAmount, SoldOrder } from '../../sold-orders-port.ts'
import type { PayoutRecord, TransactionRecord } from '../records/transaction-record.ts'
import { indexTransaction } from './earnings-search.ts'
import { isSaleRow, SALES } from './listed-transaction.ts'
import { formatRecord, readStoredRecord } from './transaction-row.ts'

const toMoney = (amount: SoldAmount | null): Money | undefined =>
  amount === null ? undefined : parseMoney(amount.value, amount.currency)

const estimate = (order: SoldOrder, type: string, atMs: number | null, amount: Money, feeMinor: number) =>
  ({
    transactionId: order.orderId,
    type,
    feeType: '',
    atMs,
    side: 'earned',
    currency: amount.currency,
    amount,
    feeMinor,
    isHeld: false,
    orderId: order.orderId,
    payoutId: null,
    listingId: null,
    buyer: order.buyer,
    fees: feeMinor === 0 ? [] : [{ lineItemId: null, type: 'OTHER_FEES', minor: feeMinor }],
    lineItemIds: [],
    memo: null,
    status: null,
  }) as const satisfies TransactionRecord

/** What an order says of its sale and refund until the platform's transactions do (FIN-03). Empty if nothing was sold. */
export const estimateOrder = (order: SoldOrder): readonly TransactionRecord[] => {
  const total = toMoney(order.total)
  if (!order.isSold || total === undefined) return []
  const { currency } = total
  const fee = toMoney(order.fee)
  const feeMinor = fee?.currency === currency ? -fee.minor + 0 : 0
  const refunds = order.refunds.flatMap(({ amount, atMs }) => {
    const refunded = toMoney(amount)
    return refunded?.currency === currency ? [{ minor: refunded.minor, atMs }] : []
  })
  const sale = estimate(order, ESTIMATED_SALE, order.createdAtMs, { minor: total.minor + feeMinor, currency }, feeMinor)
  if (refunds.length === 0) return [sale]
  const minor = -refunds.reduce((sum, refund) => sum + refund.minor, 0) + 0
  const lastMs = Math.max(...refunds.map(({ atMs }) => atMs ?? order.createdAtMs ?? 0))
  return [sale, estimate(order, ESTIMATED_REFUND, lastMs, { minor, currency }, 0)]
}

const REFUNDS = `('REFUND', '${ESTIMATED_REFUND}')`
const ESTIMATES = `('${ESTIMATED_SALE}', '${ESTIMATED_REFUND}')`

export type TransactionStore = ReturnType<typeof createTransactionStore>

/**
 * SECURITY (SEC-10): the platform may return an erased user's transactions with the name. Those that `erased` names are stored as
 * an erasure leaves them. `zone`: of the platform's days.
 */
export const createTransactionStore = (
  database: Database,
  { erased, zone }: { readonly erased: ErasedCheck; readonly zone: string | undefined },
) => {
  /** Sums the lines of a sale. */
  const recount = (id: number): void =>
    void database.run(
      `UPDATE earnings_transactions SET (pieces, cost_minor, lacks_cost) = (
         SELECT sum(quantity), coalesce(sum(cost_minor), 0), count(*) = 0 OR count(*) > count(cost_minor)
         FROM earnings_lines WHERE transaction_row = earnings_transactions.id
       ) WHERE id = ?`,
      [id],
    )

  /** The order's pieces count as unsold once all that was paid for it was refunded. */
  const settleOrder = (orderId: string): void =>
    void database.run(
      `WITH sums AS (
         SELECT sum(CASE WHEN type IN ${SALES} THEN amount_minor - fee_minor END) AS paid,
           sum(CASE WHEN type IN ${REFUNDS} THEN amount_minor - fee_minor END) AS refunded
         FROM earnings_transactions WHERE order_id = :orderId AND side = 'earned'
       )
       UPDATE earnings_transactions SET is_undone = (SELECT coalesce(paid + refunded <= 0, 0) FROM sums)
       WHERE order_id = :orderId AND type IN ${SALES}
         AND is_undone <> (SELECT coalesce(paid + refunded <= 0, 0) FROM sums)`,
      { orderId },
    )

  const removeRow = (id: number): void => {
    database.run('DELETE FROM earnings_lines WHERE transaction_row = ?', [id])
    database.run('DELETE FROM earnings_search WHERE rowid = ?', [id])
    database.run('DELETE FROM earnings_transactions WHERE id = ?', [id])
  }

  /** The platform's sale takes the place of the estimate, with the costs that were kept if they are in its currency. */
  const replaceEstimates = (orderId: string, saleId: number, currency: string | null): void => {
    for (const estimated of database.all<{ id: number; currency: string }>(
      `SELECT id, currency FROM earnings_transactions WHERE order_id = ? AND type IN ${ESTIMATES}`,
      [orderId],
    )) {
      if (estimated.currency !== currency) {
        database.run('UPDATE earnings_lines SET price_minor = NULL, cost_minor = NULL WHERE transaction_row = ?', [
          estimated.id,
        ])
      }
      database.run('UPDATE OR REPLACE earnings_lines SET transaction_row = ? WHERE transaction_row = ?', [
        saleId,
        estimated.id,
      ])
      removeRow(estimated.id)
    }
  }

  /** Returns whether it is new or changed. */
  const saveOne = (given: TransactionRecord, atMs: number): boolean => {
    const isErased = erased.isErased(given.buyer, given.atMs)
    const next = isErased ? { ...given, buyer: null, memo: null } : given
    const changed = database.get<{ id: number }>(
      `INSERT INTO earnings_transactions (transaction_id, type, fee_type, at_ms, month, side, currency, amount_minor, fee_minor,
         is_held, order_id, payout_id, listing_id, buyer, record, read_at_ms, wants_order, lacks_cost)
       VALUES (:transactionId, :type, :feeType, :at, :month, :side, :currency, :amount, :fee, :isHeld, :orderId, :payoutId,
         :listingId, :buyer, :record, :atMs, :wantsOrder, :lacksCost)
       ON CONFLICT (transaction_id, type) DO UPDATE SET fee_type = excluded.fee_type, at_ms = excluded.at_ms,
         month = excluded.month, side = excluded.side, currency = excluded.currency, amount_minor = excluded.amount_minor,
         fee_minor = excluded.fee_minor, is_held = excluded.is_held, order_id = excluded.order_id,
         payout_id = excluded.payout_id, listing_id = excluded.listing_id, buyer = excluded.buyer, record = excluded.record,
         read_at_ms = excluded.read_at_ms
       WHERE (fee_type, at_ms, month, side, currency, amount_minor, fee_minor, is_held, order_id, payout_id, listing_id, buyer,
         record) IS NOT (
         excluded.fee_type, excluded.at_ms, excluded.month, excluded.side, excluded.currency, excluded.amount_minor,
         excluded.fee_minor, excluded.is_held, excluded.order_id, excluded.payout_id, excluded.listing_id, excluded.buyer,
         excluded.record)
       RETURNING id`,
      {
        transactionId: next.transactionId,
        type: next.type,
        feeType: next.feeType,
        at: next.atMs,
        month: next.atMs === null ? '' : platformDay(next.atMs, zone).slice(0, 7),
        side: next.side,
        currency: next.currency,
        amount: next.amount?.minor ?? null,
        fee: next.feeMinor,
        isHeld: Number(next.isHeld),
        orderId: next.orderId,
        payoutId: next.payoutId,
        listingId: next.listingId,
        buyer: next.buyer,
        record: formatRecord(next),
        atMs,
        wantsOrder: Number(isSaleRow(next) && next.orderId !== null),
        lacksCost: Number(isSaleRow(next)),
      },
    )
    if (changed === undefined) return false
    const { id } = changed
    if (next.type === 'SALE' && next.orderId !== null) replaceEstimates(next.orderId, id, next.currency)
    if (isSaleRow(next)) {
      for (const lineItemId of next.lineItemIds) {
        database.run('INSERT OR IGNORE INTO earnings_lines (transaction_row, line_item_id) VALUES (?, ?)', [
          id,
          lineItemId,
        ])
      }
      database.run('UPDATE earnings_lines SET at_ms = ? WHERE transaction_row = ?', [next.atMs, id])
      recount(id)
    }
    if (next.orderId !== null) settleOrder(next.orderId)
    indexTransaction(database, id)
    return true
  }

  /** Puts what the order says on its sales. Lines of several sales of one order are counted once. Returns whether it was news. */
  const fillOne = (order: SoldOrder): boolean => {
    const sales = database.all<{ id: number; at_ms: number | null; currency: string | null; record: string }>(
      `SELECT id, at_ms, currency, record FROM earnings_transactions WHERE order_id = ? AND type IN ${SALES} ORDER BY at_ms, id`,
      [order.orderId],
    )
    // A line that a later sale names leaves the first one, with the cost that was kept (FIN-02).
    const costs = new Map(
      database
        .all<{ line_item_id: string; cost_minor: number }>(
          `SELECT line_item_id, cost_minor FROM earnings_lines
           WHERE transaction_row IN (SELECT value FROM json_each(?)) AND cost_minor IS NOT NULL`,
          [JSON.stringify(sales.map(({ id }) => id))],
        )
        .map((line) => [line.line_item_id, line.cost_minor]),
    )
    const taken = new Set<string>()
    const named = new Set(sales.flatMap(({ record }) => readStoredRecord(record).lines))
    let isNews = false
    for (const [index, sale] of sales.entries()) {
      const own = new Set(readStoredRecord(sale.record).lines)
      const lines = order.lines.filter(
        ({ lineItemId }) => !taken.has(lineItemId) && (own.has(lineItemId) || !named.has(lineItemId)),
      )
      for (const { lineItemId } of lines) taken.add(lineItemId)
      const inCurrency = (amount: SoldAmount | null): number | null => {
        const money = toMoney(amount)
        return money?.currency === sale.currency ? money.minor : null
      }
      let changes = database.run(
        `DELETE FROM earnings_lines WHERE transaction_row = ? AND line_item_id NOT IN (SELECT value FROM json_each(?))`,
        [sale.id, JSON.stringify(lines.map(({ lineItemId }) => lineItemId))],
      ).changes
      for (const { lineItemId, sku, listingId, title, quantity, price } of lines) {
        const cost = costs.get(lineItemId) ?? null
        changes += database.run(
          `INSERT INTO earnings_lines (transaction_row, line_item_id, at_ms, sku, listing_id, title, quantity, price_minor, cost_minor)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT (transaction_row, line_item_id) DO UPDATE SET sku = excluded.sku, listing_id = excluded.listing_id,
             title = excluded.title, quantity = excluded.quantity, price_minor = excluded.price_minor, cost_minor = excluded.cost_minor
           WHERE (sku, listing_id, title, quantity, price_minor, cost_minor) IS NOT (excluded.sku, excluded.listing_id,
             excluded.title, excluded.quantity, excluded.price_minor, excluded.cost_minor)`,
          [sale.id, lineItemId, sale.at_ms, sku, listingId, title, quantity, inCurrency(price), cost],
        ).changes
      }
      const postage = index === 0 ? inCurrency(order.postage) : 0
      changes += database.run(
        `UPDATE earnings_transactions SET wants_order = 0, postage_minor = :postage
         WHERE id = :id AND (wants_order, postage_minor) IS NOT (0, :postage)`,
        { id: sale.id, postage },
      ).changes
      if (changes === 0) continue
      isNews = true
      recount(sale.id)
      indexTransaction(database, sale.id)
    }
    return isNews
  }

  return {
    /** Returns how many are new or changed. */
    save: (records: readonly TransactionRecord[], atMs: number): number =>
      database.transaction(() => records.filter((record) => saveOne(record, atMs)).length),

    /** Call with orders that are new or changed. Returns of how many of them a sale here says something new. */
    fill: (orders: readonly SoldOrder[]): number => database.transaction(() => orders.filter(fillOne).length),

    /** Orders of sales about which nothing is known, the newest first. */
    wantedOrders: (limit: number, offset: number): readonly string[] =>
      database.column<string>(
        'SELECT order_id FROM earnings_transactions WHERE wants_order = 1 ORDER BY at_ms DESC, id LIMIT ? OFFSET ?',
        [limit, offset],
      ),

    /** Writes what these orders say, where the platform's transactions don't; then `fill` them. Returns how many changed. */
    saveEstimates: (orders: readonly SoldOrder[], atMs: number): number =>
      database.transaction(() => {
        let changed = 0
        for (const order of orders) {
          const isKnown =
            database.get(`SELECT 1 FROM earnings_transactions WHERE order_id = ? AND type = 'SALE'`, [
              order.orderId,
            ]) !== undefined
          if (isKnown) continue
          const records = estimateOrder(order)
          const gone = database.column<number>(
            `SELECT id FROM earnings_transactions WHERE order_id = ? AND type IN ${ESTIMATES}
               AND type NOT IN (SELECT value FROM json_each(?))`,
            [order.orderId, JSON.stringify(records.map(({ type }) => type))],
          )
          for (const id of gone) removeRow(id)
          changed += gone.length + records.filter((record) => saveOne(record, atMs)).length
          if (gone.length > 0) settleOrder(order.orderId)
        }
        return changed
      }),

    /** Removes the estimates of orders before then, which the platform's transactions would know. Returns how many. */
    removeEstimates: (beforeMs: number): number =>
      database.transaction(() => {
        // A refund goes with its sale, however late it was.
        const old = database.column<number>(
          `SELECT id FROM earnings_transactions WHERE type IN ${ESTIMATES} AND (at_ms < :beforeMs OR order_id IN (
             SELECT order_id FROM earnings_transactions WHERE type = '${ESTIMATED_SALE}' AND at_ms < :beforeMs))`,
          { beforeMs },
        )
        for (const id of old) removeRow(id)
        return old.length
      }),

    savePayouts: (payouts: readonly PayoutRecord[]): number =>
      database.transaction(
        () =>
          payouts.filter(({ payoutId, atMs, currency, amount, feeMinor, status, account, transactionCount }) => {
            const values = [atMs, currency, amount?.minor ?? null, feeMinor, status, account, transactionCount]
            return (
              database.run(
                `INSERT INTO earnings_payouts (payout_id, at_ms, currency, amount_minor, fee_minor, status, account, transaction_count)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                 ON CONFLICT (payout_id) DO UPDATE SET at_ms = excluded.at_ms, currency = excluded.currency,
                   amount_minor = excluded.amount_minor, fee_minor = excluded.fee_minor, status = excluded.status,
                   account = excluded.account, transaction_count = excluded.transaction_count
                 WHERE (at_ms, currency, amount_minor, fee_minor, status, account, transaction_count) IS NOT (
                   excluded.at_ms, excluded.currency, excluded.amount_minor, excluded.fee_minor, excluded.status,
                   excluded.account, excluded.transaction_count)`,
                [payoutId, ...values],
              ).changes > 0
            )
          }).length,
      ),

    /** Payouts that name more transactions than are here, and whose transactions were not read since then. */
    incompletePayouts: (sinceMs: number): readonly string[] =>
      database.column<string>(
        `SELECT payout_id FROM earnings_payouts p
         WHERE coalesce(lines_read_at_ms, 0) < ? AND transaction_count >
           (SELECT count(*) FROM earnings_transactions t WHERE t.payout_id = p.payout_id)
         ORDER BY at_ms DESC LIMIT 20`,
        [sinceMs],
      ),
    setPayoutRead: (payoutId: string, atMs: number): void =>
      void database.run('UPDATE earnings_payouts SET lines_read_at_ms = ? WHERE payout_id = ?', [atMs, payoutId]),

    recount,
  }
}
