/**
 * Reads a number as people of a locale write it.
 *
 * Grouping marks count only before three digits: with a decimal comma, "1.50" is refused and not read as 150.
 *
 * @returns null if the text is not a number in that locale
 */
export function parseNumber(text: string, locale: string | undefined): number | null {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(-12345.6)
  const mark = (type: Intl.NumberFormatPartTypes) => parts.find((part) => part.type === type)?.value
  const decimal = mark('decimal') ?? '.'
  const group = mark('group') ?? ','
  const spaces = /[\s\u00a0\u202f]/gu
  const isSpaceGroup = group.trim() === ''
  const compact = text.trim().replace(/^[\u2212\u2013]/u, '-')
  const [whole = '', fraction, ...rest] = (isSpaceGroup ? compact.replace(spaces, ' ') : compact).split(decimal)
  if (rest.length > 0) return null
  const groupMark = isSpaceGroup ? ' ' : group
  const sign = whole.startsWith('-') ? -1 : 1
  const [first = '', ...groups] = whole.replace(/^[-+]/u, '').split(groupMark)
  if (!/^\d*$/u.test(first) || (groups.length > 0 && !/^\d{1,3}$/u.test(first))) return null
  if (!groups.every((digits) => /^\d{3}$/u.test(digits))) return null
  if (fraction !== undefined && !/^\d+$/u.test(fraction)) return null
  if (first === '' && fraction === undefined) return null
  return sign * Number(`${first === '' ? '0' : first}${groups.join('')}.${fraction ?? '0'}`)
}
