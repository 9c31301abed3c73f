import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Aspect } from '../../../shared/inventory/item.ts'
import { findAspectProblem, listAspectProblems } from '../../../shared/listing/aspect-rules.ts'
import type { CategoryAspect } from '../../../shared/listing/contract/choices-contract.ts'

const rule = (changes: Partial<CategoryAspect> = {}): CategoryAspect => ({
  name: 'Size',
  isRequired: false,
  isRecommended: false,
  values: [],
  isFreeText: true,
  takesSeveral: false,
  canVary: false,
  dataType: 'STRING',
  format: '',
  maxLength: 65,
  dependencies: [],
  ...changes,
})
const closed = rule({ isFreeText: false, values: ['S', 'M'] })

it.each([
  ['a value outside a closed list', closed, ['XL'], 'doesn’t know “XL” as Size. Choose S or M.'],
  [
    'a value outside a long closed list',
    rule({ isFreeText: false, values: [...'ABCDEFG'] }),
    ['XL'],
    'Choose one of the 7 values in the list',
  ],
  [
    'a value outside a list of six',
    rule({ isFreeText: false, values: [...'ABCDEF'] }),
    ['XL'],
    'Choose A, B, C, D, E, or F.',
  ],
  ['a wrong value behind a right one', rule({ takesSeveral: true, maxLength: 3 }), ['S', 'Small'], '“Small” has 5'],
  ['two values where one is allowed', rule(), ['S', 'M'], 'takes one value, and the item has 2'],
  ['a value that is too long', rule({ maxLength: 3 }), ['Small'], 'has 5 characters; Size takes at most 3'],
  ['words in a number', rule({ dataType: 'NUMBER', format: 'int32' }), ['ten'], '“ten” isn’t a whole number'],
  ['a fraction in a whole number', rule({ dataType: 'NUMBER', format: 'int32' }), ['1.5'], 'isn’t a whole number'],
  ['words in a date', rule({ dataType: 'DATE', format: 'YYYY' }), ['the sixties'], 'Enter Size as YYYY'],
  ['a month that does not exist', rule({ dataType: 'DATE', format: 'YYYYMM' }), ['196213'], 'Enter Size as YYYYMM'],
])('LST-17 refuses %s', (_, aspect, values, message) => {
  expect(findAspectProblem(aspect, values, [])).toContain(message)
})

it.each([
  ['a value of a closed list', closed, ['S']],
  ['any text in a free one', rule(), ['Huge']],
  ['several values where they are allowed', rule({ takesSeveral: true }), ['S', 'M']],
  ['a number', rule({ dataType: 'NUMBER', format: 'double' }), ['1.5']],
  ['a value of exactly the longest length', rule({ maxLength: 3 }), ['Big']],
  ['a value of a type that the app does not know', rule({ dataType: 'COLOR' }), ['#fff']],
  ['a text of any length if the platform states none', rule({ maxLength: null }), ['x'.repeat(900)]],
])('LST-17 allows %s', (_, aspect, values) => {
  expect(findAspectProblem(aspect, values, [])).toBeUndefined()
})

it('LST-23 a value in the category’s own spelling but for its capitals is one of its values', () => {
  expect(findAspectProblem(closed, [' s'], [])).toBeUndefined()
  expect(listAspectProblems([closed], [{ name: 'SIZE', values: ['XL'] }])).toHaveLength(1)
})

it('LST-17 checks a value against the specific that it depends on', () => {
  const size = rule({ dependencies: [{ value: 'SP', control: 'Size Type', values: ['Petite'] }] })
  const type = rule({ name: 'Size Type' })
  const check = (own: readonly string[]) =>
    listAspectProblems(
      [type, size],
      [
        { name: 'Size Type', values: own },
        { name: 'Size', values: ['SP'] },
      ],
    )
  expect(check(['Petite'])).toEqual([])
  expect(check(['Regular'])).toMatchObject([{ name: 'Size', message: expect.stringContaining('doesn’t go with') }])
  expect(check([])).toMatchObject([{ name: 'Size', message: expect.stringContaining('needs Size Type: Petite') }])
})

it('LST-17 names six of the values that would go with the other specific', () => {
  const size = rule({ dependencies: [{ value: 'SP', control: 'Fit', values: [...'ABCDEFG'] }] })
  const find = (own: readonly Aspect[], value = 'SP') => findAspectProblem(size, [value], own)
  const others = [
    { name: 'Colour', values: ['A'] },
    { name: 'Fit', values: ['Z'] },
  ]
  expect(find(others)).toContain('It goes with A, B, C, D, E, or F.')
  expect(find([{ name: 'Colour', values: ['A'] }])).toContain('needs Fit')
  expect(find(others, 'L')).toBeUndefined()
})

it('LST-17 leaves a specific that the item lacks to the checklist', () => {
  expect(listAspectProblems([closed], [])).toEqual([])
})

it('LST-17 takes every value of a closed list of any length', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 1_500 }),
      fc.nat(),
      (values, at) => {
        const aspect = rule({ isFreeText: false, values, maxLength: null })
        expect(findAspectProblem(aspect, [values[at % values.length] ?? ''], [])).toBeUndefined()
      },
    ),
    { numRuns: 30 },
  )
})
