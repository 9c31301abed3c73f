/**
 * The topics of the eBay platform, as production listed them in September 2026. Contracts exist for messages, orders,
 * returns, cancellations, inquiries, shipments and closed accounts; the data of the other topics is a guess.
 * https://developer.ebay.com/api-docs/commerce/notification/overview.html#topics
 */
import { scopes } from '../api/scopes.ts'
import type { JsonObject } from '../json-body.ts'
import { newId, newNumber } from '../shop/ids.ts'
import {
  createClosedUser,
  createFeedback,
  createItemSample,
  createMessage,
  createOrder,
  onePayload,
  type Seller,
  type Topic,
  twoPayloads,
} from './topic.ts'

const AT = '2026-11-21T12:00:00.000Z'

const topic = (
  topicId: string,
  description: string,
  authorizationScopes: readonly string[],
  sample: Topic['sample'],
  options: Partial<Pick<Topic, 'filterable' | 'scope' | 'context' | 'payloads'>> = {},
): Topic => ({
  topicId,
  description,
  authorizationScopes,
  filterable: false,
  scope: 'USER',
  context: 'COMMERCE',
  payloads: onePayload,
  sample,
  ...options,
})

const developer = { context: 'DEVELOPER' } as const
const application = { scope: 'APPLICATION', ...developer } as const
const filterable = { filterable: true } as const

const scope = (name: string): string => `${scopes.root}/${name}`
const root = [scopes.root]
const message = [scopes.message]
const analytics = [scopes.analytics]
// Ordinary keysets can't have these: https://github.com/Marty-LFG/tcg-listing-tools
const itemStream = [scope('buy.item.stream')]
const watchlist = [scope('buy.watchlist.read')]
const cancellations = [scope('sell.cancellation.read'), scope('sell.cancellation')]
const returns = [scope('sell.return.read'), scope('sell.return')]
const inquiries = [scope('sell.inquiry.read'), scope('sell.inquiry')]
const listings = [scope('sell.listing.read'), scope('sell.listing')]

const createLineIds = (kind: string): JsonObject => ({
  [`${kind}LineItemId`]: newNumber(),
  orderId: newNumber(),
  orderLineItemId: `${newNumber()}-1`,
})

const createCancellation = (seller: Seller): JsonObject => ({
  activityType: 'CANCELLATION_REQUESTED',
  activityDate: AT,
  orderCancellation: {
    cancellationId: newNumber(),
    cancellationStatus: 'REQUESTED',
    requester: 'BUYER',
    requestedDate: AT,
    seller: { ...seller },
    sellerAvailableActions: { primaryActions: ['APPROVE', 'DECLINE'], responseDueDate: '2026-11-24T12:00:00.000Z' },
    cancellationLineItems: [createLineIds('cancellation')],
  },
})

const createReturn = (seller: Seller): JsonObject => ({
  activityType: 'RETURN_REQUESTED',
  activityDate: AT,
  orderReturn: {
    returnId: newNumber(),
    returnStatus: 'REQUESTED',
    requester: 'BUYER',
    requestedDate: AT,
    seller: { ...seller },
    sellerAvailableActions: {
      respondByAction: { respondAction: 'APPROVE_RETURN', responseDueDate: '2026-11-24T12:00:00.000Z' },
      secondaryActions: ['SEND_MESSAGE'],
    },
    returnLineItems: [createLineIds('return')],
  },
})

const createInquiry = (seller: Seller): JsonObject => ({
  activityType: 'INQUIRY_CREATED',
  activityDate: AT,
  orderInquiry: {
    type: 'ITEM_NOT_RECEIVED',
    inquiryId: newNumber(),
    inquiryStatus: 'OPEN',
    initiator: 'BUYER',
    openedDate: AT,
    seller: { ...seller },
    sellerAvailableActions: {
      respondByAction: { respondAction: 'PROVIDE_TRACKING_INFO', responseDueDate: '2026-11-24T12:00:00.000Z' },
    },
    inquiryLineItems: [createLineIds('inquiry')],
  },
})

/** A real one had one level more than its contract, numbers for ids, and an offset in its time. */
const createShipment = ({ username }: Seller): JsonObject => {
  const [itemId, transactionId] = [newNumber(), newNumber()]
  return {
    itemMarkedShipped: {
      trackingNumber: null,
      carrier: null,
      shippedDate: '2026-11-21T07:00:00.000-05:00',
      orderId: '14-14836-70653',
      itemId: Number(itemId),
      transactionId: Number(transactionId),
      lineItemId: `${itemId}-${transactionId}`,
      publicUserId: 2_563_054_206,
      username,
    },
  }
}

const createMetrics = (programOrType: JsonObject): (() => JsonObject) => {
  return () => ({ cycleType: 'CURRENT', evaluationDate: AT, ...programOrType })
}

