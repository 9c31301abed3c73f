/** What the practice platform remembers, as plain data: the shop, its messages, tokens, tasks and deliveries. */

export type ConversationType = 'FROM_MEMBERS' | 'FROM_SVC'

export type StoredMessage = {
  readonly messageId: string
  readonly text: string
  readonly from: 'seller' | 'buyer' | 'platform'
  readonly createdAtMs: number
  readonly media: readonly { readonly mediaName: string; readonly mediaType: string; readonly mediaUrl: string }[]
}

export type StoredConversation = {
  readonly conversationId: string
  readonly conversationType: ConversationType
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
  /** The payload as the seller's client wrote it, byte for byte: a full replace keeps nothing else. */
  json: string
  contentLanguage: string
  /** The public listing this SKU is sold under; the shop's own knowledge, not part of the record. */
  readonly itemId: string
}

export type StoredToken = {
  readonly kind: 'user' | 'application'
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
  readonly outcome: 'mapped' | 'unmapped' | 'unprocessed' | 'invalid'
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

/** Something that happened in the shop and can be told, once or again. */
export type PastEvent = {
  readonly eventId: string
  /** The event type by its name in document 3, section 6. */
  readonly event: string
  readonly sku: string
  readonly itemId: string
  readonly buyer: string
  readonly transactionId: string
  readonly price: string
  /** For feedback; `Positive` where it is left out. */
  readonly commentType?: string
  readonly atMs: number
}

/** What is wrong on purpose with the telling of a notification. */
export type Mischief = {
  readonly wrongSignature?: boolean
  /** What the platform takes the receiver's answer for, on the first attempts: a 500, or none within the time it has. */
  readonly mishears?: { readonly as: 'status500' | 'noAnswer'; readonly attempts: number }
}

export type StoredDelivery = {
  readonly deliveryId: string
  /** `soap` goes to the registered ApplicationURL of the moment, `rest` to its destination's endpoint. */
  readonly kind: 'soap' | 'rest'
  /** The event type or topic. */
  readonly name: string
  readonly destinationId: string | null
  readonly body: string
  readonly mischief?: Mischief
  attempts: number
  dueAtMs: number
  outcome: 'waiting' | 'delivered' | 'givenUp'
  lastAnswer: string
}

export type PracticeSettings = {
  /** From start to result of a mapping task, on the practice clock. Applies to tasks started afterwards. */
  mappingDurationMs: number
  /** From creation of a filter to its confirmation, on the practice clock. */
  filterConfirmationMs: number
  /** Between two attempts of the same notification, on the practice clock. */
  resendDelayMs: number
  /** How long the receiver has for its answer, on the wall clock: 30 s in document 3. */
  receiverTimeoutMs: number
  /** Used for the challenge of an ApplicationURL that is no REST destination's endpoint. */
  verificationToken: string
}

/** Everything the platform remembers: data only, written to the state file with its maps as lists of entries. */
export type PracticeState = {
  readonly version: 1
  readonly seed: number
  clockOffsetMs: number
  readonly seller: string
  readonly conversations: StoredConversation[]
  /** By SKU. Maps, not objects: `__proto__` is a SKU the documents allow. */
  readonly items: Map<string, StoredItem>
  /** When each create or update call of the last day came, oldest first. */
  inventoryWritesAtMs: number[]
  readonly tasks: Map<string, StoredTask>
  /** Products whose first sending was left unprocessed; sending them again succeeds. */
  readonly leftUnprocessed: string[]
  readonly tokens: Map<string, StoredToken>
  readonly refreshTokens: Map<string, { readonly scopes: readonly string[] }>
  readonly codes: Map<
    string,
    { readonly redirectUri: string; readonly scopes: readonly string[]; readonly expiresAtMs: number }
  >
  config: { alertEmail: string } | null
  readonly destinations: StoredDestination[]
  readonly subscriptions: StoredSubscription[]
  readonly filters: StoredFilter[]
  readonly signingKey: { readonly kid: string; readonly privatePem: string; readonly publicPem: string }
  readonly trading: {
    applicationUrl: string | null
    enabled: boolean
    /** Whether the challenge of the current ApplicationURL was answered rightly. */
    verified: boolean
    readonly registeredUrls: string[]
    readonly events: Map<string, 'Enable' | 'Disable'>
  }
  readonly history: PastEvent[]
  deliveries: StoredDelivery[]
  readonly settings: PracticeSettings
}
