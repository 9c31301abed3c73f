/** The words for a moment. Formatters are kept: making one costs more than a hundred uses. */
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

interface Formatters {
  readonly relative: Intl.RelativeTimeFormat
  readonly day: Intl.DateTimeFormat
  readonly dayOfOtherYear: Intl.DateTimeFormat
  readonly exact: Intl.DateTimeFormat
}

const formatters = new Map<string | undefined, Formatters>()

function formattersOf(locale: string | undefined): Formatters {
  const known = formatters.get(locale)
  if (known !== undefined) return known
  const made: Formatters = {
    relative: new Intl.RelativeTimeFormat(locale, { numeric: 'always', style: 'short' }),
    day: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }),
    dayOfOtherYear: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' }),
    exact: new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long' }),
  }
  formatters.set(locale, made)
  return made
}

/** "just now", "5 min. ago", "3 hr. ago", "in 2 hr.", and from a day on the date. Times in ms since the epoch. */
export function relativeTime(at: number, now: number, locale?: string): string {
  const { relative, day, dayOfOtherYear } = formattersOf(locale)
  const away = at - now
  const distance = Math.abs(away)
  if (distance < minuteMs) return 'just now'
  if (distance < hourMs) return relative.format(Math.trunc(away / minuteMs), 'minute')
  if (distance < dayMs) return relative.format(Math.trunc(away / hourMs), 'hour')
  return (new Date(at).getFullYear() === new Date(now).getFullYear() ? day : dayOfOtherYear).format(at)
}

/** The exact moment with its time zone. */
export function absoluteTime(at: number, locale?: string): string {
  return formattersOf(locale).exact.format(at)
}
