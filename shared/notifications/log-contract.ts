/** The contract's part for the receiver, the log and replays. */
import * as z from 'zod'
import { command, done, event, type FeatureContract, query } from '../ipc/define.ts'
import { eventFormatSchema, originSchema, processingStateSchema, signatureStateSchema } from './event.ts'
import { occurrenceSchema } from './occurrence.ts'
import { registrationSchema } from './registration.ts'
import { eventNodeSchema } from './tree.ts'

/**
 * `refusing`: the port is open, but deliveries can't be stored. `notAnswering`: it is open, but the last probe failed.
 * `failed`: no port could be opened.
 */
const receiverStateSchema = z.enum(['listening', 'refusing', 'notAnswering', 'stopped', 'failed'])
export type ReceiverState = z.infer<typeof receiverStateSchema>

/** A header; `value` is null if it may be a secret, which is neither shown nor exported. */
const headerSchema = z.object({ name: z.string(), value: z.string().nullable() })
export type HeaderView = z.infer<typeof headerSchema>

/** Requests rejected for one reason since the app started, with the head of the last; null if it wasn't HTTP. */
const refusalSchema = z.object({
  reason: z.string(),
  status: z.int(),
  count: z.int(),
  firstAtMs: z.number(),
  lastAtMs: z.number(),
  method: z.string().nullable(),
  /** Without its query. */
  path: z.string().nullable(),
  headers: z.array(headerSchema),
  /** What a proxy or tunnel changes in them, and the remedy. */
  hint: z.string().nullable(),
})
export type RefusalView = z.infer<typeof refusalSchema>

/** The seller's choices of `quarantineDays`. */
export const QUARANTINE_DAYS = [7, 30, 90, null] as const
const quarantineDaysSchema = z.literal(QUARANTINE_DAYS)
export type QuarantineDays = z.infer<typeof quarantineDaysSchema>

const receiverViewSchema = z.object({
  state: receiverStateSchema,
  /** The problem, or what the seller should know. */
  why: z.string().nullable(),
  /** The wanted port if another program uses it. The receiver switches back once it is free. */
  portTaken: z.int().nullable(),
  /** The address on this machine; null while no port is open. */
  listeningUrl: z.string().nullable(),
  /** The address to register: the profile's own for a tunnel or proxy, else the listening one. */
  registeredUrl: z.string().nullable(),
  /** Why the platform would refuse that address (RCV-14). */
  addressProblem: z.string().nullable(),
  lastDeliveryAtMs: z.number().nullable(),
  registration: registrationSchema,
  /** How long ignored notifications are kept; null for as long as their quota has room. */
  quarantineDays: quarantineDaysSchema,
  /** `unseen`: sales, questions and forgeries since the seller last opened the log. */
  counts: z.object({ waiting: z.int(), failed: z.int(), quarantined: z.int(), unseen: z.int() }),
  /** What is missing to verify legacy notifications (PLT-20); empty if nothing is, or none came. */
  missingLegacyIds: z.array(z.string()),
  /** Newest first. */
  refusals: z.array(refusalSchema),
})
export type ReceiverView = z.infer<typeof receiverViewSchema>

/** A part of the log. The search matches the beginnings of words in item, buyer, ids, name and note. */
const logRequestSchema = z.object({
  filter: z
    .object({
      name: z.string().max(200).optional(),
      signature: signatureStateSchema.optional(),
      processing: processingStateSchema.optional(),
      origin: originSchema.optional(),
      /** Only sales and questions that count: no repeated report of a sale, no test, no forgery. */
      isNews: z.literal(true).optional(),
    })
    .default({}),
  search: z.string().max(200).default(''),
})
export type LogRequest = z.infer<typeof logRequestSchema>

/** What the seller should notice on every page. */
const raisesSchema = z.enum(['sale', 'question', 'forgery'])
export type Raises = z.infer<typeof raisesSchema>

/** What this computer knows of an event's item; null for unknown fields. */
const eventItemSchema = z.object({
  sku: z.string(),
  title: z.string().nullable(),
  pictureUrl: z.string().nullable(),
  /** The currency of its offer. */
  currency: z.string().nullable(),
})
export type EventItem = z.infer<typeof eventItemSchema>

/** The address that a tunnel or proxy reports, and the program that the sender names; null without either. */
const senderSchema = z.string().nullable()

const storedEventSchema = z.object({
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
  occurrences: z.array(occurrenceSchema),
  raises: raisesSchema.nullable(),
  /** Whether it answers a test that was requested here (NOT-09). */
  isTest: z.boolean(),
  /** Whether it raised a badge that the seller hasn't looked at. */
  isUnseen: z.boolean(),
  /** The event that reported this sale first, by another type. */
  sameSaleAs: z.int().nullable(),
  signature: signatureStateSchema,
  processing: processingStateSchema,
  /** The size of its first delivery, and the sender; null if it is verified. */
  sizeBytes: z.int().nullable(),
  sender: senderSchema,
  /** Without replays. */
  deliveryCount: z.int(),
  replayCount: z.int(),
  note: z.string(),
})
/** A row of the log as stored. */
export type StoredEvent = z.infer<typeof storedEventSchema>

const eventRowSchema = storedEventSchema.extend({
  /** The item of its first occurrence; null if unknown, or if the event isn't verified. */
  item: eventItemSchema.nullable(),
})
export type EventRow = z.infer<typeof eventRowSchema>

