import { describe, expect, it } from 'vitest'
import { describeChanges, shipmentPayloadSchema } from '../../../main/orders/shipments/shipment-kind.ts'
import { writeRunChanges } from '../../../shared/outbound/run-change.ts'
import { firstPage, line, openOrders, order } from './orders-rig.ts'

const UPS = '1Z999AA10123456784'
const parcel = (more = {}) => ({ orderId: '1', carrier: 'UPS', trackingNumber: UPS, lines: null, ...more })

const start = async (...orders: readonly ReturnType<typeof order>[]) => {
  const rig = openOrders()
  for (const each of orders.length === 0 ? [order('1')] : orders) rig.platform.put(each)
  await rig.start()
  return rig
}

/** Lets the queue try the shipment. */
const ship = async (rig: Awaited<ReturnType<typeof start>>, input: ReturnType<typeof parcel>) => {
  const answer = Promise.resolve(rig.call().ship(input as never))
  answer.catch(() => undefined)
  await rig.clock.advance(1)
  return answer
}

describe('marking one order as shipped', () => {
  it('ORD-03 sends the number without blanks, with its carrier and everything that is left', async () => {
    const rig = await start()
    const result = await ship(rig, parcel({ trackingNumber: ' 1z999aa1 0123456784' }))
    expect(result).toMatchObject({ state: 'sent', known: 'answer' })
    expect(rig.platform.fulfillments.get('1')).toMatchObject([
      { shipmentTrackingNumber: UPS, lineItems: [{ lineItemId: 'line-1', quantity: 1 }] },
    ])
    await rig.clock.advance(1)
    expect((await rig.call().orders(firstPage)).rows[0]?.stage).toBe('shipped')
  })

  it('FACT-139 ORD-03 shows the carrier that was entered, because the platform does not return it', async () => {
    const rig = await start()
    await ship(rig, parcel())
    await rig.clock.advance(1)
    expect((await rig.call().order({ orderId: '1' }))?.shipments).toMatchObject([
      { carrier: 'UPS', trackingNumber: UPS },
    ])
  })

  it('ORD-03 ships part of an order by line, and the rest later', async () => {
    const rig = await start(order('1', { lineItems: [line('a', { quantity: 3 }), line('b')] }))
    await ship(rig, parcel({ lines: [{ lineItemId: 'line-a', quantity: 3 }] }))
    await rig.clock.advance(1)
    expect((await rig.call().order({ orderId: '1' }))?.stage).toBe('partlyShipped')
    await ship(rig, parcel({ trackingNumber: 'SECOND1', carrier: 'DPD' }))
    expect(rig.platform.fulfillments.get('1')?.[1]?.lineItems).toEqual([{ lineItemId: 'line-b', quantity: 1 }])
  })

  it('ORD-03 waits offline, and is sent once the platform can be reached', async () => {
    const rig = await start()
    rig.platform.failNext('getOrder', 'offline')
    expect(await ship(rig, parcel())).toMatchObject({ state: 'waiting' })
    expect((await rig.call().order({ orderId: '1' }))?.pending).toMatchObject({ state: 'queued', trackingNumber: UPS })
    await rig.clock.advance(10 * 60_000)
    expect(rig.platform.count('createShippingFulfillment')).toBe(1)
    const body = rig.platform.requests.find(({ operation }) => operation === 'createShippingFulfillment')?.body
    expect(JSON.parse(body ?? '{}')).toHaveProperty('trackingNumber', UPS)
  })

  it.each([
    ['a carrier without a number', parcel({ trackingNumber: null }), 'Enter the tracking number'],
    ['a number without a carrier', parcel({ carrier: null }), 'Choose the carrier'],
    ['more than the order has', parcel({ lines: [{ lineItemId: 'line-1', quantity: 2 }] }), 'more than is left'],
    ['an unknown order', parcel({ orderId: 'nothing' }), 'isn’t known'],
    ['a number with other signs', parcel({ trackingNumber: 'AB#1' }), 'letters and digits'],
  ])('ORD-03 refuses %s, and sends nothing', async (_, input, message) => {
    const rig = await start()
    await expect(ship(rig, input)).rejects.toThrow(message)
    expect(rig.platform.count('createShippingFulfillment')).toBe(0)
  })

  it.each([
    [
      'cancelled',
      { cancelStatus: { cancelState: 'CANCELED', cancelledDate: '2026-11-20T11:00:00.000Z' } },
      'cancelled',
    ],
    ['unpaid', { orderPaymentStatus: 'PENDING' }, 'isn’t paid'],
  ])('ORD-03 refuses an order that is %s', async (_, more, message) => {
    const rig = await start(order('1', more))
    await expect(ship(rig, parcel())).rejects.toThrow(message)
  })

  it('ORD-03 refuses what another tool shipped since the order was read', async () => {
    const rig = await start()
    rig.platform.fulfillments.set('1', [
      { fulfillmentId: 'X1', shipmentTrackingNumber: 'X1', lineItems: [{ lineItemId: 'line-1', quantity: 1 }] },
    ])
    await expect(ship(rig, parcel())).rejects.toThrow('already shipped')
    expect(rig.platform.count('createShippingFulfillment')).toBe(0)
  })

  it('ORD-03 a shipment that is there already counts as done', async () => {
    const rig = await start()
    rig.platform.fulfillments.set('1', [
      { fulfillmentId: UPS, shipmentTrackingNumber: UPS, lineItems: [{ lineItemId: 'line-1', quantity: 1 }] },
    ])
    expect(await ship(rig, parcel())).toMatchObject({ state: 'sent', known: 'reading' })
    expect(rig.platform.count('createShippingFulfillment')).toBe(0)
  })
})

