import { describe, expect, it } from 'vitest'
import { charge, DAY_MS, openEarnings, payout, sale, soldOrder, usd } from './earnings-rig.ts'

const at = (daysAgo: number): string => new Date(Date.UTC(2026, 10, 28, 12) - daysAgo * DAY_MS).toISOString()
const all = { currency: 'USD', month: null, type: null, search: '', offset: 0, limit: 1_000 } as const

describe('reading', () => {
  it('FACT-171 reads five years in windows of at most 36 months, the newest first', async () => {
    const rig = openEarnings()
    for (let days = 1; days < 5 * 365 - 3; days += 20) rig.platform.put(sale(`${days}`, at(days), { net: '1.00' }))
    await rig.start()
    const windows = rig.platform.requests
      .filter(({ operation }) => operation === 'getTransactions')
      .map(({ url }) => /\[(.*)\.\.(.*)\]/.exec(decodeURIComponent(url)))
    // Without a date: the last ninety days.
    expect(windows[0]).toBeNull()
    const years = windows.slice(1).map((match) => [Date.parse(match?.[1] ?? ''), Date.parse(match?.[2] ?? '')] as const)
    expect(years.length).toBeGreaterThanOrEqual(5)
    for (const [fromMs = 0, toMs = 0] of years) expect((toMs - fromMs) / DAY_MS).toBeLessThanOrEqual(366)
    expect(years.map(([fromMs]) => fromMs)).toEqual(years.map(([fromMs]) => fromMs).toSorted((a, b) => b - a))
    expect((await rig.call().transactions(all)).total).toBe(rig.platform.transactions.length)
    expect(await rig.call().state({})).toMatchObject({ isComplete: true, problem: null, progress: null })
    await rig.stop()
  })

  it('FIN-01 marks what it reads ahead, so that the seller’s calls are not used up', async () => {
    const rig = openEarnings()
    await rig.start()
    const purposes = new Set(rig.platform.requests.map(({ purpose, lane }) => `${lane} ${purpose}`))
    expect(purposes).toEqual(new Set(['read watch', 'read readAhead']))
    await rig.stop()
  })

  it('FIN-01 a correction replaces the transaction, and doubles nothing', async () => {
    const rig = openEarnings()
    rig.platform.put(sale('1', at(40), { net: '10.00', fee: '1.00' }))
    await rig.start()
    rig.platform.put(sale('1', at(40), { net: '9.50', fee: '1.50', payoutId: 'P', transactionStatus: 'PAYOUT' }))
    await rig.call().readNow({})
    const { rows } = await rig.call().transactions(all)
    expect(rows).toMatchObject([{ net: usd(950), fees: usd(-150), gross: usd(1_100), payoutId: 'P' }])
    await rig.stop()
  })

  it('FIN-01 two transactions with one number and different types are two', async () => {
    const rig = openEarnings()
    rig.platform.put(
      charge('1', 'CREDIT', at(2), '1.00', { bookingEntry: 'CREDIT' }),
      charge('1', 'REFUND', at(2), '2.00'),
    )
    await rig.start()
    expect((await rig.call().transactions(all)).rows.map(({ net }) => net?.minor).toSorted()).toEqual([-200, 100])
    await rig.stop()
  })

  it('FIN-01 goes on after a restart where it was', async () => {
    const rig = openEarnings()
    rig.platform.state.pageSize = 10
    for (let number = 0; number < 95; number += 1)
      rig.platform.put(sale(`${number}`, at(100 + number), { net: '1.00' }))
    // From the ninth call on nothing answers, as when the computer is switched off.
    rig.platform.state.before = (count) => (count > 8 ? new Promise(() => undefined) : Promise.resolve())
    await rig.start()
    const before = (await rig.call().transactions(all)).total
    expect(before).toBeGreaterThan(10)
    expect(before).toBeLessThan(95)
    const again = openEarnings({ database: rig.database })
    again.platform.put(...rig.platform.transactions)
    await again.start()
    const offsets = again.platform.requests
      .filter(({ url }) => decodeURIComponent(url).includes('transactionDate'))
      .map(({ url }) => Number(new URL(url).searchParams.get('offset')))
    expect(offsets[0]).toBe(before)
    expect((await again.call().transactions(all)).total).toBe(95)
    await again.stop()
  })

  it('FIN-01 reads the past again after a longer time without a check, so that nothing is missing between', async () => {
    const rig = openEarnings()
    rig.platform.put(sale('1', at(10), { net: '1.00' }))
    await rig.start()
    await rig.stop()
    await rig.clock.advance(200 * DAY_MS)
    rig.platform.put(sale('2', new Date(rig.clock.nowMs() - 120 * DAY_MS).toISOString(), { net: '2.00' }))
    await rig.restart()
    expect((await rig.call().transactions(all)).total).toBe(2)
    expect(await rig.call().state({})).toMatchObject({ isComplete: true })
    await rig.stop()
  })

  it('FIN-01 a check during the reading of the past stays the newest one', async () => {
    const rig = openEarnings()
    rig.platform.put(sale('1', at(200), { net: '1.00' }))
    const held = Promise.withResolvers<void>()
    rig.platform.state.before = () => {
      const isPast = rig.platform.requests.at(-1)?.purpose === 'readAhead'
      return isPast ? held.promise : Promise.resolve()
    }
    await rig.start()
    await rig.clock.advance(60_000)
    const checkedAtMs = rig.clock.nowMs()
    await rig.call().readNow({})
    held.resolve()
    await rig.idle()
    expect(await rig.call().state({})).toMatchObject({ isComplete: true, toMs: checkedAtMs })
    expect((await rig.call().transactions(all)).total).toBe(1)
    await rig.stop()
  })

  it('FIN-01 a payout’s transactions from before the ninety days are read by its number', async () => {
    const rig = openEarnings()
    rig.platform.put(
      sale('old', at(120), { net: '7.00', payoutId: 'P' }),
      sale('new', at(20), { net: '3.00', payoutId: 'P' }),
    )
    rig.platform.payouts.push(payout('P', at(10), '10.00', 2))
    await rig.start()
    expect(await rig.call().payout({ payoutId: 'P' })).toMatchObject({ check: { state: 'addsUp', count: 2 } })
    await rig.stop()
  })

  it('FIN-01 an amount that can’t be read stops no page, and is counted by its name', async () => {
    const rig = openEarnings()
    rig.platform.put(
      sale('1', at(2), { net: '1.00' }),
      sale('2', at(2), { net: '1.005' }),
      charge('3', 'NEW_THING', at(2), 'much'),
      charge('4', 'REFUND', 'yesterday', '1.00'),
      charge('5', 'SIGNLESS', at(2), '4.00', { bookingEntry: 'SIDEWAYS' }),
    )
    await rig.start()
    const { unclear } = await rig.call().state({})
    expect(unclear).toEqual([
      { label: 'Sales', count: 1 },
      { label: 'Refunds', count: 1 },
      { label: 'New thing', count: 1 },
      { label: 'Signless', count: 1 },
    ])
    expect(await rig.call().month({ currency: 'USD', month: at(2).slice(0, 7) })).toMatchObject({
      beforeCost: usd(100),
      unclear: [{ label: 'Sales' }, { label: 'New thing' }, { label: 'Signless' }],
    })
    await rig.stop()
  })

  it('FIN-01 a transfer that failed is listed, and in no sum', async () => {
    const rig = openEarnings()
    rig.platform.put(
      charge('1', 'TRANSFER', at(2), '5.00', { transactionStatus: 'FAILED' }),
      sale('1', at(2), { net: '1.00' }),
    )
    await rig.start()
    expect((await rig.call().transactions(all)).rows).toHaveLength(2)
    expect(await rig.call().month({ currency: 'USD', month: '2026-11' })).toMatchObject({ beforeCost: usd(100) })
    await rig.stop()
  })

  it('FIN-01 a late fee that names its order only as a reference belongs to the order', async () => {
    const rig = openEarnings()
    const references = [{ referenceType: 'ORDER_ID', referenceId: '1' }]
    rig.platform.put(
      sale('1', at(3), { net: '10.00' }),
      charge('F', 'NON_SALE_CHARGE', at(2), '0.75', { feeType: 'INTERNATIONAL_FEE', references }),
    )
    await rig.start()
    expect((await rig.call().order({ orderId: '1' })).earned[0]).toMatchObject({
      others: [{ label: 'International fee', amount: usd(-75) }],
      beforeCost: usd(925),
    })
    await rig.stop()
  })

  it('FIN-01 months begin where the marketplace’s days do', async () => {
    const rig = openEarnings()
    // 31 October, 23:30 in Los Angeles.
    rig.platform.put(sale('1', '2026-11-01T06:30:00.000Z', { net: '1.00' }))
    await rig.start()
    expect((await rig.call().months({ currency: 'USD', year: 2026 })).months.map(({ month }) => month)).toEqual([
      '2026-10',
    ])
    await rig.stop()
  })
})

