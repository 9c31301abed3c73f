/**
 * Blocks of cells on the clipboard, as Excel, Google Sheets and LibreOffice write them: tabs between cells, line ends
 * between rows. A cell with a line end or tab is quoted, with inner quotes doubled. Other cells are bare, so quotes
 * around plain text belong to the cell.
 */
import { escapeFormula, restoreFormula } from '../../../shared/csv-text.ts'

const quotedCell = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y
const bareCell = /[^\t\r\n]*/y
const lineEnd = /\r\n|\r|\n/y

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const isQuoting = (inner: string): boolean => /[\t\r\n]|""/.test(inner)

const readCellAt = (text: string, at: number): { readonly cell: string; readonly length: number } => {
  const [whole, inner] = matchAt(quotedCell, text, at) ?? []
  if (whole !== undefined && inner !== undefined && isQuoting(inner)) {
    return { cell: inner.replaceAll('""', '"'), length: whole.length }
  }
  const cell = matchAt(bareCell, text, at)?.[0] ?? ''
  return { cell, length: cell.length }
}

/** At least one row with one cell, without formula escapes. A final line end belongs to the last row. */
export const readSheetText = (text: string): readonly (readonly string[])[] => {
  let row: string[] = []
  const rows = [row]
  let at = 0
  for (;;) {
    const { cell, length } = readCellAt(text, at)
    row.push(restoreFormula(cell))
    at += length
    if (at >= text.length) return rows
    if (text.charAt(at) === '\t') {
      at += 1
      continue
    }
    at += matchAt(lineEnd, text, at)?.[0].length ?? 1
    if (at >= text.length) return rows
    row = []
    rows.push(row)
  }
}

const writeCell = (cell: string): string => {
  // SECURITY (SEC-05): a stranger's text must not run when it is pasted into a spreadsheet.
  const text = escapeFormula(cell)
  return /[\t\r\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** `readSheetText` returns the same block. */
export const writeSheetText = (rows: readonly (readonly string[])[]): string => {
  const text = rows.map((row) => row.map(writeCell).join('\t')).join('\n')
  const last = rows.at(-1)
  return rows.length > 1 && last?.length === 1 && last[0] === '' ? `${text}\n` : text
}
