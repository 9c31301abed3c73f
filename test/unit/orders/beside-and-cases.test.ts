import { describe, expect, it } from 'vitest'
import { erasePersons, findPersons } from '../../../main/erasure/erase.ts'
import { ordersPersonalData } from '../../../main/orders/personal-data.ts'
import { orderColumns } from '../../../shared/orders/order-list.ts'
import { everything, firstPage, line, openOrders, order } from './orders-rig.ts'

const about = (buyer: string, listingId: string | null) => ({ buyer, listingId })
const valuesOf = async (rig: ReturnType<typeof openOrders>, listingId: string | null, language: string | null = null) =>
  rig.call().replyValues({ ...about('anna_wolle', listingId), language })

describe('the orders beside a conversation', () => {
  it('ORD-02 are the buyer’s, those of its listing first, and none of others', async () => {
    const rig = openOrders()
    rig.platform.put(order('1', { creationDate: '2026-11-20T00:00:00.000Z' }))
    rig.platform.put(order('2'))
    rig.platform.put(order('3', { buyer: { username: 'ben' } }))
    await rig.start()
    const { orders, total } = await rig.call().beside(about('anna_wolle', 'listing-1'))
    expect(orders.map(({ orderId, isAboutListing }) => [orderId, isAboutListing])).toEqual([
      ['1', true],
      ['2', false],
    ])
    expect(total).toBe(2)
  })

  it('ORD-02 are found after the buyer was renamed, by each name once', async () => {
    const rig = openOrders({ namesOf: (buyer) => [buyer, 'anna_wolle'] })
    rig.platform.put(order('1'))
    rig.platform.put(order('2', { buyer: { username: 'anna_new' } }))
    rig.platform.put(order('3', { buyer: { username: 'ben' } }))
    await rig.start()
    const { orders, total } = await rig.call().beside(about('anna_new', 'listing-1'))
    expect(orders.map(({ orderId }) => orderId)).toEqual(['1', '2'])
    expect(total).toBe(2)
  })

  it('ORD-02 are all counted and at most twenty are shown, the listing’s first', async () => {
    const rig = openOrders()
    for (let n = 1; n <= 25; n += 1) rig.platform.put(order(String(n)))
    await rig.start()
    const { orders, total } = await rig.call().beside(about('anna_wolle', 'listing-25'))
    expect([orders.length, total, orders[0]?.orderId]).toEqual([20, 25, '25'])
  })

  it('ORD-02 are none for a buyer without orders, or without a name', async () => {
    const rig = openOrders()
    rig.platform.put(order('1', { buyer: null }))
    await rig.start()
    expect(await rig.call().beside(about('ben', 'listing-1'))).toMatchObject({ orders: [], total: 0 })
    expect(await rig.call().beside({ buyer: null, listingId: 'listing-1' })).toMatchObject({ orders: [], total: 0 })
  })

  it('FACT-14 ORD-02 are not guessed from the listing where a buyer is an immutable id in one service only', async () => {
    const rig = openOrders()
    rig.platform.put(order('1', { buyer: { username: 'anna_wolle' } }))
    await rig.start()
    const id = 'zG1IFrOKRy6NMSc2KxsZ'
    expect((await rig.call().beside(about(id, 'listing-1'))).orders).toEqual([])
  })

  it('ORD-02 narrow the inbox to buyers with open, unshipped or late orders', async () => {
    const rig = openOrders()
    rig.platform.put(order('1'))
    rig.platform.put(order('2', { buyer: { username: 'ben' }, orderFulfillmentStatus: 'FULFILLED' }))
    await rig.start()
    expect(rig.feature().buyersWith('notShipped')).toEqual(['anna_wolle'])
    expect(rig.feature().buyersWith('late')).toEqual([])
    expect([...rig.feature().buyersWith('open')].sort()).toEqual(['anna_wolle', 'ben'])
    await rig.clock.advance(4 * 24 * 3_600_000)
    expect(rig.feature().buyersWith('late')).toEqual(['anna_wolle'])
  })
})

