/**
 * JSON text read with the places of everything in it, so that what is wrong can be shown where it stands.
 *
 * Strict JSON (RFC 8259). Places are UTF-16 offsets, `to` exclusive; pointers are JSON Pointers (RFC 6901).
 */
export type JsonRange = { readonly from: number; readonly to: number }

/** Where a value stands, and the name before it where it is a member of an object; `name` includes its quotes. */
export type JsonPlace = { readonly value: JsonRange; readonly name: JsonRange | null }

export type JsonSource =
  | {
      readonly isJson: true
      readonly value: unknown
      /** By pointer; the whole text's value is at the empty one. Of a name that comes twice, the last, as it counts. */
      readonly places: ReadonlyMap<string, JsonPlace>
      /** Names that stood in the same object before: what they say is lost. */
      readonly repeated: readonly { readonly name: string; readonly at: JsonRange }[]
    }
  | { readonly isJson: false; readonly at: JsonRange; readonly message: string }

/** Deeper than this is no filter and no notification; the reader would run out of stack far beyond it. */
const MOST_DEPTH = 512

class Unreadable extends Error {
  readonly at: JsonRange

  constructor(message: string, from: number, to: number) {
    super(message)
    this.at = { from, to }
  }
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that a JSON string must escape
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y
const blank = /[ \t\n\r]*/y
const word = /[A-Za-z_$][\w$]*/y
const words: Readonly<Record<string, unknown>> = { true: true, false: false, null: null }

/** One step of a JSON Pointer, escaped. */
export const pointerStep = (name: string | number): string =>
  `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`

/** Reads a text. Time and memory grow with its length alone; never throws. */
export const readJsonSource = (text: string): JsonSource => {
  const places = new Map<string, JsonPlace>()
  const repeated: { name: string; at: JsonRange }[] = []
  let at = 0

  const fail = (message: string, length = 1): never => {
    const from = Math.min(at, Math.max(0, text.length - 1))
    throw new Unreadable(message, from, Math.min(text.length, Math.max(from + length, from)))
  }
  const skipBlank = (): void => {
    blank.lastIndex = at
    blank.test(text)
    at = blank.lastIndex
  }
  const ended = (): boolean => at >= text.length
  /** What stands at the place, for a sentence. */
  const here = (): string => (ended() ? 'the text ends' : `there is ${text.slice(at, at + 1)}`)

  const readString = (): string => {
    string.lastIndex = at
    const found = string.exec(text)?.[0]
    if (found === undefined) {
      const end = text.slice(at + 1).search(/["\n]/)
      const length = end < 0 ? text.length - at : end + 2
      return fail(
        end < 0 || text[at + 1 + end] === '\n'
          ? 'This text has no closing quotation mark on its line.'
          : 'This text has a character that JSON wants escaped with a backslash.',
        length,
      )
    }
    at = string.lastIndex
    return JSON.parse(found) as string
  }

  const readValue = (pointer: string, name: JsonRange | null, depth: number): unknown => {
    if (depth > MOST_DEPTH) fail(`This is nested deeper than ${MOST_DEPTH} levels.`)
    skipBlank()
    const from = at
    const value = readAny(pointer, depth)
    places.set(pointer, { value: { from, to: at }, name })
    return value
  }

  const readAny = (pointer: string, depth: number): unknown => {
    const first = text[at]
    if (first === '{') return readObject(pointer, depth)
    if (first === '[') return readArray(pointer, depth)
    if (first === '"') return readString()
    number.lastIndex = at
    const digits = number.exec(text)?.[0]
    if (digits !== undefined) {
      at = number.lastIndex
      if (/[\d.\w]/.test(text[at] ?? '')) fail('A number in JSON is written like 12, -0.5 or 1e3.')
      return Number(digits)
    }
    word.lastIndex = at
    const name = word.exec(text)?.[0]
    if (name !== undefined && Object.hasOwn(words, name)) {
      at = word.lastIndex
      return words[name]
    }
    if (first === "'") return fail('JSON wants double quotation marks.')
    if (name !== undefined) return fail(`${name} is no value. Text stands in double quotation marks.`, name.length)
    if (first === ']' || first === '}' || first === ',') return fail(`A value is missing before the ${first}.`)
    return fail(ended() ? 'A value is missing: the text ends here.' : 'A value is missing here.')
  }

  const readArray = (pointer: string, depth: number): unknown[] => {
    const entries: unknown[] = []
    const opened = at
    at += 1
    skipBlank()
    if (text[at] === ']') {
      at += 1
      return entries
    }
    for (;;) {
      entries.push(readValue(pointer + pointerStep(entries.length), null, depth + 1))
      skipBlank()
      if (text[at] === ']') break
      if (text[at] !== ',') noEnd(']', opened)
      at += 1
      skipBlank()
      if (text[at] === ']') {
        at -= 1
        fail('JSON takes no comma after the last entry.')
      }
    }
    at += 1
    return entries
  }

  const readObject = (pointer: string, depth: number): Record<string, unknown> => {
    const members = new Map<string, unknown>()
    const opened = at
    at += 1
    skipBlank()
    if (text[at] === '}') {
      at += 1
      return {}
    }
    for (;;) {
      skipBlank()
      const from = at
      if (text[at] === '}') {
        at = text.lastIndexOf(',', at)
        fail('JSON takes no comma after the last member.')
      }
      if (text[at] !== '"')
        fail(ended() ? 'The text ends before the closing }.' : 'A name in double quotation marks is missing here.')
      const name = readString()
      const range = { from, to: at }
      if (members.has(name)) repeated.push({ name, at: range })
      skipBlank()
      if (text[at] !== ':') fail(`A colon belongs after ${JSON.stringify(name)}.`)
      at += 1
      members.set(name, readValue(pointer + pointerStep(name), range, depth + 1))
      skipBlank()
      if (text[at] === '}') break
      if (text[at] !== ',') noEnd('}', opened)
      at += 1
    }
    at += 1
    // Own members only, whatever they are called: `__proto__` is a name like another.
    return Object.fromEntries(members)
  }

  const noEnd = (mark: string, opened: number): never => {
    if (!ended()) return fail(`A comma or ${mark} is missing here.`)
    at = opened
    return fail(`This is not closed: the text ends before its ${mark}.`)
  }

  try {
    if (text.charCodeAt(0) === 0xfeff) fail('The text begins with a byte-order mark, which JSON does not take.')
    const value = readValue('', null, 0)
    skipBlank()
    if (!ended()) fail(`The value is whole already, but ${here()} after it.`, text.length - at)
    return { isJson: true, value, places, repeated }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { isJson: false, at: error.at, message: error.message }
  }
}
