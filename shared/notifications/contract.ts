/** The notifications room's part of the contract: the receiver, its registration, and the log of what arrived. */
import * as z from 'zod'
import { command, event, query, type RoomContract } from '../ipc/define.ts'
import { eventFormatSchema, processingStateSchema, signatureStateSchema } from './event.ts'
import { occurrenceSchema } from './event-paths.ts'
import { eventNodeSchema } from './tree.ts'

/** `listening`: the last probe of the real socket was answered. `notAnswering`: it was not. `failed`: it could not be opened. */
export const receiverStateSchema = z.enum(['listening', 'notAnswering', 'stopped', 'failed'])
export type ReceiverState = z.infer<typeof receiverStateSchema>

/** The steps of a registration, in their order. */
export const registrationStepNameSchema = z.enum([
  'address',
  'receiver',
  'config',
  'destination',
  'preferences',
  'challenge',
])
export type RegistrationStepName = z.infer<typeof registrationStepNameSchema>

export const registrationStepSchema = z.object({
  name: registrationStepNameSchema,
  state: z.enum(['done', 'waiting', 'failed', 'notReached']),
  words: z.string(),
})
export type RegistrationStep = z.infer<typeof registrationStepSchema>

/** `never`: not asked for yet. `incomplete`: a step failed or waits. `outdated`: the address or the verification token is another since. */
export const registrationSchema = z.object({
  state: z.enum(['never', 'complete', 'incomplete', 'outdated']),
  words: z.string(),
  atMs: z.number().nullable(),
  address: z.string().nullable(),
  events: z.array(z.string()),
  steps: z.array(registrationStepSchema),
})
export type Registration = z.infer<typeof registrationSchema>

const refusalSchema = z.object({
  refusalId: z.int(),
  reason: z.string(),
  status: z.int(),
  count: z.int(),
  firstAtMs: z.number(),
  lastAtMs: z.number(),
})

const receiverViewSchema = z.object({
  state: receiverStateSchema,
  /** Why it is not listening, or what the seller has to know though it is; null when there is nothing to say. */
  why: z.string().nullable(),
  /** The address on this machine; null while no port is open. */
  listeningUrl: z.string().nullable(),
  /** The address to register: the profile's own where a tunnel or proxy stands between, else the listening one. */
  registeredUrl: z.string().nullable(),
  /** Why the platform would refuse that address, where it would (RCV-14). */
  addressProblem: z.string().nullable(),
  lastProbeAtMs: z.number().nullable(),
  lastDeliveryAtMs: z.number().nullable(),
  registration: registrationSchema,
  counts: z.object({ waiting: z.int(), failed: z.int(), heldApart: z.int() }),
  /** Requests that were turned away, the newest first. */
  refusals: z.array(refusalSchema),
})
export type ReceiverView = z.infer<typeof receiverViewSchema>

const eventRowSchema = z.object({
  eventId: z.int(),
  receivedAtMs: z.number(),
  lastDeliveryAtMs: z.number(),
  /** The event type or topic, as the platform names it. */
  name: z.string(),
  format: eventFormatSchema,
  itemId: z.string().nullable(),
  transactionId: z.string().nullable(),
  buyer: z.string().nullable(),
  signature: signatureStateSchema,
  processing: processingStateSchema,
  deliveryCount: z.int(),
  note: z.string(),
})
export type EventRow = z.infer<typeof eventRowSchema>

const deliverySchema = z.object({
  deliveryId: z.int(),
  receivedAtMs: z.number(),
  sizeBytes: z.int(),
  signature: signatureStateSchema.nullable(),
  /** The four follow one another. Milliseconds from the head of the request to the last byte of its body; */
  acceptMs: z.number().nullable(),
  /** from there until it was on disk; */
  persistMs: z.number().nullable(),
  /** from there until the 200 was handed over; */
  answerMs: z.number().nullable(),
  /** from there until it was settled, waiting for a key included. */
  processMs: z.number().nullable(),
})
export type DeliveryView = z.infer<typeof deliverySchema>

const pathValueSchema = z.object({
  path: z.string(),
  words: z.string(),
  /** Every value found, with the place where it stands in this message. */
  values: z.array(z.object({ at: z.string(), value: z.string() })),
})

