import { newId, newNumber } from './ids.ts'
import type { JsonObject } from './refusal.ts'
import { scopes } from './scopes.ts'

/**
 * The topics of the platform, and what the data of a notification of each looks like.
 *
 * The documents show neither. The samples follow what is publicly known; where nothing is, they are plain guesses.
 */
export type Topic = {
  readonly topicId: string
  readonly description: string
  readonly authorizationScopes: readonly string[]
  readonly filterable: boolean
  readonly context: string
  /** Data with ids that nobody has: what they name cannot be looked up. */
  readonly sample: () => JsonObject
}

const message = (): JsonObject => ({
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

const feedback = (): JsonObject => ({
  feedbackId: newId(),
  commentType: 'Positive',
  commentText: 'Quick and well packed.',
  commentingUser: 'curious-cat',
  listingId: newNumber(),
  orderLineItemId: `${newNumber()}-1`,
})

const user = (): JsonObject => ({ username: 'curious-cat', userId: newId(), eiasToken: newId() })

const topic = (
  topicId: string,
  description: string,
  scope: string,
  sample: () => JsonObject,
  how: { readonly filterable?: boolean; readonly context?: string } = {},
): Topic => ({
  topicId,
  description,
  authorizationScopes: [scope],
  filterable: how.filterable ?? false,
  context: how.context ?? 'USER',
  sample,
})

const filterable = { filterable: true } as const
const ofTheApplication = { context: 'APPLICATION' } as const

export const topics: readonly Topic[] = [
  topic('AUTHORIZATION_REVOCATION', 'A seller took back what was granted.', scopes.root, user, ofTheApplication),
  topic('BUYER_QUESTION', 'A buyer asked about a listing.', scopes.message, message, filterable),
  topic('FEEDBACK_LEFT', 'The seller left feedback.', scopes.root, feedback),
  topic('FEEDBACK_RECEIVED', 'The seller received feedback.', scopes.root, feedback),
  topic(
    'ITEM_AVAILABILITY',
    'The stock of an item changed.',
    scopes.inventory,
    () => ({ listingId: newNumber(), sku: 'CAM-014', availableQuantity: 3, previousQuantity: 4 }),
    filterable,
  ),
  topic(
    'LISTING',
    'A listing changed.',
    scopes.inventory,
    () => ({
      listingId: newNumber(),
      sku: 'CAM-014',
      listingStatus: 'ACTIVE',
      price: { value: '25.00', currency: 'USD' },
    }),
    filterable,
  ),
  topic('LISTING_PREVIEW_CREATION_TASK_STATUS', 'A mapping task has finished.', scopes.listingPreview, () => ({
    taskId: newId(),
  })),
  topic('MARKETPLACE_ACCOUNT_DELETION', 'A user closed an account.', scopes.root, user, ofTheApplication),
  topic('NEW_MESSAGE', 'A message arrived.', scopes.message, message, filterable),
  topic(
    'ORDER_CONFIRMATION',
    'An order was placed.',
    scopes.fulfillment,
    () => ({
      user: { userId: 'curious-cat', username: 'curious-cat' },
      order: {
        orderId: newNumber(),
        orderLineItems: [{ orderLineItemId: `${newNumber()}-1`, listingId: newNumber(), quantity: 1 }],
      },
    }),
    filterable,
  ),
  topic('PRIORITY_LISTING_REVISION', 'A promoted listing was revised.', scopes.inventory, () => ({
    listingId: newNumber(),
    sku: 'CAM-014',
  })),
  topic('SELLER_STANDARDS', 'The seller level was evaluated.', scopes.root, () => ({
    level: 'TOP_RATED',
    evaluationDate: '2026-11-20',
  })),
]
