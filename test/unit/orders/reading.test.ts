import { describe, expect, it } from 'vitest'
import { firstPage, line, openOrders, order } from './orders-rig.ts'

const MINUTE_MS = 60_000

const idsOf = async (rig: ReturnType<typeof openOrders>): Promise<readonly string[]> =>
  (await rig.call().orders(firstPage)).rows.map(({ orderId }) => orderId)

describe('reading orders', () => {
  it('FACT-136 ORD-01 asks for pages of 200 by the modification date alone, ninety days back at first', async () => {
    const rig = openOrders()
    await rig.start()
    const [request] = rig.platform.requests.filter(({ operation }) => operation === 'getOrders')
    const parameters = new URL(request?.url ?? '').searchParams
    const since = new Date(rig.clock.nowMs() - 1 - 90 * 24 * 60 * MINUTE_MS).toISOString()
    expect(Object.fromEntries(parameters)).toEqual({
      filter: `lastmodifieddate:[${since}..]`,
      limit: '200',
      offset: '0',
    })
  })

  it('ORD-01 reads only what changed since the newest change, with an overlap', async () => {
    const rig = openOrders()
    rig.platform.put(order('1', { lastModifiedDate: '2026-11-21T08:00:00.000Z' }))
    await rig.start()
    await rig.call().refresh({})
    const last = rig.platform.requests.filter(({ operation }) => operation === 'getOrders').at(-1)
    expect(new URL(last?.url ?? '').searchParams.get('filter')).toBe('lastmodifieddate:[2026-11-21T07:45:00.000Z..]')
  })

  it('ORD-01 checks the list soon after a notification of a sale that names no order, once for many', async () => {
    const rig = openOrders()
    await rig.start()
    const before = rig.platform.count('getOrders')
    rig.platform.put(order('9', { lastModifiedDate: new Date(rig.clock.nowMs()).toISOString() }))
    rig.feature().saleArrived()
    await rig.clock.advance(3_000)
    rig.feature().saleArrived()
    await rig.clock.advance(3_000)
    expect(await idsOf(rig)).toEqual(['9'])
    expect(rig.platform.count('getOrders')).toBe(before + 1)
  })

  it('ORD-11 keeps unknown fields apart from the record, with the contact data', async () => {
    const rig = openOrders()
    rig.platform.put(order('1', { newField: { of: ['tomorrow'] } }))
    await rig.start()
    const [record] = rig.database.column<string>('SELECT record FROM orders')
    expect(JSON.parse(record ?? '')).toMatchObject({ orderPaymentStatus: 'PAID' })
    expect(record).not.toContain('newField')
    const [contact] = rig.database.column<string>('SELECT detail FROM order_contacts')
    expect(JSON.parse(contact ?? '')).toMatchObject({ '/newField': { of: ['tomorrow'] } })
  })

  it('ORD-11 splits orders and cases that an earlier version stored whole', async () => {
    const rig = openOrders()
    rig.database.run(
      `INSERT INTO orders (id, order_id, source, record, fulfillments, read_at_ms, stage) VALUES (7, '7', 'platform', ?, ?, 1, 'shipped')`,
      [
        JSON.stringify({ orderId: '7', buyerCheckoutNotes: 'Secret door' }),
        JSON.stringify([{ shipTo: 'Secret Lane' }]),
      ],
    )
    rig.database.run(`INSERT INTO order_contacts VALUES (7, '{"/buyer/taxAddress":{}}')`)
    rig.database.run(
      `INSERT INTO order_cases (type, case_id, is_open, is_due, record, read_at_ms) VALUES ('return', '1', 0, 0, ?, 1)`,
      [JSON.stringify({ view: { state: 'CLOSED' }, raw: { comment: 'Secret wish' } })],
    )
    await rig.start()
    const stored = JSON.stringify(rig.database.all('SELECT record, fulfillments FROM orders WHERE id = 7'))
    expect(stored).not.toContain('Secret')
    expect(rig.database.column('SELECT record FROM order_cases')).toEqual(['{"view":{"state":"CLOSED"}}'])
    const [contact] = rig.database.column<string>('SELECT detail FROM order_contacts WHERE order_row = 7')
    expect(JSON.parse(contact ?? '')).toEqual({ '/buyer/taxAddress': {}, '/buyerCheckoutNotes': 'Secret door' })
    expect(await rig.call().order({ orderId: '7' })).toMatchObject({ buyerNote: 'Secret door' })
  })

  it('ORD-01 checks every few minutes while orders are in use, and rarely otherwise', async () => {
    const rig = openOrders()
    await rig.start()
    await rig.clock.advance(29 * MINUTE_MS)
    expect(rig.platform.count('getOrders')).toBe(1)
    await rig.clock.advance(2 * MINUTE_MS)
    expect(rig.platform.count('getOrders')).toBe(2)
    await rig.call().reportUse({})
    await rig.clock.advance(9 * MINUTE_MS)
    expect(rig.platform.count('getOrders')).toBeGreaterThanOrEqual(4)
  })

  it('FACT-118 ORD-01 reads a notified order at once, and again while the platform answers 404', async () => {
    const rig = openOrders()
    await rig.start()
    rig.feature().orderChanged('late')
    await rig.clock.advance(4_000)
    expect(rig.platform.count('getOrder')).toBe(2)
    expect((await rig.call().reading({})).awaited).toBe(1)
    rig.platform.put(order('late'))
    await rig.clock.advance(10_000)
    expect(await idsOf(rig)).toEqual(['late'])
    expect((await rig.call().reading({})).awaited).toBe(0)
  })

  it('ORD-01 counts a sale once that a notification and a check both report', async () => {
    const rig = openOrders()
    await rig.start()
    rig.platform.put(
      order('1', { creationDate: '2026-11-21T09:00:00.000Z', lastModifiedDate: '2026-11-21T09:00:00.000Z' }),
    )
    rig.feature().orderChanged('1')
    await rig.clock.advance(1_000)
    await rig.call().refresh({})
    const { days } = await rig.call().salesByDay({ startsMs: [Date.UTC(2026, 10, 21), Date.UTC(2026, 10, 22)] })
    expect(days).toEqual([
      { startMs: Date.UTC(2026, 10, 21), orders: 1, totals: [{ value: '25.00', currency: 'USD' }] },
    ])
    expect(rig.newOrders).toEqual(['1'])
  })

  it('ORD-01 counts no sale that was cancelled or refunded in full', async () => {
    const rig = openOrders()
    const created = { creationDate: '2026-11-21T09:00:00.000Z' }
    rig.platform.put(order('refunded', { ...created, orderPaymentStatus: 'FULLY_REFUNDED' }))
    rig.platform.put(order('cancelled', { ...created, cancelStatus: { cancelState: 'CANCELED', cancelRequests: [] } }))
    rig.platform.put(order('sold', created))
    await rig.start()
    const { days } = await rig.call().salesByDay({ startsMs: [Date.UTC(2026, 10, 21), Date.UTC(2026, 10, 22)] })
    expect(days.map(({ orders }) => orders)).toEqual([1])
  })

  it('ORD-01 announces orders that a check finds, except those of the first reading', async () => {
    const rig = openOrders()
    rig.platform.put(order('old'))
    await rig.start()
    rig.platform.put(order('new', { lastModifiedDate: '2026-11-21T09:00:00.000Z' }))
    await rig.call().refresh({})
    expect(rig.newOrders).toEqual(['new'])
  })

  it('FACT-137 ORD-01 reads one order alone where the list leaves its request to cancel empty', async () => {
    const rig = openOrders()
    const cancelRequests = [
      { cancelRequestState: 'REQUESTED', cancelInitiator: 'Buyer', cancelReason: 'BUYER_ASKED_CANCEL' },
    ]
    rig.platform.put(order('1', { cancelStatus: { cancelState: 'IN_PROGRESS', cancelRequests } }))
    await rig.start()
    await rig.clock.advance(1_000)
    expect((await rig.call().order({ orderId: '1' }))?.cancel).toMatchObject({
      state: 'requested',
      by: 'buyer',
      reason: 'BUYER_ASKED_CANCEL',
    })
    // The next list is empty again, and must not hide what is known.
    rig.platform.touch('1')
    rig.platform.failNext('getOrder', 'offline')
    await rig.call().refresh({})
    expect((await rig.call().order({ orderId: '1' }))?.cancel?.state).toBe('requested')
  })

  it('ORD-01 reads ninety earlier days on demand, until the platform keeps nothing earlier', async () => {
    const rig = openOrders()
    rig.platform.put(
      order('old', { lastModifiedDate: '2026-07-01T00:00:00.000Z', creationDate: '2026-07-01T00:00:00.000Z' }),
    )
    await rig.start()
    expect(await idsOf(rig)).toEqual([])
    await rig.call().readEarlier({})
    expect(await idsOf(rig)).toEqual(['old'])
    for (let count = 0; count < 8; count += 1) await Promise.resolve(rig.call().readEarlier({})).catch(() => undefined)
    expect((await rig.call().reading({})).earlierFromMs).toBeNull()
    await expect(rig.call().readEarlier({})).rejects.toThrow('two years')
  })

  it('ORD-01 earlier orders that are read during a check stay read', async () => {
    const rig = openOrders()
    await rig.start()
    const held = Promise.withResolvers<void>()
    rig.platform.state.before = () => held.promise
    const checked = Promise.resolve(rig.call().refresh({}))
    await rig.clock.advance(0)
    rig.platform.state.before = async () => undefined
    await rig.call().readEarlier({})
    const { completeFromMs } = await rig.call().reading({})
    held.resolve()
    await checked
    expect(await rig.call().reading({})).toMatchObject({ completeFromMs, completeToMs: rig.clock.nowMs() })
  })

  it('ORD-01 says up to when the orders are complete, and why they could not be read', async () => {
    const rig = openOrders()
    rig.platform.failNext('getOrders', 'offline')
    await rig.start()
    expect(await rig.call().reading({})).toMatchObject({ completeToMs: null, problem: { kind: 'offline' } })
    await rig.call().refresh({})
    expect(await rig.call().reading({})).toMatchObject({ completeToMs: rig.clock.nowMs(), problem: null })
  })

  const readings: readonly (readonly [string, (rig: ReturnType<typeof openOrders>) => Promise<unknown>])[] = [
    ['by itself', (rig) => rig.clock.advance(30 * 60_000)],
    ['for the seller', (rig) => Promise.resolve(rig.call().refresh({}))],
  ]

  it.each(readings)('ORD-01 a sale announced while the list is read %s is looked for soon after', async (_, read) => {
    const rig = openOrders()
    await rig.start()
    let isAnnounced = false
    rig.platform.state.before = async (operation) => {
      if (operation === 'getOrders' && !isAnnounced) rig.feature().saleArrived()
      isAnnounced ||= operation === 'getOrders'
    }
    await read(rig)
    expect(isAnnounced).toBe(true)
    const atMs = new Date(rig.clock.nowMs()).toISOString()
    rig.platform.put(order('1', { lastModifiedDate: atMs, creationDate: atMs }))
    await rig.clock.advance(10_000)
    expect(await idsOf(rig)).toEqual(['1'])
  })

  it('ORD-01 ORD-04 says apart why the orders and why the cases could not be read', async () => {
    const rig = openOrders()
    await rig.start()
    rig.platform.failNext('getOrders', 'offline')
    await rig.call().refresh({})
    expect(await rig.call().reading({})).toMatchObject({ problem: { kind: 'offline' }, cases: { problem: null } })
    rig.platform.failNext('searchCancellations', 'offline')
    await rig.call().refresh({})
    expect(await rig.call().reading({})).toMatchObject({ problem: null, cases: { problem: { kind: 'offline' } } })
  })

  it.each([
    ['a year ahead', 366],
    ['five years behind', -5 * 366],
  ])('ORD-01 reads all orders of the platform’s last ninety days with a clock that is %s', async (_, days) => {
    const rig = openOrders()
    rig.platform.put(order('1'))
    rig.platform.put(order('2'))
    rig.clock.jump(days * 24 * 3_600_000)
    await rig.start()
    expect(await rig.call().orders(firstPage)).toMatchObject({ total: 2 })
    expect(await rig.call().reading({})).toMatchObject({ problem: null, completeToMs: expect.any(Number) })
    // The next reading looks from the platform's time on.
    rig.platform.put(order('3', { lastModifiedDate: new Date(Date.UTC(2026, 10, 21)).toISOString() }))
    await rig.call().refresh({})
    expect(await rig.call().orders(firstPage)).toMatchObject({ total: 3 })
  })

  it('ORD-01 makes orders of the notifications of sales where the platform has none, marked as such', async () => {
    const rig = openOrders({ platform: 'neutral' })
    const sold = { listingId: '77', sku: 'CAM-1', transactionId: '5', buyer: 'anna_wolle', title: 'Camera' }
    rig.sales.push({
      eventId: 3,
      notices: [{ atMs: rig.clock.nowMs(), format: 'soap', sold: [{ ...sold, price: '62.50', currency: 'USD' }] }],
    })
    await rig.start()
    rig.feature().saleArrived()
    const { rows } = await rig.call().orders(firstPage)
    expect(rows).toMatchObject([
      { source: 'notification', buyer: 'anna_wolle', stage: 'unknown', total: null, lines: [{ title: 'Camera' }] },
    ])
    expect(rig.platform.requests).toEqual([])
    await expect(rig.call().refresh({})).rejects.toThrow('no orders')
  })
})

