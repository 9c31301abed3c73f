/**
 * When a mapping task is asked about next.
 *
 * Document 1, section 4, "Recommended polling behavior": start near 5 seconds, grow exponentially to about 60 seconds, stop
 * after 15 to 20 minutes in total. What counts towards the total is time spent watching (waits and the polls between
 * them), not wall time: a machine that slept or a clock that was moved takes nothing away from a watch.
 */

export const FIRST_DELAY_MS = 5_000
export const LONGEST_DELAY_MS = 60_000
export const TOTAL_WATCH_MS = 20 * 60_000
/** Every delay is off by at most this part of itself, so that tasks started together drift apart. */
export const JITTER = 0.1

/** The delay before the poll after `step` settled polls: 5, 10, 20, 40, 60, 60 … seconds, within a tenth. `random` is from 0 up to 1. */
export const delayOfStep = (step: number, random: number): number => {
  // The cap on the exponent keeps a very long watch from reaching Infinity.
  const plainMs = Math.min(FIRST_DELAY_MS * 2 ** Math.min(step, 10), LONGEST_DELAY_MS)
  return Math.round(plainMs * (1 + (random * 2 - 1) * JITTER))
}

export type NextPoll = { readonly kind: 'poll'; readonly delayMs: number } | { readonly kind: 'stop' }

/**
 * The next poll of a watch that has used `watchedMs` and settled `step` polls, or the end of the watch.
 *
 * A Retry-After is never undercut: where the platform asks for more time than the watch has left, the watch ends. The
 * last delay is shortened to what is left; a rest below the first delay is not worth a poll.
 */
export const nextPoll = (watch: {
  readonly watchedMs: number
  readonly step: number
  readonly retryAfterMs: number
  readonly random: number
}): NextPoll => {
  const leftMs = TOTAL_WATCH_MS - watch.watchedMs
  if (leftMs < FIRST_DELAY_MS || watch.retryAfterMs > leftMs) return { kind: 'stop' }
  const delayMs = Math.max(delayOfStep(watch.step, watch.random), watch.retryAfterMs)
  return { kind: 'poll', delayMs: Math.min(delayMs, leftMs) }
}
