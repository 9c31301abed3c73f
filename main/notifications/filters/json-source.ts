/**
 * JSON with the position of every value, to mark messages in the text.
 *
 * `JSON.parse` decides what is JSON; jsonc-parser supplies positions and explains errors. Offsets are UTF-16, pointers
 * RFC 6901.
 */
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'

export type JsonRange = { readonly from: number; readonly to: number }

/** `name`: the member's name with its quotes; null outside an object. */
type JsonPlace = { readonly value: JsonRange; readonly name: JsonRange | null }

export type JsonSource =
  | {
      readonly isJson: true
      readonly value: unknown
      /** By pointer. Of repeated names the last counts, as in `JSON.parse`. */
      readonly places: ReadonlyMap<string, JsonPlace>
      readonly repeatedNames: readonly { readonly name: string; readonly at: JsonRange }[]
    }
  | { readonly isJson: false; readonly at: JsonRange; readonly message: string }

/** Protects the recursive readers; no real filter or notification is this deep. */
const MAX_DEPTH = 512

/** One escaped step of a pointer. */
export const pointerStep = (name: string | number): string =>
  `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`

export const parsePointer = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

/** Undefined if nothing is there. */
export const valueAtPointer = (value: unknown, pointer: string): unknown =>
  parsePointer(pointer).reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)
        ? (inner as Readonly<Record<string, unknown>>)[name]
        : undefined,
    value,
  )

/** By jsonc-parser's names. */
const errorMessages: Readonly<Record<string, string>> = {
  InvalidSymbol: 'Put names and text in double quotation marks.',
  InvalidNumberFormat: 'Write numbers like 12, -0.5 or 1e3.',
  UnexpectedEndOfNumber: 'Write numbers like 12, -0.5 or 1e3.',
  PropertyNameExpected: 'A name in double quotation marks is missing here.',
  ValueExpected: 'A value is missing here.',
  ColonExpected: 'A colon is missing after the name.',
  CommaExpected: 'A comma or a closing bracket is missing here.',
  CloseBraceExpected: 'The closing } is missing.',
  CloseBracketExpected: 'The closing ] is missing.',
  EndOfFileExpected: 'Remove everything after the value.',
  InvalidCommentToken: 'JSON has no comments.',
  UnexpectedEndOfString: 'The closing quotation mark is missing.',
  InvalidUnicode: 'This escape is not valid.',
  InvalidEscapeCharacter: 'This escape is not valid.',
  InvalidCharacter: 'Escape this character with a backslash.',
}

const explainError = (text: string, from: number, error: ParseError | undefined): string => {
  if (text.startsWith('\ufeff')) return 'Remove the invisible byte-order mark at the start.'
  if (/[\]}]/.test(text[from] ?? '') && /,\s*$/.test(text.slice(0, from))) return 'Remove the comma before this.'
  const known = error === undefined ? undefined : errorMessages[printParseErrorCode(error.error)]
  return known ?? 'This cannot be read.'
}

const toRange = ({ offset, length }: Pick<Node, 'offset' | 'length'>): JsonRange => ({
  from: offset,
  to: offset + length,
})

const tooDeep: JsonSource = {
  isJson: false,
  at: { from: 0, to: 1 },
  message: `This is nested deeper than ${MAX_DEPTH} levels.`,
}

/** Never throws. */
export const readJsonSource = (text: string): JsonSource => {
  const errors: ParseError[] = []
  let root: Node | undefined
  try {
    root = parseTree(text, errors, { disallowComments: true })
  } catch (error) {
    if (error instanceof RangeError) return tooDeep
    throw error
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    const [error] = errors
    const from = Math.min(error?.offset ?? 0, Math.max(0, text.length - 1))
    const to = Math.min(text.length, from + Math.max(1, error?.length ?? 1))
    const message = explainError(text, from, error)
    return { isJson: false, at: { from, to }, message }
  }

  const places = new Map<string, JsonPlace>()
  const repeatedNames: { name: string; at: JsonRange }[] = []
  /** False if nested too deeply. */
  const visit = (node: Node, pointer: string, name: JsonRange | null, depth: number): boolean => {
    if (depth > MAX_DEPTH) return false
    places.set(pointer, { value: toRange(node), name })
    const children = node.children ?? []
    if (node.type === 'array') {
      return children.every((child, index) => visit(child, pointer + pointerStep(index), null, depth + 1))
    }
    const seen = new Set<string>()
    return children.every(({ children: [key, member] = [] }) => {
      if (key === undefined || member === undefined) return true
      const memberName = String(key.value)
      if (seen.has(memberName)) repeatedNames.push({ name: memberName, at: toRange(key) })
      seen.add(memberName)
      return visit(member, pointer + pointerStep(memberName), toRange(key), depth + 1)
    })
  }
  if (root !== undefined && !visit(root, '', null, 0)) return tooDeep
  return { isJson: true, value, places, repeatedNames }
}