const eventPageSchema = eventRowSchema.extend({
  /** The signature in a sentence: what was checked and what came of it. */
  signatureWords: z.string(),
  /** Why it failed, waits or is held apart; null when there is nothing to say. */
  why: z.string().nullable(),
  /** When it happened, as the platform wrote it. */
  timestamp: z.string().nullable(),
  notificationId: z.string().nullable(),
  occurrences: z.array(occurrenceSchema),
  paths: z.array(pathValueSchema),
  tree: eventNodeSchema.nullable(),
  /** The body of the first delivery: text where it is UTF-8, base64 where it is not. */
  raw: z.object({ text: z.string().nullable(), base64: z.string().nullable(), sizeBytes: z.int() }),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  deliveries: z.array(deliverySchema),
  /** How many deliveries there are beyond those listed. */
  moreDeliveries: z.int(),
  canProcessAgain: z.boolean(),
})
export type EventPage = z.infer<typeof eventPageSchema>

/** The name of an event type, as it stands on the wire. */
export const eventTypeNameSchema = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9]{0,79}$/, 'An event type is one word of letters and digits, such as ItemSold')

const eventIdSchema = z.int().min(1)

/** A part of the board: when it was last read, and why it could not be read since. */
const partOf = <T extends z.ZodType>(entry: T) =>
  z.object({ asOfMs: z.number().nullable(), problem: z.string().nullable(), entries: z.array(entry) })

const topicViewSchema = z.object({
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

const destinationViewSchema = z.object({
  destinationId: z.string(),
  name: z.string().nullable(),
  status: z.string().nullable(),
  endpoint: z.string().nullable(),
  /** Whether its verification token is the one that Stallhand keeps. The token itself never leaves main. */
  token: z.enum(['kept', 'notKnown']),
})
export type DestinationView = z.infer<typeof destinationViewSchema>

const filterViewSchema = z.object({
  filterId: z.string(),
  filterStatus: z.string().nullable(),
  /** JSON, indented; null where it could not be read. */
  filterSchema: z.string().nullable(),
  creationDate: z.string().nullable(),
})
export type FilterView = z.infer<typeof filterViewSchema>

/** A test that was asked for; `wasDelivering` where real notifications of the topic could come as well. */
export const testSchema = z.object({
  subscriptionId: z.string(),
  topicId: z.string(),
  askedAtMs: z.number(),
  wasDelivering: z.boolean(),
})

const subscriptionViewSchema = z.object({
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
  /**
   * The last test: `arrived` is the first notification of its topic that came after it was asked for. The answer to a
   * test names no notificationId (document 3, section 4), so that nothing surer can be known.
   */
  test: testSchema
    .extend({
      arrived: z
        .object({ eventId: z.int(), receivedAtMs: z.number(), notificationId: z.string().nullable() })
        .nullable(),
    })
    .nullable(),
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

export const notificationsContract = {
  receiver: query({ input: z.object({}), output: receiverViewSchema }),
  /** The log, newest first. `cursor` is `next` of the page before; search finds words at their beginning, all of them. */
  events: query({
    input: z.object({
      filter: z
        .object({
          name: z.string().max(200).optional(),
          signature: signatureStateSchema.optional(),
          processing: processingStateSchema.optional(),
        })
        .default({}),
      search: z.string().max(200).default(''),
      cursor: z.int().nullable().default(null),
      limit: z.int().min(1).max(2000).default(100),
    }),
    output: z.object({
      events: z.array(eventRowSchema),
      next: z.int().nullable(),
      /** Every event name in the log, to filter by. */
      names: z.array(z.string()),
    }),
  }),
  event: query({ input: z.object({ eventId: eventIdSchema }), output: eventPageSchema }),
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
   * Verifies and processes an event again that failed, waits or is held apart; gives the event that its deliveries belong
   * to afterwards, which is another one where a signature turned out well.
   */
  processAgain: command({ input: z.object({ eventId: eventIdSchema }), output: z.object({ eventId: z.int() }) }),
  setNote: command({ input: z.object({ eventId: eventIdSchema, note: z.string().max(2000) }), output: z.object({}) }),
  /**
   * Config, topics, destinations and subscriptions as last read. The first call reads them from the platform; after that
   * the commands below do, each named as its operation of document 3, section 4 (NOT-01).
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
  receiverChanged: event(z.object({})),
  logChanged: event(z.object({ eventId: z.int().optional() })),
} as const satisfies RoomContract
