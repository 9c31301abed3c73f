import { expect, it } from 'vitest'
import type { EarningsItem } from '../../../shared/earnings/contract.ts'
import { charge, each, sale, soldOrder, usd } from './earnings-rig.ts'
import { line, openStores } from './store-rig.ts'

const date = '2026-11-20T20:00:00.000Z'
const next = '2026-11-21T20:00:00.000Z'
const atMs = Date.parse(date)
const usdOrNull = (minor: number | null) => (minor === null ? null : usd(minor))
const money = (value: string, currency = 'USD') => ({ value, currency })
const fees = (feeType: string, value: string, lineItemId = '1') => ({
  orderLineItems: [{ lineItemId, marketplaceFees: [{ feeType, amount: money(value) }] }],
})
const pageOf = { currency: 'USD', month: null, type: null, search: '', offset: 0, limit: 100 } as const

const itemOf = (
  sku: string,
  [sold, price, earned, cost, left]: readonly [number, number, number, number | null, number | null],
  more: Partial<EarningsItem> = {},
): EarningsItem => ({
  ...{ sku, listingId: `listing-${sku}`, title: `Lamp ${sku}`, sold, price: usd(price), earned: usd(earned) },
  ...{ cost: usdOrNull(cost), left: usdOrNull(left) },
  ...more,
})

const plain = {
  ...{ id: 1, transactionId: 'S-1', type: 'SALE', label: 'Sales', atMs, orderId: '1', payoutId: null },
  ...{ buyer: 'anna_wolle', title: null, lines: 1, memo: null, isHeld: false, isEstimate: false, isVoid: false },
}

it('FIN-01 lists a transaction with what was paid, its fees and what is left', () => {
  const { save, list, sell } = openStores()
  sell('1', date, { net: '8.40', fee: '1.60', payoutId: 'P' }, { value: '10.00', sku: 'MUG' })
  save(
    charge('L', 'SHIPPING_LABEL', next, '3.00', { orderId: '1', transactionMemo: 'Ground' }),
    charge('H', 'CREDIT', date, '1.00', { bookingEntry: 'CREDIT', transactionStatus: 'FUNDS_ON_HOLD' }),
    charge('F', 'WITHDRAWAL', date, '2.00', { transactionStatus: 'FAILED' }),
  )
  const bare = { fees: usd(0), orderId: null, buyer: null, lines: 0 }
  expect(list.transactions(pageOf)).toEqual({
    total: 4,
    rows: [
      {
        ...{ ...plain, ...bare, id: 2, transactionId: 'L', type: 'SHIPPING_LABEL', label: 'Postage labels' },
        ...{
          atMs: Date.parse(next),
          gross: usd(-300),
          net: usd(-300),
          orderId: '1',
          title: 'Lamp MUG',
          memo: 'Ground',
        },
      },
      {
        ...{ ...plain, ...bare, id: 4, transactionId: 'F', type: 'WITHDRAWAL', label: 'Withdrawals' },
        ...{ gross: usd(-200), net: usd(-200), isVoid: true },
      },
      {
        ...{ ...plain, ...bare, id: 3, transactionId: 'H', type: 'CREDIT', label: 'Credits' },
        ...{ gross: usd(100), net: usd(100), isHeld: true },
      },
      { ...plain, gross: usd(1_000), fees: usd(-160), net: usd(840), payoutId: 'P', title: 'Lamp MUG' },
    ],
  })
})

it('FIN-03 lists an estimate as one, with its refund', () => {
  const { store, list } = openStores()
  store.saveEstimates([soldOrder('1', date, { value: '9.00', refunds: [{ amount: money('2.00'), atMs }] })], 1)
  expect(list.transactions(pageOf).rows.map(({ type, isEstimate }) => [type, isEstimate])).toEqual([
    ['ESTIMATED_REFUND', true],
    ['ESTIMATED_SALE', true],
  ])
  expect(list.order('1')).toMatchObject([{ isEstimate: true, unknown: ['sale', 'cost', 'label'] }])
  expect(list.orders(['1'])).toEqual([{ orderId: '1', beforeCost: usd(700), cost: null, left: null, isEstimate: true }])
})

