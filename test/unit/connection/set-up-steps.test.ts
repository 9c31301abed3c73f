import { describe, expect, it } from 'vitest'
import {
  chooseMarketplace,
  defaultFields,
  emptyFields,
  fieldPaths,
  listMarketplaceChoices,
  parseFields,
  presets,
  toProfile,
} from '../../../renderer/connection/form/connection-fields.ts'
import { findStep, firstInvalidStep, listSteps, setUpSteps } from '../../../renderer/connection/set-up/set-up-steps.ts'
import { platforms } from '../../../shared/connection/platforms.ts'

describe('the steps of setting a connection up', () => {
  it('the practice shop needs no account', () => {
    expect(listSteps(emptyFields('practice'))).toEqual(['shop', 'check'])
    expect(listSteps(emptyFields('sandbox'))).toEqual(setUpSteps.slice(1))
    expect(listSteps(emptyFields('production'))).toEqual(setUpSteps.slice(1))
  })

  it.each(presets.filter(({ kind }) => kind !== 'practice'))(
    'PLT-01 $label asks for an account, then keys and marketplace and nothing else',
    ({ fields }) => {
      expect(listSteps(fields)).toEqual(['account', 'application', 'sign-in', 'check'])
      expect(parseFields(fields).errors).toEqual({})
    },
  )

  it('a practice shop that behaves like eBay is added with one button', () => {
    const preset = presets.find(({ id }) => id === 'ebay-practice')
    expect(preset).toMatchObject({ label: 'Add eBay practice shop', name: 'eBay practice shop' })
    const fields = preset?.fields ?? emptyFields()
    expect(listSteps(fields)).toEqual(['shop', 'check'])
    expect(parseFields(fields)).toMatchObject({ errors: {}, profile: { kind: 'practice', platform: 'ebay' } })
  })

  it('PLT-01 a marketplace brings its own language and site', () => {
    const [{ fields } = { fields: emptyFields() }] = presets
    const german = chooseMarketplace({ ...fields, contentLanguage: 'en-US', siteId: '0' }, 'EBAY_DE')
    expect(defaultFields(german)).toMatchObject({ contentLanguage: 'de-DE', siteId: '77' })
    expect(toProfile(german)).not.toHaveProperty('contentLanguage')
  })

  it('PLT-35 Belgium, Canada and Switzerland can be chosen in each of their languages', () => {
    const [{ fields } = { fields: emptyFields() }] = presets
    const several = listMarketplaceChoices(platforms.ebay, (tag) => tag).filter(({ label }) => label.includes(', '))
    const chosen = several.map(({ marketplaceId, contentLanguage }) => {
      const next = chooseMarketplace(fields, marketplaceId, contentLanguage)
      return `${marketplaceId} ${next.contentLanguage || defaultFields(next).contentLanguage}`
    })
    expect(chosen).toEqual([
      ...['EBAY_BE fr-BE', 'EBAY_BE nl-BE', 'EBAY_CA en-CA', 'EBAY_CA fr-CA'],
      ...['EBAY_CH de-CH', 'EBAY_CH fr-CH', 'EBAY_CH it-CH', 'EBAY_MOTORS_US en-US'],
    ])
  })

  it('an error in a field without a step is reported on the first step', () => {
    expect(firstInvalidStep({ name: 'Enter one' }, ['application', 'sign-in', 'check'], 'application')).toBe(
      'application',
    )
  })

  it('every field has a step that shows its errors', () => {
    for (const path of fieldPaths) expect(setUpSteps).toContain(findStep(path))
    expect(findStep('name')).toBe('shop')
    expect(findStep('baseUrl')).toBe('address')
    expect(findStep('oauth.clientId')).toBe('application')
  })

  it('an error on a later step does not block the next step', () => {
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
