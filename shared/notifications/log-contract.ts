/** The contract's part for the receiver and the log of what arrived. */
import * as z from 'zod'
import { command, event, type FeatureContract, query } from '../ipc/define.ts'
import { eventFormatSchema, originSchema, processingStateSchema, signatureStateSchema } from './event.ts'
import { occurrenceSchema } from './event-paths.ts'
import { ruleGradeSchema } from './receiver-rules.ts'
import { registrationSchema } from './registration.ts'
import { eventNodeSchema } from './tree.ts'

/** `listening`: the last probe of the real socket was answered. `notAnswering`: it was not. `failed`: it could not be opened. */
export const receiverStateSchema = z.enum(['listening', 'notAnswering', 'stopped', 'failed'])
export type ReceiverState = z.infer<typeof receiverStateSchema>

/** A header as it came; `value` is null where it may hold a secret, which is not shown and never exported. */
const headerSchema = z.object({ name: z.string(), value: z.string().nullable() })
export type HeaderView = z.infer<typeof headerSchema>

const refusalSchema = z.object({
  refusalId: z.int(),
  reason: z.string(),
  status: z.int(),
  count: z.int(),
  firstAtMs: z.number(),
  lastAtMs: z.number(),
  /** The head of the first of them; null where it was no HTTP. The path is without its query. */
  method: z.string().nullable(),
  path: z.string().nullable(),
  headers: z.array(headerSchema),
  /** How a body began that was read and not taken. */
  beginning: z.string().nullable(),
})
export type RefusalView = z.infer<typeof refusalSchema>

const receiverViewSchema = z.object({
  state: receiverStateSchema,
  /** Why it is not listening, or what the seller has to know though it is; null when there is nothing to say. */
  why: z.string().nullable(),
  /** The port that was wanted and that another program holds; `by` is that program, where the system tells. */
  portTaken: z.object({ port: z.int(), by: z.string().nullable() }).nullable(),
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

/** What part of the log is meant. */
export const logRequestSchema = z.object({
  filter: z
    .object({
      name: z.string().max(200).optional(),
      signature: signatureStateSchema.optional(),
      processing: processingStateSchema.optional(),
      origin: originSchema.optional(),
    })
    .default({}),
  search: z.string().max(200).default(''),
})
export type LogRequest = z.infer<typeof logRequestSchema>

/** The four follow one another; null where it has not come to that yet, or where nobody measured. */
const timesSchema = z.object({
  /** Milliseconds from the head of the request to the last byte of its body; */
  acceptMs: z.number().nullable(),
  /** from there until it was on disk; */
  persistMs: z.number().nullable(),
  /** from there until the 200 was handed over; */
  answerMs: z.number().nullable(),
  /** from there until it was settled, waiting for a key included. */
  processMs: z.number().nullable(),
})
export type DeliveryTimes = z.infer<typeof timesSchema>

const eventRowSchema = z.object({
  eventId: z.int(),
  receivedAtMs: z.number(),
  lastDeliveryAtMs: z.number(),
  origin: originSchema,
  /** The event type or topic, as the platform names it. */
  name: z.string(),
  format: eventFormatSchema,
  itemId: z.string().nullable(),
  transactionId: z.string().nullable(),
  buyer: z.string().nullable(),
  signature: signatureStateSchema,
  processing: processingStateSchema,
  /** Deliveries from outside; replays of this app are counted apart. */
  deliveryCount: z.int(),
  replayCount: z.int(),
  note: z.string(),
  /** Of its first delivery. */
  times: timesSchema,
})
export type EventRow = z.infer<typeof eventRowSchema>

const deliverySchema = z.object({
  deliveryId: z.int(),
  receivedAtMs: z.number(),
  sizeBytes: z.int(),
  origin: originSchema,
  /** The delivery that it repeats. */
  replayOf: z.int().nullable(),
  signature: signatureStateSchema.nullable(),
  times: timesSchema,
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
  headers: z.array(headerSchema),
  deliveries: z.array(deliverySchema),
  /** How many deliveries there are beyond those listed. */
  moreDeliveries: z.int(),
  canProcessAgain: z.boolean(),
  /** The event that this one is an edited copy of; null where it is none. */
  copyOf: z.int().nullable(),
  /**
   * The listings that it speaks of, and the item that each is: by the message itself, by another verified one about the
   * same listing, or by the seller's word, which counts before both.
   */
  listings: z.array(
    z.object({
      itemId: z.string(),
      sku: z.string().nullable(),
      by: z.enum(['message', 'otherMessage', 'seller']).nullable(),
    }),
  ),
  /** A conversation that the message names (NEW_MESSAGE). */
  conversationId: z.string().nullable(),
  /** The six rules for a receiver, and how this event kept them. */
  rules: z.array(ruleGradeSchema),
})
export type EventPage = z.infer<typeof eventPageSchema>

const eventIdSchema = z.int().min(1)

export const logContract = {
  receiver: query({ input: z.object({}), output: receiverViewSchema }),
  /** The port that is open now is the one to listen on from now on. */
  keepPort: command({ input: z.object({}), output: z.object({}) }),
  /** Tries again the port that was taken. */
  openPortAgain: command({ input: z.object({}), output: z.object({}) }),
  /** The log, newest first. Search finds words at their beginning, all of them, in item, buyer, ids, name and note. */
  events: query({
    input: logRequestSchema.extend({
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(2000).default(100),
    }),
    output: z.object({
      rows: z.array(eventRowSchema),
      total: z.int(),
      /** A search stopped counting at `total`; what lies beyond is found by more words. */
      totalIsFloor: z.boolean(),
      /** Every event name in the log, to filter by. */
      names: z.array(z.string()),
    }),
  }),
  event: query({ input: z.object({ eventId: eventIdSchema }), output: eventPageSchema }),
  /**
   * Verifies and processes an event again that failed, waits or is held apart; gives the event that its deliveries belong
   * to afterwards, which is another one where a signature turned out well.
   */
  processAgain: command({ input: z.object({ eventId: eventIdSchema }), output: z.object({ eventId: z.int() }) }),
  setNote: command({ input: z.object({ eventId: eventIdSchema, note: z.string().max(2000) }), output: z.object({}) }),
  receiverChanged: event(z.object({})),
  logChanged: event(z.object({ eventId: z.int().optional() })),
} as const satisfies FeatureContract
