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
}

const type = (name: string, label: string, purpose: EventPurpose, raises: EventType['raises'] = null): EventType => ({
  name,
  label,
  purpose,
  raises,
})

/** The legacy event types that docs/platform.md names. They can be registered without asking the platform. */
export const eventTypes: readonly EventType[] = [
  type('FixedPriceTransaction', 'Item sold', 'sales', 'sale'),
  type('AuctionCheckoutComplete', 'Buyer checked out', 'sales', 'sale'),
  type('ItemSold', 'Listing sold', 'sales', 'sale'),
  type('BidReceived', 'Bid received', 'sales'),
  type('ItemEndedBySeller', 'Listing ended', 'listings'),
  type('FeedbackLeft', 'Feedback left', 'feedback'),
]

const otherTypes: readonly EventType[] = [
  type('AskSellerQuestion', 'Question about a listing', 'messages', 'question'),
  type('EndOfAuction', 'Auction ended', 'listings'),
  type('FeedbackReceived', 'Feedback received', 'feedback'),
  type('ItemClosed', 'Listing closed', 'listings'),
  type('ItemListed', 'Item listed', 'listings'),
  type('ItemMarkedPaid', 'Marked as paid', 'sales'),
  type('ItemMarkedShipped', 'Marked as shipped', 'sales'),
  type('ItemRevised', 'Listing revised', 'listings'),
  type('ItemUnsold', 'Listing ended unsold', 'listings'),
  type('MyMessagesM2MMessage', 'New message', 'messages', 'question'),
  type('AUTHORIZATION_REVOCATION', 'Access revoked by a seller', 'account'),
  type('BUYER_QUESTION', 'Question about a listing', 'messages', 'question'),
  type('FEEDBACK_LEFT', 'You left feedback', 'feedback'),
  type('FEEDBACK_RECEIVED', 'You received feedback', 'feedback'),
  type('ITEM_AVAILABILITY', 'Stock changed', 'listings'),
  type('LISTING', 'Listing changed', 'listings'),
  type('LISTING_PREVIEW_CREATION_TASK_STATUS', 'Mapping task finished', 'listings'),
  type('MARKETPLACE_ACCOUNT_DELETION', 'User account closed', 'account'),
  type('NEW_MESSAGE', 'New message', 'messages', 'question'),
  type('ORDER_CONFIRMATION', 'Order placed', 'sales', 'sale'),
  type('PRIORITY_LISTING_REVISION', 'Promoted listing revised', 'listings'),
  type('SELLER_STANDARDS', 'Seller level evaluated', 'account'),
]

const byName: ReadonlyMap<string, EventType> = new Map([...eventTypes, ...otherTypes].map((each) => [each.name, each]))

/** Undefined for an unknown type. */
export const findEventType = (name: string): EventType | undefined => byName.get(name)

/** The label of an event type or topic; undefined for an unknown one. */
export const eventLabel = (name: string): string | undefined => byName.get(name)?.label

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
