import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readBuyerNote, splitContact, withoutUnknown } from '../../../main/orders/records/contact.ts'

/** Fields that are kept, fields that are not, and fields that no one knows. */
const names = [
  'orderId',
  'buyer',
  'username',
  'lineItems',
  'title',
  'shipTo',
  'buyerCheckoutNotes',
  'newField',
  '__proto__',
]
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

it('ORD-11 a record keeps the fields that are named, and no other, wherever it is', () => {
  fc.assert(
    fc.property(order, (given) => {
      const before = JSON.stringify(given)
      const { record, contact } = splitContact(given)
      expect(JSON.stringify(given)).toBe(before)
      expect(JSON.stringify(record)).not.toMatch(/"(?:shipTo|buyerCheckoutNotes|newField|__proto__)":/)
      expect(contact === null).toBe(JSON.stringify(record) === before)
      // What was split once has nothing left to split.
      expect(splitContact(record)).toEqual({ record, contact: null })
    }),
  )
})

it('ORD-11 the note of the checkout and a field that nobody knows are kept apart, with the contact data', () => {
  const { record, contact } = splitContact({
    orderId: '1',
    buyerCheckoutNotes: 'Ring at Anna’s door',
    lineItems: [{ sku: 'A', quantity: 2, engraving: 'For Anna' }],
    total: { value: '3', currency: 'USD' },
  })
  expect(record).toEqual({ orderId: '1', lineItems: [{ sku: 'A', quantity: 2 }] })
  expect(contact).toEqual({
    '/buyerCheckoutNotes': 'Ring at Anna’s door',
    '/lineItems/0/engraving': 'For Anna',
    '/total': { value: '3', currency: 'USD' },
  })
  expect(readBuyerNote(contact ?? {})).toBe('Ring at Anna’s door')
})

it('ORD-11 a shipment is stored without unknown fields', () => {
  expect(
    withoutUnknown({ fulfillmentId: 'f', recipient: 'Anna', lineItems: [{ lineItemId: 'l', quantity: 1, note: 'x' }] }),
  ).toEqual({ fulfillmentId: 'f', lineItems: [{ lineItemId: 'l', quantity: 1 }] })
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