const deliverySchema = z.object({
  deliveryId: z.int(),
  receivedAtMs: z.number(),
  /** The size of its headers and body. */
  sizeBytes: z.int(),
  origin: originSchema,
  signature: signatureStateSchema.nullable(),
  sender: senderSchema,
})
export type DeliveryView = z.infer<typeof deliverySchema>

const pathValueSchema = z.object({
  path: z.string(),
  label: z.string(),
  /** Every value found. */
  values: z.array(z.string()),
})

/** The beginning of a body: text if it is UTF-8, else base64. `sizeBytes` is the size of the whole body. */
const rawSchema = z.object({
  text: z.string().nullable(),
  base64: z.string().nullable(),
  sizeBytes: z.int(),
  isCut: z.boolean(),
})
export type RawBody = z.infer<typeof rawSchema>

const eventPageSchema = eventRowSchema.extend({
  /** What was checked, with the result. */
  signatureMessage: z.string(),
  /** Why it failed, waits or is quarantined. */
  why: z.string().nullable(),
  /** When it happened, as the platform wrote it. */
  timestamp: z.string().nullable(),
  notificationId: z.string().nullable(),
  paths: z.array(pathValueSchema),
  tree: eventNodeSchema.nullable(),
  /** Whether the tree is only the beginning of the message. */
  isTreeCut: z.boolean(),
  /** The body of the first delivery. Null if the event isn't verified: that body is shown only on request. */
  raw: rawSchema.nullable(),
  headers: z.array(headerSchema),
  deliveries: z.array(deliverySchema),
  /** Deliveries beyond those listed. */
  moreDeliveries: z.int(),
  /** The event that this one is an edited copy of. */
  copyOf: z.int().nullable(),
  /**
   * Its listings and, if it is verified, their items, linked by the seller, this message, the offer or another message.
   */
  listings: z.array(
    z.object({
      itemId: z.string(),
      sku: z.string().nullable(),
      by: z.enum(['message', 'offer', 'otherMessage', 'seller']).nullable(),
    }),
  ),
  /** The conversation that a NEW_MESSAGE names. */
  conversationId: z.string().nullable(),
})
export type EventPage = z.infer<typeof eventPageSchema>

/** Maximum bytes: the receiver accepts no larger body. */
const MAX_BODY = 2 * 1024 * 1024

const nothing = z.object({})
const eventIdSchema = z.int().min(1)

export const logContract = {
  receiver: query({ input: nothing, output: receiverViewSchema }),
  /** Sets the limit, and removes what is older. */
  setQuarantineDays: command({ input: z.strictObject({ days: quarantineDaysSchema }), output: done }),
  /** Makes the open port the wanted one. */
  keepPort: command({ input: nothing, output: done }),
  /** A page of the log, newest first, and the event names in the log, at most 200. */
  events: query({
    input: logRequestSchema.extend({
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(2000).default(100),
    }),
    output: z.object({ rows: z.array(eventRowSchema), total: z.int(), names: z.array(z.string()) }),
  }),
  event: query({ input: z.object({ eventId: eventIdSchema }), output: eventPageSchema }),
  /** The beginning of the body of an event's first delivery, verified or not. Errors: `notFound`. */
  eventBody: query({ input: z.object({ eventId: eventIdSchema }), output: rawSchema }),
  /**
   * Processes a legacy notification whose signature matches but whose time is far from its arrival (PLT-41). Returns the event
   * that its deliveries belong to afterwards. Errors: `notFound`; `conflict` if it isn't late.
   */
  acceptLate: command({ input: z.object({ eventId: eventIdSchema }), output: z.object({ eventId: z.int() }) }),
  /** Verifies and processes an event again. Returns the event that its deliveries belong to afterwards. */
  processAgain: command({ input: z.object({ eventId: eventIdSchema }), output: z.object({ eventId: z.int() }) }),
  /** Clears the badge. Called when the seller looks at the log. */
  markSeen: command({ input: nothing, output: done }),
  /**
   * Verifies the newest 5,000 quarantined events again, for instance after a setting was corrected. Processes those
   * that pass; the rest stays. `released`: how many were processed.
   */
  checkQuarantined: command({ input: nothing, output: z.object({ checked: z.int(), released: z.int() }) }),
  setNote: command({ input: z.object({ eventId: eventIdSchema, note: z.string().max(2000) }), output: done }),
  /**
   * Sends an event's first delivery again, with its bytes and signature, to this app's own receiver; `body` sends another one
   * instead. Returns the answer's status. Errors: `notFound`; `conflict` if the receiver doesn't answer.
   */
  replay: command({
    input: z.object({ eventId: eventIdSchema, body: z.string().max(MAX_BODY).optional() }),
    output: z.object({ status: z.int() }),
  }),
  /** Removes the replays of an event. What the platform sent stays. */
  removeReplays: command({ input: z.object({ eventId: eventIdSchema }), output: done }),
  /** Links a listing's ItemID to an item; null unlinks it. */
  linkListing: command({
    input: z.object({
      itemId: z.string().min(1).max(200),
      sku: z
        .string()
        .regex(/^[A-Za-z0-9_-]{1,50}$/, 'A SKU has 1 to 50 letters, digits, hyphens and underscores.')
        .nullable(),
    }),
    output: done,
  }),
  /** A sale, a question or a forgery just arrived. `text` comes from a stranger. */
  arrived: event(z.object({ raises: raisesSchema, eventId: z.int(), title: z.string(), text: z.string() })),
  receiverChanged: event(nothing),
  logChanged: event(z.object({ eventId: z.int().optional() })),
} as const satisfies FeatureContract
