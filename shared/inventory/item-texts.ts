/**
 * An item as the texts of its cells, in one line: what a file is held against without reading the record.
 *
 * A dry run of 10,000 rows looks at 10,000 items, and most cells say what is there already. A line is therefore never taken
 * apart: a walk along it compares each text where it stands, and cuts out only those that differ. Only these are read and checked.
 */
import { type CsvField, csvCellsOf, csvColumns, joinValues } from './csv-items.ts'
import { fieldPaths, unknownFieldsOf, viewOf } from './item.ts'
import { hasRoomFor, isWithin, type JsonObject, type JsonPath, valueAt } from './json.ts'

/** Between two texts, between two lines, and in place of a text that is not there. None can be typed. */
const SEPARATOR = '\u001f'
const SEPARATOR_CODE = SEPARATOR.charCodeAt(0)
export const LINE_SEPARATOR = '\u001d'
const ABSENT = '\u001e'
const hasSign = (text: string): boolean => [SEPARATOR, LINE_SEPARATOR, ABSENT].some((sign) => text.includes(sign))

export type EditableField = Exclude<CsvField, { kind: 'sku' | 'unknown' }>
type FieldColumn = Exclude<(typeof csvColumns)[number], 'sku'>

const fieldColumns = csvColumns.slice(1) as readonly FieldColumn[]

export const pathOfColumn = (column: FieldColumn): JsonPath => fieldPaths[column === 'images' ? 'imageUrls' : column]

/** The text of each field in the order of a file's columns, and the item specifics, each after its name. */
const partsOf = (record: JsonObject | undefined): readonly string[] => {
  const view = viewOf(record)
  const cells = csvCellsOf('', view, []).slice(1)
  return [
    ...fieldColumns.map((column, index) =>
      valueAt(record, pathOfColumn(column)) === undefined ? ABSENT : (cells[index] ?? ''),
    ),
    ...view.aspects.flatMap(({ name, values }) => [name, joinValues(values)]),
  ]
}

/** Whether texts cannot say all of a record: a field that is not what the documents say, or one of the signs in a text. */
const isOdd = (record: JsonObject): boolean => {
  const known = Object.values(fieldPaths)
  return (
    known.some((path) => !hasRoomFor(record, path)) ||
    unknownFieldsOf(record).some(({ path }) => known.some((field) => isWithin(field, path))) ||
    // A text that is the mark for none is odd as well: the fields are looked at as they are, not as a line has them.
    [
      ...csvCellsOf('', viewOf(record), []),
      ...viewOf(record).aspects.flatMap(({ name, values }) => [name, ...values]),
    ].some(hasSign)
  )
}

/** The line of an item that is looked at by its record: an edit waits, or texts cannot say all of it. */
const LOOK = ''

const IS_THERE = '+'
const IS_NOT_THERE = '-'

/** The line of an item for the database, where `LINE_SEPARATOR` stands between the lines of several. */
export const writeTexts = (sku: string, record: JsonObject | undefined, hasEdit: boolean): string =>
  hasEdit || (record !== undefined && isOdd(record))
    ? LOOK
    : [`${record === undefined ? IS_NOT_THERE : IS_THERE}${sku}`, ...partsOf(record)].join(SEPARATOR)

/** The texts of a record whatever it holds, for one that is looked at. */
export const textsOf = (record: JsonObject | undefined): ((field: EditableField) => string | undefined) => {
  const texts = partsOf(record)
  return (field) => {
    if (field.kind === 'field') {
      const text = texts[fieldColumns.indexOf(field.field)]
      return text === ABSENT ? undefined : text
    }
    for (let at = fieldColumns.length; at < texts.length; at += 2) {
      if (texts[at] === field.name) return texts[at + 1]
    }
    return undefined
  }
}

/** The columns of a file, by where their texts stand in a line. */
export type ColumnPlaces<Column> = {
  readonly fields: readonly (Column | undefined)[]
  readonly aspects: ReadonlyMap<string, Column>
}

export const placesOf = <Column extends { readonly field: EditableField }>(
  columns: readonly Column[],
): ColumnPlaces<Column> => ({
  fields: fieldColumns.map((name) => columns.find(({ field }) => field.kind === 'field' && field.field === name)),
  aspects: new Map(columns.flatMap((column) => (column.field.kind === 'aspect' ? [[column.field.name, column]] : []))),
})

