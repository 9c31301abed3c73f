/** The columns of the sheet and of CSV files: which field each holds, and how its value reads as text. */
import { aspectPath, fieldPaths, findField, type ItemView } from '../../../shared/inventory/item.ts'
import type { JsonPath } from '../../../shared/inventory/json.ts'

/** The columns of an export, in order. Item specifics follow, one column per name. */
const fieldColumns = ['title', 'quantity', 'condition', 'description', 'images', 'upc', 'ean'] as const
type FieldColumn = (typeof fieldColumns)[number]
const ASPECT_PREFIX = 'aspect:'
const aspectPrefixes: readonly string[] = [ASPECT_PREFIX, 'c:']

/** Separates several values in a cell. Doubled, it is a plain character. */
export const VALUE_SEPARATOR = '|'

/**
 * Other names of columns, some of them from the platform's templates and reports. A Map, because headers come from outside and a plain object knows `__proto__` and `constructor`.
 */
const aliases: ReadonlyMap<string, FieldColumn> = new Map([
  ['name', 'title'],
  ['stock', 'quantity'],
  ['qty', 'quantity'],
  ['imageurls', 'images'],
  ['pictures', 'images'],
  ['item photo url', 'images'],
  ['picurl', 'images'],
  ['available quantity', 'quantity'],
  ['condition id', 'condition'],
  ['conditionid', 'condition'],
  ['p:upc', 'upc'],
  ['product:upc', 'upc'],
  ['p:ean', 'ean'],
  ['product:ean', 'ean'],
])

const skuNames: readonly string[] = ['sku', 'custom label (sku)', 'custom label', 'customlabel']

export type EditableColumn =
  | { readonly kind: 'field'; readonly field: FieldColumn; readonly path: JsonPath }
  | { readonly kind: 'aspect'; readonly name: string; readonly path: JsonPath }

export type Column = { readonly kind: 'sku' } | EditableColumn | { readonly kind: 'unknown' }

/** Which field a column header names. Templates mark required columns with `*` and item specifics with `C:`. */
export const parseColumn = (header: string): Column => {
  const name = header.trim().replace(/^\*/, '')
  const key = name.toLowerCase()
  if (skuNames.includes(key)) return { kind: 'sku' }
  const field = fieldColumns.find((known) => known === key) ?? aliases.get(key)
  if (field !== undefined) return { kind: 'field', field, path: fieldPaths[field === 'images' ? 'imageUrls' : field] }
  const prefix = aspectPrefixes.find((known) => key.startsWith(known))
  const aspect = prefix === undefined ? '' : name.slice(prefix.length).trim()
  return aspect === '' ? { kind: 'unknown' } : { kind: 'aspect', name: aspect, path: aspectPath(aspect) }
}

/** The header that `parseColumn` reads as this column; null if it is unknown. */
export const columnId = (column: Column): string | null => {
  if (column.kind === 'unknown') return null
  return column.kind === 'sku' ? 'sku' : column.kind === 'field' ? column.field : ASPECT_PREFIX + column.name
}

export const parseEditableColumn = (header: string): EditableColumn | undefined => {
  const column = parseColumn(header)
  return column.kind === 'sku' || column.kind === 'unknown' ? undefined : column
}

/** The column that shows a path. */
export const findColumn = (path: JsonPath): string | undefined => {
  const field = findField(path)
  if (field !== 'aspects') return field === 'imageUrls' ? 'images' : field
  const name = path[fieldPaths.aspects.length]
  return name === undefined ? undefined : ASPECT_PREFIX + name
}

const escapeValue = (value: string): string =>
  value.includes(VALUE_SEPARATOR) ? value.replaceAll(VALUE_SEPARATOR, VALUE_SEPARATOR.repeat(2)) : value

/** A space keeps a separator apart from a value that begins with the same character; reading trims it. */
export const joinValues = (values: readonly string[]): string =>
  values
    .map((value, index) =>
      index > 0 && value.startsWith(VALUE_SEPARATOR) ? ` ${escapeValue(value)}` : escapeValue(value),
    )
    .join(VALUE_SEPARATOR)

/** A field as cell text, in the form that can be typed back. Empty if the field is absent. */
export const toCellText = (view: ItemView, column: EditableColumn): string => {
  if (column.kind === 'aspect') return joinValues(view.aspects.find(({ name }) => name === column.name)?.values ?? [])
  switch (column.field) {
    case 'quantity':
      return view.quantity === undefined ? '' : String(view.quantity)
    case 'images':
      return joinValues(view.imageUrls)
    case 'upc':
    case 'ean':
      return joinValues(view[column.field])
    default:
      return view[column.field] ?? ''
  }
}

export const csvHeader = (aspectNames: readonly string[]): readonly string[] => [
  'sku',
  ...fieldColumns,
  ...aspectNames.map((name) => ASPECT_PREFIX + name),
]

/** The cells of an item, in the order of `csvHeader`. Not escaped. */
export const toCsvCells = (sku: string, view: ItemView, aspectNames: readonly string[]): readonly string[] =>
  csvHeader(aspectNames).map((header) => {
    const column = parseEditableColumn(header)
    return column === undefined ? sku : toCellText(view, column)
  })
