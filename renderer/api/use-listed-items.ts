/** The item behind a listing ID, for rows and titles. Batches the requests of many components into one call. */
import { useQuery } from '@tanstack/react-query'
import type { ListedItem } from '../../shared/overview/contract.ts'
import { createBatched } from './batched.ts'
import { useUnboundClient } from './hooks.ts'

/** The limit per call. */
const MAX_AT_ONCE = 200

const loadListedItem = createBatched<ListedItem>(MAX_AT_ONCE, async (client, listingIds) => {
  const { items } = await client.overview.listedItems({ listingIds: [...listingIds] })
  return new Map(items.map((item) => [item.listingId, item] as const))
})

/** Undefined while loading, and without a listing ID. An unknown listing has an item without a SKU. */
export const useListedItem = (listingId: string | null | undefined): ListedItem | undefined => {
  const client = useUnboundClient()
  const isKnown = listingId !== null && listingId !== undefined && listingId !== ''
  const answer = useQuery({
    queryKey: ['overview', 'listedItems', { listingIds: [listingId ?? ''] }],
    queryFn: async () => (await loadListedItem(client, listingId ?? '')) ?? null,
    enabled: isKnown,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return answer.data ?? undefined
}

/** The title of a listing's item, else `Item 4711`. */
export const useListingTitle = (listingId: string): string => useListedItem(listingId)?.title ?? `Item ${listingId}`
