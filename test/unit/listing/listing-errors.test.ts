import { expect, it } from 'vitest'
import { createErrorCatalog } from '../../../main/http/failures.ts'
import { listingErrors, toRefusals } from '../../../main/listing/platform/listing-errors.ts'
import { platforms } from '../../../shared/connection/platforms.ts'

const errors = createErrorCatalog(platforms.ebay.name, listingErrors(platforms.ebay.name))

it('FACT-63 an offer whose id is refused is to be checked again, and no field is marked', () => {
  const parameters = [{ name: 'fieldName', value: 'offerId' }]
  const [refusal] = toRefusals(errors, [{ errorId: 25709, message: 'Invalid value for offerId.', parameters }], '')
  expect(refusal?.message).toContain('refresh the listing')
  expect(refusal?.fix).toBeNull()
})

it.each([
  [25800, 'Change the field'],
  [25803, 'Choose another name'],
  [25804, 'Change what eBay names'],
  [25805, 'Read your locations again'],
])('FACT-69 a location that is refused with %i says what to do', (errorId, whatToDo) => {
  expect(toRefusals(errors, [{ errorId, message: 'Location error.' }], '')[0]?.message).toContain(whatToDo)
})

const adviceFor = (errorId: number, message: string, operation?: string): string =>
  toRefusals(errors, [{ errorId, message }], '', operation)[0]?.message ?? ''

it('FACT-158 25718 of a takeover never advises to shorten a description', () => {
  const said = 'Cannot migrate listing. The listing has no SKU.'
  expect(adviceFor(25718, said, 'bulkMigrateListing')).toMatch(/no SKU.*take it over again/i)
  expect(adviceFor(25718, said, 'updateOffer')).toBe(said)
  expect(adviceFor(25718, 'The description exceeds 4000 characters.', 'updateOffer')).toContain('Shorten')
})

it('FACT-159 25016 is shown at the field that the platform names, never at the price', () => {
  const refuse = (value: string) =>
    toRefusals(
      errors,
      [{ errorId: 25016, message: `The ${value} value is invalid.`, parameters: [{ name: 'fieldName', value }] }],
      '',
    )
  expect(refuse('quantityLimitPerBuyer')[0]?.fix).toEqual({ at: 'offer', field: 'quantityLimitPerBuyer' })
  expect(refuse('somethingElse')[0]?.fix).toBeNull()
})

it('FACT-160 25759 of a listing on hold leads to the platform’s email, not to the quantity', () => {
  const said = 'Revise transaction is not possible as the parent listing is on-hold. Please check your email.'
  expect(adviceFor(25759, said)).toContain('email')
  expect(adviceFor(25759, said)).not.toContain('Raise the quantity')
})

it('PLT-44 an expired picture is to be uploaded again, and is not blamed for its address', () => {
  const message = adviceFor(25015, 'Invalid picture URL. The picture has expired.')
  expect(message).toContain('Upload the picture again')
  expect(message).not.toContain('https://')
})

it('PLT-44 the field that the platform names wins over the one that the number stands for', () => {
  const parameters = [{ name: 'fieldName', value: 'merchantLocationKey' }]
  const [refusal] = toRefusals(errors, [{ errorId: 25007, message: 'Invalid data.', parameters }], '')
  expect(refusal?.fix).toEqual({ at: 'offer', field: 'merchantLocationKey' })
})
