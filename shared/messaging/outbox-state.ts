/**
 * States of an outbox message (docs/architecture.md, state machines).
 *
 *     held → queued → sending → sent | refused | waiting | unknown
 *     unknown → (the thread is read) sent | notFound → the user decides
 */
import * as z from 'zod'
import { appErrorSchema } from '../result.ts'

const time = z.number()

/** What one reading of a thread showed about one text. */
export const threadReadingSchema = z.object({
  /** The seller's messages with this text. */
  sameText: z.number(),
  messages: z.number(),
  /** Whether every message was read. */
  complete: z.boolean(),
  atMs: z.number(),
})
export type ThreadReading = z.infer<typeof threadReadingSchema>

export const outboxStateSchema = z.discriminatedUnion('state', [
  /** Waits for the undo time to pass. */
  z.object({ state: z.literal('held'), undoUntilMs: time }),
  /**
   * Waits for its turn or for the platform; `error` says why the last try failed. `earlier` is the reading before a send
   * that seemed lost: a message that turns up late is not sent again.
   */
  z.object({
    state: z.literal('queued'),
    nextTryAtMs: time,
    error: appErrorSchema.nullable(),
    earlier: threadReadingSchema.nullable(),
  }),
  /** Stored before the first byte leaves. */
  z.object({
    state: z.literal('sending'),
    sinceMs: time,
    before: threadReadingSchema.nullable(),
    earlier: threadReadingSchema.nullable(),
  }),
  /** `known` says from what: the platform's answer, the thread, or the user. */
  z.object({ state: z.literal('sent'), atMs: time, known: z.enum(['answer', 'thread', 'user']) }),
  /** The platform refused it. */
  z.object({ state: z.literal('refused'), atMs: time, error: appErrorSchema }),
  /** Not now: rate limit (429) or no valid token (401). Nothing was sent. */
  z.object({
    state: z.literal('waiting'),
    untilMs: time,
    error: appErrorSchema,
    earlier: threadReadingSchema.nullable(),
  }),
  /** It may have arrived. The thread is read at `nextReadAtMs`; null once reading could not settle it and the user decides. */
  z.object({
    state: z.literal('unknown'),
    sinceMs: time,
    reason: z.string(),
    before: threadReadingSchema.nullable(),
    after: threadReadingSchema.nullable(),
    nextReadAtMs: time.nullable(),
  }),
  /** Not in the thread, by a complete reading or by the user. */
  z.object({
    state: z.literal('notFound'),
    atMs: time,
    known: z.enum(['thread', 'user']),
    before: threadReadingSchema.nullable(),
  }),
  /** It is a draft again. */
  z.object({ state: z.literal('withdrawn'), atMs: time }),
  z.object({ state: z.literal('discarded'), atMs: time }),
])
export type OutboxState = z.infer<typeof outboxStateSchema>
export type OutboxStateName = OutboxState['state']

/** States that end a message's life in the outbox. */
export const finalStates = ['sent', 'withdrawn', 'discarded'] as const satisfies readonly OutboxStateName[]

/** States in which a message certainly has not arrived: the user can send, withdraw or discard it. */
export const unsentStates: readonly OutboxStateName[] = ['held', 'queued', 'waiting', 'refused', 'notFound']

/** A discarded message can still become a draft again. */
export const canWithdraw = (state: OutboxStateName): boolean => unsentStates.includes(state) || state === 'discarded'

/** States that hold up later messages to the same target, so that they arrive in the order they were written. */
export const blockingStates: readonly OutboxStateName[] = ['held', 'queued', 'sending', 'waiting', 'unknown']

/** Whether nothing happens to the message until the user acts. */
export const needsUser = (state: OutboxState): boolean =>
  state.state === 'refused' || state.state === 'notFound' || (state.state === 'unknown' && state.nextReadAtMs === null)
