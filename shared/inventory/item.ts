/**
 * Reads the known fields of an inventory item from the raw record. The record stays raw JSON. Known fields are read
 * leniently; all others are listed, so that a screen can show that they are kept (INV-08).
 */
import { findFieldAt, findUnknownIn, readableValue, type UnknownField } from './fields/field.ts'
import { type ItemField, listItemFields } from './fields/item-fields.ts'
import { describeValue, plainKey, plainPath } from './fields/plain-facts.ts'
import {
  isJsonObject,
  isWithin,
  type JsonObject,
  type JsonPath,
  type JsonValue,
  samePath,
  toNumber,
  valueAt,
} from './json.ts'

/** The paths of the fields that code names. `fields/item-fields.ts` has every field. */
export const fieldPaths = {
  quantity: ['availability', 'shipToLocationAvailability', 'quantity'],
  condition: ['condition'],
  title: ['product', 'title'],
  description: ['product', 'description'],
  aspects: ['product', 'aspects'],
  imageUrls: ['product', 'imageUrls'],
  upc: ['product', 'upc'],
  ean: ['product', 'ean'],
} as const satisfies Record<string, JsonPath>

export const aspectPath = (name: string): JsonPath => [...fieldPaths.aspects, name]

export const isAspectPath = (path: JsonPath): boolean =>
  path.length === fieldPaths.aspects.length + 1 && isWithin(fieldPaths.aspects, path)

const isAspects = (path: JsonPath): boolean => isWithin(fieldPaths.aspects, path)

/** The field that contains a path. Undefined for an item specific, and for a path that the platform's items don't have. */
export const findField = (path: JsonPath, hasMoreFields = true): ItemField | undefined =>
  findFieldAt(listItemFields(hasMoreFields), path)

/** Whether an edit may change the path: a field that is not only shown, or one item specific (INV-14). */
export const isEditablePath = (path: JsonPath, hasMoreFields = true): boolean => {
  if (isAspectPath(path)) return true
  const field = findField(path, hasMoreFields)
  if (field === undefined || path.length !== field.path.length) return false
  return field.kind.control !== 'shown' || field.id === 'images'
}

export type Aspect = { readonly name: string; readonly values: readonly string[] }

/** The known fields. Absent and unreadable are both undefined or empty. */
export type ItemView = {
  readonly quantity: number | undefined
  readonly condition: string | undefined
  readonly title: string | undefined
  readonly description: string | undefined
  readonly aspects: readonly Aspect[]
  readonly imageUrls: readonly string[]
  /** A single string by the rules (INV-18); a list is accepted as well. */
  readonly upc: readonly string[]
  readonly ean: readonly string[]
}

const text = (value: JsonValue | undefined): string | undefined => (typeof value === 'string' ? value : undefined)

const isTextList = (value: JsonValue | undefined): value is readonly string[] =>
  Array.isArray(value) && value.every((element) => typeof element === 'string')

const textOrList = (value: JsonValue | undefined): readonly string[] =>
  typeof value === 'string' ? [value] : isTextList(value) ? value : []

const isReadableAspect = (value: JsonValue): boolean => typeof value === 'string' || isTextList(value)

export const readItemView = (record: JsonObject | undefined): ItemView => {
  const aspects = valueAt(record, fieldPaths.aspects)
  const imageUrls = valueAt(record, fieldPaths.imageUrls)
  return {
    quantity: toNumber(valueAt(record, fieldPaths.quantity)),
    condition: text(valueAt(record, fieldPaths.condition)),
    title: text(valueAt(record, fieldPaths.title)),
    description: text(valueAt(record, fieldPaths.description)),
    aspects: isJsonObject(aspects)
      ? Object.entries(aspects)
          .filter(([, value]) => isReadableAspect(value))
          .map(([name, value]) => ({ name, values: textOrList(value) }))
      : [],
    imageUrls: isTextList(imageUrls) ? imageUrls : [],
    upc: textOrList(valueAt(record, fieldPaths.upc)),
    ean: textOrList(valueAt(record, fieldPaths.ean)),
  }
}

/**
 * Fields that the platform's table does not show, at the shallowest path that names each: unknown ones, and values of
 * another form.
 */
export const findUnknownFields = (record: JsonObject, hasMoreFields = true): readonly UnknownField[] => {
  const fields = listItemFields(hasMoreFields)
  const isAbove = (path: JsonPath): boolean =>
    isWithin(path, fieldPaths.aspects) || fields.some((field) => isWithin(path, field.path))
  const found: UnknownField[] = []
  const walk = (node: JsonObject, at: JsonPath): void => {
    for (const [key, value] of Object.entries(node)) {
      const path = [...at, key]
      const field = findFieldAt(fields, path)
      if (field !== undefined) found.push(...findUnknownIn(field, value))
      else if (samePath(path, fieldPaths.aspects) && isJsonObject(value)) {
        for (const [name, values] of Object.entries(value)) {
          if (!isReadableAspect(values)) found.push({ path: [...path, name], value: values })
        }
      } else if (isAbove(path) && !samePath(path, fieldPaths.aspects) && isJsonObject(value)) walk(value, path)
      else found.push({ path, value })
    }
  }
  walk(record, [])
  return found
}

/** The label of a field, one of its parts or an item specific; undefined for others. */
export const fieldName = (path: JsonPath): string | undefined => {
  if (!isAspects(path)) {
    const field = findField(path)
    const below = path.slice(field?.path.length).map(plainKey)
    return field === undefined ? undefined : [field.label, ...below].join(': ')
  }
  const below = path.slice(fieldPaths.aspects.length)
  return below.length > 0 ? `Item specific “${below.join('.')}”` : 'Item specifics'
}

/** The label of a path, in words if it is not of a known field. */
export const pathName = (path: JsonPath): string => fieldName(path) ?? plainPath(path)

/** A value of an item as a seller reads it: as its field shows it, otherwise its parts by name. */
export const valueText = (path: JsonPath, value: JsonValue): string => {
  const field = findField(path)
  const own = field !== undefined && samePath(field.path, path) ? readableValue(field, value) : undefined
  return own ?? describeValue(value)
}