describe('the values of a reply', () => {
  it('FACT-138 ORD-05 are the order’s number, ship-by date and delivery estimate', async () => {
    const rig = openOrders()
    rig.platform.put(order('1'))
    await rig.start()
    expect(await valuesOf(rig, 'listing-1')).toEqual({
      orderId: '1',
      parcel: 'notSent',
      choices: [],
      item: 'Lamp 1',
      values: {
        order: '1',
        carrier: null,
        tracking: null,
        shipBy: 'November 24, 2026',
        delivery: 'November 27, 2026 – December 1, 2026',
      },
    })
  })

  it.each([
    ['de', '24. November 2026'],
    ['fr', '24 novembre 2026'],
    ['en', 'November 24, 2026'],
    [null, 'November 24, 2026'],
    ['not a language', 'November 24, 2026'],
  ])('ORD-05 has dates in the buyer’s language (%s), else as in the marketplace', async (language, shipBy) => {
    const rig = openOrders()
    rig.platform.put(order('1'))
    await rig.start()
    expect((await valuesOf(rig, 'listing-1', language)).values.shipBy).toBe(shipBy)
  })

  it('ORD-05 promise no date that is past', async () => {
    const rig = openOrders()
    const past = '2026-11-01T00:00:00.000Z'
    const dates = { shipByDate: past, minEstimatedDeliveryDate: past, maxEstimatedDeliveryDate: past }
    rig.platform.put(order('1', { lineItems: [line('1', { lineItemFulfillmentInstructions: dates })] }))
    await rig.start()
    expect(await valuesOf(rig, 'listing-1')).toMatchObject({
      parcel: 'notSent',
      values: { shipBy: null, delivery: null },
    })
  })

  it.each([
    ['NOT_STARTED', 'PAID', 'notSent'],
    ['IN_PROGRESS', 'PAID', 'partlySent'],
    ['FULFILLED', 'PAID', 'sent'],
    ['NOT_STARTED', 'PENDING', null],
    ['FULFILLED', 'FULLY_REFUNDED', null],
  ])('ORD-05 say whether the parcel was sent: %s, %s', async (orderFulfillmentStatus, orderPaymentStatus, parcel) => {
    const rig = openOrders()
    rig.platform.put(order('1', { orderFulfillmentStatus, orderPaymentStatus }))
    await rig.start()
    expect((await valuesOf(rig, 'listing-1')).parcel).toBe(parcel)
  })

  it('ORD-05 are unknown where several orders are possible, so that no reply names the wrong parcel', async () => {
    const rig = openOrders()
    rig.platform.put(order('1', { lineItems: [line('same')] }))
    rig.platform.put(order('2', { lineItems: [line('same')] }))
    await rig.start()
    const found = await valuesOf(rig, 'listing-same')
    expect(found).toMatchObject({ orderId: null, parcel: null, values: { order: null } })
    expect(found.choices.map(({ orderId }) => orderId).sort()).toEqual(['1', '2'])
    const input = { ...about('anna_wolle', 'listing-same'), language: null, orderId: '2' }
    expect(await rig.call().replyValues(input)).toMatchObject({ orderId: '2', choices: [], values: { order: '2' } })
  })

  it('ORD-05 name the thing that was ordered, and none of several', async () => {
    const rig = openOrders()
    rig.platform.put(order('1', { lineItems: [{ ...line('one'), title: 'Blue vase' }] }))
    rig.platform.put(order('2', { lineItems: [line('two'), line('three')] }))
    await rig.start()
    expect((await valuesOf(rig, 'listing-one')).item).toBe('Blue vase')
    expect(await valuesOf(rig, 'listing-two')).toMatchObject({ orderId: '2', item: null })
  })

  it('ORD-05 offer the buyer’s other orders where none is about the listing, and choose none', async () => {
    const rig = openOrders()
    rig.platform.put(order('1'))
    await rig.start()
    const found = await valuesOf(rig, 'another')
    expect(found).toMatchObject({ orderId: null, choices: [{ orderId: '1' }] })
  })

  it('ORD-05 are unknown for a buyer without orders', async () => {
    const rig = openOrders()
    await rig.start()
    expect(await valuesOf(rig, 'listing-1')).toMatchObject({ orderId: null, parcel: null, choices: [] })
  })

  it('FACT-139 ORD-05 name no carrier that the platform did not return', async () => {
    const rig = openOrders()
    rig.platform.put(order('1'))
    rig.platform.fulfillments.set('1', [
      { fulfillmentId: 'X1', shipmentTrackingNumber: 'X1', lineItems: [{ lineItemId: 'line-1', quantity: 1 }] },
    ])
    await rig.start()
    await rig.clock.advance(1_000)
    expect((await valuesOf(rig, 'listing-1')).values).toMatchObject({ tracking: 'X1', carrier: null })
  })
})

