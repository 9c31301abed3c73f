import { describe, expect, it } from 'vitest'
import { parseShipments } from '../../../main/orders/shipments/parse-shipments.ts'
import {
  type DescribeContext,
  describeShipments,
  itemNamesOf,
  type ShipmentOrder,
} from '../../../main/orders/shipments/shipment-rows.ts'
import type { PasteAnswer } from '../../../shared/orders/shipment.ts'

const UPS = '1Z999AA10123456784'
const USPS = '9400110200881234567896'

type Line = ShipmentOrder['lines'][number]
const line = (id: string, more: Partial<Line> = {}): Line => ({
  ...{ lineItemId: `line-${id}`, listingId: `listing-${id}`, sku: `SKU-${id}`, title: `Lamp ${id}` },
  ...{ left: 1, isRefunded: false },
  ...more,
})
const order = (orderId: string, more: Partial<ShipmentOrder> = {}): ShipmentOrder => ({
  ...{ orderId, buyer: 'anna', lines: [line('a')], trackingNumbers: [], refusal: null, isCancelRequested: false },
  ...more,
})

const orders: readonly ShipmentOrder[] = [
  order('open'),
  order('other', { buyer: 'ben', trackingNumbers: ['OLD000001'] }),
  order('cancelled', { refusal: 'The order is cancelled.' }),
  order('asked', { isCancelRequested: true }),
  order('two', { lines: [line('a', { left: 2 }), line('b')] }),
  order('refunded', { lines: [line('a'), line('b', { isRefunded: true })] }),
]

const describe_ = (text: string, more: Partial<DescribeContext> = {}) => {
  const find = (number: string): ShipmentOrder | undefined => orders.find(({ orderId }) => orderId === number)
  const { shipments } = parseShipments(text, (number) => {
    const found = find(number)
    return found === undefined ? undefined : { orderId: found.orderId, itemNames: itemNamesOf(found) }
  })
  const ofName = (name: string): readonly ShipmentOrder[] => orders.filter(({ buyer }) => buyer === name)
  return describeShipments(shipments, { find, ofName, parcels: [], answers: [], ...more })
}
const answer = (text: string, more: Partial<PasteAnswer>): PasteAnswer => ({ line: 1, text, ...more })

describe('what stops or doubts a pasted line', () => {
  it.each([
    [`12-34567-89012,UPS,${UPS}`, /isn’t known/],
    [`cancelled,UPS,${UPS}`, /cancelled/],
    ['open,Pigeon,ABC12345', /carrier isn’t known/],
    ['open,UPS,', /no tracking number/],
    ['other,UPS,old 000 001', /already has a shipment/],
    ['open,UPS,ABC1\nopen,UPS,ABC 1', /Line 1 is the same/],
    ['open,USPS,9400110200881234567895', /last digit doesn’t fit/],
    [`asked,UPS,${UPS}`, /asked to cancel/],
    ['open,UPS,DELIVERED', /tracking number/],
  ])('ORD-03 ORD-07 %j is not sent', (text, problem) => {
    const row = describe_(text).at(-1)
    expect(row?.problem).toMatch(problem)
    expect(row?.shipment).toBeNull()
  })

  it.each([
    ['a number of another carrier', `open,USPS,${UPS}`, /from UPS, not USPS/],
    ['the same number for another order', `other,UPS,${UPS}\nopen,UPS,${UPS}`, /Line 1 has the same/],
    ['an item that was refunded', `refunded,UPS,${UPS}`, /“Lamp b” was refunded and isn’t in this shipment/],
  ])('ORD-03 ORD-08 %s is doubtful, and may be sent', (_, text, doubt) => {
    const row = describe_(text).at(-1)
    expect([row?.doubts.join(' '), row?.problem]).toEqual([expect.stringMatching(doubt), null])
  })

  it('ORD-07 a carrier that is recognized from the number is not called missing', () => {
    expect(describe_(`open,${UPS}`)[0]).toMatchObject({ carrierBy: 'number', doubts: [], problem: null })
  })

  it('ORD-07 a seller’s own word for a carrier is kept, and never replaced by a guess from the number', () => {
    const text = `open,Pigeon,${UPS}`
    expect(describe_(text)[0]).toMatchObject({ carrier: null, carrierWord: 'Pigeon', asks: 'carrier' })
    const answers = [answer(text, { carrier: 'Pigeon' })]
    expect(describe_(text, { answers })[0]?.shipment).toMatchObject({ carrier: 'Pigeon' })
  })

  it('ORD-07 a number whose check digit doesn’t fit is sent once the seller says that it is right', () => {
    const text = 'open,USPS,9400110200881234567895'
    const answers = [answer(text, { isNumberRight: true })]
    expect(describe_(text, { answers })[0]?.shipment).toMatchObject({ trackingNumber: '9400110200881234567895' })
  })

  it('ORD-07 a corrected number takes the place of the one in the line', () => {
    const text = 'open,USPS,9400110200881234567895'
    const answers = [answer(text, { trackingNumber: '9400 1102 0088 1234 5678 96' })]
    expect(describe_(text, { answers })[0]?.shipment).toMatchObject({ trackingNumber: USPS })
  })

  it('ORD-07 an answer to a line counts only while the line has the same text', () => {
    const answers = [answer('open,USPS,9400110200881234567895', { isNumberRight: true })]
    expect(describe_('open,USPS,9400110200881234567897', { answers })[0]?.shipment).toBeNull()
  })

  it('ORD-08 an order that the buyer asked to cancel is sent once the seller confirms it', () => {
    const text = `asked,UPS,${UPS}`
    const answers = [answer(text, { despiteCancel: true })]
    expect(describe_(text, { answers })[0]?.shipment).toMatchObject({ orderId: 'asked', despiteCancel: true })
  })

  it('ORD-07 a line without an order is offered the orders of its buyer’s name', () => {
    const [row] = describe_(`${USPS};ben`)
    expect(row).toMatchObject({ asks: 'order', choices: [{ orderId: 'other' }] })
  })
})

