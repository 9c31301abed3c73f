/** Rows of the table of orders. */

import * as z from 'zod'
import { parseStored, readStoredJson } from '../../database/stored-json.ts'
import type { JsonRecord } from '../records/contact.ts'
import { type FulfillmentRecord, type OrderRecord, readFulfillments, readOrderRecord } from '../records/order-record.ts'

export type StoredOrder = {
  readonly id: number
  readonly orderId: string
  readonly source: 'platform' | 'notification'
  readonly record: OrderRecord
  readonly fulfillments: readonly FulfillmentRecord[] | null
  readonly readAtMs: number
  readonly isGone: boolean
}

export type OrderRow = {
  id: number
  order_id: string
  source: 'platform' | 'notification'
  record: string
  fulfillments: string | null
  read_at_ms: number
  is_gone: number
}

/** What lists read. */
export type ListedRow = Omit<OrderRow, 'record' | 'fulfillments'> & { view: string }
export const LISTED_COLUMNS = 'o.id, o.order_id, o.source, o.view, o.read_at_ms, o.is_gone'

export const ORDER_COLUMNS = 'o.id, o.order_id, o.source, o.record, o.fulfillments, o.read_at_ms, o.is_gone'

/** An empty record if the disk damaged it. */
export const parseRecord = (text: string): JsonRecord => parseStored<JsonRecord>(text, {})

export const parseFulfillments = (text: string | null): readonly FulfillmentRecord[] | null => {
  const stored = readStoredJson(z.unknown(), text)
  return stored === undefined ? null : readFulfillments(stored)
}

export const toStoredOrder = (row: OrderRow): StoredOrder => ({
  id: row.id,
  orderId: row.order_id,
  source: row.source,
  record: readOrderRecord(parseRecord(row.record)),
  fulfillments: parseFulfillments(row.fulfillments),
  readAtMs: row.read_at_ms,
  isGone: row.is_gone === 1,
})
