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

describe('the carrier of a row', () => {
  const chosen = (carrier: string) => {
    const text = `open,Pigeon,${UPS}`
    return describe_(text, { answers: [answer(text, { carrier })] })[0]
  }

  it.each([
    ['UPS', 'UPS', []],
    ['RoyalMail', 'Royal Mail', ['The number looks like one from UPS, not Royal Mail.']],
    ['Other', 'Another carrier', []],
    ['Pigeon', 'Pigeon', ['The number looks like one from UPS, not Pigeon.']],
  ])('ORD-07 that the seller chose as %s is %s', (code, label, doubts) => {
    const row = chosen(code)
    expect(row).toMatchObject({ carrier: { code, label }, carrierBy: 'seller', carrierWord: null, doubts })
  })

  it.each([
    ['open,ABC12345', { carrierBy: null, problem: 'The carrier isn’t known. Choose one.', asks: 'carrier' }],
    [
      'open,Pigeon,ABC12345',
      { doubts: [], problem: 'The carrier isn’t known: “Pigeon”. Choose one, or send it as it is written.' },
    ],
    [`open,Pigeon,${UPS}`, { doubts: ['The number looks like one from UPS.'] }],
    [`open,UPS,${UPS}`, { carrierBy: 'name', doubts: [] }],
  ])('ORD-07 of “%s” is named or missing', (text, expected) => {
    expect(describe_(text)[0]).toMatchObject(expected)
  })
})

describe('what a row names', () => {
  const shop = (more: readonly ShipmentOrder[]) => ({
    find: (number: string) => [...orders, ...more].find(({ orderId }) => orderId === number),
  })
  const twins = order('twins', { lines: [line('a', { sku: 'S' }), line('b', { sku: 'S' })] })
  const partly = order('partly', { lines: [line('a', { left: 0 }), line('b'), line('c', { left: 0, title: null })] })
  const empty = order('empty', { lines: [line('a', { left: 0 }), line('b', { left: 0, isRefunded: true })] })
  const named = (rows: string, more: readonly ShipmentOrder[] = []) => {
    const { shipments } = parseShipments(`order,item id,qty,carrier,tracking\n${rows}`)
    return describeShipments(shipments, { ofName: () => [], parcels: [], answers: [], ...shop(more) })
  }

  it('ORD-08 is an item by its line, its listing or its SKU', () => {
    expect(itemNamesOf(order('x', { lines: [line('a', { sku: null })] }))).toEqual(['line-a', 'listing-a'])
    const items = ['line-b', 'listing-b', 'SKU-b'].map((name) => named(`two,${name},,UPS,${UPS}`)[0]?.shipment?.lines)
    expect(items).toEqual(Array(3).fill([{ lineItemId: 'line-b', quantity: 1 }]))
  })

  it.each([
    [
      'all pieces of an order',
      `two,,3,UPS,${UPS}`,
      [
        { lineItemId: 'line-a', quantity: 2 },
        { lineItemId: 'line-b', quantity: 1 },
      ],
    ],
    ['all pieces that weren’t refunded', `refunded,,1,UPS,${UPS}`, [{ lineItemId: 'line-a', quantity: 1 }]],
    ['pieces of the only item', `open,,1,UPS,${UPS}`, [{ lineItemId: 'line-a', quantity: 1 }]],
  ])('ORD-08 can be %s', (_, row, lines) => {
    expect(named(row)[0]).toMatchObject({ problem: null, shipment: { lines } })
  })

  it.each([
    ['a name that two items share', `twins,S,2,UPS,${UPS}`, /several items/],
    ['an item that is shipped', `partly,line-a,,UPS,${UPS}`, /^“Lamp a” is in another shipment already\.$/],
    ['a shipped item without a title', `partly,line-c,,UPS,${UPS}`, /^“line-c” is in another/],
    ['an order with nothing left', `empty,,,UPS,${UPS}`, /^Everything in this order/],
  ])('ORD-08 is refused as %s', (_, row, problem) => {
    expect(named(row, [twins, partly, empty])[0]).toMatchObject({
      problem: expect.stringMatching(problem),
      shipment: null,
    })
  })

  it('ORD-08 is only what is left of an order', () => {
    expect(named(`partly,,,UPS,${UPS}`, [partly])[0]).toMatchObject({ items: 'Lamp b', doubts: [], problem: null })
  })

  it('ORD-08 is what the lines before leave', () => {
    const rows = named(
      [
        `two,line-a,1,UPS,${UPS}`,
        `two,line-a,2,USPS,${USPS}`,
        `two,line-a,1,UPS,ABC12345`,
        `two,line-a,1,UPS,ABC12346`,
      ].join('\n'),
    )
    expect(rows.map(({ problem }) => problem)).toEqual([
      null,
      'The line says 2 pieces, and 1 of “Lamp a” are left to ship.',
      null,
      '“Lamp a” is in another shipment already.',
    ])
  })

  it('ORD-08 is nothing that a whole order before has', () => {
    const [, row] = named(`two,,,UPS,${UPS}\ntwo,line-b,1,USPS,${USPS}`)
    expect(row?.problem).toBe('“Lamp b” is in another shipment already.')
  })

  it('ORD-08 without an item is the rest, after a line for one', () => {
    const [, rest] = named(`two,line-a,1,UPS,${UPS}\ntwo,,,USPS,${USPS}`)
    expect(rest).toMatchObject({ items: 'Lamp a, Lamp b', doubts: [], shipment: { lines: null, isFurther: false } })
  })

  it('ORD-08 is everything again for each further number of a whole order', () => {
    const rows = named(`two,,,UPS,${UPS}\ntwo,,,USPS,${USPS}\ntwo,,,UPS,ABC12345`)
    const all = [
      { lineItemId: 'line-a', quantity: 2 },
      { lineItemId: 'line-b', quantity: 1 },
    ]
    expect(rows.map(({ shipment }) => [shipment?.isFurther, shipment?.lines])).toEqual([
      [false, null],
      [true, all],
      [true, all],
    ])
    expect(rows[1]?.doubts).toEqual(['One more parcel of this order: its items are named twice.'])
  })

  it('ORD-08 is no further parcel without a number, or of an order that isn’t known', () => {
    const rows = named(`open,,,UPS,${UPS}\nopen,,,UPS,\nzzz,,,USPS,${USPS}\nzzz,,,UPS,ABC12345`)
    expect(rows.slice(1).map(({ problem, doubts }) => [problem?.slice(0, 25), doubts])).toEqual([
      ['The line has no tracking ', []],
      ['This order isn’t known he', []],
      ['This order isn’t known he', []],
    ])
  })

  it('ORD-08 joins the parcel with the same number, if it has no problem itself', () => {
    const rows = named(`open,,,UPS,ABC12345\ntwo,line-a,2,UPS,${UPS}\ntwo,line-z,1,UPS,${UPS}\ntwo,line-b,1,UPS,${UPS}`)
    expect(rows.map(({ joins, doubts }) => [joins, doubts])).toEqual([
      [null, []],
      [null, []],
      [null, []],
      [3, []],
    ])
    expect(rows[1]?.shipment?.lines).toHaveLength(2)
    expect(rows[0]?.shipment?.lines).toBeNull()
  })

  it('ORD-08 joins no row that isn’t sent', () => {
    const rows = named(`two,line-z,1,UPS,${UPS}\ntwo,line-b,1,UPS,${UPS}`)
    expect(rows.map(({ joins, shipment }) => [joins, shipment?.lines])).toEqual([
      [null, undefined],
      [null, [{ lineItemId: 'line-b', quantity: 1 }]],
    ])
  })

  it('ORD-07 shows the buyer and listing of its order, else the buyer in the line', () => {
    const { shipments } = parseShipments(
      `order,item id,buyer,tracking\nopen,,Zoe,${UPS}\ntwo,line-b,Zoe,${USPS}\nzzz,,Zoe,A1234567`,
    )
    const rows = describeShipments(shipments, { ofName: () => [], parcels: [], answers: [], ...shop([]) })
    expect(rows.map(({ buyer, listingId }) => [buyer, listingId])).toEqual([
      ['anna', 'listing-a'],
      ['anna', 'listing-b'],
      ['Zoe', null],
    ])
  })
})

