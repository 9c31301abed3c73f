/**
 * Raw JSON, and paths into it.
 *
 * An item's record is kept as the JSON that came, so that a field this app does not know survives every edit. All functions
 * here copy what they change and share the rest. Own keys only: a record may hold a key named `__proto__`.
 */
import * as z from 'zod'

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject
export type JsonObject = { readonly [key: string]: JsonValue }

/** Keys from the root down. A list and not a dotted text, because an aspect's name may hold a dot. Arrays are not entered. */
export type JsonPath = readonly string[]

/** The mark of a number that is kept as its text (json-text.ts). No key of a record is ever this one. */
export const EXACT_NUMBER = '#number'
/** A number that a double would not give back: `12345678901234567890`, `1.10`. A value like any other, never entered. */
export type ExactNumber = { readonly [EXACT_NUMBER]: string }

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

export const isExactNumber = (value: unknown): value is ExactNumber =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, EXACT_NUMBER)

/** What a value says as a number, as near as a double comes; undefined for anything else. */
export const numberOf = (value: JsonValue | undefined): number | undefined =>
  typeof value === 'number' ? value : isExactNumber(value) ? Number(value[EXACT_NUMBER]) : undefined

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value)

const isJsonArray = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value)

export const isJsonValue = (value: unknown): value is JsonValue => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(isJsonValue)
  if (isExactNumber(value)) {
    const text: unknown = value[EXACT_NUMBER]
    return Object.keys(value).length === 1 && typeof text === 'string' && jsonNumber.test(text)
  }
  return typeof value === 'object' && Object.values(value).every(isJsonValue)
}

/** JSON as it is. It hands on the very object: a copy by schema would drop a key such as `__proto__`. */
export const jsonValueSchema = z.custom<JsonValue>(isJsonValue, 'This is not JSON.')
export const jsonObjectSchema = z.custom<JsonObject>(
  (value) => isJsonObject(value) && isJsonValue(value),
  'This is not a JSON object.',
)

/**
 * Whether two values are the same; the order of keys means nothing, the order of elements does. Numbers are, where they are
 * written alike: 1.10 is not 1.1, or a preview could not say what exactly is sent.
 */
export const sameJson = (a: JsonValue | undefined, b: JsonValue | undefined): boolean => {
  if (a === b) return true
  if (a === undefined || b === undefined || a === null || b === null) return false
  if (isJsonArray(a)) {
    return isJsonArray(b) && a.length === b.length && a.every((element, index) => sameJson(element, b[index]))
  }
  if (isExactNumber(a)) return isExactNumber(b) && a[EXACT_NUMBER] === b[EXACT_NUMBER]
  if (!isJsonObject(a) || !isJsonObject(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
}

export const samePath = (a: JsonPath, b: JsonPath): boolean =>
  a.length === b.length && a.every((key, index) => key === b[index])

/** Whether `path` is `root` or lies below it. */
export const isWithin = (root: JsonPath, path: JsonPath): boolean =>
  root.length <= path.length && root.every((key, index) => key === path[index])

/** The value at a path, or undefined where there is none. */
export const valueAt = (record: JsonObject | undefined, path: JsonPath): JsonValue | undefined => {
  let value: JsonValue | undefined = record
  for (const key of path) {
    if (!isJsonObject(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

/** Whether a value can be put at the path without replacing something that is not an object on the way there. */
export const hasRoomFor = (record: JsonObject, path: JsonPath): boolean => {
  let value: JsonValue = record
  for (const key of path.slice(0, -1)) {
    if (!isJsonObject(value)) return false
    const next: JsonValue | undefined = Object.hasOwn(value, key) ? value[key] : undefined
    if (next === undefined) return true
    value = next
  }
  return isJsonObject(value)
}

/** A copy with the value at the path. A key that is there keeps its place, a new one comes last; missing parents are made. */
export const withValueAt = (record: JsonObject, path: JsonPath, value: JsonValue): JsonObject => {
  const [key, ...rest] = path
  if (key === undefined) throw new RangeError('A path needs at least one key')
  const child = Object.hasOwn(record, key) ? record[key] : undefined
  return {
    ...record,
    [key]: rest.length === 0 ? value : withValueAt(isJsonObject(child) ? child : {}, rest, value),
  }
}

/** A copy without the path. A parent that becomes empty stays: it was not asked to go. */
export const withoutValueAt = (record: JsonObject, path: JsonPath): JsonObject => {
  const [key, ...rest] = path
  if (key === undefined) throw new RangeError('A path needs at least one key')
  if (!Object.hasOwn(record, key)) return record
  const child = record[key]
  if (rest.length === 0) return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key))
  return isJsonObject(child) ? { ...record, [key]: withoutValueAt(child, rest) } : record
}

/** How a path reads for a person: `product.foo`; a key that holds a dot or a space is quoted. */
export const pathText = (path: JsonPath): string =>
  path.map((key) => (/^[\w-]+$/.test(key) ? key : JSON.stringify(key))).join('.')
