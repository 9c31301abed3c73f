/** Builds the page of one event: its content, its deliveries and its listings. */
import type { EventPage, StoredEvent } from '../../../shared/notifications/log-contract.ts'
import { readDocumentedPaths } from '../receiver/event-paths.ts'
import { findText } from '../receiver/json-event.ts'
import { readDelivery } from '../receiver/parse-event.ts'
import type { NotificationStore } from '../store.ts'
import { toStoredEvent } from './event-store.ts'
import { parseHeaders, toHeaderViews } from './headers.ts'
import { findEventItem, findListedItem, type ItemLookup } from './listed-item.ts'

/** An event can have any number of deliveries; the page lists this many and counts the others. */
const MAX_DELIVERIES = 200

const loadListings = (
  store: NotificationStore,
  lookup: ItemLookup,
  { occurrences, signature }: Pick<StoredEvent, 'occurrences' | 'signature'>,
): EventPage['listings'] => {
  const skus = new Map<string, string | null>()
  for (const { itemId, sku } of occurrences) if (itemId !== null) skus.set(itemId, sku ?? skus.get(itemId) ?? null)
  return [...skus].map(([itemId, ownSku]) => ({
    itemId,
    // Not looked up for an unverified event, whatever it claims to be about (RCV-08).
    ...((signature === 'verified' ? findListedItem(store, lookup, itemId, ownSku) : undefined) ?? {
      sku: null,
      by: null,
    }),
  }))
}

const decodeText = (body: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return null
  }
}

/** Returns undefined if the event is no longer in the log. */
export const loadEventPage = (store: NotificationStore, eventId: number, lookup: ItemLookup): EventPage | undefined => {
  const event = store.event(eventId)
  const deliveries = [...store.deliveries(eventId, MAX_DELIVERIES)]
  const [firstView] = deliveries
  const first = firstView === undefined ? undefined : store.delivery(firstView.deliveryId)
  if (event === undefined || first === undefined) return undefined
  const body = store.body(first.deliveryId)
  const text = decodeText(body)
  const tree = readDelivery(first, body).event?.tree() ?? null
  const facts = toStoredEvent(event)
  return {
    ...facts,
    item: findEventItem(store, lookup, facts),
    paths: tree === null ? [] : readDocumentedPaths(event.name, tree),
    tree,
    raw: { text, base64: text === null ? Buffer.from(body).toString('base64') : null, sizeBytes: body.length },
    headers: toHeaderViews(parseHeaders(first.headers)),
    deliveries,
    moreDeliveries: Math.max(0, event.deliveryCount + event.replayCount - deliveries.length),
    copyOf:
      event.origin === 'replay' && first.replayOf !== null ? (store.delivery(first.replayOf)?.eventId ?? null) : null,
    listings: loadListings(store, lookup, facts),
    conversationId: tree === null ? null : findText(tree, 'conversationId'),
  }
}
