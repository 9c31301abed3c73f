/**
 * The outbox as a machine over plain data (design section 4, "Outbox").
 *
 *     held (undo) → queued → sending → sent | rejected | deferred | uncertain
 *     uncertain → (the thread is read) sent | notFound → the user decides
 *
 * A send is never repeated by a machine. `sending` becomes `queued` through one event only, `notReached`: the platform
 * refused the connection, so that nothing was carried out. A restart finds `sending` and makes it `uncertain`. Nothing
 * leaves `sent`.
 */
import * as z from 'zod'
import { appErrorSchema } from '../result.ts'
import { threadReadingSchema } from './thread-evidence.ts'

const time = z.number()

export const outboxStateSchema = z.discriminatedUnion('state', [
  /** Waits for the undo time to pass. */
  z.object({ state: z.literal('held'), undoUntilMs: time }),
  /**
   * Waits for its turn and for the platform; `error` is why the last try did not reach it. `earlier` is the reading before a
   * dispatch that was found to have failed: should the message turn up after all, it is not sent again.
   */
  z.object({
    state: z.literal('queued'),
    nextTryAtMs: time,
    error: appErrorSchema.nullable(),
    earlier: threadReadingSchema.nullable(),
  }),
  /** Bytes may be on their way. Written before the first one leaves. */
  z.object({
    state: z.literal('sending'),
    sinceMs: time,
    before: threadReadingSchema.nullable(),
    earlier: threadReadingSchema.nullable(),
  }),
  /** `known`: by the platform's answer, by its text in the thread, or by the user's word. */
  z.object({ state: z.literal('sent'), atMs: time, known: z.enum(['answer', 'thread', 'user']) }),
  /** The platform said no and why. */
  z.object({ state: z.literal('rejected'), atMs: time, error: appErrorSchema }),
  /** The platform said not now (429), or there is no usable token (401): not carried out. */
  z.object({
    state: z.literal('deferred'),
    untilMs: time,
    error: appErrorSchema,
    earlier: threadReadingSchema.nullable(),
  }),
  /** It may have arrived. The thread is read at `nextReadAtMs`; null when reading could not settle it and the user decides. */
  z.object({
    state: z.literal('unknown'),
    sinceMs: time,
    reason: z.string(),
    before: threadReadingSchema.nullable(),
    after: threadReadingSchema.nullable(),
    readings: z.number(),
    nextReadAtMs: time.nullable(),
  }),
  /** The whole thread was read and it is not there: by reading, or by the user's word. */
  z.object({
    state: z.literal('notFound'),
    atMs: time,
    known: z.enum(['thread', 'user']),
    before: threadReadingSchema.nullable(),
  }),
  /** It became a draft again. */
  z.object({ state: z.literal('takenBack'), atMs: time }),
  /** Thrown away by the user; it can still be taken back. */
  z.object({ state: z.literal('discarded'), atMs: time }),
])
export type OutboxState = z.infer<typeof outboxStateSchema>
export type OutboxStateName = OutboxState['state']

type AppError = z.infer<typeof appErrorSchema>
type ThreadReading = z.infer<typeof threadReadingSchema>

export type OutboxEvent =
  // Time passes. `dueMs`: waits up to then are over; ahead of `atMs` where the clock was put back under them.
  | { readonly event: 'undoTimePassed'; readonly atMs: number; readonly dueMs: number }
  | { readonly event: 'waitPassed'; readonly atMs: number; readonly dueMs: number }
  // The platform answers again: what waits to reach it need not wait longer.
  | { readonly event: 'online'; readonly atMs: number }
  // The dispatch and how it ends.
  | { readonly event: 'dispatch'; readonly atMs: number; readonly before: ThreadReading | null }
  // The reading before a second dispatch showed that the first one had arrived.
  | { readonly event: 'alreadyThere'; readonly atMs: number }
  | { readonly event: 'carriedOut'; readonly atMs: number }
  | { readonly event: 'notReached'; readonly atMs: number; readonly nextTryAtMs: number; readonly error: AppError }
  | { readonly event: 'notNow'; readonly atMs: number; readonly untilMs: number; readonly error: AppError }
  | { readonly event: 'refused'; readonly atMs: number; readonly error: AppError }
  | { readonly event: 'noAnswer'; readonly atMs: number; readonly reason: string; readonly nextReadAtMs: number }
  | { readonly event: 'restart'; readonly atMs: number }
  // What reading the thread told.
  | { readonly event: 'foundInThread'; readonly atMs: number; readonly after: ThreadReading }
  | { readonly event: 'missingInThread'; readonly atMs: number; readonly after: ThreadReading }
  | {
      readonly event: 'notSettled'
      readonly atMs: number
      readonly after: ThreadReading | null
      readonly nextReadAtMs: number | null
    }
  // What the user does.
  | { readonly event: 'sendNow'; readonly atMs: number }
  | { readonly event: 'takeBack'; readonly atMs: number }
  | { readonly event: 'discard'; readonly atMs: number }
  | { readonly event: 'settle'; readonly atMs: number; readonly arrived: boolean }

/** What the user may do with a message in this state. */
export const takeBackStates: readonly OutboxStateName[] = [
  'held',
  'queued',
  'deferred',
  'rejected',
  'notFound',
  'discarded',
]
export const sendNowStates: readonly OutboxStateName[] = ['held', 'queued', 'deferred', 'rejected', 'notFound']
export const discardStates: readonly OutboxStateName[] = ['held', 'queued', 'deferred', 'rejected', 'notFound']