it('FIN-03 lists an amount that can’t be read, or has no currency, as not known', () => {
  const { save, list } = openStores()
  save(
    sale('1', date, { net: 'nine', payoutId: 'P' }),
    charge('2', 'CREDIT', date, '1.00', { payoutId: 'P', amount: { value: '1.00' }, orderId: '1' }),
  )
  const unknown = { gross: null, fees: null, net: null }
  expect(list.transactions(pageOf).rows).toMatchObject([unknown])
  expect(list.order('1')).toEqual([])
  expect(list.unclear()).toEqual([
    { label: 'Sales', count: 1 },
    { label: 'Credits', count: 1 },
  ])
})

it('FIN-01 lists by month and kind, page by page, with the total', () => {
  const { save, list } = openStores()
  save(
    sale('1', date, { net: '1.00' }),
    sale('2', next, { net: '1.00' }),
    sale('3', '2026-10-20T20:00:00.000Z', { net: '1.00' }),
    charge('4', 'CREDIT', next, '1.00'),
    sale('5', date, { net: '1.00', currency: 'EUR' }),
  )
  const ids = (filter: Partial<Parameters<typeof list.transactions>[0]>) => {
    const { rows, total } = list.transactions({ ...pageOf, ...filter })
    return [rows.map(({ transactionId }) => transactionId), total]
  }
  expect(ids({})).toEqual([['4', 'S-2', 'S-1', 'S-3'], 4])
  expect(ids({ month: '2026-11' })).toEqual([['4', 'S-2', 'S-1'], 3])
  expect(ids({ type: 'SALE' })).toEqual([['S-2', 'S-1', 'S-3'], 3])
  expect(ids({ type: 'SALE', month: '2026-11', offset: 1, limit: 1 })).toEqual([['S-1'], 2])
  expect(ids({ month: '2025-01' })).toEqual([[], 0])
})

it('FIN-01 an order is the sum of its transactions: price, postage, fees by name, others by kind', () => {
  const { save, list, sell, lots, costs } = openStores()
  lots.set('MUG', [each(300)])
  sell(
    '1',
    date,
    { net: '13.40', fee: '1.60', payoutId: 'P', transactionStatus: 'FUNDS_ON_HOLD', ...fees('AD_FEE', '1.00') },
    { value: '10.00', sku: 'MUG', postage: money('5.00') },
  )
  save(
    charge('R', 'REFUND', next, '2.00', { orderId: '1', totalFeeAmount: money('0.50') }),
    charge('L', 'SHIPPING_LABEL', next, '3.00', { orderId: '1', payoutId: 'P' }),
    charge('M', 'SHIPPING_LABEL', next, '0.25', { orderId: '1', payoutId: 'Q' }),
    charge('A', 'NON_SALE_CHARGE', next, '0.10', { orderId: '1', feeType: 'AD_FEE' }),
    charge('W', 'WITHDRAWAL', next, '7.00', { orderId: '1' }),
    charge('E', 'CREDIT', next, '7.00', { orderId: '1', currency: 'EUR', bookingEntry: 'CREDIT' }),
    charge('U', 'CREDIT', next, '?', { orderId: '1' }),
  )
  costs.assign('')
  const found = list.order('1')
  expect(found.map(({ transactions: _, ...one }) => one)).toEqual([
    {
      orderId: '1',
      ...{ price: null, postage: null, paid: { minor: 0, currency: 'EUR' }, fees: [] },
      others: [{ type: 'CREDIT', feeType: '', label: 'Credits', count: 1, amount: { minor: 700, currency: 'EUR' } }],
      ...{ beforeCost: { minor: 700, currency: 'EUR' }, cost: null, left: null },
      ...{ isEstimate: false, unknown: ['sale', 'cost', 'label'], isHeld: false, payoutIds: [] },
    },
    {
      orderId: '1',
      ...{ price: usd(1_000), postage: usd(500), paid: usd(1_500) },
      fees: [
        { label: 'Promoted listings', amount: usd(-100) },
        { label: 'Other fees', amount: usd(-10) },
      ],
      others: [
        { type: 'SHIPPING_LABEL', feeType: '', label: 'Postage labels', count: 2, amount: usd(-325) },
        { type: 'REFUND', feeType: '', label: 'Refunds', count: 1, amount: usd(-250) },
        { type: 'NON_SALE_CHARGE', feeType: 'AD_FEE', label: 'Promoted listings', count: 1, amount: usd(-10) },
      ],
      ...{ beforeCost: usd(805), cost: usd(-300), left: usd(505) },
      ...{ isEstimate: false, unknown: [], isHeld: true, payoutIds: ['P', 'Q'] },
    },
  ])
  expect(found.map(({ transactions }) => transactions.map(({ transactionId }) => transactionId))).toEqual([
    ['U', 'E'],
    ['U', 'W', 'A', 'M', 'L', 'R', 'S-1'],
  ])
})

