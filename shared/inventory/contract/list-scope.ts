/** How the item list is filtered and sorted. */
import * as z from 'zod'
import { makers } from '../active-listing.ts'
import { listingStates } from '../listing-state.ts'
import { listedSkuSchema } from '../sku.ts'

/** `refused`: the platform refused the last save and the edit has not been corrected. `withOffers`: a buyer waits for an answer (LST-25). */
export const itemFilters = ['all', 'incomplete', 'changed', 'conflict', 'lowStock', 'refused', 'withOffers'] as const
export type ItemFilter = (typeof itemFilters)[number]

export const itemSortColumns = [
  'sku',
  'title',
  'quantity',
  'condition',
  'editedAt',
  'listing',
  'price',
  'category',
] as const
export type ItemSortColumn = (typeof itemSortColumns)[number]

export const listScopeSchema = z.object({
  search: z.string().max(200).default(''),
  filter: z.enum(itemFilters).default('all'),
  /** Only items in this state of listing (LST-11). Absent: any. */
  listing: z.enum(listingStates).exactOptional(),
  /** Only items in this condition; null for items without one. Absent: any. */
  condition: z.string().max(100).nullable().exactOptional(),
  /** Only items whose offer is in this category, by its name or id; null for items without one. Absent: any. */
  category: z.string().max(300).nullable().exactOptional(),
  /** `elsewhere`: only listings made with other tools (LST-13). Absent: only the inventory's items. */
  maker: z.enum(makers).exactOptional(),
  /** Only items whose offer's price is in this range, ends included. Absent: no limit. */
  minPrice: z.number().min(0).exactOptional(),
  maxPrice: z.number().min(0).exactOptional(),
})
export type ListScope = z.infer<typeof listScopeSchema>

const MAX_SKUS = 100_000

/** Rows of the list: some SKUs, or everything in a filter but some. A filter stays a filter, however many rows it has. */
export const itemSelectionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('skus'), skus: z.array(listedSkuSchema).min(1).max(MAX_SKUS).readonly() }),
  listScopeSchema.extend({
    kind: z.literal('list'),
    except: z.array(listedSkuSchema).max(MAX_SKUS).readonly().default([]),
  }),
])
export type ItemSelection = z.infer<typeof itemSelectionSchema>