describe('marking many orders as shipped', () => {
  it('ORD-03 OFF-06 is planned, sent as a run, and cannot be reverted', async () => {
    const rig = await start(order('1'), order('2'), order('3', { orderPaymentStatus: 'PENDING' }))
    const plan = await rig.call().planShipments({
      shipments: [
        parcel(),
        parcel({ orderId: '2', trackingNumber: 'GB2', carrier: 'RoyalMail' }),
        parcel({ orderId: '3' }),
        parcel({ orderId: '2', trackingNumber: 'gb 2', carrier: 'RoyalMail' }),
      ],
    })
    expect(plan).toMatchObject({ label: 'ship', counts: { going: 2, leftOut: 2 } })
    expect(plan.confirmation).toContain('can’t be undone')
    const { rows } = await rig.runs().planRows({ planToken: plan.planToken, show: 'leftOut', offset: 0, limit: 10 })
    expect(rows.map(({ sku, problem }) => [sku, problem])).toEqual([
      ['3', 'The order isn’t paid yet.'],
      ['2', 'The order already has a shipment with this number.'],
    ])
    const { runId } = await rig.runs().startRun({ planToken: plan.planToken })
    await rig.clock.advance(60_000)
    expect(rig.platform.count('createShippingFulfillment')).toBe(2)
    expect(await rig.runs().run({ runId })).toMatchObject({ isOpen: false, canRevert: false })
  })

  it('ORD-03 a plan names what is doubtful', async () => {
    const rig = await start()
    const plan = await rig.call().planShipments({ shipments: [parcel({ carrier: 'USPS' })] })
    const { rows } = await rig.runs().planRows({ planToken: plan.planToken, show: 'all', offset: 0, limit: 10 })
    expect(rows.map(({ change }) => change?.problem).filter((problem) => problem !== null)).toEqual([
      'The number looks like one from UPS.',
    ])
  })
})

it('ORD-03 a shipment without tracking deletes nothing in the outbox', () => {
  const payload = {
    ...{ orderId: '1', carrier: null, trackingNumber: null, lines: [], isRest: true, shippedAtMs: 0 },
    ...{ isFurther: false, despiteCancel: false },
  }
  expect(writeRunChanges(describeChanges(payload))).toBe('Tracking number: none')
})

it('ORD-03 the second parcel of an order is planned while the first waits', async () => {
  const rig = await start(order('1', { lineItems: [line('a'), line('b')] }))
  rig.platform.failNext('getOrder', 'offline')
  await ship(rig, parcel({ lines: [{ lineItemId: 'line-a', quantity: 1 }] }))
  const second = parcel({ trackingNumber: 'SECOND1', carrier: 'DPD', lines: [{ lineItemId: 'line-b', quantity: 1 }] })
  expect(await rig.call().planShipments({ shipments: [second] } as never)).toMatchObject({
    counts: { going: 1, leftOut: 0 },
  })
})