it('FIN-03 an order’s postage is not known while it isn’t for one of its sales', () => {
  const { save, store, list } = openStores()
  const both = [sale('1', date, { net: '5.00' }), sale('1', next, { net: '6.00', transactionId: 'S-2', lines: ['B'] })]
  save(...both)
  store.fill([soldOrder('1', date, { value: '3.00', postage: null })])
  // The second sale has no postage of its own.
  expect(list.order('1')).toMatchObject([{ price: null, postage: null, paid: usd(1_100) }])
  store.fill([soldOrder('1', date, { value: '3.00', postage: money('2.00') })])
  expect(list.order('1')).toMatchObject([{ price: usd(900), postage: usd(200), paid: usd(1_100) }])
})

it('FIN-01 a sale that the platform lists beside an estimate is known', () => {
  const { save, store, list } = openStores()
  save(sale('1', date, { net: '5.00' }))
  store.save(
    [
      {
        ...{ transactionId: '1', type: 'ESTIMATED_SALE', feeType: '', atMs, side: 'earned', currency: 'USD' },
        ...{ amount: usd(100), feeMinor: 0, isHeld: false, orderId: '1', payoutId: null, listingId: null },
        ...{ buyer: null, fees: [], lineItemIds: [], memo: null, status: null },
      },
    ],
    1,
  )
  expect(list.order('1')).toMatchObject([{ isEstimate: true, unknown: ['cost', 'label'] }])
})

it('FIN-03 orders in a column and together say what isn’t known, the currency with the most orders first', () => {
  const { save, list, sell, store, lots, costs } = openStores()
  lots.set('MUG', [each(300)])
  sell('1', date, { net: '9.00' }, { value: '9.00', sku: 'MUG' })
  sell('2', date, { net: '8.00' }, { value: '8.00', sku: 'CUP' })
  save(charge('L', 'SHIPPING_LABEL', date, '1.50', { orderId: '3' }), sale('4', date, { net: '2.00', currency: 'EUR' }))
  store.saveEstimates([soldOrder('5', date, { value: '4.00' })], 1)
  costs.assign('')
  expect(list.orders(['1', '2', '3', '5', 'other'])).toEqual([
    { orderId: '1', beforeCost: usd(900), cost: usd(-300), left: usd(600), isEstimate: false },
    { orderId: '2', beforeCost: usd(800), cost: null, left: null, isEstimate: false },
    { orderId: '3', beforeCost: usd(-150), cost: null, left: null, isEstimate: false },
    { orderId: '5', beforeCost: usd(400), cost: null, left: null, isEstimate: true },
  ])
  expect(list.ordersSum(['1', '2', '3', '4', '5'])).toEqual([
    { left: usd(1_650), orders: 4, costUnknown: 3, estimated: 1 },
    { left: { minor: 200, currency: 'EUR' }, orders: 1, costUnknown: 1, estimated: 0 },
  ])
})

it('FIN-01 a cost of nothing, and money that cancels out, is 0', () => {
  const { list, sell, lots, costs, save } = openStores()
  lots.set('MUG', [each(0)])
  sell('1', date, { net: '9.00' }, { value: '9.00', sku: 'MUG' })
  save(charge('R', 'REFUND', date, '9.00', { orderId: '1' }))
  costs.assign('')
  expect(list.order('1')).toMatchObject([{ beforeCost: usd(0), cost: usd(0), left: usd(0) }])
  expect(list.items(['MUG'])).toMatchObject([{ sold: 0, earned: usd(0), cost: usd(0), left: usd(0) }])
  expect(list.between('USD', '2026-11', '2026-11').map(({ cost }) => cost)).toEqual([null, null])
  expect(list.month('USD', '2026-11')).toMatchObject({ cost: usd(0), left: usd(0), fees: usd(0) })
})

