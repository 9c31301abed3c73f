/** Numbers as sellers and spreadsheets write them. */

const withoutGroupSpaces = (text: string): string => text.replace(/[ \u00a0\u202f](?=\d{3}(?:\D|$))/g, '')

/**
 * Reads a whole number as spreadsheets write it: `12`, `12.0`, `12,00`, `1 200`. Undefined for anything else; `1.000` and
 * `1,000` mean different things in different countries.
 */
export const parseWholeNumber = (text: string): number | undefined => {
  const digits = /^(\d{1,15})(?:[.,](0{1,2}|0{4,}))?$/.exec(withoutGroupSpaces(text.trim()))?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/**
 * Reads `12.5`, `12,5` and `1 200.75`. `ambiguous` for `1.250`, which is a thousand times more in some countries than in
 * others; undefined for anything else.
 */
export const parseDecimal = (text: string): number | 'ambiguous' | undefined => {
  const match = /^(\d{1,12})(?:[.,](\d{1,9}))?$/.exec(withoutGroupSpaces(text.trim()))
  if (match === null) return undefined
  const [, whole = '', part = ''] = match
  if (part.length === 3 && whole.length <= 3 && !/^0+$/.test(whole)) return 'ambiguous'
  return Number(`${whole}.${part || '0'}`)
}
