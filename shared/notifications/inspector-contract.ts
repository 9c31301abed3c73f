/** The contract's part for replays, and which item a listing is. */
import * as z from 'zod'
import { command, done, type FeatureContract, query } from '../ipc/define.ts'
import { logRequestSchema } from './log-contract.ts'

export const MAX_REPLAYED_EVENTS = 200
/** Bytes; the receiver accepts no larger body. */
const MAX_BODY = 2 * 1024 * 1024

/** Headers that belong to a connection, in lower case. A replay has a connection of its own. */
export const connectionHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const eventIdSchema = z.int().min(1)

const replayResultSchema = z.object({
  /** How many answers had each status, ordered by status. */
  answers: z.array(z.object({ status: z.int(), count: z.int() })),
  /** Why it ended before all were sent; null if it didn't. */
  problem: z.string().nullable(),
})
export type ReplayResult = z.infer<typeof replayResultSchema>

export const inspectorContract = {
  /**
   * Sends the first deliveries of these events again, with their bytes and signatures, to this app's own receiver, oldest
   * first. Errors: `notFound`; `conflict` if the receiver isn't open.
   */
  replay: command({
    input: z.object({ eventIds: z.array(eventIdSchema).min(1, 'Choose at least one event').max(MAX_REPLAYED_EVENTS) }),
    output: replayResultSchema,
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
      body: z.string().max(MAX_BODY),
    }),
    output: replayResultSchema,
  }),
  /** Ids of the newest events of a part of the log, to replay them. */
  eventIds: query({
    input: logRequestSchema,
    output: z.object({ eventIds: z.array(z.int()) }),
  }),
  /** Removes replays of one event or of all. What the platform sent stays. */
  removeReplays: command({
    input: z.object({ eventId: eventIdSchema.optional() }),
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
    output: done,
  }),
} as const satisfies FeatureContract
