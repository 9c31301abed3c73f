/** Compares the rows of a CSV file with the items: what each row changes, and what is wrong with it. */
import { restoreFormula } from '../../../shared/csv-text.ts'
import type { BlankCells, CsvRowState, StagedCsvRow } from '../../../shared/inventory/contract/csv-contract.ts'
import { toColumnId } from '../../../shared/inventory/fields/field.ts'
import type { OfferTableRow } from '../../../shared/inventory/fields/offer-fields.ts'
import type { PrivateField, PrivateTexts } from '../../../shared/inventory/fields/private-fields.ts'
import { VALUE_SEPARATOR } from '../../../shared/inventory/fields/value-list.ts'
import { applyEdit, type ItemEdit, startEdit, withChange } from '../../../shared/inventory/item-edit.ts'
import type { ItemRules } from '../../../shared/inventory/item-rules.ts'
import { type JsonPath, samePath, valueAt } from '../../../shared/inventory/json.ts'
import type { MoneyStyle } from '../../../shared/money.ts'
import type { CsvRow } from '../../csv-file.ts'
import type { ColumnTexts, OfferRow } from '../../offer-cells-port.ts'
import { checkValue, meansTheSame, parseCell } from '../items/cell-values.ts'
import { type Column, columnId, type EditableColumn, ownColumn, parseColumn, toCellText } from '../items/columns.ts'
import type { ItemContent } from '../items/item-store.ts'
import { type ExporterHabit, readAsMeant } from './exporter-habits.ts'

type CellProblem = StagedCsvRow['problems'][number]

export type CsvColumn = {
  /** Line in the file, from 1. */
  readonly number: number
  readonly name: string
  readonly column: EditableColumn
  /** Further columns with more pictures. */
  readonly more: readonly number[]
}

/** A column of the SKU's offer. `id`: as the sheet names it. */
type OfferColumn = {
  readonly number: number
  readonly name: string
  readonly id: string
  readonly field: OfferTableRow
}

/** A column of a field that is kept here alone. */
type PrivateColumn = { readonly number: number; readonly name: string; readonly field: PrivateField }

export type CsvHeader = {
  readonly skuColumn: { readonly number: number; readonly name: string }
  readonly columns: readonly CsvColumn[]
  readonly offerColumns: readonly OfferColumn[]
  readonly privateColumns: readonly PrivateColumn[]
  readonly width: number
  /** The target of each column: `sku` or a sheet column; null if it has none. */
  readonly targets: readonly { readonly name: string; readonly target: string | null }[]
  /** Which columns were joined or left out, as sentences. */
  readonly notes: readonly string[]
  /** Problems of the file as a whole. */
  readonly problems: readonly string[]
}

/** The targets that the seller chose, by column name as `toColumnKey` writes it. */
export type ColumnChoices = Readonly<Record<string, string | null>>

export const toColumnKey = (name: string): string => name.trim().toLowerCase()

const none: readonly never[] = []

const PICTURES_COLUMN = 'images'

/** Before every name that a tool gives. */
const CHOSEN = -1

/**
 * Which of two columns of one field counts, and which is left out: in a report of the platform, the price that buyers pay and not
 * the one that the listing began with. Empty if the seller chose both, or one has
 * the field's own name: then both can be meant.
 */
const inUse = <C extends { readonly name: string }>(
  column: Column,
  [first, second]: readonly [C, C],
  choices: ColumnChoices,
): readonly C[] => {
  const aliases =
    column.kind === 'field' || column.kind === 'offer' || column.kind === 'private' ? (column.field.aliases ?? []) : []
  const rank = ({ name }: C): number => {
    const key = toColumnKey(name)
    if (Object.hasOwn(choices, key)) return CHOSEN
    const place = aliases.indexOf(key)
    return place === -1 ? Number.NaN : place
  }
  const [a, b] = [rank(first), rank(second)]
  if (a < b) return [first, second]
  return b < a ? [second, first] : none
}

