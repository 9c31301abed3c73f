import fc from 'fast-check'
import { expect, it } from 'vitest'
import { describeAccepting } from '../../../shared/offers/accepting.ts'
import { discounted, estimateFees, isBelow, percentBelow, suggestCounters } from '../../../shared/offers/arithmetic.ts'

const usd = (minor: number) => ({ minor, currency: 'USD' })
const eur = (minor: number) => ({ minor, currency: 'EUR' })

it('LST-25 says by how many percent an offer is below the price of all its pieces', () => {
  expect(percentBelow(usd(4_000), 1, usd(4_750))).toBe(16)
  expect(percentBelow(usd(8_000), 2, usd(4_750))).toBe(16)
  expect(percentBelow(usd(4_000), 1, eur(4_750))).toBeNull()
  expect(percentBelow(usd(4_000), 1, null)).toBeNull()
  expect(percentBelow(usd(4_000), 1, usd(0))).toBeNull()
  expect(percentBelow(usd(4_000), 0, usd(4_750))).toBeNull()
})

it('LST-25 estimates fees as the share that the last sales had, to the cent', () => {
  expect(estimateFees(usd(4_000), { priceMinor: 100_000, feesMinor: 13_250 })).toEqual(usd(530))
  expect(estimateFees(usd(333), { priceMinor: 100_000, feesMinor: 13_250 })).toEqual(usd(44))
})

it('LST-25 suggests counters that are only arithmetic: half way, and 10% off the price', () => {
  expect(suggestCounters(usd(4_000), 1, usd(4_750))).toEqual([
    { kind: 'middle', price: usd(4_375) },
    { kind: 'tenOff', price: usd(4_275) },
  ])
  expect(suggestCounters(usd(4_000), 1, eur(4_750))).toEqual([])
  expect(suggestCounters(usd(4_000), 1, null)).toEqual([])
})

it('LST-25 suggests nothing that the buyer offers already, or that the listing asks', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e6 }),
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 1e6 }),
      (price, quantity, asked) => {
        for (const { price: counter } of suggestCounters(usd(price), quantity, usd(asked))) {
          expect(counter.minor).toBeGreaterThan(price)
          expect(counter.minor).toBeLessThan(asked * quantity)
        }
      },
    ),
  )
})

it.each([
  ['the buyer offers nine tenths already', 4_275, ['middle']],
  ['the buyer offers all but a cent', 4_749, []],
  ['the buyer offers what the listing asks', 4_750, []],
  ['the buyer offers more', 4_760, []],
])('LST-25 suggests a price between the two, or none: %s', (_, price, kinds) => {
  expect(suggestCounters(usd(price), 1, usd(4_750)).map(({ kind }) => kind)).toEqual(kinds)
})

it('LST-25 compares an offer with the floor of as many pieces, within one currency only', () => {
  expect(isBelow(usd(7_199), 2, usd(3_600))).toBe(true)
  expect(isBelow(usd(7_200), 2, usd(3_600))).toBe(false)
  expect(isBelow(usd(100), 1, eur(3_600))).toBe(false)
  expect(isBelow(usd(100), 1, null)).toBe(false)
})

it('FACT-173 LST-26 a discount of 5% is never rounded to less than that', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e8 }), fc.integer({ min: 5, max: 90 }), (minor, percent) => {
      expect(discounted(usd(minor), percent).minor * 100).toBeLessThanOrEqual(minor * (100 - percent))
    }),
  )
})

it.each([
  [1, 2, 'Sells 1 of 2 left for $40.00.'],
  [2, 2, 'Sells 2 of 2 left for $40.00.'],
  [1, null, 'Sells 1 for $40.00.'],
  [3, 2, 'The buyer wants 3, and only 2 are left.'],
  [2, 1, 'The buyer wants 2, and only 1 is left.'],
  [1, 0, 'The buyer wants 1, and none is left.'],
])('LST-25 accepting names what follows: %s of %s', (quantity, available, text) => {
  expect(describeAccepting(quantity, available, '$40.00')).toBe(text)
})
