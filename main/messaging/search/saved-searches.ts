/** Saved searches, in the seller's order. */
import type { ListFilter, SavedSearch } from '../../../shared/messaging/list.ts'
import { Failure, validation } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'

export type StoredSearch = Omit<SavedSearch, 'count'>

export type SavedSearches = ReturnType<typeof createSavedSearches>

export const createSavedSearches = (database: Database, newId: () => string) => {
  const list = (): readonly StoredSearch[] =>
    database.all<StoredSearch>(
      `SELECT id, name, view, item_id AS itemId, other_party AS otherParty, search FROM saved_searches
       ORDER BY position, id`,
    )

  const requireFreeName = (name: string, id: string | null): void => {
    const sameName = database.get<{ id: string }>('SELECT id FROM saved_searches WHERE name = ?', [name])
    if (sameName === undefined || sameName.id === id) return
    const message = `A saved search named "${name}" already exists. Choose another name.`
    throw new Failure({ kind: 'conflict', message })
  }

  return {
    list,

    /** `id` null adds a new one at the end. Throws `validation`, `conflict` for a name in use, `notFound`. */
    save: (request: ListFilter & { readonly id: string | null; readonly name: string }): string =>
      database.transaction(() => {
        const { view, itemId, otherParty } = request
        const name = request.name.trim()
        if (name === '') throw validation('input.name', 'The saved search has no name. Enter one.')
        requireFreeName(name, request.id)
        const id = request.id ?? newId()
        const values = { id, name, view, itemId, otherParty, search: request.search.trim() }
        const { changes } = database.run(
          request.id === null
            ? `INSERT INTO saved_searches (id, position, name, view, item_id, other_party, search)
               SELECT :id, COALESCE(MAX(position), 0) + 1, :name, :view, :itemId, :otherParty, :search FROM saved_searches`
            : `UPDATE saved_searches SET name = :name, view = :view, item_id = :itemId, other_party = :otherParty,
                 search = :search WHERE id = :id`,
          values,
        )
        if (changes > 0) return id
        throw new Failure({ kind: 'notFound', message: 'This search was deleted in another window.' })
      }),

    /** Throws `conflict` if `ids` are not exactly the saved searches. */
    arrange: (ids: readonly string[]): void =>
      database.transaction(() => {
        const saved = new Set(list().map(({ id }) => id))
        if (ids.length !== saved.size || new Set(ids).size !== saved.size || ids.some((id) => !saved.has(id))) {
          throw new Failure({
            kind: 'conflict',
            message: 'The saved searches were changed in another window. Check them before arranging.',
          })
        }
        for (const [position, id] of ids.entries()) {
          database.run('UPDATE saved_searches SET position = ? WHERE id = ?', [position + 1, id])
        }
      }),

    remove: (id: string): void => {
      database.run('DELETE FROM saved_searches WHERE id = ?', [id])
    },
  }
}