describe('what a row asks', () => {
  it.each([
    ['open,UPS,DELIVERED', 'number'],
    [UPS, 'order'],
    [`order,qty,tracking\nopen,two,${UPS}`, null],
    [`cancelled,UPS,${UPS}`, null],
  ])('ORD-07 of “%s” is %s', (text, asks) => {
    expect(describe_(text)[0]).toMatchObject({ asks, problem: expect.any(String) })
  })

  it('ORD-07 a corrected number counts where the line has none', () => {
    const text = 'open,UPS,DELIVERED'
    const answered = (trackingNumber: string) => describe_(text, { answers: [answer(text, { trackingNumber })] })[0]
    expect(answered(UPS)?.shipment).toMatchObject({ trackingNumber: UPS, despiteCancel: false })
    expect(answered('?')).toMatchObject({ problem: '“?” isn’t a tracking number.', asks: 'number', shipment: null })
  })

  it('ORD-07 the first line with a number is named, for each other order', () => {
    const rows = describe_(`other,UPS,${UPS}\nopen,UPS,${UPS}\nrefunded,UPS,${UPS}`)
    expect(rows.map(({ doubts }) => doubts[doubts.length - 1] ?? null)).toEqual([
      null,
      'Line 1 has the same number for another order.',
      'Line 1 has the same number for another order.',
    ])
  })

  it('ORD-07 offers at most ten orders of the name, and none where it asks about something else', () => {
    const many = Array.from({ length: 12 }, (_, index) => order(`ben-${index}`, { lines: [] }))
    const choices = (text: string) => describe_(text, { ofName: () => many })[0]?.choices
    expect(choices(`${USPS};ben`)).toHaveLength(10)
    expect(choices(`${USPS};ben`)?.[0]).toEqual({ orderId: 'ben-0', title: null, listingId: null })
    expect([choices(USPS), choices('order,buyer,carrier,tracking\nopen,ben,Pigeon,ABC12345')]).toEqual([[], []])
    expect(describe_(`${USPS};ben`)[0]?.choices).toEqual([
      { orderId: 'other', title: 'Lamp a', listingId: 'listing-a' },
    ])
  })

  it('ORD-07 an order that the seller chose for a number isn’t given to another', () => {
    const answers = [{ line: 2, text: USPS, orderId: 'two' }]
    const rows = describe_(`${UPS}\n${USPS}`, { parcels: [['two'], ['unknown'], ['open']], answers })
    expect(rows.map(({ orderId }) => orderId)).toEqual(['open', 'two'])
  })

  it('ORD-07 a number with another answer still takes its place in the printed list', () => {
    const answers = [answer(UPS, { carrier: 'UPS' })]
    expect(describe_(UPS, { parcels: [['open']], answers })[0]).toMatchObject({ orderId: 'open', doubts: [] })
  })

  it('ORD-07 only a line that is a number alone takes a place in the printed list', () => {
    const rows = describe_(`${USPS};ben\nDELIVERED;\n${UPS};`, { parcels: [['open', 'two']] })
    expect(rows.map(({ orderId, doubts }) => [orderId, doubts])).toEqual([
      [null, []],
      [null, []],
      ['open', []],
      ['two', []],
    ])
  })
})