describe('an address', () => {
  it('ORD-06 is returned where it is asked for, and is in no list, search, export or log', async () => {
    const rig = openOrders()
    rig.platform.put(order('1'))
    await rig.start()
    expect(await rig.call().address({ orderId: '1' })).toEqual({
      lines: ['Anna Hidden', 'Secret Lane 5', 'Hideville, 95125', 'United States'],
      phone: '555-0100',
    })
    for (const search of ['Secret', 'Hideville', 'Hidden', '95125']) {
      expect((await rig.call().orders({ ...firstPage, search })).total).toBe(0)
    }
    const { text } = await rig.call().exportCsv({ ...everything, columns: [...orderColumns] })
    const shown = JSON.stringify([await rig.call().order({ orderId: '1' }), rig.log, text])
    expect(shown).not.toMatch(/Secret Lane|Hideville|Anna Hidden|555-0100|hidden\.invalid/)
    expect(text).toContain('anna_wolle')
  })

  it('ORD-06 PLT-18 goes with its buyer’s erasure, and the sale stays', async () => {
    const rig = openOrders()
    rig.platform.put(order('1', { buyerCheckoutNotes: 'Ring at Anna’s door' }))
    await rig.start()
    erasePersons(rig.database, [ordersPersonalData], {
      names: ['anna_wolle'],
      subjects: ['order:1'],
      untilMs: new Map(),
      rows: new Map(),
    })
    const tables = ['orders', 'order_contacts', 'order_lines', 'order_carriers', 'order_cases']
    const rest = JSON.stringify(tables.map((table) => rig.database.all(`SELECT * FROM ${table}`)))
    expect(rest).not.toMatch(/anna|Hidden|Secret|door/i)
    expect((await rig.call().orders({ ...firstPage, search: 'anna_wolle' })).total).toBe(0)
    expect((await rig.call().orders(firstPage)).rows).toMatchObject([{ orderId: '1', total: { value: '25.00' } }])
  })
})

