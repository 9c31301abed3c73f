/** What a large change of a price says before it is confirmed (USE-05). */
import { expect, it } from 'vitest'
import { priceCaution } from '../../../main/listing/plans/price-change.ts'

const cautionAt = (before: string, after: string): string | undefined =>
  priceCaution({}, { value: before, currency: 'USD' }, after, (amount) => `$${amount}`)

it.each([
  ['134.50', '12.50', '$12.50 is 91% less than $134.50.'],
  ['62.50', '99999999.00', '$99999999.00 is 1,600,000 times $62.50.'],
  ['32.50', '1000.50', '$1000.50 is 31 times $32.50.'],
  ['129.00', '1290.00', '$1290.00 is 10 times $129.00.'],
  ['129.00', '1289.00', '$1289.00 is 899% more than $129.00.'],
  ['129.00', '119.00', undefined],
])('USE-05 from %s to %s is %j', (before, after, text) => {
  expect(cautionAt(before, after)).toBe(text)
})
