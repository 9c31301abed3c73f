/**
 * The state machine of a change in the outbound queue.
 *
 * Nothing is sent twice automatically (MSG-13). `sending` returns to `queued` only by `notReached`, when nothing was carried
 * out, or by `repeat`, for a kind that is safe to send twice. `unknown` returns to it only by `neverLeft`, which proves that no
 * byte left. A restart turns `sending` into `unknown`. `sent` is final.
 */

import { canWithdraw, type OutboundState, type OutboundStateName, unsentStates } from '../../shared/outbound/state.ts'
import type { AppError } from '../../shared/result.ts'

export type OutboundEvent<E> = { readonly atMs: number } & (
  | {
      /** Waits due by `dueMs` are over. `dueMs` is later than `atMs` if the clock was set back. */
      readonly event: 'undoTimePassed' | 'waitPassed'
      readonly dueMs: number
    }
  /** The platform is reachable again, or the seller signed in. */
  | { readonly event: 'online' }
  /** Restarts the undo time of a delayed change. */
  | { readonly event: 'delayAgain'; readonly undoUntilMs: number }
  | { readonly event: 'dispatch'; readonly before: E | null }
  /** The check before sending showed that the change was already carried out. From `sending`: before its request left. */
  | { readonly event: 'alreadyThere' }
  /** The check before sending found something that only the seller can decide. */
  | { readonly event: 'ask'; readonly reason: string; readonly found: E }
  /** The check before sending showed that the change no longer makes sense. Nothing was sent. */
  | { readonly event: 'drop' }
  // How a send, or the check before it, ended.
  | { readonly event: 'carriedOut'; readonly note?: string | undefined }
  | { readonly event: 'notReached'; readonly nextTryAtMs: number; readonly error: AppError }
  | { readonly event: 'notNow'; readonly untilMs: number; readonly error: AppError }
  | { readonly event: 'refused'; readonly error: AppError }
  | { readonly event: 'unknown'; readonly reason: string; readonly nextReadAtMs: number | null }
  /** The outcome is unknown, and sending again does no harm. */
  | { readonly event: 'repeat'; readonly nextTryAtMs: number; readonly error: AppError }
  | { readonly event: 'restart' }
  // What a reading showed afterwards.
  | { readonly event: 'found'; readonly note?: string | undefined }
  | { readonly event: 'missing' }
  /** The stored data proves that no byte left. */
  | { readonly event: 'neverLeft' }
  | { readonly event: 'notSettled'; readonly after: E | null; readonly nextReadAtMs: number | null }
  // What the seller does.
  | { readonly event: 'sendNow' | 'withdraw' | 'discard' }
  | { readonly event: 'settle'; readonly arrived: boolean }
)

const INTERRUPTED = 'Stallhand closed while this was being sent.'

/** The evidence from before an earlier send. Kept in every state except the final ones. */
export const earlierEvidence = <E>(state: OutboundState<E>): E | null => {
  switch (state.state) {
    case 'notFound':
    case 'unknown':
    case 'sending':
      return state.before
    case 'sent':
    case 'withdrawn':
      return null
    default:
      return state.earlier
  }
}

type In<E, Name extends OutboundStateName> = OutboundState<E> & { readonly state: Name }
type Next<E> = OutboundState<E> | undefined

const sent = (atMs: number, known: 'answer' | 'reading', note = ''): OutboundState<never> => ({
  state: 'sent',
  atMs,
  known,
  ...(note === '' ? {} : { note }),
})

const actOfUser = <E>(state: OutboundState<E>, event: OutboundEvent<E>): Next<E> => {
  const { atMs } = event
  const isUnsent = unsentStates.includes(state.state)
  if (event.event === 'sendNow' && isUnsent)
    return { state: 'queued', nextTryAtMs: atMs, error: null, earlier: earlierEvidence(state) }
  if (event.event === 'discard' && isUnsent) return { state: 'discarded', atMs, earlier: earlierEvidence(state) }
  return event.event === 'withdraw' && canWithdraw(state.state) ? { state: 'withdrawn', atMs } : undefined
}

