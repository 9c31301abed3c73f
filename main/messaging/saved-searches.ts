/** Selections of the inbox that the seller keeps under a name, in an order of their own. */
import type { ListSelection } from '../../shared/messaging/list.ts'
import { Failure, validation } from '../../shared/result.ts'
import type { Database } from '../database/database.ts'

export type KeptSearch = ListSelection & { readonly id: string; readonly name: string }

export type SavedSearches = ReturnType<typeof createSavedSearches>

type SearchRow = {
  id: string
  name: string
  view: ListSelection['view']
  item_id: string | null
  other_party: string | null
  search: string
}

export const createSavedSearches = (database: Database, newId: () => string) => {
  const all = (): readonly KeptSearch[] =>
    database
      .all<SearchRow>('SELECT id, name, view, item_id, other_party, search FROM saved_searches ORDER BY position, id')
      .map(({ item_id, other_party, ...row }) => ({ ...row, itemId: item_id, otherParty: other_party }))

  return {
    /** In the seller's order. */
    all,

    /** Keeps one; `id` null makes a new one, which comes last. Throws `validation`, `conflict` for a name in use, `notFound`. */
    keep: ({ id, name, view, itemId, otherParty, search }: Omit<KeptSearch, 'id'> & { readonly id: string | null }) =>
      database.transaction(() => {
        const trimmed = name.trim()
        if (trimmed === '') throw validation('input.name', 'The search has no name. Give it one to find it by.')
        const sameName = database.get<{ id: string }>('SELECT id FROM saved_searches WHERE name = ?', [trimmed])
        if (sameName !== undefined && sameName.id !== id) {
          throw new Failure({
            kind: 'conflict',
            message: `Another search is called "${trimmed}". Choose another name, or change that one.`,
          })
        }
        const values = { name: trimmed, view, itemId, otherParty, search: search.trim() }
        if (id !== null) {
          const { changes } = database.run(
            `UPDATE saved_searches SET name = :name, view = :view, item_id = :itemId, other_party = :otherParty,
               search = :search WHERE id = :id`,
            { ...values, id },
          )
          if (changes === 0) {
            throw new Failure({ kind: 'notFound', message: 'This search was deleted in another window.' })
          }
          return id
        }
        const made = newId()
        database.run(
          `INSERT INTO saved_searches (id, position, name, view, item_id, other_party, search)
           SELECT :id, COALESCE(MAX(position), 0) + 1, :name, :view, :itemId, :otherParty, :search FROM saved_searches`,
          { ...values, id: made },
        )
        return made
      }),

    /** Puts them into this order. Throws `conflict` where these are not exactly those that are kept. */
    arrange: (ids: readonly string[]): void =>
      database.transaction(() => {
        const kept = new Set(all().map(({ id }) => id))
        if (ids.length !== kept.size || new Set(ids).size !== ids.length || ids.some((id) => !kept.has(id))) {
          throw new Failure({
            kind: 'conflict',
            message: 'The saved searches were changed in another window. Look at them again before arranging them.',
          })
        }
        for (const [position, id] of ids.entries()) {
          database.run('UPDATE saved_searches SET position = ? WHERE id = ?', [position + 1, id])
        }
      }),

    /** Deletes one; one that is gone already is no error. */
    remove: (id: string): void => {
      database.run('DELETE FROM saved_searches WHERE id = ?', [id])
    },
  }
}