describe('the orders of a closed account', () => {
  const tables = ['orders', 'order_contacts', 'order_lines', 'order_carriers', 'order_cases']
  const readTables = (rig: ReturnType<typeof openOrders>): string =>
    JSON.stringify(tables.map((table) => rig.database.all(`SELECT * FROM ${table}`)))
  const personal = /anna|Hidden|Secret|door|TRACK1/i
  const ofAnna = (more = {}) => order('1', { buyerCheckoutNotes: 'Ring at Anna’s door', ...more })

  const openErased = async () => {
    const erasedNames = new Set<string>()
    const rig = openOrders({ erasedNames })
    rig.platform.put(ofAnna())
    rig.platform.fulfillments.set('1', [
      {
        fulfillmentId: 'TRACK1',
        shipmentTrackingNumber: 'TRACK1',
        shippedDate: '2026-11-20T11:00:00.000Z',
        lineItems: [{ lineItemId: 'line-1', quantity: 1 }],
      },
    ])
    rig.platform.cases.set('searchReturns', [
      {
        returnId: 5,
        buyerLoginName: 'anna_wolle',
        orderId: '1',
        state: 'RETURN_REQUESTED',
        creationInfo: { item: { itemId: 'listing-1' }, creationDate: { value: '2026-11-20T00:00:00Z' } },
        sellerResponseDue: { activityDue: 'SELLER_APPROVE_REQUEST', respondByDate: { value: '2026-11-24T00:00:00Z' } },
      },
    ])
    await rig.start()
    await rig.clock.advance(1_000)
    expect(readTables(rig)).toMatch(/anna_wolle.*TRACK1/s)
    erasedNames.add('anna_wolle')
    erasePersons(rig.database, [ordersPersonalData], {
      names: ['anna_wolle'],
      subjects: ['order:1'],
      untilMs: new Map(),
      rows: new Map(),
    })
    expect(readTables(rig)).not.toMatch(personal)
    return rig
  }

  it('SEC-10 ORD-06 stay without the person after the next reading of the list or of one order, and stay shipped', async () => {
    const rig = await openErased()
    rig.platform.put(ofAnna({ lastModifiedDate: '2026-11-20T12:00:00.000Z', orderPaymentStatus: 'PARTIALLY_REFUNDED' }))
    await rig.call().refresh({})
    await rig.clock.advance(1_000)
    expect(readTables(rig)).not.toMatch(personal)
    await rig.call().refreshOrder({ orderId: '1' })
    expect(readTables(rig)).not.toMatch(personal)
    expect((await rig.call().orders({ ...firstPage, search: 'anna_wolle' })).total).toBe(0)
    expect((await rig.call().orders({ ...firstPage, search: 'TRACK1' })).total).toBe(0)
    await rig.clock.advance(1_000)
    expect((await rig.call().orders(firstPage)).rows).toMatchObject([
      {
        orderId: '1',
        buyer: null,
        stage: 'shipped',
        refunded: 'part',
        shippedAtMs: Date.parse('2026-11-20T11:00:00Z'),
      },
    ])
  })

  it('SEC-10 stay without the person after the check of another shipment', async () => {
    const rig = await openErased()
    rig.platform.put(
      ofAnna({ lastModifiedDate: '2026-11-20T12:00:00.000Z', lineItems: [line('1', { quantity: 1 }), line('2')] }),
    )
    await rig.call().refresh({})
    await rig.clock.advance(1_000)
    const shipping = rig.call().ship({ orderId: '1', carrier: 'DHL', trackingNumber: 'PARCEL2', lines: null })
    await rig.clock.advance(1_000)
    expect(await shipping).toMatchObject({ state: 'sent' })
    expect(rig.platform.count('createShippingFulfillment')).toBe(1)
    expect(readTables(rig)).not.toMatch(personal)
  })

  it('SEC-10 are still found by an erasure that is under way', async () => {
    const erasedNames = new Set<string>()
    const rig = openOrders({ erasedNames })
    rig.platform.put(ofAnna())
    await rig.start()
    erasedNames.add('anna_wolle')
    await rig.call().refreshOrder({ orderId: '1' })
    const { names } = await findPersons(rig.database, [ordersPersonalData], (name) => name === 'anna_wolle')
    expect(names).toEqual(['anna_wolle'])
  })

  it('SEC-10 keep what is due of a return without its buyer', async () => {
    const rig = await openErased()
    await rig.call().refresh({})
    expect(readTables(rig)).not.toMatch(personal)
    expect((await rig.call().cases({ openOnly: true, offset: 0, limit: 10 })).cases).toMatchObject([
      { caseId: '5', orderId: '1', buyer: null, todo: 'Answer the return request' },
    ])
  })
})

