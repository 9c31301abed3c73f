/** The topics of the neutral platform. Their data is undocumented, so the samples follow public examples or guess. */
import { scopes } from '../api/scopes.ts'
import type { JsonObject } from '../json-body.ts'
import { newId } from '../shop/ids.ts'
import {
  createClosedUser,
  createFeedback,
  createItemSample,
  createMessage,
  createOrder,
  onePayload,
  type Topic,
  twoPayloads,
} from './topic.ts'

const topic = (
  topicId: string,
  description: string,
  scope: string,
  sample: Topic['sample'],
  options: Partial<Pick<Topic, 'filterable' | 'scope' | 'payloads'>> = {},
): Topic => ({
  topicId,
  description,
  authorizationScopes: [scope],
  filterable: false,
  scope: 'USER',
  context: options.scope ?? 'USER',
  payloads: onePayload,
  sample,
  ...options,
})

const filterable = { filterable: true } as const
const application = { scope: 'APPLICATION' } as const
const { root, message, inventory, listingPreview, fulfillment } = scopes

const createStandards = (): JsonObject => ({ level: 'TOP_RATED', evaluationDate: '2026-11-20' })

export const neutralTopics: readonly Topic[] = [
  topic(
    'AUTHORIZATION_REVOCATION',
    'A seller revoked the access granted to an app.',
    root,
    (user) => ({ ...user }),
    application,
  ),
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
    { ...filterable, payloads: twoPayloads },
  ),
  topic('LISTING_PREVIEW_CREATION_TASK_STATUS', 'A mapping task has finished.', listingPreview, () => ({
    taskId: newId(),
  })),
  topic('MARKETPLACE_ACCOUNT_DELETION', 'A user closed an account.', root, createClosedUser, application),
  topic('NEW_MESSAGE', 'A message arrived.', message, createMessage, filterable),
  topic('ORDER_CONFIRMATION', 'An order was placed.', fulfillment, createOrder, filterable),
  topic('PRIORITY_LISTING_REVISION', 'A promoted listing was revised.', inventory, createItemSample({})),
  topic('SELLER_STANDARDS_PROFILE_METRICS', 'The seller level was evaluated.', root, createStandards),
]
