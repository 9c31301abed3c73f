/** The platform's fees on the last sales, by which another feature estimates those on the next one. */

import type { Database } from '../../database/database.ts'
import type { FeesPort } from '../../fees-port.ts'
import type { Clock } from '../../ports.ts'

const DAY_MS = 24 * 60 * 60_000
/** Fees change with categories and years. */
const MAX_AGE_MS = 365 * DAY_MS
const MAX_SALES = 50
/** Fewer may all be of one unusual kind. */
const MIN_SALES = 10

/** Sales that the platform stated itself, whose postage is known, and that were not refunded whole. */
export const createRecentFees = (database: Database, clock: Clock): FeesPort => ({
  lastSales: (currency) => {
    const fromMs = clock.nowMs() - MAX_AGE_MS
    return database.get<{ sales: number; priceMinor: number; feesMinor: number }>(
      `SELECT count(*) AS sales, sum(price) AS priceMinor, -sum(fee_minor) AS feesMinor FROM (
         SELECT amount_minor - fee_minor - postage_minor AS price, fee_minor FROM earnings_transactions
         WHERE currency = :currency AND month >= :month AND at_ms >= :fromMs AND type = 'SALE' AND side = 'earned'
           AND is_undone = 0 AND amount_minor - fee_minor > postage_minor
         ORDER BY month DESC, at_ms DESC LIMIT :limit)
       HAVING sales >= :least AND feesMinor > 0`,
      {
        ...{ currency, fromMs, limit: MAX_SALES, least: MIN_SALES },
        // A day before, which no time zone reaches past.
        month: new Date(fromMs - DAY_MS).toISOString().slice(0, 7),
      },
    )
  },
})
