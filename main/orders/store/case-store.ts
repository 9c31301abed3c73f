/** Stores returns, missing parcels and cancellation requests (ORD-04). */

import type { CaseType, OrderCase } from '../../../shared/orders/case.ts'
import type { Database } from '../../database/database.ts'
import { jsonAt, jsonChanged } from '../../database/stored-json.ts'
import type { ErasedCheck } from '../../erasure/erased-persons.ts'
import { type CaseRecord, readCase } from '../cases/case-record.ts'

type CaseRow = {
  type: CaseType
  case_id: string
  order_id: string | null
  listing_id: string | null
  buyer: string | null
  is_open: number
  due_at_ms: number | null
  opened_at_ms: number | null
  state: string | null
  reason: string | null
  todo: string | null
  amount_value: string | null
  amount_currency: string | null
  read_at_ms: number
}

export type CaseStore = ReturnType<typeof createCaseStore>

/** What is shown of a case is stored beside its record, under `$.view`. */
/** A cancellation names no buyer, so its order's is shown. */
const COLUMNS = `type, case_id, order_id, listing_id,
  coalesce(buyer, (SELECT o.buyer FROM orders o WHERE o.order_id = order_cases.order_id)) AS buyer, is_open, due_at_ms, opened_at_ms, read_at_ms,
  ${jsonAt('record', '$.view.state')} AS state, ${jsonAt('record', '$.view.reason')} AS reason, ${jsonAt('record', '$.view.todo')} AS todo,
  ${jsonAt('record', '$.view.amount.value')} AS amount_value, ${jsonAt('record', '$.view.amount.currency')} AS amount_currency`

const toCase = (row: CaseRow): OrderCase => ({
  caseId: row.case_id,
  type: row.type,
  orderId: row.order_id,
  buyer: row.buyer,
  listingId: row.listing_id,
  state: row.state,
  reason: row.reason,
  isOpen: row.is_open === 1,
  todo: row.todo,
  dueAtMs: row.due_at_ms,
  amount:
    row.amount_value === null || row.amount_currency === null
      ? null
      : { value: row.amount_value, currency: row.amount_currency },
  openedAtMs: row.opened_at_ms,
  readAtMs: row.read_at_ms,
})

/** A legacy order id of a single item: the listing's and the transaction's. */
const LEGACY_ORDER_ID = /^(\d+)-(\d+)$/

/**
 * The order of a case: the one that the platform names, else the only one with the case's listing and transaction, or with its
 * listing and buyer. Cancellations name an order by its legacy id, which is another one for a single item.
 */
const findOrderId = (database: Database, read: CaseRecord): string | null => {
  const { orderId, buyer } = read
  if (orderId !== null && database.get('SELECT 1 FROM orders WHERE order_id = ?', [orderId]) !== undefined)
    return orderId
  const [, legacyListing, legacyTransaction] = LEGACY_ORDER_ID.exec(orderId ?? '') ?? []
  const listingId = read.listingId ?? legacyListing ?? null
  const transactionId = read.transactionId ?? legacyTransaction ?? null
  if (listingId === null) return orderId
  const lines = database.all<{ orderId: string; lineItemId: string }>(
    `SELECT o.order_id AS orderId, l.line_item_id AS lineItemId FROM order_lines l JOIN orders o ON o.id = l.order_row
     WHERE l.listing_id = :listingId AND (:buyer IS NULL OR o.buyer = :buyer)`,
    { listingId, buyer },
  )
  // A line's id is the transaction's, or the listing's and the transaction's.
  const named = lines.filter(
    ({ lineItemId }) => transactionId !== null && lineItemId.split('-').at(-1) === transactionId,
  )
  const found = named.length > 0 ? named : buyer === null ? [] : lines
  const orderIds = new Set(found.map((line) => line.orderId))
  return orderIds.size === 1 ? ([...orderIds][0] ?? null) : orderId
}

