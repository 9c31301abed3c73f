/** Which item an event is about. */
import type { EventItem, EventPage, StoredEvent } from '../../../shared/notifications/log-contract.ts'
import type { NotificationStore } from '../store.ts'

/** What a list shows of an item; undefined for an unknown SKU. */
export type FindItem = (sku: string) => Omit<EventItem, 'sku'> | undefined

/** Finds what a list shows of a SKU, and the SKU whose offer has a listing. */
export type ItemLookup = {
  readonly findItem: FindItem
  readonly findOffered: (listingId: string) => string | undefined
}

type ListedItem = { readonly sku: string; readonly by: NonNullable<EventPage['listings'][number]['by']> }

/** By the seller's choice, else by the message itself, the offer, or another verified message; undefined if none names it. */
export const findListedItem = (
  store: NotificationStore,
  { findOffered }: Pick<ItemLookup, 'findOffered'>,
  itemId: string | null,
  ownSku: string | null,
): ListedItem | undefined => {
  const chosen = itemId === null ? null : store.listing(itemId)
  if (chosen !== null) return { sku: chosen, by: 'seller' }
  if (ownSku !== null) return { sku: ownSku, by: 'message' }
  if (itemId === null) return undefined
  const offered = findOffered(itemId)
  if (offered !== undefined) return { sku: offered, by: 'offer' }
  const sku = store.skuFromMessages(itemId)
  return sku === null ? undefined : { sku, by: 'otherMessage' }
}

/**
 * Returns a function that finds the item of an event's first occurrence. An event that isn't verified has none, whatever it
 * claims (RCV-08). For one page of the log: a listing that many events name is looked up once.
 */
export const createFindEventItem = (store: NotificationStore, lookup: ItemLookup) => {
  const found = new Map<string, EventItem | null>()
  const load = (itemId: string | null, ownSku: string | null): EventItem | null => {
    const listed = findListedItem(store, lookup, itemId, ownSku)
    if (listed === undefined) return null
    return { sku: listed.sku, ...(lookup.findItem(listed.sku) ?? { title: null, pictureUrl: null, currency: null }) }
  }
  return (event: Pick<StoredEvent, 'itemId' | 'occurrences' | 'signature'>): EventItem | null => {
    if (event.signature !== 'verified') return null
    const { itemId, occurrences } = event
    const ownSku = occurrences[0]?.sku ?? null
    const key = JSON.stringify([itemId, ownSku])
    const known = found.get(key)
    if (known !== undefined) return known
    const item = load(itemId, ownSku)
    found.set(key, item)
    return item
  }
}
