/**
 * Numbers and dates in words, in the language that was chosen for the whole window.
 *
 * A formatter made here follows the choice, also one that was made before it: rooms make theirs once, when they are loaded,
 * and nobody has to hand the language around. What is on screen has to be drawn again after another choice.
 */
let chosen: string | undefined

/** Chooses the language of dates and numbers, as a tag such as `de-DE`; undefined is the system's. */
export function setLocale(locale: string | undefined): void {
  chosen = locale
}

/** The choice; undefined is the system's. */
export const currentLocale = (): string | undefined => chosen

/** The formatter of the chosen language. Each is made once: making one costs more than a hundred uses. */
function following<Formatter>(make: (locale: string | undefined) => Formatter): () => Formatter {
  const made = new Map<string | undefined, Formatter>()
  return () => {
    const known = made.get(chosen) ?? make(chosen)
    made.set(chosen, known)
    return known
  }
}

export type DateFormat = { readonly format: (at: number | Date) => string }

/** A way to write moments, in ms since the epoch. */
export function dateFormat(options: Intl.DateTimeFormatOptions): DateFormat {
  const current = following((locale) => new Intl.DateTimeFormat(locale, options))
  return { format: (at) => current().format(at) }
}

export type NumberFormat = { readonly format: (number: number) => string }

/** A way to write numbers. */
export function numberFormat(options: Intl.NumberFormatOptions = {}): NumberFormat {
  const current = following((locale) => new Intl.NumberFormat(locale, options))
  return { format: (number) => current().format(number) }
}

/** A way to write how far away a moment is. */
export function relativeTimeFormat(options: Intl.RelativeTimeFormatOptions): {
  readonly format: (amount: number, unit: Intl.RelativeTimeFormatUnit) => string
} {
  const current = following((locale) => new Intl.RelativeTimeFormat(locale, options))
  return { format: (amount, unit) => current().format(amount, unit) }
}

const plain = numberFormat()

/** A number with the grouping of the chosen language: 12,345. */
export const formatNumber = (number: number): string => plain.format(number)

/** `1 message`, `1,200 messages`; `many` where it is not `one` with an s. */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`
