/** SQL for public keys, and for the item behind a listing. All calls are synchronous. */
import type { Database } from '../../database/database.ts'

type StoredKey = {
  readonly key: string
  readonly algorithm: string
  readonly digest: string
  readonly fetchedAtMs: number
}

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

  /** The SKU that the seller chose for a listing. */
  listing: (itemId: string): string | null =>
    database.get<{ readonly sku: string }>('SELECT sku FROM notification_listings WHERE item_id = ?', [itemId])?.sku ??
    null,

  setListing: (itemId: string, sku: string | null): void => {
    if (sku === null) database.run('DELETE FROM notification_listings WHERE item_id = ?', [itemId])
    else database.run('REPLACE INTO notification_listings (item_id, sku) VALUES (?, ?)', [itemId, sku])
  },
})
