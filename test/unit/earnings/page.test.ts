/** The pure parts of the page Earnings. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstMonth, monthLines } from '../../../renderer/earnings/month-lines.ts'
import { checkLabel, statusLabel } from '../../../renderer/earnings/payout-labels.ts'
import { ageText } from '../../../renderer/earnings/state-texts.ts'
import { earnedHint, earnedText, leftOfSum, sumText } from '../../../renderer/parts/earnings/earned-text.ts'
import {
  lastCost,
  marginText,
  soldSoFar,
  soldText,
  typedPrice,
  wouldBeLeft,
} from '../../../renderer/parts/earnings/item-text.ts'
import { leftText, orderFacts, orderUnknowns } from '../../../renderer/parts/earnings/order-lines.ts'
import { setLocale } from '../../../renderer/ui/format/locale-format.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import type {
  EarningsMonthDetail,
  EarningsOrder,
  EarningsPayout,
  EarningsState,
} from '../../../shared/earnings/contract.ts'

setLocale('en-US')

const usd = (minor: number) => ({ minor, currency: 'USD' })

const kind = (type: string, label: string, minor: number, count = 1) => ({
  ...{ type, feeType: '', label, count },
  amount: usd(minor),
})

const detail = (more: Partial<EarningsMonthDetail>): EarningsMonthDetail => ({
  month: '2026-11',
  cameIn: usd(0),
  wentOut: usd(0),
  cost: usd(0),
  left: usd(0),
  costUnknown: 0,
  estimated: 0,
  kinds: [],
  fees: usd(0),
  beforeCost: usd(0),
  orders: 0,
  pieces: 0,
  postage: { amount: usd(0), unknown: 0 },
  costKnown: 0,
  held: { count: 0, amount: usd(0) },
  moved: [],
  unclear: [],
  best: [],
  worst: [],
  ...more,
})

const named = (month: EarningsMonthDetail) =>
  monthLines(month, 'eBay fees').map(({ label, note, amount }) => [label, note, amount.minor])

describe('the lines of a month', () => {
  it('FIN-01 tell postage apart, and sum to what is left before costs', () => {
    const month = detail({
      kinds: [
        kind('SALE', 'Sales', 10_000, 2),
        kind('REFUND', 'Refunds', -500),
        kind('SHIPPING_LABEL', 'Labels', -900, 3),
      ],
      fees: usd(-1_200),
      beforeCost: usd(7_400),
      ...{ orders: 2, pieces: 3 },
      postage: { amount: usd(1_000), unknown: 0 },
    })
    expect(named(month)).toEqual([
      ['Items sold', '2 orders, 3 pieces', 9_000],
      ['Postage from buyers', '', 1_000],
      ['eBay fees', '', -1_200],
      ['Refunds', '', -500],
      ['Labels', '3 times', -900],
    ])
  })

  it('FIN-03 keep postage with the sales while it is unknown for one of them', () => {
    const month = detail({
      kinds: [kind('SALE', 'Sales', 10_000), kind('ESTIMATED_SALE', 'Sales, estimated', 500)],
      ...{ orders: 2, pieces: null },
      postage: { amount: usd(1_000), unknown: 1 },
    })
    expect(named(month)).toEqual([['Items sold, with postage', '2 orders', 10_500]])
  })

  it('FIN-01 sum to what is left before costs, whatever the kinds are', () => {
    const amount = fc.integer({ min: -1_000_000, max: 1_000_000 })
    const kinds = fc.array(fc.tuple(fc.constantFrom('SALE', 'ESTIMATED_SALE', 'REFUND', 'NEW_KIND'), amount), {
      maxLength: 8,
    })
    fc.assert(
      fc.property(kinds, amount, amount, fc.nat(1), (given, fees, postage, unknown) => {
        const sales = given.filter(([type]) => type.endsWith('SALE'))
        const month = detail({
          kinds: given.map(([type, minor], index) => ({ ...kind(type, type, minor), feeType: String(index) })),
          fees: usd(fees),
          orders: sales.length,
          postage: { amount: usd(sales.length === 0 ? 0 : postage), unknown },
        })
        const sum = monthLines(month, 'Fees').reduce((all, line) => all + line.amount.minor, 0)
        expect(sum).toBe(given.reduce((all, [, minor]) => all + minor, fees))
      }),
    )
  })

  it('FIN-04 of a file begin with the first month of its quarter or year', () => {
    expect(firstMonth('2026-11', 'month')).toBe('2026-11')
    expect(firstMonth('2026-11', 'quarter')).toBe('2026-10')
    expect(firstMonth('2026-09', 'quarter')).toBe('2026-07')
    expect(firstMonth('2026-11', 'year')).toBe('2026-01')
  })
})

describe('a payout', () => {
  const check = (one: EarningsPayout['check']) => checkLabel({ check: one }).text

  it('FIN-01 says whether its transactions add up, or the difference by name', () => {
    expect(check({ state: 'addsUp', count: 12 })).toBe('Adds up: 12 transactions')
    expect(check({ state: 'partlyRead', count: 17, of: 18 })).toBe('Not all lines have been read: 17 of 18')
    expect(check({ state: 'partlyRead', count: 0, of: null })).toBe('Its lines haven’t been read yet')
    expect(check({ state: 'differs', count: 3, difference: usd(-150), name: 'payoutFee' })).toBe(
      'Adds up with the payout fee of $1.50: 3 transactions',
    )
    expect(check({ state: 'differs', count: 3, difference: usd(1_420), name: null })).toBe(
      '$14.20 more than its 3 transactions',
    )
    expect(check({ state: 'differs', count: 1, difference: usd(-1_420), name: null })).toBe(
      '$14.20 less than its 1 transaction',
    )
  })

  it('FIN-01 says where the money is until it has arrived, also in a word that is new', () => {
    expect(statusLabel({ status: 'SUCCEEDED', account: 'BANK 4471' })).toBeNull()
    expect(statusLabel({ status: 'INITIATED', account: 'BANK 4471' })?.text).toBe('On its way to BANK 4471')
    expect(statusLabel({ status: 'TERMINAL_FAILED', account: '' })?.text).toBe('Failed')
    expect(statusLabel({ status: 'NEW_WORD', account: '' })?.text).toBe('new word')
  })
})

describe('the age of earnings', () => {
  const nowMs = new Date(2026, 10, 28, 9, 5).getTime()
  const state: EarningsState = {
    ...{ canRead: true, isComplete: true, fromMs: new Date(2024, 2, 5).getTime(), toMs: nowMs },
    ...{ progress: null, problem: null, currencies: [], unclear: [] },
  }
  const say = (more: Partial<EarningsState>) => ageText({ ...state, ...more }, platforms.ebay.name, nowMs)

  it('FACT-175 is said in every state', () => {
    expect(say({})).toMatch(/^eBay’s figures, read 9:05\sAM; the last two days can still change$/)
    expect(say({ isComplete: false, progress: { read: 200, total: 1_000 } })).toMatch(
      /^eBay’s figures, read 9:05\sAM; reading older ones, back to March 2024: 200 of 1,000$/,
    )
    expect(say({ isComplete: false })).toMatch(/, back to March 2024$/)
    expect(say({ toMs: null, fromMs: null, isComplete: false })).toBe('eBay’s figures haven’t been read yet')
    expect(say({ toMs: null, fromMs: null, isComplete: false, progress: { read: 5, total: 10 } })).toBe(
      'Reading: 5 of 10',
    )
    expect(say({ canRead: false })).toBe('Estimated from your orders')
  })
})

describe('an order', () => {
  const order: EarningsOrder = {
    orderId: '1',
    ...{ price: usd(6_000), postage: usd(500), paid: usd(6_500) },
    fees: [
      { label: 'Final value fee', amount: usd(-900) },
      { label: 'Promoted listings', amount: usd(-100) },
    ],
    others: [kind('NON_SALE_CHARGE', 'Promoted listings', -50), kind('SHIPPING_LABEL', 'Postage labels', -450)],
    beforeCost: usd(5_000),
    ...{ cost: usd(-2_000), left: usd(3_000), isEstimate: false, unknown: [], isHeld: false },
    ...{ payoutIds: [], transactions: [] },
  }

  it('FIN-01 shows each line by its name, and two of one name as one', () => {
    expect(orderFacts(order).map(({ label, value }) => `${label} ${value}`)).toEqual([
      'Price $60.00',
      'Postage $5.00',
      'Final value fee -$9.00',
      'Promoted listings -$1.50',
      'Postage labels -$4.50',
      'What you paid -$20.00',
    ])
    expect(leftText(order)).toBe('$30.00')
  })

  it('FIN-03 says what isn’t known instead of showing zero', () => {
    const unknown: EarningsOrder = {
      ...order,
      ...{ price: null, postage: null, cost: null, left: null, isEstimate: true, unknown: ['sale', 'cost', 'label'] },
    }
    expect(orderFacts(unknown)[0]).toEqual({ label: 'Paid by the buyer', value: '$65.00' })
    expect(orderFacts(unknown).map(({ label }) => label)).not.toContain('What you paid')
    expect(leftText(unknown)).toBe('At most about $50.00')
    expect(orderUnknowns(unknown, platforms.ebay.name)).toEqual([
      'Estimated from the order: eBay’s own figures and fees haven’t arrived yet.',
      'What you paid isn’t known. Enter it as the item’s cost.',
      'No label was bought from eBay: postage that you paid elsewhere isn’t counted.',
    ])
  })

  it('FIN-03 in a cell, an unknown cost and an estimate have their signs', () => {
    const earned = { beforeCost: usd(5_000), left: usd(3_000), isEstimate: false }
    expect(earnedText([earned])).toBe('$30.00')
    expect(earnedHint([earned])).toBeUndefined()
    expect(earnedText([{ ...earned, left: null, isEstimate: true }])).toBe('~ ≤ $50.00')
    expect(earnedHint([{ ...earned, left: null, isEstimate: true }])).toBe(
      'At most: what you paid isn’t known. Estimated from the order',
    )
    const yen = { beforeCost: { minor: 500, currency: 'JPY' }, left: null, isEstimate: false }
    expect(earnedText([earned, yen])).toBe('$30.00, ≤ ¥500')
  })

  it('FIN-03 Today calls what is left at most or about that while it isn’t known', () => {
    const sum = { left: usd(6_120), orders: 3, costUnknown: 0, estimated: 0 }
    expect(leftOfSum(sum)).toBe('$61.20 left for you')
    expect(leftOfSum({ ...sum, estimated: 1 })).toBe('about $61.20 left for you')
    expect(leftOfSum({ ...sum, costUnknown: 1, estimated: 1 })).toBe('at most $61.20 left for you')
  })

  it('FIN-03 the sum of a list says for how many orders it isn’t known', () => {
    const sum = { left: usd(123_450), orders: 80, costUnknown: 13, estimated: 2 }
    expect(sumText(sum, 84)).toBe(
      'At most $1,234.50 left for you from 80 of 84 orders: what you paid isn’t known for 13, 2 estimated',
    )
    expect(sumText({ ...sum, orders: 84, costUnknown: 0, estimated: 0 }, 84)).toBe(
      '$1,234.50 left for you from 84 orders',
    )
  })
})

describe('an item', () => {
  const sales = { sold: 6, price: usd(20_000), earned: usd(15_000), left: usd(7_600) }

  it('FIN-02 says how often it sold and what was left of its price', () => {
    expect(soldText([sales])).toBe('6')
    expect(marginText([sales])).toBe('38%')
    expect(soldSoFar([sales])).toEqual(['6 sold so far, $76.00 left after fees, labels and what you paid'])
  })

  it('FIN-03 has no margin while a cost isn’t known, and says so', () => {
    const unknown = { ...sales, left: null }
    expect(marginText([unknown])).toBeNull()
    expect(marginText([sales, unknown])).toBeNull()
    expect(soldSoFar([unknown])).toEqual(['6 sold so far, $150.00 before what you paid, which isn’t known for all'])
    expect([soldText([]), marginText([]), soldSoFar([])]).toEqual([null, null, []])
  })

  it('FIN-02 says what would be left of its price, by the cost of the last lot', () => {
    expect(lastCost('4.50', 'USD')).toEqual(usd(450))
    expect(lastCost('3 × 4.50 on 2026-10-01; 5.00', 'USD')).toEqual(usd(500))
    expect(lastCost('2 × 500', 'JPY')).toEqual({ minor: 500, currency: 'JPY' })
    expect(lastCost('', 'USD')).toBeUndefined()
    expect(wouldBeLeft(typedPrice('25.5', 'USD'), usd(450))).toBe(
      '$21.00 would be left of $25.50, before fees and postage',
    )
    expect(wouldBeLeft(undefined, usd(450))).toBeNull()
    expect(wouldBeLeft({ minor: 500, currency: 'JPY' }, usd(450))).toBeNull()
  })
})
