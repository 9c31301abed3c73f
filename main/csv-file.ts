/** CSV text to rows with their lines in the file, and back (RFC 4180, with what spreadsheets make of it). */
import Papa from 'papaparse'
import { escapeFormula, withPlainLines } from '../shared/csv-text.ts'

export type CsvRow = {
  /** The line of the file that the row begins on, from 1. */
  readonly line: number
  readonly cells: readonly string[]
  /** Quotes that do not close, or stand where none may. */
  readonly problem: string | undefined
}

export type CsvFile = {
  readonly delimiter: string
  readonly head: readonly string[]
  /** The rows below the head, a few hundred at a time: between two the rest of the app can have its turn. */
  readonly parts: () => Generator<readonly CsvRow[], void>
}

const delimiters = [',', ';', '\t'] as const
/** Rows that are parsed at a time. */
const ROWS_A_PART = 250
/** The parser looks no further than this for a quotation mark, or it would search the whole file for each part. */
const FIRST_REACH = 500_000

/** The sign that parts the names of the first line, those in quotes aside. Cells below may hold the others. */
const delimiterOf = (source: string): string => {
  const [head = ''] = source
    .slice(0, 20_000)
    .trimStart()
    .replace(/"[^"]*"/g, '')
    .split('\n', 1)
  const counts = delimiters.map((sign) => head.split(sign).length)
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ','
}

const isBlank = (cell: string): boolean => cell.trim() === ''

const countLines = (text: string, from: number, to: number): number => {
  let lines = 0
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

/** Every row that is not blank, the head's among them. */
function* rowsOf(source: string, delimiter: string): Generator<readonly CsvRow[], void> {
  const parser = new Papa.Parser({ delimiter, newline: '\n', preview: ROWS_A_PART, fastMode: false })
  let line = 1
  let reach = FIRST_REACH
  for (let at = 0; at < source.length; ) {
    const part: Papa.ParseResult<string[]> = parser.parse(source.slice(at, at + reach), 0, false)
    if (!part.meta.truncated && at + reach < source.length) {
      // Rows longer than that: the part would be cut inside one.
      reach *= 2
      continue
    }
    const end = part.meta.truncated ? at + part.meta.cursor : source.length
    const problems = new Map<number, string>()
    for (const { row, type } of part.errors) {
      if (type === 'Quotes' && row !== undefined) {
        problems.set(row, 'A quotation mark is missing or stands where none may.')
      }
    }
    // Where each row has a line of its own, no cell has to be searched for more of them.
    const isEven = countLines(source, at, end) === part.data.length - (part.meta.truncated ? 0 : 1)
    const rows: CsvRow[] = []
    part.data.forEach((cells, index) => {
      if (!cells.every(isBlank)) rows.push({ line, cells, problem: problems.get(index) })
      line += 1
      if (!isEven) for (const cell of cells) line += countLines(cell, 0, cell.length)
    })
    at = end
    reach = FIRST_REACH
    yield rows
  }
}

/**
 * Opens a file: comma, semicolon or tab as it comes; LF, CRLF or CR; a byte-order mark goes; blank lines are passed over.
 *
 * Every cell is text. A cell keeps its own line breaks, and rows after it keep their lines in the file.
 */
export const openCsv = (text: string): CsvFile => {
  const source = withPlainLines(text.startsWith('\ufeff') ? text.slice(1) : text)
  const delimiter = delimiterOf(source)
  let head: readonly string[] = []
  for (const rows of rowsOf(source, delimiter)) {
    head = rows[0]?.cells ?? []
    if (rows.length > 0) break
  }
  return {
    delimiter,
    head,
    parts: function* () {
      let isHeadBehind = false
      for (const rows of rowsOf(source, delimiter)) {
        const below = isHeadBehind ? rows : rows.slice(1)
        isHeadBehind ||= rows.length > 0
        yield below
      }
    },
  }
}

/** Writes rows with commas and CRLF, behind a byte-order mark, without which spreadsheets guess the letters; formulas are escaped. */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${Papa.unparse(
    rows.map((row) => row.map(escapeFormula)),
    { newline: '\r\n' },
  )}\r\n`
