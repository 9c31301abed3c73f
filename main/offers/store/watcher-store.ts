/** Offers to watchers that were sent (LST-26). Says nothing of the buyers who got them. */
import type { Money } from '../../../shared/money.ts'
import type { Database } from '../../database/database.ts'

type Row = {
  listing_id: string
  title: string | null
  price: number
  currency: string
  quantity: number
  sent_at_ms: number
  until_ms: number | null
  buyers: number | null
  run_id: number | null
}

export type StoredWatcherOffer = {
  readonly listingId: string
  readonly title: string | null
  readonly price: Money
  readonly quantity: number
  readonly sentAtMs: number
  /** By the platform's clock. */
  readonly untilMs: number | null
  readonly buyers: number | null
  readonly runId: number | null
}

const toStored = (row: Row): StoredWatcherOffer => ({
  listingId: row.listing_id,
  title: row.title,
  price: { minor: row.price, currency: row.currency },
  quantity: row.quantity,
  sentAtMs: row.sent_at_ms,
  untilMs: row.until_ms,
  buyers: row.buyers,
  runId: row.run_id,
})

const COLUMNS = 'listing_id, title, price, currency, quantity, sent_at_ms, until_ms, buyers, run_id'

export type WatcherStore = ReturnType<typeof createWatcherStore>

export const createWatcherStore = (database: Database) => ({
  /** Call it in the transaction that stores the send. */
  add: (offer: StoredWatcherOffer): void =>
    void database.run(`INSERT INTO watcher_offers (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`, [
      offer.listingId,
      offer.title,
      offer.price.minor,
      offer.price.currency,
      offer.quantity,
      offer.sentAtMs,
      offer.untilMs,
      offer.buyers,
      offer.runId,
    ]),
  /** The last one of each listing. */
  last: (listingIds: readonly string[]): ReadonlyMap<string, StoredWatcherOffer> =>
    new Map(
      database
        .all<Row>(
          `SELECT ${COLUMNS} FROM watcher_offers WHERE listing_id IN (SELECT value FROM json_each(?)) ORDER BY sent_at_ms, id`,
          [JSON.stringify(listingIds)],
        )
        .map((row) => [row.listing_id, toStored(row)]),
    ),
  /** The newest first. */
  page: (
    of: { readonly listingId?: string; readonly runId?: number },
    offset: number,
    limit: number,
  ): { readonly rows: readonly StoredWatcherOffer[]; readonly total: number } => {
    const conditions = [
      ...(of.listingId === undefined ? [] : [['listing_id = ?', of.listingId] as const]),
      ...(of.runId === undefined ? [] : [['run_id = ?', of.runId] as const]),
    ]
    const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(([sql]) => sql).join(' AND ')}`
    const values = conditions.map(([, value]) => value)
    return {
      rows: database
        .all<Row>(`SELECT ${COLUMNS} FROM watcher_offers ${where} ORDER BY sent_at_ms DESC, id DESC LIMIT ? OFFSET ?`, [
          ...values,
          limit,
          offset,
        ])
        .map(toStored),
      total: database.get<{ n: number }>(`SELECT COUNT(*) AS n FROM watcher_offers ${where}`, values)?.n ?? 0,
    }
  },
})