describe('what a row marks as shipped', () => {
  const shipments = (text: string) => describe_(text).flatMap(({ shipment }) => shipment ?? [])

  it('ORD-08 a row for a line item with a quantity marks exactly that', () => {
    expect(shipments(`order,item id,qty,tracking\ntwo,line-a,1,${UPS}`)).toMatchObject([
      { orderId: 'two', lines: [{ lineItemId: 'line-a', quantity: 1 }] },
    ])
  })

  it('ORD-08 two rows for two items with one number are one parcel of both', () => {
    const text = `order,sku,qty,tracking\ntwo,SKU-a,2,${UPS}\ntwo,SKU-b,1,${UPS}`
    expect(shipments(text)).toMatchObject([
      {
        lines: [
          { lineItemId: 'line-a', quantity: 2 },
          { lineItemId: 'line-b', quantity: 1 },
        ],
      },
    ])
    expect(describe_(text)[1]).toMatchObject({ joins: 2, problem: null })
  })

  it('ORD-08 two numbers of an order are two shipments', () => {
    expect(shipments(`two,UPS,${UPS}\ntwo,USPS,${USPS}`)).toMatchObject([
      { trackingNumber: UPS, lines: null, isFurther: false },
      { trackingNumber: USPS, isFurther: true },
    ])
  })

  it('ORD-08 the pieces of an item can be in two parcels', () => {
    const text = `order,item id,qty,tracking\ntwo,line-a,1,${UPS}\ntwo,line-a,1,${USPS}`
    expect(shipments(text)).toMatchObject([
      { trackingNumber: UPS, lines: [{ lineItemId: 'line-a', quantity: 1 }], isFurther: false },
      { trackingNumber: USPS, lines: [{ lineItemId: 'line-a', quantity: 1 }], isFurther: false },
    ])
  })

  it.each([
    ['an item that the order doesn’t have', `order,item id,qty,tracking\ntwo,line-z,1,${UPS}`, /no item “line-z”/],
    ['more pieces than are left', `order,item id,qty,tracking\ntwo,line-b,2,${UPS}`, /2 pieces, and 1/],
    ['pieces of several items without naming one', `order,qty,tracking\ntwo,1,${UPS}`, /several items/],
  ])('ORD-08 a row for %s is not sent', (_, text, problem) => {
    expect(describe_(text)[0]?.problem).toMatch(problem)
  })

  it('ORD-08 a row names the items and pieces that it marks', () => {
    expect(describe_(`two,UPS,${UPS}`)[0]?.items).toBe('2 × Lamp a, Lamp b')
  })

  it('ORD-07 numbers alone are taken in the order of the printed list, without the orders that a line names', () => {
    const text = `${UPS}\nopen,USPS,${USPS}\nRB123456785GB`
    const rows = describe_(text, { parcels: [['two'], ['open'], ['cancelled'], ['other']] })
    expect(rows.map(({ orderId, trackingNumber }) => [orderId, trackingNumber])).toEqual([
      ['two', UPS],
      ['open', USPS],
      ['other', 'RB123456785GB'],
    ])
  })

  it('ORD-07 more numbers than orders in the list stay without an order', () => {
    expect(describe_(`${UPS}\n${USPS}`, { parcels: [['open']] })[1]).toMatchObject({ orderId: null, asks: 'order' })
  })

  it('ORD-08 the number of a parcel with several orders marks each of them', () => {
    const rows = describe_(`${UPS}\n${USPS}`, { parcels: [['open', 'refunded'], ['two']] })
    expect(rows.map(({ orderId, trackingNumber, problem }) => [orderId, trackingNumber, problem])).toEqual([
      ['open', UPS, null],
      ['refunded', UPS, null],
      ['two', USPS, null],
    ])
  })
})
