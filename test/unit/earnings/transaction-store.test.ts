import { describe, expect, it } from 'vitest'
import { readPayout } from '../../../main/earnings/records/transaction-record.ts'
import { estimateOrder } from '../../../main/earnings/store/transaction-store.ts'
import { charge, each, payout, sale, soldOrder, usd } from './earnings-rig.ts'
import { line, openStores } from './store-rig.ts'

const date = '2026-11-20T20:00:00.000Z'
const next = '2026-11-21T20:00:00.000Z'
const atMs = Date.parse(date)
const eur = (minor: number) => ({ minor, currency: 'EUR' })

/** Everything that is known of the lines of sales. */
const linesOf = ({ database }: ReturnType<typeof openStores>) =>
  database.all(
    `SELECT t.transaction_id AS id, l.line_item_id AS line, l.at_ms AS at, l.sku, l.listing_id AS listing, l.title, l.quantity,
       l.price_minor AS price, l.cost_minor AS cost
     FROM earnings_lines l JOIN earnings_transactions t ON t.id = l.transaction_row ORDER BY t.id, l.line_item_id`,
  )
const salesOf = ({ database }: ReturnType<typeof openStores>) =>
  database.all(
    `SELECT transaction_id AS id, wants_order AS wants, is_undone AS undone, postage_minor AS postage, pieces, cost_minor AS cost,
       lacks_cost AS lacks
     FROM earnings_transactions WHERE type IN ('SALE', 'ESTIMATED_SALE') ORDER BY id`,
  )