/** The next state after a send ended, or the check before it decided. A check is repeated right before a request leaves. */
const sendEnded = <E>(state: In<E, 'queued' | 'sending'>, event: OutboundEvent<E>): Next<E> => {
  const { earlier } = state
  const { atMs } = event
  switch (event.event) {
    case 'alreadyThere':
      return { state: 'sent', atMs, known: 'reading' }
    case 'drop':
      return { state: 'discarded', atMs, earlier }
    case 'ask':
      return {
        state: 'unknown',
        sinceMs: atMs,
        reason: event.reason,
        before: event.found,
        after: null,
        nextReadAtMs: null,
      }
    case 'notReached':
      return { state: 'queued', nextTryAtMs: event.nextTryAtMs, error: event.error, earlier }
    case 'notNow':
      return { state: 'waiting', untilMs: event.untilMs, error: event.error, earlier }
    case 'refused':
      return { state: 'refused', atMs: event.atMs, error: event.error, earlier }
    default:
      return undefined
  }
}

const fromQueued = <E>(state: In<E, 'queued'>, event: OutboundEvent<E>): Next<E> => {
  const { atMs } = event
  switch (event.event) {
    case 'online':
      return { ...state, nextTryAtMs: Math.min(state.nextTryAtMs, atMs) }
    case 'dispatch':
      return { state: 'sending', sinceMs: atMs, before: event.before, earlier: state.earlier }
    default:
      return sendEnded(state, event)
  }
}

const fromSending = <E>(state: In<E, 'sending'>, event: OutboundEvent<E>): Next<E> => {
  const { atMs } = event
  const unknown = { state: 'unknown', sinceMs: atMs, before: state.before ?? state.earlier, after: null } as const
  switch (event.event) {
    case 'carriedOut':
      return sent(atMs, 'answer', event.note)
    case 'unknown':
      return { ...unknown, reason: event.reason, nextReadAtMs: event.nextReadAtMs }
    case 'repeat':
      return { state: 'queued', nextTryAtMs: event.nextTryAtMs, error: event.error, earlier: state.earlier }
    case 'restart':
      return { ...unknown, reason: INTERRUPTED, nextReadAtMs: atMs }
    default:
      return sendEnded(state, event)
  }
}

const fromUnknown = <E>(state: In<E, 'unknown'>, event: OutboundEvent<E>): Next<E> => {
  const { atMs } = event
  switch (event.event) {
    case 'online':
      return state.nextReadAtMs === null ? undefined : { ...state, nextReadAtMs: Math.min(state.nextReadAtMs, atMs) }
    case 'found':
      return sent(atMs, 'reading', event.note)
    case 'missing':
      return { state: 'notFound', atMs, known: 'reading', before: state.before }
    case 'neverLeft':
      return { state: 'queued', nextTryAtMs: atMs, error: null, earlier: state.before }
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

/** Whether a wait is over. Signing in ends a wait for sign-in, but not a wait for a rate limit. */
const isWaitOver = <E>({ untilMs, error }: In<E, 'waiting'>, event: OutboundEvent<E>): boolean =>
  event.event === 'online' ? error.kind === 'signInNeeded' : event.event === 'waitPassed' && event.dueMs >= untilMs

/** The state after `event`, or undefined if the event doesn't apply in this state. Every time comes with the event. */
export const transition = <E>(state: OutboundState<E>, event: OutboundEvent<E>): Next<E> => {
  const byUser = actOfUser(state, event)
  if (byUser !== undefined) return byUser
  const { atMs } = event
  switch (state.state) {
    case 'delayed':
      if (event.event === 'delayAgain') return { ...state, undoUntilMs: event.undoUntilMs }
      return event.event === 'undoTimePassed' && event.dueMs >= state.undoUntilMs
        ? { state: 'queued', nextTryAtMs: atMs, error: null, earlier: state.earlier }
        : undefined
    case 'waiting':
      return isWaitOver(state, event)
        ? { state: 'queued', nextTryAtMs: atMs, error: state.error, earlier: state.earlier }
        : undefined
    case 'queued':
      return fromQueued(state, event)
    case 'sending':
      return fromSending(state, event)
    case 'unknown':
      return fromUnknown(state, event)
    // A later reading can still find a change that seemed lost.
    case 'notFound':
      return event.event === 'found' ? sent(atMs, 'reading', event.note) : undefined
    default:
      return undefined
  }
}

/** When the change needs attention next; undefined if it waits for the seller. */
export const wakeAtMs = (state: OutboundState<unknown>): number | undefined => {
  switch (state.state) {
    case 'delayed':
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
