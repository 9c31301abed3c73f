/** What the practice platform stores, as plain data. */
import type { StoredBestOffer, StoredSellerOffer } from '../negotiation/offer-records.ts'
import type { StoredCase, StoredOrder } from '../orders/order-records.ts'

export type StoredMessage = {
  readonly messageId: string
  readonly text: string
  readonly from: 'seller' | 'buyer' | 'platform'
  readonly createdAtMs: number
  readonly media: readonly { readonly mediaName: string; readonly mediaType: string; readonly mediaUrl: string }[]
}

export type StoredConversation = {
  readonly conversationId: string
  readonly conversationType: 'FROM_MEMBERS' | 'FROM_SVC'
  readonly subject: string
  readonly otherParty: string
  readonly createdAtMs: number
  readonly itemId: string | null
  status: 'ACTIVE' | 'ARCHIVE' | 'DELETE'
  read: boolean
  /** Oldest first. */
  messages: StoredMessage[]
}

export type StoredItem = {
  /** The payload byte for byte as the client wrote it: a full replace keeps nothing else. */
  json: string
  contentLanguage: string
  /** The public listing that sells this SKU; not part of the inventory record. */
  itemId: string
}

export type StoredOffer = {
  readonly offerId: string
  readonly sku: string
  readonly marketplaceId: string
  readonly format: 'FIXED_PRICE'
  /** All other fields as the client wrote them: an update replaces them all. */
  fields: { readonly [name: string]: unknown }
  /** Null until it is first published. */
  listing: {
    readonly listingId: string
    status: 'ACTIVE' | 'ENDED'
    soldQuantity: number
    isOnHold: boolean
  } | null
}

/** A group of items that are the variations of one listing. */
export type StoredGroup = {
  /** Its members and what they share, as the client wrote it: a full replace keeps nothing else. */
  readonly fields: { readonly [name: string]: unknown }
  readonly contentLanguage: string
}

/** A live listing that was made with another tool: no record of the inventory service belongs to it. */
export type StoredListing = {
  readonly listingId: string
  readonly title: string
  /** `Chinese` is an auction. */
  readonly type: 'FixedPriceItem' | 'Chinese'
  /** Null: the seller set none. */
  readonly sku: string | null
  readonly price: string
  readonly pictureUrl: string | null
  /** Available and sold together. */
  readonly quantity: number
  readonly soldQuantity: number
  readonly watchers: number
  readonly startedAtMs: number
  readonly description: string
  readonly condition: string
  readonly categoryId: string
  readonly aspects: Readonly<Record<string, readonly string[]>>
  /** Whether it uses business policies. */
  readonly hasPolicies: boolean
  readonly requiresImmediatePayment: boolean
  /** Empty for a single listing. */
  readonly variations: readonly {
    readonly sku: string | null
    readonly specifics: Readonly<Record<string, string>>
    readonly price: string
    readonly quantity: number
    readonly soldQuantity: number
  }[]
}

export type StoredLocation = { readonly fields: { readonly [name: string]: unknown }; isEnabled: boolean }

export type StoredUpload = {
  readonly name: string
  readonly base64: string
  readonly contentType: string
  readonly width?: number
  readonly height?: number
  /** Until then, unless a live listing uses it. */
  readonly expiresAtMs?: number
}

export type StoredToken = {
  readonly kind: 'user' | 'application'
  readonly scopes: readonly string[]
  readonly expiresAtMs: number
}

type StoredCode = {
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly expiresAtMs: number
}

export type MappingProduct = {
  readonly externalProductId: string | null
  readonly title: string | null
  readonly description: string | null
  readonly images: readonly string[]
  readonly aspects: readonly { readonly name: string; readonly values: readonly string[] }[]
  readonly sku: string | null
  readonly upc: string | null
  readonly categoryName?: string
  /** Set if only a product code was sent: what the catalogue knows by it. */
  readonly known?: Pick<MappingProduct, 'aspects'> & { readonly title: string }
  /** Why it gets no preview. */
  readonly problem?: string
  readonly outcome: 'mapped' | 'unmapped' | 'unprocessed' | 'invalid'
}

/** A public key of the key management service. `jwe`: how a signed call names it. Times in seconds since 1970. */
export type StoredSigningKey = {
  readonly signingKeyId: string
  readonly signingKeyCipher: string
  readonly publicKey: string
  readonly jwe: string
  readonly creationTime: number
  readonly expirationTime: number
}

export type StoredTask = {
  readonly id: string
  readonly startedAtMs: number
  readonly finishesAtMs: number
  readonly products: readonly MappingProduct[]
  announced: boolean
}

export type StoredDestination = {
  readonly destinationId: string
  name: string
  status: 'ENABLED' | 'DISABLED' | 'MARKED_DOWN'
  endpoint: string
  verificationToken: string
}

export type StoredFilter = {
  readonly filterId: string
  readonly subscriptionId: string
  readonly filterSchema: { readonly [name: string]: unknown }
  filterStatus: 'PENDING' | 'ENABLED' | 'DISABLED'
  readonly createdAtMs: number
}

