/**
 * `€129.00`, as `locale` writes it; undefined is the system's locale. An amount without a currency, or with an unknown one,
 * keeps the code beside it.
 */
export const formatMoney = (amount: number, currency: string | null, locale: string | undefined): string => {
  try {
    if (currency !== null) return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount)
  } catch {
    // Not a currency code.
  }
  return `${new Intl.NumberFormat(locale).format(amount)} ${currency ?? ''}`.trim()
}
