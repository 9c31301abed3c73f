/**
 * Reads a message of the REST service: `metadata.topic`, and `notification` with notificationId, eventDate and data, as
 * the public platform sends it. Any other JSON is kept whole.
 */
import * as z from 'zod'
import { ACCOUNT_DELETION } from '../../../shared/notifications/event-types.ts'
import { type EventNode, leaf } from '../../../shared/notifications/tree.ts'
import { cutText, MAX_OCCURRENCES } from './bounds.ts'
import { EventRefusal, type ParsedEvent } from './parsed-event.ts'

const messageSchema = z.object({
  metadata: z.object({ topic: z.string() }).optional().catch(undefined),
  notification: z
    .object({ notificationId: z.string().optional(), eventDate: z.string().optional(), data: z.unknown() })
    .optional()
    .catch(undefined),
})

/** An array becomes one node per entry. */
export const toNodes = (name: string, value: unknown): readonly EventNode[] => {
  if (Array.isArray(value))
    return value.length === 0 ? [leaf(name, '')] : value.flatMap((entry) => toNodes(name, entry))
  if (typeof value === 'object' && value !== null) {
    const children = Object.entries(value).flatMap(([key, inner]) => toNodes(key, inner))
    return [{ name, attributes: [], text: '', children }]
  }
  return [leaf(name, value === null ? '' : String(value))]
}

/** Returns the text of the node nearest to the root with one of these names. */
export const findText = (root: EventNode, ...names: readonly string[]): string | null => {
  for (let level = root.children; level.length > 0; level = level.flatMap((node) => node.children)) {
    for (const name of names) {
      const found = level.find((node) => node.name === name && node.text !== '')
      if (found !== undefined) return found.text
    }
  }
  return null
}

const findField = (root: EventNode, ...names: readonly string[]): string | null => {
  const found = findText(root, ...names)
  return found === null ? null : cutText(found)
}

const findAll = (root: EventNode, name: string): readonly EventNode[] =>
  root.children.flatMap((child) => (child.name === name ? [child] : findAll(child, name)))

/**
 * Returns the occurrences: one for each line item of an order (PLT-17), or one for anything else.
 *
 * `isClosedAccount`: the user is about to be erased and must not reach any list or index (PLT-18).
 */
const readOccurrences = (data: EventNode, isClosedAccount: boolean): Pick<ParsedEvent, 'occurrences' | 'omitted'> => {
  // Any other person in it may be the seller (PLT-25).
  const buyer = isClosedAccount ? null : findField(data, 'senderUserName', 'senderUsername')
  const lineItems = findAll(data, 'orderLineItems').filter(({ children }) => children.length > 0)
  const occurrences = (lineItems.length > 0 ? lineItems : [data]).slice(0, MAX_OCCURRENCES).map((part) => ({
    itemId: findField(part, 'listingId', 'itemId', 'legacyItemId'),
    sku: findField(part, 'sku', 'SKU'),
    transactionId: findField(part, 'orderLineItemId', 'transactionId', 'orderId'),
    buyer,
    price: null,
    currency: null,
    commentType: null,
  }))
  return { occurrences, omitted: Math.max(0, lineItems.length - MAX_OCCURRENCES) }
}

/** Throws `EventRefusal` if the value isn't an object. */
export const parseJsonEvent = (value: unknown): ParsedEvent => {
  const parsed = messageSchema.safeParse(value)
  if (!parsed.success) throw new EventRefusal('It is JSON, but not an object.')
  const { metadata, notification } = parsed.data
  const [data = leaf('data', '')] = toNodes('data', notification?.data ?? null)
  return {
    name: metadata?.topic.slice(0, 200) || 'Message without a topic',
    tree: () => toNodes('message', value)[0] ?? leaf('message', ''),
    timestamp: cutText(notification?.eventDate ?? '') || null,
    notificationId: cutText(notification?.notificationId ?? '') || null,
    ...readOccurrences(data, metadata?.topic === ACCOUNT_DELETION),
  }
}
