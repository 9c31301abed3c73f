/** How the list of items is filtered and sorted. */
export const itemFilters = ['all', 'incomplete', 'changed', 'conflict', 'lowStock', 'failed'] as const
/** `failed`: the last save or run said something of it, and what was typed still waits. */
export type ItemFilter = (typeof itemFilters)[number]

export const itemSortColumns = ['sku', 'title', 'quantity', 'condition', 'editedAt'] as const
export type ItemSortColumn = (typeof itemSortColumns)[number]
