import { beforeAll, describe, expect, it } from 'vitest'
import type { EarningsMonthDetail } from '../../../shared/earnings/contract.ts'
import { each, openEarnings, payout, sale, soldOrder, usd } from './earnings-rig.ts'
import { type Entry, ledger, ledgerMonths, ledgerOrders, ledgerPayouts } from './ledger.ts'

/** Sums of the ledger by the plainest means. */
const sum = (entries: readonly Entry[], read: (entry: Entry) => number): number =>
  entries.reduce((total, entry) => total + read(entry), 0)
const inMonth = (month: string, currency: string): readonly Entry[] =>
  ledger.filter((entry) => entry.month === month && entry.currency === currency)
const orderIdsWhole = new Set(
  ledger
    .filter(({ type }) => type === 'REFUND')
    .filter(({ orderId, gross }) =>
      ledger.some((one) => one.type === 'SALE' && one.orderId === orderId && one.gross === -gross),
    )
    .map(({ orderId }) => orderId),
)

/** One of these items costs 2.00 for 12 pieces, then 2.50; the others have one cost or none. */
const plainCost = (entry: Entry): number | null => {
  const number = Number(entry.orderId?.slice(-3))
  const item = number % 10
  if (orderIdsWhole.has(entry.orderId)) return 0
  if (item === 9) return null
  if (item !== 3) return 100 + item
  const before = ledger
    .filter(
      (one) => one.type === 'SALE' && Number(one.orderId?.slice(-3)) % 10 === 3 && !orderIdsWhole.has(one.orderId),
    )
    .toSorted((a, b) => String(a.json.transactionDate).localeCompare(String(b.json.transactionDate)))
    .indexOf(entry)
  return before < 5 ? 200 : 250
}

