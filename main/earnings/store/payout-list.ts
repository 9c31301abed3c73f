/** Payouts with their transactions, and whether these add up. */
import { checkPayout } from '../../../shared/earnings/adds-up.ts'
import type { EarningsPayout } from '../../../shared/earnings/contract.ts'
import type { Database } from '../../database/database.ts'
import { listTransactions } from './listed-transaction.ts'

type PayoutRow = {
  payout_id: string
  at_ms: number | null
  currency: string
  amount_minor: number | null
  fee_minor: number
  status: string
  account: string
  transaction_count: number | null
  count: number
  unclear: number
  minor: number
}

/** The on-demand payout itself is a withdrawal, which isn't part of what it pays out. */
const PAYOUT_COLUMNS = `p.payout_id, p.at_ms, p.currency, p.amount_minor, p.fee_minor, p.status, p.account, p.transaction_count,
  (SELECT count(*) FROM earnings_transactions t WHERE t.payout_id = p.payout_id) AS count,
  (SELECT count(*) FROM earnings_transactions t WHERE t.payout_id = p.payout_id
     AND (t.amount_minor IS NULL OR t.currency <> p.currency)) AS unclear,
  (SELECT coalesce(sum(t.amount_minor), 0) FROM earnings_transactions t
     WHERE t.payout_id = p.payout_id AND t.type <> 'WITHDRAWAL' AND t.side <> 'none') AS minor`

const toPayout = (row: PayoutRow): EarningsPayout => {
  const { currency } = row
  const amount = row.amount_minor === null ? null : { minor: row.amount_minor, currency }
  return {
    payoutId: row.payout_id,
    atMs: row.at_ms,
    amount,
    fee: { minor: row.fee_minor, currency },
    status: row.status,
    account: row.account,
    check: checkPayout({ amount, feeMinor: row.fee_minor, transactionCount: row.transaction_count }, row),
  }
}

export const createPayoutList = (database: Database) => ({
  payouts: (currency: string, offset: number, limit: number) => ({
    payouts: database
      .all<PayoutRow>(
        `SELECT ${PAYOUT_COLUMNS} FROM earnings_payouts p WHERE p.currency = ?
         ORDER BY p.at_ms DESC, p.payout_id DESC LIMIT ? OFFSET ?`,
        [currency, limit, offset],
      )
      .map(toPayout),
    total:
      database.get<{ count: number }>('SELECT count(*) AS count FROM earnings_payouts WHERE currency = ?', [currency])
        ?.count ?? 0,
  }),

  payout: (payoutId: string) => {
    const row = database.get<PayoutRow>(`SELECT ${PAYOUT_COLUMNS} FROM earnings_payouts p WHERE p.payout_id = ?`, [
      payoutId,
    ])
    return row === undefined
      ? null
      : { ...toPayout(row), transactions: listTransactions(database, 't.payout_id = ?', [payoutId]) }
  },
})
