/** The seller's lowest price of each thing, kept here alone. */
import type { Money } from '../../../shared/money.ts'
import type { Database } from '../../database/database.ts'

export type FloorStore = ReturnType<typeof createFloorStore>

export const createFloorStore = (database: Database) => ({
  /** By the key of the thing in the list of items. */
  load: (itemKeys: readonly string[]): ReadonlyMap<string, Money> =>
    new Map(
      database
        .all<{ item_key: string; price: number; currency: string }>(
          'SELECT * FROM offer_floors WHERE item_key IN (SELECT value FROM json_each(?))',
          [JSON.stringify(itemKeys)],
        )
        .map(({ item_key, price, currency }) => [item_key, { minor: price, currency }]),
    ),
  save: (itemKey: string, floor: Money | null): void => {
    if (floor === null) database.run('DELETE FROM offer_floors WHERE item_key = ?', [itemKey])
    else {
      database.run('INSERT OR REPLACE INTO offer_floors (item_key, price, currency) VALUES (?, ?, ?)', [
        itemKey,
        floor.minor,
        floor.currency,
      ])
    }
  },
})