it('FIN-01 items share what their order earned by their prices, to the cent', () => {
  const { store, save, list, lots, costs } = openStores()
  lots.set('A', [each(100)])
  lots.set('B', [each(50)])
  save(sale('1', date, { net: '9.99', fee: '0.01', lines: [] }))
  store.fill([soldOrder('1', date, { value: '10.00', lines: [line('A', '2.00', { quantity: 2 }), line('B', '8.00')] })])
  save(charge('L', 'SHIPPING_LABEL', '2026-12-20T20:00:00.000Z', '1.00', { orderId: '1' }))
  costs.assign('')
  expect(list.items(['B', 'A', 'C'])).toEqual([
    itemOf('A', [2, 200, 180, -200, -20]),
    itemOf('B', [1, 800, 719, -50, 669]),
  ])
  expect(list.items(['B'])).toEqual([itemOf('B', [1, 800, 719, -50, 669])])
})

it('FIN-01 items share equally while one of their prices isn’t known', () => {
  const { store, save, list } = openStores()
  save(sale('1', date, { net: '9.00', lines: [] }))
  store.fill([soldOrder('1', date, { value: '9.00', lines: [line('A', '2.00'), line('B', '', { price: null })] })])
  expect(list.items(['A', 'B'])).toEqual([itemOf('A', [1, 200, 450, null, null]), itemOf('B', [1, 0, 450, null, null])])
})

it('FIN-01 an item of an order with several sales has its own share alone, and is in the month of its own sale', () => {
  const { store, save, list, lots, costs } = openStores()
  const later = '2026-12-05T20:00:00.000Z'
  save(
    sale('1', date, { net: '4.00', lines: ['A'] }),
    sale('1', later, { net: '6.00', transactionId: 'S-2', lines: ['B'] }),
    sale('1', later, { net: '?', transactionId: 'S-3', lines: ['C'] }),
  )
  const order = soldOrder('1', date, {
    value: '10.00',
    lines: [line('A', '4.00'), line('B', '6.00'), line('C', '5.00')],
  })
  store.fill([order])
  for (const sku of ['A', 'B']) lots.set(sku, [each(100)])
  costs.assign('')
  const [a, b] = [itemOf('A', [1, 400, 400, -100, 300]), itemOf('B', [1, 600, 600, -100, 500])]
  expect([list.items(['A']), list.items(['B']), list.items(['A', 'B'])]).toEqual([[a], [b], [a, b]])
  expect(['2026-11', '2026-12'].map((month) => list.month('USD', month).best)).toEqual([[a], [b]])
})

it('FIN-01 sums an item over its orders, by currency, without the pieces that were refunded whole', () => {
  const { sell, save, list, lots, costs, store } = openStores()
  lots.set('MUG', [each(100)])
  sell('1', date, { net: '9.00' }, { value: '9.00', sku: 'MUG', quantity: 2 })
  sell('2', next, { net: '5.00', fee: '0.50' }, { value: '5.50', sku: 'MUG' })
  sell('3', next, { net: '7.00' }, { value: '7.00', sku: 'MUG' })
  save(charge('R', 'REFUND', next, '7.00', { orderId: '3' }))
  save(sale('4', next, { net: '3.00', currency: 'EUR' }))
  store.fill([
    soldOrder('4', next, {
      value: '3.00',
      currency: 'EUR',
      sku: 'MUG',
      lines: [line('4', '3.00', { sku: 'MUG', title: null, listingId: null, price: money('3.00', 'EUR') })],
    }),
  ])
  costs.assign('')
  const eur = (minor: number) => ({ minor, currency: 'EUR' })
  expect(list.items(['MUG'])).toEqual([
    itemOf('MUG', [3, 1_450, 1_400, -300, 1_100]),
    {
      ...{ sku: 'MUG', listingId: null, title: null, sold: 1, price: eur(300), earned: eur(300) },
      ...{ cost: null, left: null },
    },
  ])
})

