/** Item specifics from cells copied in a sheet. */
import { readSheetText } from '../../../ui/sheet/sheet-text.ts'

export type PastedAspect = { readonly name: string; readonly values: readonly string[] }

/**
 * Rows of a name and its values. A row without a name continues the one above; a repeated name adds values.
 *
 * Empty if the text has fewer than two columns: then it is ordinary text.
 */
export const parsePastedAspects = (text: string): readonly PastedAspect[] => {
  const rows = readSheetText(text).map((row) => row.map((cell) => cell.trim()))
  if (rows.every((row) => row.length < 2)) return []
  const found = new Map<string, string[]>()
  let above = ''
  for (const [first = '', ...rest] of rows) {
    const name = first === '' ? above : first
    above = name
    const values = rest.filter((cell) => cell !== '')
    if (name === '' || values.length === 0) continue
    const earlier = found.get(name) ?? []
    found.set(name, [...earlier, ...values.filter((value) => !earlier.includes(value))])
  }
  return [...found].map(([name, values]) => ({ name, values }))
}

/** The values of one aspect, cell by cell. */
export const parsePastedValues = (text: string): readonly string[] =>
  readSheetText(text)
    .flat()
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
