/**
 * Blocks of cells as text: how Excel, Google Sheets and LibreOffice put them onto the clipboard (tabs between cells, line ends
 * between rows).
 *
 * All three put a cell into quotes when it holds a line end or a tab, with quotes inside doubled. A cell that only begins
 * with a quote comes bare from all of them, so that quotes around plain words are the cell's own and stay.
 */

const quotedCell = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y
const bareCell = /[^\t\r\n]*/y
const lineEnd = /\r\n|\r|\n/y

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const isQuoting = (inner: string): boolean => /[\t\r\n]|""/.test(inner)

const cellAt = (text: string, at: number): { readonly cell: string; readonly length: number } => {
  const [whole, inner] = matchAt(quotedCell, text, at) ?? []
  if (whole !== undefined && inner !== undefined && isQuoting(inner)) {
    return { cell: inner.replaceAll('""', '"'), length: whole.length }
  }
  const cell = matchAt(bareCell, text, at)?.[0] ?? ''
  return { cell, length: cell.length }
}

/** The rows of a copied block; at least one row with one cell. One line end at the end belongs to the last row. */
export const readSheetText = (text: string): readonly (readonly string[])[] => {
  let row: string[] = []
  const rows = [row]
  let at = 0
  for (;;) {
    const { cell, length } = cellAt(text, at)
    row.push(cell)
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

const writeCell = (cell: string): string => (/[\t\r\n]|^"/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** The text that gives this block again, here and in a sheet. */
export const writeSheetText = (rows: readonly (readonly string[])[]): string => {
  const text = rows.map((row) => row.map(writeCell).join('\t')).join('\n')
  const last = rows.at(-1)
  return rows.length > 1 && last?.length === 1 && last[0] === '' ? `${text}\n` : text
}
