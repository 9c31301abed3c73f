/**
 * Items as the rows of a CSV file: which column is which field, what a cell means, and how a cell is written.
 *
 * Pure: the file's quoting is read and written elsewhere; here a row is a list of texts. Nothing is ever read as a number
 * or a date unless the field is one, so that SKU `000123` stays `000123`.
 */
import { restoreFormula, withPlainLines } from '../csv-text.ts'
import { type Aspect, aspectPath, fieldPaths, type ItemView } from './item.ts'
import type { JsonPath, JsonValue } from './json.ts'
import { skuProblem } from './sku.ts'

/** Of one part of a file on its way to main, and of a whole file. */
export const CSV_PART_MAX_CHARACTERS = 100_000
export const CSV_MAX_CHARACTERS = 30_000_000

/** Columns of an export, in order; item specifics follow, one column a name. */
export const csvColumns = ['sku', 'title', 'quantity', 'condition', 'description', 'images', 'upc', 'ean'] as const
type CsvColumn = (typeof csvColumns)[number]
const ASPECT_PREFIX = 'aspect:'
/** Between several values in one cell. A value that holds the sign itself is written with it doubled. */
const VALUE_SEPARATOR = '|'

/** Other words that the header of a column may have. */
/** A map, since a header is a stranger's word: `__proto__` and `constructor` are names that every object knows. */
const otherNames: ReadonlyMap<string, CsvColumn> = new Map([
  ['name', 'title'],
  ['stock', 'quantity'],
  ['qty', 'quantity'],
  ['images', 'images'],
  ['imageurls', 'images'],
  ['pictures', 'images'],
])

export type CsvField =
  | { readonly kind: 'sku' }
  | { readonly kind: 'field'; readonly field: Exclude<CsvColumn, 'sku'> }
  | { readonly kind: 'aspect'; readonly name: string }
  | { readonly kind: 'unknown' }

/** What the column with this header holds. */
export const csvFieldOf = (header: string): CsvField => {
  const name = header.trim()
  const key = name.toLowerCase()
  const column = csvColumns.find((known) => known === key) ?? otherNames.get(key)
  if (column === 'sku') return { kind: 'sku' }
  if (column !== undefined) return { kind: 'field', field: column }
  const aspect = key.startsWith(ASPECT_PREFIX) ? name.slice(ASPECT_PREFIX.length).trim() : ''
  return aspect === '' ? { kind: 'unknown' } : { kind: 'aspect', name: aspect }
}

export const joinValues = (values: readonly string[]): string =>
  values.map((value) => value.replaceAll(VALUE_SEPARATOR, VALUE_SEPARATOR.repeat(2))).join(VALUE_SEPARATOR)

/** The values of a cell: parted by single signs, a doubled one being the sign itself. Empty ones do not count. */
export const splitValues = (cell: string): readonly string[] => {
  if (!cell.includes(VALUE_SEPARATOR)) return cell.trim() === '' ? [] : [cell.trim()]
  const values: string[] = ['']
  for (let at = 0; at < cell.length; at += 1) {
    const character = cell.charAt(at)
    if (character !== VALUE_SEPARATOR) values[values.length - 1] += character
    else if (cell.charAt(at + 1) === VALUE_SEPARATOR) {
      values[values.length - 1] += VALUE_SEPARATOR
      at += 1
    } else values.push('')
  }
  return values.map((value) => value.trim()).filter((value) => value !== '')
}

/** The cells of one item, in the order of `csvColumns` and then of `aspectNames`. Not yet escaped. */
export const csvCellsOf = (sku: string, view: ItemView, aspectNames: readonly string[]): readonly string[] => {
  const values = new Map(view.aspects.map((aspect: Aspect) => [aspect.name, aspect.values]))
  return [
    sku,
    view.title ?? '',
    view.quantity === undefined ? '' : String(view.quantity),
    view.condition ?? '',
    view.description ?? '',
    joinValues(view.imageUrls),
    joinValues(view.upc),
    joinValues(view.ean),
    ...aspectNames.map((name) => joinValues(values.get(name) ?? [])),
  ]
}

