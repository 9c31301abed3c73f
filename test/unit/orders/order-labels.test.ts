/** What the window says about an order. */
import { describe, expect, it } from 'vitest'
import {
  caseReason,
  deliveryText,
  formatStated,
  orderStates,
  orderTitle,
  shipByText,
  trackingNumbers,
} from '../../../renderer/parts/orders/order-labels.ts'
import { setLocale } from '../../../renderer/ui/format/locale-format.ts'
import type { Order } from '../../../shared/orders/order.ts'

setLocale('en-US')

const order: Order = {
  orderId: '14-1-1',
  source: 'platform',
  buyer: 'anna',
  createdAtMs: 0,
  paidAtMs: 0,
  modifiedAtMs: 0,
  stage: 'toShip',
  isLate: false,
  due: { kind: 'day', day: '1970-01-01' },
  shipByMs: 0,
  shippedAtMs: null,
  delivery: null,
  total: null,
  refunded: 'none',
  lines: [],
  lineCount: 0,
  shipments: [],
  cancel: null,
  pending: null,
  openCase: null,
  readAtMs: 0,
  isGone: false,
}
const labels = (change: Partial<Order>): readonly string[] =>
  orderStates({ ...order, ...change }).map(({ label }) => label)

const line = (title: string | null, listingId: string | null = null) => ({
  lineItemId: '1',
  listingId,
  sku: null,
  title,
  variation: '',
  quantity: 1,
  shippedQuantity: 0,
  price: null,
  shipByMs: null,
  isRefunded: false,
})

describe('an order’s labels', () => {
  it('ORD-02 say late before anything else', () => {
    expect(labels({ isLate: true })).toEqual(['Late', 'To ship'])
  })

  it('ORD-02 tell an order that was refunded in full from one that was cancelled', () => {
    expect(labels({ stage: 'cancelled', refunded: 'full' })).toEqual(['Refunded'])
    const cancel = { state: 'cancelled', reason: null, by: null, atMs: null } as const
    expect(labels({ stage: 'cancelled', refunded: 'full', cancel })).toEqual(['Cancelled'])
  })

  it('ORD-04 name an open case', () => {
    const openCase = { caseId: '1', type: 'inquiry', todo: null, dueAtMs: null } as const
    expect(labels({ stage: 'shipped', openCase })).toEqual(['Shipped', 'Missing parcel'])
  })

  it('ORD-04 say once that a buyer wants to cancel', () => {
    const cancel = { state: 'requested', reason: null, by: 'buyer', atMs: null } as const
    expect(labels({ cancel })).toEqual(['To ship', 'Cancel requested'])
    const openCase = { caseId: '1', type: 'cancellation', todo: null, dueAtMs: null } as const
    expect(labels({ cancel, openCase })).toEqual(['To ship', 'Cancellation request'])
  })

  it('ORD-04 say why in words, also for a reason that isn’t known', () => {
    expect(caseReason('BUYER_ASKED_CANCEL')).toBe('The buyer asked to cancel')
    expect(caseReason('WRONG_SIZE')).toBe('Wrong size')
  })

  it('ORD-02 show an amount as it is stated, in its currency', () => {
    expect(formatStated({ value: '62.50', currency: 'EUR' })).toBe('€62.50')
    expect(formatStated({ value: 'many', currency: 'EUR' })).toBe('many EUR')
  })

  it('ORD-02 name the first item, and how many more there are', () => {
    expect(orderTitle({ ...order, lines: [line('Vase')], lineCount: 3 })).toBe('Vase and 2 more')
    expect(orderTitle({ ...order, lines: [line(null, '4711')], lineCount: 1 })).toBe('Item 4711')
    expect(orderTitle(order)).toBe('Order 14-1-1')
  })

  it.each([
    ['today', 'Today'],
    ['tomorrow', 'Tomorrow'],
    ['day', 'Fri, Nov 27'],
    ['late', 'Fri, Nov 27'],
  ] as const)('ORD-09 say by when to ship what is due %s: %s', (kind, text) => {
    const due = { kind, day: '2026-11-27' }
    expect(shipByText({ due, shipByMs: Date.UTC(2026, 10, 27, 12) })).toBe(text)
    expect(shipByText({ due, shipByMs: null })).toBeNull()
  })

  it('ORD-02 show half an estimate as the half that is known', () => {
    expect(deliveryText({ delivery: { fromMs: null, toMs: Date.UTC(2026, 10, 27, 12) } })).toBe('Fri, Nov 27')
    expect(deliveryText({ delivery: null })).toBeNull()
  })

  it('ORD-02 name a tracking number once, even if two parcels have it', () => {
    const shipment = { fulfillmentId: '1', carrier: null, trackingNumber: 'A1', shippedAtMs: null, lines: [] }
    expect(trackingNumbers({ shipments: [shipment, { ...shipment, fulfillmentId: '2' }] })).toEqual(['A1'])
  })
})
