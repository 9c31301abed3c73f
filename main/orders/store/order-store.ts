/** Writes orders as they were read, and loads single ones. */
import type { Database } from '../../database/database.ts'
import { isRecord, type JsonRecord, splitContact } from '../records/contact.ts'
import {
  type FulfillmentRecord,
  findCancel,
  findDelivery,
  findRefunded,
  findShipBy,
  findShippedAt,
  findStage,
  type OrderRecord,
  readOrderRecord,
} from '../records/order-record.ts'
import { toView } from '../records/order-view.ts'
import { ORDER_COLUMNS, type OrderRow, parseRecord, type StoredOrder, toStoredOrder } from './order-row.ts'
import { indexOrder } from './order-search.ts'

/** `same`: nothing about the order is news. */
export type SaveResult = { readonly orderId: string; readonly result: 'new' | 'changed' | 'same' }

/** `list`: from a list, which leaves cancel requests empty. `single`: complete. */
export type Reading = { readonly from: 'list' | 'single'; readonly atMs: number }

const cancelRequestsOf = (record: JsonRecord): readonly unknown[] => {
  const { cancelStatus } = record
  return isRecord(cancelStatus) && Array.isArray(cancelStatus.cancelRequests) ? cancelStatus.cancelRequests : []
}

/** The list always leaves cancel requests empty, so those of an earlier complete reading are kept until the next one. */
const withKnownRequests = (record: JsonRecord, earlier: JsonRecord | undefined): JsonRecord => {
  const known = earlier === undefined ? [] : cancelRequestsOf(earlier)
  if (known.length === 0 || cancelRequestsOf(record).length > 0) return record
  const { cancelStatus } = record
  return { ...record, cancelStatus: { ...(isRecord(cancelStatus) ? cancelStatus : {}), cancelRequests: known } }
}

/** Whether something of the order can only be read one by one: its shipments, or a request to cancel it. */
const wantsReading = (record: OrderRecord): boolean => {
  const state = record.cancelStatus?.cancelState ?? 'NONE_REQUESTED'
  return record.fulfillmentHrefs.length > 0 || state !== 'NONE_REQUESTED'
}

export type OrderStore = ReturnType<typeof createOrderStore>

