/** Saved searches, by name. */
import type { ListFilter, OrderNarrowing, SavedSearch } from '../../../shared/messaging/list.ts'
import { conflict, validation } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'

export type SavedSearches = ReturnType<typeof createSavedSearches>

export const createSavedSearches = (database: Database, newId: () => string) => ({
  list: (): readonly SavedSearch[] =>
    database
      .all<Omit<SavedSearch, 'orders'> & { readonly orders: OrderNarrowing | null }>(
        `SELECT id, name, view, item_id AS itemId, other_party AS otherParty, search, orders FROM saved_searches
         ORDER BY name`,
      )
      .map(({ orders, ...search }) => (orders === null ? search : { ...search, orders })),

  /** Throws `validation` for a blank name, `conflict` for a name in use. */
  save: ({ name, view, itemId, otherParty, search, orders }: ListFilter & { readonly name: string }): void => {
    if (name === '') throw validation('input.name', 'The saved search has no name. Enter one.')
    const { changes } = database.run(
      `INSERT INTO saved_searches (id, name, view, item_id, other_party, search, orders)
       VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (name) DO NOTHING`,
      [newId(), name, view, itemId, otherParty, search.trim(), orders ?? null],
    )
    if (changes > 0) return
    const message = `A saved search named “${name}” already exists. Choose another name.`
    throw conflict(message)
  },

  remove: (id: string): void => {
    database.run('DELETE FROM saved_searches WHERE id = ?', [id])
  },
})
