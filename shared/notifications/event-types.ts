/** The event types that docs/platform.md names, the public REST topics, and their labels. Any other type is shown by name. */
export type EventType = {
  readonly name: string
  readonly label: string
  /** Whether it reports a sale, which raises a desktop notice. */
  readonly isSale: boolean
}

export const eventTypes: readonly EventType[] = [
  { name: 'FixedPriceTransaction', label: 'Item sold', isSale: true },
  { name: 'AuctionCheckoutComplete', label: 'Buyer checked out', isSale: true },
  { name: 'ItemSold', label: 'Listing sold', isSale: true },
  { name: 'BidReceived', label: 'Bid received', isSale: false },
  { name: 'ItemEndedBySeller', label: 'Listing ended', isSale: false },
  { name: 'FeedbackLeft', label: 'Feedback left', isSale: false },
]

/** Undefined for a type that isn't documented. */
export const findEventType = (name: string): EventType | undefined => eventTypes.find((type) => type.name === name)

const topicLabels: ReadonlyMap<string, string> = new Map([
  ['AUTHORIZATION_REVOCATION', 'Access revoked by a seller'],
  ['BUYER_QUESTION', 'Question about a listing'],
  ['FEEDBACK_LEFT', 'You left feedback'],
  ['FEEDBACK_RECEIVED', 'You received feedback'],
  ['ITEM_AVAILABILITY', 'Stock changed'],
  ['LISTING', 'Listing changed'],
  ['LISTING_PREVIEW_CREATION_TASK_STATUS', 'Mapping task finished'],
  ['MARKETPLACE_ACCOUNT_DELETION', 'User account closed'],
  ['NEW_MESSAGE', 'New message'],
  ['ORDER_CONFIRMATION', 'Order placed'],
  ['PRIORITY_LISTING_REVISION', 'Promoted listing revised'],
  ['SELLER_STANDARDS', 'Seller level evaluated'],
])

/** The label of an event type or topic; undefined for an unknown one. */
export const eventLabel = (name: string): string | undefined => findEventType(name)?.label ?? topicLabels.get(name)
