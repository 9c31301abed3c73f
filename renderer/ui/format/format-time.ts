/** Times as text, in the chosen locale. */
import { dateFormat, numberFormat, relativeTimeFormat } from './locale-format.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const relative = relativeTimeFormat({ numeric: 'always', style: 'short' })
const day = dateFormat({ day: 'numeric', month: 'short' })
const dayOfOtherYear = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' })
const exact = dateFormat({ dateStyle: 'full', timeStyle: 'long' })

/** "just now", "5 min. ago", "3 hr. ago", "in 2 hr."; the date from one day on. Times in ms since the epoch. */
export const formatRelativeTime = (at: number, now: number): string => {
  const away = at - now
  const distance = Math.abs(away)
  if (distance < minuteMs) return 'just now'
  if (distance < hourMs) return relative.format(Math.trunc(away / minuteMs), 'minute')
  if (distance < dayMs) return relative.format(Math.trunc(away / hourMs), 'hour')
  return (new Date(at).getFullYear() === new Date(now).getFullYear() ? day : dayOfOtherYear).format(at)
}

const weekday = dateFormat({ weekday: 'long', day: 'numeric', month: 'long' })
const weekdayOfOtherYear = dateFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

/** "Friday, November 20"; with the year if it is not this one. */
export const formatDay = (at: number, now: number): string =>
  (new Date(at).getFullYear() === new Date(now).getFullYear() ? weekday : weekdayOfOtherYear).format(at)

/** The exact moment with its time zone. */
export const formatAbsoluteTime = (at: number): string => exact.format(at)

const clock = dateFormat({ timeStyle: 'short' })

/** "14:03", where the day is shown beside it. */
export const formatTimeOfDay = (atMs: number): string => clock.format(atMs)

/** "14:03" today, "20 Nov, 14:03" on any other day. */
export const formatShortTime = (atMs: number, nowMs: number): string => {
  const time = clock.format(atMs)
  const isToday = new Date(atMs).toDateString() === new Date(nowMs).toDateString()
  return isToday ? time : `${day.format(atMs)}, ${time}`
}

const hourAndMinute = dateFormat({ hour: 'numeric', minute: '2-digit' })
const weekdayName = dateFormat({ weekday: 'long' })

const startOfDay = (ms: number): number => new Date(ms).setHours(0, 0, 0, 0)

/** A time to come: "now", "today at 17:04", "tomorrow at 09:12", "Friday at 09:12", "3 Dec at 09:12". */
export const formatUpcomingTime = (atMs: number, nowMs: number): string => {
  if (atMs - nowMs < 60_000) return 'now'
  const days = Math.round((startOfDay(atMs) - startOfDay(nowMs)) / dayMs)
  const when = days === 0 ? 'today' : days === 1 ? 'tomorrow' : days < 7 ? weekdayName.format(atMs) : day.format(atMs)
  return `${when} at ${hourAndMinute.format(atMs)}`
}

/** "now", "in 40 s", "at 14:03". */
export const formatDue = (atMs: number, nowMs: number): string => {
  const seconds = Math.max(0, Math.floor((atMs - nowMs) / 1000))
  if (seconds === 0) return 'now'
  return seconds < 120 ? `in ${seconds} s` : `at ${formatShortTime(atMs, nowMs)}`
}

const inMinutes = numberFormat({ style: 'unit', unit: 'minute', unitDisplay: 'short' })
const inHours = numberFormat({ style: 'unit', unit: 'hour', unitDisplay: 'short' })
const inDays = numberFormat({ style: 'unit', unit: 'day', unitDisplay: 'long' })

/** A length of time in ms by its largest unit, rounded down: "40 min", "3 hr", "2 days". */
export const formatDuration = (ms: number): string => {
  if (ms < hourMs) return inMinutes.format(Math.max(1, Math.floor(ms / minuteMs)))
  return ms < dayMs ? inHours.format(Math.floor(ms / hourMs)) : inDays.format(Math.floor(ms / dayMs))
}