describe('the sums of a ledger written for tests', () => {
  const rig = openEarnings()
  const month = async (name: string, currency = 'USD'): Promise<EarningsMonthDetail> =>
    (await rig.call().month({ currency, month: name })) as EarningsMonthDetail

  beforeAll(async () => {
    rig.platform.put(...ledger.map(({ json }) => json))
    rig.platform.payouts.push(...ledgerPayouts)
    for (let item = 0; item < 9; item += 1) {
      for (const currency of ['USD']) {
        rig.lots.set(
          `ITEM-${item}`,
          item === 3
            ? [each(200, { pieces: 5 }, currency), each(250, { boughtOn: '2026-08-01' }, currency)]
            : [each(100 + item, {}, currency)],
        )
      }
    }
    rig.putOrder(...ledgerOrders)
    await rig.start()
  })

  it.each(ledgerMonths.flatMap((name) => ['USD', 'EUR'].map((currency) => [name, currency] as const)))(
    'FIN-01 FIN-03 sums %s in %s to the cent: what came in, went out, and each kind',
    async (name, currency) => {
      const found = await month(name, currency)
      const earned = inMonth(name, currency).filter(({ isMoved }) => !isMoved)
      expect(found.beforeCost).toEqual({ minor: sum(earned, ({ gross, fee }) => gross + fee), currency })
      expect(found.fees.minor).toBe(sum(earned, ({ fee }) => fee))
      expect(found.cameIn.minor).toBe(sum(earned, ({ gross }) => Math.max(0, gross)))
      expect(found.wentOut.minor).toBe(sum(earned, ({ gross, fee }) => Math.min(0, gross) + fee))
      for (const [kind, of] of Map.groupBy(earned, ({ type, json }) => `${type} ${String(json.feeType ?? '')}`)) {
        const shown = found.kinds.find(({ type, feeType }) => `${type} ${feeType}` === kind)
        expect(shown, kind).toMatchObject({
          count: of.length,
          amount: { minor: sum(of, ({ gross }) => gross), currency },
        })
      }
      expect(sum(earned, () => 1)).toBe(found.kinds.reduce((count, kind) => count + kind.count, 0))
    },
  )

  it.each(ledgerMonths)(
    'FIN-02 sums the costs of %s first in first out, without what was refunded whole',
    async (name) => {
      const found = await month(name)
      const sales = inMonth(name, 'USD').filter(({ type }) => type === 'SALE')
      const costs = sales.map(plainCost)
      expect(found.costUnknown).toBe(costs.filter((cost) => cost === null).length)
      expect(found.cost.minor).toBe(-costs.reduce<number>((all, cost) => all + (cost ?? 0), 0))
      expect(found.left.minor).toBe(found.beforeCost.minor + found.cost.minor)
    },
  )

  it('FIN-03 sums nothing over two currencies: a cost in another currency is not known', async () => {
    const found = await month('2026-10', 'EUR')
    expect(found.cost.minor).toBe(0)
    expect(found.costUnknown).toBe(found.orders - found.costKnown)
    expect(await rig.call().state({})).toMatchObject({ currencies: [{ currency: 'USD' }, { currency: 'EUR' }] })
  })

  it('FIN-01 lists the months of a year as each month says', async () => {
    const { months } = await rig.call().months({ currency: 'USD', year: 2026 })
    expect(months.map((one) => one.month)).toEqual([...ledgerMonths])
    for (const one of months) {
      const { cameIn, wentOut, cost, left } = await month(one.month)
      expect(one).toMatchObject({ cameIn, wentOut, cost, left })
    }
  })

  it('FIN-01 tells money that only moved apart from what was earned', async () => {
    const { moved, beforeCost, kinds } = await month('2026-11')
    expect(moved.map(({ label, amount }) => [label, amount.minor])).toEqual([
      ['Loan repayments', -5_000],
      ['Withdrawals', -10_000],
    ])
    expect(kinds.reduce((all, { amount }) => all + amount.minor, 0) + (await month('2026-11')).fees.minor).toBe(
      beforeCost.minor,
    )
  })

  it('FIN-01 shows a kind that it does not know by its name, and counts it', async () => {
    const { kinds } = await month('2026-11')
    expect(kinds.at(-1)).toMatchObject({ label: 'Cashback bonus', count: 1, amount: usd(111) })
  })

  it('FIN-01 says how much of a month is on hold', async () => {
    const held = ledger.find(({ json }) => json.transactionStatus === 'FUNDS_ON_HOLD') as Entry
    const shown = await month(held.month)
    expect(shown.held).toEqual({ count: 1, amount: usd(held.gross + held.fee) })
  })

  it('FIN-01 every payout of the ledger adds up, the negative one too', async () => {
    const { payouts } = await rig.call().payouts({ currency: 'USD', offset: 0, limit: 100 })
    expect(payouts.map(({ check }) => check.state)).toEqual(payouts.map(() => 'addsUp'))
    expect(payouts.find(({ payoutId }) => payoutId === 'P-NEG')).toMatchObject({
      amount: usd(-3_333),
      check: { state: 'addsUp', count: 1 },
      account: 'BANK 4471',
    })
    expect(payouts).toHaveLength(
      ledgerPayouts.filter(({ amount }) => (amount as { currency: string }).currency === 'USD').length,
    )
  })

  it('FIN-01 an order is what its transactions say: price, postage, fees by name, label, refund, left', async () => {
    const of = ledger.filter(({ orderId }) => orderId === '14-004')
    expect(of.map(({ type }) => type)).toEqual(['SALE', 'SHIPPING_LABEL', 'REFUND'])
    const [{ gross, fee } = { gross: 0, fee: 0 }, label, refund] = of
    const { earned } = await rig.call().order({ orderId: '14-004' })
    expect(earned).toHaveLength(1)
    expect(earned[0]).toMatchObject({
      paid: usd(gross),
      price: usd(gross),
      postage: usd(0),
      fees: [
        { label: 'Final value fee', amount: usd(fee) },
        { label: 'Other fees', amount: usd(refund?.fee ?? 0) },
      ],
      others: [
        { label: 'Postage labels', amount: usd(label?.gross ?? 0) },
        { label: 'Refunds', amount: usd(refund?.gross ?? 0) },
      ],
      beforeCost: usd(sum(of, (entry) => entry.gross + entry.fee)),
      isEstimate: false,
      unknown: [],
    })
  })

  it('FIN-01 what orders earned in a column is what each order says', async () => {
    const orderIds = ledgerOrders.map(({ orderId }) => orderId)
    const { orders } = await rig.call().orders({ orderIds })
    expect(orders).toHaveLength(110)
    for (const shown of orders) {
      const of = ledger.filter(({ orderId, isMoved }) => orderId === shown.orderId && !isMoved)
      expect(shown.beforeCost.minor, shown.orderId).toBe(sum(of, ({ gross, fee }) => gross + fee))
    }
  })

  it('FIN-01 what the listed orders earned together is the sum of the column, by currency', async () => {
    const orderIds = ledgerOrders.map(({ orderId }) => orderId)
    const { orders } = await rig.call().orders({ orderIds })
    const { sums } = await rig
      .call()
      .ordersSum({ view: 'all', lateOnly: false, caseOnly: false, buyer: null, sku: null, search: '' })
    expect(sums.map(({ left }) => left.currency)).toEqual(['USD', 'EUR'])
    for (const { left, ...counts } of sums) {
      const own = orders.filter(({ beforeCost }) => beforeCost.currency === left.currency)
      expect(counts).toEqual({
        orders: own.length,
        costUnknown: own.filter(({ cost }) => cost === null).length,
        estimated: own.filter(({ isEstimate }) => isEstimate).length,
      })
    }
    // Every euro sale has a cost in dollars, so nothing of it is known.
    const euros = orders.filter(({ beforeCost }) => beforeCost.currency === 'EUR')
    expect(sums[1]?.left.minor).toBe(euros.reduce((all, one) => all + (one.left ?? one.beforeCost).minor, 0))
  })

  it('FIN-01 what sold since a day earned is what these orders earned, with their fees, labels and refunds', async () => {
    const fromMs = Date.parse('2026-11-01T08:00:00.000Z')
    const sold = new Set(
      ledgerOrders.filter(({ createdAtMs }) => (createdAtMs ?? 0) >= fromMs).map(({ orderId }) => orderId),
    )
    const { orders } = await rig.call().orders({ orderIds: [...sold] })
    const { sums } = await rig.call().soldSince({ fromMs })
    expect(sold.size).toBeGreaterThan(10)
    expect(sold.size).toBeLessThan(ledgerOrders.length)
    for (const currency of new Set(orders.map(({ beforeCost }) => beforeCost.currency))) {
      const own = orders.filter(({ beforeCost }) => beforeCost.currency === currency)
      const found = sums.find(({ left }) => left.currency === currency)
      expect(found?.orders).toBe(own.length)
      expect(found?.costUnknown).toBe(own.filter(({ left }) => left === null).length)
    }
    expect((await rig.call().soldSince({ fromMs: Date.UTC(2027, 0) })).sums).toEqual([])
  })

  it('FIN-01 what the items earned is what their orders earned, to the cent', async () => {
    const skus = Array.from({ length: 10 }, (_, index) => `ITEM-${index}`)
    const { items } = await rig.call().items({ skus })
    const ofOrders = ledger.filter(({ orderId, isMoved }) => orderId !== null && !isMoved)
    for (const currency of ['USD', 'EUR']) {
      const ours = items.filter(({ earned }) => earned.currency === currency)
      expect(ours.reduce((all, { earned }) => all + earned.minor, 0)).toBe(
        sum(
          ofOrders.filter((entry) => entry.currency === currency),
          ({ gross, fee }) => gross + fee,
        ),
      )
    }
    expect(items.find(({ sku, earned }) => sku === 'ITEM-9' && earned.currency === 'USD')).toMatchObject({
      cost: null,
      left: null,
    })
  })

  it('FIN-01 ranks the items of a month by what is left, each once', async () => {
    const { best, worst } = await month('2026-11')
    expect(best).toHaveLength(3)
    const left = [...best, ...worst.toReversed()].map((item) => item.left?.minor ?? Number.NaN)
    expect(left).toEqual(left.toSorted((a, b) => b - a))
    const skus = [...best, ...worst].map(({ sku }) => sku)
    expect(new Set(skus).size).toBe(skus.length)
    // Its cost isn't known.
    expect(skus).not.toContain('ITEM-9')
  })

  it('FIN-01 finds transactions by order, buyer, title, fee and number', async () => {
    const find = async (search: string) => {
      const { rows, total } = await rig
        .call()
        .transactions({ currency: 'USD', month: null, type: null, search, offset: 0, limit: 1_000 })
      expect(rows).toHaveLength(total)
      return rows.map(({ transactionId }) => transactionId)
    }
    expect(await find('14-004')).toHaveLength(3)
    expect(await find('ground')).toHaveLength(
      ledger.filter((one) => one.type === 'SHIPPING_LABEL' && one.currency === 'USD').length,
    )
    expect(await find('promoted')).toEqual(['AD-1'])
    expect(await find('anna lamp item-7')).toEqual(expect.arrayContaining([expect.stringContaining('S-14-')]))
  })
})