describe('an order that is not as expected', () => {
  it('ORD-01 shows an order without a buyer, and nothing that it does not say', async () => {
    const rig = openOrders()
    const { buyer: _, pricingSummary: __, ...rest } = order('1', { lineItems: [{ lineItemId: 'a' }] })
    rig.platform.put(rest)
    await rig.start()
    expect((await rig.call().orders(firstPage)).rows).toMatchObject([
      {
        buyer: null,
        total: null,
        delivery: null,
        shipByMs: null,
        lines: [{ title: null, quantity: null, price: null }],
      },
    ])
    expect(await rig.call().beside({ buyer: null, listingId: null })).toMatchObject({ orders: [], total: 0 })
  })

  it('ORD-02 lists the first lines of an order with forty, and shows all of them on its page', async () => {
    const rig = openOrders()
    rig.platform.put(order('1', { lineItems: Array.from({ length: 40 }, (_, index) => line(`n${index}`)) }))
    await rig.start()
    const [row] = (await rig.call().orders(firstPage)).rows
    expect([row?.lines.length, row?.lineCount]).toEqual([3, 40])
    expect((await rig.call().order({ orderId: '1' }))?.lines).toHaveLength(40)
  })

  it('ORD-02 states what an item cost without delivery, as the notification of its sale does', async () => {
    const rig = openOrders()
    const [total, cost, discounted] = ['30.00', '25.00', '20.00'].map((value) => ({ value, currency: 'USD' }))
    const lines = [
      line('a', { total, lineItemCost: cost, discountedLineItemCost: discounted }),
      line('b', { total, lineItemCost: cost }),
      line('c', { total }),
    ]
    rig.platform.put(order('1', { lineItems: lines }))
    await rig.start()
    const [row] = (await rig.call().orders(firstPage)).rows
    expect(row?.lines.map(({ price }) => price?.value)).toEqual(['20.00', '25.00', '30.00'])
  })

  it('ORD-01 never adds amounts of two currencies', async () => {
    const rig = openOrders()
    const at = { creationDate: '2026-11-21T01:00:00.000Z', lastModifiedDate: '2026-11-21T01:00:00.000Z' }
    rig.platform.put(
      order('1', {
        ...at,
        pricingSummary: undefined,
        lineItems: [
          line('a', {
            total: { value: '10.10', currency: 'EUR', convertedFromValue: '11.00', convertedFromCurrency: 'USD' },
          }),
          line('b', { total: { value: '5', currency: 'GBP' } }),
          line('c', { total: { value: '0.2', currency: 'EUR' } }),
        ],
      }),
    )
    await rig.start()
    const { days } = await rig.call().salesByDay({ startsMs: [Date.UTC(2026, 10, 21), Date.UTC(2026, 10, 22)] })
    expect(days[0]?.totals).toEqual([
      { value: '10.30', currency: 'EUR' },
      { value: '5.00', currency: 'GBP' },
    ])
    const [row] = (await rig.call().orders(firstPage)).rows
    expect(row?.lines[0]?.price?.convertedFrom).toEqual({ value: '11.00', currency: 'USD' })
  })

  it('ORD-01 keeps an order that the platform no longer has, as last read', async () => {
    const rig = openOrders()
    rig.platform.put(order('1'))
    await rig.start()
    rig.platform.orders.delete('1')
    await expect(rig.call().refreshOrder({ orderId: '1' })).rejects.toThrow()
    expect(await rig.call().order({ orderId: '1' })).toMatchObject({ isGone: true, buyer: 'anna_wolle' })
  })

  it('ORD-01 reads the details again if the order changed while they were read', async () => {
    const rig = openOrders()
    rig.platform.put(order('1', { fulfillmentHrefs: ['https://api.invalid/1'] }))
    await rig.start()
    await rig.clock.advance(1_000)
    expect(rig.database.column('SELECT wants_read FROM orders')).toEqual([0])
    let isFirst = true
    rig.platform.state.before = async (operation) => {
      if (operation !== 'getShippingFulfillments' || !isFirst) return
      isFirst = false
      await rig.clock.advance(1_000)
      rig.platform.touch('1')
      await rig.call().refresh({})
    }
    await rig.call().refreshOrder({ orderId: '1' })
    expect(rig.database.column('SELECT wants_read FROM orders')).toEqual([1])
  })

  it.each([
    ['two years ahead', 2 * 365 * 24 * 60 * MINUTE_MS],
    ['two years behind', -2 * 365 * 24 * 60 * MINUTE_MS],
  ])('ORD-01 with a clock %s, reads each order once and finds later changes', async (_, wrongMs) => {
    const rig = openOrders()
    const platformMs = rig.clock.nowMs()
    // The platform keeps its own time.
    rig.platform.put(order('1', { lastModifiedDate: new Date(platformMs - MINUTE_MS).toISOString() }))
    rig.clock.jump(wrongMs)
    await rig.start()
    rig.platform.put(order('2', { lastModifiedDate: new Date(platformMs + MINUTE_MS).toISOString() }))
    await rig.call().refresh({})
    expect([...(await idsOf(rig))].sort()).toEqual(['1', '2'])
  })
})