export const createOrderStore = (database: Database) => {
  const findRow = (orderId: string): OrderRow | undefined =>
    database.get<OrderRow>(`SELECT ${ORDER_COLUMNS} FROM orders o WHERE o.order_id = ?`, [orderId])

  /** Stores the columns for lists, the lines and the search terms of an order. */
  const derive = (id: number, record: OrderRecord, fulfillments: readonly FulfillmentRecord[] | null): void => {
    const isUndone = findCancel(record) !== null || findRefunded(record) !== 'none'
    database.run(
      `UPDATE orders SET view = :view, buyer = :buyer, created_at_ms = :createdAtMs, modified_at_ms = :modifiedAtMs, stage = :stage,
         ship_by_ms = :shipByMs, shipped_at_ms = :shippedAtMs, delivery_to_ms = :deliveryToMs, is_undone = :isUndone
       WHERE id = :id`,
      {
        id,
        view: JSON.stringify(toView(record, fulfillments)),
        buyer: record.buyer?.username ?? null,
        createdAtMs: record.creationDate,
        modifiedAtMs: record.lastModifiedDate,
        stage: findStage(record),
        shipByMs: findShipBy(record),
        shippedAtMs: findShippedAt(fulfillments ?? []),
        deliveryToMs: findDelivery(record)?.toMs ?? null,
        isUndone: isUndone ? 1 : 0,
      },
    )
    database.run('DELETE FROM order_lines WHERE order_row = ?', [id])
    for (const [index, { lineItemId, legacyItemId, sku }] of record.lineItems.entries()) {
      database.run('INSERT OR IGNORE INTO order_lines (order_row, line_item_id, listing_id, sku) VALUES (?, ?, ?, ?)', [
        id,
        lineItemId ?? `#${index}`,
        legacyItemId,
        sku,
      ])
    }
    indexOrder(database, id, record, fulfillments)
  }

  const save = (order: JsonRecord, { from, atMs }: Reading): SaveResult => {
    const split = splitContact(order)
    const read = readOrderRecord(split.record)
    const { orderId } = read
    if (orderId === null) return { orderId: '', result: 'same' }
    const row = findRow(orderId)
    const earlier = row === undefined ? undefined : toStoredOrder(row)
    const earlierMs = earlier?.record.lastModifiedDate ?? null
    const isSameVersion =
      earlier?.source === 'platform' && read.lastModifiedDate !== null && earlierMs === read.lastModifiedDate
    const isOlder = earlierMs !== null && read.lastModifiedDate !== null && earlierMs > read.lastModifiedDate
    if (row !== undefined && (isOlder || (isSameVersion && from === 'list'))) {
      database.run('UPDATE orders SET read_at_ms = max(read_at_ms, ?), is_gone = 0 WHERE id = ?', [atMs, row.id])
      return { orderId, result: 'same' }
    }
    const isList = from === 'list'
    const stored = isList && row !== undefined ? withKnownRequests(split.record, parseRecord(row.record)) : split.record
    const { id } = database.get<{ id: number }>(
      `INSERT INTO orders (order_id, source, record, read_at_ms, stage, wants_read)
       VALUES (:orderId, 'platform', :record, :atMs, 'unknown', :wantsRead)
       ON CONFLICT (order_id) DO UPDATE SET source = 'platform', record = excluded.record, read_at_ms = excluded.read_at_ms,
         wants_read = CASE WHEN :isList = 1 THEN excluded.wants_read ELSE wants_read END, is_gone = 0
       RETURNING id`,
      {
        orderId,
        record: JSON.stringify(stored),
        atMs,
        wantsRead: isList && wantsReading(read) ? 1 : 0,
        isList: isList ? 1 : 0,
      },
    ) ?? { id: 0 }
    if (split.contact !== null) {
      const detail = JSON.stringify(split.contact)
      database.run('INSERT OR REPLACE INTO order_contacts (order_row, detail) VALUES (?, ?)', [id, detail])
    } else if (row !== undefined) database.run('DELETE FROM order_contacts WHERE order_row = ?', [id])
    derive(id, stored === split.record ? read : readOrderRecord(stored), earlier?.fulfillments ?? null)
    return { orderId, result: row === undefined ? 'new' : isSameVersion ? 'same' : 'changed' }
  }

  return {
    find: (orderId: string): StoredOrder | undefined => {
      const row = findRow(orderId)
      return row === undefined ? undefined : toStoredOrder(row)
    },

    /**
     * Stores orders as the platform returned them, in one transaction. An older version never replaces a newer one, and what is
     * not an order is left out.
     */
    save: (orders: readonly JsonRecord[], reading: Reading): readonly SaveResult[] =>
      database.transaction(() => orders.map((order) => save(order, reading))),

    /** Stores a sale that only a notification reports, in the form of an order. */
    saveSale: (record: JsonRecord, atMs: number): SaveResult =>
      database.transaction(() => {
        const read = readOrderRecord(record)
        const orderId = read.orderId ?? ''
        if (findRow(orderId) !== undefined) return { orderId, result: 'same' }
        const { id } = database.get<{ id: number }>(
          `INSERT INTO orders (order_id, source, record, read_at_ms, stage) VALUES (?, 'notification', ?, ?, 'unknown')
           RETURNING id`,
          [orderId, JSON.stringify(record), atMs],
        ) ?? { id: 0 }
        derive(id, read, null)
        return { orderId, result: 'new' }
      }),

    /**
     * Stores an order's shipments. Its reading is complete, unless the order changed meanwhile: `modifiedAtMs` is the version
     * that they belong to. Does nothing for an unknown order.
     */
    saveFulfillments: (orderId: string, fulfillments: unknown, modifiedAtMs: number | null): void =>
      database.transaction(() => {
        const row = findRow(orderId)
        if (row === undefined) return
        const text = JSON.stringify(fulfillments)
        database.run(
          `UPDATE orders SET fulfillments = ?, wants_read = CASE WHEN modified_at_ms IS ? THEN 0 ELSE wants_read END
           WHERE id = ?`,
          [text, modifiedAtMs, row.id],
        )
        const { record, fulfillments: read } = toStoredOrder({ ...row, fulfillments: text })
        derive(row.id, record, read)
      }),

    setGone: (orderId: string): void =>
      void database.run('UPDATE orders SET is_gone = 1, wants_read = 0 WHERE order_id = ?', [orderId]),

    /** Orders of which something is still to be read, the newest first. */
    wanted: (limit: number): readonly string[] =>
      database.column<string>('SELECT order_id FROM orders WHERE wants_read = 1 ORDER BY id DESC LIMIT ?', [limit]),

    /** The delivery address and other contact data; undefined if there is none. */
    contact: (orderId: string): JsonRecord | undefined => {
      const detail = database.get<{ detail: string }>(
        'SELECT detail FROM order_contacts WHERE order_row = (SELECT id FROM orders WHERE order_id = ?)',
        [orderId],
      )?.detail
      return detail === undefined ? undefined : parseRecord(detail)
    },

    /** Remembers the carrier of a shipment that was entered here. */
    rememberCarrier: (orderId: string, trackingNumber: string, carrier: string): void =>
      void database.run(
        `INSERT OR REPLACE INTO order_carriers (order_row, tracking_number, carrier)
         SELECT id, ?, ? FROM orders WHERE order_id = ?`,
        [trackingNumber, carrier, orderId],
      ),
  }
}
