import { describe, expect, it } from 'vitest'
import { readFulfillments, readOrderRecord } from '../../../main/orders/records/order-record.ts'
import {
  decideShipment,
  findLinesLeft,
  findShipment,
  type WantedShipment,
} from '../../../main/orders/shipments/shipment-decision.ts'

const order = (more: object = {}) =>
  readOrderRecord({
    orderId: '12-34567-89012',
    orderFulfillmentStatus: 'NOT_STARTED',
    orderPaymentStatus: 'PAID',
    lineItems: [
      { lineItemId: 'a', title: 'Lamp', quantity: 2 },
      { lineItemId: 'b', quantity: 1 },
    ],
    ...more,
  })

const wanted = (more: Partial<WantedShipment> = {}): WantedShipment => ({
  carrier: 'UPS',
  trackingNumber: '1Z999AA10123456784',
  lines: [
    { lineItemId: 'a', quantity: 2 },
    { lineItemId: 'b', quantity: 1 },
  ],
  isFurther: false,
  despiteCancel: false,
  ...more,
})

const parcel = (fulfillmentId: string, number: string | null, ...lines: readonly string[]) => ({
  fulfillmentId,
  ...(number === null ? {} : { shipmentTrackingNumber: number }),
  lineItems: lines.map((lineItemId) => ({ lineItemId, quantity: lineItemId === 'a' ? 2 : 1 })),
})

const requested = (cancelRequestState: string) => ({
  cancelStatus: { cancelState: 'IN_PROGRESS', cancelRequests: [{ cancelRequestState, cancelInitiator: 'Buyer' }] },
})

const decide = (parcels: readonly object[], more: Partial<WantedShipment> = {}, of: object = {}): string => {
  const decision = decideShipment(wanted(more), order(of), readFulfillments(parcels), null)
  return decision.decision === 'refuse' ? decision.error.message : decision.decision
}

describe('a shipment before it is sent', () => {
  it.each([
    ['is sent', [], {}, {}, 'send'],
    ['is there already', [parcel('1', '1z999 aa1 0123456784', 'a', 'b')], {}, {}, 'alreadyThere'],
    [
      'has its number on one of its items',
      [parcel('1', '1Z999AA10123456784', 'a')],
      {},
      {},
      'already has a shipment with',
    ],
    ['has items that another tool shipped', [parcel('1', 'X1', 'a')], {}, {}, '“Lamp” was already shipped by other'],
    ['has an item without a title that was shipped', [parcel('1', 'X1', 'b')], {}, {}, '“b” was already shipped'],
    ['is one more parcel of them', [parcel('1', 'X1', 'a', 'b')], { isFurther: true }, {}, 'send'],
    ['has an item that is gone', [], { lines: [{ lineItemId: 'z', quantity: 1 }] }, {}, 'no longer part of the order'],
    ['isn’t paid', [], {}, { orderPaymentStatus: 'PENDING' }, 'isn’t paid yet'],
    ['was asked to be cancelled', [], {}, requested('REQUESTED'), 'asked to cancel'],
    ['is sent all the same', [], { despiteCancel: true }, requested('REQUESTED'), 'send'],
    ['is sent after the request was declined', [], {}, requested('REJECTED'), 'send'],
    ['is cancelled', [], {}, { cancelStatus: { cancelState: 'CANCELED' } }, 'is cancelled'],
  ] as const)('ORD-03 %s', (_, parcels, more, of, expected) => {
    expect(decide(parcels, more, of)).toContain(expected)
  })
})

describe('a shipment without a number, after an answer was lost', () => {
  const find = (parcels: readonly object[], known: readonly string[] | null) =>
    findShipment(
      wanted({ trackingNumber: null }),
      readFulfillments(parcels),
      known === null ? null : { fulfillmentIds: known },
    )?.fulfillmentId

  it.each([
    ['a new one without a number and with its items', [parcel('2', null, 'a', 'b')], ['1'], '2'],
    ['none that was there before', [parcel('1', null, 'a', 'b')], ['1'], undefined],
    ['none with a number', [parcel('2', 'X1', 'a', 'b')], ['1'], undefined],
    ['none of some of its items', [parcel('2', null, 'a')], ['1'], undefined],
    ['none before it was sent', [parcel('2', null, 'a', 'b')], null, undefined],
    ['the new one of two', [parcel('1', null, 'a', 'b'), parcel('2', null, 'a', 'b')], ['1'], '2'],
  ] as const)('ORD-03 is %s', (_, parcels, known, expected) => {
    expect(find(parcels, known)).toBe(expected)
  })
})

it('ORD-08 what is left of an order is what no shipment has, item by item', () => {
  const [a, b] = [{ lineItemId: 'a', quantity: 2 }, { quantity: 1 }]
  const left = findLinesLeft(
    order({ lineItems: [a, b, { lineItemId: 'c', quantity: 1 }] }),
    readFulfillments([parcel('1', 'X1', 'c')]),
  )
  expect(left).toEqual([{ lineItemId: 'a', quantity: 2, isRefunded: false }])
})
