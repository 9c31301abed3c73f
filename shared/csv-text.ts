/** Text of CSV cells: safe to open in a spreadsheet, and unchanged on the way back. */

/** Full-width signs start a formula too: spreadsheets in East Asian locales treat them as the plain ones. */
const startsFormula = /^'*[=+\-@＝＋－＠\t\r\n]/
/** Begins with a sign and is no formula: a spreadsheet reads it as what it is. */
const negativeNumber = /^-\d+(?:\.\d+)?$/
const innerFormulas = /([;\t\r\n]'*)(?=[=+\-@＝＋－＠])/g
const escapedInnerFormulas = /([;\t\r\n]'*)'(?=[=+\-@＝＋－＠])/g

/**
 * SECURITY: a cell from a stranger must not run as a formula in the seller's spreadsheet.
 *
 * Puts an apostrophe before what looks like a formula, at the start and after a semicolon, tab or line end: a spreadsheet
 * whose list separator is the semicolon splits cells there, whatever the quotes. `restoreFormula` removes exactly these. A negative
 * number such as `-12.50` stays as it is, so that a spreadsheet can add it (FIN-04).
 */
export const escapeFormula = (cell: string): string => {
  if (negativeNumber.test(cell)) return cell
  const inner = cell.replace(innerFormulas, "$1'")
  return startsFormula.test(inner) ? `'${inner}` : inner
}

const formulasAfterComma = /(,'*)(?=[=+\-@＝＋－＠])/g

/**
 * SECURITY: for a cell of a file with semicolons, which a spreadsheet whose list separator is the comma splits at commas, whatever the
 * quotes. Stallhand doesn't read such a file back.
 */
export const escapeAmongSemicolons = (cell: string): string => escapeFormula(cell).replace(formulasAfterComma, "$1'")

/** Undoes `escapeFormula`. A cell that was not escaped stays as it is. */
export const restoreFormula = (cell: string): string => {
  if (!cell.includes("'")) return cell
  const start = cell.startsWith("'") && startsFormula.test(cell) ? cell.slice(1) : cell
  return start.replace(escapedInnerFormulas, '$1')
}

/** Turns CRLF and CR into LF. */
export const normalizeLineEnds = (text: string): string =>
  text.includes('\r') ? text.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : text
