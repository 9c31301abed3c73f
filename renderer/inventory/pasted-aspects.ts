/** Item specifics out of cells that were copied in a sheet. */
import { readSheetText } from '../ui/sheet-text.ts'

export type PastedAspect = { readonly name: string; readonly values: readonly string[] }

/**
 * Rows with a name in the first column and values in the next ones. A row whose name is blank goes on with the name above it,
 * and a name that comes again gains values: both are ways in which sheets hold several values.
 *
 * Empty where the text is no block of at least two columns: then it is a text like any other.
 */
export const pastedAspects = (text: string): readonly PastedAspect[] => {
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

/** The values of one aspect, from any block: cell by cell, row by row. */
export const pastedValues = (text: string): readonly string[] =>
  readSheetText(text)
    .flat()
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
