/** CSV text to rows with their lines in the file, and back (RFC 4180, with what spreadsheets make of it). */
import Papa from 'papaparse'
import { escapeFormula } from '../../shared/inventory/csv-items.ts'

export type CsvRow = {
  /** The line of the file that the row begins on, from 1. */
  readonly line: number
  readonly cells: readonly string[]
  /** Quotes that do not close, or stand where none may. */
  readonly problem: string | undefined
}

export type CsvFile = { readonly delimiter: string; readonly head: readonly string[]; readonly rows: readonly CsvRow[] }

const delimiters = [',', ';', '\t'] as const

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

/**
 * Reads a file: comma, semicolon or tab as it comes; LF, CRLF or CR; a byte-order mark goes; blank lines are passed over.
 *
 * Every cell is text. A cell keeps its own line breaks, and rows after it keep their lines in the file.
 */
export const readCsv = (text: string): CsvFile => {
  const source = (text.startsWith('\ufeff') ? text.slice(1) : text).replaceAll('\r\n', '\n').replaceAll('\r', '\n')
  const delimiter = delimiterOf(source)
  const parsed = Papa.parse<string[]>(source, { delimiter, newline: '\n', skipEmptyLines: false })
  const problems = new Map<number, string>()
  for (const { row, type } of parsed.errors) {
    if (type === 'Quotes' && row !== undefined)
      problems.set(row, 'A quotation mark is missing or stands where none may.')
  }
  let line = 1
  let head: readonly string[] | undefined
  const rows: CsvRow[] = []
  parsed.data.forEach((cells, index) => {
    const at = line
    line += 1
    for (const cell of cells) {
      if (cell.includes('\n')) line += countLines(cell, 0, cell.length)
    }
    if (cells.every(isBlank)) return
    if (head === undefined) head = cells
    else rows.push({ line: at, cells, problem: problems.get(index) })
  })
  return { delimiter, head: head ?? [], rows }
}

/** Writes rows with commas and CRLF, behind a byte-order mark, without which spreadsheets guess the letters; formulas are escaped. */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${Papa.unparse(
    rows.map((row) => row.map(escapeFormula)),
    { newline: '\r\n' },
  )}\r\n`
