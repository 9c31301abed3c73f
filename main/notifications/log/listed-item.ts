/** Finds the item that an event is about. */
import type { EventItem, EventPage, StoredEvent } from '../../../shared/notifications/log-contract.ts'
import type { NotificationStore } from '../store.ts'

/** The item's data for a list; undefined for an unknown SKU. */
export type FindItem = (sku: string) => Omit<EventItem, 'sku'> | undefined

/** Looks up a SKU's data for a list, and the SKU behind a listing. */
export type ItemLookup = {
  readonly findItem: FindItem
  readonly findOffered: (listingId: string) => string | undefined
}

type ListedItem = { readonly sku: string; readonly by: NonNullable<EventPage['listings'][number]['by']> }

/**
 * Prefers the seller's choice, then the message itself, the offer, and other verified messages; undefined if none names
 * an item.
 */
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

/** The item of an event's first occurrence. An unverified event has none, whatever it claims (RCV-08). */
export const findEventItem = (
  store: NotificationStore,
  lookup: ItemLookup,
  { itemId, occurrences: [first], signature }: Pick<StoredEvent, 'itemId' | 'occurrences' | 'signature'>,
): EventItem | null => {
  const listed = signature === 'verified' ? findListedItem(store, lookup, itemId, first?.sku ?? null) : undefined
  if (listed === undefined) return null
  return { sku: listed.sku, ...(lookup.findItem(listed.sku) ?? { title: null, pictureUrl: null, currency: null }) }
}
