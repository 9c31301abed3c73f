import { expect, it } from 'vitest'
import { toggleRows } from '../../../renderer/inventory/list/bulk/use-row-selection.ts'

const check = (isAll: boolean, skus: readonly string[], rows: readonly string[]) => [
  ...toggleRows({ scopeId: '', isAll, keys: new Set(skus) }, rows).keys,
]

it('checks a range of rows, and unchecks it once all of it is checked', () => {
  expect(check(false, ['A'], ['A', 'B'])).toEqual(['A', 'B'])
  expect(check(false, ['A', 'B', 'C'], ['A', 'B'])).toEqual(['C'])
})

it('keeps a whole list as its filter: single rows are exceptions', () => {
  expect(check(true, [], ['A', 'B'])).toEqual(['A', 'B'])
  expect(check(true, ['A', 'B'], ['B', 'C'])).toEqual(['A'])
})