describe('what can’t be read', () => {
  it('FIN-03 without the permission it says so in one sentence, and estimates from the orders', async () => {
    const rig = openEarnings()
    rig.platform.state.before = async () => void rig.platform.faults.push(403)
    rig.putOrder(
      soldOrder('1', at(3), {
        value: '20.00',
        fee: { value: '2.65', currency: 'USD' },
        refunds: [{ amount: { value: '5.00', currency: 'USD' }, atMs: Date.parse(at(1)) }],
      }),
      soldOrder('2', at(3), { value: '9.00', isSold: false }),
    )
    await rig.start()
    const { problem, toMs } = await rig.call().state({})
    expect(problem).toMatchObject({ kind: 'forbidden', message: expect.stringContaining('sell.finances') })
    expect(toMs).toBeNull()
    expect(await rig.call().month({ currency: 'USD', month: '2026-11' })).toMatchObject({
      estimated: 1,
      beforeCost: usd(1_235),
      kinds: [
        { label: 'Sales, estimated', amount: usd(2_000) },
        { label: 'Refunds, estimated', amount: usd(-500) },
      ],
    })
    expect((await rig.call().order({ orderId: '1' })).earned[0]).toMatchObject({
      isEstimate: true,
      unknown: ['sale', 'cost', 'label'],
    })
    await rig.stop()
  })

  it('FIN-03 a platform without earnings is estimated from its orders alone, and sends no call', async () => {
    const rig = openEarnings({ platform: 'neutral' })
    rig.putOrder(soldOrder('1', at(300), { value: '20.00', sku: 'MUG' }))
    rig.lots.set('MUG', [])
    await rig.start()
    expect(rig.platform.requests).toEqual([])
    expect(await rig.call().state({})).toMatchObject({
      canRead: false,
      problem: null,
      currencies: [{ currency: 'USD', years: [2026] }],
    })
    await expect(Promise.resolve().then(() => rig.call().readNow({}))).rejects.toThrow(/estimated from your orders/)
    await rig.stop()
  })

  it('FIN-03 the platform’s transaction takes the place of the estimate, with the cost that was kept', async () => {
    const rig = openEarnings({ platform: 'ebay' })
    rig.platform.state.before = async () => void rig.platform.faults.push(403)
    rig.lots.set('MUG', [{ each: { minor: 400, currency: 'USD' }, pieces: null, boughtOn: null }])
    rig.putOrder(soldOrder('1', at(3), { value: '20.00', sku: 'MUG' }))
    await rig.start()
    expect((await rig.call().order({ orderId: '1' })).earned[0]).toMatchObject({ isEstimate: true, cost: usd(-400) })
    rig.platform.state.before = async () => undefined
    rig.lots.set('MUG', [])
    rig.platform.put(sale('1', at(3), { net: '17.00', fee: '3.00' }))
    await rig.call().readNow({})
    await rig.idle()
    expect((await rig.call().order({ orderId: '1' })).earned).toMatchObject([
      { isEstimate: false, beforeCost: usd(1_700), cost: usd(-400), left: usd(1_300) },
    ])
    expect((await rig.call().transactions(all)).total).toBe(1)
    await rig.stop()
  })

  it('FIN-03 a sale of today is an estimate until the platform lists it, and one that it never lists is dropped', async () => {
    const rig = openEarnings()
    await rig.start()
    rig.putOrder(soldOrder('1', at(0), { value: '20.00' }))
    await rig.idle()
    const november = { currency: 'USD', month: '2026-11' }
    expect(await rig.call().month(november)).toMatchObject({ estimated: 1, beforeCost: usd(2_000) })
    await rig.clock.advance(3 * DAY_MS)
    expect(await rig.call().month(november)).toMatchObject({ estimated: 0, beforeCost: usd(0) })
    await rig.stop()
  })

  it('FIN-03 an order that is cancelled has no estimate any more', async () => {
    const rig = openEarnings()
    await rig.start()
    rig.putOrder(soldOrder('1', at(0), { value: '20.00' }))
    await rig.idle()
    rig.putOrder(soldOrder('1', at(0), { value: '20.00', isSold: false }))
    await rig.idle()
    expect((await rig.call().order({ orderId: '1' })).earned).toEqual([])
    await rig.stop()
  })

  it('FIN-01 says why the last reading failed and how old the rest is, and tries again', async () => {
    const rig = openEarnings()
    rig.platform.put(sale('1', at(3), { net: '1.00' }))
    await rig.start()
    const { toMs } = await rig.call().state({})
    rig.platform.faults.push(500)
    await rig.call().readNow({})
    expect(await rig.call().state({})).toMatchObject({ problem: { kind: 'service' }, toMs })
    await rig.clock.advance(3 * 60 * 60_000)
    const after = await rig.call().state({})
    expect(after.problem).toBeNull()
    expect(after.toMs).toBeGreaterThan(toMs ?? 0)
    await rig.stop()
  })
})
