/** Writes orders as they were read, and loads single ones. */
import type { Database } from '../../database/database.ts'
import { parseStored } from '../../database/stored-json.ts'
import type { ErasedCheck } from '../../erasure/erased-persons.ts'
import { readPostalAddress } from '../records/address.ts'
import { isRecord, type JsonRecord, splitContact, withoutPerson, withoutUnknown } from '../records/contact.ts'
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
import {
  ORDER_COLUMNS,
  type OrderRow,
  parseFulfillments,
  parseRecord,
  type StoredOrder,
  toStoredOrder,
} from './order-row.ts'
import { indexOrder } from './order-search.ts'

/** `same`: nothing about the order is news. */
export type StoredChange = { readonly orderId: string; readonly result: 'new' | 'changed' | 'same' }

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

/** When a shipment was sent and of which lines. Its number leads to the buyer, and on eBay its id is the number. */
const withoutNumber = (fulfillment: unknown): JsonRecord => {
  const { shippedDate, lineItems } = isRecord(fulfillment) ? fulfillment : {}
  return { shippedDate, lineItems }
}

export type OrderStore = ReturnType<typeof createOrderStore>

/**
 * SECURITY (SEC-10): the platform may return a closed account's orders with their buyer. Those that `erased` names are stored as
 * an erasure leaves them: what was sold, when and for how much.
 */
