/**
 * The contract for registration and the subscription service: config, topics, destinations, subscriptions and filters.
 */
import * as z from 'zod'
import { command, done, event, type FeatureContract, query } from '../ipc/define.ts'
import { registrationSchema } from './registration.ts'

/** An event type's name on the wire. */
export const eventTypeNameSchema = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9]{0,79}$/, 'An event type is one word of letters and digits, such as ItemSold')

/** A list as last read from the platform: when, and why a later read failed. */
const listSchema = <T extends z.ZodType>(entry: T) =>
  z.object({ asOfMs: z.number().nullable(), problem: z.string().nullable(), entries: z.array(entry) })

const payloadViewSchema = z.object({
  format: z.string().nullable(),
  schemaVersion: z.string().nullable(),
  deliveryProtocol: z.string().nullable(),
})

const subscriptionSettingsViewSchema = z.object({
  destinationId: z.string().nullable(),
  status: z.string().nullable(),
  payload: payloadViewSchema,
})

/** Statuses are open strings and shown unchanged (NOT-04). */
export const topicViewSchema = z.object({
  topicId: z.string(),
  description: z.string().nullable(),
  status: z.string().nullable(),
  context: z.string().nullable(),
  scope: z.string().nullable(),
  filterable: z.boolean().nullable(),
  authorizationScopes: z.array(z.string()),
  payloads: z.array(payloadViewSchema.extend({ deprecated: z.boolean() })),
})
export type TopicView = z.infer<typeof topicViewSchema>

export const destinationViewSchema = z.object({
  destinationId: z.string(),
  name: z.string().nullable(),
  status: z.string().nullable(),
  endpoint: z.string().nullable(),
  /** Whether its verification token is Stallhand's; `unknown` if the platform doesn't say. The token never leaves main. */
  token: z.enum(['ours', 'different', 'unknown']),
  /** The settings once its changes in the outbox are sent; null if none are waiting. */
  planned: z
    .object({ name: z.string(), status: z.string(), endpoint: z.string(), token: z.enum(['own', 'unchanged']) })
    .nullable(),
})
export type DestinationView = z.infer<typeof destinationViewSchema>

export const filterViewSchema = z.object({
  filterId: z.string(),
  filterStatus: z.string().nullable(),
  /** Indented JSON; null if it couldn't be read. */
  filterSchema: z.string().nullable(),
  creationDate: z.string().nullable(),
  /** A PENDING filter is read again until the platform decides, for 20 minutes. */
  isPolled: z.boolean(),
})
export type FilterView = z.infer<typeof filterViewSchema>

/** A requested test. `wasDelivering`: real notifications of the topic could arrive as well. */
export const testSchema = z.object({
  subscriptionId: z.string(),
  topicId: z.string(),
  requestedAtMs: z.number(),
  wasDelivering: z.boolean(),
  /** Taken from the platform's answer; null if it has none. */
  notificationId: z.string().nullable(),
})

const subscriptionTestSchema = testSchema.extend({
  /** The notification that answers it. */
  arrival: z.object({ eventId: z.int(), receivedAtMs: z.number(), notificationId: z.string().nullable() }).nullable(),
})
export type SubscriptionTest = z.infer<typeof subscriptionTestSchema>

export const subscriptionViewSchema = z.object({
  subscriptionId: z.string(),
  topicId: z.string().nullable(),
  ...subscriptionSettingsViewSchema.shape,
  /** The settings once its changes in the outbox are sent; null if none are waiting. */
  planned: subscriptionSettingsViewSchema.nullable(),
  creationDate: z.string().nullable(),
  filters: z.array(filterViewSchema),
  /** The last test requested from here. */
  test: subscriptionTestSchema.nullable(),
  /** The newest captured notification of its topic, tests included. */
  lastArrived: z.object({ eventId: z.int(), receivedAtMs: z.number() }).nullable(),
})
export type SubscriptionView = z.infer<typeof subscriptionViewSchema>

const subscriptionsSchema = z.object({
  config: listSchema(z.string()).omit({ entries: true }).extend({ alertEmail: z.string().nullable() }),
  topics: listSchema(topicViewSchema),
  destinations: listSchema(destinationViewSchema),
  subscriptions: listSchema(subscriptionViewSchema),
})
export type Subscriptions = z.infer<typeof subscriptionsSchema>