describe('payouts', () => {
  const open = async (lines: readonly ReturnType<typeof sale>[], paidOut: ReturnType<typeof payout>) => {
    const rig = openEarnings()
    rig.platform.put(...lines)
    rig.platform.payouts.push(paidOut)
    await rig.start()
    const shown = await rig.call().payout({ payoutId: String(paidOut.payoutId) })
    await rig.stop()
    return shown
  }
  const date = '2026-11-20T20:00:00.000Z'
  const lines = [sale('1', date, { net: '10.00', payoutId: 'P' }), sale('2', date, { net: '5.05', payoutId: 'P' })]

  it('FIN-01 shows the difference of a payout that does not add up', async () => {
    expect(await open(lines, payout('P', date, '15.00', 2))).toMatchObject({
      check: { state: 'differs', count: 2, difference: usd(-5), name: null },
      transactions: [{ net: usd(505) }, { net: usd(1_000) }],
    })
  })

  it('FIN-01 names the fee of an express payout as the difference', async () => {
    const paid = payout('P', date, '14.05', 2, { totalFee: { value: '1.00', currency: 'USD' } })
    expect(await open(lines, paid)).toMatchObject({
      check: { state: 'differs', difference: usd(-100), name: 'payoutFee' },
    })
  })

  it('FIN-01 sums nothing for a payout of which not all transactions are read', async () => {
    expect(await open(lines, payout('P', date, '20.00', 3))).toMatchObject({
      check: { state: 'partlyRead', count: 2, of: 3 },
    })
  })

  it('FIN-01 lists a payout whose own amount can’t be read', async () => {
    expect(await open(lines, payout('P', date, 'fifteen', 2))).toMatchObject({
      amount: null,
      check: { state: 'partlyRead', count: 2, of: 2 },
    })
  })

  it('FIN-01 sums nothing for a payout with an amount that can’t be read', async () => {
    const unclear = sale('3', date, { net: 'eleven', payoutId: 'P' })
    expect(await open([...lines, unclear], payout('P', date, '20.00', 3))).toMatchObject({
      check: { state: 'partlyRead', count: 2, of: 3 },
    })
  })
})

