/** Valid inputs for any method of the contract, made from its schema. */
import type * as z from 'zod'

/** Preferred values by field name, used where the field's schema accepts them. */
export type KnownValues = Readonly<Record<string, unknown>>

type Def = {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly element?: z.ZodType
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly entries?: Readonly<Record<string, string | number>>
  readonly values?: readonly unknown[]
}

const texts = [
  'sample',
  'sample.txt',
  'sample.pdf',
  'https://stranger.invalid/',
  'en-US',
  '1',
  'practice.sqlite.2026-01-01T00-00-00-000Z.backup',
  'x'.repeat(40),
]
const numbers = [1, 0, 100, 1_000]

const candidates = (schema: z.ZodType, known: KnownValues): readonly unknown[] => {
  const def = schema._zod.def as unknown as Def
  switch (def.type) {
    case 'object':
      return [
        Object.fromEntries(
          Object.entries(def.shape ?? {}).flatMap(([name, field]) => {
            const value = sampleInput(field, known, name)
            return value === undefined ? [] : [[name, value]]
          }),
        ),
      ]
    case 'array':
      if (def.element === undefined) return [[]]
      return [1, 0, 2].map((length) => Array.from({ length }, () => sampleInput(def.element as z.ZodType, known)))
    case 'record':
      return [{}]
    case 'union':
      return (def.options ?? []).map((option) => sampleInput(option, known))
    case 'enum':
      return Object.values(def.entries ?? {})
    case 'literal':
      return def.values ?? []
    case 'boolean':
      return [true]
    case 'number':
    case 'int':
      return numbers
    case 'string':
      return texts
    case 'pipe':
      return def.in === undefined ? [] : candidates(def.in, known)
    default:
      return def.innerType === undefined ? [null] : [...candidates(def.innerType, known), null]
  }
}

/** A value that `schema` accepts, with every optional field; undefined if none was found. */
export const sampleInput = (schema: z.ZodType, known: KnownValues = {}, name = ''): unknown =>
  [...(name in known ? [known[name]] : []), ...candidates(schema, known)].find(
    (value) => value !== undefined && schema.safeParse(value).success,
  )
