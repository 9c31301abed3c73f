/** Amounts of money: as whole numbers of the currency's smallest unit, as text in a locale, and as people type and paste them. */

/**
 * An amount that is calculated with: a safe integer of the currency's smallest unit, so that no cent is lost in a sum.
 * Amounts that are only shown or sent stay the texts that the platform wrote.
 */
export type Money = { readonly minor: number; readonly currency: string }

const digitsByCurrency = new Map<string, number>()

/** Decimals of a currency by ISO 4217: 2 for USD, 0 for JPY, 3 for KWD. Unknown currencies have 2. */
export const currencyDigits = (currency: string): number => {
  const known = digitsByCurrency.get(currency)
  if (known !== undefined) return known
  let digits = 2
  try {
    digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    // The currency code is invalid.
  }
  digitsByCurrency.set(currency, digits)
  return digits
}

/**
 * An amount as the platform writes it: `12.5`, `-3.00`, `1500`. Undefined for what is no such amount, has more decimals than
 * the currency (zeros apart), or is too large to count exactly.
 */
export const parseMoney = (value: string, currency: string): Money | undefined => {
  const [, sign, whole = '', fraction = ''] = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(value.trim()) ?? []
  if (sign === undefined) return undefined
  const digits = currencyDigits(currency)
  if (/[1-9]/.test(fraction.slice(digits))) return undefined
  const units = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'))
  if (!Number.isSafeInteger(units)) return undefined
  return { minor: sign === '-' && units !== 0 ? -units : units, currency }
}

/** The amount as the platform and files write it: `12.50`, `-3.00`, `1500` for yen. */
export const moneyText = ({ minor, currency }: Money): string => {
  const digits = currencyDigits(currency)
  const text = Math.abs(minor)
    .toString()
    .padStart(digits + 1, '0')
  const sign = minor < 0 ? '-' : ''
  return digits === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** One sum for each currency, in the order of their first appearance: nothing is added over two currencies (FIN-03). */
export const sumMoney = (amounts: Iterable<Money>): readonly Money[] => {
  const sums = new Map<string, number>()
  for (const { minor, currency } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + minor)
  return [...sums].map(([currency, minor]) => ({ minor, currency }))
}

/** An amount as the platform writes it. */
type StatedAmount = { readonly value: string; readonly currency: string }

/** One sum for each currency of amounts as the platform writes them. What is no such amount is left out. */
export const sumByCurrency = (amounts: readonly StatedAmount[]): readonly StatedAmount[] =>
  sumMoney(amounts.flatMap(({ value, currency }) => parseMoney(value, currency) ?? [])).map((sum) => ({
    value: moneyText(sum),
    currency: sum.currency,
  }))

/** The sum of amounts in one currency; null if there is none, one is missing or no amount, or the currencies differ (FIN-03). */
export const sumStated = (amounts: readonly (StatedAmount | null | undefined)[]): StatedAmount | null => {
  const known = amounts.flatMap((amount) => (amount == null ? [] : (parseMoney(amount.value, amount.currency) ?? [])))
  const [only, ...others] = sumMoney(known)
  if (only === undefined || others.length > 0 || known.length < amounts.length) return null
  return { value: moneyText(only), currency: only.currency }
}

const formatters = new Map<string, Intl.NumberFormat>()

/** Creating a formatter costs more than a hundred uses of it. Throws `RangeError` for an invalid currency code. */
const formatterFor = (locale: string | undefined, currency: string | null): Intl.NumberFormat => {
  const key = `${locale} ${currency}`
  const formatter =
    formatters.get(key) ?? new Intl.NumberFormat(locale, currency === null ? {} : { style: 'currency', currency })
  formatters.set(key, formatter)
  return formatter
}

/**
 * `€129.00`, in the format of `locale`; undefined for the system's locale. An amount without a currency, or with an
 * unknown one, keeps the code beside it.
 */
export const formatMoney = (amount: number, currency: string | null, locale: string | undefined): string => {
  try {
    return formatterFor(locale, currency).format(amount)
  } catch {
    // The currency code is invalid.
    return `${formatterFor(locale, null).format(amount)} ${currency}`.trim()
  }
}

/** How a seller writes money: the shop's currency, and the locale that decides what `1,000` means. */
export type MoneyStyle = { readonly currency: string; readonly locale: string | undefined }

/** A number with at most two decimals as the platform writes it, `1000.50`, or the sentence that says what to type. */
export type MoneyReading = { readonly amount: string } | { readonly problem: string }

/** Above it, a digit too many is more likely than the price. */
const MAX_PRICE = 1_000_000_000

const NOT_A_NUMBER = 'Enter the price as a number with at most two decimals, such as 12.50.'

/** Sets digits and signs of input methods and locales to ASCII: full width, Arabic marks, the minus sign. */
const toAscii = (text: string, locale: string | undefined): string => {
  if (/^[ -~]*$/.test(text)) return text.trim()
  const digits = [
    ...new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 0 }).format(9_876_543_210),
  ].reverse()
  return text
    .replace(/[\u200e\u200f\u061c]/gu, '')
    .replace(/[\uff0b-\uff19]/gu, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/\p{Nd}/gu, (digit) => (digits.includes(digit) ? String(digits.indexOf(digit)) : digit))
    .replace(/\u066b/gu, '.')
    .replace(/\u066c/gu, ',')
    .replace(/[\u2212\u2013\u2014]/gu, '-')
    .trim()
}

