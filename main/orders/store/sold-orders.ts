/** The orders as the earnings feature reads them. */
import type { Database } from '../../database/database.ts'
import type { SoldOrder, SoldOrdersPort } from '../../sold-orders-port.ts'
import { readOrderRecord } from '../records/order-record.ts'
import { toSoldOrder } from '../records/sold-order.ts'
import { parseRecord } from './order-row.ts'

type SoldRow = { id: number; order_id: string; record: string }

const toSold = ({ order_id, record }: SoldRow): SoldOrder => toSoldOrder(order_id, readOrderRecord(parseRecord(record)))

export const createSoldOrders = (
  database: Pick<Database, 'all'>,
  list: { readonly ids: SoldOrdersPort['idsOf'] },
): SoldOrdersPort => ({
  idsOf: list.ids,
  find: (orderIds) =>
    database
      .all<SoldRow>(
        'SELECT id, order_id, record FROM orders WHERE order_id IN (SELECT value FROM json_each(?)) ORDER BY id',
        [JSON.stringify(orderIds)],
      )
      .map(toSold),
  since: (fromMs, afterKey, limit) => {
    const rows = database.all<SoldRow>(
      'SELECT id, order_id, record FROM orders WHERE id > ? AND time_key >= ? ORDER BY id LIMIT ?',
      [afterKey, fromMs, limit],
    )
    return { orders: rows.map(toSold), lastKey: rows.at(-1)?.id ?? null }
  },
})
