/**
 * JSON to values and back without losing a digit.
 *
 * A PUT replaces the whole record, so a number in an unknown field must be sent back as it came (INV-08). A number that a
 * double cannot reproduce is kept as text in an `ExactNumber`: plain data, which survives the database and IPC. Use
 * `parseJson` and `jsonText` at the edges, towards the platform and the seller.
 */
import { EXACT_NUMBER, isExactNumber, type JsonValue } from './json.ts'

/** Keys that look like the mark get an extra `#`, so that no record is mistaken for one. */
const looksLikeMark = /^#+number$/
const isEscapedMark = /^##+number$/

/**
 * Finds numbers that a double may not reproduce: exponents, trailing zeros, negative zero, very small ones, more than 15
 * digits. False positives are fine, false negatives are not.
 */
const mayHoldExact = /(?:^|[\s[:,])(?:-0(?![.\d])|-?\d[\d.]{15,}|-?[\d.]+[eE]|-?\d+\.\d*0(?!\d)|-?0\.000000)|#number"/

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown }

const renamed = (value: object, isMeant: RegExp, rename: (key: string) => string): object =>
  Array.isArray(value) || !Object.keys(value).some((key) => isMeant.test(key))
    ? value
    : Object.fromEntries(Object.entries(value).map(([key, inner]) => [isMeant.test(key) ? rename(key) : key, inner]))

/** Parses JSON. Throws `SyntaxError`. */
export const parseJson = (text: string): JsonValue =>
  (mayHoldExact.test(text)
    ? parseWithSource(text, (_key, value, { source }) => {
        if (typeof value === 'number') {
          return source === undefined || JSON.stringify(value) === source ? value : { [EXACT_NUMBER]: source }
        }
        return typeof value === 'object' && value !== null ? renamed(value, looksLikeMark, (key) => `#${key}`) : value
      })
    : JSON.parse(text)) as JsonValue

const unmark = (_key: string, value: unknown): unknown => {
  if (isExactNumber(value)) return rawJSON(value[EXACT_NUMBER])
  return typeof value === 'object' && value !== null ? renamed(value, isEscapedMark, (key) => key.slice(1)) : value
}

/** Writes JSON. Numbers that `parseJson` read come out as they were. */
export const jsonText = (value: JsonValue, indent?: number): string => {
  const text = JSON.stringify(value, undefined, indent)
  return text.includes('#number"') ? JSON.stringify(value, unmark, indent) : text
}
