/**
 * The required tests of the official suite for JSON Schema 2020-12, unchanged in `json-schema-suite/`, run through the
 * filter check and through an independent validator (NOT-07).
 *
 * `unsupported` lists the groups Ajv fails: there the check must refuse the filter or warn that the platform may judge
 * differently. A listed group that passes fails the test.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { registerSchema, unregisterSchema, validate } from '@hyperjump/json-schema/draft-2020-12'
import { describe, expect, it } from 'vitest'
import { checkFilterSchema } from '../../../../main/notifications/filters/filter-check.ts'

type Group = {
  readonly description: string
  readonly schema: unknown
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[]
}

const folder = join(import.meta.dirname, 'json-schema-suite')
const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
const readGroups = (file: string): readonly Group[] =>
  JSON.parse(readFileSync(join(folder, file), 'utf8')) as readonly Group[]

/** By file: the groups Ajv fails, and why. */
const unsupported: Readonly<Record<string, { readonly why: string; readonly groups: 'all' | readonly string[] }>> = {
  'boolean_schema.json': {
    why: 'the platform accepts only objects',
    groups: ["boolean schema 'true'", "boolean schema 'false'"],
  },
  'dynamicRef.json': {
    why: 'only simple ones are followed',
    groups: [
      'A $dynamicRef to a $dynamicAnchor in the same schema resource behaves like a normal $ref to an $anchor',
      'A $dynamicRef to an $anchor in the same schema resource behaves like a normal $ref to an $anchor',
      'A $dynamicRef resolves to the first $dynamicAnchor still in scope that is encountered when the schema is evaluated',
      'A $dynamicRef without anchor in fragment behaves identical to $ref',
      "A $dynamicRef with intermediate scopes that don't include a matching $dynamicAnchor does not affect dynamic scope resolution",
      'An $anchor with the same name as a $dynamicAnchor is not used for dynamic scope resolution',
      'A $dynamicRef without a matching $dynamicAnchor in the same schema resource behaves like a normal $ref to $anchor',
      'A $dynamicRef with a non-matching $dynamicAnchor in the same schema resource behaves like a normal $ref to $anchor',
      'A $dynamicRef that initially resolves to a schema with a matching $dynamicAnchor resolves to the first $dynamicAnchor in the dynamic scope',
      'A $dynamicRef that initially resolves to a schema without a matching $dynamicAnchor behaves like a normal $ref to $anchor',
      'after leaving a dynamic scope, it is not used by a $dynamicRef',
      'strict-tree schema, guards against misspelled properties',
      'tests for implementation dynamic anchor and reference link',
      '$ref and $dynamicAnchor are independent of order - $defs first',
      '$ref and $dynamicAnchor are independent of order - $ref first',
    ],
  },
  'properties.json': {
    why: 'a field called __proto__ is ignored',
    groups: ['properties whose names are Javascript object property names'],
  },
  'ref.json': {
    why: 'references below another $id',
    groups: [
      'refs with relative uris and defs',
      'relative refs with absolute uris and defs',
      'URN ref with nested pointer ref',
    ],
  },
  'refRemote.json': { why: 'no other document is loaded', groups: 'all' },
  'unevaluatedItems.json': {
    why: 'items found by contains or an inner items are counted differently',
    groups: [
      'unevaluatedItems with nested items',
      'unevaluatedItems depends on adjacent contains',
      'unevaluatedItems depends on multiple nested contains',
      'unevaluatedItems and contains interact to control item dependency relationship',
    ],
  },
  'unevaluatedProperties.json': {
    why: 'an if without then is counted differently',
    groups: ['unevaluatedProperties with if/then/else, then not defined'],
  },
  'unknownKeyword.json': {
    why: 'an $id inside an unknown keyword counts as one',
    groups: ['$id inside an unknown keyword is not a real identifier'],
  },
  'vocabulary.json': { why: 'a filter uses the vocabulary of 2020-12 itself', groups: 'all' },
}

/** Groups the independent validator fails: it treats names inside an enum as identifiers. */
const failedElsewhere: readonly string[] = [
  'anchor.json: $anchor inside an enum is not a real identifier',
  'id.json: $id inside an enum is not a real identifier',
]

const isUnsupported = (file: string, { description }: Group): boolean => {
  const groups = unsupported[file]?.groups ?? []
  return groups === 'all' || groups.includes(description)
}

const evaluate = ({ schema, tests }: Group): 'agrees' | 'refuses' | 'warns' | 'differs' => {
  const { usable, marks } = checkFilterSchema(JSON.stringify(schema))
  if (usable === undefined) return 'refuses'
  if (tests.every(({ data, valid }) => usable.judge(data).passes === valid)) return 'agrees'
  return marks.some(({ message }) => message.includes('differently')) ? 'warns' : 'differs'
}

describe('the official suite of JSON Schema 2020-12', () => {
  it('is complete', () => {
    expect(files).toHaveLength(48)
    expect(files.flatMap(readGroups).flatMap(({ tests }) => tests).length).toBeGreaterThan(1_100)
  })

  for (const file of files) {
    it(`NOT-07 ${file.replace('.json', '')}: agrees with the suite, or refuses or warns`, () => {
      const unexpected = readGroups(file).flatMap((group) => {
        const how = evaluate(group)
        const isExpected = isUnsupported(file, group) ? how === 'refuses' || how === 'warns' : how === 'agrees'
        return isExpected ? [] : [`${group.description}: ${how}`]
      })
      expect(unexpected).toEqual([])
    })
  }

  it('NOT-07 an independent validator gives the same verdicts on every supported group', async () => {
    const differing: string[] = []
    let compared = 0
    for (const file of files) {
      for (const [index, group] of readGroups(file).entries()) {
        if (isUnsupported(file, group) || failedElsewhere.includes(`${file}: ${group.description}`)) continue
        const uri = `https://suite.example/${file}/${index}`
        registerSchema(structuredClone(group.schema) as never, uri, 'https://json-schema.org/draft/2020-12/schema')
        const { usable } = checkFilterSchema(JSON.stringify(group.schema))
        const judge = await validate(uri)
        for (const { description, data } of group.tests) {
          compared += 1
          if (judge(data as never).valid !== usable?.judge(data).passes)
            differing.push(`${file}: ${group.description}: ${description}`)
        }
        unregisterSchema(uri)
      }
    }
    expect(differing).toEqual([])
    expect(compared).toBeGreaterThan(1_000)
  })
})
