/** Replays: this app sends captured deliveries again, to its own receiver. */
import * as z from 'zod'

export const MAX_REPLAY_TIMES = 1_000
export const MAX_REPLAYED_EVENTS = 200
export const MAX_REPLAY_DELAY_MS = 60_000
/** Bytes of all bodies of one run. */
export const MAX_REPLAYED_BYTES = 64 * 1024 * 1024

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

export const replayOrderSchema = z.enum(['oldestFirst', 'newestFirst', 'mixed'])
export type ReplayOrder = z.infer<typeof replayOrderSchema>

export const replayRunSchema = z.object({
  state: z.enum(['running', 'done', 'stopped']),
  /** The replayed event, if it is only one. */
  eventId: z.int().nullable(),
  isEdited: z.boolean(),
  startedAtMs: z.number(),
  total: z.int(),
  /** Deliveries that were answered, or that got no answer. */
  settled: z.int(),
  /** How many answers had each status, ordered by status. */
  answers: z.array(z.object({ status: z.int(), count: z.int() })),
  /** Deliveries without an answer, and why the last of them got none. */
  unanswered: z.int(),
  problem: z.string().nullable(),
  /** Times of the answers; null before the first. */
  medianMs: z.number().nullable(),
  slowestMs: z.number().nullable(),
})
export type ReplayRun = z.infer<typeof replayRunSchema>
