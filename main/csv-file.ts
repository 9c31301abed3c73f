/** Reading and writing CSV files (RFC 4180, with the habits of spreadsheets). */
import Papa from 'papaparse'
import { escapeAmongSemicolons, escapeFormula, normalizeLineEnds } from '../shared/csv-text.ts'

export type CsvRow = {
  /** The line on which the row starts, from 1. */
  readonly line: number
  readonly cells: readonly string[]
  /** Set if a quotation mark is missing or misplaced. */
  readonly problem: string | undefined
}

export type CsvFile = {
  readonly delimiter: string
  /** Line of the file that the header is on, from 1. */
  readonly headerLine: number
  readonly header: readonly string[]
  readonly rows: readonly CsvRow[]
  /** Whether more than `MAX_CSV_ROWS` rows follow the header. They are left out. */
  readonly isCut: boolean
}

/** SECURITY: a file of a few megabytes can hold millions of rows, which would use up the memory. */
export const MAX_CSV_ROWS = 200_000

const delimiters = [',', ';', '\t'] as const

/** The delimiter that occurs most in the first line that has one, outside quotes. */
const detectDelimiter = (source: string): string => {
  const lines = source
    .slice(0, 20_000)
    .replace(/"[^"]*"/g, '')
    .split('\n')
  const head = lines.find((line) => delimiters.some((delimiter) => line.includes(delimiter))) ?? ''
  const counts = delimiters.map((delimiter) => head.split(delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ','
}

/** Excel's first line that names the delimiter, such as `sep=;`, as Excel or another program saved it again. */
const delimiterLine = /^"?sep=([^\w\s"]|\t)"?[,;\t]*(?:\n|$)/i

const countLineEnds = (cell: string): number => (cell.includes('\n') ? cell.split('\n').length - 1 : 0)

/**
 * Parses a file with commas, semicolons or tabs and any line endings. Drops the byte-order mark, blank lines and a first
 * line such as `sep=|`, which may name another delimiter.
 *
 * Every cell is text. Line breaks inside cells are kept and counted.
 */
export const parseCsv = (text: string): CsvFile => {
  const whole = normalizeLineEnds(text.startsWith('\ufeff') ? text.slice(1) : text)
  const [declaration = '', declared] = delimiterLine.exec(whole) ?? []
  const source = whole.slice(declaration.length)
  const delimiter = declared ?? detectDelimiter(source)
  // With the header and the blank line that an end of line leaves. Other blank lines count as rows.
  const preview = MAX_CSV_ROWS + 3
  const { data, errors } = Papa.parse<string[]>(source, { delimiter, newline: '\n', preview })
  const badRows = new Set(errors.filter(({ type }) => type === 'Quotes').map(({ row }) => row))
  const rows: CsvRow[] = []
  let line = declaration === '' ? 1 : 2
  for (const [index, cells] of data.entries()) {
    if (cells.some((cell) => cell.trim() !== '')) {
      const problem = badRows.has(index) ? 'A quotation mark is missing or misplaced.' : undefined
      rows.push({ line, cells, problem })
    }
    line += 1
    for (const cell of cells) line += countLineEnds(cell)
  }
  const [header, ...body] = rows
  return {
    delimiter,
    headerLine: header?.line ?? 1,
    header: header?.cells ?? [],
    rows: body,
    isCut: body.length > MAX_CSV_ROWS || data.length === preview,
  }
}

/** Writes rows with commas or `delimiter`, and CRLF, escaping formulas. Starts with a byte-order mark, so that spreadsheets read UTF-8. */
export const writeCsv = (rows: readonly (readonly string[])[], delimiter: ',' | ';' = ','): string => {
  const escapeCell = delimiter === ';' ? escapeAmongSemicolons : escapeFormula
  return `\ufeff${Papa.unparse(
    rows.map((row) => row.map(escapeCell)),
    { delimiter, newline: '\r\n' },
  )}\r\n`
}
