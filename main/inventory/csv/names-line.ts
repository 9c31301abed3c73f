/** Finds the line of a CSV file that names its columns, which may follow lines of a template or a report (USE-03). */
import type { CsvFile } from '../../csv-file.ts'
import { type ColumnChoices, parseHeader } from './csv-check.ts'

export const MAX_LINES_BEFORE_NAMES = 20

/** The lines that the platform's templates begin with: `#INFO,Version=…` or `Info,Version=…`. */
const isInfoLine = ([first = '']: readonly string[]): boolean => /^(?:#|info$)/i.test(first.trim())

/**
 * Reads a file from the line that names its columns on; the lines before it are left out.
 *
 * That is the first line with a SKU column. Below the first line it must name a second known field, so that a cell with
 * the word “SKU” is not taken for a name. Without such a line, the first one that is no info line.
 */
export const fromNamesLine = (file: CsvFile, choices: ColumnChoices, hasMoreFields = true): CsvFile => {
  const lines = [{ line: file.headerLine, cells: file.header }, ...file.rows.slice(0, MAX_LINES_BEFORE_NAMES)]
  const named = lines.findIndex(({ cells }, index) => {
    const { skuColumn, columns } = parseHeader(cells, choices, hasMoreFields)
    return skuColumn.number > 0 && (index === 0 || columns.length > 0)
  })
  const index = named === -1 ? lines.findIndex(({ cells }) => !isInfoLine(cells)) : named
  const names = lines[index]
  return names === undefined
    ? file
    : { ...file, headerLine: names.line, header: names.cells, rows: file.rows.slice(index) }
}