describe('costs', () => {
  const date = '2026-11-20T20:00:00.000Z'

  it('FIN-02 keeps the cost of a sale when the cost of the item changes later', async () => {
    const rig = openEarnings()
    rig.platform.put(sale('1', date, { net: '10.00' }))
    rig.lots.set('MUG', [each(300)])
    rig.putOrder(soldOrder('1', date, { value: '10.00', sku: 'MUG' }))
    await rig.start()
    expect(await rig.call().items({ skus: ['MUG'] })).toMatchObject({
      items: [{ sold: 1, cost: usd(-300), left: usd(700) }],
    })
    rig.setCost('MUG', each(900))
    rig.platform.put(sale('2', '2026-11-21T20:00:00.000Z', { net: '10.00' }))
    rig.putOrder(soldOrder('2', '2026-11-21T20:00:00.000Z', { value: '10.00', sku: 'MUG' }))
    await rig.call().readNow({})
    await rig.idle()
    expect((await rig.call().order({ orderId: '1' })).earned[0]?.cost).toEqual(usd(-300))
    expect((await rig.call().order({ orderId: '2' })).earned[0]?.cost).toEqual(usd(-900))
    await rig.stop()
  })

  it('FIN-02 finds the costs of past sales when the seller enters one, and until then says that it isn’t known', async () => {
    const rig = openEarnings()
    rig.platform.put(sale('1', date, { net: '10.00' }))
    rig.putOrder(soldOrder('1', date, { value: '10.00', sku: 'MUG' }))
    await rig.start()
    expect((await rig.call().order({ orderId: '1' })).earned[0]).toMatchObject({
      cost: null,
      left: null,
      unknown: ['cost', 'label'],
    })
    rig.setCost('MUG', each(300))
    await rig.idle()
    expect((await rig.call().order({ orderId: '1' })).earned[0]).toMatchObject({ cost: usd(-300), left: usd(700) })
    await rig.stop()
  })

  it('FIN-02 gives past sales the cost of now when the seller says that it was typed wrong, and takes it back', async () => {
    const rig = openEarnings()
    const costOf = async (orderId: string) => (await rig.call().order({ orderId })).earned[0]?.cost
    const month = async () => (await rig.call().month({ currency: 'USD', month: '2026-11' })).cost
    for (const orderId of ['1', '2']) {
      rig.platform.put(sale(orderId, date, { net: '10.00' }))
      rig.putOrder(soldOrder(orderId, date, { value: '10.00', sku: 'MUG' }))
    }
    rig.lots.set('MUG', [each(3_000)])
    await rig.start()
    expect(await rig.call().pastCosts({ sku: 'MUG' })).toEqual({ sales: 0 })
    // Of one piece, this cost says nothing about the other sale.
    rig.setCost('MUG', { ...each(300), pieces: 1 })
    await rig.idle()
    expect(await rig.call().pastCosts({ sku: 'MUG' })).toEqual({ sales: 1 })
    const { former } = await rig.call().recostPastSales({ sku: 'MUG' })
    expect(former.map(({ cost }) => cost)).toEqual([3_000])
    expect([await costOf('1'), await costOf('2'), await month()]).toEqual([usd(-300), usd(-3_000), usd(-3_300)])
    expect(rig.events.at(-1)).toBe('earningsChanged')
    await rig.call().restorePastCosts({ sku: 'ANOTHER', former: [...former] })
    expect(await costOf('1')).toEqual(usd(-300))
    await rig.call().restorePastCosts({ sku: 'MUG', former: [...former] })
    expect([await costOf('1'), await costOf('2'), await month()]).toEqual([usd(-3_000), usd(-3_000), usd(-6_000)])
    await rig.stop()
  })

  it('FIN-02 never sends a cost', async () => {
    const rig = openEarnings()
    rig.platform.put(sale('1', date, { net: '10.00' }))
    rig.lots.set('MUG', [each(31_337)])
    rig.putOrder(soldOrder('1', date, { value: '10.00', sku: 'MUG' }))
    await rig.start()
    const { requests } = rig.platform
    expect(requests.length).toBeGreaterThan(0)
    expect(requests.every(({ method }) => method === 'GET')).toBe(true)
    expect(JSON.stringify(requests.map(({ url, headers, body }) => [url, headers, body]))).not.toMatch(/313.?37/)
    await rig.stop()
  })
})
