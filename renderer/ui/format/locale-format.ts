/**
 * Numbers and dates in the window's chosen locale. Formatters follow the choice, including those created before it.
 * Re-render visible text after a new choice.
 */
import { formatMoney as formatIn, readPrice } from '../../../shared/money.ts'

export { isLargeChange } from '../../../shared/money.ts'

let chosen: string | undefined

/** A tag such as `de-DE`; undefined for the system's locale. */
export const setLocale = (locale: string | undefined): void => {
  chosen = locale
}

export const currentLocale = (): string | undefined => chosen

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

/** `American English` for `en-US`; the tag itself if it has no name. */
export const languageLabel = (tag: string): string => {
  try {
    return languageNames.of(tag) ?? tag
  } catch {
    return tag
  }
}

let zone = ''
let zoneReadAt = ''

/**
 * The name of the computer's time zone, read again each second and when the offset changes, because reading costs up to
 * 0.3 ms. The offset alone doesn't identify a zone: in winter Denver shares Phoenix's, and its summer dates differ.
 */
const timeZone = (): string => {
  const now = new Date()
  const readAt = `${Math.floor(now.getTime() / 1_000)} ${now.getTimezoneOffset()}`
  if (readAt !== zoneReadAt) {
    zone = new Intl.DateTimeFormat(chosen).resolvedOptions().timeZone
    zoneReadAt = readAt
  }
  return zone
}

/** Creates one formatter per locale and time zone, because creating one costs more than a hundred uses. */
const following = <Formatter>(make: (locale: string | undefined) => Formatter): (() => Formatter) => {
  const made = new Map<string, Formatter>()
  return () => {
    // A formatter keeps the time zone of its creation, while the computer may move to another.
    const key = `${chosen} ${timeZone()}`
    const known = made.get(key) ?? make(chosen)
    made.set(key, known)
    return known
  }
}

export type DateFormat = { readonly format: (at: number | Date) => string }

export const dateFormat = (options: Intl.DateTimeFormatOptions): DateFormat => {
  const current = following((locale) => new Intl.DateTimeFormat(locale, options))
  return { format: (at) => current().format(at) }
}

export type NumberFormat = { readonly format: (number: number) => string }

export const numberFormat = (options: Intl.NumberFormatOptions = {}): NumberFormat => {
  const current = following((locale) => new Intl.NumberFormat(locale, options))
  return { format: (number) => current().format(number) }
}

export const relativeTimeFormat = (
  options: Intl.RelativeTimeFormatOptions,
): {
  readonly format: (amount: number, unit: Intl.RelativeTimeFormatUnit) => string
} => {
  const current = following((locale) => new Intl.RelativeTimeFormat(locale, options))
  return { format: (amount, unit) => current().format(amount, unit) }
}

const plain = numberFormat()

/** 12,345 */
export const formatNumber = (number: number): string => plain.format(number)

/** `1 message`, `1,200 messages`; `many` if the plural isn't `one` with an s. */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

/** `€129.00`, in the chosen locale. */
export const formatMoney = (amount: number, currency: string | null): string => formatIn(amount, currency, chosen)

/** A price as typed in the chosen locale; undefined if it can't be read. */
export const readMoney = (text: string, currency: string): number | undefined => {
  const reading = readPrice(text, { currency, locale: chosen })
  return 'amount' in reading ? Number(reading.amount) : undefined
}

const tenths = numberFormat({ maximumFractionDigits: 1 })
const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** 1,234,567 bytes → "1.2 MB" */
export const formatSize = (bytes: number): string => {
  const power = Math.min(units.length - 1, bytes < 1_000 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const amount = bytes / 1_000 ** power
  return `${amount >= 100 ? formatNumber(Math.round(amount)) : tenths.format(amount)} ${units[power]}`
}
