/**
 * The event types that document 3, section 6 names, and what each means to a seller.
 *
 * More exist; a type that is not here is taken by its name and shown whole. The topics of the REST service are beside them:
 * the documents name none, these are publicly known.
 */
export type EventType = {
  readonly name: string
  readonly words: string
  /** Whether it tells of a sale, for which the seller is told at once. */
  readonly sale: boolean
}

export const namedEventTypes: readonly EventType[] = [
  { name: 'FixedPriceTransaction', words: 'Somebody bought an item', sale: true },
  { name: 'AuctionCheckoutComplete', words: 'A buyer has checked out', sale: true },
  { name: 'ItemSold', words: 'An item was sold', sale: true },
  { name: 'BidReceived', words: 'Somebody placed a bid', sale: false },
  { name: 'ItemEndedBySeller', words: 'A listing was ended', sale: false },
  { name: 'FeedbackLeft', words: 'Somebody left feedback', sale: false },
]

/** What an event type means, or undefined for one that document 3 does not name. */
export const eventTypeOf = (name: string): EventType | undefined => namedEventTypes.find((type) => type.name === name)

const topicWords: ReadonlyMap<string, string> = new Map([
  ['AUTHORIZATION_REVOCATION', 'A seller took back what was granted'],
  ['BUYER_QUESTION', 'A buyer asked about a listing'],
  ['FEEDBACK_LEFT', 'You left feedback'],
  ['FEEDBACK_RECEIVED', 'You received feedback'],
  ['ITEM_AVAILABILITY', 'The stock of an item changed'],
  ['LISTING', 'A listing changed'],
  ['LISTING_PREVIEW_CREATION_TASK_STATUS', 'A mapping task has finished'],
  ['MARKETPLACE_ACCOUNT_DELETION', 'A user closed an account'],
  ['NEW_MESSAGE', 'A message arrived'],
  ['ORDER_CONFIRMATION', 'An order was placed'],
  ['PRIORITY_LISTING_REVISION', 'A promoted listing was revised'],
  ['SELLER_STANDARDS', 'Your seller level was evaluated'],
])

/** What an event type or a topic means to a seller; undefined for one that is not known here. */
export const eventWords = (name: string): string | undefined => eventTypeOf(name)?.words ?? topicWords.get(name)