export const csvHeadOf = (aspectNames: readonly string[]): readonly string[] => [
  ...csvColumns,
  ...aspectNames.map((name) => ASPECT_PREFIX + name),
]

/**
 * A whole number as spreadsheets write it: `12`, `12.0`, `12,00`, `1 200`. Undefined for anything else; `1.000` and `1,000` are
 * a thousand in one place and one in another, and so are nothing here.
 */
const wholeNumber = (cell: string): number | undefined => {
  if (/^\d{1,15}$/.test(cell)) return Number(cell)
  const plain = cell.replace(/[ \u00a0\u202f](?=\d{3}(?:\D|$))/g, '')
  const digits = /^(\d{1,15})(?:[.,](0{1,2}|0{4,}))?$/.exec(plain)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** `used good` and `Used-Good` are `USED_GOOD`. */
const conditionWord = (cell: string): string =>
  cell
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, '_')

/** What a cell asks for: nothing (`keep`), a value, or that the field goes. */
export type CellWish =
  | { readonly wish: 'keep' }
  | { readonly wish: 'set'; readonly path: JsonPath; readonly value: JsonValue }
  | { readonly wish: 'remove'; readonly path: JsonPath }
  | { readonly wish: 'wrong'; readonly message: string }

/** How blank cells are taken: as nothing said, or as a wish to delete the field. */
export type BlankCells = 'keep' | 'delete'

/** Reads one cell of a known column. `current` is what stands at a code's path: lists stay lists. */
export const readCell = (
  field: Exclude<CsvField, { kind: 'sku' | 'unknown' }>,
  raw: string,
  blank: BlankCells,
  isListAt: (path: JsonPath) => boolean,
): CellWish => {
  const cell = restoreFormula(raw)
  const path: JsonPath =
    field.kind === 'aspect'
      ? aspectPath(field.name)
      : field.field === 'images'
        ? fieldPaths.imageUrls
        : fieldPaths[field.field]
  if (cell.trim() === '') return blank === 'delete' ? { wish: 'remove', path } : { wish: 'keep' }
  if (field.kind === 'aspect') return { wish: 'set', path, value: splitValues(cell) }
  switch (field.field) {
    case 'quantity': {
      const value = wholeNumber(cell.trim())
      return value === undefined
        ? {
            wish: 'wrong',
            message: `The quantity "${cell}" is not a whole number. Write it with digits alone, such as 12.`,
          }
        : { wish: 'set', path, value }
    }
    case 'condition':
      return { wish: 'set', path, value: conditionWord(cell) }
    case 'images':
      return { wish: 'set', path, value: splitValues(cell.replace(/\r?\n/g, VALUE_SEPARATOR)) }
    case 'upc':
    case 'ean': {
      const codes = splitValues(cell)
      const [only] = codes
      return { wish: 'set', path, value: codes.length === 1 && only !== undefined && !isListAt(path) ? only : codes }
    }
    case 'title':
      return { wish: 'set', path, value: cell.trim() }
    case 'description':
      return { wish: 'set', path, value: cell }
  }
}

/** Whether a cell says what stands there already, `known` being the text of the field. */
export const saysTheSame = (
  field: Exclude<CsvField, { kind: 'sku' | 'unknown' }>,
  raw: string,
  known: string,
): boolean => {
  if (raw === known) return true
  const cell = restoreFormula(raw)
  if (cell === known) return true
  if (field.kind === 'aspect') return joinValues(splitValues(cell)) === known
  switch (field.field) {
    case 'quantity':
      return String(wholeNumber(cell.trim())) === known
    case 'condition':
      return conditionWord(cell) === known
    case 'images':
      return joinValues(splitValues(cell.replace(/\r?\n/g, VALUE_SEPARATOR))) === known
    case 'upc':
    case 'ean':
      return joinValues(splitValues(cell)) === known
    case 'title':
      return cell.trim() === known
    case 'description':
      return withPlainLines(cell) === withPlainLines(known)
  }
}

/** The SKU of a row: the text as it stands, without the spaces around it. */
export const readSku = (raw: string): { readonly sku: string; readonly problem: string | undefined } => {
  const sku = restoreFormula(raw).trim()
  return { sku, problem: skuProblem(sku) }
}
