/**
 * Reading a message of the REST service.
 *
 * Document 3, section 6 does not show its shape. The public one is `metadata.topic` and `notification` with
 * notificationId, eventDate and data; anything else is kept whole and shown under the name that it has, or none.
 */
import * as z from 'zod'
import { type EventNode, leaf } from '../../../shared/notifications/tree.ts'
import { EventRefusal, type ParsedEvent } from './parsed-event.ts'

const messageSchema = z.object({
  metadata: z.object({ topic: z.string() }).optional().catch(undefined),
  notification: z
    .object({ notificationId: z.string().optional(), eventDate: z.string().optional(), data: z.unknown() })
    .optional()
    .catch(undefined),
})

const nodesOf = (name: string, value: unknown): readonly EventNode[] => {
  if (Array.isArray(value))
    return value.length === 0 ? [leaf(name, '')] : value.flatMap((entry) => nodesOf(name, entry))
  if (typeof value === 'object' && value !== null) {
    const children = Object.entries(value).flatMap(([key, inner]) => nodesOf(key, inner))
    return [{ name, attributes: [], text: '', children }]
  }
  return [leaf(name, String(value))]
}

/** The first value under one of these names, nearest to the root first. */
const firstOf = (root: EventNode, names: readonly string[]): string | null => {
  let level: readonly EventNode[] = root.children
  while (level.length > 0) {
    for (const name of names) {
      const found = level.find((node) => node.name === name && node.text !== '')
      if (found !== undefined) return found.text
    }
    level = level.flatMap((node) => node.children)
  }
  return null
}

/** The event of a JSON body. Throws `EventRefusal` where it is no object. */
export const readJsonEvent = (value: unknown): ParsedEvent => {
  const parsed = messageSchema.safeParse(value)
  if (!parsed.success) throw new EventRefusal('It is JSON, but not an object.')
  const { metadata, notification } = parsed.data
  const name = metadata?.topic.slice(0, 200) ?? ''
  const [data = leaf('data', '')] = nodesOf('data', notification?.data ?? null)
  return {
    name: name === '' ? 'Message without a topic' : name,
    tree: () => nodesOf('message', value)[0] ?? leaf('message', ''),
    timestamp: notification?.eventDate ?? null,
    notificationId: notification?.notificationId ?? null,
    occurrences: [
      {
        itemId: firstOf(data, ['listingId', 'itemId', 'legacyItemId']),
        sku: firstOf(data, ['sku', 'SKU']),
        transactionId: firstOf(data, ['orderLineItemId', 'transactionId', 'orderId']),
        buyer: firstOf(data, ['senderUserName', 'username', 'userName']),
        price: null,
        currency: null,
        commentType: null,
      },
    ],
  }
}
