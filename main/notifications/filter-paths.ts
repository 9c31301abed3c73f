/**
 * What a filter asks about: a walk over a JSON Schema of 2020-12, without carrying it out.
 *
 * It finds the keywords that mean nothing (a typo has no effect and no error), the references and patterns that cannot be
 * used, and the fields that the schema speaks of, to be held against those that captured events have.
 */
import { pointerStep } from '../../shared/notifications/json-source.ts'

/** One step into an event: a field by its name, any field, or any entry of a list. */
export type PathStep = { readonly field: string } | 'anyField' | 'entry'

export type SchemaFinding =
  | { readonly kind: 'unknownKeyword'; readonly at: string; readonly name: string; readonly meant: string | null }
  | { readonly kind: 'badPattern'; readonly at: string; readonly message: string }
  | { readonly kind: 'badReference'; readonly at: string; readonly reference: string; readonly isRemote: boolean }
  /** What the validator does not claim to judge as the version says. */
  | { readonly kind: 'unsure'; readonly at: string; readonly name: string; readonly why: string }
  | { readonly kind: 'field'; readonly at: string; readonly isName: boolean; readonly path: readonly PathStep[] }

/** What a subschema of a keyword speaks of, seen from the schema that the keyword stands in. */
type Reach = 'here' | 'field' | 'entry' | 'nothing'

const one: Readonly<Record<string, Reach>> = {
  additionalProperties: 'field',
  contains: 'entry',
  contentSchema: 'nothing',
  else: 'here',
  if: 'here',
  items: 'entry',
  not: 'here',
  propertyNames: 'nothing',
  // biome-ignore lint/suspicious/noThenProperty: the keyword is called so
  then: 'here',
  unevaluatedItems: 'entry',
  unevaluatedProperties: 'field',
}
const many: Readonly<Record<string, Reach>> = { allOf: 'here', anyOf: 'here', oneOf: 'here', prefixItems: 'entry' }
const named: Readonly<Record<string, Reach>> = {
  $defs: 'nothing',
  dependentSchemas: 'here',
  patternProperties: 'field',
  properties: 'field',
}
const others = [
  ...['$schema', '$id', '$ref', '$anchor', '$dynamicRef', '$dynamicAnchor', '$vocabulary', '$comment'],
  ...['type', 'const', 'enum', 'multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum'],
  ...['maxLength', 'minLength', 'pattern', 'maxItems', 'minItems', 'uniqueItems', 'maxContains', 'minContains'],
  ...['maxProperties', 'minProperties', 'required', 'dependentRequired', 'format'],
  ...['contentEncoding', 'contentMediaType'],
  ...['title', 'description', 'default', 'deprecated', 'readOnly', 'writeOnly', 'examples'],
]
const keywords: ReadonlySet<string> = new Set([
  ...Object.keys(one),
  ...Object.keys(many),
  ...Object.keys(named),
  ...others,
])

/** Keywords of other versions, and what became of them in 2020-12. */
const former: Readonly<Record<string, string>> = {
  $recursiveAnchor: '$dynamicAnchor',
  $recursiveRef: '$dynamicRef',
  additionalItems: 'items',
  definitions: '$defs',
  dependencies: 'dependentRequired',
  id: '$id',
}

/** A schema that refers to itself is walked so often and no further; beyond it nothing new is found in practice. */
const MOST_STEPS = 12
const MOST_FINDINGS = 2_000

type JsonObject = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether some schema at or below a place has it so. */
const hasWithin = (value: unknown, isSo: (schema: JsonObject) => boolean): boolean =>
  Array.isArray(value)
    ? value.some((entry) => hasWithin(entry, isSo))
    : isObject(value) && (isSo(value) || Object.values(value).some((inner) => hasWithin(inner, isSo)))

/**
 * Why the verdict on a keyword may be another than the platform's; undefined where it is not.
 *
 * These are the tests of the official suite that the chosen validator fails, as of version 8.
 */
