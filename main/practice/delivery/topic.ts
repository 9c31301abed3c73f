/** What a notification topic is, and the parts of data that several topics share. */
import type { JsonObject } from '../json-body.ts'
import { newId, newNumber } from '../shop/ids.ts'

export type Seller = { readonly userId: string; readonly username: string }

export type Topic = {
  readonly topicId: string
  readonly description: string
  /** Alternatives: one of them is enough. */
  readonly authorizationScopes: readonly string[]
  readonly filterable: boolean
  /** Whose token subscribes. */
  readonly scope: 'USER' | 'APPLICATION'
  readonly context: string
  readonly payloads: readonly { readonly schemaVersion: string; readonly deprecated: boolean }[]
  /** Creates data with random ids that refer to nothing. */
  readonly sample: (seller: Seller) => JsonObject
}

export const onePayload = [{ schemaVersion: '1.0', deprecated: false }] as const
/** The deprecated payload comes first, because the order isn't guaranteed. */
export const twoPayloads = [
  { schemaVersion: '1.0', deprecated: true },
  { schemaVersion: '1.1', deprecated: false },
] as const

export const createMessage = ({ username }: Seller): JsonObject => ({
  conversationId: newId(),
  conversationType: 'FROM_MEMBERS',
  createdDate: '2026-11-21T12:00:00.000Z',
  messageBody: 'Is this still available?',
  messageId: newId(),
  messageMedia: [{ mediaName: 'photo.jpg', mediaType: 'IMAGE', mediaUrl: 'https://pictures.example/photo.jpg' }],
  readStatus: false,
  recipientUserName: username,
  senderUserName: 'curious-cat',
  subject: 'A question about your item',
})

export const createFeedback = (): JsonObject => ({
  feedbackId: newId(),
  commentType: 'Positive',
  commentText: 'Quick and well packed.',
  commentingUser: 'curious-cat',
  listingId: newNumber(),
  orderLineItemId: `${newNumber()}-1`,
})

/** The account that closed. */
export const createClosedUser = (): JsonObject => ({ username: 'curious-cat', userId: newId(), eiasToken: newId() })

export const createOrderLine = (listingId: string, transactionId: string): JsonObject => ({
  orderLineItemId: `${transactionId}-1`,
  listingId,
  quantity: 1,
})

export const createOrder = (user: Seller): JsonObject => ({
  user: { ...user },
  order: { orderId: newNumber(), orderLineItems: [createOrderLine(newNumber(), newNumber())] },
})

/** Data about an item of the shop. */
export const createItemSample = (details: JsonObject) => (): JsonObject => ({
  listingId: newNumber(),
  sku: 'CAM-014',
  ...details,
})