describe('a transaction', () => {
  const full = charge('1', 'NON_SALE_CHARGE', date, '3.00', {
    feeType: 'AD_FEE',
    orderId: 'O-1',
    payoutId: 'P-1',
    buyer: { username: 'anna' },
    transactionMemo: 'Note',
    references: [{ referenceType: 'ITEM_ID', referenceId: 'listing-1' }],
  })

  it('FIN-01 is news once', () => {
    const { save } = openStores()
    expect([save(full), save(full), save(full, full)]).toEqual([1, 0, 0])
  })

  it('FIN-01 without an amount is news once', () => {
    const { save } = openStores()
    const unclear = { ...full, amount: { value: 'three', currency: 'USD' } }
    expect([save(unclear), save(unclear)]).toEqual([1, 0])
  })

  it.each([
    ['date', { transactionDate: next }, 'at_ms', Date.parse(next)],
    ['amount', { amount: { value: '3.01', currency: 'USD' } }, 'amount_minor', -301],
    ['amount, which can’t be read', { amount: { value: '?', currency: 'USD' } }, 'amount_minor', null],
    ['currency', { amount: { value: '3.00', currency: 'EUR' } }, 'currency', 'EUR'],
    ['kind of fee', { feeType: 'INSERTION_FEE' }, 'fee_type', 'INSERTION_FEE'],
    ['order', { orderId: 'O-2' }, 'order_id', 'O-2'],
    ['payout', { payoutId: 'P-2' }, 'payout_id', 'P-2'],
    ['listing', { references: [{ referenceType: 'ITEM_ID', referenceId: 'listing-2' }] }, 'listing_id', 'listing-2'],
    ['buyer', { buyer: { username: 'ben' } }, 'buyer', 'ben'],
    ['hold', { transactionStatus: 'FUNDS_ON_HOLD' }, 'is_held', 1],
    ['failure', { transactionStatus: 'FAILED' }, 'side', 'none'],
  ])('FIN-01 takes a correction of its %s', (_of, change, column, value) => {
    const { save, database } = openStores()
    save(full)
    expect(save({ ...full, ...change })).toBe(1)
    expect(database.all(`SELECT ${column} AS value FROM earnings_transactions`)).toEqual([{ value }])
  })

  it('FIN-01 takes a correction of its note and of its fees', () => {
    const { save, list } = openStores()
    const fees = (feeType: string) => ({
      orderLineItems: [{ lineItemId: '1', marketplaceFees: [{ feeType, amount: { value: '1.00', currency: 'USD' } }] }],
    })
    save(sale('1', date, { net: '9.00', fee: '1.00', ...fees('AD_FEE') }))
    expect(save(sale('1', date, { net: '9.00', fee: '1.00', ...fees('FINAL_VALUE_FEE') }))).toBe(1)
    expect(list.order('1')[0]?.fees).toEqual([{ label: 'Final value fee', amount: usd(-100) }])
    expect(
      save(sale('1', date, { net: '8.50', fee: '1.50', ...fees('FINAL_VALUE_FEE'), transactionMemo: 'New' })),
    ).toBe(1)
    expect(list.order('1')[0]).toMatchObject({
      paid: usd(1_000),
      beforeCost: usd(850),
      transactions: [{ memo: 'New' }],
    })
  })

  it('FIN-01 is found by what the correction says', () => {
    const { save, find } = openStores()
    save(full)
    save({ ...full, transactionMemo: 'Words' })
    expect([find('note'), find('words')]).toEqual([[], ['1']])
  })

  it('FIN-02 a corrected date counts for the costs too', () => {
    const stores = openStores()
    stores.sell('1', date, { net: '9.00' }, { value: '9.00', sku: 'MUG' })
    stores.sell('2', next, { net: '9.00' }, { value: '9.00', sku: 'MUG' })
    // The first is moved after the second.
    stores.save(sale('1', '2026-11-22T20:00:00.000Z', { net: '9.00' }))
    stores.lots.set('MUG', [each(100, { pieces: 1 }), each(200)])
    stores.costs.assign('')
    expect(linesOf(stores).map(({ id, cost }) => [id, cost])).toEqual([
      ['S-1', 200],
      ['S-2', 100],
    ])
  })

  it('FIN-01 other than a sale has no lines, wants no order and lacks no cost', () => {
    const { save, database, store } = openStores()
    save({ ...full, orderLineItems: [{ lineItemId: '1', marketplaceFees: [] }] })
    expect(database.all('SELECT wants_order, lacks_cost FROM earnings_transactions')).toEqual([
      { wants_order: 0, lacks_cost: 0 },
    ])
    expect(database.all('SELECT * FROM earnings_lines')).toEqual([])
    expect(store.wantedOrders(10, 0)).toEqual([])
  })

  it('FIN-01 a sale lacks its cost and names its lines, before its order is known', () => {
    const stores = openStores()
    stores.save(sale('1', date, { net: '9.00', lines: ['A', 'B'] }))
    const unknown = { sku: null, listing: null, title: null, quantity: null, price: null, cost: null }
    expect(linesOf(stores)).toEqual([
      { id: 'S-1', line: 'A', at: atMs, ...unknown },
      { id: 'S-1', line: 'B', at: atMs, ...unknown },
    ])
    expect(salesOf(stores)).toEqual([
      { id: 'S-1', wants: 1, undone: 0, postage: null, pieces: null, cost: 0, lacks: 1 },
    ])
  })

  it('FIN-01 wants orders of sales, the newest first and page by page, but none for a sale without one', () => {
    const { save, store } = openStores()
    save(
      sale('1', date, { net: '9.00' }),
      sale('2', next, { net: '9.00' }),
      sale('3', date, { net: '1.00', orderId: '' }),
    )
    expect([store.wantedOrders(10, 0), store.wantedOrders(1, 0), store.wantedOrders(1, 1)]).toEqual([
      ['2', '1'],
      ['2'],
      ['1'],
    ])
    expect(store.fill([soldOrder('2', next, { value: '9.00' })])).toBe(1)
    expect(store.wantedOrders(10, 0)).toEqual(['1'])
  })

  it('FIN-02 pieces of a sale that was refunded whole count as unsold, until a correction', () => {
    const { save, database } = openStores()
    const undone = () => database.column('SELECT is_undone FROM earnings_transactions ORDER BY id')
    save(sale('1', date, { net: '9.00', fee: '1.00' }), sale('2', date, { net: '9.00', fee: '1.00' }))
    save(charge('R', 'REFUND', date, '9.99', { orderId: '1' }))
    expect(undone()).toEqual([0, 0, 0])
    save(charge('R', 'REFUND', date, '10.00', { orderId: '1' }))
    expect(undone()).toEqual([1, 0, 0])
    save(charge('R', 'REFUND', date, '10.00', { orderId: '1', transactionStatus: 'FAILED' }))
    expect(undone()).toEqual([0, 0, 0])
  })

  it('FIN-01 a transaction without an order leaves the sales alone', () => {
    const { save, database } = openStores()
    save(sale('1', date, { net: '9.00', orderId: '' }), charge('R', 'REFUND', date, '9.00'))
    expect(database.column('SELECT is_undone FROM earnings_transactions')).toEqual([0, 0])
  })
})

