/** How long a 429 or 503 asks to be waited: the Retry-After header (document 2, section 8). */

/** A wait longer than a day is taken for a mistake of the sender, and cut to one. */
const LONGEST_MS = 24 * 60 * 60 * 1000

/** Date.parse reads "-5" and "7 bananas" as years; an HTTP date begins with the name of a day. */
const httpDateMs = (text: string | undefined): number | undefined => {
  const atMs = text !== undefined && /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(atMs) ? undefined : atMs
}

/**
 * Milliseconds to wait, or undefined when the header is missing or says nothing that can be read.
 *
 * Seconds and an HTTP date are both read. A date is held against the answer's own Date header, so that a clock that goes
 * wrong here does no harm, or against `nowMs` where there is none; one that has passed is 0.
 */
export const retryAfterMs = (headers: Readonly<Record<string, string>>, nowMs?: number): number | undefined => {
  const value = headers['retry-after']?.trim()
  if (value === undefined) return undefined
  if (/^\d+(\.\d+)?$/.test(value)) return Math.min(Math.ceil(Number(value) * 1000), LONGEST_MS)
  const untilMs = httpDateMs(value)
  const fromMs = httpDateMs(headers.date) ?? nowMs
  if (untilMs === undefined || fromMs === undefined) return undefined
  return Math.min(Math.max(0, untilMs - fromMs), LONGEST_MS)
}
