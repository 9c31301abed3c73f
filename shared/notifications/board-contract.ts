/** The contract's part for the registration and the subscription service: what leads where. */
import * as z from 'zod'
import { command, event, type FeatureContract, query } from '../ipc/define.ts'
import { registrationSchema } from './registration.ts'

/** The name of an event type, as it stands on the wire. */
export const eventTypeNameSchema = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9]{0,79}$/, 'An event type is one word of letters and digits, such as ItemSold')

/** A part of the board: when it was last read, and why it could not be read since. */
const partOf = <T extends z.ZodType>(entry: T) =>
  z.object({ asOfMs: z.number().nullable(), problem: z.string().nullable(), entries: z.array(entry) })

export const topicViewSchema = z.object({
  topicId: z.string(),
  description: z.string().nullable(),
  /** Statuses are open strings and shown as they are (NOT-04). */
  status: z.string().nullable(),
  context: z.string().nullable(),
  scope: z.string().nullable(),
  filterable: z.boolean().nullable(),
  authorizationScopes: z.array(z.string()),
  payloads: z.array(
    z.object({
      format: z.string().nullable(),
      schemaVersion: z.string().nullable(),
      deliveryProtocol: z.string().nullable(),
      deprecated: z.boolean(),
    }),
  ),
})
export type TopicView = z.infer<typeof topicViewSchema>

export const destinationViewSchema = z.object({
  destinationId: z.string(),
  name: z.string().nullable(),
  status: z.string().nullable(),
  endpoint: z.string().nullable(),
  /**
   * Whether its verification token is the one that Stallhand keeps; `notKnown` where the platform does not tell it. The token
   * itself never leaves main.
   */
  token: z.enum(['kept', 'other', 'notKnown']),
})
export type DestinationView = z.infer<typeof destinationViewSchema>

/**
 * The watch over a filter that the platform checks.
 *
 * - `watching`: read again and again until it is settled. - `confirmed`: it took effect. - `refused`: it was DISABLED by
 * the platform, not by the seller. - `gone`: the platform does not have it any more. - `leftAlone`: still PENDING after 20
 * minutes; it may yet be settled, and is read again when somebody asks.
 */
const filterWatchSchema = z.object({
  state: z.enum(['watching', 'confirmed', 'refused', 'gone', 'leftAlone']),
  sinceMs: z.number(),
  settledAtMs: z.number().nullable(),
  /** How often it was read since the watch began in this run of the app. */
  readings: z.int(),
  lastReadAtMs: z.number().nullable(),
  nextReadAtMs: z.number().nullable(),
  /** Why the last reading failed; null where it did not. */
  problem: z.string().nullable(),
})
export type FilterWatch = z.infer<typeof filterWatchSchema>

export const filterViewSchema = z.object({
  filterId: z.string(),
  filterStatus: z.string().nullable(),
  /** JSON, indented; null where it could not be read. */
  filterSchema: z.string().nullable(),
  creationDate: z.string().nullable(),
  /** Null for one that was settled before it was seen here. */
  watch: filterWatchSchema.nullable(),
})
export type FilterView = z.infer<typeof filterViewSchema>

/** A test that was asked for; `wasDelivering` where real notifications of the topic could come as well. */
export const testSchema = z.object({
  subscriptionId: z.string(),
  topicId: z.string(),
  askedAtMs: z.number(),
  wasDelivering: z.boolean(),
  /** As the platform told it with its answer; the documents show no such answer, and then it is null. */
  notificationId: z.string().nullable().default(null),
})

/**
 * How a notification is known to be the test: by the id that the platform told; because nothing but a test comes to a
 * disabled subscription; because its notificationId says so; or only as the first of its topic since.
 */
export const testEvidenceSchema = z.enum(['byNotificationId', 'nothingElseComes', 'idSaysTest', 'firstOfTopic'])
export type TestEvidence = z.infer<typeof testEvidenceSchema>
const subscriptionTestSchema = testSchema.extend({
  arrived: z
    .object({
      eventId: z.int(),
      receivedAtMs: z.number(),
      notificationId: z.string().nullable(),
      how: testEvidenceSchema,
    })
    .nullable(),
})
export type SubscriptionTest = z.infer<typeof subscriptionTestSchema>

export const subscriptionViewSchema = z.object({
  subscriptionId: z.string(),
  topicId: z.string().nullable(),
  destinationId: z.string().nullable(),
  status: z.string().nullable(),
  payload: z.object({
    format: z.string().nullable(),
    schemaVersion: z.string().nullable(),
    deliveryProtocol: z.string().nullable(),
  }),
  creationDate: z.string().nullable(),
  filters: z.array(filterViewSchema),
  /** The last test that was asked for from here. */
  test: subscriptionTestSchema.nullable(),
  /** The newest captured notification of its topic, a test as well. */
  lastArrived: z.object({ eventId: z.int(), receivedAtMs: z.number() }).nullable(),
})
export type SubscriptionView = z.infer<typeof subscriptionViewSchema>