/** `choices` override the targets that the names suggest. `hasMoreFields` as for `parseColumn`. */
export const parseHeader = (
  header: readonly string[],
  choices: ColumnChoices = {},
  hasMoreFields = true,
): CsvHeader => {
  const targetOf = (name: string): string => {
    const key = toColumnKey(name)
    return Object.hasOwn(choices, key) ? (choices[key] ?? '') : name
  }
  const all = header.map((name, index) => ({
    number: index + 1,
    name: name.trim(),
    column: parseColumn(targetOf(name), hasMoreFields),
  }))
  const sku = all.find(({ column }) => column.kind === 'sku')
  const problems: string[] = []
  if (all.length === 0) problems.push('The file is empty. A line must name the columns, one of them “sku”.')
  else if (sku === undefined) problems.push('No column is named “sku”. Choose the column that has the SKUs.')
  const notes: string[] = []
  const unused = new Set<number>()
  const pictures: number[] = []
  const firstById = new Map<string, (typeof all)[number]>()
  for (const each of all) {
    const { number, name, column } = each
    const id = columnId(column)
    if (id === null) continue
    const twin = firstById.get(id)
    const [used, left] = twin === undefined ? [] : inUse(column, [twin, each], choices)
    if (twin === undefined) firstById.set(id, each)
    else if (id === PICTURES_COLUMN) pictures.push(number)
    else if (used === undefined || left === undefined) {
      problems.push(`Columns ${twin.number} (“${twin.name}”) and ${number} (“${name}”) are the same field. Ignore one.`)
    } else {
      firstById.set(id, used)
      unused.add(left.number)
      notes.push(`“${left.name}” isn’t used: “${used.name}” is the same field.`)
    }
  }
  if (pictures.length > 0) notes.push(`${pictures.length + 1} columns of pictures are read as one.`)
  const read = all.filter(({ number }) => !unused.has(number) && !pictures.includes(number))
  return {
    skuColumn: { number: sku?.number ?? 0, name: sku?.name ?? 'sku' },
    columns: read.flatMap(({ number, name, column }) =>
      column.kind === 'field' || column.kind === 'aspect'
        ? [{ number, name, column, more: columnId(column) === PICTURES_COLUMN ? pictures : none }]
        : [],
    ),
    offerColumns: read.flatMap(({ number, name, column }) =>
      column.kind === 'offer' ? [{ number, name, id: toColumnId(column.field), field: column.field }] : [],
    ),
    privateColumns: read.flatMap(({ number, name, column }) =>
      column.kind === 'private' ? [{ number, name, field: column.field }] : [],
    ),
    width: all.length,
    targets: all.map(({ number, name, column }) => ({ name, target: unused.has(number) ? null : columnId(column) })),
    notes,
    problems,
  }
}

const MAX_CORRECTABLE_CHARACTERS = 2_000

const toCorrectable = (cell: string): string | null => (cell.length > MAX_CORRECTABLE_CHARACTERS ? null : cell)

/** What a row would do; `edit` is set if it changes the item, `offer` if it changes its listing. */
export type RowOutcome = {
  readonly state: CsvRowState
  readonly problems: readonly CellProblem[]
  readonly paths: readonly JsonPath[]
  readonly edit?: ItemEdit | undefined
  readonly offer?: ColumnTexts | undefined
  readonly noted?: Partial<PrivateTexts> | undefined
  /** What was read differently from how it is written. */
  readonly habits: readonly ExporterHabit[]
}

const UNSAVED = 'This field has an unsaved edit. Save or discard it first; the file doesn’t replace it.'

const unchanged: RowOutcome = { state: 'unchanged', problems: none, paths: none, habits: none }

type OfferOutcome = {
  readonly problems: readonly CellProblem[]
  readonly paths: readonly JsonPath[]
  readonly texts: ColumnTexts
}

