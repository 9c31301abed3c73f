/**
 * Walks a JSON Schema 2020-12 without running it: finds keywords without effect, broken references and patterns, and the
 * fields the schema mentions.
 */
import type { TextMark } from '../../../shared/notifications/filter-contract.ts'
import { pointerStep, valueAtPointer } from './json-source.ts'

/** A step into an event: a named field, any field, or any entry of a list. */
export type PathStep = { readonly field: string } | 'anyField' | 'entry'

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

/** Keywords of earlier versions, with their successors. */
const formerKeywords: ReadonlyMap<string, string> = new Map([
  ['$recursiveAnchor', '$dynamicAnchor'],
  ['$recursiveRef', '$dynamicRef'],
  ['additionalItems', 'items'],
  ['definitions', '$defs'],
  ['dependencies', 'dependentRequired'],
  ['id', '$id'],
])

/** Limits for schemas that refer to themselves. */
const MAX_PATH_STEPS = 12
const MAX_FINDINGS = 2_000

type JsonObject = Readonly<Record<string, unknown>>
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const someSchema = (value: unknown, matches: (schema: JsonObject) => boolean): boolean =>
  Array.isArray(value)
    ? value.some((entry) => someSchema(entry, matches))
    : isJsonObject(value) && (matches(value) || Object.values(value).some((inner) => someSchema(inner, matches)))

/**
 * Why the platform's verdict on a keyword may differ from ours, or undefined: the tests of the official suite that Ajv 8
 * fails.
 */
const findDeviation = (name: string, schema: JsonObject, hasIds: boolean): string | undefined => {
  const value = schema[name]
  switch (name) {
    case '$dynamicRef':
      return 'only simple ones are followed here'
    case '$ref':
      return hasIds && typeof value === 'string' && !value.startsWith('#')
        ? 'references below an $id may resolve differently'
        : undefined
    case 'unevaluatedItems':
      if (someSchema(schema, (each) => 'contains' in each)) return 'items found by contains are not counted here'
      return someSchema(Object.values(schema), (each) => 'items' in each)
        ? 'an inner items counts here even if its branch does not apply'
        : undefined
    case 'properties':
      return isJsonObject(value) && Object.hasOwn(value, '__proto__')
        ? 'a field called __proto__ is ignored here'
        : undefined
    case 'unevaluatedProperties':
      return someSchema(schema, (each) => 'if' in each && !('then' in each))
        ? 'an if without then is counted differently here'
        : undefined
    default:
      return undefined
  }
}

/** Whether one letter was added, left out, replaced or swapped with its neighbour. */
const isTypo = (typed: string, keyword: string): boolean => {
  if (Math.abs(typed.length - keyword.length) > 1) return false
  let same = 0
  while (same < typed.length && typed[same] === keyword[same]) same += 1
  const [a, b] = [typed.slice(same), keyword.slice(same)]
  const isSwapped = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
  return isSwapped || a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1)
}

const suggestKeyword = (name: string): string | undefined =>
  formerKeywords.get(name) ??
  [...keywords].find((word) => word.toLowerCase() === name.toLowerCase() || (name.length > 2 && isTypo(name, word)))

const findPatternProblem = (pattern: string): string | undefined => {
  try {
    new RegExp(pattern, 'u')
    return undefined
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : 'unreadable'
    return `This pattern is not valid: ${reason}.`
  }
}

/** Pointers of every anchor, and whether the schema has an `$id`. */
const findAnchors = (root: unknown) => {
  const anchors = new Map<string, string>()
  let hasIds = false
  const visit = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value)) {
      if ((name === '$anchor' || name === '$dynamicAnchor') && typeof inner === 'string') anchors.set(inner, at)
      if (name === '$id' && typeof inner === 'string') hasIds = true
      visit(inner, at + pointerStep(name))
    }
  }
  visit(root, '')
  return { anchors, hasIds }
}

const decodeFragment = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
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
  const { anchors, hasIds } = findAnchors(root)
  const visited = new Set<string>()
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

  /** Follows plain references; with an `$id` in the schema, resolving is left to the validator. */
  const follow = (reference: unknown, at: string, path: readonly PathStep[] | null): void => {
    if (typeof reference !== 'string') return
    const [base = '', ...rest] = reference.split('#')
    if (base !== '') {
      // The validator includes the documents of the version itself.
      if (hasIds || base.startsWith('https://json-schema.org/draft/2020-12/')) return
      const message = `${reference} is another document, and none is loaded. Define it under $defs and refer to that.`
      mark(at, 'value', 'danger', message)
      return
    }
    const fragment = decodeFragment(rest.join('#'))
    const target = fragment === '' || fragment.startsWith('/') ? fragment : anchors.get(fragment)
    const schema = target === undefined ? undefined : valueAtPointer(root, target)
    if (target !== undefined && schema !== undefined) walk(schema, target, path)
    else if (!hasIds) mark(at, 'value', 'danger', `This filter has nothing at ${reference}.`)
  }

  const walk = (schema: unknown, at: string, path: readonly PathStep[] | null): void => {
    if (!isJsonObject(schema) || (path?.length ?? 0) > MAX_PATH_STEPS || isFull()) return
    const key = `${at} ${JSON.stringify(path)}`
    if (visited.has(key)) return
    visited.add(key)

    for (const [name, value] of Object.entries(schema)) {
      const here = at + pointerStep(name)
      const deviation = findDeviation(name, schema, hasIds)
      if (deviation !== undefined) {
        mark(here, 'name', 'caution', `The platform may judge ${name} differently: ${deviation}.`)
      }
      if (!keywords.has(name)) {
        const suggestion = suggestKeyword(name)
        const question = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`
        mark(here, 'name', 'caution', `${name} is not a keyword of JSON Schema 2020-12 and has no effect.${question}`)
      } else if (name === 'pattern') checkPattern(value, here, 'value')
      else if (name === '$ref' || name === '$dynamicRef') follow(value, here, path)
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
