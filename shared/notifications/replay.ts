/** Replays: what came once is sent again, by this app to its own receiver. */
import * as z from 'zod'

export const MOST_REPLAY_TIMES = 1_000
export const MOST_REPLAYED_EVENTS = 200
export const LONGEST_REPLAY_DELAY_MS = 60_000
/** Bytes of bodies that one run may send; each lies in the log afterwards. */
export const MOST_REPLAYED_BYTES = 64 * 1024 * 1024

/** Headers that belong to the connection they came over, in lower case: a replay has a connection of its own. */
export const headersOfTheConnection: ReadonlySet<string> = new Set([
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

/** `mixed`: every delivery of the run at a place by chance. */
export const replayOrderSchema = z.enum(['asCame', 'newestFirst', 'mixed'])
export type ReplayOrder = z.infer<typeof replayOrderSchema>

export const replayRunSchema = z.object({
  state: z.enum(['running', 'done', 'stopped']),
  /** The event that it was begun from, where it was one. */
  eventId: z.int().nullable(),
  isEdited: z.boolean(),
  startedAtMs: z.number(),
  total: z.int(),
  /** Deliveries that were answered, or that got no answer. */
  settled: z.int(),
  /** How many answers of each status, in the order of the statuses. */
  answers: z.array(z.object({ status: z.int(), count: z.int() })),
  /** Deliveries that got no answer, and why the last of them did not. */
  unanswered: z.int(),
  problem: z.string().nullable(),
  /** Of the answers, in milliseconds; null before the first. */
  medianMs: z.number().nullable(),
  slowestMs: z.number().nullable(),
})
export type ReplayRun = z.infer<typeof replayRunSchema>
