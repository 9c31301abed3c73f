import { expect, it } from 'vitest'
import { openBareDatabase } from '../../support/test-database.ts'

const typeOf = (value: number): unknown => openBareDatabase().get('SELECT typeof(?) AS type', [value])?.type

it('a whole number is bound as an integer, as the limit of a full-text table must be', () => {
  expect([0, 5, -7, Number.MAX_SAFE_INTEGER].map(typeOf)).toEqual(['integer', 'integer', 'integer', 'integer'])
  expect(openBareDatabase().get('SELECT typeof(:count) AS type', { count: 5 })).toEqual({ type: 'integer' })
})

it('any other number keeps its fraction', () => {
  expect([0.5, -2.25, Number.MAX_VALUE].map(typeOf)).toEqual(['real', 'real', 'real'])
})
