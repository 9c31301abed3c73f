import fc from 'fast-check'
import { expect, it } from 'vitest'
import { splitContact } from '../../../main/orders/records/contact.ts'

const names = ['shipTo', 'taxAddress', 'finalDestinationAddress', 'giftDetails', 'title', 'lineItems', '__proto__']
const { order } = fc.letrec<{ value: unknown; order: Record<string, unknown> }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>('text', 7, null, true),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('order'),
  ),
  order: fc
    .array(fc.tuple(fc.constantFrom(...names), tie('value')), { maxLength: 5 })
    .map((entries) => Object.fromEntries(entries)),
}))

/** Every contact field at any depth, by its name. */
const contactNames = /"(shipTo|taxAddress|finalDestinationAddress|giftDetails)":/

it('ORD-06 takes contact data out of an order wherever it is, and changes nothing else', () => {
  fc.assert(
    fc.property(order, (given) => {
      const before = JSON.stringify(given)
      const { record, contact } = splitContact(given)
      expect(JSON.stringify(record)).not.toMatch(contactNames)
      expect(JSON.stringify(given)).toBe(before)
      const rest = JSON.parse(before, (key, value: unknown) =>
        contactNames.test(`"${key}":`) ? undefined : value,
      ) as unknown
      expect(JSON.stringify(record)).toBe(JSON.stringify(rest))
      expect(contact === null).toBe(!contactNames.test(before))
    }),
  )
})

it('ORD-06 keeps each part of the contact data by its place', () => {
  const { record, contact } = splitContact({
    orderId: '1',
    fulfillmentStartInstructions: [{ shippingStep: { shipTo: { fullName: 'Ada' }, shippingCarrierCode: 'USPS' } }],
    buyer: { username: 'ada', taxAddress: { postalCode: '95125' } },
  })
  expect(record).toEqual({
    orderId: '1',
    fulfillmentStartInstructions: [{ shippingStep: { shippingCarrierCode: 'USPS' } }],
    buyer: { username: 'ada' },
  })
  expect(contact).toEqual({
    '/fulfillmentStartInstructions/0/shippingStep/shipTo': { fullName: 'Ada' },
    '/buyer/taxAddress': { postalCode: '95125' },
  })
})