it('FIN-03 an item whose cost isn’t known for one sale has none, whichever comes first', () => {
  for (const [first, second] of [
    [date, next],
    [next, date],
  ] as const) {
    const { sell, list, lots, costs } = openStores()
    lots.set('MUG', [each(100, { boughtOn: '2026-11-21' })])
    sell('1', first, { net: '9.00' }, { value: '9.00', sku: 'MUG' })
    sell('2', second, { net: '9.00' }, { value: '9.00', sku: 'MUG' })
    costs.assign('')
    expect(list.items(['MUG'])).toEqual([itemOf('MUG', [2, 1_800, 1_800, null, null])])
  }
})

it('FIN-01 an item keeps the last title and listing that are known', () => {
  const { store, save, list } = openStores()
  save(sale('1', date, { net: '1.00' }), sale('2', date, { net: '1.00' }), sale('3', date, { net: '1.00' }))
  const of = (id: string, title: string | null, listingId: string | null) =>
    soldOrder(id, date, { value: '1.00', lines: [line(id, '1.00', { sku: 'MUG', title, listingId })] })
  store.fill([of('1', 'Old', 'L-1'), of('2', 'New', 'L-2'), of('3', null, null)])
  expect(list.items(['MUG'])).toMatchObject([{ title: 'New', listingId: 'L-2', sold: 3 }])
})

it('FIN-01 ranks items by what is left, equal ones by SKU, without what has no cost or was refunded', () => {
  const { sell, save, list, lots, costs } = openStores()
  const sold = (id: string, value: string, sku: string | null = id) => {
    if (sku !== null) lots.set(sku, [each(100)])
    sell(id, date, { net: value }, { value, sku })
  }
  for (const [id, value] of [
    ['F', '2.00'],
    ['D', '4.00'],
    ['C', '4.00'],
    ['CC', '4.00'],
    ['A', '9.00'],
    ['B', '8.00'],
    ['E', '3.00'],
    ['G', '0.50'],
  ] as const)
    sold(id, value)
  lots.set('UNDONE', [each(0)])
  sell('U', date, { net: '99.00' }, { value: '99.00', sku: 'UNDONE' })
  save(charge('R', 'REFUND', date, '99.00', { orderId: 'U' }))
  // What was sold without a SKU belongs to no item.
  sold('N', '50.00', null)
  costs.assign('')
  const { best, worst } = list.month('USD', '2026-11')
  expect(best).toEqual([
    itemOf('A', [1, 900, 900, -100, 800]),
    itemOf('B', [1, 800, 800, -100, 700]),
    itemOf('C', [1, 400, 400, -100, 300]),
  ])
  expect(worst.map(({ sku, left }) => [sku, left?.minor])).toEqual([
    ['G', -50],
    ['F', 100],
    ['E', 200],
  ])
})

it('FIN-01 ranks no item twice when there are few', () => {
  const { sell, list, lots, costs } = openStores()
  for (const [sku, value] of [
    ['A', '2.00'],
    ['B', '4.00'],
    ['C', '3.00'],
    ['D', '1.00'],
  ] as const) {
    lots.set(sku, [each(100)])
    sell(sku, date, { net: value }, { value, sku })
  }
  costs.assign('')
  const { best, worst } = list.month('USD', '2026-11')
  expect([best, worst].map((items) => items.map(({ sku }) => sku))).toEqual([['B', 'C', 'A'], ['D']])
})

