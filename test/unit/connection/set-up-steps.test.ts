import { describe, expect, it } from 'vitest'
import { emptyFields, fieldPaths, readFields } from '../../../renderer/connection/profile-form.ts'
import { firstWrongStep, setUpSteps, stepOfField, stepsOf } from '../../../renderer/connection/set-up-steps.ts'

describe('the steps of setting a connection up', () => {
  it('the practice shop needs no account', () => {
    expect(stepsOf('practice')).toEqual(['shop', 'check'])
    expect(stepsOf('sandbox')).toEqual(setUpSteps)
    expect(stepsOf('production')).toEqual(setUpSteps)
  })

  it('every field has a step, so that a mistake always has a place', () => {
    for (const path of fieldPaths) expect(setUpSteps).toContain(stepOfField(path))
    expect(stepOfField('name')).toBe('shop')
    expect(stepOfField('baseUrl')).toBe('address')
    expect(stepOfField('oauth.clientId')).toBe('application')
  })

  it('a mistake on a later step does not keep one from going on', () => {
    const { errors } = readFields({ ...emptyFields('sandbox'), name: 'Shop' })
    expect(Object.keys(errors)).toEqual(['baseUrl'])
    expect(firstWrongStep(errors, setUpSteps, 'shop')).toBeUndefined()
    expect(firstWrongStep(errors, setUpSteps, 'address')).toBe('address')
    expect(firstWrongStep(errors, setUpSteps, 'application')).toBe('address')
  })

  it('the first of several is told first', () => {
    const { errors } = readFields({ ...emptyFields('production'), baseUrl: 'http://shop.example.com' })
    expect(firstWrongStep(errors, setUpSteps, 'application')).toBe('shop')
  })
})