describe('returns, missing parcels and cancellation requests', () => {
  const fill = (rig: ReturnType<typeof openOrders>): void => {
    rig.platform.cases.set('searchReturns', [
      {
        returnId: 5,
        buyerLoginName: 'anna_wolle',
        orderId: '1',
        state: 'RETURN_REQUESTED',
        creationInfo: {
          item: { itemId: 'listing-1' },
          reason: 'DEFECTIVE_ITEM',
          creationDate: { value: '2026-11-20T00:00:00Z' },
        },
        sellerResponseDue: { activityDue: 'SELLER_APPROVE_REQUEST', respondByDate: { value: '2026-11-24T00:00:00Z' } },
      },
    ])
    rig.platform.cases.set('searchInquiries', [
      {
        inquiryId: '9',
        buyer: 'anna_wolle',
        itemId: 'listing-1',
        inquiryStatusEnum: 'OPEN',
        respondByDate: '2026-11-23T00:00:00Z',
      },
    ])
    rig.platform.cases.set('searchCancellations', [
      { cancelId: '7', legacyOrderId: '1', cancelState: 'CLOSED', cancelStatus: 'CANCEL_REJECTED' },
    ])
  }

  it('ORD-04 are shown with what is due and when, the earliest first', async () => {
    const rig = openOrders()
    rig.platform.put(order('1'))
    fill(rig)
    await rig.start()
    await rig.call().refresh({})
    const { cases } = await rig.call().cases({ openOnly: true, offset: 0, limit: 10 })
    expect(cases.map(({ type, caseId, orderId, todo, dueAtMs }) => [type, caseId, orderId, todo, dueAtMs])).toEqual([
      ['inquiry', '9', '1', 'Say where the parcel is, or refund the buyer', Date.UTC(2026, 10, 23)],
      ['return', '5', '1', 'Answer the return request', Date.UTC(2026, 10, 24)],
    ])
    expect((await rig.call().counts({})).casesDue).toBe(2)
    expect((await rig.call().orders(firstPage)).rows[0]?.openCase?.caseId).toBe('9')
  })

  it.each([
    ['its order id', '1'],
    ['the legacy id of a single item', '4711-77'],
  ])('ORD-04 a buyer’s request to cancel is found by %s, with the order’s buyer', async (_, legacyOrderId) => {
    const rig = openOrders()
    rig.platform.put(order('1', { lineItems: [{ ...line('1'), legacyItemId: '4711', lineItemId: '4711-77' }] }))
    rig.platform.cases.set('searchCancellations', [
      {
        ...{ cancelId: '7', legacyOrderId, requestorType: 'BUYER', cancelState: 'APPROVAL_PENDING' },
        ...{ cancelStatus: 'CANCEL_REQUESTED', sellerResponseDueDate: { value: '2026-11-23T00:00:00Z' } },
      },
    ])
    await rig.start()
    await rig.call().refresh({})
    await rig.call().refresh({})
    const { cases } = await rig.call().cases({ openOnly: true, offset: 0, limit: 10 })
    expect(cases).toMatchObject([
      {
        ...{ type: 'cancellation', orderId: '1', buyer: 'anna_wolle', todo: 'Accept or decline the cancellation' },
        dueAtMs: Date.UTC(2026, 10, 23),
      },
    ])
  })

  it.each([
    ['by themselves', (rig: ReturnType<typeof openOrders>) => rig.clock.advance(16 * 60_000)],
    ['for the seller', async (rig: ReturnType<typeof openOrders>) => void (await rig.call().refresh({}))],
  ])('ORD-04 are read again at once after a change that is announced while they are read %s', async (_, read) => {
    const rig = openOrders()
    await rig.start()
    let isAnnounced = false
    rig.platform.state.before = async (operation) => {
      // Returns and inquiries were read before.
      if (operation !== 'searchCancellations' || isAnnounced) return
      isAnnounced = true
      fill(rig)
      rig.feature().casesChanged()
    }
    await read(rig)
    await rig.clock.advance(1_000)
    expect(await rig.call().cases({ openOnly: true, offset: 0, limit: 10 })).toMatchObject({ total: 2 })
  })

  it('FACT-15 FACT-141 ORD-04 are read with IAF, the marketplace, the buyer’s role and windows of ninety days', async () => {
    const rig = openOrders()
    await rig.start()
    const found = rig.platform.requests.filter(({ service }) => service === 'postOrder')
    expect(found.map(({ operation }) => operation)).toEqual(['searchReturns', 'searchInquiries', 'searchCancellations'])
    for (const { tokenScheme, headers, url, method } of found) {
      expect([tokenScheme, headers['x-ebay-c-marketplace-id'], method]).toEqual(['IAF', 'EBAY_US', 'GET'])
      const parameters = new URL(url).searchParams
      const from = parameters.get('creation_date_range_from') ?? parameters.get('inquiry_creation_date_range_from')
      expect(rig.clock.nowMs() - Date.parse(from ?? '')).toBeLessThan(90 * 24 * 3_600_000)
    }
    expect(new URL(found[2]?.url ?? '').searchParams.get('role')).toBe('BUYER')
  })

  it('FACT-141 ORD-04 are not read in the sandbox, which has none', async () => {
    const rig = openOrders({ kind: 'sandbox' })
    await rig.start()
    expect(rig.platform.requests.filter(({ service }) => service === 'postOrder')).toEqual([])
    expect((await rig.call().reading({})).cases.canRead).toBe(false)
  })
})
