/**
 * When the platform is read after a send without an answer, and what the readings decide (MSG-13, LST-02). The only place that
 * knows these times. Pure.
 */
import type { Settling } from './kind.ts'
import type { OutboundEvent } from './transition.ts'

/** A change without an answer may still arrive for this long; before that, a missing one isn't `notFound`. */
export const SETTLED_AFTER_MS = 30_000

/** After the send ended, by the monotonic clock: setting the clock must not shorten the wait. */
const READ_AFTER_MS = [2_000, 10_000, SETTLED_AFTER_MS] as const

export const FIRST_READ_AFTER_MS = READ_AFTER_MS[0]

/**
 * What a reading decides. `elapsedMs`: monotonic time between the end of the send and the start of the reading; `nowElapsedMs`:
 * until now. After the last reading the seller decides what can't be told.
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
  // Dated by the reading that shows the change. With a later time the window would show the change twice.
  if (isDone === true) return { event: 'found', atMs, ...(note === undefined ? {} : { note }) }
  if (isDone === false && elapsedMs >= SETTLED_AFTER_MS) return { event: 'missing', atMs: nowMs }
  const next = READ_AFTER_MS.find((ms) => ms > elapsedMs)
  const nextReadAtMs = next === undefined ? null : nowMs + next - nowElapsedMs
  return { event: 'notSettled', atMs: nowMs, after, nextReadAtMs }
}
