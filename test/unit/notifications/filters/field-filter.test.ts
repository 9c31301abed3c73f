import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkFilterSchema } from '../../../../main/notifications/filters/filter-check.ts'
import {
  type Condition,
  lacksValue,
  listFields,
  readConditions,
  testsFor,
  toFilterSchema,
} from '../../../../renderer/notifications/filters/field-filter.ts'

const passes = (conditions: readonly Condition[], event: unknown): boolean | undefined =>
  checkFilterSchema(toFilterSchema(conditions)).usable?.judge(event).passes

const price = ['order', 'price']

describe('a filter by fields', () => {
  it.each([
    ['is', { path: ['buyer'], test: 'is', value: 'anna' }, { buyer: 'anna' }, { buyer: 'bob' }],
    ['is not', { path: ['buyer'], test: 'isNot', value: 'anna' }, { buyer: 'bob' }, { buyer: 'anna' }],
    ['contains, literally', { path: ['sku'], test: 'contains', value: 'A.1' }, { sku: 'xA.1' }, { sku: 'xAB1' }],
    ['is at least', { path: price, test: 'atLeast', value: 20 }, { order: { price: 20 } }, { order: { price: 19 } }],
    ['is at most', { path: price, test: 'atMost', value: 20 }, { order: { price: 20 } }, { order: { price: 21 } }],
    ['is present', { path: price, test: 'isPresent', value: null }, { order: { price: 1 } }, { order: {} }],
  ] as const)('NOT-07 lets pass what %s the value, and nothing without the field', (_, condition, good, bad) => {
    expect(passes([condition], good)).toBe(true)
    expect(passes([condition], bad)).toBe(false)
    expect(passes([condition], {})).toBe(false)
  })

  it('NOT-07 holds every condition at once, two on one field too', () => {
    const between: readonly Condition[] = [
      { path: price, test: 'atLeast', value: 10 },
      { path: price, test: 'atMost', value: 20 },
    ]
    expect([9, 10, 20, 21].map((value) => passes(between, { order: { price: value } }))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  it('NOT-07 keeps a condition without its number, also beside another on the field', () => {
    const conditions: readonly Condition[] = [
      { path: ['is'], test: 'is', value: null },
      { path: ['isNot'], test: 'isNot', value: null },
      { path: price, test: 'atLeast', value: null },
      { path: price, test: 'atMost', value: null },
      { path: ['there'], test: 'isPresent', value: null },
    ]
    expect(readConditions(toFilterSchema(conditions))).toEqual(conditions)
    expect(conditions.map(lacksValue)).toEqual([true, true, true, true, false])
  })

  it('NOT-07 is read back from the schema that it wrote, whatever the names and values', () => {
    const name = fc.string({ minLength: 1, maxLength: 8 }).filter((text) => text !== '__proto__')
    const condition = fc
      .tuple(name, fc.oneof(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean()))
      .chain(([outer, example]) =>
        fc.constantFrom(...testsFor({ example })).map(
          (test): Condition => ({
            // A field is either a value or has fields, so the depth depends on the name alone.
            path: outer.length > 4 ? ['deep', outer] : [outer],
            test,
            value: test === 'isPresent' ? null : Object.is(example, -0) ? 0 : example,
          }),
        ),
      )
    fc.assert(
      fc.property(fc.uniqueArray(condition, { maxLength: 5, selector: ({ path }) => path.join('/') }), (conditions) => {
        fc.pre(conditions.every(({ path }) => path[0] !== 'deep' || path.length === 2))
        const schema = toFilterSchema(conditions)
        expect(checkFilterSchema(schema).usable).toBeDefined()
        expect(readConditions(schema)).toHaveLength(conditions.length)
        expect(readConditions(schema)).toEqual(expect.arrayContaining([...conditions]))
      }),
    )
  })

  it.each([
    ['{"type": "object", "properties": {"a": {"enum": [1, 2]}}, "required": ["a"]}'],
    ['{"type": "object", "properties": {"a": {"const": 1}}}'],
    ['{"type": "array"}'],
    ['{"anyOf": []}'],
    ['{'],
  ])('leaves alone what conditions can’t say: %s', (text) => {
    expect(readConditions(text)).toBeUndefined()
  })

  it('knows the fields of a captured event, lists excepted', () => {
    expect(listFields('{"buyer": "anna", "order": {"price": 2, "lines": [1]}, "note": null}')).toEqual([
      { path: ['buyer'], example: 'anna' },
      { path: ['order', 'price'], example: 2 },
    ])
    expect(listFields('{')).toEqual([])
  })
})
