/** SQL for public keys, rejected requests, and which item a listing is. All calls are synchronous. */
import type { Database } from '../../database/database.ts'

type StoredKey = {
  readonly key: string
  readonly algorithm: string
  readonly digest: string
  readonly fetchedAtMs: number
}

/** Equal rejected requests, with the head of the first. */
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
  /** The first characters of the body, if it was read. */
  readonly beginning: string | null
}

const MAX_REFUSALS = 200

export const createReceiverStore = (database: Database) => ({
  key: (kid: string): StoredKey | undefined =>
    database.get<StoredKey>(
      'SELECT key, algorithm, digest, fetched_at_ms AS fetchedAtMs FROM notification_keys WHERE kid = ?',
      [kid],
    ),

  saveKey: (kid: string, { key, algorithm, digest, fetchedAtMs }: StoredKey): void => {
    database.run('REPLACE INTO notification_keys (kid, key, algorithm, digest, fetched_at_ms) VALUES (?, ?, ?, ?, ?)', [
      kid,
      key,
      algorithm,
      digest,
      fetchedAtMs,
    ])
  },

  addRefusal: (refusal: Refusal): void => {
    database.run(
      `INSERT INTO notification_refusals
         (reason, status, count, first_at_ms, last_at_ms, method, path, headers, beginning)
       VALUES (:reason, :status, :count, :firstAtMs, :lastAtMs, :method, :path, :headers, :beginning)`,
      refusal,
    )
    database.run('DELETE FROM notification_refusals WHERE id <= (SELECT max(id) FROM notification_refusals) - ?', [
      MAX_REFUSALS,
    ])
  },

  refusals: (limit: number) =>
    database.all<Refusal & { readonly refusalId: number }>(
      `SELECT id AS refusalId, reason, status, count, first_at_ms AS firstAtMs, last_at_ms AS lastAtMs, method, path,
         headers, beginning
       FROM notification_refusals ORDER BY id DESC LIMIT ?`,
      [limit],
    ),

  /** The SKU that the seller chose for a listing. */
  listing: (itemId: string): string | null =>
    database.get<{ readonly sku: string }>('SELECT sku FROM notification_listings WHERE item_id = ?', [itemId])?.sku ??
    null,

  setListing: (itemId: string, sku: string | null): void => {
    if (sku === null) database.run('DELETE FROM notification_listings WHERE item_id = ?', [itemId])
    else database.run('REPLACE INTO notification_listings (item_id, sku) VALUES (?, ?)', [itemId, sku])
  },
})