export type StoredSubscription = {
  readonly subscriptionId: string
  readonly topicId: string
  destinationId: string
  status: 'ENABLED' | 'DISABLED'
  payload: { readonly format: string; readonly schemaVersion: string; readonly deliveryProtocol: string }
  readonly createdAtMs: number
}

/** Something that happened in the shop. It can be delivered more than once. */
export type ShopEvent = {
  readonly eventId: string
  /** The event type of the legacy notifications. */
  readonly event: string
  readonly sku: string
  readonly itemId: string
  readonly buyer: string
  readonly transactionId: string
  readonly price: string
  /** The order that the sale is part of, if the shop has it; 1 piece unless `quantity` says otherwise. */
  readonly orderId?: string
  readonly quantity?: number
  /** For feedback; `Positive` by default. */
  readonly commentType?: string
  readonly atMs: number
}

export type StoredDelivery = {
  readonly deliveryId: string
  /** `soap` goes to the current ApplicationURL, `rest` to its destination's endpoint. */
  readonly kind: 'soap' | 'rest'
  /** The event type or topic. */
  readonly name: string
  readonly destinationId: string | null
  readonly body: string
  attempts: number
  dueAtMs: number
  outcome: 'waiting' | 'delivered' | 'givenUp'
  lastAnswer: string
}

type PracticeSettings = {
  /** How long a mapping task takes, on the practice clock. Applies to tasks started afterwards. */
  mappingDurationMs: number
  /** From the creation of a filter to its confirmation, on the practice clock. */
  filterConfirmationMs: number
  /** Between two attempts to deliver a notification, on the practice clock. */
  resendDelayMs: number
  /** How long the receiver has to answer, on the wall clock. RCV-05: 30 s. */
  receiverTimeoutMs: number
  /** From the announcement of a sale until its order can be read, on the practice clock. */
  orderLagMs: number
  /** Whether the seller has opted in to business policies. */
  hasPolicies: boolean
  /** Until then, on the practice clock, policies are refused although the seller has opted in. */
  policiesFromMs?: number | undefined
  /** Whether new SKUs may have any characters, as those that other tools made. */
  takesAnySku?: boolean | undefined
  /** Whether the seller's registration on the platform isn't finished, so that nothing can be published. */
  isRegistrationIncomplete?: boolean | undefined
  /** Also used for the challenge of an ApplicationURL that isn't a destination's endpoint. */
  verificationToken: string
}

/** Everything the platform stores, as plain data. The state file holds its maps as lists of entries. */
export type PracticeState = {
  readonly version: 2
  readonly seed: number
  clockOffsetMs: number
  readonly seller: string
  readonly conversations: StoredConversation[]
  /** By SKU. Maps, not objects: `__proto__` is a valid SKU. */
  readonly items: Map<string, StoredItem>
  /** By offer id. */
  readonly offers: Map<string, StoredOffer>
  /** By the seller's inventoryItemGroupKey. Only eBay has them. */
  readonly groups: Map<string, StoredGroup>
  /** Live listings made with other tools, by listing id. Only eBay lists them. */
  readonly listings: Map<string, StoredListing>
  /** Keyed by the seller's merchantLocationKey. */
  readonly locations: Map<string, StoredLocation>
  /** Pictures from the seller's computer, by id. */
  readonly uploads: Map<string, StoredUpload>
  /** When each create or update call of the last day arrived, oldest first. */
  inventoryWritesAtMs: number[]
  /** eBay: when each listing was revised in the last 24 hours, by SKU. */
  readonly revisionsAtMs: Map<string, readonly number[]>
  readonly tasks: Map<string, StoredTask>
  /** Products left unprocessed once; they succeed when sent again. */
  readonly leftUnprocessed: string[]
  readonly tokens: Map<string, StoredToken>
  readonly refreshTokens: Map<string, { readonly scopes: readonly string[] }>
  readonly codes: Map<string, StoredCode>
  config: { alertEmail: string } | null
  readonly destinations: StoredDestination[]
  readonly subscriptions: StoredSubscription[]
  filters: StoredFilter[]
  readonly apiKeys: StoredSigningKey[]
  readonly signingKey: { readonly kid: string; readonly privatePem: string; readonly publicPem: string }
  readonly trading: {
    applicationUrl: string | null
    enabled: boolean
    /** Whether the current ApplicationURL answered its challenge correctly. */
    verified: boolean
    readonly registeredUrls: string[]
    /** By event type. */
    readonly events: Record<string, 'Enable' | 'Disable'>
  }
  readonly history: ShopEvent[]
  /** Oldest first. */
  readonly orders: StoredOrder[]
  readonly cases: StoredCase[]
  /** Offers of buyers, and the seller's counters, oldest first. Only eBay has them. */
  readonly bestOffers: StoredBestOffer[]
  /** What the seller sent to each watcher, oldest first. */
  readonly sellerOffers: StoredSellerOffer[]
  deliveries: StoredDelivery[]
  readonly settings: PracticeSettings
}
