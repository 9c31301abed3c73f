/** How the item list is filtered and sorted. */
import * as z from 'zod'

/** `refused`: the platform refused the last save and the edit has not been corrected. */
export const itemFilters = ['all', 'incomplete', 'changed', 'conflict', 'lowStock', 'refused'] as const
export type ItemFilter = (typeof itemFilters)[number]

export const itemSortColumns = ['sku', 'title', 'quantity', 'condition', 'editedAt'] as const
export type ItemSortColumn = (typeof itemSortColumns)[number]

export const listScopeSchema = z.object({
  search: z.string().max(200).default(''),
  filter: z.enum(itemFilters).default('all'),
})
export type ListScope = z.infer<typeof listScopeSchema>
