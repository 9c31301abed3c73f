/**
 * JSON to values and back without losing a digit.
 *
 * JavaScript reads every number as a double, so that `12345678901234567890` and `1.10` come back as other texts. A PUT replaces
 * the whole record, and a number of a field that this app does not know must go back as it came (INV-08). A number that a
 * double would not give back is therefore kept as its text, in an `ExactNumber`: plain data, which survives the database and
 * the bridge to the window. `parseJson` and `jsonText` stand at both ends, the platform's and the seller's; between them
 * values are handled as json.ts does.
 */
import { EXACT_NUMBER, isExactNumber, type JsonValue } from './json.ts'

/** A key that looks like the mark is written with one sign more, so that no record can be mistaken for one. */
const looksLikeMark = /^#+number$/
const isEscapedMark = /^##+number$/

/**
 * Whether a text may hold a number that a double would not give back: an exponent, a zero at the end of its decimals, a
 * negative zero, a very small one, or more than 15 digits. It may say so of a text that does not; never the other way round.
 */
const mayHoldExact = /(?:^|[\s[:,])(?:-0(?![.\d])|-?\d[\d.]{15,}|-?[\d.]+[eE]|-?\d+\.\d*0(?!\d)|-?0\.000000)|#number"/

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown }

const renamed = (value: object, isMeant: RegExp, rename: (key: string) => string): object =>
  Array.isArray(value) || !Object.keys(value).some((key) => isMeant.test(key))
    ? value
    : Object.fromEntries(Object.entries(value).map(([key, inner]) => [isMeant.test(key) ? rename(key) : key, inner]))

/** Reads JSON. Throws `SyntaxError` where it is none. */
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

/** Writes JSON: what `parseJson` read comes out as it was, but for spaces between. `indent` as of `JSON.stringify`. */
export const jsonText = (value: JsonValue, indent?: number): string => {
  const text = JSON.stringify(value, undefined, indent)
  return text.includes('#number"') ? JSON.stringify(value, unmark, indent) : text
}