describe('what is in a parcel', () => {
  const fulfillments = (rig: Awaited<ReturnType<typeof start>>) => rig.platform.fulfillments.get('1')
  const whole = { refunds: [{ amount: { value: '20.00', currency: 'USD' } }] }

  it('ORD-08 leaves out an item that was refunded whole, and the plan says so', async () => {
    const rig = await start(order('1', { lineItems: [line('a'), line('b', whole)] }))
    const plan = await rig.call().planShipments({ shipments: [parcel()] })
    const { rows } = await rig.runs().planRows({ planToken: plan.planToken, show: 'all', offset: 0, limit: 10 })
    expect(rows.map(({ change }) => change?.problem)).toContain('“Lamp b” was refunded and isn’t in this shipment.')
    await ship(rig, parcel())
    expect(fulfillments(rig)?.[0]?.lineItems).toEqual([{ lineItemId: 'line-a', quantity: 1 }])
  })

  it('ORD-08 an item that was refunded whole is shipped if it is named', async () => {
    const rig = await start(order('1', { lineItems: [line('a'), line('b', whole)] }))
    await ship(rig, parcel({ lines: [{ lineItemId: 'line-b', quantity: 1 }] }))
    expect(fulfillments(rig)?.[0]?.lineItems).toEqual([{ lineItemId: 'line-b', quantity: 1 }])
  })

  it('ORD-08 is named with items and pieces by the plan, of a whole order too', async () => {
    const rig = await start(order('1', { lineItems: [line('a', { quantity: 2 }), line('b')] }))
    const plan = await rig.call().planShipments({ shipments: [parcel()] })
    const { rows } = await rig.runs().planRows({ planToken: plan.planToken, show: 'all', offset: 0, limit: 10 })
    expect(rows.map(({ change }) => change?.after)).toContain('2 × Lamp a, Lamp b')
  })

  it('ORD-08 two numbers of a whole order are two shipments of it', async () => {
    const rig = await start()
    const lines = [{ lineItemId: 'line-1', quantity: 1 }]
    const plan = await rig.call().planShipments({
      shipments: [parcel(), parcel({ trackingNumber: 'SECOND1', carrier: 'DPD', isFurther: true, lines })],
    })
    expect(plan.counts).toEqual({ going: 2, leftOut: 0 })
    await rig.runs().startRun({ planToken: plan.planToken })
    await rig.clock.advance(60_000)
    expect(fulfillments(rig)?.map(({ fulfillmentId }) => fulfillmentId)).toEqual([UPS, 'SECOND1'])
  })

  it('ORD-08 the pieces of an item go in two parcels, although the platform names no quantities', async () => {
    const rig = await start(order('1', { lineItems: [line('a', { quantity: 3 })] }))
    const pieces = (quantity: number) => [{ lineItemId: 'line-a', quantity }]
    const plan = await rig.call().planShipments({
      shipments: [
        parcel({ lines: pieces(2) }),
        parcel({ trackingNumber: 'SECOND1', carrier: 'DPD', lines: pieces(1) }),
      ],
    })
    await rig.runs().startRun({ planToken: plan.planToken })
    await rig.clock.advance(60_000)
    expect(fulfillments(rig)?.map(({ lineItems }) => lineItems)).toEqual([pieces(2), pieces(1)])
  })
})

describe('an order that the buyer asked to cancel', () => {
  const asked = {
    cancelStatus: {
      cancelState: 'IN_PROGRESS',
      cancelRequests: [{ cancelRequestState: 'REQUESTED', cancelInitiator: 'Buyer' }],
    },
  }
  /** As a single reading returns it: a list leaves the requests empty (FACT-137). */
  const startAsked = async () => {
    const rig = await start(order('1', asked))
    await rig.call().refreshOrder({ orderId: '1' })
    return rig
  }

  it('ORD-08 is shipped only if the seller confirms it', async () => {
    const rig = await startAsked()
    await expect(ship(rig, parcel())).rejects.toThrow('asked to cancel')
    expect(rig.platform.count('createShippingFulfillment')).toBe(0)
    expect(await ship(rig, parcel({ despiteCancel: true }))).toMatchObject({ state: 'sent' })
  })

  it('ORD-08 needs a tick in a plan', async () => {
    const rig = await startAsked()
    const plan = await rig.call().planShipments({ shipments: [parcel()] })
    expect(plan.cautions.first).toEqual([
      { sku: '1', message: 'The buyer asked to cancel this order. Ship it anyway?' },
    ])
    await rig.runs().startRun({ planToken: plan.planToken, cautions: 'confirmed' })
    await rig.clock.advance(60_000)
    expect(rig.platform.count('createShippingFulfillment')).toBe(1)
  })

  it('ORD-08 since it was entered is not shipped', async () => {
    const rig = await start()
    rig.platform.put(order('1', asked))
    await expect(ship(rig, parcel())).rejects.toThrow('asked to cancel')
    expect(rig.platform.count('createShippingFulfillment')).toBe(0)
  })
})