describe('what an order says of its sale', () => {
  const order = soldOrder('1', date, {
    value: '12.00',
    sku: 'MUG',
    quantity: 3,
    total: { value: '15.00', currency: 'USD' },
    postage: { value: '3.00', currency: 'USD' },
  })

  it('FIN-01 is kept with its lines, postage and pieces, and is news once', () => {
    const stores = openStores()
    stores.save(sale('1', date, { net: '15.00' }))
    expect([stores.store.fill([order]), stores.store.fill([order])]).toEqual([1, 0])
    expect(linesOf(stores)).toEqual([
      {
        ...{ id: 'S-1', line: '1', at: atMs, sku: 'MUG', listing: 'listing-MUG', title: 'Lamp MUG' },
        ...{ quantity: 3, price: 1_200, cost: null },
      },
    ])
    expect(salesOf(stores)).toEqual([{ id: 'S-1', wants: 0, undone: 0, postage: 300, pieces: 3, cost: 0, lacks: 1 }])
    expect(stores.find('mug listing')).toEqual(['S-1'])
  })

  it('FIN-01 is no news without a sale', () => {
    const { store } = openStores()
    expect(store.fill([order])).toBe(0)
  })

  const [first] = order.lines
  it.each([
    ['postage', { postage: { value: '2.00', currency: 'USD' } }, { postage: 200 }, {}],
    ['postage, which is in another currency', { postage: { value: '3.00', currency: 'EUR' } }, { postage: null }, {}],
    ['postage, which it no longer knows', { postage: null }, { postage: null }, {}],
    ['price', { lines: [{ ...first, price: { value: '11.00', currency: 'USD' } }] }, {}, { price: 1_100 }],
    ['quantity', { lines: [{ ...first, quantity: 4 }] }, { pieces: 4 }, { quantity: 4 }],
    ['SKU', { lines: [{ ...first, sku: 'CUP' }] }, {}, { sku: 'CUP' }],
    ['title', { lines: [{ ...first, title: 'Cup' }] }, {}, { title: 'Cup' }],
    ['listing', { lines: [{ ...first, listingId: 'other' }] }, {}, { listing: 'other' }],
  ])('FIN-01 is kept as it is now: the %s', (_of, change, ofSale, ofLine) => {
    const stores = openStores()
    stores.save(sale('1', date, { net: '15.00' }))
    stores.store.fill([order])
    const [saleBefore, lineBefore] = [salesOf(stores)[0], linesOf(stores)[0]]
    expect(stores.store.fill([{ ...order, ...change } as typeof order])).toBe(1)
    expect([salesOf(stores), linesOf(stores)]).toEqual([[{ ...saleBefore, ...ofSale }], [{ ...lineBefore, ...ofLine }]])
  })

  it('FIN-01 a line that the order no longer has is gone', () => {
    const stores = openStores()
    stores.save(sale('1', date, { net: '15.00', lines: [] }))
    stores.store.fill([{ ...order, lines: [line('A', '5.00'), line('B', '7.00')] }])
    expect(stores.store.fill([{ ...order, lines: [line('B', '7.00')] }])).toBe(1)
    expect(linesOf(stores).map(({ line: id }) => id)).toEqual(['B'])
    expect(salesOf(stores)).toMatchObject([{ pieces: 1 }])
  })

  it('FIN-01 lines of several sales of an order belong each to one of them, and the postage to the first', () => {
    const stores = openStores()
    stores.save(
      sale('1', date, { net: '5.00', lines: ['A'] }),
      sale('1', next, { net: '10.00', lines: ['B', 'A'], transactionId: 'S-2' }),
    )
    stores.store.fill([{ ...order, lines: [line('A', '5.00'), line('B', '7.00'), line('C', '3.00')] }])
    // C is named by none of them.
    expect(linesOf(stores).map(({ id, line: of, price }) => [id, of, price])).toEqual([
      ['S-1', 'A', 500],
      ['S-1', 'C', 300],
      ['S-2', 'B', 700],
    ])
    expect(salesOf(stores).map(({ postage, pieces }) => [postage, pieces])).toEqual([
      [300, 2],
      [0, 1],
    ])
  })

  it('FIN-02 a line that the platform names on a second sale keeps its cost', () => {
    const stores = openStores()
    stores.save(sale('1', date, { net: '5.00', lines: ['A'] }))
    const both = { ...order, lines: [line('A', '5.00'), line('B', '7.00')] }
    stores.store.fill([both])
    stores.lots.set('B', [each(222)])
    stores.costs.assign('')
    stores.save(sale('1', next, { net: '10.00', lines: ['B'], transactionId: 'S-2' }))
    stores.store.fill([both])
    expect(linesOf(stores).map(({ id, line: of, cost }) => [id, of, cost])).toEqual([
      ['S-1', 'A', null],
      ['S-2', 'B', 222],
    ])
    expect(salesOf(stores).map(({ cost, lacks }) => [cost, lacks])).toEqual([
      [0, 1],
      [222, 0],
    ])
  })
})

