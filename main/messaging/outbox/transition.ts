/**
 * The outbox as a state machine.
 *
 * No machine sends a message twice (MSG-13). `sending` returns to `queued` only by `notReached`, when nothing was carried
 * out. A restart turns `sending` into `unknown`. Nothing leaves `sent`.
 */
import {
  canWithdraw,
  type OutboxState,
  type OutboxStateName,
  type ThreadReading,
  unsentStates,
} from '../../../shared/messaging/outbox-state.ts'
import type { AppError } from '../../../shared/result.ts'

export type OutboxEvent = { readonly atMs: number } & (
  | {
      /** Waits up to `dueMs` are over. It is later than `atMs` if the clock was set back. */
      readonly event: 'undoTimePassed' | 'waitPassed'
      readonly dueMs: number
    }
  /** The platform can be reached again. */
  | { readonly event: 'online' }
  | { readonly event: 'dispatch'; readonly before: ThreadReading }
  /** Reading before a second send showed that the first had arrived. */
  | { readonly event: 'alreadyThere' }
  // How a send, or the reading before it, ended.
  | { readonly event: 'carriedOut' }
  | { readonly event: 'notReached'; readonly nextTryAtMs: number; readonly error: AppError }
  | { readonly event: 'notNow'; readonly untilMs: number; readonly error: AppError }
  | { readonly event: 'refused'; readonly error: AppError }
  | { readonly event: 'unknown'; readonly reason: string; readonly nextReadAtMs: number }
  | { readonly event: 'restart' }
  // What reading the thread showed afterwards.
  | { readonly event: 'foundInThread' | 'missingInThread' }
  | { readonly event: 'notSettled'; readonly after: ThreadReading | null; readonly nextReadAtMs: number | null }
  // What the user does.
  | { readonly event: 'sendNow' | 'withdraw' | 'discard' }
  | { readonly event: 'settle'; readonly arrived: boolean }
)

const INTERRUPTED = 'Stallhand closed while this message was being sent.'

/** The reading before an earlier send of a message that may be sent once more. */
const earlierReading = (state: OutboxState): ThreadReading | null => {
  if (state.state === 'notFound') return state.before
  return state.state === 'queued' || state.state === 'waiting' ? state.earlier : null
}

type In<Name extends OutboxStateName> = OutboxState & { readonly state: Name }
type Next = OutboxState | undefined

const actOfUser = (state: OutboxState, event: OutboxEvent): Next => {
  const { atMs } = event
  const isUnsent = unsentStates.includes(state.state)
  if (event.event === 'sendNow' && isUnsent)
    return { state: 'queued', nextTryAtMs: atMs, error: null, earlier: earlierReading(state) }
  if (event.event === 'discard' && isUnsent) return { state: 'discarded', atMs }
  return event.event === 'withdraw' && canWithdraw(state.state) ? { state: 'withdrawn', atMs } : undefined
}

/** How a send ended, or why the reading before it failed. */
const sendEnded = (state: In<'queued' | 'sending'>, event: OutboxEvent): Next => {
  const { earlier } = state
  switch (event.event) {
    case 'notReached':
      return { state: 'queued', nextTryAtMs: event.nextTryAtMs, error: event.error, earlier }
    case 'notNow':
      return { state: 'waiting', untilMs: event.untilMs, error: event.error, earlier }
    case 'refused':
      return { state: 'refused', atMs: event.atMs, error: event.error }
    default:
      return undefined
  }
}

const fromQueued = (state: In<'queued'>, event: OutboxEvent): Next => {
  const { atMs } = event
  switch (event.event) {
    case 'online':
      return { ...state, nextTryAtMs: Math.min(state.nextTryAtMs, atMs) }
    case 'dispatch':
      return { state: 'sending', sinceMs: atMs, before: event.before, earlier: state.earlier }
    case 'alreadyThere':
      return { state: 'sent', atMs, known: 'thread' }
    default:
      return sendEnded(state, event)
  }
}

const fromSending = (state: In<'sending'>, event: OutboxEvent): Next => {
  const { atMs } = event
  const unknown = { state: 'unknown', sinceMs: atMs, before: state.before, after: null } as const
  switch (event.event) {
    case 'carriedOut':
      return { state: 'sent', atMs, known: 'answer' }
    case 'unknown':
      return { ...unknown, reason: event.reason, nextReadAtMs: event.nextReadAtMs }
    case 'restart':
      return { ...unknown, reason: INTERRUPTED, nextReadAtMs: atMs }
    default:
      return sendEnded(state, event)
  }
}

const fromUnknown = (state: In<'unknown'>, event: OutboxEvent): Next => {
  const { atMs } = event
  switch (event.event) {
    case 'online':
      return state.nextReadAtMs === null ? undefined : { ...state, nextReadAtMs: Math.min(state.nextReadAtMs, atMs) }
    case 'foundInThread':
      return { state: 'sent', atMs, known: 'thread' }
    case 'missingInThread':
      return { state: 'notFound', atMs, known: 'thread', before: state.before }
    case 'notSettled':
      return { ...state, after: event.after ?? state.after, nextReadAtMs: event.nextReadAtMs }
    case 'settle':
      return event.arrived
        ? { state: 'sent', atMs, known: 'user' }
        : { state: 'notFound', atMs, known: 'user', before: state.before }
    default:
      return undefined
  }
}

/** The state after `event`, or undefined if the event doesn't apply in this state. Every time comes with the event. */
export const transition = (state: OutboxState, event: OutboxEvent): OutboxState | undefined => {
  const byUser = actOfUser(state, event)
  if (byUser !== undefined) return byUser
  const { atMs } = event
  switch (state.state) {
    case 'held':
      return event.event === 'undoTimePassed' && event.dueMs >= state.undoUntilMs
        ? { state: 'queued', nextTryAtMs: atMs, error: null, earlier: null }
        : undefined
    case 'waiting':
      return event.event === 'waitPassed' && event.dueMs >= state.untilMs
        ? { state: 'queued', nextTryAtMs: atMs, error: state.error, earlier: state.earlier }
        : undefined
    case 'queued':
      return fromQueued(state, event)
    case 'sending':
      return fromSending(state, event)
    case 'unknown':
      return fromUnknown(state, event)
    default:
      return undefined
  }
}

/** When the message needs attention next; undefined if only the user moves it on. */
export const wakeAtMs = (state: OutboxState): number | undefined => {
  switch (state.state) {
    case 'held':
      return state.undoUntilMs
    case 'queued':
      return state.nextTryAtMs
    case 'waiting':
      return state.untilMs
    case 'unknown':
      return state.nextReadAtMs ?? undefined
    default:
      return undefined
  }
}
