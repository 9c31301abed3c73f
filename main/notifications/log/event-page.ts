/** Builds the page of one event: its content, its deliveries and its listings. */
import { UNVERIFIED } from '../../../shared/notifications/event-types.ts'
import type { EventPage, RawBody, StoredEvent } from '../../../shared/notifications/log-contract.ts'
import type { EventNode } from '../../../shared/notifications/tree.ts'
import { cutText, MAX_SHOWN_BYTES, MAX_SHOWN_NODES, MAX_SHOWN_TEXT } from '../receiver/bounds.ts'
import { readDocumentedPaths } from '../receiver/event-paths.ts'
import { findText } from '../receiver/json-event.ts'
import { readDelivery } from '../receiver/parse-event.ts'
import type { NotificationStore } from '../store.ts'
import { toStoredEvent } from './event-store.ts'
import { parseHeaders, toHeaderViews } from './headers.ts'
import { findEventItem, findListedItem, type ItemLookup } from './listed-item.ts'
import { readTopicFields } from './topic-fields.ts'

/** An event can have any number of deliveries; the page lists at most this many and counts the rest. */
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
    // Unverified events get no lookup, whatever they claim to be about (RCV-08).
    ...((signature === 'verified' ? findListedItem(store, lookup, itemId, ownSku) : undefined) ?? {
      sku: null,
      by: null,
    }),
  }))
}

const decodeText = (bytes: Uint8Array, isCut: boolean): string | null => {
  try {
    // The cut may fall within a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut })
  } catch {
    return null
  }
}

/** The beginning of the body of an event's first delivery; undefined if the event is no longer in the log. */
export const loadEventBody = (store: NotificationStore, eventId: number): RawBody | undefined => {
  const [first] = store.deliveries(eventId, 1)
  const body = first === undefined ? undefined : store.bodyHead(first.deliveryId, MAX_SHOWN_BYTES)
  if (body === undefined) return undefined
  const { head, sizeBytes } = body
  const isCut = sizeBytes > head.length
  const text = decodeText(head, isCut)
  return { text, base64: text === null ? Buffer.from(head).toString('base64') : null, sizeBytes, isCut }
}

/** Trims a message to what the window can show. */
const cutTree = (message: EventNode): { readonly tree: EventNode; readonly isTreeCut: boolean } => {
  let nodes = 0
  let isTreeCut = false
  const cut = (node: EventNode): EventNode => {
    nodes += 1
    const text = cutText(node.text, MAX_SHOWN_TEXT)
    const attributes = node.attributes.map(({ name, value }) => ({ name, value: cutText(value) }))
    const children: EventNode[] = []
    for (const child of node.children) {
      if (nodes < MAX_SHOWN_NODES) children.push(cut(child))
    }
    if (text.length < node.text.length || children.length < node.children.length) isTreeCut = true
    return { name: node.name, attributes, text, children }
  }
  return { tree: cut(message), isTreeCut }
}

/** Returns undefined if the event is no longer in the log. */
export const loadEventPage = (store: NotificationStore, eventId: number, lookup: ItemLookup): EventPage | undefined => {
  const event = store.event(eventId)
  const deliveries = [...store.deliveries(eventId, MAX_DELIVERIES)]
  const [firstView] = deliveries
  const first = firstView === undefined ? undefined : store.delivery(firstView.deliveryId)
  if (event === undefined || first === undefined) return undefined
  const facts = toStoredEvent(event)
  const isRead = event.signature === 'verified' && event.name !== UNVERIFIED
  const message = isRead ? (readDelivery(first, store.body(first.deliveryId)).event?.tree() ?? null) : null
  const { tree, isTreeCut } = message === null ? { tree: null, isTreeCut: false } : cutTree(message)
  return {
    ...facts,
    item: findEventItem(store, lookup, facts),
    paths:
      message === null ? [] : [...readDocumentedPaths(event.name, message), ...readTopicFields(event.name, message)],
    tree,
    isTreeCut,
    raw: event.signature === 'verified' ? (loadEventBody(store, eventId) ?? null) : null,
    headers: toHeaderViews(parseHeaders(first.headers)),
    deliveries,
    moreDeliveries: Math.max(0, event.deliveryCount + event.replayCount - deliveries.length),
    copyOf:
      event.origin === 'replay' && first.replayOf !== null ? (store.delivery(first.replayOf)?.eventId ?? null) : null,
    listings: loadListings(store, lookup, facts),
    conversationId: message === null ? null : findText(message, 'conversationId'),
  }
}
