/**
 * The required tests of the official suite for JSON Schema 2020-12, run through the workbench's own check and verdict, and
 * through an independent validator (NOT-07).
 *
 * The suite's files lie in `json-schema-suite/` as they were published. What the chosen validator does not claim is named
 * below, group by group; there the workbench must either refuse the filter or say beside it that the platform may judge
 * otherwise. A group that is named and passes all the same fails the test: then it is claimed.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { registerSchema, unregisterSchema, validate } from '@hyperjump/json-schema/draft-2020-12'
import { describe, expect, it } from 'vitest'
import { checkFilterSchema } from '../../../main/notifications/filter-schema.ts'

type Group = {
  readonly description: string
  readonly schema: unknown
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[]
}

const folder = join(import.meta.dirname, 'json-schema-suite')
const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
const groupsOf = (file: string): readonly Group[] =>
  JSON.parse(readFileSync(join(folder, file), 'utf8')) as readonly Group[]

/** By file: the groups that are not claimed, or all of them, and why. */
const unclaimed: Readonly<Record<string, { readonly why: string; readonly groups: 'all' | readonly string[] }>> = {
  'boolean_schema.json': {
    why: 'a filter is an object, as the platform takes it',
    groups: ["boolean schema 'true'", "boolean schema 'false'"],
  },
  'dynamicRef.json': {
    why: 'the validator follows only simple ones',
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
    why: 'a field of the name __proto__ is never looked at',
    groups: ['properties whose names are Javascript object property names'],
  },
  'ref.json': {
    why: 'references by way of another $id',
    groups: [
      'refs with relative uris and defs',
      'relative refs with absolute uris and defs',
      'URN ref with nested pointer ref',
    ],
  },
  'refRemote.json': { why: 'no other document is ever loaded', groups: 'all' },
  'unevaluatedItems.json': {
    why: 'what contains or an inner items has looked at is counted otherwise',
    groups: [
      'unevaluatedItems with nested items',
      'unevaluatedItems depends on adjacent contains',
      'unevaluatedItems depends on multiple nested contains',
      'unevaluatedItems and contains interact to control item dependency relationship',
    ],
  },
  'unevaluatedProperties.json': {
    why: 'what an if without a then has looked at is counted otherwise',
    groups: ['unevaluatedProperties with if/then/else, then not defined'],
  },
  'unknownKeyword.json': {
    why: 'an $id inside an unknown keyword is taken for one',
    groups: ['$id inside an unknown keyword is not a real identifier'],
  },
  'vocabulary.json': { why: 'a filter is of version 2020-12 itself, not of another of that making', groups: 'all' },
}

/** What the independent validator itself judges otherwise than the suite: it takes names inside an enum for real ones. */
const otherwiseElsewhere: readonly string[] = [
  'anchor.json: $anchor inside an enum is not a real identifier',
  'id.json: $id inside an enum is not a real identifier',
]

const isUnclaimed = (file: string, { description }: Group): boolean => {
  const groups = unclaimed[file]?.groups ?? []
  return groups === 'all' || groups.includes(description)
}

/** How the workbench meets a group: it judges as the suite does, or it says that it may not. */
const met = ({ schema, tests }: Group): 'agrees' | 'refuses' | 'warns' | 'differs' => {
  const { usable, marks } = checkFilterSchema(JSON.stringify(schema))
  if (usable === undefined) return 'refuses'
  if (tests.every(({ data, valid }) => usable.judge(data).passes === valid)) return 'agrees'
  return marks.some(({ message }) => message.startsWith('The platform may judge')) ? 'warns' : 'differs'
}

describe('the official suite of JSON Schema 2020-12', () => {
  it('is here whole', () => {
    expect(files).toHaveLength(48)
    expect(files.flatMap(groupsOf).flatMap(({ tests }) => tests).length).toBeGreaterThan(1_100)
  })

  for (const file of files) {
    it(`NOT-07 ${file.replace('.json', '')}: judged as the suite says, or said not to be`, () => {
      const surprises = groupsOf(file).flatMap((group) => {
        const how = met(group)
        const isAsNamed = isUnclaimed(file, group) ? how === 'refuses' || how === 'warns' : how === 'agrees'
        return isAsNamed ? [] : [`${group.description}: ${how}`]
      })
      expect(surprises).toEqual([])
    })
  }

  it('NOT-07 an independent validator gives the same verdicts on every group that is claimed', async () => {
    const differing: string[] = []
    let compared = 0
    for (const file of files) {
      for (const [index, group] of groupsOf(file).entries()) {
        if (isUnclaimed(file, group) || otherwiseElsewhere.includes(`${file}: ${group.description}`)) continue
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