describe('the estimate of an order', () => {
  const order = soldOrder('1', date, { value: '12.00', sku: 'MUG' })
  const base = {
    transactionId: '1',
    feeType: '',
    side: 'earned',
    currency: 'USD',
    isHeld: false,
    orderId: '1',
    payoutId: null,
    listingId: null,
    buyer: 'anna_wolle',
    lineItemIds: [],
    memo: null,
    status: null,
  }
  const money = (value: string, currency = 'USD') => ({ value, currency })

  it('FIN-03 is its total less its fees', () => {
    expect(estimateOrder({ ...order, fee: money('1.50') })).toEqual([
      {
        ...base,
        ...{ type: 'ESTIMATED_SALE', atMs, amount: usd(1_050), feeMinor: -150 },
        fees: [{ lineItemId: null, type: 'OTHER_FEES', minor: -150 }],
      },
    ])
  })

  it('FIN-03 names no fees that are 0, unknown or in another currency', () => {
    const plain = [{ ...base, type: 'ESTIMATED_SALE', atMs, amount: usd(1_200), feeMinor: 0, fees: [] }]
    for (const fee of [null, money('0.00'), money('1.00', 'EUR')])
      expect(estimateOrder({ ...order, fee })).toEqual(plain)
  })

  it('FIN-03 has its refunds in one, at the time of the last, without those in another currency', () => {
    const refunds = [
      { amount: money('2.00'), atMs: atMs + 20 },
      { amount: money('1.00'), atMs: atMs + 10 },
      { amount: money('9.00', 'EUR'), atMs: atMs + 30 },
      { amount: money('?'), atMs: atMs + 40 },
    ]
    const [, refund, ...more] = estimateOrder({ ...order, refunds })
    expect([refund, more]).toEqual([
      { ...base, type: 'ESTIMATED_REFUND', atMs: atMs + 20, amount: usd(-300), feeMinor: 0, fees: [] },
      [],
    ])
  })

  it('FIN-03 a refund without a date, and one of 0, is as old as its order', () => {
    const [, refund] = estimateOrder({ ...order, refunds: [{ amount: money('0.00'), atMs: null }] })
    expect(refund).toMatchObject({ atMs, amount: usd(0) })
  })

  it('FIN-03 is empty for what isn’t sold, or whose total can’t be read', () => {
    expect([
      estimateOrder({ ...order, isSold: false }),
      estimateOrder({ ...order, total: null }),
      estimateOrder({ ...order, total: money('twelve') }),
    ]).toEqual([[], [], []])
  })

  const refunds = [{ amount: money('12.00'), atMs: atMs + 10 }]

  it('FIN-03 is news once, and so is a change and its end', () => {
    const { store } = openStores()
    expect([
      store.saveEstimates([order], 1),
      store.saveEstimates([order], 1),
      store.saveEstimates([{ ...order, refunds }], 1),
      store.saveEstimates([order], 1),
      store.saveEstimates([{ ...order, isSold: false }], 1),
    ]).toEqual([1, 0, 1, 1, 1])
  })

  it('FIN-03 leaves nothing of it to find or to count when the order isn’t sold any more', () => {
    const { store, database, find } = openStores()
    store.saveEstimates([order], 1)
    store.fill([order])
    expect(find('mug')).toEqual(['1'])
    store.saveEstimates([{ ...order, isSold: false }], 1)
    const rows = (table: string) => database.get(`SELECT count(*) AS count FROM ${table}`)
    expect([rows('earnings_transactions'), rows('earnings_lines'), rows('earnings_search')]).toEqual(
      Array.from({ length: 3 }, () => ({ count: 0 })),
    )
  })

  it('FIN-02 counts the cost again once the order’s refund is gone', () => {
    const stores = openStores()
    stores.lots.set('MUG', [each(400)])
    stores.store.saveEstimates([{ ...order, refunds }], 1)
    stores.store.fill([order])
    stores.costs.assign('')
    expect(salesOf(stores)).toMatchObject([{ undone: 1 }])
    stores.store.saveEstimates([order], 1)
    stores.costs.assign('')
    expect(salesOf(stores)).toMatchObject([{ undone: 0, cost: 400 }])
    expect(stores.list.order('1')[0]?.left).toEqual(usd(800))
  })

  it('FIN-03 is not written for an order whose sale the platform lists', () => {
    const { store, save, database } = openStores()
    save(sale('1', date, { net: '9.00' }))
    expect(store.saveEstimates([order], 1)).toBe(0)
    expect(database.column('SELECT type FROM earnings_transactions')).toEqual(['SALE'])
  })

  it('FIN-03 gives way to the platform’s sale with its lines and the costs kept, and its refund', () => {
    const stores = openStores()
    stores.lots.set('MUG', [each(400)])
    stores.store.saveEstimates([{ ...order, refunds: [{ amount: money('1.00'), atMs }] }], 1)
    stores.store.fill([order])
    stores.costs.assign('')
    stores.save(sale('1', date, { net: '9.00' }))
    expect(stores.database.column('SELECT type FROM earnings_transactions')).toEqual(['SALE'])
    expect(linesOf(stores)).toMatchObject([{ id: 'S-1', sku: 'MUG', cost: 400 }])
    expect(salesOf(stores)).toEqual([{ id: 'S-1', wants: 1, undone: 0, postage: null, pieces: 1, cost: 400, lacks: 0 }])
  })

  it('FIN-03 hands no cost in its currency to a sale that the platform counts in another', () => {
    const stores = openStores()
    const inEuro = soldOrder('1', date, { value: '12.00', currency: 'EUR', sku: 'MUG' })
    stores.lots.set('MUG', [each(400, {}, 'EUR')])
    stores.store.saveEstimates([inEuro], 1)
    stores.store.fill([inEuro])
    stores.costs.assign('')
    expect(stores.list.order('1')[0]?.left).toEqual(eur(800))
    stores.save(sale('1', date, { net: '13.00' }))
    stores.store.fill([inEuro])
    expect(linesOf(stores)).toMatchObject([{ id: 'S-1', sku: 'MUG', price: null, cost: null }])
    expect(stores.list.order('1')[0]).toMatchObject({ beforeCost: usd(1_300), cost: null, left: null })
  })

  it('FIN-03 is removed with its refund once the platform would know its sale', () => {
    const { store, database } = openStores()
    const later = soldOrder('2', next, { value: '5.00' })
    const old = { ...order, refunds: [{ amount: money('2.00'), atMs: Date.parse(next) + 1 }] }
    store.saveEstimates([old, later], 1)
    expect(store.removeEstimates(atMs)).toBe(0)
    expect(store.removeEstimates(Date.parse(next))).toBe(2)
    expect(database.column('SELECT transaction_id FROM earnings_transactions')).toEqual(['2'])
  })
})

