/**
 * The event types that document 3, section 6 names, and what each means to a seller.
 *
 * More exist; a type that is not here is taken by its name and shown whole.
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
