/** A CSV file held against the items: what each row asks for, what is wrong with it and where, and what it would change. */
import { type BlankCells, type CsvField, csvFieldOf, readCell, readSku } from '../../shared/inventory/csv-items.ts'
import { applyEdit, type ItemEdit, startEdit, withChange } from '../../shared/inventory/item-edit.ts'
import { problemsOfEdit } from '../../shared/inventory/item-rules.ts'
import {
  isWithin,
  type JsonObject,
  type JsonPath,
  type JsonValue,
  sameJson,
  samePath,
  valueAt,
} from '../../shared/inventory/json.ts'
import type { CsvFile } from './csv-file.ts'

export type CellProblem = {
  /** Of the file, from 1; 0 where it is the row's and no cell's. */
  readonly column: number
  readonly columnName: string
  readonly message: string
}

/** One field that a row asks for; without a value it asks that the field goes. */
export type CellRequest = {
  readonly column: number
  readonly columnName: string
  readonly path: JsonPath
  readonly value?: JsonValue
}

export type CheckedRow = {
  readonly line: number
  readonly sku: string
  readonly requests: readonly CellRequest[]
  readonly problems: readonly CellProblem[]
}

export type CheckedFile = {
  readonly rows: readonly CheckedRow[]
  readonly unknownColumns: readonly string[]
  /** What is wrong with the file as a whole. Rows are empty then. */
  readonly problems: readonly string[]
}

/** What is known of a SKU; undefined: it is not in the list. */
export type KnownItem = {
  readonly isRead: boolean
  readonly record: JsonObject | undefined
  readonly edit: ItemEdit | undefined
}

type Column = { readonly number: number; readonly name: string; readonly field: CsvField }

const columnsOf = (head: readonly string[]): readonly Column[] =>
  head.map((name, index) => ({ number: index + 1, name: name.trim(), field: csvFieldOf(name) }))

const sameField = (a: CsvField, b: CsvField): boolean => a.kind !== 'unknown' && JSON.stringify(a) === JSON.stringify(b)

const problemsOfHead = (columns: readonly Column[]): readonly string[] => {
  if (columns.length === 0) return ['The file is empty. Its first line names the columns; one of them is "sku".']
  const problems: string[] = []
  if (!columns.some(({ field }) => field.kind === 'sku')) {
    problems.push('No column is named "sku", so that nobody knows which item a row is about.')
  }
  columns.forEach((column, index) => {
    const twin = columns.slice(0, index).find((other) => sameField(other.field, column.field))
    if (twin !== undefined) {
      problems.push(
        `Columns ${twin.number} ("${twin.name}") and ${column.number} ("${column.name}") are the same field.`,
      )
    }
  })
  return problems
}

/** Reads every row by its columns. `isListAt` says whether the platform holds a list at a path of a SKU. */
export const checkCsv = (
  file: CsvFile,
  blank: BlankCells,
  isListAt: (sku: string, path: JsonPath) => boolean,
): CheckedFile => {
  const columns = columnsOf(file.head)
  const problems = problemsOfHead(columns)
  const unknownColumns = columns
    .filter(({ field, name }) => field.kind === 'unknown' && name !== '')
    .map(({ name }) => name)
  if (problems.length > 0) return { rows: [], unknownColumns, problems }
  const skuColumn = columns.find(({ field }) => field.kind === 'sku')
  const lines = new Map<string, number>()
  const rows = file.rows.map(({ line, cells, problem }): CheckedRow => {
    const wrong: CellProblem[] = []
    const requests: CellRequest[] = []
    const at = skuColumn?.number ?? 0
    const { sku, problem: skuProblem } = readSku(cells[at - 1] ?? '')
    const skuPlace = { column: at, columnName: skuColumn?.name ?? 'sku' }
    if (problem !== undefined) wrong.push({ column: 0, columnName: '', message: problem })
    if (skuProblem !== undefined) wrong.push({ ...skuPlace, message: skuProblem })
    const earlier = lines.get(sku)
    if (earlier !== undefined) wrong.push({ ...skuPlace, message: `${sku} stands on line ${earlier} already.` })
    else lines.set(sku, line)
    if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
      const message = `The row has ${cells.length} cells; the first line names ${columns.length} columns.`
      wrong.push({ column: columns.length + 1, columnName: '', message })
    }
    for (const { number, name, field } of columns) {
      if (field.kind === 'sku' || field.kind === 'unknown') continue
      // A cell that is missing at the end of a row says nothing, whatever blank cells mean.
      const cell = cells[number - 1]
      if (cell === undefined) continue
      const read = readCell(field, cell, blank, (path) => isListAt(sku, path))
      if (read.wish === 'wrong') wrong.push({ column: number, columnName: name, message: read.message })
      else if (read.wish !== 'keep') {
        const value = read.wish === 'set' ? { value: read.value } : {}
        requests.push({ column: number, columnName: name, path: read.path, ...value })
      }
    }
    return { line, sku, requests, problems: wrong }
  })
  return { rows, unknownColumns, problems }
}

const sameText = (a: JsonValue | undefined, b: JsonValue | undefined): boolean =>
  sameJson(a, b) ||
  // Files have line ends of their own; a description is not another for that.
  (typeof a === 'string' && typeof b === 'string' && a.replace(/\r\n?/g, '\n') === b)

export type RowOutcome =
  | { readonly state: 'problem'; readonly problems: readonly CellProblem[] }
  /** Not in the list, or not read yet: what it would change is not known. */
  | { readonly state: 'unread' }
  | { readonly state: 'unchanged' }
  | { readonly state: 'changed' | 'new'; readonly edit: ItemEdit; readonly paths: readonly JsonPath[] }

/** What a row would change of an item. An edit that waits is kept: a row that wants it otherwise has a problem. */
export const outcomeOfRow = (row: CheckedRow, item: KnownItem | undefined): RowOutcome => {
  if (row.problems.length > 0) return { state: 'problem', problems: row.problems }
  if (item === undefined || !item.isRead) return { state: 'unread' }
  const { record, edit: kept } = item
  const draft = applyEdit(record, kept)
  const wanted = row.requests.filter(({ path, value }) => !sameText(valueAt(draft, path), value))
  if (wanted.length === 0) return { state: 'unchanged' }
  const problems: CellProblem[] = []
  let edit = kept ?? startEdit(record)
  for (const { column, columnName, path, value } of wanted) {
    if (kept?.changes.some((change) => samePath(change.path, path)) === true) {
      const message =
        'This field has an edit that was not saved. Save or discard it first; the row does not replace it.'
      problems.push({ column, columnName, message })
    }
    edit = withChange(edit, record, path, value)
  }
  for (const { path, message, errorId, rule } of problemsOfEdit(applyEdit(record, edit), edit)) {
    const cell = wanted.find((request) => isWithin(request.path, path) || isWithin(path, request.path))
    if (cell === undefined) continue
    problems.push({ column: cell.column, columnName: cell.columnName, message: `${message} (${errorId ?? rule})` })
  }
  if (problems.length > 0) return { state: 'problem', problems }
  return { state: record === undefined ? 'new' : 'changed', edit, paths: wanted.map(({ path }) => path) }
}
