/** The Retry-After header of a 429 or 503. */

/** A longer wait is treated as the sender's mistake. */
const MAX_WAIT_MS = 24 * 60 * 60 * 1000

/**
 * Date.parse reads "-5" and "7 bananas" as years, but an HTTP date begins with a weekday:
 * https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7
 */
const parseHttpDate = (text: string | undefined): number | undefined => {
  const atMs = text !== undefined && /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(atMs) ? undefined : atMs
}

/**
 * Milliseconds to wait, at most a day; undefined if the header is missing or unreadable. Reads seconds and HTTP dates.
 * Compares a date with the answer's own Date header, or with `nowMs` if there is none, so a wrong local clock does no
 * harm.
 */
export const parseRetryAfter = (headers: Readonly<Record<string, string>>, nowMs?: number): number | undefined => {
  const value = headers['retry-after']?.trim()
  if (value === undefined) return undefined
  if (/^\d+(\.\d+)?$/.test(value)) return Math.min(Math.ceil(Number(value) * 1000), MAX_WAIT_MS)
  const untilMs = parseHttpDate(value)
  const fromMs = parseHttpDate(headers.date) ?? nowMs
  if (untilMs === undefined || fromMs === undefined) return undefined
  return Math.min(Math.max(0, untilMs - fromMs), MAX_WAIT_MS)
}
