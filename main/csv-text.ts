/** Text of CSV cells: safe to open in a spreadsheet, and unchanged on the way back. */

/**
 * SECURITY: a cell from a stranger must not run as a formula in the seller's spreadsheet.
 *
 * Prefixes cells that look like a formula with an apostrophe. `restoreFormula` removes exactly that one.
 */
export const escapeFormula = (cell: string): string => (/^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)
export const restoreFormula = (cell: string): string =>
  cell.startsWith("'") && /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell

/** Turns CRLF and CR into LF. */
export const normalizeLineEnds = (text: string): string =>
  text.includes('\r') ? text.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : text