const toFixed = (whole: string, part: string): string =>
  `${whole.replace(/^0+(?=\d)/, '') || '0'}.${part.padEnd(2, '0')}`

/** Groups of three, or as in India: `12,34,567`. */
const isGrouped = (groups: readonly string[]): boolean =>
  /^[1-9]\d{0,2}$/.test(groups[0] ?? '') &&
  groups.slice(1, -1).every((group) => /^\d{2,3}$/.test(group)) &&
  /^\d{3}$/.test(groups.at(-1) ?? '')

/**
 * Reads digits with marks. A number with both marks, several equal ones, or one or two decimals means the same everywhere.
 * Only `1.000` and `1,000` depend on the locale; where its mark would make them decimals, both meanings are named (USE-05).
 */
const readNumber = (typed: string, locale: string | undefined): MoneyReading => {
  const text = typed.replace(/(?<=\d)[\s\u00a0\u202f'’](?=\d{3}(?!\d))/gu, '_')
  if (!/^[\d_]*(?:[.,][\d_]+)*$/.test(text) || !/\d/.test(text)) return { problem: NOT_A_NUMBER }
  const spaced = (whole: string): boolean => !whole.includes('_') || isGrouped(whole.split('_'))
  const marks = [...text].filter((character) => character === '.' || character === ',')
  const last = marks.at(-1)
  if (last === undefined) {
    return spaced(text) ? { amount: toFixed(text.replaceAll('_', ''), '') } : { problem: NOT_A_NUMBER }
  }
  const at = text.lastIndexOf(last)
  const [whole, part] = [text.slice(0, at), text.slice(at + 1)]
  const others = marks.slice(0, -1)
  if (others.includes(last)) {
    const groups = text.split(last)
    return isGrouped(groups) ? { amount: toFixed(groups.join(''), '') } : { problem: NOT_A_NUMBER }
  }
  if (others.length > 0 && !isGrouped(whole.split(others[0] ?? ''))) return { problem: NOT_A_NUMBER }
  if (!spaced(whole)) return { problem: NOT_A_NUMBER }
  const digits = whole.replace(/[.,_]/g, '')
  if (/^\d{1,2}$/.test(part)) return { amount: toFixed(digits, part) }
  if (!isGrouped([whole, part])) return { problem: NOT_A_NUMBER }
  const decimal = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value
  if (decimal !== last) return { amount: toFixed(digits + part, '') }
  return {
    problem: `The price “${typed}” can mean ${digits}${part} or ${digits}${last}${part}. Enter it without the mark, or with two decimals: ${digits}${part} or ${digits}${last}${part.slice(0, 2)}.`,
  }
}

/** Signs that Intl doesn't know. */
const otherSigns: Readonly<Record<string, readonly string[]>> = { CHF: ['Fr', 'SFr'] }

/** What people write beside an amount for its currency: `$`, `US$`, `USD`, `dollars`. */
const listSigns = ({ currency, locale }: MoneyStyle): ReadonlySet<string> => {
  const name = (currencyDisplay: 'symbol' | 'narrowSymbol' | 'name', of: string | undefined, amount = 2): string =>
    new Intl.NumberFormat(of, { style: 'currency', currency, currencyDisplay, maximumFractionDigits: 0 })
      .formatToParts(amount)
      .find(({ type }) => type === 'currency')?.value ?? currency
  const narrow = name('narrowSymbol', 'en')
  // Polish and Czech have a form for 1, one for 2 to 4, and one for 5 and more.
  const words = ['en', locale].flatMap((of) => [1, 2, 5].map((amount) => name('name', of, amount)))
  const written = [
    currency,
    narrow,
    name('symbol', 'en'),
    name('symbol', locale),
    `${currency.slice(0, 2)}${narrow}`,
    `${currency.slice(0, 1)}${narrow}`,
    ...(otherSigns[currency] ?? []),
    // “Swiss francs” and “francs suisses” are called francs, “złotych polskich” złotych.
    ...words.flatMap((word) => [word, word.split(' ')[0] ?? '', word.split(' ').at(-1) ?? '']),
  ]
  return new Set(written.map((text) => text.replace(/[\s.]/g, '').toUpperCase()))
}

const knownSigns = new Map<string, ReadonlySet<string>>()

/** Listing the signs costs a hundred times as much as reading a price, and a file has 20,000 prices. */
const signsFor = (style: MoneyStyle): ReadonlySet<string> => {
  const key = `${style.locale} ${style.currency}`
  const found = knownSigns.get(key) ?? listSigns(style)
  knownSigns.set(key, found)
  return found
}

/** `39.–` is how a price without cents is written in Switzerland and Germany. */
const NO_CENTS = /(?<=\d)[.,]-{1,2}(?!\d)/

const isCurrency = (text: string): boolean => /\p{Sc}/u.test(text) || Intl.supportedValuesOf('currency').includes(text)

/**
 * Reads a price above 0 as typed or pasted: `1000.5`, `1.000,50`, `1,000.50`, `$39.90`, `39,90 EUR`, `1 000,00`, `39.–`.
 *
 * Texts that would mean another price in another country are read by the locale, or refused with both meanings (USE-05).
 */
export const readPrice = (typed: string, style: MoneyStyle): MoneyReading => {
  const text = toAscii(typed, style.locale).replace(NO_CENTS, '')
  const [, before = '', number = '', after = ''] = /^([^\d]*?)([.,]?\d.*\d|[.,]?\d)([^\d]*)$/su.exec(text) ?? []
  const sign = before.replace(/[\s\u00a0.]/g, '')
  if (/^[-(]|-$/.test(sign) || after.trim().startsWith('-')) {
    return { problem: 'A price is more than 0. Enter what a buyer pays, such as 12.50.' }
  }
  const beside = `${sign.replace(/^\+/, '')}${after.replace(/[\s\u00a0.]/g, '')}`.toUpperCase()
  if (beside !== '' && !signsFor(style).has(beside)) {
    return {
      problem: isCurrency(beside)
        ? `Prices are in ${style.currency} here. Enter the amount in ${style.currency}, such as 12.50.`
        : NOT_A_NUMBER,
    }
  }
  const reading = readNumber(number, style.locale)
  if ('problem' in reading) return reading
  if (Number(reading.amount) === 0) return { problem: 'The price is 0. Enter what a buyer pays.' }
  if (Number(reading.amount) > MAX_PRICE) return { problem: 'This price is too high. Check the number.' }
  return reading
}

/** Reads an amount or a percentage that may be negative: `-5`, `+2,50`, `10 %`. Undefined for anything else, and for 0. */
export const readChange = (typed: string, locale: string | undefined): number | undefined => {
  const [, sign = '', number = ''] = /^([+-]?)\s*([^%]*?)\s*%?$/su.exec(toAscii(typed, locale)) ?? []
  const reading = readNumber(number, locale)
  const value = 'amount' in reading ? Number(reading.amount) * (sign === '-' ? -1 : 1) : 0
  return value === 0 ? undefined : value
}

/** Whether a price changes by more than half of itself. Ten times and a tenth, a slip of the decimal mark, are such changes (USE-05). */
export const isLargeChange = (before: number, after: number): boolean =>
  before > 0 && Math.abs(after - before) > before / 2