const idSchema = z.string().min(1).max(500)
/** Any value: the platform's statuses are open strings (NOT-04). */
const wantedStatusSchema = z.string().regex(/^\S{1,100}$/, 'A status is one word')
const emailSchema = z.email('Enter an email address such as you@example.com').max(254)
const destinationSettingsSchema = z.object({
  name: z.string().trim().min(1, 'Enter a name').max(500, 'A name has at most 500 characters'),
  status: wantedStatusSchema,
  endpoint: z.string().trim().min(1, 'Enter the address').max(2000),
})
const payloadSchema = z.object({
  format: z.string().min(1).max(100),
  schemaVersion: z.string().min(1).max(100),
  deliveryProtocol: z.string().min(1).max(100),
})
const subscriptionSettingsSchema = z.object({
  destinationId: idSchema,
  status: wantedStatusSchema,
  payload: payloadSchema,
})
const empty = z.object({})
/** `waits`: why the change waits in the outbox and is sent later; null if it was carried out. */
const changeOutcome = z.object({ waits: z.string().nullable() })
const topicKey = z.object({ topicId: idSchema })
const subscriptionKey = z.object({ subscriptionId: idSchema })
const filterKey = z.object({ subscriptionId: idSchema, filterId: idSchema })
const destinationKey = z.object({ destinationId: idSchema })

const topicChoiceSchema = z.object({ on: z.array(idSchema).max(100), off: z.array(idSchema).max(100) })
export type TopicChoice = z.infer<typeof topicChoiceSchema>

export const subscriptionsContract = {
  /**
   * Registers this receiver for the chosen event types, which may be none beside topics; safe to repeat. A failed step is reported in the result.
   *
   * Throws `validation` for an address the platform would refuse, before anything is sent (RCV-14).
   */
  register: command({
    input: z.object({
      events: z.array(eventTypeNameSchema).max(100),
      /** Needed only while the platform has no alert address; a practice connection fills it in. */
      alertEmail: emailSchema.optional(),
      /** Topics to receive at this address, and topics to receive no longer. Others keep their setting. */
      topics: topicChoiceSchema.optional(),
    }),
    output: registrationSchema,
  }),
  /**
   * Everything as last read. Reads from the platform on first use, and in the background after five minutes. The commands
   * below are named after their operations (NOT-01); each read refreshes its own part.
   */
  subscriptions: query({ input: empty, output: subscriptionsSchema }),
  getConfig: command({ input: empty, output: done }),
  updateConfig: command({ input: z.object({ alertEmail: emailSchema }), output: done }),
  getDestinations: command({ input: empty, output: done }),
  /** Sends Stallhand's verification token. Throws `validation` for an address the platform would refuse (RCV-14). */
  createDestination: command({ input: destinationSettingsSchema, output: destinationKey }),
  getDestination: command({ input: destinationKey, output: done }),
  /** `token`: send Stallhand's own verification token, or the one the platform has. */
  updateDestination: command({
    input: destinationSettingsSchema.extend({ destinationId: idSchema, token: z.enum(['own', 'unchanged']) }),
    output: changeOutcome,
  }),
  /**
   * `disable`: the subscriptions to disable first, because the platform deletes no destination in use (NOT-08). The deletion waits
   * for them, over a restart too (LST-21). Throws `conflict` while another subscription uses it.
   */
  deleteDestination: command({
    input: destinationKey.extend({ disable: z.array(idSchema).max(1_000).optional() }),
    output: changeOutcome,
  }),
  getPublicKey: command({
    input: z.object({ publicKeyId: z.string().trim().min(1, 'Enter a key ID').max(500) }),
    output: z.object({ key: z.string(), algorithm: z.string(), digest: z.string() }),
  }),
  getSubscriptions: command({ input: empty, output: done }),
  createSubscription: command({
    input: subscriptionSettingsSchema.extend({ topicId: idSchema }),
    output: changeOutcome.extend({ subscriptionId: z.string().nullable() }),
  }),
  getSubscription: command({ input: subscriptionKey, output: done }),
  updateSubscription: command({
    input: subscriptionSettingsSchema.extend({ subscriptionId: idSchema }),
    output: changeOutcome,
  }),
  deleteSubscription: command({ input: subscriptionKey, output: changeOutcome }),
  /** Throws `conflict` if the platform cannot enable it (NOT-05). */
  enableSubscription: command({ input: subscriptionKey, output: changeOutcome }),
  disableSubscription: command({ input: subscriptionKey, output: changeOutcome }),
  /** Throws `validation`, before anything is sent, unless the text is JSON Schema 2020-12 (NOT-07). */
  createSubscriptionFilter: command({
    input: z.object({ subscriptionId: idSchema, filterSchema: z.string().max(100_000) }),
    output: changeOutcome.extend({ filterId: z.string().nullable() }),
  }),
  getSubscriptionFilter: command({ input: filterKey, output: done }),
  /** Throws `conflict` while the filter is PENDING, without sending anything (NOT-06). */
  deleteSubscriptionFilter: command({ input: filterKey, output: changeOutcome }),
  testSubscription: command({ input: subscriptionKey, output: done }),
  getTopics: command({ input: empty, output: done }),
  getTopic: command({ input: topicKey, output: done }),
  subscriptionsChanged: event(empty),
} as const satisfies FeatureContract
