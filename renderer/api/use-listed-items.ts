/** The item behind a listing ID, for rows and titles. Batches the requests of many components into one call. */
import { useQuery } from '@tanstack/react-query'
import type { StallhandClient } from '../../shared/ipc/contract.ts'
import type { ListedItem } from '../../shared/overview/contract.ts'
import { useUnboundClient } from './hooks.ts'

/** The limit per call. */
const MAX_AT_ONCE = 200

type Batch = { readonly ids: Set<string>; readonly answer: Promise<ReadonlyMap<string, ListedItem>> }
const batches = new WeakMap<StallhandClient, Batch>()

/** Joins the current batch, or starts one that is sent after the current task. */
const loadListedItem = async (client: StallhandClient, listingId: string): Promise<ListedItem | null> => {
  const current = batches.get(client)
  const isOpen = current !== undefined && current.ids.size < MAX_AT_ONCE
  const ids = isOpen ? current.ids : new Set<string>()
  ids.add(listingId)
  const batch: Batch = isOpen
    ? current
    : {
        ids,
        answer: Promise.resolve().then(async () => {
          if (batches.get(client)?.ids === ids) batches.delete(client)
          const { items } = await client.overview.listedItems({ listingIds: [...ids] })
          return new Map(items.map((item) => [item.listingId, item] as const))
        }),
      }
  batches.set(client, batch)
  return (await batch.answer).get(listingId) ?? null
}

/** Undefined while loading, and without a listing ID. An unknown listing has an item without a SKU. */
export const useListedItem = (listingId: string | null | undefined): ListedItem | undefined => {
  const client = useUnboundClient()
  const isKnown = listingId !== null && listingId !== undefined && listingId !== ''
  const answer = useQuery({
    queryKey: ['overview', 'listedItems', { listingIds: [listingId ?? ''] }],
    queryFn: () => loadListedItem(client, listingId ?? ''),
    enabled: isKnown,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return answer.data ?? undefined
}

/** The title of a listing's item, else `Item 4711`. */
export const useListingTitle = (listingId: string): string => useListedItem(listingId)?.title ?? `Item ${listingId}`
