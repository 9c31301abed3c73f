/** Collects the texts of source files that a seller may read: JSX text, labels, sentences. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

export type ScreenText = {
  readonly file: string
  readonly line: number
  readonly text: string
}

type Node = { readonly type: string; readonly start: number; readonly [key: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

/** Nodes without text for a person: imports, and types such as `'sent' | 'refused'`. */
const skipped =
  /^(?:ImportDeclaration|ExportAllDeclaration|TS(?:LiteralType|TemplateLiteral|TypeReference|TypeAlias).*)$/

/** A template as one text, with `…` in place of its values. */
const templateText = ({ quasis }: Node): string =>
  (quasis as readonly { readonly value: { readonly cooked: string } }[]).map(({ value }) => value.cooked).join('…')

const textOf = (node: Node): string | undefined => {
  if (node.type === 'JSXText') return String(node.value)
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  return node.type === 'TemplateLiteral' ? templateText(node) : undefined
}

const isCode = (text: string): boolean =>
  /\b(?:SELECT|INSERT|UPDATE|DELETE FROM|CREATE|ALTER TABLE|ORDER BY|PRAGMA|IS NOT NULL|IN \()\b|^\s*(?:query|mutation|type) |^\.{1,2}\//.test(
    text,
  )

/** A label begins with a capital letter; any other text of several words may be a part of a sentence. */
const isForPerson = (text: string): boolean =>
  !isCode(text) && (/^\W*[A-Z][a-z]/.test(text) || /[a-z…] [\w…]/i.test(text))

/** Whether a node is `formatCount(…)`, which takes single nouns. */
const isCount = ({ type, callee }: Node): boolean =>
  type === 'CallExpression' && isNode(callee) && callee.name === 'formatCount'

/**
 * The texts of one file. Leaves out identifiers, SQL, GraphQL documents and paths. Reads `source`, so that a rule about texts
 * can be tested without a file.
 */
export const listTexts = (file: string, source: string): readonly ScreenText[] => {
  const found: ScreenText[] = []
  const visit = (value: unknown, isInCount: boolean): void => {
    if (Array.isArray(value)) {
      for (const each of value) visit(each, isInCount)
      return
    }
    if (!isNode(value) || skipped.test(value.type)) return
    const text = textOf(value)?.replace(/\s+/g, ' ').trim()
    if (text !== undefined && (isInCount || isForPerson(text))) {
      const line = source.slice(0, value.start).split('\n').length
      found.push({ file, line, text })
    }
    for (const child of Object.values(value)) visit(child, isInCount || isCount(value))
  }
  visit(parseSync(file, source).program, false)
  return found
}

export const readTexts = (root: string, files: readonly string[]): readonly ScreenText[] =>
  files.flatMap((file) => listTexts(file, readFileSync(path.join(root, file), 'utf8')))
