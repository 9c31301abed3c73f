import { expect, it } from 'vitest'
import { toRefusals } from '../../../main/listing/platform/listing-errors.ts'

it('FACT-63 an offer whose id is refused is to be checked again, and no field is marked', () => {
  const parameters = [{ name: 'fieldName', value: 'offerId' }]
  const [refusal] = toRefusals([{ errorId: 25709, message: 'Invalid value for offerId.', parameters }], '')
  expect(refusal?.message).toContain('refresh the listing')
  expect(refusal?.fix).toBeNull()
})

it.each([
  [25800, 'Change the field'],
  [25803, 'Choose another name'],
  [25804, 'Change what the platform names'],
  [25805, 'Read your locations again'],
])('FACT-69 a location that is refused with %i says what to do', (errorId, whatToDo) => {
  expect(toRefusals([{ errorId, message: 'Location error.' }], '')[0]?.message).toContain(whatToDo)
})
