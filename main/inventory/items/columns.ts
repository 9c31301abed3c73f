/** The columns of the sheet and of CSV files: which field each holds, and how its value reads as text. */
import { type Field, fieldText, toColumnId, toColumnLabel } from '../../../shared/inventory/fields/field.ts'
import { type ItemField, listItemFields } from '../../../shared/inventory/fields/item-fields.ts'
import { listOfferRows, type OfferTableRow } from '../../../shared/inventory/fields/offer-fields.ts'
import { type PrivateField, privateFields } from '../../../shared/inventory/fields/private-fields.ts'
import { joinValues } from '../../../shared/inventory/fields/value-list.ts'
import { aspectPath, fieldPaths, findField, isAspectPath, readItemView } from '../../../shared/inventory/item.ts'
import { type JsonObject, type JsonPath, valueAt } from '../../../shared/inventory/json.ts'
import { isSameSpecific } from '../../../shared/inventory/same-specific.ts'

const ASPECT_PREFIX = 'aspect:'
export const PRICE_COLUMN = 'price'
const aspectPrefixes: readonly string[] = [ASPECT_PREFIX, 'c:']

/**
 * The fields by the names of their columns: their ids, as the sheet labels them, and as the platform's templates and reports do. A
 * Map, because headers come from outside and a plain object knows `__proto__` and `constructor`.
 */
const nameColumns = <F extends Field>(fields: readonly F[]): ReadonlyMap<string, F> =>
  new Map(
    fields.flatMap((field) =>
      [toColumnLabel(field).toLowerCase(), ...(field.aliases ?? []), toColumnId(field).toLowerCase()].map(
        (name) => [name, field] as const,
      ),
    ),
  )
const columnsByName = {
  core: { item: nameColumns(listItemFields(false)), offer: nameColumns(listOfferRows(false)) },
  all: { item: nameColumns(listItemFields(true)), offer: nameColumns(listOfferRows(true)) },
}

const privateByName: ReadonlyMap<string, PrivateField> = new Map(
  privateFields.flatMap((field) =>
    [field.label.toLowerCase(), ...field.aliases, field.id.toLowerCase()].map((name) => [name, field] as const),
  ),
)

const skuNames: readonly string[] = ['sku', 'custom label (sku)', 'custom label', 'customlabel']

/** One of several columns with a picture each: `picture 2`, `image url 3`. */
const numberedPicture = /^(?:item )?(?:picture|image|photo|pic)(?: ?url)?[ _]?\d{1,2}$/

export type EditableColumn =
  | { readonly kind: 'field'; readonly field: ItemField; readonly path: JsonPath }
  | { readonly kind: 'aspect'; readonly name: string; readonly path: JsonPath }

/** `offer`: a field of the SKU's offer, which the item's record doesn't have. `private`: one that is kept here alone. */
export type CellColumn =
  | { readonly kind: 'offer'; readonly field: OfferTableRow }
  | { readonly kind: 'private'; readonly field: PrivateField }
  | EditableColumn

export type Column = { readonly kind: 'sku' | 'unknown' } | CellColumn

/**
 * Which field a column header names. Templates mark required columns with `*` and item specifics with `C:`.
 *
 * `hasMoreFields`: whether the platform has the fields beyond the core (INV-14).
 */
export const parseColumn = (header: string, hasMoreFields = true): Column => {
  const name = header.trim().replace(/^\*/, '')
  const key = name.toLowerCase()
  if (skuNames.includes(key)) return { kind: 'sku' }
  const known = columnsByName[hasMoreFields ? 'all' : 'core']
  const field = known.item.get(numberedPicture.test(key) ? 'pictures' : key)
  if (field !== undefined) return { kind: 'field', field, path: field.path }
  const offerField = known.offer.get(key)
  if (offerField !== undefined) return { kind: 'offer', field: offerField }
  const privateField = privateByName.get(key)
  if (privateField !== undefined) return { kind: 'private', field: privateField }
  const prefix = aspectPrefixes.find((one) => key.startsWith(one))
  const aspect = prefix === undefined ? '' : name.slice(prefix.length).trim()
  return aspect === '' ? { kind: 'unknown' } : { kind: 'aspect', name: aspect, path: aspectPath(aspect) }
}

/** The column as the item spells its specific, whose name may differ in capitals or blanks (LST-23). */
export const ownColumn = (column: EditableColumn, record: JsonObject | undefined): EditableColumn => {
  if (column.kind === 'field') return column
  const names = readItemView(record).aspects.map(({ name }) => name)
  if (names.includes(column.name)) return column
  const name = names.find((one) => isSameSpecific(one, column.name))
  return name === undefined ? column : { kind: 'aspect', name, path: aspectPath(name) }
}

/** The header that `parseColumn` reads as this column; null if it is unknown. */
export const columnId = (column: Column): string | null => {
  if (column.kind === 'unknown') return null
  if (column.kind === 'field' || column.kind === 'offer') return toColumnId(column.field)
  if (column.kind === 'private') return column.field.id
  return column.kind === 'aspect' ? ASPECT_PREFIX + column.name : column.kind
}

/** The column of an item's field. */
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
  const { aspects } = readItemView(record)
  const own =
    aspects.find(({ name }) => name === column.name) ?? aspects.find(({ name }) => isSameSpecific(name, column.name))
  return joinValues(own?.values ?? [])
}

/** Columns of an export about the listing. All but the price are only written. */
const listingColumns = [PRICE_COLUMN, 'currency', 'listing state'] as const

/** The listing of an exported item: `listingColumns`, and the offer's other columns, as texts. */
export type ListingCells = Readonly<Record<(typeof listingColumns)[number], string>> & Readonly<Record<string, string>>

/** The columns of an offer in a file, besides the price. */
export const listOfferColumns = (hasMoreFields: boolean): readonly string[] =>
  listOfferRows(hasMoreFields)
    .filter(({ notInCsv }) => notInCsv === undefined)
    .map(toColumnId)
    .filter((id) => id !== PRICE_COLUMN)

const isInEveryFile = ({ isCore }: ItemField): boolean => isCore === true

/** The fields beyond the core that the item has. A file has a column only for those that occur in it. */
export const listUsedFields = (record: JsonObject, hasMoreFields: boolean): readonly ItemField[] =>
  listItemFields(hasMoreFields).filter(
    (field) =>
      !isInEveryFile(field) && field.notInCsv === undefined && fieldText(field, valueAt(record, field.path)) !== '',
  )

/** The columns of an export, in order. `used`: those beyond the item's core fields and the price. */
export const csvHeader = (aspectNames: readonly string[], used: ReadonlySet<string> = new Set()): readonly string[] => [
  'sku',
  ...listItemFields(true)
    .filter((field) => isInEveryFile(field) || used.has(field.id))
    .map(toColumnId),
  ...listingColumns,
  ...listOfferColumns(true).filter((id) => used.has(id)),
  ...privateFields.filter(({ id }) => used.has(id)).map(({ id }) => id),
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
    const column = parseColumn(name)
    if (column.kind === 'sku') return sku
    return column.kind === 'field' || column.kind === 'aspect' ? toCellText(record, column) : (listing[name] ?? '')
  })