export const ebayTopics: readonly Topic[] = [
  topic('AUCTION_ACTIVITY', 'Bids on an auction.', root, createItemSample({ activityType: 'BID_RECEIVED' })),
  topic('AUCTION_ENDED', 'An auction ended.', root, createItemSample({ endDate: AT })),
  topic(
    'AUTHORIZATION_REVOCATION',
    'A user revoked the access of an application.',
    root,
    (seller) => ({ ...seller, revokeReason: 'REVOKED_BY_USER' }),
    application,
  ),
  topic('BULK_DATA_TRANSFER_THRESHOLD', 'A bulk data transfer nears its limit.', root, () => ({ status: 'WARNING' })),
  topic('BUYER_QUESTION', 'A buyer asked about a listing.', message, createMessage, developer),
  topic(
    'BUYER_REQUESTED_PURCHASE_QUOTE',
    'A buyer asked for a quote.',
    root,
    createItemSample({ quoteId: newNumber() }),
  ),
  topic('FEEDBACK_LEFT', 'The user left feedback.', root, createFeedback),
  topic('FEEDBACK_RECEIVED', 'The user received feedback.', root, (seller) => ({
    ...createFeedback(),
    receiverUserDetail: { userId: seller.userId },
  })),
  topic('FEEDBACK_STAR_RATING', 'The feedback star changed.', root, () => ({ starRating: 'TURQUOISE' })),
  topic('ITEM_AVAILABILITY', 'The availability of an item changed.', itemStream, createItemSample({}), filterable),
  topic(
    'ITEM_COMMITMENT_CANCELLATION_ACTIVITY',
    'Activity of a cancellation before payment.',
    cancellations,
    createCancellation,
  ),
  topic('ITEM_MARKED_SHIPPED', 'An item was marked as shipped.', [scopes.shipping], createShipment),
  topic('ITEM_PRICE_REVISION', 'The price of an item changed.', itemStream, createItemSample({}), filterable),
  topic('LISTING', 'A listing changed.', listings, createItemSample({ eventType: 'UPDATED' })),
  topic(
    'LISTING_PREVIEW_CREATION_TASK_STATUS',
    'A listing preview task has finished.',
    [scopes.listingPreview],
    () => ({ taskId: newId(), status: 'COMPLETED' }),
  ),
  topic('MARKETPLACE_ACCOUNT_DELETION', 'A user closed an account.', root, createClosedUser, application),
  topic('NEW_MESSAGE', 'A message arrived.', message, createMessage, developer),
  topic('OFFER_ACTIVITY', 'Activity of a best offer.', root, createItemSample({ offerType: 'BUYER_OFFER' })),
  topic('ORDER_CANCELLATION_ACTIVITY', 'Activity of a cancellation.', cancellations, createCancellation),
  topic(
    'ORDER_CONFIRMATION',
    'An order was paid.',
    [scopes.fulfillment, `${scopes.fulfillment}.readonly`],
    createOrder,
    { payloads: twoPayloads.map(({ schemaVersion }) => ({ schemaVersion, deprecated: false })) },
  ),
  topic('ORDER_INQUIRY_ACTIVITY', 'Activity of an inquiry.', inquiries, createInquiry),
  topic('ORDER_RETURN_ACTIVITY', 'Activity of a return.', returns, createReturn),
  topic(
    'PLA_CAMPAIGN_BUDGET_STATUS',
    'A campaign is out of budget.',
    [scopes.marketing, `${scopes.marketing}.readonly`],
    () => ({ campaignId: newNumber(), budgetStatus: 'OUT_OF_BUDGET' }),
  ),
  topic(
    'PRIORITY_LISTING_REVISION',
    'A priority listing was revised.',
    itemStream,
    ({ userId, username }) => ({
      itemId: newNumber(),
      listingMarketplaceId: 'EBAY_US',
      seller: { userName: username, userId },
      categoryId: '15230',
      priorityListing: true,
    }),
    filterable,
  ),
  topic('PURCHASE_QUOTE_CANCELLATION_ACTIVITY', 'Activity of a cancelled quote.', cancellations, createCancellation),
  topic('REGULATORY_GUIDELINE', 'A regulatory guideline changed.', root, () => ({ guidelineId: newNumber() })),
  topic(
    'SELLER_CUSTOMER_SERVICE_METRIC_RATING',
    'Customer service was rated.',
    analytics,
    createMetrics({ customerServiceMetricType: 'ITEM_NOT_AS_DESCRIBED', rating: 'LOW' }),
  ),
  topic(
    'SELLER_STANDARDS_PROFILE_METRICS',
    'The seller level was evaluated.',
    analytics,
    createMetrics({ program: 'PROGRAM_US', standardsLevel: 'TOP_RATED' }),
  ),
  topic('WATCHLIST_REVISION', 'An item was watched or unwatched.', watchlist, createItemSample({})),
]
