/** Amounts of money as text. */

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
    if (currency !== null) return formatterFor(locale, currency).format(amount)
  } catch {
    // The currency code is invalid.
  }
  return `${formatterFor(locale, null).format(amount)} ${currency ?? ''}`.trim()
}
