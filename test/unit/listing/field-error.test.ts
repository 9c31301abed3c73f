import { describe, expect, it } from 'vitest'
import { fieldError } from '../../../renderer/listing/use-offer-draft.ts'

const read = { text: 'many', problem: 'Enter a whole number.', refusal: 'Too few.' }

describe('the error of an offer field', () => {
  it('is its problem, or else the platform’s refusal', () => {
    expect(fieldError(undefined, read)).toBe('Enter a whole number.')
    expect(fieldError(undefined, { ...read, problem: null })).toBe('Too few.')
  })

  it('is not shown while something newer is typed', () => {
    expect(fieldError('3', read)).toBeUndefined()
  })

  it('is shown once the typed value has been read back', () => {
    expect(fieldError('many', read)).toBe('Enter a whole number.')
  })
})