describe('payouts', () => {
  const read = (...given: Parameters<typeof payout>) => {
    const found = readPayout(payout(...given))
    if (found === undefined) throw new Error('Not read.')
    return found
  }

  it('FIN-01 are news once, and when one changes', () => {
    const { store } = openStores()
    const given = read('P', date, '9.00', 2)
    expect([
      store.savePayouts([given]),
      store.savePayouts([given]),
      store.savePayouts([{ ...given, status: 'REVERSED' }, read('Q', date, '1.00', 1)]),
    ]).toEqual([1, 0, 2])
  })

  it('FIN-01 that name more transactions than are here are read by their number, once', () => {
    const { store, save } = openStores()
    save(charge('1', 'CREDIT', date, '9.00', { payoutId: 'P' }), charge('2', 'CREDIT', date, '9.00', { payoutId: 'Q' }))
    store.savePayouts([read('P', date, '9.00', 2), read('Q', date, '9.00', 1), read('R', next, '9.00', 1)])
    expect(store.incompletePayouts(100)).toEqual(['R', 'P'])
    store.setPayoutRead('R', 100)
    expect([store.incompletePayouts(100), store.incompletePayouts(101)]).toEqual([['P'], ['R', 'P']])
  })
})

it('FIN-01 reads the month in the marketplace’s zone, and leaves it open without a date', () => {
  const { save, database } = openStores()
  save(charge('1', 'CREDIT', '2026-11-01T02:00:00.000Z', '1.00'), charge('2', 'CREDIT', 'soon', '1.00'))
  expect(database.column('SELECT month FROM earnings_transactions ORDER BY id')).toEqual(['2026-10', ''])
})
