/** The contract's part for replays, capture files, and which item a listing is. */
import * as z from 'zod'
import { command, event, type FeatureContract, query } from '../ipc/define.ts'
import { MAX_CAPTURE_FILE, MAX_CAPTURED_BODY } from './capture-file.ts'
import { logRequestSchema } from './log-contract.ts'
import {
  MAX_REPLAY_DELAY_MS,
  MAX_REPLAY_TIMES,
  MAX_REPLAYED_EVENTS,
  replayOrderSchema,
  replayRunSchema,
} from './replay.ts'

const nothing = z.object({})
const eventIdSchema = z.int().min(1)

export const inspectorContract = {
  /**
   * Sends the first deliveries of these events again, with their bytes and signatures, to this app's own receiver: up to
   * sixteen at once, or with a delay one after another.
   *
   * Errors: `conflict` while another run goes on or the receiver isn't open; `validation` for more than 64 MB.
   */
  replay: command({
    input: z.object({
      eventIds: z.array(eventIdSchema).min(1, 'Choose at least one event').max(MAX_REPLAYED_EVENTS),
      times: z.int().min(1).max(MAX_REPLAY_TIMES).default(1),
      delayMs: z.int().min(0).max(MAX_REPLAY_DELAY_MS).default(0),
      order: replayOrderSchema.default('oldestFirst'),
    }),
    output: nothing,
  }),
  /** Sends an edited copy once. A header without a value, which was not stored, is left out. */
  replayEdited: command({
    input: z.object({
      eventId: eventIdSchema,
      headers: z
        .array(
          z.object({
            name: z
              .string()
              .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/, 'Enter a header name such as X-SVC-SIGNATURE'),
            value: z
              .string()
              .max(16_384)
              .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'A header value is one line without control characters')
              .nullable(),
          }),
        )
        .max(200),
      body: z.string().max(MAX_CAPTURED_BODY),
    }),
    output: nothing,
  }),
  /** The current run, or the last one of this session. */
  replayRun: query({ input: nothing, output: z.object({ run: replayRunSchema.nullable() }) }),
  stopReplay: command({ input: nothing, output: nothing }),
  /** Ids of the newest events of a part of the log, to replay them. */
  eventIds: query({
    input: logRequestSchema.extend({ limit: z.int().min(1).max(MAX_REPLAYED_EVENTS).default(MAX_REPLAYED_EVENTS) }),
    output: z.object({ eventIds: z.array(z.int()) }),
  }),
  /** A capture file of one event or of a part of the log, newest first, as much as fits. Replays are left out. */
  exportCaptures: query({
    input: z.union([z.object({ eventId: eventIdSchema }), logRequestSchema]),
    output: z.object({ name: z.string(), content: z.string(), captures: z.int(), leftOut: z.int() }),
  }),
  /** Imports a whole capture file into the log or nothing of it. Imported captures are never processed. */
  importCaptures: command({
    input: z.object({ content: z.string().max(MAX_CAPTURE_FILE, 'A capture file has at most 24 MB') }),
    output: z.object({ imported: z.int(), known: z.int() }),
  }),
  /** Removes replays or imported captures of one event or of all. What the platform sent stays. */
  removeMarked: command({
    input: z.object({ origin: z.enum(['replay', 'import']), eventId: eventIdSchema.optional() }),
    output: z.object({ removed: z.int() }),
  }),
  /** Links a listing's ItemID to an item; null unlinks it. */
  linkListing: command({
    input: z.object({
      itemId: z.string().min(1).max(200),
      sku: z
        .string()
        .regex(/^[A-Za-z0-9_-]{1,50}$/, 'A SKU has 1 to 50 letters, digits, hyphens and underscores.')
        .nullable(),
    }),
    output: nothing,
  }),
  replayChanged: event(nothing),
} as const satisfies FeatureContract
