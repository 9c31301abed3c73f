/** The practice screen's contract: how a person controls the practice platform. */
import * as z from 'zod'
import { command, done, event, type FeatureContract, query } from '../ipc/define.ts'

export const faultKinds = [
  'offline',
  'latencyMs',
  'status',
  'dropBeforeActing',
  'dropAfterActing',
  'actLateMs',
  'cutBody',
  'dailyCap',
  'maskText',
  'oldestFirst',
  'editByOthers',
  'ackWarning',
  'wrongSignature',
  'duplicateDeliveries',
  'lateDeliveryMs',
  'systemError',
  'longListFails',
  'namesAreIds',
  'signaturesRequired',
  'readMarkApart',
  'scopeNotGranted',
  'passwordChanged',
  'listLagMs',
  'twinNotifications',
] as const
const faultKindSchema = z.enum(faultKinds)
export type FaultKind = z.infer<typeof faultKindSchema>

/** The legacy event types that the practice platform delivers. */
const practiceEvents = [
  'AuctionCheckoutComplete',
  'FixedPriceTransaction',
  'FeedbackLeft',
  'ItemSold',
  'ItemEndedBySeller',
  'BidReceived',
] as const

const nothing = z.strictObject({})
const optionalText = (max: number) => z.string().trim().min(1).max(max).optional()
const operationSchema = z.string().regex(/^[A-Za-z_]{1,80}$/, 'Use the name of a service or operation, or “all”.')

const faultSchema = z.object({
  /** `all`, a service, or one operation by name. */
  operation: z.string(),
  fault: faultKindSchema,
  /** Milliseconds, a status, or a number of copies; 0 if the kind has none. */
  value: z.number(),
  /** How many more times it applies; null until it is cleared. */
  remaining: z.number().nullable(),
})
export type PracticeFault = z.infer<typeof faultSchema>

const requestSchema = z.object({
  service: z.string(),
  operation: z.string(),
  method: z.string(),
  path: z.string(),
  /** Null if the caller didn't get a complete answer. */
  status: z.number().nullable(),
  /** On the practice clock. */
  atMs: z.number(),
})

const buyerMessageSchema = z
  .strictObject({
    /** Without it, the buyer starts a new conversation. */
    conversationId: z.string().min(1).max(200).optional(),
    username: optionalText(60),
    text: z.string().min(1, 'Write something for the buyer to say.').max(20_000),
    subject: optionalText(200),
    itemId: optionalText(60),
  })
  .refine((message) => (message.conversationId === undefined) !== (message.username === undefined), {
    path: ['username'],
    message: 'Name the buyer who starts a conversation, or the conversation to write into, not both.',
  })

const caseKinds = ['return', 'inquiry', 'cancellation'] as const
const orderIdSchema = z.string().min(1).max(100)
const amountSchema = z.string().regex(/^\d{1,7}(\.\d{1,2})?$/, 'Enter a price such as 40 or 40.50.')

/** What a person plays with an order: the seller at the platform or with another tool, or the buyer. */
const orderActSchema = z.discriminatedUnion('act', [
  z.strictObject({
    act: z.literal('ship'),
    orderId: orderIdSchema,
    trackingNumber: optionalText(60),
    carrier: optionalText(60),
  }),
  z.strictObject({ act: z.literal('cancel'), orderId: orderIdSchema }),
  z.strictObject({
    act: z.literal('openCase'),
    orderId: orderIdSchema,
    kind: z.enum(caseKinds),
    comment: z.string().max(2_000).default(''),
  }),
  z.strictObject({ act: z.literal('closeCase'), caseId: orderIdSchema, outcome: z.enum(['accepted', 'declined']) }),
])

const practiceOrderSchema = z.object({
  orderId: z.string(),
  buyer: z.string(),
  titles: z.array(z.string()),
  total: z.string(),
  currency: z.string(),
  state: z.enum(['open', 'partly', 'shipped', 'cancelled', 'refunded']),
  shipByMs: z.number(),
  /** The open ones. */
  cases: z.array(z.object({ caseId: z.string(), kind: z.enum(caseKinds) })),
})
export type PracticeOrder = z.infer<typeof practiceOrderSchema>

/** What a person plays with an offer: the buyer, or the seller on the platform's page. For a counter, the buyer answers. `buy`: one of those who watch takes the seller's offer. */
const offerActSchema = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('withdraw'), offerId: orderIdSchema }),
  z.strictObject({ act: z.literal('raise'), offerId: orderIdSchema, price: amountSchema }),
  z.strictObject({ act: z.literal('buy'), offerId: orderIdSchema }),
  z.strictObject({ act: z.literal('answer'), offerId: orderIdSchema, action: z.enum(['accept', 'decline']) }),
])

const practiceOfferSchema = z.object({
  offerId: z.string(),
  listingId: z.string(),
  title: z.string(),
  buyer: z.string(),
  type: z.enum(['BuyerBestOffer', 'BuyerCounterOffer', 'SellerCounterOffer']),
  /** For all pieces together. */
  price: z.string(),
  quantity: z.number(),
  status: z.string(),
  /** On the practice clock. */
  expiresAtMs: z.number(),
})
export type PracticeOffer = z.infer<typeof practiceOfferSchema>

