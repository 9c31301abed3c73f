import { describe, expect, it } from 'vitest'
import { emptyFields, fieldPaths, parseFields } from '../../../renderer/connection/form/connection-fields.ts'
import { findStep, firstInvalidStep, listSteps, setUpSteps } from '../../../renderer/connection/set-up/set-up-steps.ts'

describe('the steps of setting a connection up', () => {
  it('the practice shop needs no account', () => {
    expect(listSteps('practice')).toEqual(['shop', 'check'])
    expect(listSteps('sandbox')).toEqual(setUpSteps)
    expect(listSteps('production')).toEqual(setUpSteps)
  })

  it('every field has a step, so that a mistake always has a place', () => {
    for (const path of fieldPaths) expect(setUpSteps).toContain(findStep(path))
    expect(findStep('name')).toBe('shop')
    expect(findStep('baseUrl')).toBe('address')
    expect(findStep('oauth.clientId')).toBe('application')
  })

  it('a mistake on a later step does not keep one from going on', () => {
    const { errors } = parseFields({ ...emptyFields('sandbox'), name: 'Shop' })
    expect(Object.keys(errors)).toEqual(['baseUrl'])
    expect(firstInvalidStep(errors, setUpSteps, 'shop')).toBeUndefined()
    expect(firstInvalidStep(errors, setUpSteps, 'address')).toBe('address')
    expect(firstInvalidStep(errors, setUpSteps, 'application')).toBe('address')
  })

  it('the first of several is reported first', () => {
    const { errors } = parseFields({ ...emptyFields('production'), baseUrl: 'http://shop.example.com' })
    expect(firstInvalidStep(errors, setUpSteps, 'application')).toBe('shop')
  })
})