const unsureWhy = (name: string, schema: JsonObject, hasIds: boolean): string | undefined => {
  const value = schema[name]
  if (name === '$dynamicRef') return 'it follows only simple ones'
  if (name === '$ref' && hasIds && typeof value === 'string' && !value.startsWith('#'))
    return 'it may take an address below an $id for another one'
  if (name === 'unevaluatedItems' && hasWithin(schema, (each) => 'contains' in each))
    return 'it does not count what contains has found'
  if (name === 'unevaluatedItems' && hasWithin(Object.values(schema), (each) => 'items' in each))
    return 'it takes what an inner items looks at for looked at, whether that part applies or not'
  if (name === 'properties' && isObject(value) && Object.hasOwn(value, '__proto__'))
    return 'it never looks at a field of the name __proto__'
  if (name === 'unevaluatedProperties' && hasWithin(schema, (each) => 'if' in each && !('then' in each)))
    return 'it counts what an if without a then has looked at'
  return undefined
}

/** Whether two words differ by one letter that was added, left out, exchanged or swapped with its neighbour. */
const isNear = (typed: string, word: string): boolean => {
  if (Math.abs(typed.length - word.length) > 1) return false
  let from = 0
  while (from < typed.length && typed[from] === word[from]) from += 1
  const rest = (text: string, skip: number): string => text.slice(from + skip)
  return (
    rest(typed, 1) === rest(word, 1) ||
    rest(typed, 1) === rest(word, 0) ||
    rest(typed, 0) === rest(word, 1) ||
    (typed[from] === word[from + 1] && typed[from + 1] === word[from] && rest(typed, 2) === rest(word, 2))
  )
}

const meantBy = (name: string): string | null =>
  (Object.hasOwn(former, name) ? former[name] : undefined) ??
  [...keywords].find((word) => word.toLowerCase() === name.toLowerCase() || (name.length > 2 && isNear(name, word))) ??
  null

const patternProblem = (pattern: string): string | undefined => {
  try {
    new RegExp(pattern, 'u')
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : 'It cannot be read.'
  }
}

/** Every `$anchor` of a schema, whatever it stands in, and where; and the identifiers that references may be made to. */
const anchorsOf = (root: unknown): { readonly anchors: ReadonlyMap<string, string>; readonly hasIds: boolean } => {
  const anchors = new Map<string, string>()
  let hasIds = false
  const look = (value: unknown, at: string): void => {
    if (Array.isArray(value)) {
      for (const [index, entry] of value.entries()) look(entry, at + pointerStep(index))
    } else if (isObject(value)) {
      for (const [name, inner] of Object.entries(value)) {
        if ((name === '$anchor' || name === '$dynamicAnchor') && typeof inner === 'string') anchors.set(inner, at)
        if (name === '$id' && typeof inner === 'string') hasIds = true
        look(inner, at + pointerStep(name))
      }
    }
  }
  look(root, '')
  return { anchors, hasIds }
}

const valueAt = (root: unknown, pointer: string): unknown => {
  let value = root
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(value)) value = value[Number(name)]
    else if (isObject(value) && Object.hasOwn(value, name)) value = value[name]
    else return undefined
  }
  return value
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Walks a schema. `at` of a finding is a JSON Pointer into it: of the member for an unknown keyword, a pattern and a
 * reference; of the field's own entry under `properties` (`isName`) or in `required` for a field.
 */
