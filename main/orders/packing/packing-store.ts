/** What the packing desk stores about orders: which are packed, and which are kept separate. */
import type { Database } from '../../database/database.ts'
import { ORDER_COLUMNS, type OrderRow, parseRecord, toStoredOrder } from '../store/order-row.ts'
import type { PileOrder } from './pile.ts'

type PileRow = OrderRow & { detail: string | null; packed_at_ms: number | null; is_separate: number | null }

const COLUMNS = `${ORDER_COLUMNS}, c.detail, p.packed_at_ms, p.is_separate`
const JOINED = `orders o LEFT JOIN order_contacts c ON c.order_row = o.id LEFT JOIN order_packing p ON p.order_row = o.id`

const toPileOrder = ({ detail, packed_at_ms, is_separate, ...row }: PileRow): PileOrder => {
  const { orderId, record, fulfillments } = toStoredOrder(row)
  return {
    orderId,
    record,
    fulfillments,
    contact: detail === null ? undefined : parseRecord(detail),
    isPacked: packed_at_ms !== null,
    isSeparate: is_separate === 1,
  }
}

export const createPackingStore = (database: Database) => ({
  /** Orders that are to ship, the earliest ship-by date first. */
  toShip: (limit: number): readonly PileOrder[] =>
    database
      .all<PileRow>(
        `SELECT ${COLUMNS} FROM ${JOINED} WHERE o.stage IN ('toShip', 'partlyShipped') AND o.is_gone = 0
         ORDER BY o.ship_key, o.id LIMIT ?`,
        [limit],
      )
      .map(toPileOrder),

  countToShip: (): number =>
    database.get<{ n: number }>(
      `SELECT COUNT(*) AS n FROM orders WHERE stage IN ('toShip', 'partlyShipped') AND is_gone = 0`,
    )?.n ?? 0,

  /** By id. Orders that are not known are left out. */
  find: (orderIds: readonly string[]): ReadonlyMap<string, PileOrder> =>
    new Map(
      database
        .all<PileRow>(`SELECT ${COLUMNS} FROM ${JOINED} WHERE o.order_id IN (SELECT value FROM json_each(?))`, [
          JSON.stringify(orderIds),
        ])
        .map(toPileOrder)
        .map((order) => [order.orderId, order]),
    ),

  /** Orders packed or shipped since then. */
  countDone: (sinceMs: number): number =>
    database.get<{ n: number }>(
      `SELECT COUNT(*) AS n FROM orders o LEFT JOIN order_packing p ON p.order_row = o.id
       WHERE p.packed_at_ms >= :sinceMs OR o.stage = 'shipped' AND o.shipped_at_ms >= :sinceMs`,
      { sinceMs },
    )?.n ?? 0,

  /** `atMs`: null if they are not packed. */
  setPacked: (orderIds: readonly string[], atMs: number | null): void =>
    void database.run(
      `INSERT INTO order_packing (order_row, packed_at_ms)
       SELECT id, :atMs FROM orders WHERE order_id IN (SELECT value FROM json_each(:orderIds))
       ON CONFLICT (order_row) DO UPDATE SET packed_at_ms = excluded.packed_at_ms`,
      { atMs, orderIds: JSON.stringify(orderIds) },
    ),

  setSeparate: (orderIds: readonly string[], isSeparate: boolean): void =>
    void database.run(
      `INSERT INTO order_packing (order_row, is_separate)
       SELECT id, :isSeparate FROM orders WHERE order_id IN (SELECT value FROM json_each(:orderIds))
       ON CONFLICT (order_row) DO UPDATE SET is_separate = excluded.is_separate`,
      { isSeparate: isSeparate ? 1 : 0, orderIds: JSON.stringify(orderIds) },
    ),
})
