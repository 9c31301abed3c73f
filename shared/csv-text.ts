/** What the cells of a CSV file have to be for the spreadsheets they go through: safe to open, and the same on the way back. */

/**
 * SECURITY: a cell that comes from a stranger must not run in the seller's spreadsheet.
 *
 * A cell as it is written: one that a spreadsheet would take for a formula gets an apostrophe before it, and so does one
 * that begins with apostrophes before such a sign, so that reading it back takes away exactly one.
 */
export const escapeFormula = (cell: string): string => (/^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)
export const restoreFormula = (cell: string): string =>
  cell.startsWith("'") && /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell

/** A text whose line ends are all of one kind: files have their own. */
export const withPlainLines = (text: string): string =>
  text.includes('\r') ? text.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : text
