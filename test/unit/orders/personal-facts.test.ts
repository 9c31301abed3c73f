import { describe, expect, it } from 'vitest'
import { describePersonalFacts } from '../../../main/orders/records/personal-facts.ts'
import type { Order } from '../../../shared/orders/order.ts'

const order = { orderId: '12-34567-89012', shipments: [{ trackingNumber: 'RR123456785DE' }, { trackingNumber: null }] }
const facts = (contact: Record<string, unknown> | undefined) =>
  describePersonalFacts(order as unknown as Pick<Order, 'orderId' | 'shipments'>, contact)

describe('what an order tells of its buyer', () => {
  it('SEC-18 is its number and those of its parcels', () => {
    expect(facts(undefined)).toEqual([
      { kind: 'order', value: '12-34567-89012' },
      { kind: 'tracking', value: 'RR123456785DE' },
    ])
  })

  it('SEC-18 is every name, address, telephone and e-mail address of the contact data', () => {
    const contact = {
      '/fulfillmentStartInstructions/0/shippingStep/shipTo': {
        fullName: 'Anna Weber',
        email: 'anna@mail.example',
        primaryPhone: { phoneNumber: '+49 170 1234567' },
        contactAddress: { addressLine1: 'Am Hof 3', city: 'Leipzig', postalCode: '04109', countryCode: 'DE' },
      },
      '/taxIdentifier': 'damaged',
    }
    expect(facts(contact).slice(2)).toEqual([
      { kind: 'name', value: 'Anna Weber' },
      { kind: 'email', value: 'anna@mail.example' },
      { kind: 'phone', value: '+49 170 1234567' },
      { kind: 'address', value: 'Am Hof 3' },
      { kind: 'address', value: 'Leipzig' },
      { kind: 'address', value: '04109' },
    ])
  })
})
