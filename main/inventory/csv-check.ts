/** A CSV file held against the items: what each row asks for, what is wrong with it and where, and what it would change. */
import { type BlankCells, type CsvField, csvFieldOf, readCell, saysTheSame } from '../../shared/inventory/csv-items.ts'
import { aspectPath, isCondition } from '../../shared/inventory/item.ts'
import { applyEdit, type ItemEdit, startEdit, withChange } from '../../shared/inventory/item-edit.ts'
import { problemsOfEdit } from '../../shared/inventory/item-rules.ts'
import {
  type ColumnPlaces,
  compareTexts,
  type EditableField,
  type ItemLine,
  pathOfColumn,
  placesOf,
  type TextDifference,
  textsOf,
} from '../../shared/inventory/item-texts.ts'
import {
  isWithin,
  type JsonObject,
  type JsonPath,
  type JsonValue,
  samePath,
  valueAt,
  withValueAt,
} from '../../shared/inventory/json.ts'
import { TITLE_MAX_CHARACTERS } from '../../shared/inventory/limits.ts'
import type { CsvRow } from '../csv-file.ts'

export type CellProblem = {
  /** Of the file, from 1; 0 where it is the row's and no cell's. */
  readonly column: number
  readonly columnName: string
  readonly message: string
}

export type CsvColumn = {
  /** Of the file, from 1. */
  readonly number: number
  readonly name: string
  readonly field: EditableField
  readonly path: JsonPath
}

export type CsvHead = {
  readonly skuColumn: { readonly number: number; readonly name: string }
  readonly columns: readonly CsvColumn[]
  readonly places: ColumnPlaces<CsvColumn>
  readonly width: number
  readonly unknownColumns: readonly string[]
  /** What is wrong with the file as a whole. */
  readonly problems: readonly string[]
}

/** What is known of a SKU; undefined: it is not in the list. */
export type KnownItem = {
  readonly isRead: boolean
  readonly record: JsonObject | undefined
  readonly edit: ItemEdit | undefined
}

const sameField = (a: CsvField, b: CsvField): boolean => a.kind !== 'unknown' && JSON.stringify(a) === JSON.stringify(b)

/** Which column is which field. */
export const readHead = (head: readonly string[]): CsvHead => {
  const all = head.map((name, index) => ({ number: index + 1, name: name.trim(), field: csvFieldOf(name) }))
  const problems: string[] = []
  const sku = all.find(({ field }) => field.kind === 'sku')
  if (all.length === 0) problems.push('The file is empty. Its first line names the columns; one of them is "sku".')
  else if (sku === undefined) {
    problems.push('No column is named "sku", so that nobody knows which item a row is about.')
  }
  all.forEach((column, index) => {
    const twin = all.slice(0, index).find((other) => sameField(other.field, column.field))
    if (twin === undefined) return
    problems.push(`Columns ${twin.number} ("${twin.name}") and ${column.number} ("${column.name}") are the same field.`)
  })
  const columns = all.flatMap(({ number, name, field }): readonly CsvColumn[] => {
    if (field.kind === 'sku' || field.kind === 'unknown') return []
    const path = field.kind === 'aspect' ? aspectPath(field.name) : pathOfColumn(field.field)
    return [{ number, name, field, path }]
  })
  return {
    skuColumn: { number: sku?.number ?? 0, name: sku?.name ?? 'sku' },
    columns,
    places: placesOf(columns),
    width: all.length,
    unknownColumns: all.filter(({ field, name }) => field.kind === 'unknown' && name !== '').map(({ name }) => name),
    problems,
  }
}

/** What a row would do. `columns` are those whose fields it changes. */
export type RowOutcome =
  | { readonly state: 'problem'; readonly problems: readonly CellProblem[] }
  /** Not in the list, or not read yet: what it would change is not known. */
  | { readonly state: 'unread' }
  | { readonly state: 'unchanged' }
  | { readonly state: 'changed' | 'new'; readonly columns: readonly CsvColumn[] }

/** Rules that need no look: the value was read as what they ask for, or is too short to break them. */
const isPlainlyFine = (field: EditableField, value: JsonValue): boolean => {
  if (field.kind === 'aspect' || typeof value === 'object') return false
  switch (field.field) {
    case 'quantity':
    case 'description':
      return true
    case 'title':
      return typeof value === 'string' && value.length <= TITLE_MAX_CHARACTERS
    case 'condition':
      return isCondition(value)
    default:
      return false
  }
}

/** What the platform would refuse of a value, by itself. */
const problemsOfValue = (field: EditableField, path: JsonPath, value: JsonValue): readonly string[] => {
  if (isPlainlyFine(field, value)) return []
  const edit: ItemEdit = { onto: 'new', changes: [{ op: 'set', path, value }] }
  return problemsOfEdit(withValueAt({}, path, value), edit)
    .filter((problem) => isWithin(path, problem.path))
    .map(({ message, errorId, rule }) => `${message} (${errorId ?? rule})`)
}

const unchanged: RowOutcome = { state: 'unchanged' }

/** A cell that asks for something else than stands there; without a value it asks that the field goes. */
type Wish = { readonly column: CsvColumn; readonly value?: JsonValue }

type ReadRow = { readonly wishes: Wish[]; readonly problems: CellProblem[] }

/** Reads a cell that is not letter by letter what is known of its field. */
const readDiffering = (
  { wishes, problems }: ReadRow,
  column: CsvColumn,
  cell: string,
  known: string | undefined,
  blank: BlankCells,
  isListAt: (path: JsonPath) => boolean,
): void => {
  const { number, name, field, path } = column
  if (known === undefined ? cell.trim() === '' : cell !== '' && saysTheSame(field, cell, known)) return
  const read = readCell(field, cell, blank, isListAt)
  if (read.wish === 'wrong') problems.push({ column: number, columnName: name, message: read.message })
  else if (read.wish === 'remove') wishes.push({ column })
  else if (read.wish === 'set') {
    wishes.push({ column, value: read.value })
    for (const message of problemsOfValue(field, path, read.value)) {
      problems.push({ column: number, columnName: name, message })
    }
  }
}

