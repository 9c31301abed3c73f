/** The columns of the sheet and of CSV files: which field each holds, and how its value reads as text. */
import { fieldText } from '../../../shared/inventory/fields/field.ts'
import { type ItemField, listItemFields } from '../../../shared/inventory/fields/item-fields.ts'
import { joinValues } from '../../../shared/inventory/fields/value-list.ts'
import { aspectPath, fieldPaths, findField, isAspectPath, readItemView } from '../../../shared/inventory/item.ts'
import { type JsonObject, type JsonPath, valueAt } from '../../../shared/inventory/json.ts'

const ASPECT_PREFIX = 'aspect:'
/** The price belongs to the SKU's listing, so it is no field of the item. */
export const PRICE_COLUMN = 'price'
const aspectPrefixes: readonly string[] = [ASPECT_PREFIX, 'c:']

/**
 * The fields by the names of their columns, some of them from the platform's templates and reports. A Map, because headers come
 * from outside and a plain object knows `__proto__` and `constructor`.
 */
const nameColumns = (hasMoreFields: boolean): ReadonlyMap<string, ItemField> =>
  new Map(
    listItemFields(hasMoreFields).flatMap((field) =>
      [field.id.toLowerCase(), ...(field.aliases ?? [])].map((name) => [name, field] as const),
    ),
  )
const columnsByName = { core: nameColumns(false), all: nameColumns(true) }

/** Names of the price in the platform's templates and reports. */
const priceNames: readonly string[] = [PRICE_COLUMN, 'start price', 'startprice', 'current price', 'buy it now price']

const skuNames: readonly string[] = ['sku', 'custom label (sku)', 'custom label', 'customlabel']

export type EditableColumn =
  | { readonly kind: 'field'; readonly field: ItemField; readonly path: JsonPath }
  | { readonly kind: 'aspect'; readonly name: string; readonly path: JsonPath }

/** `price`: the price of the SKU's listing, which is no field of the item. */
export type Column = { readonly kind: 'sku' | 'price' | 'unknown' } | EditableColumn

/**
 * Which field a column header names. Templates mark required columns with `*` and item specifics with `C:`.
 *
 * `hasMoreFields`: whether the platform has the fields beyond the core (INV-14).
 */
export const parseColumn = (header: string, hasMoreFields = true): Column => {
  const name = header.trim().replace(/^\*/, '')
  const key = name.toLowerCase()
  if (skuNames.includes(key)) return { kind: 'sku' }
  if (priceNames.includes(key)) return { kind: 'price' }
  const field = columnsByName[hasMoreFields ? 'all' : 'core'].get(key)
  if (field !== undefined) return { kind: 'field', field, path: field.path }
  const prefix = aspectPrefixes.find((known) => key.startsWith(known))
  const aspect = prefix === undefined ? '' : name.slice(prefix.length).trim()
  return aspect === '' ? { kind: 'unknown' } : { kind: 'aspect', name: aspect, path: aspectPath(aspect) }
}

/** The header that `parseColumn` reads as this column; null if it is unknown. */
export const columnId = (column: Column): string | null => {
  if (column.kind === 'unknown') return null
  if (column.kind === 'field') return column.field.id
  return column.kind === 'aspect' ? ASPECT_PREFIX + column.name : column.kind
}

export const parseEditableColumn = (header: string, hasMoreFields = true): EditableColumn | undefined => {
  const column = parseColumn(header, hasMoreFields)
  return column.kind === 'field' || column.kind === 'aspect' ? column : undefined
}

/** The column that shows a path. */
export const findColumn = (path: JsonPath): string | undefined => {
  const name = path[fieldPaths.aspects.length]
  return isAspectPath(path) && name !== undefined ? ASPECT_PREFIX + name : findField(path)?.id
}

/** A field as cell text, in the form that can be typed back. Empty if the field is absent. */
export const toCellText = (record: JsonObject | undefined, column: EditableColumn): string => {
  if (column.kind === 'field') return fieldText(column.field, valueAt(record, column.path))
  return joinValues(readItemView(record).aspects.find(({ name }) => name === column.name)?.values ?? [])
}

/** Columns of an export about the listing. All but the price are only written. */
const listingColumns = [PRICE_COLUMN, 'currency', 'listing state'] as const

/** The listing of an exported item, as texts. */
export type ListingCells = Readonly<Record<(typeof listingColumns)[number], string>>

const isInEveryFile = ({ isCore }: ItemField): boolean => isCore === true

/** The fields beyond the core that the item has. A file has a column only for those that occur in it. */
export const listUsedFields = (record: JsonObject, hasMoreFields: boolean): readonly ItemField[] =>
  listItemFields(hasMoreFields).filter(
    (field) => !isInEveryFile(field) && fieldText(field, valueAt(record, field.path)) !== '',
  )

/** The columns of an export, in order. `used`: the ids of fields beyond the core. */
export const csvHeader = (aspectNames: readonly string[], used: ReadonlySet<string> = new Set()): readonly string[] => [
  'sku',
  ...listItemFields(true)
    .filter((field) => isInEveryFile(field) || used.has(field.id))
    .map(({ id }) => id),
  ...listingColumns,
  ...aspectNames.map((name) => ASPECT_PREFIX + name),
]

/** The cells of an item below `header`. Not escaped. */
export const toCsvCells = (
  sku: string,
  record: JsonObject,
  header: readonly string[],
  listing: ListingCells,
): readonly string[] =>
  header.map((name) => {
    const own = listingColumns.find((column) => column === name)
    if (own !== undefined) return listing[own]
    const column = parseEditableColumn(name)
    return column === undefined ? sku : toCellText(record, column)
  })