const boardSchema = z.object({
  config: z.object({
    asOfMs: z.number().nullable(),
    problem: z.string().nullable(),
    alertEmail: z.string().nullable(),
  }),
  topics: partOf(topicViewSchema),
  destinations: partOf(destinationViewSchema),
  subscriptions: partOf(subscriptionViewSchema),
})
export type Board = z.infer<typeof boardSchema>

const idSchema = z.string().min(1).max(500)
const wantedStatusSchema = z.enum(['ENABLED', 'DISABLED'])
const nameSchema = z
  .string()
  .trim()
  .min(1, 'A destination needs a name')
  .max(64, 'A name has at most 64 characters')
  .regex(/^[^<>]*$/, 'A name holds no < or >')
const endpointSchema = z.string().trim().min(1, 'Enter the address').max(2000)
const payloadSchema = z.object({
  format: z.string().min(1).max(100),
  schemaVersion: z.string().min(1).max(100),
  deliveryProtocol: z.string().min(1).max(100),
})
const nothing = z.object({})
const aSubscription = z.object({ subscriptionId: idSchema })
const aFilter = z.object({ subscriptionId: idSchema, filterId: idSchema })
const aDestination = z.object({ destinationId: idSchema })

export const boardContract = {
  /**
   * Registers this receiver with the platform for the chosen event types. Safe to repeat.
   *
   * Errors: `validation` for an address that the platform would refuse, before anything is sent (RCV-14). What a step
   * meets is told in its words, not thrown.
   */
  register: command({
    input: z.object({
      events: z.array(eventTypeNameSchema).min(1, 'Choose at least one event').max(100),
      /**
       * Needed once, where the platform has no address for alerts yet; left out, the platform keeps the one it has. A
       * practice connection needs none.
       */
      alertEmail: z.email('Write an e-mail address such as you@example.com').max(254).optional(),
    }),
    output: registrationSchema,
  }),
  /**
   * Config, topics, destinations and subscriptions as last read. The first call reads them from the platform, a later one
   * begins to where they are older than five minutes; in between the commands below do, each named as its operation of
   * document 3, section 4 (NOT-01).
   */
  board: query({ input: nothing, output: boardSchema }),
  getConfig: command({ input: nothing, output: nothing }),
  updateConfig: command({
    input: z.object({ alertEmail: z.email('Write an e-mail address such as you@example.com').max(254) }),
    output: nothing,
  }),
  getDestinations: command({ input: nothing, output: nothing }),
  /** Its verification token is the one that Stallhand keeps. `validation` for an address that would be refused (RCV-14). */
  createDestination: command({
    input: z.object({ name: nameSchema, status: wantedStatusSchema, endpoint: endpointSchema }),
    output: aDestination,
  }),
  getDestination: command({ input: aDestination, output: nothing }),
  /** `token`: sends Stallhand's own verification token, or the one that the platform has. */
  updateDestination: command({
    input: z.object({
      destinationId: idSchema,
      name: nameSchema,
      status: wantedStatusSchema,
      endpoint: endpointSchema,
      token: z.enum(['own', 'unchanged']),
    }),
    output: nothing,
  }),
  /** `conflict` while it is in use (NOT-08). */
  deleteDestination: command({ input: aDestination, output: nothing }),
  getPublicKey: command({
    input: z.object({ publicKeyId: z.string().trim().min(1, 'Enter a key id').max(500) }),
    output: z.object({ key: z.string(), algorithm: z.string(), digest: z.string() }),
  }),
  getSubscriptions: command({ input: nothing, output: nothing }),
  createSubscription: command({
    input: z.object({ topicId: idSchema, destinationId: idSchema, status: wantedStatusSchema, payload: payloadSchema }),
    output: aSubscription,
  }),
  getSubscription: command({ input: aSubscription, output: nothing }),
  updateSubscription: command({
    input: z.object({
      subscriptionId: idSchema,
      destinationId: idSchema,
      status: wantedStatusSchema,
      payload: payloadSchema,
    }),
    output: nothing,
  }),
  deleteSubscription: command({ input: aSubscription, output: nothing }),
  /** `conflict` where it cannot be enabled (NOT-05). */
  enableSubscription: command({ input: aSubscription, output: nothing }),
  disableSubscription: command({ input: aSubscription, output: nothing }),
  /** `filterSchema` as typed; `validation` unless it is JSON Schema of version 2020-12, before anything is sent (NOT-07). */
  createSubscriptionFilter: command({
    input: z.object({ subscriptionId: idSchema, filterSchema: z.string().max(100_000) }),
    output: z.object({ filterId: z.string() }),
  }),
  getSubscriptionFilter: command({ input: aFilter, output: nothing }),
  /** `conflict` while it is PENDING, without trying (NOT-06). */
  deleteSubscriptionFilter: command({ input: aFilter, output: nothing }),
  testSubscription: command({ input: aSubscription, output: nothing }),
  getTopics: command({ input: nothing, output: nothing }),
  getTopic: command({ input: z.object({ topicId: idSchema }), output: nothing }),
  boardChanged: event(z.object({})),
} as const satisfies FeatureContract
