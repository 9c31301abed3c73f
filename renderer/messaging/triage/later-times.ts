/** Suggested times for a snooze or a delayed message. */

type LaterTime = { readonly id: string; readonly label: string; readonly atMs: number }

const MORNING_HOUR = 9
const HOUR_MS = 3_600_000

/** Nine in the morning in the seller's time zone, `days` after today; not 24 hours per day, because clocks change. */
const morning = (now: Date, days: number): number =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING_HOUR).getTime()

/** In three hours, tomorrow, next Monday, in a week. Without repeats: on a Sunday tomorrow is Monday. */
export const laterTimes = (nowMs: number): readonly LaterTime[] => {
  const now = new Date(nowMs)
  const daysToMonday = (8 - now.getDay()) % 7 || 7
  return [
    { id: 'hours', label: 'In 3 hours', atMs: nowMs + 3 * HOUR_MS },
    { id: 'tomorrow', label: 'Tomorrow morning', atMs: morning(now, 1) },
    ...(daysToMonday > 1 ? [{ id: 'monday', label: 'Monday morning', atMs: morning(now, daysToMonday) }] : []),
    ...(daysToMonday === 7 ? [] : [{ id: 'week', label: 'In a week', atMs: morning(now, 7) }]),
  ]
}

const two = (part: number): string => String(part).padStart(2, '0')

/** The value of a date and time field: local time, to the minute. */
export const toFieldValue = (atMs: number): string => {
  const at = new Date(atMs)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** The time in such a field; undefined if it is incomplete. */
export const fromFieldValue = (value: string): number | undefined => {
  const atMs = value === '' ? Number.NaN : new Date(value).getTime()
  return Number.isNaN(atMs) ? undefined : atMs
}
