/**
 * Walks a JSON Schema 2020-12 without running it: finds keywords without effect, broken patterns, and the fields
 * the schema mentions outside of references.
 */
import type { TextMark } from '../../../shared/notifications/filter-contract.ts'
import { pointerStep } from './json-source.ts'

/** A step into an event: a named field, any field, or any entry of a list. */
type PathStep = { readonly field: string } | 'anyField' | 'entry'

/** A message about the member at a pointer into the schema: about its value, or its name. */
export type SchemaMark = Pick<TextMark, 'tone' | 'message'> & {
  readonly at: string
  readonly part: 'name' | 'value'
}

/** A field the schema mentions; `part` says whether `at` names it or has it as its value, as in `required`. */
export type FieldMention = Pick<SchemaMark, 'at' | 'part'> & { readonly path: readonly PathStep[] }

/** What the subschemas of a keyword apply to. */
type Target = 'same' | 'field' | 'entry' | 'nothing'

const singleSchema: Readonly<Record<string, Target>> = {
  additionalProperties: 'field',
  contains: 'entry',
  contentSchema: 'nothing',
  else: 'same',
  if: 'same',
  items: 'entry',
  not: 'same',
  propertyNames: 'nothing',
  // biome-ignore lint/suspicious/noThenProperty: the keyword's name
  then: 'same',
  unevaluatedItems: 'entry',
  unevaluatedProperties: 'field',
}
const schemaList: Readonly<Record<string, Target>> = {
  allOf: 'same',
  anyOf: 'same',
  oneOf: 'same',
  prefixItems: 'entry',
}
const schemaMap: Readonly<Record<string, Target>> = {
  $defs: 'nothing',
  dependentSchemas: 'same',
  patternProperties: 'field',
  properties: 'field',
}
const keywords: ReadonlySet<string> = new Set([
  ...Object.keys({ ...singleSchema, ...schemaList, ...schemaMap }),
  ...['$schema', '$id', '$ref', '$anchor', '$dynamicRef', '$dynamicAnchor', '$vocabulary', '$comment'],
  ...['type', 'const', 'enum', 'multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum'],
  ...['maxLength', 'minLength', 'pattern', 'maxItems', 'minItems', 'uniqueItems', 'maxContains', 'minContains'],
  ...['maxProperties', 'minProperties', 'required', 'dependentRequired', 'format'],
  ...['contentEncoding', 'contentMediaType'],
  ...['title', 'description', 'default', 'deprecated', 'readOnly', 'writeOnly', 'examples'],
])

const MAX_FINDINGS = 2_000

type JsonObject = Readonly<Record<string, unknown>>
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const findPatternProblem = (pattern: string): string | undefined => {
  try {
    new RegExp(pattern, 'u')
    return undefined
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : 'unreadable'
    return `This pattern is not valid: ${reason}.`
  }
}

const enter = (target: Target, field: string | undefined, path: readonly PathStep[] | null) => {
  if (path === null || target === 'nothing') return null
  if (target === 'same') return path
  return [...path, target === 'entry' ? target : field === undefined ? 'anyField' : { field }] as const
}

export const walkSchema = (
  root: unknown,
): { readonly marks: readonly SchemaMark[]; readonly fields: readonly FieldMention[] } => {
  const marks = new Map<string, SchemaMark>()
  const fields: FieldMention[] = []
  const isFull = (): boolean => marks.size + fields.length >= MAX_FINDINGS

  const mark = (at: string, part: SchemaMark['part'], tone: SchemaMark['tone'], message: string): void => {
    if (!marks.has(at) && !isFull()) marks.set(at, { at, part, tone, message })
  }
  const mention = (at: string, part: FieldMention['part'], path: readonly PathStep[]): void => {
    if (!isFull()) fields.push({ at, part, path })
  }
  const checkPattern = (pattern: unknown, at: string, part: SchemaMark['part']): void => {
    const problem = typeof pattern === 'string' ? findPatternProblem(pattern) : undefined
    if (problem !== undefined) mark(at, part, 'danger', problem)
  }

  const walk = (schema: unknown, at: string, path: readonly PathStep[] | null): void => {
    if (!isJsonObject(schema) || isFull()) return
    for (const [name, value] of Object.entries(schema)) {
      const here = at + pointerStep(name)
      if (!keywords.has(name)) {
        mark(here, 'name', 'caution', `${name} is not a keyword of JSON Schema 2020-12 and has no effect.`)
      } else if (name === 'pattern') checkPattern(value, here, 'value')
      else if (name === 'required' && Array.isArray(value) && path !== null) {
        for (const [index, field] of value.entries()) {
          if (typeof field === 'string') mention(here + pointerStep(index), 'value', [...path, { field }])
        }
      } else if (Object.hasOwn(singleSchema, name)) {
        walk(value, here, enter(singleSchema[name] ?? 'nothing', undefined, path))
      } else if (Object.hasOwn(schemaList, name) && Array.isArray(value)) {
        const inner = enter(schemaList[name] ?? 'nothing', undefined, path)
        for (const [index, entry] of value.entries()) walk(entry, here + pointerStep(index), inner)
      } else if (Object.hasOwn(schemaMap, name) && isJsonObject(value)) {
        const isProperties = name === 'properties'
        for (const [field, inner] of Object.entries(value)) {
          const member = here + pointerStep(field)
          if (name === 'patternProperties') checkPattern(field, member, 'name')
          if (isProperties && path !== null) mention(member, 'name', [...path, { field }])
          walk(inner, member, enter(schemaMap[name] ?? 'nothing', isProperties ? field : undefined, path))
        }
      }
    }
  }

  walk(root, '', [])
  return { marks: [...marks.values()], fields }
}

/** Whether any of the values has something at the path. */
export const hasPath = (values: readonly unknown[], path: readonly PathStep[]): boolean => {
  let found = values
  for (const step of path) {
    found = found.flatMap((value) => {
      if (step === 'entry') return Array.isArray(value) ? value : []
      if (!isJsonObject(value)) return []
      if (step === 'anyField') return Object.values(value)
      return Object.hasOwn(value, step.field) ? [value[step.field]] : []
    })
  }
  return found.length > 0
}

/** For example `order.lines[].sku`. */
export const formatPath = (path: readonly PathStep[]): string =>
  path
    .map((step) => (step === 'entry' ? '[]' : `.${step === 'anyField' ? '*' : step.field}`))
    .join('')
    .replace(/^\./, '')
