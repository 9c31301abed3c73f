/** JSON with the position of every value, to mark messages in the text. Offsets are UTF-16, pointers RFC 6901. */
import { type Node, type ParseError, parseTree } from 'jsonc-parser'

export type JsonRange = { readonly from: number; readonly to: number }

/** `root` is undefined if jsonc-parser can't parse the text. */
export type JsonSource =
  | { readonly isJson: true; readonly value: unknown; readonly root: Node | undefined }
  | { readonly isJson: false; readonly at: JsonRange; readonly message: string }

export const parsePointer = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

/** Undefined if the pointer leads nowhere. */
export const valueAtPointer = (value: unknown, pointer: string): unknown =>
  parsePointer(pointer).reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)
        ? (inner as Readonly<Record<string, unknown>>)[name]
        : undefined,
    value,
  )

/** `JSON.parse` decides what is JSON; jsonc-parser supplies positions. Never throws. */
export const readJsonSource = (text: string): JsonSource => {
  const errors: ParseError[] = []
  let root: Node | undefined
  try {
    root = parseTree(text, errors, { disallowComments: true })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  try {
    return { isJson: true, value: JSON.parse(text), root }
  } catch (error) {
    const [first] = errors
    const from = Math.min(first?.offset ?? 0, Math.max(0, text.length - 1))
    const to = Math.min(text.length, from + Math.max(1, first?.length ?? 1))
    const reason = error instanceof Error ? error.message.replace(/ (?:in JSON )?at position .*/, '') : ''
    const fault = `${reason.charAt(0).toLowerCase()}${reason.slice(1)}`
    const message = `This isn’t JSON. Check the commas, quotes and brackets here: ${fault}.`
    return { isJson: false, at: { from, to }, message }
  }
}

/** If a name repeats, the last one counts, as in `JSON.parse` (https://tc39.es/ecma262/#sec-json.parse). */
const findChild = ({ type, children = [] }: Node, step: string): Node | undefined =>
  type === 'array'
    ? children[Number(step)]
    : children.findLast(({ children: [key] = [] }) => key?.value === step)?.children?.[1]

/** The range of the value at a pointer, or of the nearest enclosing value. */
export const findRange = (source: JsonSource, pointer: string): JsonRange => {
  if (!source.isJson) return source.at
  let node = source.root
  for (const step of parsePointer(pointer)) {
    const child = node === undefined ? undefined : findChild(node, step)
    if (child === undefined) break
    node = child
  }
  return node === undefined ? { from: 0, to: 0 } : { from: node.offset, to: node.offset + node.length }
}
