/** Whether a sale was told of, with a signature that is good. */
import type { Database } from '../database/database.ts'

const SALES = "'FixedPriceTransaction', 'AuctionCheckoutComplete', 'ItemSold'"

export const hasVerifiedSale = (database: Database): boolean =>
  database.get<{ n: number }>(
    `SELECT EXISTS (SELECT 1 FROM notification_events WHERE name IN (${SALES}) AND signature = 'verified') AS n`,
  )?.n === 1