export const createCaseStore = (database: Database, erased: ErasedCheck) => ({
  /** Stores what is shown of cases; the cases of closed accounts without the buyer (SEC-10). Skips cases without an id. */
  save: (type: CaseType, found: readonly unknown[], atMs: number): void =>
    database.transaction(() => {
      for (const raw of found) {
        const read = readCase(type, raw)
        if (read === undefined) continue
        const isOfErased = erased.isErased(read.buyer, read.openedAtMs)
        const buyer = isOfErased ? null : read.buyer
        const { caseId, listingId, state, reason, isOpen, todo, dueAtMs, amount, openedAtMs } = read
        database.run(
          `INSERT OR REPLACE INTO order_cases (type, case_id, order_id, listing_id, buyer, is_open, is_due, due_at_ms,
             opened_at_ms, record, read_at_ms)
           VALUES (:type, :caseId, :orderId, :listingId, :buyer, :isOpen, :isDue, :dueAtMs, :openedAtMs, :record, :atMs)`,
          {
            ...{ type, caseId, listingId, buyer, dueAtMs, openedAtMs, atMs },
            orderId: findOrderId(database, read),
            isOpen: isOpen ? 1 : 0,
            isDue: todo === null ? 0 : 1,
            record: JSON.stringify({ view: { state, reason, todo, amount } }),
          },
        )
      }
    }),

  /** Drops what versions up to 0.3 stored of a case besides what is shown (ORD-11). */
  splitAgain: (): void =>
    void database.run(
      `UPDATE order_cases SET record = ${jsonChanged('record', `json_object('view', json_extract(record, '$.view'))`)}`,
    ),

  /** When the oldest open case was opened; null if none is open. */
  oldestOpenMs: (): number | null =>
    database.get<{ atMs: number | null }>('SELECT min(opened_at_ms) AS atMs FROM order_cases WHERE is_open = 1')
      ?.atMs ?? null,

  /** The earliest due date first, then those without one, the newest first. */
  page: (filter: {
    readonly openOnly: boolean
    readonly orderId?: string | undefined
    readonly offset: number
    readonly limit: number
  }): { readonly cases: readonly OrderCase[]; readonly total: number } => {
    const conditions = [
      filter.openOnly ? 'is_open = 1' : 'TRUE',
      filter.orderId === undefined ? 'TRUE' : 'order_id = :orderId',
    ]
    const where = conditions.join(' AND ')
    const params: Record<string, string> = filter.orderId === undefined ? {} : { orderId: filter.orderId }
    return {
      cases: database
        .all<CaseRow>(
          `SELECT ${COLUMNS} FROM order_cases WHERE ${where}
           ORDER BY is_open DESC, due_at_ms IS NULL, due_at_ms, opened_at_ms DESC LIMIT :limit OFFSET :offset`,
          { ...params, limit: filter.limit, offset: filter.offset },
        )
        .map(toCase),
      total: database.get<{ n: number }>(`SELECT COUNT(*) AS n FROM order_cases WHERE ${where}`, params)?.n ?? 0,
    }
  },

  /** The open case of each order that is due first, by order. */
  openByOrder: (orderIds: readonly string[]): ReadonlyMap<string, OrderCase> => {
    const cases = database
      .all<CaseRow>(
        `SELECT ${COLUMNS} FROM order_cases WHERE is_open = 1 AND order_id IN (SELECT value FROM json_each(?))
         ORDER BY due_at_ms IS NULL DESC, due_at_ms DESC`,
        [JSON.stringify(orderIds)],
      )
      .map(toCase)
    return new Map(cases.map((each) => [each.orderId ?? '', each]))
  },

  countDue: (): number =>
    database.get<{ n: number }>('SELECT COUNT(*) AS n FROM order_cases WHERE is_open = 1 AND is_due = 1')?.n ?? 0,

  find: (type: CaseType, caseId: string): OrderCase | undefined => {
    const row = database.get<CaseRow>(`SELECT ${COLUMNS} FROM order_cases WHERE type = ? AND case_id = ?`, [
      type,
      caseId,
    ])
    return row === undefined ? undefined : toCase(row)
  },
})
