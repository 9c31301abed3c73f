/** A value that no field of the table shows, as short facts that a seller can read. */
import { isJsonObject, type JsonPath, type JsonValue, toNumber } from '../json.ts'
import { jsonText } from '../json-text.ts'
import { joinValues } from './value-list.ts'

export type PlainFact = { readonly label: string; readonly text: string }

/** `originalRetailPrice` as `original retail price`; `EU_RESPONSIBLE` as `EU responsible`. */
export const plainKey = (key: string): string => {
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(key)) return key
  const words = key.replaceAll('_', ' ').replace(/([a-z\d])([A-Z])/g, '$1 $2')
  return words
    .split(' ')
    .map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(' ')
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** `pricingSummary.originalRetailPrice` as `Pricing summary: original retail price`. */
export const plainPath = (path: JsonPath): string => {
  const [first = '', ...rest] = path.map(plainKey)
  return [capitalize(first), ...rest].join(': ')
}

const plainValue = (value: JsonValue): string => {
  if (value === null) return 'Nothing'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string') return value === '' ? 'Empty' : value
  if (toNumber(value) !== undefined) return jsonText(value)
  return 'Nothing'
}

const isPlain = (value: JsonValue): boolean => !Array.isArray(value) && !isJsonObject(value)

/** An amount or measure such as `{ value, currency }` or `{ value, unit }` reads as one text. */
const asMeasure = (value: JsonValue): string | undefined => {
  if (!isJsonObject(value) || Object.keys(value).length !== 2) return undefined
  const { value: amount, currency, unit } = value
  const of = currency ?? unit
  if (amount === undefined || typeof of !== 'string' || !isPlain(amount)) return undefined
  return `${plainValue(amount)} ${currency === undefined ? plainKey(of).toLowerCase() : of}`
}

/** Names each leaf with its path. A list of plain values is one fact; other lists are numbered. */
export const listPlainFacts = (path: JsonPath, value: JsonValue): readonly PlainFact[] => {
  const measure = asMeasure(value)
  if (measure !== undefined) return [{ label: plainPath(path), text: measure }]
  if (Array.isArray(value)) {
    const elements = value as readonly JsonValue[]
    if (elements.every(isPlain))
      return [{ label: plainPath(path), text: elements.map(plainValue).join(', ') || 'Empty' }]
    return elements.flatMap((element, index) => listPlainFacts([...path, String(index + 1)], element))
  }
  if (isJsonObject(value)) {
    const entries = Object.entries(value)
    if (entries.length === 0) return [{ label: plainPath(path), text: 'Empty' }]
    return entries.flatMap(([key, inner]) => listPlainFacts([...path, key], inner))
  }
  return [{ label: plainPath(path), text: plainValue(value) }]
}

/** A value in one line: texts unchanged, lists as in a cell of the sheet, other values by the names of their parts. */
export const describeValue = (value: JsonValue): string => {
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((element) => typeof element === 'string')) return joinValues(value)
  if (isPlain(value)) return plainValue(value)
  return listPlainFacts([], value)
    .map(({ label, text }) => (label === '' ? text : `${label}: ${text}`))
    .join('; ')
}
