/** The contract's part for testing with what arrived: replays, files of captures, and which item a listing is. */
import * as z from 'zod'
import { command, event, type FeatureContract, query } from '../ipc/define.ts'
import { LARGEST_CAPTURE_FILE, LARGEST_CAPTURED_BODY } from './capture-file.ts'
import { logRequestSchema } from './log-contract.ts'
import {
  LONGEST_REPLAY_DELAY_MS,
  MOST_REPLAY_TIMES,
  MOST_REPLAYED_EVENTS,
  replayOrderSchema,
  replayRunSchema,
} from './replay.ts'

const nothing = z.object({})
const eventIdSchema = z.int().min(1)

export const inspectorContract = {
  /**
   * Sends the first deliveries of these events again, bytes and signature as they came, to this app's own receiver.
   *
   * Without a delay up to sixteen are under way at once; with one each waits for the answer to the one before and then so
   * long. `conflict` while another run goes on or the receiver is not open; `validation` where it would send more than
   * 64 MB.
   */
  replay: command({
    input: z.object({
      eventIds: z.array(eventIdSchema).min(1, 'Choose at least one event').max(MOST_REPLAYED_EVENTS),
      times: z.int().min(1).max(MOST_REPLAY_TIMES).default(1),
      delayMs: z.int().min(0).max(LONGEST_REPLAY_DELAY_MS).default(0),
      order: replayOrderSchema.default('asCame'),
    }),
    output: nothing,
  }),
  /** Sends a changed copy once. A header whose value is null goes out with the value it came with. */
  replayEdited: command({
    input: z.object({
      eventId: eventIdSchema,
      headers: z
        .array(
          z.object({
            name: z
              .string()
              .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/, 'A header has a name such as X-SVC-SIGNATURE'),
            value: z
              .string()
              .max(16_384)
              .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'The value of a header is one line of letters and signs')
              .nullable(),
          }),
        )
        .max(200),
      body: z.string().max(LARGEST_CAPTURED_BODY),
    }),
    output: nothing,
  }),
  /** The run that goes on, or the last one of this session; null before the first. */
  replayRun: query({ input: nothing, output: z.object({ run: replayRunSchema.nullable() }) }),
  stopReplay: command({ input: nothing, output: nothing }),
  /** Ids of the newest events of a part of the log, to replay them. */
  eventIds: query({
    input: logRequestSchema.extend({ limit: z.int().min(1).max(MOST_REPLAYED_EVENTS).default(MOST_REPLAYED_EVENTS) }),
    output: z.object({ eventIds: z.array(z.int()) }),
  }),
  /**
   * A file of captures: all deliveries of one event, or of a part of the log from the newest on, as many as fit. Replays
   * are left out.
   */
  exportCaptures: query({
    input: z.union([z.object({ eventId: eventIdSchema }), logRequestSchema]),
    output: z.object({ name: z.string(), content: z.string(), captures: z.int(), leftOut: z.int() }),
  }),
  /** Reads a file of captures into the log, all of it or nothing: marked as imported, and never processed. */
  importCaptures: command({
    input: z.object({ content: z.string().max(LARGEST_CAPTURE_FILE, 'A file of captures has at most 24 MB') }),
    output: z.object({ imported: z.int(), known: z.int() }),
  }),
  /** Takes replays or imported captures out of the log, of one event or all. What the platform sent stays. */
  removeMarked: command({
    input: z.object({ origin: z.enum(['replay', 'import']), eventId: eventIdSchema.optional() }),
    output: z.object({ removed: z.int() }),
  }),
  /** Which item a listing's ItemID is, as the seller says; null takes it back. */
  linkListing: command({
    input: z.object({
      itemId: z.string().min(1).max(200),
      sku: z
        .string()
        .regex(/^[A-Za-z0-9_-]{1,50}$/, 'A SKU has 1 to 50 characters: letters, digits, hyphen and underscore.')
        .nullable(),
    }),
    output: nothing,
  }),
  replayChanged: event(nothing),
} as const satisfies FeatureContract