it('FIN-01 a month counts its orders, pieces, postage, costs and what is held', () => {
  const { sell, save, list, lots, costs } = openStores()
  lots.set('MUG', [each(100)])
  sell('1', date, { net: '11.00', fee: '1.00' }, { value: '10.00', sku: 'MUG', quantity: 3, postage: money('2.00') })
  sell('2', date, { net: '5.00', transactionStatus: 'FUNDS_ON_HOLD' }, { value: '4.50', postage: money('0.50') })
  save(charge('M', 'WITHDRAWAL', date, '3.00'), charge('F', 'CREDIT', date, '1.00', { transactionStatus: 'FAILED' }))
  save(charge('U', 'CREDIT', date, '?'), charge('V', 'CREDIT', 'soon', '1.00'))
  costs.assign('')
  const known = {
    month: '2026-11',
    ...{ cameIn: usd(1_700), wentOut: usd(-100), cost: usd(-300), left: usd(1_300), costUnknown: 1, estimated: 0 },
  }
  expect(list.months('USD', 2026)).toEqual([known])
  const shown = list.month('USD', '2026-11')
  expect(shown).toEqual({
    ...known,
    kinds: [{ type: 'SALE', feeType: '', label: 'Sales', count: 2, amount: usd(1_700) }],
    ...{ fees: usd(-100), beforeCost: usd(1_600), orders: 2, pieces: 4, postage: { amount: usd(250), unknown: 0 } },
    ...{ costKnown: 1, held: { count: 1, amount: usd(500) } },
    moved: [{ type: 'WITHDRAWAL', feeType: '', label: 'Withdrawals', count: 1, amount: usd(-300) }],
    unclear: [{ label: 'Credits', count: 1 }],
    best: [itemOf('MUG', [3, 1_000, 1_100, -300, 800])],
    worst: [],
  })
  expect(list.unclear()).toEqual([{ label: 'Credits', count: 2 }])
  expect(list.sums('USD', '2026-10', '2026-11')).toEqual([{ ...known, kinds: shown.kinds, fees: shown.fees }])
  // Of a sale without its order nothing of that is known.
  save(sale('3', date, { net: '1.00' }))
  expect(list.month('USD', '2026-11')).toMatchObject({
    ...{ pieces: null, postage: { amount: usd(250), unknown: 1 }, costKnown: 1, costUnknown: 2, orders: 3 },
  })
})

it('FIN-01 lists the currency with the most transactions first, and its years from the newest', () => {
  const { save, list } = openStores()
  expect(list.currencies()).toEqual([])
  save(
    sale('1', date, { net: '1.00', currency: 'EUR' }),
    sale('2', date, { net: '1.00' }),
    sale('3', '2024-03-20T20:00:00.000Z', { net: '1.00' }),
    sale('4', 'soon', { net: '1.00' }),
  )
  expect(list.currencies()).toEqual([
    { currency: 'USD', years: [2026, 2024] },
    { currency: 'EUR', years: [2026] },
  ])
})

it('FIN-01 names the orders sold since a time, once each and in every currency', () => {
  const { save, store, list } = openStores()
  save(
    sale('1', date, { net: '1.00' }),
    sale('2', next, { net: '1.00', currency: 'EUR' }),
    sale('3', next, { net: '1.00' }),
    sale('3', next, { net: '1.00', transactionId: 'S-4' }),
    charge('L', 'SHIPPING_LABEL', next, '1.00', { orderId: '5' }),
    sale('6', next, { net: '1.00', orderId: '' }),
  )
  store.saveEstimates([soldOrder('7', next, { value: '1.00' })], 1)
  expect(list.soldSince(atMs + 1, '2026-11').toSorted()).toEqual(['2', '3', '7'])
  expect(list.soldSince(atMs, '2026-11').toSorted()).toEqual(['1', '2', '3', '7'])
  expect(list.soldSince(atMs, '2026-12')).toEqual([])
})

it('FIN-01 lists payouts of a currency, the newest first and page by page', () => {
  const { store, list, save } = openStores()
  const read = (id: string, at: string, currency = 'USD') => ({
    ...{ payoutId: id, atMs: Date.parse(at), currency, amount: { minor: 900, currency }, feeMinor: 5 },
    ...{ status: 'SUCCEEDED', account: 'BANK 4471', transactionCount: 1 },
  })
  save(charge('C', 'CREDIT', date, '9.00', { payoutId: 'P', bookingEntry: 'CREDIT' }))
  store.savePayouts([read('P', date), read('Q', next), read('E', next, 'EUR')])
  const shown = {
    ...{ atMs, amount: usd(900), fee: usd(5), status: 'SUCCEEDED', account: 'BANK 4471' },
  }
  const [p, q] = [
    { payoutId: 'P', ...shown, check: { state: 'addsUp', count: 1 } },
    { payoutId: 'Q', ...shown, atMs: Date.parse(next), check: { state: 'partlyRead', count: 0, of: 1 } },
  ]
  expect(list.payouts('USD', 0, 10)).toEqual({ payouts: [q, p], total: 2 })
  expect(list.payouts('USD', 1, 1)).toEqual({ payouts: [p], total: 2 })
  expect(list.payouts('GBP', 0, 10)).toEqual({ payouts: [], total: 0 })
  expect(list.payout('P')).toMatchObject({ ...p, transactions: [{ transactionId: 'C' }] })
  expect(list.payout('other')).toBeNull()
})
