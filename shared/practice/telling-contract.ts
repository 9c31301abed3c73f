/** The practice room's part of the contract for what the platform tells: events, topics, and its deliveries. */
import * as z from 'zod'
import { command, type FeatureContract, query } from '../ipc/define.ts'

/** The shop events that the practice platform can tell (document 3, section 6). */
export const practiceEvents = [
  'AuctionCheckoutComplete',
  'FixedPriceTransaction',
  'FeedbackLeft',
  'ItemSold',
  'ItemEndedBySeller',
  'BidReceived',
] as const
export type PracticeEvent = (typeof practiceEvents)[number]

/** How something is told, and what goes wrong on purpose. */
const tellingFields = {
  /** Each in the same words, as a platform does that delivers at least once. */
  times: z.int().min(1).max(10).default(1),
  /** On the practice clock. */
  delayMs: z
    .int()
    .min(0)
    .max(30 * 86_400_000)
    .default(0),
  /** Its signature does not fit. */
  isForged: z.boolean().default(false),
  /** The platform takes the receiver's first answers for a 500, or for none in 30 s, and tells it again. */
  mishears: z
    .strictObject({ as: z.enum(['status500', 'noAnswer']), attempts: z.int().min(1).max(5) })
    .nullable()
    .default(null),
}
const text = (most: number) => z.string().trim().min(1).max(most).optional()
const nothing = z.strictObject({})
const told = z.object({ notifications: z.number() })

const deliverySchema = z.object({
  deliveryId: z.string(),
  /** `soap`: told until it is answered with 200. `rest`: three times at most. */
  kind: z.enum(['soap', 'rest']),
  /** The event type or topic. */
  name: z.string(),
  attempts: z.int(),
  /** On the practice clock; of no meaning once it is through. */
  dueAtMs: z.number(),
  outcome: z.enum(['waiting', 'delivered', 'givenUp']),
  /** What the platform heard last; empty before the first attempt. */
  lastAnswer: z.string(),
})
export type PracticeDelivery = z.infer<typeof deliverySchema>

export const tellingContract = {
  /**
   * Something happens to an item, `count` times: each is an event of its own, told as the other fields say.
   *
   * What is left out the platform makes up: the first item of the shop, a buyer, a price, a new transaction.
   */
  triggerEvent: command({
    input: z.strictObject({
      event: z.enum(practiceEvents),
      sku: text(50),
      /** In place of the item's own, for one that the shop does not have. */
      itemId: text(60),
      buyer: text(60),
      price: text(20),
      transactionId: text(60),
      commentType: text(30),
      count: z.int().min(1).max(1_000).default(1),
      ...tellingFields,
    }),
    /** How many notifications went on their way; 0 where nobody has registered for the event. */
    output: told,
  }),
  /** The topics of the REST service, each with the data that a notification of it has, as JSON text. */
  topics: query({
    input: nothing,
    output: z.object({
      topics: z.array(
        z.object({ topicId: z.string(), description: z.string(), filterable: z.boolean(), sample: z.string() }),
      ),
    }),
  }),
  /** Publishes `data`, a JSON object as text, to whoever has an enabled subscription to the topic. */
  publishTopic: command({
    input: z.strictObject({
      topicId: z.string().min(1).max(100),
      data: z.string().max(200_000),
      count: z.int().min(1).max(1_000).default(1),
      ...tellingFields,
    }),
    output: told,
  }),
  /** What was told and is still to be told, the newest first; at most 200. */
  deliveries: query({
    input: nothing,
    output: z.object({
      deliveries: z.array(deliverySchema),
      /** How many there are in all. */
      total: z.int(),
      waiting: z.int(),
      /** On the practice clock: now, and between two attempts after a wrong answer. */
      nowMs: z.number(),
      resendDelayMs: z.number(),
      /** How long the receiver has for its answer. */
      receiverTimeoutMs: z.number(),
    }),
  }),
  /** Tries a waiting delivery at once, or gives it up. One that is through stays as it is. */
  hurryDelivery: command({ input: z.strictObject({ deliveryId: z.string().min(1) }), output: nothing }),
  stopDelivery: command({ input: z.strictObject({ deliveryId: z.string().min(1) }), output: nothing }),
} as const satisfies FeatureContract