export type ItemLine = {
  /** Where the first text begins, and where the line ends, in the text that holds it. */
  readonly start: number
  readonly end: number
  readonly isOnPlatform: boolean
}

/**
 * The lines of these SKUs in a text that holds them in this order; undefined where it has none of the SKU, or one that does
 * not say all: the record has to be looked at then.
 */
export const linesOf = (text: string, skus: readonly string[]): readonly (ItemLine | undefined)[] => {
  let from = 0
  return skus.map((sku) => {
    const found = text.indexOf(LINE_SEPARATOR, from)
    const end = found === -1 ? text.length : found
    const start = from + sku.length + 2
    const isPlain =
      end >= start && text.charCodeAt(start - 1) === SEPARATOR_CODE && text.slice(from + 1, start - 1) === sku
    const line = isPlain ? { start, end, isOnPlatform: text.startsWith(IS_THERE, from) } : undefined
    from = end + 1
    return line
  })
}

/** A cell that is not letter by letter the text of the item; `known` is that text, undefined where the item has no such field. */
export type TextDifference<Column> = {
  readonly column: Column
  readonly cell: string
  readonly known: string | undefined
}

/** Where the text that begins at `from` ends. */
const endOfText = (text: string, from: number, end: number): number => {
  const found = text.indexOf(SEPARATOR, from)
  return found === -1 || found > end ? end : found
}

/** Whether the text that begins at `from` is the cell, letter by letter. */
const isCellAt = (text: string, from: number, end: number, cell: string): boolean => {
  const to = from + cell.length
  // Cut and compared in one: by far the quickest of the ways to say that two texts are equal.
  return (to === end || (to < end && text.charCodeAt(to) === SEPARATOR_CODE)) && text.slice(from, to) === cell
}

/** The aspects of a line, whose texts begin at `from`, against the columns of aspects. */
const compareAspects = <Column extends { readonly number: number }>(
  text: string,
  from: number,
  end: number,
  columns: ReadonlyMap<string, Column>,
  cells: readonly string[],
  differences: TextDifference<Column>[],
): void => {
  let at = from
  let met = 0
  while (at <= end) {
    const nameEnd = endOfText(text, at, end)
    const column = columns.get(text.slice(at, nameEnd))
    const cell = column === undefined ? undefined : cells[column.number - 1]
    at = nameEnd + 1
    if (column !== undefined) met += 1
    if (cell !== undefined && isCellAt(text, at, end, cell)) at += cell.length + 1
    else {
      const to = endOfText(text, at, end)
      if (column !== undefined && cell !== undefined) differences.push({ column, cell, known: text.slice(at, to) })
      at = to + 1
    }
  }
  if (met === columns.size) return
  const names = new Set(
    text
      .slice(from, end)
      .split(SEPARATOR)
      .filter((_, index) => index % 2 === 0),
  )
  for (const [name, column] of columns) {
    const cell = cells[column.number - 1]
    if (cell !== undefined && cell !== '' && !names.has(name)) differences.push({ column, cell, known: undefined })
  }
}

/**
 * Puts the cells of a row that differ from an item's line into `differences`, and gives how many there are. One that is
 * undefined says nothing, and so does an empty one of no field.
 */
export const compareTexts = <Column extends { readonly number: number }>(
  text: string,
  { start, end }: ItemLine,
  places: ColumnPlaces<Column>,
  cells: readonly string[],
  differences: TextDifference<Column>[],
): number => {
  const before = differences.length
  let from = start
  for (const column of places.fields) {
    const cell = column === undefined ? undefined : cells[column.number - 1]
    if (cell !== undefined && isCellAt(text, from, end, cell)) from += cell.length + 1
    else {
      const to = endOfText(text, from, end)
      if (column !== undefined && cell !== undefined) {
        const found = text.slice(from, to)
        if (found !== ABSENT) differences.push({ column, cell, known: found })
        else if (cell !== '') differences.push({ column, cell, known: undefined })
      }
      from = to + 1
    }
  }
  if (places.aspects.size > 0) compareAspects(text, from, end, places.aspects, cells, differences)
  return differences.length - before
}
