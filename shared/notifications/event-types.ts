/**
 * The known event types and topics: what a seller calls them, and what they are for. Any other type is shown by name.
 */

/** In the order in which groups of types are shown. */
const eventPurposes = ['sales', 'messages', 'listings', 'feedback', 'account', 'other'] as const
type EventPurpose = (typeof eventPurposes)[number]

export const purposeLabels: Readonly<Record<EventPurpose, string>> = {
  sales: 'Sales',
  messages: 'Messages',
  listings: 'Items and listings',
  feedback: 'Feedback',
  account: 'Accounts and access',
  other: 'Other',
}

export type EventType = {
  readonly name: string
  readonly label: string
  readonly purpose: EventPurpose
  /** Whether it reports a sale or a question, which raises a badge and a notice. */
  readonly raises: 'sale' | 'question' | null
  /** When a topic's notifications arrive, for the seller; null for legacy events. */
  readonly meaning: string | null
}

const type = (name: string, label: string, purpose: EventPurpose, raises: EventType['raises'] = null): EventType => ({
  name,
  label,
  purpose,
  raises,
  meaning: null,
})

const topic = (
  name: string,
  label: string,
  purpose: EventPurpose,
  meaning: string,
  raises: EventType['raises'] = null,
): EventType => ({ name, label, purpose, raises, meaning })

/** The legacy event types that docs/platform.md names. They can be registered without asking the platform. */
export const eventTypes: readonly EventType[] = [
  type('FixedPriceTransaction', 'Sold', 'sales', 'sale'),
  type('AuctionCheckoutComplete', 'Sold by auction', 'sales', 'sale'),
  type('ItemSold', 'Sold, any format', 'sales', 'sale'),
  type('BidReceived', 'Bid received', 'sales'),
  type('ItemEndedBySeller', 'Listing ended', 'listings'),
  type('FeedbackLeft', 'Feedback left', 'feedback'),
]

/** Its name stays in old logs and preferences, but the platform no longer sends it: since 22 June 2026. */
const RETIRED = 'ItemMarkedPaid'

export const isRetired = (name: string): boolean => name === RETIRED

const otherTypes: readonly EventType[] = [
  type('AskSellerQuestion', 'Question about a listing', 'messages', 'question'),
  type('EndOfAuction', 'Auction ended', 'listings'),
  type('FeedbackReceived', 'Feedback received', 'feedback'),
  type('ItemClosed', 'Listing closed', 'listings'),
  type('ItemListed', 'Item listed', 'listings'),
  type(RETIRED, 'Marked as paid (retired)', 'sales'),
  type('ItemMarkedShipped', 'Marked as shipped', 'sales'),
  type('ItemRevised', 'Listing revised', 'listings'),
  type('ItemUnsold', 'Listing ended unsold', 'listings'),
  type('MyMessagesM2MMessage', 'New message', 'messages', 'question'),
]

