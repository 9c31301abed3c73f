/** The notification topics that the platform offers. */
import { scopes } from '../api/scopes.ts'
import type { JsonObject } from '../json-body.ts'
import { newId, newNumber } from '../shop/ids.ts'

/** A topic of the platform. Notification data is undocumented; samples follow public examples or guess. */
export type Topic = {
  readonly topicId: string
  readonly description: string
  readonly authorizationScopes: readonly string[]
  readonly filterable: boolean
  readonly context: 'USER' | 'APPLICATION'
  readonly payloads: readonly { readonly schemaVersion: string; readonly deprecated: boolean }[]
  /** Creates data with random ids that refer to nothing. */
  readonly sample: () => JsonObject
}

const createMessage = (): JsonObject => ({
  conversationId: newId(),
  conversationType: 'FROM_MEMBERS',
  createdDate: '2026-11-21T12:00:00.000Z',
  messageBody: 'Is this still available?',
  messageId: newId(),
  messageMedia: [{ mediaName: 'photo.jpg', mediaType: 'IMAGE', mediaUrl: 'https://pictures.example/photo.jpg' }],
  readStatus: false,
  recipientUserName: 'practice-seller',
  senderUserName: 'curious-cat',
  subject: 'A question about your item',
})

const createFeedback = (): JsonObject => ({
  feedbackId: newId(),
  commentType: 'Positive',
  commentText: 'Quick and well packed.',
  commentingUser: 'curious-cat',
  listingId: newNumber(),
  orderLineItemId: `${newNumber()}-1`,
})

const createUser = (): JsonObject => ({ username: 'curious-cat', userId: newId(), eiasToken: newId() })

const createOrder = (): JsonObject => ({
  user: { userId: 'practice-seller', username: 'practice-seller' },
  order: {
    orderId: newNumber(),
    orderLineItems: [{ orderLineItemId: `${newNumber()}-1`, listingId: newNumber(), quantity: 1 }],
  },
})

/** Data about an item of the shop. */
const createItemSample = (details: JsonObject) => (): JsonObject => ({
  listingId: newNumber(),
  sku: 'CAM-014',
  ...details,
})

const topic = (
  topicId: string,
  description: string,
  scope: string,
  sample: () => JsonObject,
  options: Partial<Pick<Topic, 'filterable' | 'context' | 'payloads'>> = {},
): Topic => ({
  topicId,
  description,
  authorizationScopes: [scope],
  filterable: false,
  context: 'USER',
  payloads: [{ schemaVersion: '1.0', deprecated: false }],
  sample,
  ...options,
})

const filterable = { filterable: true } as const
/** The deprecated payload comes first, because the order isn't guaranteed. */
const twoPayloads = {
  payloads: [
    { schemaVersion: '1.0', deprecated: true },
    { schemaVersion: '1.1', deprecated: false },
  ],
} as const
const application = { context: 'APPLICATION' } as const
const { root, message, inventory, listingPreview, fulfillment } = scopes

export const topics: readonly Topic[] = [
  topic('AUTHORIZATION_REVOCATION', 'A seller revoked the access granted to an app.', root, createUser, application),
  topic('BUYER_QUESTION', 'A buyer asked about a listing.', message, createMessage, filterable),
  topic('FEEDBACK_LEFT', 'The seller left feedback.', root, createFeedback),
  topic('FEEDBACK_RECEIVED', 'The seller received feedback.', root, createFeedback),
  topic(
    'ITEM_AVAILABILITY',
    'The stock of an item changed.',
    inventory,
    createItemSample({ availableQuantity: 3, previousQuantity: 4 }),
    filterable,
  ),
  topic(
    'LISTING',
    'A listing changed.',
    inventory,
    createItemSample({ listingStatus: 'ACTIVE', price: { value: '25.00', currency: 'USD' } }),
    { ...filterable, ...twoPayloads },
  ),
  topic('LISTING_PREVIEW_CREATION_TASK_STATUS', 'A mapping task has finished.', listingPreview, () => ({
    taskId: newId(),
  })),
  topic('MARKETPLACE_ACCOUNT_DELETION', 'A user closed an account.', root, createUser, application),
  topic('NEW_MESSAGE', 'A message arrived.', message, createMessage, filterable),
  topic('ORDER_CONFIRMATION', 'An order was placed.', fulfillment, createOrder, filterable),
  topic('PRIORITY_LISTING_REVISION', 'A promoted listing was revised.', inventory, createItemSample({})),
  topic('SELLER_STANDARDS', 'The seller level was evaluated.', root, () => ({
    level: 'TOP_RATED',
    evaluationDate: '2026-11-20',
  })),
]
