/**
 * The filter check's verdicts compared with those of an independent validator, keyword by keyword and at random.
 *
 * Groups are named after the files of the official suite (json-schema-suite.test.ts).
 */
import { registerSchema, unregisterSchema, validate } from '@hyperjump/json-schema/draft-2020-12'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkFilterSchema } from '../../../../main/notifications/filters/filter-check.ts'
import { Failure } from '../../../../shared/result.ts'

/** A short run always tests the same filters, a long one random filters. */
const isLong = process.env.STALLHAND_LONG === '1'

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }
type Schema = { readonly [name: string]: Json }

const DIALECT = 'https://json-schema.org/draft/2020-12/schema'
let made = 0

const judgeIndependently = async (schema: Schema, values: readonly Json[]): Promise<readonly boolean[]> => {
  made += 1
  const uri = `https://tests.example/${made}`
  registerSchema(structuredClone(schema) as never, uri, DIALECT)
  try {
    const validator = await validate(uri)
    return values.map((value) => validator(value as never).valid)
  } finally {
    unregisterSchema(uri)
  }
}

const judge = (schema: Schema, values: readonly Json[]): readonly boolean[] => {
  const { usable, marks } = checkFilterSchema(JSON.stringify(schema))
  if (usable === undefined) throw new Error(marks.map(({ message }) => message).join(' '))
  return values.map((value) => usable.judge(value).passes)
}

/** Group, schema, values that pass and values that fail. */
type Case = readonly [group: string, schema: Schema, passes: readonly Json[], fails: readonly Json[]]

const A = { type: 'string' } as const
const conditional = (given: Json, yes: Json, no: Json): Schema =>
  Object.fromEntries([
    ['if', given],
    ['then', yes],
    ['else', no],
  ])
const tree = { $defs: { n: { properties: { n: { $ref: '#/$defs/n' } }, maxProperties: 1 } }, $ref: '#/$defs/n' }