const inFileOrder = (a: CsvColumn, b: CsvColumn): number => a.number - b.number

const never = (): boolean => false

type Change = Extract<RowOutcome, { readonly columns: unknown }>
const outcomesOfOne = new WeakMap<CsvColumn, Readonly<Record<Change['state'], Change>>>()

/** A row that changes one column: most do, and the rows of a column share what is kept of them. */
const outcomeOfOne = (state: Change['state'], column: CsvColumn): RowOutcome => {
  let known = outcomesOfOne.get(column)
  if (known === undefined) {
    const columns = [column]
    known = { changed: { state: 'changed', columns }, new: { state: 'new', columns } }
    outcomesOfOne.set(column, known)
  }
  return known[state]
}

/** The differences of the row that is looked at: one list for all of them. */
const differences: TextDifference<CsvColumn>[] = []

/** What a row would do to an item whose line in `text` says all of it. */
export const outcomeByTexts = (
  row: CsvRow,
  head: CsvHead,
  blank: BlankCells,
  text: string,
  line: ItemLine,
): RowOutcome => {
  differences.length = 0
  if (compareTexts(text, line, head.places, row.cells, differences) === 0) return unchanged
  const read: ReadRow = { wishes: [], problems: [] }
  for (const { column, cell, known } of differences) readDiffering(read, column, cell, known, blank, never)
  const { wishes, problems } = read
  if (problems.length > 0) return { state: 'problem', problems: problems.toSorted((a, b) => a.column - b.column) }
  const state = line.isOnPlatform ? 'changed' : 'new'
  const [first] = wishes
  if (first === undefined) return unchanged
  return wishes.length === 1
    ? outcomeOfOne(state, first.column)
    : { state, columns: wishes.map(({ column }) => column).sort(inFileOrder) }
}

/**
 * What a row would do to an item, by its record, with the edit that does it.
 *
 * An edit that waits is kept: a row that wants one of its fields otherwise has a problem.
 */
export const outcomeOfRow = (
  row: CsvRow,
  head: CsvHead,
  blank: BlankCells,
  item: KnownItem | undefined,
): RowOutcome & { readonly edit?: ItemEdit } => {
  const isKnown = item?.isRead === true
  const { record, edit: kept } = item ?? { record: undefined, edit: undefined }
  const draft = isKnown ? applyEdit(record, kept) : undefined
  const isOnPlatform = record !== undefined || kept !== undefined
  const textAt = textsOf(isKnown && isOnPlatform ? draft : undefined)
  const isListAt = (path: JsonPath): boolean => Array.isArray(valueAt(record, path))
  const read: ReadRow = { wishes: [], problems: [] }
  for (const column of head.columns) {
    // A cell that is missing at the end of a row says nothing, whatever blank cells mean.
    const cell = row.cells[column.number - 1]
    const known = textAt(column.field)
    if (cell !== undefined && cell !== known) readDiffering(read, column, cell, known, blank, isListAt)
  }
  const problems = [...read.problems]
  if (!isKnown) return problems.length > 0 ? { state: 'problem', problems } : { state: 'unread' }
  let edit = kept ?? startEdit(record)
  for (const { column, value } of read.wishes) {
    if (kept?.changes.some((change) => samePath(change.path, column.path)) === true) {
      const message =
        'This field has an edit that was not saved. Save or discard it first; the row does not replace it.'
      problems.push({ column: column.number, columnName: column.name, message })
    }
    edit = withChange(edit, record, column.path, value)
  }
  if (problems.length > 0) return { state: 'problem', problems }
  if (read.wishes.length === 0) return unchanged
  const columns = read.wishes.map(({ column }) => column)
  return { state: record === undefined ? 'new' : 'changed', columns, edit }
}

const noProblems: readonly CellProblem[] = []

/**
 * What is wrong with a row before its item is looked at. `skuProblem`: what `readSku` says of its SKU; `earlierLine`: where the
 * same SKU stood before.
 */
export const problemsOfRow = (
  row: CsvRow,
  { skuColumn, width }: CsvHead,
  sku: string,
  skuProblem: string | undefined,
  earlierLine: number | undefined,
): readonly CellProblem[] => {
  const hasMore = row.cells.length > width && row.cells.slice(width).some((cell) => cell.trim() !== '')
  if (row.problem === undefined && skuProblem === undefined && earlierLine === undefined && !hasMore) return noProblems
  const place = { column: skuColumn.number, columnName: skuColumn.name }
  const problems: CellProblem[] = []
  if (row.problem !== undefined) problems.push({ column: 0, columnName: '', message: row.problem })
  if (skuProblem !== undefined) problems.push({ ...place, message: skuProblem })
  else if (earlierLine !== undefined) {
    problems.push({ ...place, message: `${sku} stands on line ${earlierLine} already.` })
  }
  if (hasMore) {
    const message = `The row has ${row.cells.length} cells; the first line names ${width} columns.`
    problems.push({ column: width + 1, columnName: '', message })
  }
  return problems
}

/** A row that is wrong as a whole is read all the same, so that its cells are not found wrong one after the other. */
export const withCellProblems = (
  row: CsvRow,
  head: CsvHead,
  blank: BlankCells,
  problems: readonly CellProblem[],
): readonly CellProblem[] => {
  const outcome = outcomeOfRow(row, head, blank, undefined)
  return outcome.state === 'problem' ? [...problems, ...outcome.problems] : problems
}