/** States in which a message goes on by itself or waits for the user: what the outbox shows. */
export const openStates: readonly OutboxStateName[] = [
  'held',
  'queued',
  'sending',
  'rejected',
  'deferred',
  'unknown',
  'notFound',
]

/** States that hold up later messages of the same conversation, so that they arrive in the order they were written. */
export const blockingStates: readonly OutboxStateName[] = ['held', 'queued', 'sending', 'deferred', 'unknown']

/** States that wait for the user. */
export const needsUser = (state: OutboxState): boolean =>
  state.state === 'rejected' || state.state === 'notFound' || (state.state === 'unknown' && state.nextReadAtMs === null)

const restartReason = 'Stallhand ended while this message was on its way.'

/** What a message that may be sent once more remembers of the time before. */
const earlierOf = (state: OutboxState): ThreadReading | null => {
  if (state.state === 'notFound') return state.before
  return state.state === 'queued' || state.state === 'deferred' ? state.earlier : null
}

/**
 * The state after `event`, or undefined where that event means nothing in this state.
 *
 * Total over plain data and free of time and chance: every moment comes with the event.
 */
export const transition = (state: OutboxState, event: OutboxEvent): OutboxState | undefined => {
  const { atMs } = event
  const from = state.state
  switch (event.event) {
    case 'undoTimePassed':
      return from === 'held' && event.dueMs >= state.undoUntilMs
        ? { state: 'queued', nextTryAtMs: atMs, error: null, earlier: null }
        : undefined
    case 'waitPassed':
      return from === 'deferred' && event.dueMs >= state.untilMs
        ? { state: 'queued', nextTryAtMs: atMs, error: state.error, earlier: state.earlier }
        : undefined
    case 'online':
      if (from === 'queued') return { ...state, nextTryAtMs: Math.min(state.nextTryAtMs, atMs) }
      return from === 'unknown' && state.nextReadAtMs !== null
        ? { ...state, nextReadAtMs: Math.min(state.nextReadAtMs, atMs) }
        : undefined
    case 'dispatch':
      return from === 'queued'
        ? { state: 'sending', sinceMs: atMs, before: event.before, earlier: state.earlier }
        : undefined
    case 'alreadyThere':
      return from === 'queued' ? { state: 'sent', atMs, known: 'thread' } : undefined
    case 'carriedOut':
      return from === 'sending' ? { state: 'sent', atMs, known: 'answer' } : undefined
    case 'notReached':
      if (from === 'queued') return { ...state, nextTryAtMs: event.nextTryAtMs, error: event.error }
      return from === 'sending'
        ? { state: 'queued', nextTryAtMs: event.nextTryAtMs, error: event.error, earlier: state.earlier }
        : undefined
    case 'notNow':
      return from === 'queued' || from === 'sending'
        ? { state: 'deferred', untilMs: event.untilMs, error: event.error, earlier: state.earlier }
        : undefined
    case 'refused':
      return from === 'queued' || from === 'sending' ? { state: 'rejected', atMs, error: event.error } : undefined
    case 'noAnswer':
      return from === 'sending'
        ? {
            state: 'unknown',
            sinceMs: atMs,
            reason: event.reason,
            before: state.before,
            after: null,
            readings: 0,
            nextReadAtMs: event.nextReadAtMs,
          }
        : undefined
    case 'restart':
      return from === 'sending'
        ? {
            state: 'unknown',
            sinceMs: atMs,
            reason: restartReason,
            before: state.before,
            after: null,
            readings: 0,
            nextReadAtMs: atMs,
          }
        : undefined
    case 'foundInThread':
      return from === 'unknown' ? { state: 'sent', atMs, known: 'thread' } : undefined
    case 'missingInThread':
      return from === 'unknown' ? { state: 'notFound', atMs, known: 'thread', before: state.before } : undefined
    case 'notSettled':
      return from === 'unknown'
        ? {
            ...state,
            after: event.after ?? state.after,
            readings: state.readings + (event.after === null ? 0 : 1),
            nextReadAtMs: event.nextReadAtMs,
          }
        : undefined
    case 'sendNow':
      if (!sendNowStates.includes(from)) return undefined
      return { state: 'queued', nextTryAtMs: atMs, error: null, earlier: earlierOf(state) }
    case 'takeBack':
      return takeBackStates.includes(from) ? { state: 'takenBack', atMs } : undefined
    case 'discard':
      return discardStates.includes(from) ? { state: 'discarded', atMs } : undefined
    case 'settle':
      if (from !== 'unknown') return undefined
      return event.arrived
        ? { state: 'sent', atMs, known: 'user' }
        : { state: 'notFound', atMs, known: 'user', before: state.before }
  }
}

/** When this state wants to be looked at again by the machine, or undefined where it waits for nothing but the user. */
export const nextLookAtMs = (state: OutboxState): number | undefined => {
  switch (state.state) {
    case 'held':
      return state.undoUntilMs
    case 'queued':
      return state.nextTryAtMs
    case 'deferred':
      return state.untilMs
    case 'unknown':
      return state.nextReadAtMs ?? undefined
    default:
      return undefined
  }
}
