/** Details of a condition: grader and grade of cards and coins. */
import { expect, it } from 'vitest'
import { readDescriptor, withDescriptor } from '../../../shared/inventory/condition-descriptors.ts'

const grader = { id: '27501', isFreeText: false }
const certificate = { id: '27503', isFreeText: true }
const given = [
  { name: '27501', values: ['275010'], note: 'kept' },
  { name: '40001', values: ['400010'] },
]

it('LST-16 FACT-46 reads and writes a value by the ids that the platform wants', () => {
  expect(readDescriptor(given, grader)).toBe('275010')
  expect(withDescriptor(undefined, grader, '275013')).toEqual([{ name: '27501', values: ['275013'] }])
})

it('LST-16 FACT-153 writes a certification number as a text', () => {
  const value = withDescriptor(given, certificate, '12345')
  expect(value).toEqual([...given, { name: '27503', additionalInfo: '12345' }])
  expect(readDescriptor(value, certificate)).toBe('12345')
})

it('INV-08 changes one detail and keeps the others, and what it does not know', () => {
  expect(withDescriptor(given, grader, '275013')).toEqual([
    { name: '27501', values: ['275013'], note: 'kept' },
    { name: '40001', values: ['400010'] },
  ])
  expect(withDescriptor(given, grader, '')).toEqual([{ name: '40001', values: ['400010'] }])
  expect(withDescriptor([{ name: '27501', values: ['275010'] }], grader, '')).toBeUndefined()
})