export const createOrderStore = (database: Database, erased: ErasedCheck) => {
  const isOfErased = ({ buyer, creationDate }: OrderRecord): boolean => erased.isErased(buyer?.username, creationDate)

  const findRow = (orderId: string): OrderRow | undefined =>
    database.get<OrderRow>(`SELECT ${ORDER_COLUMNS} FROM orders o WHERE o.order_id = ?`, [orderId])

  /** The columns for lists. */
  const derive = (record: OrderRecord, fulfillments: readonly FulfillmentRecord[] | null) => ({
    view: JSON.stringify(toView(record, fulfillments)),
    buyer: record.buyer?.username ?? null,
    createdAtMs: record.creationDate,
    modifiedAtMs: record.lastModifiedDate,
    stage: findStage(record),
    shipByMs: findShipBy(record),
    shippedAtMs: findShippedAt(fulfillments ?? []),
    deliveryToMs: findDelivery(record)?.toMs ?? null,
    isUndone: findCancel(record) !== null || findRefunded(record) !== 'none' ? 1 : 0,
  })

  const insertLines = (id: number, { lineItems }: OrderRecord): void => {
    for (const [index, { lineItemId, legacyItemId, sku }] of lineItems.entries()) {
      database.run('INSERT OR IGNORE INTO order_lines (order_row, line_item_id, listing_id, sku) VALUES (?, ?, ?, ?)', [
        id,
        lineItemId ?? `#${index}`,
        legacyItemId,
        sku,
      ])
    }
  }

  /** One statement for an order and its columns, so that each index is written once. Returns the row's id. */
  const upsert = (
    order: {
      readonly orderId: string
      readonly source: 'platform' | 'notification'
      readonly record: JsonRecord
      readonly atMs: number
      /** Null leaves it as it is. */
      readonly wantsRead: boolean | null
    },
    read: OrderRecord,
    fulfillments: readonly FulfillmentRecord[] | null,
  ): number => {
    const { orderId, source, record, atMs, wantsRead } = order
    return (
      database.get<{ id: number }>(
        `INSERT INTO orders (order_id, source, record, read_at_ms, wants_read, view, buyer, created_at_ms, modified_at_ms, stage,
           ship_by_ms, shipped_at_ms, delivery_to_ms, is_undone)
         VALUES (:orderId, :source, :record, :atMs, coalesce(:wantsRead, 0), :view, :buyer, :createdAtMs, :modifiedAtMs, :stage,
           :shipByMs, :shippedAtMs, :deliveryToMs, :isUndone)
         ON CONFLICT (order_id) DO UPDATE SET source = excluded.source, record = excluded.record,
           read_at_ms = excluded.read_at_ms, wants_read = coalesce(:wantsRead, wants_read), view = excluded.view,
           buyer = excluded.buyer, created_at_ms = excluded.created_at_ms, modified_at_ms = excluded.modified_at_ms,
           stage = excluded.stage, ship_by_ms = excluded.ship_by_ms, shipped_at_ms = excluded.shipped_at_ms,
           delivery_to_ms = excluded.delivery_to_ms, is_undone = excluded.is_undone, is_gone = 0
         RETURNING id`,
        {
          ...{ orderId, source, atMs },
          record: JSON.stringify(record),
          wantsRead: wantsRead === null ? null : wantsRead ? 1 : 0,
          ...derive(read, fulfillments),
        },
      )?.id ?? 0
    )
  }

  const save = (order: JsonRecord, { from, atMs }: Reading): StoredChange => {
    const found = splitContact(order)
    const whole = readOrderRecord(found.record)
    const split = isOfErased(whole) ? { record: withoutPerson(found.record), contact: null } : found
    const read = split === found ? whole : readOrderRecord(split.record)
    const { orderId } = read
    if (orderId === null) return { orderId: '', result: 'same' }
    const row = findRow(orderId)
    const earlier = row === undefined ? undefined : toStoredOrder(row)
    // The buyer's erasure is still running, and finds the order by the buyer. The next check of the list stores the change.
    if (split !== found && earlier?.record.buyer?.username != null) return { orderId, result: 'same' }
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
    const complete = stored === split.record ? read : readOrderRecord(stored)
    const fulfillments = earlier?.fulfillments ?? null
    const wantsRead = isList ? wantsReading(whole) : null
    const id = upsert({ orderId, source: 'platform', record: stored, atMs, wantsRead }, complete, fulfillments)
    if (row !== undefined) database.run('DELETE FROM order_lines WHERE order_row = ?', [id])
    insertLines(id, complete)
    indexOrder(database, id, complete, fulfillments)
    if (split.contact !== null) {
      const detail = JSON.stringify(split.contact)
      database.run('INSERT OR REPLACE INTO order_contacts (order_row, detail) VALUES (?, ?)', [id, detail])
    } else if (row !== undefined) database.run('DELETE FROM order_contacts WHERE order_row = ?', [id])
    return { orderId, result: row === undefined ? 'new' : isSameVersion ? 'same' : 'changed' }
  }

  const countryOf = (id: number | undefined): string | null => {
    const detail =
      id === undefined
        ? undefined
        : database.get<{ detail: string }>('SELECT detail FROM order_contacts WHERE order_row = ?', [id])?.detail
    const country = detail === undefined ? '' : readPostalAddress(parseRecord(detail)).countryCode
    return country === '' ? null : country
  }

  /** The only order whose legacy number this is: its own field, or its item's number and its transaction (FACT-167). */
  const findLegacyRow = (number: string): OrderRow | undefined => {
    const [, listingId, transactionId] = /^(\d+)-(\d+)$/.exec(number) ?? []
    if (listingId === undefined || transactionId === undefined) return undefined
    const rows = database
      .all<OrderRow>(
        `SELECT DISTINCT ${ORDER_COLUMNS} FROM order_lines l JOIN orders o ON o.id = l.order_row WHERE l.listing_id = ?`,
        [listingId],
      )
      .filter((row) => {
        const { legacyOrderId, lineItems } = toStoredOrder(row).record
        if (legacyOrderId !== null) return legacyOrderId === number
        // A line's id is the transaction's, or the listing's and the transaction's.
        return lineItems.some(({ lineItemId }) => lineItemId?.split('-').at(-1) === transactionId)
      })
    return rows.length === 1 ? rows[0] : undefined
  }

  return {
    find: (orderId: string): StoredOrder | undefined => {
      const row = findRow(orderId)
      return row === undefined ? undefined : toStoredOrder(row)
    },

    /** The order with this number as files and people write it: `#12-34567-89012`, or the legacy one. */
    findByNumber: (written: string): StoredOrder | undefined => {
      const number = written.trim().replace(/^#\s*/, '')
      const row = findRow(number) ?? findLegacyRow(number)
      return row === undefined ? undefined : toStoredOrder(row)
    },

    /**
     * Orders to ship with the buyer's username and the name in the address. SECURITY (ORD-06): for comparing in main; the names
     * are part of no answer.
     */
    toShipByName: (): readonly { readonly order: StoredOrder; readonly names: readonly string[] }[] =>
      database
        .all<OrderRow & { detail: string | null }>(
          `SELECT ${ORDER_COLUMNS}, c.detail FROM orders o LEFT JOIN order_contacts c ON c.order_row = o.id
           WHERE o.stage IN ('toShip', 'partlyShipped') ORDER BY o.ship_key, o.id LIMIT 5000`,
        )
        .map(({ detail, ...row }) => {
          const order = toStoredOrder(row)
          const name = detail === null ? '' : readPostalAddress(parseRecord(detail)).name
          return { order, names: [order.record.buyer?.username ?? '', name].filter((known) => known !== '') }
        }),

    /** The carrier entered last here for a parcel to the same country as this order's; undefined if there is none. */
    lastCarrier: (orderId: string): string | undefined => {
      const country = countryOf(findRow(orderId)?.id)
      if (country === null) return undefined
      return database
        .all<{ id: number; carrier: string }>(
          `SELECT o.id, c.carrier FROM order_carriers c JOIN orders o ON o.id = c.order_row
           ORDER BY o.shipped_at_ms DESC, o.id DESC LIMIT 200`,
        )
        .find(({ id }) => countryOf(id) === country)?.carrier
    },

    /**
     * Stores orders as the platform returned them, in one transaction. An older version never replaces a newer one, and what is
     * not an order is left out.
     */
    save: (orders: readonly JsonRecord[], reading: Reading): readonly StoredChange[] =>
      database.transaction(() => orders.map((order) => save(order, reading))),

    /** Stores a sale that only notifications report, in the form of an order. A later notification may complete it. */
    saveSale: (sale: JsonRecord, atMs: number): StoredChange =>
      database.transaction(() => {
        const record = isOfErased(readOrderRecord(sale)) ? withoutPerson(sale) : sale
        const read = readOrderRecord(record)
        const orderId = read.orderId ?? ''
        const row = findRow(orderId)
        if (row?.record === JSON.stringify(record)) return { orderId, result: 'same' }
        const id = upsert({ orderId, source: 'notification', record, atMs, wantsRead: null }, read, null)
        if (row !== undefined) database.run('DELETE FROM order_lines WHERE order_row = ?', [id])
        insertLines(id, read)
        indexOrder(database, id, read, null)
        return { orderId, result: row === undefined ? 'new' : 'changed' }
      }),

    /**
     * Stores an order's shipments. Its reading is complete, unless the order changed since the version `order` that they belong
     * to. Does nothing for an unknown order.
     */
    saveFulfillments: (order: OrderRecord, fulfillments: readonly unknown[]): void =>
      database.transaction(() => {
        const { orderId, lastModifiedDate: modifiedAtMs } = order
        const row = orderId === null ? undefined : findRow(orderId)
        if (row === undefined) return
        const text = JSON.stringify(fulfillments.map(isOfErased(order) ? withoutNumber : withoutUnknown))
        const { record, fulfillments: read } = toStoredOrder({ ...row, fulfillments: text })
        database.run(
          `UPDATE orders SET fulfillments = :text, view = :view, shipped_at_ms = :shippedAtMs,
             wants_read = CASE WHEN modified_at_ms IS :modifiedAtMs THEN 0 ELSE wants_read END WHERE id = :id`,
          {
            ...{ id: row.id, text, modifiedAtMs },
            view: JSON.stringify(toView(record, read)),
            shippedAtMs: findShippedAt(read ?? []),
          },
        )
        indexOrder(database, row.id, record, read)
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

    /**
     * Splits and derives the stored orders after the row `after` as new ones are, a batch at a time (ORD-11). Returns the last row;
     * undefined if there are no more.
     */
    splitAgain: (after: number): number | undefined =>
      database.transaction(() => {
        const rows = database.all<{ id: number; record: string; fulfillments: string | null; detail: string | null }>(
          `SELECT o.id, o.record, o.fulfillments, c.detail FROM orders o LEFT JOIN order_contacts c ON c.order_row = o.id
           WHERE o.id > ? AND o.source = 'platform' ORDER BY o.id LIMIT 500`,
          [after],
        )
        for (const { id, record, fulfillments, detail } of rows) {
          const shipments = parseStored<readonly unknown[] | null>(fulfillments, null)
          if (Array.isArray(shipments)) {
            const text = JSON.stringify(shipments.map(withoutUnknown))
            database.run('UPDATE orders SET fulfillments = ? WHERE id = ?', [text, id])
          }
          const split = splitContact(parseRecord(record))
          const read = readOrderRecord(split.record)
          const known = parseFulfillments(fulfillments)
          // Orders for pick-up were to ship, and legacy numbers weren't found, in versions up to 0.3.
          const { stage, view } = derive(read, known)
          database.run('UPDATE orders SET stage = ?, view = ? WHERE id = ?', [stage, view, id])
          indexOrder(database, id, read, known)
          if (split.contact === null) continue
          database.run('UPDATE orders SET record = ? WHERE id = ?', [JSON.stringify(split.record), id])
          const detailed = detail === null ? {} : parseRecord(detail)
          database.run('INSERT OR REPLACE INTO order_contacts (order_row, detail) VALUES (?, ?)', [
            id,
            JSON.stringify({ ...detailed, ...split.contact }),
          ])
        }
        return rows.at(-1)?.id
      }),

    /** Remembers the carrier of a shipment that was entered here. */
    rememberCarrier: (orderId: string, trackingNumber: string, carrier: string): void =>
      void database.run(
        `INSERT OR REPLACE INTO order_carriers (order_row, tracking_number, carrier)
         SELECT id, ?, ? FROM orders WHERE order_id = ?`,
        [trackingNumber, carrier, orderId],
      ),
  }
}