/** How many notifications were sent; 0 if no receiver is registered. */
const deliveredSchema = z.object({ notifications: z.number() })

/** Every method fails with `notFound` if the open connection isn't a practice one. */
export const practiceContract = {
  status: query({
    input: nothing,
    output: z.object({
      url: z.string(),
      /** How far the practice clock is ahead of this machine's. */
      clockOffsetMs: z.number(),
      faults: z.array(faultSchema),
      /** The newest first; at most 50. */
      requests: z.array(requestSchema),
    }),
  }),
  items: query({
    input: nothing,
    output: z.object({
      items: z.array(z.object({ sku: z.string(), title: z.string(), quantity: z.number().nullable() })),
    }),
  }),
  /** Applies `count` times, or until it is cleared. Replaces a fault of the same operation and kind. */
  setFault: command({
    input: z.strictObject({
      operation: operationSchema,
      fault: faultKindSchema,
      value: z.int().min(0).max(86_400_000).optional(),
      count: z.int().min(1).max(1_000).optional(),
    }),
    output: done,
  }),
  /** Ends the matching faults; without input, all. */
  clearFaults: command({
    input: z.strictObject({ operation: operationSchema.optional(), fault: faultKindSchema.optional() }),
    output: done,
  }),
  /** The practice clock only goes forward. */
  advanceClock: command({ input: z.strictObject({ ms: z.int().min(1).max(31_622_400_000) }), output: done }),
  sendAsBuyer: command({ input: buyerMessageSchema, output: z.object({ conversationId: z.string() }) }),
  /** The platform itself writes to the seller. */
  sendNotice: command({
    input: z.strictObject({
      text: z.string().min(1, 'Write the text of the notice.').max(20_000),
      subject: optionalText(200),
    }),
    output: z.object({ conversationId: z.string() }),
  }),
  /** Triggers an event for an item. The platform fills in omitted fields. */
  triggerEvent: command({
    input: z.strictObject({
      event: z.enum(practiceEvents),
      sku: optionalText(50),
      /** Replaces the item's own id, for an item that the shop doesn't have. */
      itemId: optionalText(60),
      buyer: optionalText(60),
      price: optionalText(20),
      transactionId: optionalText(60),
      commentType: optionalText(30),
    }),
    output: deliveredSchema,
  }),
  /** A buyer buys and pays. The stock falls, and the platform notifies every registered receiver. */
  buy: command({
    input: z.strictObject({
      buyer: z.string().trim().min(1, 'Name the buyer.').max(60),
      sku: z.string().min(1).max(50),
      quantity: z.int().min(1).max(1_000),
      /** How long ago, so that an order can be late at once. */
      agoMs: z.int().min(0).max(34_560_000_000).default(0),
    }),
    output: z.object({ orderId: z.string(), notifications: z.number() }),
  }),
  orders: query({
    input: nothing,
    output: z.object({
      /** Whether the platform lets the seller read orders. */
      canBeRead: z.boolean(),
      /** The newest first. */
      orders: z.array(practiceOrderSchema),
    }),
  }),
  actOnOrder: command({ input: orderActSchema, output: done }),
  offers: query({
    input: nothing,
    output: z.object({
      /** Whether this platform has offers of buyers. */
      canOffer: z.boolean(),
      /** Listings that a buyer can make an offer for. */
      listings: z.array(z.object({ listingId: z.string(), title: z.string(), price: z.string(), left: z.number() })),
      /** The newest first. */
      offers: z.array(practiceOfferSchema),
      /** The seller's to those who watch, of one piece, the newest first. */
      watcherOffers: z.array(
        z.object({ offerId: z.string(), title: z.string(), price: z.string(), isOpen: z.boolean() }),
      ),
    }),
  }),
  /** A buyer makes an offer. `price`: for all pieces together. */
  makeOffer: command({
    input: z.strictObject({
      buyer: z.string().trim().min(1, 'Name the buyer.').max(60),
      listingId: orderIdSchema,
      price: amountSchema,
      quantity: z.int().min(1).max(1_000).default(1),
      message: z.string().max(500).default(''),
    }),
    output: z.object({ offerId: z.string(), notifications: z.number() }),
  }),
  actOnOffer: command({ input: offerActSchema, output: done }),
  /** `sample` is JSON text. */
  topics: query({
    input: nothing,
    output: z.object({
      topics: z.array(
        z.object({ topicId: z.string(), description: z.string(), filterable: z.boolean(), sample: z.string() }),
      ),
    }),
  }),
  /** Publishes `data`, a JSON object as text, to the enabled subscriptions of the topic. */
  publishTopic: command({
    input: z.strictObject({ topicId: z.string().min(1).max(100), data: z.string().max(200_000) }),
    output: deliveredSchema,
  }),
  changed: event(z.object({})),
} as const satisfies FeatureContract
