/** Reading and writing CSV files (RFC 4180, with the habits of spreadsheets). */
import Papa from 'papaparse'
import { escapeFormula, normalizeLineEnds } from '../shared/csv-text.ts'

export type CsvRow = {
  /** The line on which the row starts, from 1. */
  readonly line: number
  readonly cells: readonly string[]
  /** Set if a quotation mark is missing or misplaced. */
  readonly problem: string | undefined
}

export type CsvFile = {
  readonly delimiter: string
  readonly header: readonly string[]
  readonly rows: readonly CsvRow[]
}

const delimiters = [',', ';', '\t'] as const

/** The delimiter that occurs most in the first line, outside quotes. */
const detectDelimiter = (source: string): string => {
  const [head = ''] = source
    .slice(0, 20_000)
    .trimStart()
    .replace(/"[^"]*"/g, '')
    .split('\n', 1)
  const counts = delimiters.map((delimiter) => head.split(delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ','
}

const countLineEnds = (cell: string): number => (cell.includes('\n') ? cell.split('\n').length - 1 : 0)

/**
 * Parses a file with commas, semicolons or tabs and any line endings. Drops the byte-order mark and blank lines.
 *
 * Every cell is text. Line breaks inside cells are kept and counted.
 */
export const parseCsv = (text: string): CsvFile => {
  const source = normalizeLineEnds(text.startsWith('\ufeff') ? text.slice(1) : text)
  const delimiter = detectDelimiter(source)
  const { data, errors } = Papa.parse<string[]>(source, { delimiter, newline: '\n' })
  const badRows = new Set(errors.filter(({ type }) => type === 'Quotes').map(({ row }) => row))
  const rows: CsvRow[] = []
  let line = 1
  for (const [index, cells] of data.entries()) {
    if (cells.some((cell) => cell.trim() !== '')) {
      const problem = badRows.has(index) ? 'A quotation mark is missing or misplaced.' : undefined
      rows.push({ line, cells, problem })
    }
    line += 1
    for (const cell of cells) line += countLineEnds(cell)
  }
  const [header, ...body] = rows
  return { delimiter, header: header?.cells ?? [], rows: body }
}

/** Writes rows with commas and CRLF, escaping formulas. Starts with a byte-order mark, so that spreadsheets read UTF-8. */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${Papa.unparse(
    rows.map((row) => row.map(escapeFormula)),
    { newline: '\r\n' },
  )}\r\n`
