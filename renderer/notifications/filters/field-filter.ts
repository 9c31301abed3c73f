/** Filters by fields: conditions that a seller chooses, and the JSON Schema that says the same to the platform. */

type Scalar = string | number | boolean

export const fieldTests = ['is', 'isNot', 'contains', 'atLeast', 'atMost', 'isPresent'] as const
export type FieldTest = (typeof fieldTests)[number]

/** One condition on a field of the notification. `value` is null for `isPresent`, and while it has no number yet. */
export type Condition = {
  /** Names from the outside in. */
  readonly path: readonly string[]
  readonly test: FieldTest
  readonly value: Scalar | null
}

/** A field that a notification had, with its value there. */
export type KnownField = { readonly path: readonly string[]; readonly example: Scalar }

type Schema = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isScalar = (value: unknown): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value)

const listIn = (value: unknown, path: readonly string[]): readonly KnownField[] => {
  if (isScalar(value)) return [{ path, example: value }]
  return isRecord(value) ? Object.entries(value).flatMap(([name, inner]) => listIn(inner, [...path, name])) : []
}

/** The fields with a text, a number or a yes in a notification's JSON text, lists excepted; none if it can't be parsed. */
export const listFields = (text: string): readonly KnownField[] => {
  try {
    return listIn(JSON.parse(text), [])
  } catch {
    return []
  }
}

/** The tests that make sense for a field. */
export const testsFor = ({ example }: Pick<KnownField, 'example'>): readonly FieldTest[] => {
  if (typeof example === 'boolean') return ['is', 'isPresent']
  return typeof example === 'number'
    ? ['is', 'isNot', 'atLeast', 'atMost', 'isPresent']
    : ['is', 'isNot', 'contains', 'isPresent']
}

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
const unescapePattern = (pattern: string): string => pattern.replace(/\\([\\^$.*+?()[\]{}|/])/g, '$1')

/** Whether the condition still needs its value. A filter can't be applied without it. */
export const lacksValue = ({ test, value }: Condition): boolean => value === null && test !== 'isPresent'

/** Writes a missing value as an empty `enum` or a null bound, so that the condition can be read back. */
const toKeyword = ({ test, value }: Condition): Schema => {
  switch (test) {
    case 'is':
      return value === null ? { enum: [] } : { const: value }
    case 'isNot':
      return { not: value === null ? { enum: [] } : { const: value } }
    case 'contains':
      // Without a type, a pattern lets everything pass that is no text.
      return { type: 'string', pattern: escapePattern(String(value)) }
    case 'atLeast':
      return { type: 'number', minimum: value }
    case 'atMost':
      return { type: 'number', maximum: value }
    case 'isPresent':
      return {}
  }
}

/** Adds a condition inside a schema, without changing it. Each name on the way is required. */
const add = (schema: Schema, path: readonly string[], condition: Condition): Schema => {
  const [name, ...rest] = path
  if (name === undefined) return { ...schema, ...toKeyword(condition) }
  const properties = isRecord(schema.properties) ? schema.properties : {}
  const inner = isRecord(properties[name]) ? properties[name] : {}
  const required = Array.isArray(schema.required) ? (schema.required as readonly string[]) : []
  return {
    ...schema,
    type: 'object',
    properties: { ...properties, [name]: add(inner, rest, condition) },
    required: required.includes(name) ? required : [...required, name],
  }
}

/** The schema that a notification passes if it meets every condition. Conditions on one field must have different tests. */
export const toFilterSchema = (conditions: readonly Condition[]): string =>
  JSON.stringify(
    conditions.reduce((schema, condition) => add(schema, condition.path, condition), {
      type: 'object',
      properties: {},
    } as Schema),
    null,
    2,
  )

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0
const isBound = (value: unknown): value is number | null => typeof value === 'number' || value === null

/** The conditions at the end of a path; undefined for keywords that no condition makes. */
const readLeaf = (schema: Schema, path: readonly string[]): readonly Condition[] | undefined => {
  const found: Condition[] = []
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'type') continue
    if (keyword === 'const' && isScalar(value)) found.push({ path, test: 'is', value })
    else if (keyword === 'enum' && isEmptyList(value)) found.push({ path, test: 'is', value: null })
    else if (keyword === 'not' && isRecord(value) && Object.keys(value).length === 1 && isScalar(value.const)) {
      found.push({ path, test: 'isNot', value: value.const })
    } else if (keyword === 'not' && isRecord(value) && Object.keys(value).length === 1 && isEmptyList(value.enum)) {
      found.push({ path, test: 'isNot', value: null })
    } else if (keyword === 'pattern' && typeof value === 'string') {
      found.push({ path, test: 'contains', value: unescapePattern(value) })
    } else if (keyword === 'minimum' && isBound(value)) found.push({ path, test: 'atLeast', value })
    else if (keyword === 'maximum' && isBound(value)) found.push({ path, test: 'atMost', value })
    else return undefined
  }
  return found.length === 0 ? [{ path, test: 'isPresent', value: null }] : found
}

const readIn = (schema: Schema, path: readonly string[]): readonly Condition[] | undefined => {
  const { properties } = schema
  if (!isRecord(properties)) return path.length === 0 ? undefined : readLeaf(schema, path)
  const inner = Object.entries(properties).map(([name, value]) =>
    isRecord(value) ? readIn(value, [...path, name]) : undefined,
  )
  return inner.every((each) => each !== undefined) ? inner.flat() : undefined
}

/** The conditions that a schema's text expresses; undefined if it says anything that conditions can't. */
export const readConditions = (text: string): readonly Condition[] | undefined => {
  try {
    const schema: unknown = JSON.parse(text)
    const conditions = isRecord(schema) ? readIn(schema, []) : undefined
    // Anything that was not understood is lost in the way back.
    if (conditions === undefined || !isSame(schema, JSON.parse(toFilterSchema(conditions)))) return undefined
    return conditions
  } catch {
    return undefined
  }
}

/** Whether two schemas are equal, whatever the order of names. The only lists that conditions make are of names. */
const isSame = (one: unknown, other: unknown): boolean => {
  if (Array.isArray(one) && Array.isArray(other)) {
    return JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted())
  }
  if (!isRecord(one) || !isRecord(other)) return JSON.stringify(one) === JSON.stringify(other)
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => isSame(one[name], other[name]))
}
