/**
 * Raw JSON and paths into it. A record stays as received, so unknown fields survive every edit. Functions return
 * changed copies. They use own keys only: a record may have a key named `__proto__`.
 */
import * as z from 'zod'

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject
export type JsonObject = { readonly [key: string]: JsonValue }

/** Keys from the root. A list, since an aspect name may contain a dot. Arrays are not entered. */
export type JsonPath = readonly string[]

/** Marks a number kept as text (json-text.ts). No key of a record equals it. */
export const EXACT_NUMBER = '#number'
/** A number that a double cannot reproduce, such as `12345678901234567890` or `1.10`. */
type ExactNumber = { readonly [EXACT_NUMBER]: string }

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

export const isExactNumber = (value: unknown): value is ExactNumber =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, EXACT_NUMBER)

/** The value as a double; undefined if it is no number. */
export const toNumber = (value: JsonValue | undefined): number | undefined =>
  typeof value === 'number' ? value : isExactNumber(value) ? Number(value[EXACT_NUMBER]) : undefined

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value)

const isJsonArray = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value)

/** SECURITY: records are walked by functions that call themselves. An item of a platform is some ten levels deep. */
const MAX_DEPTH = 200

const isJsonWithin = (value: unknown, depth: number): boolean => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (depth === 0) return false
  if (Array.isArray(value)) return value.every((element) => isJsonWithin(element, depth - 1))
  if (isExactNumber(value)) {
    const text: unknown = value[EXACT_NUMBER]
    return Object.keys(value).length === 1 && typeof text === 'string' && jsonNumber.test(text)
  }
  return typeof value === 'object' && Object.values(value).every((element) => isJsonWithin(element, depth - 1))
}

/** Whether it is JSON, at most 200 levels deep. */
export const isJsonValue = (value: unknown): value is JsonValue => isJsonWithin(value, MAX_DEPTH)

/** Passes the object through unchanged: a schema copy would drop a key such as `__proto__`. */
export const jsonValueSchema = z.custom<JsonValue>(isJsonValue, 'This isn’t JSON.')
export const jsonObjectSchema = z.custom<JsonObject>(
  (value) => isJsonObject(value) && isJsonValue(value),
  'This isn’t a JSON object.',
)

/** Compares two values, ignoring the order of keys. `sameNumber`: of two that aren't the same double, at least one is exact. */
const compareWith = (sameNumber: (a: string, b: string) => boolean) => {
  const same = (a: JsonValue | undefined, b: JsonValue | undefined): boolean => {
    if (a === b) return true
    if (a === undefined || b === undefined || a === null || b === null) return false
    if (isJsonArray(a)) {
      return isJsonArray(b) && a.length === b.length && a.every((element, index) => same(element, b[index]))
    }
    if (isExactNumber(a) || isExactNumber(b)) {
      const [one, other] = [numberText(a), numberText(b)]
      return one !== undefined && other !== undefined && sameNumber(one, other)
    }
    if (!isJsonObject(a) || !isJsonObject(b)) return false
    const keys = Object.keys(a)
    return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]))
  }
  return same
}

const numberText = (value: JsonValue): string | undefined =>
  isExactNumber(value) ? value[EXACT_NUMBER] : typeof value === 'number' ? String(value) : undefined

/** The digits without zeros at either end, and the exponent of the last one: `12.50`, `1.25e1` and `12.5` are `125e-1`. */
const toCanonical = (text: string): string => {
  const [, sign = '', whole = '', part = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const digits = `${whole}${part}`.replace(/^0+/, '')
  const kept = digits.replace(/0+$/, '')
  return kept === '' ? '0' : `${sign}${kept}e${Number(power) - part.length + digits.length - kept.length}`
}

/**
 * Whether two values are equal, ignoring the order of keys.
 *
 * 1.10 and 1.1 differ: a preview must show exactly what is sent.
 */
export const sameJson = compareWith((a, b) => a === b)

/** As `sameJson`, but 12.5 and 12.50 are the same number: others who write it so changed nothing. */
export const sameInValue = compareWith((a, b) => toCanonical(a) === toCanonical(b))

export const samePath = (a: JsonPath, b: JsonPath): boolean =>
  a.length === b.length && a.every((key, index) => key === b[index])

/** Whether `path` is `root` or below it. */
export const isWithin = (root: JsonPath, path: JsonPath): boolean =>
  root.length <= path.length && root.every((key, index) => key === path[index])

export const valueAt = (record: JsonObject | undefined, path: JsonPath): JsonValue | undefined => {
  let value: JsonValue | undefined = record
  for (const key of path) {
    if (!isJsonObject(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

/** Whether a value can be set without replacing a non-object on the way. */
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

/** Copies the record with the value set. Existing keys keep their order, a new one comes last; missing parents are created. */
export const withValueAt = (record: JsonObject, path: JsonPath, value: JsonValue): JsonObject => {
  const [key, ...rest] = path
  if (key === undefined) throw new RangeError('A path needs at least one key')
  const child = Object.hasOwn(record, key) ? record[key] : undefined
  return {
    ...record,
    [key]: rest.length === 0 ? value : withValueAt(isJsonObject(child) ? child : {}, rest, value),
  }
}

/** Copies the record without the path. A parent that becomes empty stays. */
export const withoutValueAt = (record: JsonObject, path: JsonPath): JsonObject => {
  const [key, ...rest] = path
  if (key === undefined) throw new RangeError('A path needs at least one key')
  if (!Object.hasOwn(record, key)) return record
  const child = record[key]
  if (rest.length === 0) return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key))
  return isJsonObject(child) ? { ...record, [key]: withoutValueAt(child, rest) } : record
}

/** Copies the record without the path, and without the parents that become empty by that. */
export const withoutBranchAt = (record: JsonObject, path: JsonPath): JsonObject => {
  if (valueAt(record, path) === undefined) return record
  const rest = withoutValueAt(record, path)
  const parent = path.slice(0, -1)
  const left = valueAt(rest, parent)
  return parent.length > 0 && isJsonObject(left) && Object.keys(left).length === 0
    ? withoutBranchAt(rest, parent)
    : rest
}

/** `product.foo`; keys with a dot or space are quoted. */
export const formatPath = (path: JsonPath): string =>
  path.map((key) => (/^[\w-]+$/.test(key) ? key : JSON.stringify(key))).join('.')
