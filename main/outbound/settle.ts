/**
 * When to read the platform after a send without an answer, and what the readings decide (MSG-13, LST-02). The only place with
 * these times. Pure.
 */
import type { Settling } from './kind.ts'
import type { OutboundEvent } from './transition.ts'

/** How long a change without an answer may still arrive. Until then, a missing change isn't `notFound`. */
export const SETTLED_AFTER_MS = 30_000

/** Monotonic time after the end of the send, so that setting the clock doesn't shorten the wait. */
const READ_AFTER_MS = [2_000, 10_000, SETTLED_AFTER_MS] as const

export const FIRST_READ_AFTER_MS = READ_AFTER_MS[0]

/** One value of a record: before the change, as sent, and as read afterwards. */
export type SettledValue<T> = { readonly was: T; readonly sent: T; readonly now: T }

/**
 * What a reading shows about a change of a record that is replaced as a whole. One value as sent proves that it arrived, whatever
 * others changed since: a sale takes pieces from the quantity just saved. It didn't arrive only if every value is still as before.
 */
export const settleByValues = <T>(
  values: readonly SettledValue<T>[],
  isSame: (one: T, other: T) => boolean,
): boolean | null => {
  const changed = values.filter(({ was, sent }) => !isSame(was, sent))
  if (changed.length === 0) return values.every(({ sent, now }) => isSame(sent, now)) ? true : null
  if (changed.some(({ sent, now }) => isSame(sent, now))) return true
  return changed.every(({ was, now }) => isSame(was, now)) ? false : null
}

/**
 * Decides from a reading. `elapsedMs`: monotonic time from the end of the send to the start of the reading. `nowElapsedMs`: from
 * the end of the send until now. If the last reading isn't conclusive, the seller decides.
 */
export const decideSettling = <E>(
  { isDone, after, atMs, note }: Settling<E>,
  {
    elapsedMs,
    nowElapsedMs,
    nowMs,
  }: { readonly elapsedMs: number; readonly nowElapsedMs: number; readonly nowMs: number },
): OutboundEvent<E> => {
  if (isDone === 'neverLeft') return { event: 'neverLeft', atMs: nowMs }
  // Uses the time of the reading that shows the change. With a later time, the window would show the change twice.
  if (isDone === true) return { event: 'found', atMs, ...(note === undefined ? {} : { note }) }
  if (isDone === false && elapsedMs >= SETTLED_AFTER_MS) return { event: 'missing', atMs: nowMs }
  const next = READ_AFTER_MS.find((ms) => ms > elapsedMs)
  const nextReadAtMs = next === undefined ? null : nowMs + next - nowElapsedMs
  return { event: 'notSettled', atMs: nowMs, after, nextReadAtMs }
}
