/** Categories with their names, specifics and conditions, stored so that an offer can be prepared offline (LST-06). */
import type { CategoryName, ListingCategory } from '../../../shared/listing/contract/choices-contract.ts'
import { Failure } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import { parseStored } from '../../database/stored-json.ts'
import type { Clock } from '../../ports.ts'
import type { ChoicesClient } from '../platform/choices-client.ts'

const CATEGORY_MS = 7 * 24 * 60 * 60_000

/** Raised whenever a category's stored details gain a field, so that older ones are read again. */
const CATEGORY_FORM = 3

type StoredCategory = Omit<ListingCategory, 'readAtMs'> & {
  readonly form?: number
  /** Null if only the name is known. */
  readonly readAtMs: number | null
}

/** A connection's marketplace may change, so each category is stored by its marketplace. */
export const createCategories = (deps: {
  readonly marketplaceId: string
  readonly database: Database
  readonly client: ChoicesClient
  readonly clock: Clock
  readonly onChange: () => void
}) => {
  const { marketplaceId, database, client, clock } = deps

  const loadStored = (categoryId: string): StoredCategory | undefined => {
    const row = database.get<{ detail: string }>('SELECT detail FROM listing_categories WHERE category_id = ?', [
      `${marketplaceId}/${categoryId}`,
    ])
    return parseStored<StoredCategory | undefined>(row?.detail, undefined)
  }
  const putCategory = (category: StoredCategory): void =>
    void database.run('INSERT OR REPLACE INTO listing_categories (category_id, detail) VALUES (?, ?)', [
      `${marketplaceId}/${category.categoryId}`,
      JSON.stringify(category),
    ])

  const load = (categoryId: string): ListingCategory | undefined => {
    const stored = loadStored(categoryId)
    if (stored === undefined || stored.readAtMs === null || stored.form !== CATEGORY_FORM) return undefined
    const { form: _, readAtMs, ...category } = stored
    return { ...category, readAtMs }
  }

  const unread = { problem: null, aspects: [], conditions: null, requiredCodes: [], readAtMs: null, ancestors: [] }
  /** The stored name, or a new reading. Null if the platform doesn't name it: the id is shown then. */
  const readName = async (categoryId: string): Promise<string | null> => {
    const kept = loadStored(categoryId)
    if (kept?.name != null) return kept.name
    try {
      const name = await client.getCategoryName(categoryId)
      putCategory({ ...unread, ...loadStored(categoryId), categoryId, name })
      return name
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return null
    }
  }

  /** The stored category, or a new reading if it is missing or old. Throws the reading's error, unless an older one is stored. */
  const requireCategory = async (categoryId: string): Promise<ListingCategory> => {
    const kept = load(categoryId)
    if (kept !== undefined && clock.nowMs() - kept.readAtMs < CATEGORY_MS) return kept
    try {
      const [found, conditions, requiredCodes, name] = await Promise.all([
        client.getItemAspects(categoryId),
        client.getConditions(categoryId),
        client.getRequiredCodes(categoryId).catch((error: unknown) => {
          // A platform without this call still has categories.
          if (error instanceof Failure && error.detail.kind === 'notFound') return []
          throw error
        }),
        readName(categoryId),
      ])
      const { ancestors = [] } = loadStored(categoryId) ?? {}
      const category = {
        categoryId,
        name,
        ancestors,
        ...found,
        conditions: conditions ?? null,
        requiredCodes,
        readAtMs: clock.nowMs(),
      }
      putCategory({ ...category, form: CATEGORY_FORM })
      deps.onChange()
      return category
    } catch (error) {
      if (kept === undefined || !(error instanceof Failure)) throw error
      return kept
    }
  }

  return {
    /** The stored category; undefined if it was never read. */
    load,
    requireCategory,
    readName,
    nameOf: (categoryId: string): string | null => loadStored(categoryId)?.name ?? null,
    suggest: async (text: string): Promise<readonly CategoryName[]> => {
      const found = await client.getCategorySuggestions(text)
      database.transaction(() => {
        for (const { categoryId, name, ancestors } of found) {
          putCategory({ ...(loadStored(categoryId) ?? unread), categoryId, name, ancestors })
        }
      })
      return found
    },
  }
}