export const findingsOf = (root: unknown): readonly SchemaFinding[] => {
  const findings: SchemaFinding[] = []
  const { anchors, hasIds } = anchorsOf(root)
  const visited = new Set<string>()
  /** Keywords and patterns are told once, however often references lead to them. */
  const told = new Set<string>()

  const tell = (finding: SchemaFinding): void => {
    if (finding.kind !== 'field') {
      if (told.has(finding.at)) return
      told.add(finding.at)
    }
    if (findings.length < MOST_FINDINGS) findings.push(finding)
  }

  const stepOf = (reach: Reach, name: string | undefined, path: readonly PathStep[] | null) => {
    if (path === null || reach === 'nothing') return null
    if (reach === 'here') return path
    if (reach === 'entry') return [...path, 'entry' as const]
    return [...path, name === undefined ? ('anyField' as const) : { field: name }]
  }

  const checkPattern = (pattern: unknown, at: string): void => {
    const message = typeof pattern === 'string' ? patternProblem(pattern) : undefined
    if (message !== undefined) tell({ kind: 'badPattern', at, message })
  }

  const follow = (reference: unknown, at: string, path: readonly PathStep[] | null): void => {
    if (typeof reference !== 'string') return
    const hash = reference.indexOf('#')
    const base = hash < 0 ? reference : reference.slice(0, hash)
    // What stands under an $id of the filter's own is resolved by the validator; here only plain references are followed.
    if (base !== '') {
      // The validator brings the documents of the version itself.
      if (!hasIds && !base.startsWith('https://json-schema.org/draft/2020-12/'))
        tell({ kind: 'badReference', at, reference, isRemote: true })
      return
    }
    const fragment = decoded(reference.slice(hash + 1))
    const target = fragment === '' || fragment.startsWith('/') ? fragment : anchors.get(fragment)
    const value = target === undefined ? undefined : valueAt(root, target)
    if (target === undefined || value === undefined) {
      if (!hasIds) tell({ kind: 'badReference', at, reference, isRemote: false })
      return
    }
    walk(value, target, path)
  }

  const walk = (schema: unknown, at: string, path: readonly PathStep[] | null): void => {
    if (!isObject(schema) || (path?.length ?? 0) > MOST_STEPS || findings.length >= MOST_FINDINGS) return
    const key = `${at} ${path === null ? '' : JSON.stringify(path)}`
    if (visited.has(key)) return
    visited.add(key)

    for (const [name, value] of Object.entries(schema)) {
      const here = at + pointerStep(name)
      const why = unsureWhy(name, schema, hasIds)
      if (why !== undefined) tell({ kind: 'unsure', at: here, name, why })
      if (!keywords.has(name)) tell({ kind: 'unknownKeyword', at: here, name, meant: meantBy(name) })
      else if (name === 'pattern') checkPattern(value, here)
      else if (name === '$ref' || name === '$dynamicRef') follow(value, here, path)
      else if (name === 'required' && Array.isArray(value) && path !== null) {
        value.forEach((field: unknown, index) => {
          if (typeof field === 'string') {
            tell({ kind: 'field', at: here + pointerStep(index), isName: false, path: [...path, { field }] })
          }
        })
      } else if (Object.hasOwn(one, name)) {
        walk(value, here, stepOf(one[name] ?? 'nothing', undefined, path))
      } else if (Object.hasOwn(many, name) && Array.isArray(value)) {
        const next = stepOf(many[name] ?? 'nothing', undefined, path)
        value.forEach((entry, index) => {
          walk(entry, here + pointerStep(index), next)
        })
      } else if (Object.hasOwn(named, name) && isObject(value)) {
        for (const [field, inner] of Object.entries(value)) {
          const place = here + pointerStep(field)
          if (name === 'patternProperties') checkPattern(field, place)
          if (name === 'properties' && path !== null) {
            tell({ kind: 'field', at: place, isName: true, path: [...path, { field }] })
          }
          walk(inner, place, stepOf(named[name] ?? 'nothing', name === 'properties' ? field : undefined, path))
        }
      }
    }
  }

  walk(root, '', [])
  return findings
}

/** The fields of many events laid over one another. */
export type Shape = { readonly fields: Map<string, Shape>; entry: Shape | undefined }

export const emptyShape = (): Shape => ({ fields: new Map(), entry: undefined })

/** Adds what an event has to a shape. */
export const addToShape = (shape: Shape, value: unknown): void => {
  if (Array.isArray(value)) {
    for (const entry of value) {
      shape.entry ??= emptyShape()
      addToShape(shape.entry, entry)
    }
  } else if (isObject(value)) {
    for (const [name, inner] of Object.entries(value)) {
      let field = shape.fields.get(name)
      if (field === undefined) {
        field = emptyShape()
        shape.fields.set(name, field)
      }
      addToShape(field, inner)
    }
  }
}

/** Whether some event has something at that path. */
export const hasPath = (shape: Shape, path: readonly PathStep[]): boolean => {
  let places: readonly Shape[] = [shape]
  for (const step of path) {
    places = places.flatMap((place) => {
      if (step === 'entry') return place.entry === undefined ? [] : [place.entry]
      if (step === 'anyField') return [...place.fields.values()]
      return place.fields.get(step.field) ?? []
    })
  }
  return places.length > 0
}

/** `order.lines[].sku`, as a seller reads it. */
export const pathWords = (path: readonly PathStep[]): string =>
  path
    .map((step) => (step === 'entry' ? '[]' : `.${step === 'anyField' ? '*' : step.field}`))
    .join('')
    .replace(/^\./, '')
