/**
 * Reads a number as people of a locale write it.
 *
 * Takes the locale's own digits as well as 0 to 9. Grouping marks count only where the locale sets them: with a decimal comma,
 * "1.50" is refused and not read as 150.
 *
 * @returns null if the text is not a number in that locale
 */
export const parseNumber = (text: string, locale: string | undefined): number | null => {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(-12345678.9)
  const mark = (type: Intl.NumberFormatPartTypes) => parts.find((part) => part.type === type)?.value
  const decimal = mark('decimal') ?? '.'
  const group = mark('group') ?? ','
  // India groups 1,23,45,678.
  const innerDigits = [...(parts.filter(({ type }) => type === 'integer').at(-2)?.value ?? '')].length
  const spaces = /[\s\u00a0\u202f]/gu
  const isSpaceGroup = group.trim() === ''
  const digits = [...new Intl.NumberFormat(locale, { useGrouping: false }).format(9_876_543_210)].reverse()
  const compact = text
    .replace(/[\u200e\u200f\u061c]/gu, '')
    // An input method types ＋，－．０ to ９ in full width.
    .replace(/[\uff0b-\uff19]/gu, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .trim()
    .replace(/^[\u2212\u2013]/u, '-')
    .replace(/\p{Nd}/gu, (digit) => (digits.includes(digit) ? String(digits.indexOf(digit)) : digit))
  const [whole = '', fraction, ...rest] = (isSpaceGroup ? compact.replace(spaces, ' ') : compact).split(decimal)
  if (rest.length > 0) return null
  const groupMark = isSpaceGroup ? ' ' : group
  const sign = whole.startsWith('-') ? -1 : 1
  const [first = '', ...groups] = whole.replace(/^[-+]/u, '').split(groupMark)
  if (!/^\d*$/u.test(first) || (groups.length > 0 && !/^\d{1,3}$/u.test(first))) return null
  const isGrouped = groups.every(({ length }, index) => length === (index === groups.length - 1 ? 3 : innerDigits))
  if (!isGrouped || !/^\d*$/u.test(groups.join(''))) return null
  if (fraction !== undefined && !/^\d+$/u.test(fraction)) return null
  if (first === '' && fraction === undefined) return null
  return sign * Number(`${first === '' ? '0' : first}${groups.join('')}.${fraction ?? '0'}`)
}