const cases: readonly Case[] = [
  [
    'additionalProperties',
    { properties: { a: {} }, patternProperties: { '^v': {} }, additionalProperties: false },
    [{ a: 1, v1: 2 }, 12, []],
    [{ b: 1 }],
  ],
  ['additionalProperties', { additionalProperties: A }, [{ a: 'x' }], [{ a: 1 }]],
  [
    'additionalProperties',
    { allOf: [{ properties: { a: {} } }], additionalProperties: { type: 'boolean' } },
    [{ a: true }],
    [{ a: 1 }],
  ],
  ['allOf', { allOf: [{ required: ['a'] }, { required: ['b'] }] }, [{ a: 1, b: 1 }], [{ a: 1 }, {}]],
  ['allOf', { allOf: [true, false] }, [], [1]],
  ['anchor', { $ref: '#x', $defs: { a: { $anchor: 'x', type: 'integer' } } }, [1], ['a']],
  ['anyOf', { anyOf: [{ type: 'integer' }, { minimum: 2 }] }, [1, 2.5, 'a'], [1.5]],
  ['boolean_schema', { properties: { a: true, b: false } }, [{ a: 1 }], [{ b: 1 }]],
  ['const', { const: { a: false } }, [{ a: false }], [{ a: 0 }, {}]],
  ['const', { const: 1 }, [1, 1.0], [true, '1']],
  ['const', { const: [{ a: 1, b: 2 }] }, [[{ b: 2, a: 1 }]], [[{ a: 1 }], []]],
  ['contains', { contains: { minimum: 5 } }, [[3, 5], 'x'], [[3], []]],
  ['contains', { contains: false }, ['x'], [[1], []]],
  ['content', { contentMediaType: 'application/json', contentEncoding: 'base64' }, ['{:}', 1], []],
  ['default', { properties: { a: { type: 'integer', default: [] } } }, [{}, { a: 1 }], [{ a: 'x' }]],
  ['defs', { $ref: '#/$defs/a', $defs: { a: A } }, ['x'], [1]],
  ['dependentRequired', { dependentRequired: { a: ['b', 'c'] } }, [{}, { a: 1, b: 1, c: 1 }, 'a'], [{ a: 1, b: 1 }]],
  [
    'dependentSchemas',
    { dependentSchemas: { a: { properties: { b: A } }, 'c\nd': false } },
    [{ b: 1 }, { a: 1, b: 'x' }],
    [{ a: 1, b: 1 }, { 'c\nd': 1 }],
  ],
  [
    'dynamicRef',
    { $dynamicAnchor: 'x', type: 'object', properties: { a: { $dynamicRef: '#x' } } },
    [{ a: {} }],
    [{ a: 1 }, 1],
  ],
  [
    'enum',
    { enum: [6, 'a', [], true, { a: 0 }, null] },
    [6, 'a', [], true, { a: 0 }, null],
    [5, [1], false, { a: false }],
  ],
  ['exclusiveMaximum', { exclusiveMaximum: 3 }, [2.9, 'x'], [3, 3.1]],
  ['exclusiveMinimum', { exclusiveMinimum: 1.1 }, [1.2, 'x'], [1.1, 0.6]],
  ['format', { format: 'email' }, ['not one', 12], []],
  ['if-then-else', conditional({ exclusiveMaximum: 0 }, { minimum: -10 }, { multipleOf: 2 }), [-1, 4, 'x'], [-100, 3]],
  [
    'if-then-else',
    Object.fromEntries([
      ['then', { const: 0 }],
      ['else', { const: 0 }],
    ]),
    [1],
    [],
  ],
  [
    'infinite-loop-detection',
    {
      $defs: { int: { type: 'integer' } },
      allOf: [{ properties: { a: { $ref: '#/$defs/int' } } }, { additionalProperties: { $ref: '#/$defs/int' } }],
    },
    [{ a: 1 }],
    [{ a: 'x' }],
  ],
  ['items', { items: { type: 'integer' } }, [[1], [], { 0: 'x' }], [[1, 'x']]],
  ['items', { prefixItems: [{}, {}], items: false }, [[], [1, 2]], [[1, 2, 3]]],
  ['maxContains', { contains: { const: 1 }, maxContains: 1 }, [[1], [2, 1]], [[1, 1], [], [2]]],
  ['maxContains', { maxContains: 1 }, [[1, 1]], []],
  ['maxItems', { maxItems: 2 }, [[1, 2], 'xxx'], [[1, 2, 3]]],
  ['maxLength', { maxLength: 2 }, ['fo', '\u{1f4a9}\u{1f4a9}', 100], ['foo']],
  ['maxProperties', { maxProperties: 0 }, [{}, [1]], [{ a: 1 }]],
  ['maximum', { maximum: 3.0 }, [3, 2.6, 'x'], [3.5]],
  ['minContains', { contains: { const: 1 }, minContains: 2 }, [[1, 1, 2]], [[1], []]],
  ['minContains', { contains: { const: 1 }, minContains: 0 }, [[], [2]], []],
  ['minItems', { minItems: 1 }, [[1], ''], [[]]],
  ['minLength', { minLength: 2 }, ['foo', 1], ['f', '\u{1f4a9}']],
  ['minProperties', { minProperties: 1 }, [{ a: 1 }, [], ''], [{}]],
  ['minimum', { minimum: -2 }, [-2, -1, 'x'], [-2.0001, -3]],
  ['multipleOf', { multipleOf: 1.5 }, [0, 4.5, 'x'], [35]],
  ['not', { not: { type: ['integer', 'boolean'] } }, ['x'], [1, true]],
  ['not', { not: true }, [], [1, null]],
  ['oneOf', { oneOf: [{ type: 'integer' }, { minimum: 2 }] }, [1, 2.5], [3, 1.5]],
  [
    'oneOf',
    { oneOf: [{ required: ['a', 'b'] }, { required: ['a', 'c'] }] },
    [{ a: 1, b: 1 }],
    [{ a: 1 }, { a: 1, b: 1, c: 1 }],
  ],
  ['pattern', { pattern: 'a+' }, ['xxaayy', 1, null], ['x']],
  ['pattern', { pattern: '^\\p{Letter}+$' }, ['größe'], ['1']],
  [
    'patternProperties',
    { patternProperties: { 'f.*o': { type: 'integer' }, X_: A } },
    [{ foo: 1 }, { x_1: 3 }, []],
    [{ foooo: 'x' }, { a_X_3: 3 }],
  ],
  ['prefixItems', { prefixItems: [{ type: 'integer' }, A] }, [[1, 'x', true], [1], []], [['x', 1]]],
  [
    'properties',
    { properties: { a: { type: 'integer' }, __proto__: {}, 'a"b': A } },
    [{ a: 1 }, [], 12],
    [{ a: 'x' }, { 'a"b': 1 }],
  ],
  ['propertyNames', { propertyNames: { maxLength: 3 } }, [{ f: 1 }, {}, [1]], [{ long1: 1 }]],
  ['ref', { properties: { a: { $ref: '#' } }, additionalProperties: false }, [{ a: { a: 1 } }], [{ a: { b: 1 } }]],
  [
    'ref',
    {
      $defs: { 'til~de': { type: 'integer' }, 'sl/ash': A },
      properties: { a: { $ref: '#/$defs/til~0de' }, b: { $ref: '#/$defs/sl~1ash' } },
    },
    [{ a: 1, b: 'x' }],
    [{ a: 'x' }, { b: 1 }],
  ],
  ['ref', { $ref: '#/$defs/a', maxItems: 2, $defs: { a: { type: 'array' } } }, [[], [1, 2]], [[1, 2, 3], 'x']],
  ['ref', tree, [{ n: { n: {} } }], [{ n: { n: { a: 1, b: 1 } } }]],
  ['required', { required: ['a', 'b"c'] }, [{ a: 1, 'b"c': 1 }, [], 'x'], [{ a: 1 }]],
  ['required', { required: ['toString', 'constructor'] }, [12, []], [{}, { toString: 1 }]],
  ['type', { type: 'integer' }, [1, 1.0], [1.1, '1', {}, [], true, null]],
  ['type', { type: ['array', 'null'] }, [[], null], [{}, 0, '']],
  [
    'unevaluatedItems',
    { prefixItems: [A], allOf: [{ prefixItems: [true, { type: 'number' }] }], unevaluatedItems: false },
    [['x', 42]],
    [['x', 42, true]],
  ],
  ['unevaluatedItems', { unevaluatedItems: A }, [['x'], []], [[1]]],
  [
    'unevaluatedProperties',
    { properties: { a: A }, unevaluatedProperties: false },
    [{ a: 'x' }, {}],
    [{ a: 'x', b: 1 }],
  ],
  [
    'unevaluatedProperties',
    {
      anyOf: [{ properties: { b: { const: 'b' } }, required: ['b'] }, { properties: { c: {} } }],
      properties: { a: A },
      unevaluatedProperties: false,
    },
    [
      { a: 'x', b: 'b' },
      { a: 'x', c: 1 },
    ],
    [{ a: 'x', b: 1, d: 1 }],
  ],
  [
    'unevaluatedProperties',
    {
      ...conditional(
        { properties: { k: { const: 1 } }, required: ['k'] },
        { properties: { a: {} } },
        { properties: { b: {} } },
      ),
      unevaluatedProperties: false,
    },
    [{ k: 1, a: 1 }, { b: 1 }],
    [{ k: 1, b: 1 }, { k: 2 }],
  ],
  [
    'unevaluatedProperties',
    { $ref: '#/$defs/a', properties: { b: {} }, unevaluatedProperties: false, $defs: { a: { properties: { a: A } } } },
    [{ a: 'x', b: 1 }],
    [{ c: 1 }],
  ],
  [
    'uniqueItems',
    { uniqueItems: true },
    [
      [1, 2],
      [1, true],
      [{ a: 1 }, { a: 2 }],
      [[1], [true]],
    ],
    [
      [1, 1],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
    ],
  ],
  ['unknownKeyword', { shade: { type: 'integer' } }, ['x'], []],
  ['vocabulary', { $schema: DIALECT, properties: { a: { minimum: 10 } } }, [{ a: 10 }], [{ a: 1 }]],
]

