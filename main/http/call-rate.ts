/** How many background calls per second a service gets: fewer after each refusal. Times are monotonic. */

const PER_SECOND = 20
const RECOVERS_MS = 5 * 60_000
const MAX_HALVINGS = 6

export type CallRate = { readonly halvings: number; readonly atMs: number }

export const fullRate: CallRate = { halvings: 0, atMs: 0 }

const halvingsAt = ({ halvings, atMs }: CallRate, nowMs: number): number =>
  Math.max(0, halvings - Math.floor((nowMs - atMs) / RECOVERS_MS))

/** Each refusal halves the rate; it recovers step by step. */
export const slowDown = (rate: CallRate, nowMs: number): CallRate => ({
  halvings: Math.min(halvingsAt(rate, nowMs) + 1, MAX_HALVINGS),
  atMs: nowMs,
})

/**
 * Calls per second at `nowMs`. A limit of two million a day allows a hundred times its average, so 20,000 items take
 * minutes.
 */
export const perSecondAt = (rate: CallRate, perDay: number, nowMs: number): number =>
  Math.max(PER_SECOND, perDay / 864) / 2 ** halvingsAt(rate, nowMs)