/** The topics of the notification service (PLT-37). */
export const topicTypes: readonly EventType[] = [
  topic('AUCTION_ACTIVITY', 'Auction bid', 'sales', 'Someone bids on an auction, is outbid or wins it.'),
  topic('AUCTION_ENDED', 'Auction ended', 'listings', 'An auction ends.'),
  topic(
    'AUTHORIZATION_REVOCATION',
    'Access revoked by a seller',
    'account',
    'This application’s access ends: it was revoked, or the password was changed.',
  ),
  topic(
    'BULK_DATA_TRANSFER_THRESHOLD',
    'Bulk transfer limit',
    'account',
    'The transfer of bulk data nears its limit, reaches it or is back to normal.',
  ),
  topic('BUYER_QUESTION', 'Question about a listing', 'messages', 'A buyer asks about a listing.', 'question'),
  topic('BUYER_REQUESTED_PURCHASE_QUOTE', 'Quote requested', 'sales', 'A buyer requests a quote for a purchase.'),
  topic('FEEDBACK_LEFT', 'You left feedback', 'feedback', 'You leave feedback, or feedback that you left changes.'),
  topic(
    'FEEDBACK_RECEIVED',
    'You received feedback',
    'feedback',
    'Someone leaves feedback for you, or that feedback changes.',
  ),
  topic('FEEDBACK_STAR_RATING', 'Feedback star changed', 'feedback', 'The color of your feedback star changes.'),
  topic('ITEM_AVAILABILITY', 'Stock changed', 'listings', 'An item becomes available or unavailable.'),
  topic(
    'ITEM_COMMITMENT_CANCELLATION_ACTIVITY',
    'Cancellation before payment',
    'sales',
    'The cancellation of a purchase that isn’t paid yet is requested, declined or completed, or waits for your answer.',
  ),
  topic('ITEM_MARKED_SHIPPED', 'Marked as shipped', 'sales', 'An item that you sold is marked as shipped.'),
  topic('ITEM_PRICE_REVISION', 'Price changed', 'listings', 'The price of an item changes.'),
  topic('LISTING', 'Listing changed', 'listings', 'A listing is created, changed or ended.'),
  topic(
    'LISTING_PREVIEW_CREATION_TASK_STATUS',
    'Mapping task finished',
    'listings',
    'A mapping task finishes or fails.',
  ),
  topic(
    'MARKETPLACE_ACCOUNT_DELETION',
    'User account closed',
    'account',
    'A user closes their account, so Stallhand erases the data about that user.',
  ),
  topic('NEW_MESSAGE', 'New message', 'messages', 'You get a message from a buyer, or a notice.', 'question'),
  topic('OFFER_ACTIVITY', 'Best offer', 'sales', 'A buyer makes, counters or accepts a best offer, or one ends.'),
  topic(
    'ORDER_CANCELLATION_ACTIVITY',
    'Order cancellation',
    'sales',
    'The cancellation of an order is requested, declined or completed, or waits for your answer.',
  ),
  topic('ORDER_CONFIRMATION', 'Order placed', 'sales', 'An order is placed and paid.', 'sale'),
  topic(
    'ORDER_INQUIRY_ACTIVITY',
    'Item not received',
    'sales',
    'A buyer reports that an item hasn’t arrived, or the report changes.',
  ),
  topic('ORDER_RETURN_ACTIVITY', 'Return', 'sales', 'A return is requested, shipped, refunded or closed.'),
  topic('PLA_CAMPAIGN_BUDGET_STATUS', 'Campaign out of budget', 'listings', 'An ad campaign runs out of budget.'),
  topic(
    'PRIORITY_LISTING_REVISION',
    'Promoted listing revised',
    'listings',
    'A listing with priority promotion is changed.',
  ),
  topic(
    'PURCHASE_QUOTE_CANCELLATION_ACTIVITY',
    'Quote cancellation',
    'sales',
    'The cancellation of a quote is requested, declined or completed, or waits for your answer.',
  ),
  topic('REGULATORY_GUIDELINE', 'Regulatory guideline', 'account', 'A guideline of a regulator changes.'),
  topic(
    'SELLER_CUSTOMER_SERVICE_METRIC_RATING',
    'Customer service rated',
    'account',
    'Your customer service is rated: items not as described, or not received.',
  ),
  topic('SELLER_STANDARDS_PROFILE_METRICS', 'Seller level evaluated', 'account', 'Your seller level is evaluated.'),
  topic('WATCHLIST_REVISION', 'Watchlist changed', 'account', 'You watch an item, or no longer watch it.'),
]

const byName: ReadonlyMap<string, EventType> = new Map(
  [...eventTypes, ...otherTypes, ...topicTypes].map((each) => [each.name, each]),
)

/** Undefined for an unknown type. */
export const findEventType = (name: string): EventType | undefined => byName.get(name)

/** The label of an event type or topic; undefined for an unknown one. */
export const eventLabel = (name: string): string | undefined => byName.get(name)?.label

/** When notifications of a topic arrive; undefined for an unknown one. */
export const topicMeaning = (topicId: string): string | undefined => byName.get(topicId)?.meaning ?? undefined

/** A topic's label with its id, such as "Order placed (ORDER_CONFIRMATION)"; just the id if unknown. */
export const topicLabel = (topicId: string): string => {
  const label = eventLabel(topicId)
  return label === undefined ? topicId : `${label} (${topicId})`
}

export const saleTypeNames: readonly string[] = [...byName.values()]
  .filter(({ raises }) => raises === 'sale')
  .map(({ name }) => name)

/** Names by purpose, in the order of `eventPurposes`, without empty groups. Unknown names are `other`. */
export const groupByPurpose = <T>(
  entries: readonly T[],
  nameOf: (entry: T) => string,
): readonly { readonly purpose: EventPurpose; readonly entries: readonly T[] }[] =>
  eventPurposes
    .map((purpose) => ({
      purpose,
      entries: entries.filter((entry) => (byName.get(nameOf(entry))?.purpose ?? 'other') === purpose),
    }))
    .filter((group) => group.entries.length > 0)

/** A user's account was closed: that user's data is erased (PLT-18). */
export const ACCOUNT_DELETION = 'MARKETPLACE_ACCOUNT_DELETION'

/** The name of an unverified message: it isn't read, so its type is unknown (SEC-09). */
export const UNVERIFIED = 'Unverified'
