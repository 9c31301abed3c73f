import { describe, expect, it } from 'vitest'
import { findSpecificName } from '../../../main/http/specific-name.ts'

describe('the item specific of a refusal', () => {
  it.each([
    ['a parameter', { message: 'A value is missing.', parameters: [{ name: 'aspectName', value: 'Brand' }] }, 'Brand'],
    ['quotation marks', { message: 'The item specific “Type” needs a value.' }, 'Type'],
    ['straight quotation marks', { message: 'The item specific "Focal Length" is missing.' }, 'Focal Length'],
    [
      'a remedy that repeats it',
      {
        message:
          'The item specific Brand is missing. Add Brand to this listing, enter a valid value, and then try again.',
      },
      'Brand',
    ],
    [
      'the long message',
      {
        message: 'User error',
        longMessage: 'The item specific Film Format is missing. Add Film Format to this listing.',
      },
      'Film Format',
    ],
  ])('PLT-43 is named by %s', (_, error, name) => {
    expect(findSpecificName(error)).toBe(name)
  })

  it.each([
    'The item specific that this category requires is missing.',
    'An item specific you entered is missing a value.',
    'The item specific Brand is missing.',
    'The item specific for the category is missing. Add one to this listing.',
    'The item specific B is missing. Add Brand to this listing.',
  ])('PLT-43 is not invented from “%s”', (message) => {
    expect(findSpecificName({ message })).toBeUndefined()
  })
})