it('FACT-168 ORD-08 an order for pick-up is not to ship, and is not marked as shipped', async () => {
  const rig = await start(
    order('1', {
      fulfillmentStartInstructions: [
        { fulfillmentInstructionsType: 'PREPARE_FOR_PICKUP', pickupStep: { merchantLocationKey: 'shop' } },
      ],
    }),
  )
  expect((await rig.call().orders({ ...firstPage, view: 'toShip' })).total).toBe(0)
  expect((await rig.call().order({ orderId: '1' }))?.stage).toBe('toPickUp')
  expect(rig.feature().buyersWith('open')).toEqual(['anna_wolle'])
  expect(rig.feature().buyersWith('notShipped')).toEqual([])
  await expect(ship(rig, parcel())).rejects.toThrow('picks this order up')
})

it('FACT-168 ORD-08 an order for pick-up that an earlier version stored is no longer to ship', async () => {
  const rig = await start(
    order('1', { fulfillmentStartInstructions: [{ fulfillmentInstructionsType: 'PREPARE_FOR_PICKUP' }] }),
  )
  rig.database.run(`UPDATE orders SET stage = 'toShip', view = json_set(view, '$.stage', 'toShip')`)
  rig.database.run(`UPDATE order_reading SET value = '{"version":1}' WHERE name = 'kept'`)
  await rig.restart()
  expect((await rig.call().orders({ ...firstPage, view: 'toShip' })).total).toBe(0)
})

it('ORD-08 a shipment that 0.3 stored is still read, with the order’s request to cancel confirmed', () => {
  const stored = { orderId: '1', carrier: 'UPS', trackingNumber: UPS, lines: [], isRest: true, shippedAtMs: 0 }
  expect(shipmentPayloadSchema.parse(stored)).toMatchObject({ isFurther: false, despiteCancel: true })
})

it('FACT-167 ORD-07 an order is found by its legacy number, in pasted lines and in the search', async () => {
  const rig = await start(
    order('11-10001-00001', {
      legacyOrderId: '110012345678-28005512345',
      lineItems: [line('a', { legacyItemId: '110012345678', lineItemId: '10000000001' })],
    }),
  )
  const { rows } = await rig.call().readShipments({
    text: `110012345678-28005512345,UPS,${UPS}`,
    orderIds: [],
    answers: [],
  })
  expect(rows[0]).toMatchObject({ orderId: '11-10001-00001', problem: null })
  expect((await rig.call().orders({ ...firstPage, search: '28005512345' })).total).toBe(1)
})

it('ORD-07 the carrier used last for a buyer’s country comes first', async () => {
  const rig = await start(order('1'), order('2'))
  await ship(rig, parcel({ carrier: 'GLS', trackingNumber: 'GLS0000001' }))
  await rig.clock.advance(1)
  expect((await rig.call().carriers({ orderId: '2' })).carriers[0]?.code).toBe('GLS')
  expect((await rig.call().carriers({})).carriers[0]?.code).toBe('USPS')
})

it('ORD-07 after sending, the carrier is named as people write it, in the reply too', async () => {
  const rig = await start()
  await ship(rig, parcel({ carrier: 'RoyalMail', trackingNumber: 'RB123456785GB' }))
  await rig.clock.advance(1)
  expect((await rig.call().order({ orderId: '1' }))?.shipments[0]?.carrier).toBe('Royal Mail')
  const { values } = await rig.call().replyValues({ buyer: 'anna_wolle', listingId: null, language: null })
  expect(values.carrier).toBe('Royal Mail')
})

it('ORD-06 ORD-07 a line is offered the orders of the name in the address, which it doesn’t return', async () => {
  const rig = await start(order('1'), order('2', { buyer: { username: 'ben' } }))
  const text = '9400110200881234567896 A. Hidden'
  const { rows } = await rig.call().readShipments({ text, orderIds: [], answers: [] })
  expect(rows[0]?.choices.map(({ orderId }) => orderId)).toEqual(['1', '2'])
  expect(JSON.stringify(rows[0]?.choices)).not.toContain('Hidden')
})

it('ORD-08 numbers alone go to the parcels of the list: one number for orders that are packed together', async () => {
  const rig = await start(order('1'), order('2'), order('3', { buyer: { username: 'ben' } }))
  const text = `${UPS}\nRB123456785GB`
  const { rows } = await rig.call().readShipments({ text, orderIds: ['1', '2', '3'], answers: [] })
  expect(rows.map(({ orderId, trackingNumber }) => [orderId, trackingNumber])).toEqual([
    ['1', UPS],
    ['2', UPS],
    ['3', 'RB123456785GB'],
  ])
})
