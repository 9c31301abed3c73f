/** A transaction as it is listed: its columns, and the row read into what is shown. */
import type { EarningsTransaction } from '../../../shared/earnings/contract.ts'
import { ESTIMATED_REFUND, ESTIMATED_SALE, kindLabel } from '../../../shared/earnings/kinds.ts'
import type { Money } from '../../../shared/money.ts'
import type { Database, SqlValue } from '../../database/database.ts'
import { readStoredRecord } from './transaction-row.ts'

/** The types of sales, in SQL. */
export const SALES = `('SALE', '${ESTIMATED_SALE}')`

/** The columns of a listed transaction, `t`. A refund or a label has the title of its order's sale. */
export const LISTED_COLUMNS = `t.id, t.transaction_id, t.type, t.fee_type, t.at_ms, t.side, t.currency, t.amount_minor, t.fee_minor,
  t.is_held, t.order_id, t.payout_id, t.buyer, t.record,
  coalesce(
    (SELECT title FROM earnings_lines WHERE transaction_row = t.id LIMIT 1),
    (SELECT l.title FROM earnings_transactions s JOIN earnings_lines l ON l.transaction_row = s.id
     WHERE s.order_id = t.order_id LIMIT 1)
  ) AS title,
  (SELECT count(*) FROM earnings_lines WHERE transaction_row = t.id) AS lines`

/** The newest first. */
export const NEWEST_FIRST = 'ORDER BY t.month DESC, t.at_ms DESC, t.id DESC'

export type ListedRow = {
  id: number
  transaction_id: string
  type: string
  fee_type: string
  at_ms: number | null
  side: string
  currency: string | null
  amount_minor: number | null
  fee_minor: number
  is_held: number
  order_id: string | null
  payout_id: string | null
  buyer: string | null
  record: string
  title: string | null
  lines: number
}

export const isSaleRow = ({ type }: { readonly type: string }): boolean => type === 'SALE' || type === ESTIMATED_SALE

export const toTransaction = (row: ListedRow): EarningsTransaction => {
  const { currency, amount_minor: net, fee_minor: fee } = row
  const money = (minor: number): Money | null => (currency === null || net === null ? null : { minor, currency })
  return {
    id: row.id,
    transactionId: row.transaction_id,
    type: row.type,
    label: kindLabel(row.type, row.fee_type),
    atMs: row.at_ms,
    gross: money((net ?? 0) - fee),
    fees: money(fee),
    net: money(net ?? 0),
    orderId: row.order_id,
    payoutId: row.payout_id,
    buyer: row.buyer,
    title: row.title,
    lines: row.lines,
    memo: readStoredRecord(row.record).memo,
    isHeld: row.is_held === 1,
    isEstimate: row.type === ESTIMATED_SALE || row.type === ESTIMATED_REFUND,
    isVoid: row.side === 'none',
  }
}

/** The transactions that a condition on `t` names, the newest first. A negative `limit` is none. */
export const listTransactions = (
  database: Database,
  where: string,
  params: readonly SqlValue[],
  limit = -1,
  offset = 0,
): readonly EarningsTransaction[] =>
  database
    .all<ListedRow>(
      `SELECT ${LISTED_COLUMNS} FROM earnings_transactions t WHERE ${where} ${NEWEST_FIRST} LIMIT ? OFFSET ?`,
      [...params, limit, offset],
    )
    .map(toTransaction)
