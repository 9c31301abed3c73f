/**
 * Bounds of an imported file. SECURITY: each row is checked against each column, so a small file with many of both could use up
 * the memory or occupy Stallhand for hours.
 */
import { validation } from '../../../shared/result.ts'
import { type CsvFile, MAX_CSV_ROWS } from '../../csv-file.ts'
import { MAX_LINES_BEFORE_NAMES } from './names-line.ts'

/** More than the specifics of any shop. */
const MAX_COLUMNS = 5_000
const MAX_CELLS = 20_000_000

/** Returns the file. Throws `validation` if it is too large. */
export const requireSize = (file: CsvFile): CsvFile => {
  const { header, rows, isCut } = file
  // Any of the first lines may name the columns.
  const columns = Math.max(header.length, ...rows.slice(0, MAX_LINES_BEFORE_NAMES).map(({ cells }) => cells.length))
  const refuse = (max: number, what: string): never => {
    throw validation('text', `The file has more than ${max} ${what}. Split it.`)
  }
  if (isCut) refuse(MAX_CSV_ROWS, 'rows')
  if (columns > MAX_COLUMNS) refuse(MAX_COLUMNS, 'columns')
  if (columns * rows.length > MAX_CELLS) refuse(MAX_CELLS, 'cells')
  return file
}
