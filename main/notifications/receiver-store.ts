/** What the receiver keeps beside the log: public keys, what was turned away, and which item a listing is. */
import type { Database } from '../database/database.ts'

export type StoredKey = {
  readonly key: string
  readonly algorithm: string
  readonly digest: string
  readonly fetchedAtMs: number
}

/** A kind of request that was turned away, with its latest example. */
export type Refusal = {
  readonly reason: string
  readonly status: number
  readonly count: number
  readonly firstAtMs: number
  readonly lastAtMs: number
  readonly method: string | null
  readonly path: string | null
  /** Pairs of name and value, as JSON. */
  readonly headers: string
  /** How the body began, as far as it is text. */
  readonly beginning: string | null
}

/** How many refusals are remembered. */
const MOST_REFUSALS = 200

/** Keys, refusals and listings. All calls are synchronous. */
export const createReceiverStore = (database: Database) => ({
  key: (kid: string): StoredKey | undefined =>
    database.get<StoredKey>(
      'SELECT key, algorithm, digest, fetched_at_ms AS fetchedAtMs FROM notification_keys WHERE kid = ?',
      [kid],
    ),

  keepKey: (kid: string, key: StoredKey): void => {
    database.run(
      `INSERT INTO notification_keys (kid, key, algorithm, digest, fetched_at_ms) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (kid) DO UPDATE SET key = excluded.key, algorithm = excluded.algorithm, digest = excluded.digest,
         fetched_at_ms = excluded.fetched_at_ms`,
      [kid, key.key, key.algorithm, key.digest, key.fetchedAtMs],
    )
  },

  addRefusal: (refusal: Refusal): void => {
    database.run(
      `INSERT INTO notification_refusals
         (reason, status, count, first_at_ms, last_at_ms, method, path, headers, beginning)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        refusal.reason,
        refusal.status,
        refusal.count,
        refusal.firstAtMs,
        refusal.lastAtMs,
        refusal.method,
        refusal.path,
        refusal.headers,
        refusal.beginning,
      ],
    )
    database.run('DELETE FROM notification_refusals WHERE id <= (SELECT max(id) FROM notification_refusals) - ?', [
      MOST_REFUSALS,
    ])
  },

  /** The SKU that the seller gave for a listing. */
  listing: (itemId: string): string | null =>
    database.get<{ readonly sku: string }>('SELECT sku FROM notification_listings WHERE item_id = ?', [itemId])?.sku ??
    null,

  setListing: (itemId: string, sku: string | null): void => {
    if (sku === null) database.run('DELETE FROM notification_listings WHERE item_id = ?', [itemId])
    else {
      database.run(
        'INSERT INTO notification_listings (item_id, sku) VALUES (?, ?) ON CONFLICT (item_id) DO UPDATE SET sku = excluded.sku',
        [itemId, sku],
      )
    }
  },

  refusals: (limit: number) =>
    database.all<Refusal & { readonly refusalId: number }>(
      `SELECT id AS refusalId, reason, status, count, first_at_ms AS firstAtMs, last_at_ms AS lastAtMs, method, path,
         headers, beginning
       FROM notification_refusals ORDER BY id DESC LIMIT ?`,
      [limit],
    ),
})
