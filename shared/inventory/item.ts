/**
 * Reads the known fields of an inventory item from the raw record. The record stays raw JSON. Known fields are read
 * leniently; all others are listed, so that a screen can show that they are kept (INV-08).
 */
import { isJsonObject, isWithin, type JsonObject, type JsonPath, type JsonValue, toNumber, valueAt } from './json.ts'

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

type ItemField = keyof typeof fieldPaths
const fields = Object.keys(fieldPaths) as readonly ItemField[]

export const aspectPath = (name: string): JsonPath => [...fieldPaths.aspects, name]

export const isAspectPath = (path: JsonPath): boolean =>
  path.length === fieldPaths.aspects.length + 1 && isWithin(fieldPaths.aspects, path)

/** The known field that contains a path. */
export const findField = (path: JsonPath): ItemField | undefined =>
  fields.find((field) => isWithin(fieldPaths[field], path))

/** Whether an edit may change the path: a known field, or one aspect of `product.aspects` (INV-14). */
export const isEditablePath = (path: JsonPath): boolean => {
  const field = findField(path)
  if (field === undefined) return false
  return field === 'aspects' ? isAspectPath(path) : path.length === fieldPaths[field].length
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

type UnknownField = { readonly path: JsonPath; readonly value: JsonValue }

const readable: Readonly<Record<ItemField, (value: JsonValue) => boolean>> = {
  quantity: (value) => toNumber(value) !== undefined,
  condition: (value) => typeof value === 'string',
  title: (value) => typeof value === 'string',
  description: (value) => typeof value === 'string',
  aspects: (value) => isJsonObject(value),
  imageUrls: isTextList,
  upc: (value) => typeof value === 'string' || isTextList(value),
  ean: (value) => typeof value === 'string' || isTextList(value),
}

/** Unknown fields, at the shallowest path that names each. */
export const findUnknownFields = (record: JsonObject): readonly UnknownField[] => {
  const found: UnknownField[] = []
  const walk = (node: JsonObject, at: JsonPath): void => {
    for (const [key, value] of Object.entries(node)) {
      const path = [...at, key]
      const field = fields.find((name) => isWithin(path, fieldPaths[name]))
      const known = field === undefined ? undefined : fieldPaths[field]
      if (field === undefined || known === undefined) found.push({ path, value })
      else if (path.length < known.length) {
        if (isJsonObject(value)) walk(value, path)
        else found.push({ path, value })
      } else if (!readable[field](value)) found.push({ path, value })
      else if (field === 'aspects' && isJsonObject(value)) {
        for (const [name, values] of Object.entries(value)) {
          if (!isReadableAspect(values)) found.push({ path: [...path, name], value: values })
        }
      }
    }
  }
  walk(record, [])
  return found
}

const fieldNames: Readonly<Record<ItemField, string>> = {
  quantity: 'Quantity',
  condition: 'Condition',
  title: 'Title',
  description: 'Description',
  aspects: 'Item specifics',
  imageUrls: 'Pictures',
  upc: 'UPC',
  ean: 'EAN',
}

/** The label of a known field; undefined for others. */
export const fieldName = (path: JsonPath): string | undefined => {
  const field = findField(path)
  if (field === undefined) return undefined
  const below = path.slice(fieldPaths[field].length)
  return field === 'aspects' && below.length > 0 ? `Item specific “${below.join('.')}”` : fieldNames[field]
}