describe('the verdicts on filters', () => {
  it.each(cases)('NOT-07 agree with an independent validator: %s %j', async (_, schema, passes, fails) => {
    const values = [...passes, ...fails]
    const expected = [...passes.map(() => true), ...fails.map(() => false)]
    expect(await judgeIndependently(schema, values)).toEqual(expected)
    expect(judge(schema, values)).toEqual(expected)
  })

  /** Group, schema, value, and the warning. */
  const unsupported: readonly (readonly [string, Schema, Json, string])[] = [
    [
      'unevaluatedItems depends on adjacent contains',
      { prefixItems: [true], contains: A, unevaluatedItems: false },
      [1, 2, 'x'],
      'items found by contains are not counted here',
    ],
    [
      'unevaluatedProperties with if/then/else, then not defined',
      { if: { patternProperties: { a: A } }, else: { patternProperties: { b: A } }, unevaluatedProperties: false },
      { a: 1 },
      'an if without then is counted differently here',
    ],
    [
      'a $dynamicRef to the first $dynamicAnchor in scope',
      {
        $id: 'https://test.example/typical/root',
        $ref: 'list',
        $defs: {
          a: { $dynamicAnchor: 'items', type: 'string' },
          list: {
            $id: 'list',
            type: 'array',
            items: { $dynamicRef: '#items' },
            $defs: { items: { $dynamicAnchor: 'items' } },
          },
        },
      },
      ['x', 1],
      'only simple ones are followed here',
    ],
  ]
  it.each(unsupported)('NOT-07 come with a warning for what Ajv does not support: %s', (_, schema, __, why) => {
    const { marks } = checkFilterSchema(JSON.stringify(schema))
    expect(marks.map(({ message }) => message).join(' ')).toContain(why)
  })

  it.each([
    ['end', { $dynamicRef: '#x', $defs: { a: { $dynamicAnchor: 'x' } } }, 'refers to itself endlessly'],
    [
      'run',
      conditional({ anyOf: [{ unevaluatedProperties: {} }, {}], not: true }, {}, false),
      'leave out unevaluatedProperties',
    ],
  ])('NOT-07 throw for a filter that would not %s', (_, schema, message) => {
    expect(() => checkFilterSchema(JSON.stringify(schema)).usable?.judge({})).toThrow(message)
  })

  it('NOT-07 come without a warning for everything else', () => {
    for (const [group, schema] of cases.filter(([name]) => name !== 'dynamicRef')) {
      const said = checkFilterSchema(JSON.stringify(schema)).marks.filter(({ message }) =>
        message.includes('differently'),
      )
      expect(said, group).toEqual([])
    }
  })

  const names = fc.constantFrom('a', 'b', 'ab')
  const value: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.constantFrom<Json>(null, true, false, 0, 1, 2, 1.5, -1, '', 'a', 'ab', 'abc'),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(names, tie('value'), { maxKeys: 3 }),
    ),
  })).value
  const types = fc.constantFrom('object', 'array', 'string', 'number', 'integer', 'boolean', 'null')
  const small = fc.nat(3)
  const schemaOf: fc.Arbitrary<Schema | boolean> = fc.letrec<{ schema: Schema | boolean }>((tie) => {
    const inner = tie('schema') as fc.Arbitrary<Json>
    const list = fc.array(inner, { minLength: 1, maxLength: 3 })
    return {
      schema: fc.oneof(
        { maxDepth: 2, depthSize: 'xsmall' },
        fc.record<Record<string, Json>>(
          {
            type: fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 })),
            const: value,
            enum: fc.array(value, { minLength: 1, maxLength: 3 }),
            minimum: small,
            maximum: small,
            exclusiveMinimum: small,
            exclusiveMaximum: small,
            multipleOf: fc.constantFrom(1, 2, 0.5),
            minLength: small,
            maxLength: small,
            pattern: fc.constantFrom('a', '^b', 'c$'),
            minItems: small,
            maxItems: small,
            uniqueItems: fc.boolean(),
            minProperties: small,
            maxProperties: small,
            required: fc.uniqueArray(names, { maxLength: 2 }),
            dependentRequired: fc.dictionary(names, fc.uniqueArray(names, { maxLength: 2 }), { maxKeys: 2 }),
          },
          { requiredKeys: [] },
        ),
        fc.record<Record<string, Json>>(
          {
            properties: fc.dictionary(names, inner, { maxKeys: 2 }),
            patternProperties: fc.dictionary(fc.constantFrom('a', '^b'), inner, { maxKeys: 2 }),
            additionalProperties: inner,
            propertyNames: inner,
            dependentSchemas: fc.dictionary(names, inner, { maxKeys: 1 }),
            prefixItems: list,
            items: inner,
            unevaluatedProperties: inner,
            unevaluatedItems: inner,
          },
          { requiredKeys: [] },
        ),
        fc.record<Record<string, Json>>(
          {
            allOf: list,
            anyOf: list,
            oneOf: list,
            not: inner,
            contains: inner,
            minContains: small,
            maxContains: small,
            properties: fc.dictionary(names, inner, { maxKeys: 2 }),
          },
          { requiredKeys: [] },
        ),
        fc.tuple(inner, inner, inner).map(([given, yes, no]) => conditional(given, yes, no)),
        fc.boolean(),
      ),
    }
  }).schema

  it('NOT-07 agree with an independent validator on random filters and values', async () => {
    let judged = 0
    let passed = 0
    await fc.assert(
      fc.asyncProperty(schemaOf, fc.array(value, { minLength: 8, maxLength: 8 }), async (schema, given) => {
        // Objects of fast-check may lack a prototype.
        const values: readonly Json[] = JSON.parse(JSON.stringify(given))
        fc.pre(typeof schema === 'object')
        const { usable, marks } = checkFilterSchema(JSON.stringify(schema))
        fc.pre(usable !== undefined && !marks.some(({ message }) => message.includes('differently')))
        let verdicts: readonly boolean[]
        try {
          verdicts = values.map((each) => usable?.judge(each).passes ?? false)
        } catch (error) {
          // Only the failures tested above may occur.
          expect(error).toBeInstanceOf(Failure)
          expect(JSON.stringify(schema)).toContain('unevaluated')
          return
        }
        expect(verdicts).toEqual(await judgeIndependently(schema as Schema, values))
        judged += values.length
        passed += verdicts.filter(Boolean).length
      }),
      isLong ? { numRuns: 3_000 } : { numRuns: 60, seed: 7 },
    )
    // Guards against filters that pass nearly everything or nothing.
    expect(passed / judged).toBeGreaterThan(0.03)
    expect(passed / judged).toBeLessThan(0.97)
  }, 600_000)
})