/** What a row would do to its SKU's offer. A blank cell of a field that a listing can't be without changes nothing. */
const checkOffer = (
  { cells }: CsvRow,
  columns: readonly OfferColumn[],
  blank: BlankCells,
  known: OfferRow,
): OfferOutcome => {
  const changed = columns.flatMap((column) => {
    const raw = cells[column.number - 1]
    if (raw === undefined) return []
    const text = restoreFormula(raw)
    if (text.trim() === '' && (blank === 'keep' || column.field.isRequired === true)) return []
    return known.isSame(column.id, text) ? [] : [{ ...column, raw, text }]
  })
  if (changed.length === 0) return { problems: none, paths: none, texts: {} }
  const texts = Object.fromEntries(changed.map(({ id, text }) => [id, text]))
  const wrong = known.findProblems(texts)
  return {
    problems: changed.flatMap(({ number, name, id, raw }) =>
      [wrong[id], known.typed(id) === null ? undefined : UNSAVED].flatMap((message) =>
        message === undefined ? [] : [{ column: number, columnName: name, message, cell: toCorrectable(raw) }],
      ),
    ),
    paths: changed.map(({ field }) => field.path),
    texts,
  }
}

const noPrivate: ReturnType<typeof checkPrivate> = { problems: none, noted: {} }

/** What a row would note here alone. Such a text is stored at once, so there is no unsaved one to keep. */
const checkPrivate = (
  { cells }: CsvRow,
  columns: readonly PrivateColumn[],
  blank: BlankCells,
  known: PrivateTexts | undefined,
  style: MoneyStyle,
): { readonly problems: readonly CellProblem[]; readonly noted: Partial<PrivateTexts> } => {
  const problems: CellProblem[] = []
  const noted: Partial<Record<PrivateField['id'], string>> = {}
  for (const { number, name, field } of columns) {
    const raw = cells[number - 1]
    if (raw === undefined) continue
    const text = restoreFormula(raw)
    if (text.trim() === '' && blank === 'keep') continue
    const reading = field.read(text, style)
    if ('problem' in reading) {
      problems.push({ column: number, columnName: name, message: reading.problem, cell: toCorrectable(raw) })
    } else if (reading.text !== (known?.[field.id] ?? '')) noted[field.id] = reading.text
  }
  return { problems, noted }
}

const isHtml = (column: EditableColumn): boolean => column.kind === 'field' && column.field.id === 'description'

/** Joins the cell with the cells of further picture columns. */
const joinCells = (cells: readonly string[], number: number, more: readonly number[]): string | undefined => {
  const own = cells[number - 1]
  if (more.length === 0) return own
  const all = [own, ...more.map((one) => cells[one - 1])].filter((cell = '') => cell.trim() !== '')
  return all.length === 0 ? own : all.join(VALUE_SEPARATOR)
}

/**
 * What a row would do to its item, its offer and what is kept here alone. `item` is undefined if the SKU is not in the list;
 * `known` and `own` if the offer and the private fields are not checked.
 *
 * An unsaved edit is kept: a row that wants one of its fields differently has a problem.
 */
