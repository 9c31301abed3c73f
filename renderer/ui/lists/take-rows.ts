/** The rows of a range, as the seller sees them. */
import type { RowSource } from './row-source.ts'

export type TakenList<Row> = {
  readonly rows: RowSource<Row>
  readonly getKey: (row: Row) => string
  /** Reads a range of the list again; `last` is in it. */
  readonly readRows: (first: number, last: number) => Promise<readonly Row[]>
}

const moved = (): Error => new Error('The list has changed. Choose the rows again.')

/**
 * The rows from `first` to `last`: at once if all are loaded, else the whole range is read. An index means another row as soon as
 * the list changes, so the promise rejects, with an error for the seller, if a row on screen isn't where it was or if the rows on
 * screen belong to the previous list.
 */
export const takeRows = <Row>(
  { rows, getKey, readRows }: TakenList<Row>,
  first: number,
  last: number,
): readonly Row[] | Promise<readonly Row[]> => {
  const seen = Array.from({ length: last - first + 1 }, (_, offset) => rows.at(first + offset))
  const loaded = seen.filter((row) => row !== undefined)
  if (loaded.length === seen.length) return loaded
  if (rows.isFormer) return Promise.reject(moved())
  return readRows(first, last).then((read) => {
    const isSame = seen.every((row, offset) => {
      const now = read[offset]
      return row === undefined || (now !== undefined && getKey(now) === getKey(row))
    })
    if (!isSame) throw moved()
    return read
  })
}
