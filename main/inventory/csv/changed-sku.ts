/** Finds the item whose SKU a spreadsheet changed: `123` for 000123, `1.23E+11` for 123456789012, `04-Mar` for MAR-04. Pure. */

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The digits without the leading zeros, which a spreadsheet drops. */
const numberKey = (text: string): string | undefined =>
  /^\d+$/.test(text) ? `number ${text.replace(/^0+(?=\d)/, '')}` : undefined

/** A number that is too long for a cell, to the digits that the cell kept. */
const shortKeys = (text: string): readonly string[] =>
  /^\d{12,}$/.test(text) ? [2, 3, 4, 5].map((digits) => `short ${Number(text).toExponential(digits)}`) : []

const shortKey = (cell: string): string | undefined => {
  const [, fraction] = /^\d\.(\d{2,5})E\+\d{2,3}$/i.exec(cell) ?? []
  return fraction === undefined ? undefined : `short ${Number(cell).toExponential(fraction.length)}`
}

const toDate = (month: number, day: number): string | undefined =>
  month >= 1 && month <= 12 && day >= 1 && day <= 31 ? `date ${month}-${day}` : undefined

/** The dates that a text can be taken for: `3-4` is a day of March or of April. The year is the spreadsheet's own. */
const dateKeys = (text: string): readonly string[] => {
  const [, a = '', b = ''] =
    /^([a-z]{3}|\d{1,2})[-/. ]?([a-z]{3}|\d{1,2})(?:[-/. ]\d{2,4})?$/i.exec(text) ??
    /^\d{4}-()(\d{2}-\d{2})$/.exec(text) ??
    []
  if (a === '' && b !== '') return dateKeys(b.replace('-', '/'))
  const monthOf = (part: string): number => months.indexOf(part.toLowerCase()) + 1
  const found = [
    [monthOf(a), Number(b)],
    [monthOf(b), Number(a)],
    [Number(a), Number(b)],
    [Number(b), Number(a)],
  ].map(([month = Number.NaN, day = Number.NaN]) => toDate(month, day))
  return [...new Set(found.flatMap((key) => key ?? []))]
}

/** A text of two numbers without anything between them is a number. */
const mayBeDate = (text: string): boolean => !/^\d+$/.test(text)

/**
 * Which of `skus` a spreadsheet can have turned into a cell. Made once for a file, because a shop has 100,000 SKUs.
 * Undefined if none can, or several.
 */
export const createChangedSkus = (skus: readonly string[]): ((cell: string) => string | undefined) => {
  const byKey = new Map<string, Set<string>>()
  const add = (key: string | undefined, sku: string): void => {
    if (key === undefined) return
    const known = byKey.get(key) ?? new Set()
    byKey.set(key, known.add(sku))
  }
  for (const sku of skus) {
    add(numberKey(sku), sku)
    for (const key of shortKeys(sku)) add(key, sku)
    if (mayBeDate(sku)) for (const key of dateKeys(sku)) add(key, sku)
  }
  return (cell) => {
    const keys = [numberKey(cell), shortKey(cell), ...(mayBeDate(cell) ? dateKeys(cell) : [])]
    const found = new Set(keys.flatMap((key) => [...(byKey.get(key ?? '') ?? [])]))
    found.delete(cell)
    const [only] = found
    return found.size === 1 ? only : undefined
  }
}