export const checkRow = (
  row: CsvRow,
  { columns, offerColumns, privateColumns }: Pick<CsvHeader, 'columns' | 'offerColumns' | 'privateColumns'>,
  blank: BlankCells,
  item: ItemContent | undefined,
  rules: ItemRules,
  known?: OfferRow,
  own?: { readonly texts: PrivateTexts | undefined; readonly style: MoneyStyle },
): RowOutcome => {
  const isRead = item?.isRead === true
  const record = item?.record
  const kept = item?.edit
  const draft = isRead ? applyEdit(record, kept) : undefined
  const problems: CellProblem[] = []
  const paths: JsonPath[] = []
  let edit = kept ?? startEdit(record)
  const addCellProblem = (column: number, columnName: string, raw: string, message: string): void =>
    void problems.push({ column, columnName, message, cell: toCorrectable(raw) })
  const habits: ExporterHabit[] = []
  for (const { number, name, column: named, more } of columns) {
    // A cell missing at the end of a row changes nothing, whatever blank cells mean.
    const raw = joinCells(row.cells, number, more)
    if (raw === undefined) continue
    const column = ownColumn(named, draft)
    const shown = toCellText(draft, column)
    if (raw === shown && raw !== '') continue
    const { text: cell, habits: own } = readAsMeant(restoreFormula(raw), isHtml(column))
    habits.push(...own)
    const { path } = column
    const isBlank = cell.trim() === ''
    if (isBlank ? blank === 'keep' || shown === '' : shown !== '' && meansTheSame(column, cell, shown)) continue
    const addProblem = (message: string): void => addCellProblem(number, name, raw, message)
    const request = parseCell(column, cell, blank, valueAt(record, path))
    if (request.kind === 'keep') continue
    if (request.kind === 'unreadable') {
      addProblem(request.message)
      continue
    }
    if (request.kind === 'set') checkValue(path, request.value, rules).forEach(addProblem)
    if (kept?.changes.some((change) => samePath(change.path, path)) === true) {
      addProblem(UNSAVED)
    }
    paths.push(path)
    edit = withChange(edit, record, path, request.kind === 'set' ? request.value : undefined)
  }
  const offer = known === undefined ? undefined : checkOffer(row, offerColumns, blank, known)
  problems.push(...(offer?.problems ?? none))
  const { noted, problems: privateProblems } =
    own === undefined ? noPrivate : checkPrivate(row, privateColumns, blank, own.texts, own.style)
  problems.push(...privateProblems)
  const hasEdit = paths.length > 0
  paths.push(...(offer?.paths ?? none), ...Object.keys(noted).map((field) => [field]))
  if (problems.length > 0) return { state: 'problem', problems, paths: none, habits }
  if (!isRead) return { state: 'unread', problems: none, paths: none, habits }
  if (paths.length === 0) return unchanged
  return {
    state: record === undefined && hasEdit ? 'new' : 'changed',
    problems: none,
    paths,
    habits,
    edit: hasEdit ? edit : undefined,
    offer: offer === undefined || offer.paths.length === 0 ? undefined : offer.texts,
    noted: Object.keys(noted).length === 0 ? undefined : noted,
  }
}

/** The problems of a row that are found before its cells are read. `earlierLine`: where the same SKU occurred before. */
export const checkRowShape = (
  row: CsvRow,
  { skuColumn, width }: Pick<CsvHeader, 'skuColumn' | 'width'>,
  sku: string,
  skuProblem: string | undefined,
  earlierLine: number | undefined,
  /** The SKU that a spreadsheet may have changed into this one. */
  meant?: string | undefined,
): readonly CellProblem[] => {
  const problems: CellProblem[] = []
  const addSkuProblem = (message: string): void => {
    const cell = toCorrectable(row.cells[skuColumn.number - 1] ?? '')
    problems.push({ column: skuColumn.number, columnName: skuColumn.name, message, cell })
  }
  if (row.problem !== undefined) problems.push({ column: 0, columnName: '', message: row.problem, cell: null })
  if (skuProblem !== undefined) addSkuProblem(skuProblem)
  else if (earlierLine !== undefined) addSkuProblem(`${sku} is already on line ${earlierLine}.`)
  else if (meant !== undefined) {
    const message = `${sku} isn’t in your list. A spreadsheet may have changed ${meant} into it.`
    problems.push({ column: skuColumn.number, columnName: skuColumn.name, message, cell: sku, meant })
  }
  if (row.cells.length > width && row.cells.slice(width).some((cell) => cell.trim() !== '')) {
    const message = `The row has ${row.cells.length} cells, but the file names ${width} columns.`
    problems.push({ column: width + 1, columnName: '', message, cell: null })
  }
  return problems
}
