import fc from 'fast-check'
import { expect, it } from 'vitest'
import { flowCosts, type SoldPieces } from '../../../shared/earnings/cost-flow.ts'
import { splitMinor } from '../../../shared/earnings/split.ts'
import { each } from './earnings-rig.ts'

const sold = (quantity: number | null, day = '2026-11-10', currency = 'USD'): SoldPieces => ({
  day,
  quantity,
  currency,
})

it('FIN-02 uses lots up in their order, also within one sale', () => {
  const lots = [each(100, { pieces: 3 }), each(150, { pieces: 2 }), each(200)]
  expect(flowCosts(lots, [sold(2), sold(2), sold(1), sold(4)])).toEqual([200, 250, 150, 800])
})

it('FIN-02 a lot serves no sale before the day on which it was bought', () => {
  const lots = [each(100, { pieces: 1 }), each(200, { boughtOn: '2026-11-10' })]
  expect(flowCosts(lots, [sold(1, '2026-11-01'), sold(1, '2026-11-09'), sold(1, '2026-11-10')])).toEqual([
    100,
    null,
    200,
  ])
})

it('FIN-02 pieces beyond the last lot have no known cost', () => {
  expect(flowCosts([each(100, { pieces: 2 })], [sold(3), sold(1)])).toEqual([null, null])
  expect(flowCosts([], [sold(1)])).toEqual([null])
})

it('FIN-02 FIN-03 a cost in another currency, and an unknown quantity, are not known', () => {
  expect(flowCosts([each(100)], [sold(1, '2026-11-10', 'EUR'), sold(null), sold(1)])).toEqual([null, null, 100])
})

it('FIN-02 a sale of lots in two currencies has no known cost, and uses both up', () => {
  const lots = [each(100, { pieces: 1, each: { minor: 100, currency: 'EUR' } }), each(200, { pieces: 2 })]
  expect(flowCosts(lots, [sold(2), sold(1), sold(1)])).toEqual([null, 200, null])
})

it('FIN-02 all pieces together cost what the lots cost, however they are sold', () => {
  const lots = fc.array(fc.record({ minor: fc.nat(10_000), pieces: fc.integer({ min: 1, max: 9 }) }), {
    minLength: 1,
    maxLength: 6,
  })
  fc.assert(
    fc.property(lots, fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 60 }), (given, quantities) => {
      const all = given.reduce((sum, { pieces }) => sum + pieces, 0)
      const sales: SoldPieces[] = []
      let left = all
      for (const quantity of [...quantities, all]) {
        const taken = Math.min(quantity, left)
        if (taken > 0) sales.push(sold(taken))
        left -= taken
      }
      const costs = flowCosts(
        given.map(({ minor, pieces }) => each(minor, { pieces })),
        sales,
      )
      expect(costs.reduce<number>((sum, cost) => sum + (cost ?? Number.NaN), 0)).toBe(
        given.reduce((sum, { minor, pieces }) => sum + minor * pieces, 0),
      )
    }),
  )
})

it('FIN-01 splits an amount without losing or making a cent', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
      fc.array(fc.nat(10_000_000), { minLength: 1, maxLength: 40 }),
      (total, weights) => {
        const parts = splitMinor(total, weights)
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total)
        const whole = weights.reduce((sum, weight) => sum + weight, 0)
        for (const [index, part] of parts.entries()) {
          if (whole > 0) expect(Math.abs(part - (total * (weights[index] ?? 0)) / whole)).toBeLessThan(1 + 1e-6)
        }
      },
    ),
  )
  // What rounding leaves goes to the largest rest, and to the first of equal ones.
  expect(splitMinor(100, [1, 5, 1])).toEqual([14, 72, 14])
  expect(splitMinor(11, [1, 2, 1, 2])).toEqual([2, 4, 2, 3])
  expect(splitMinor(-11, [1, 2, 1, 2])).toEqual([-2, -4, -2, -3])
  expect([splitMinor(0, [1, 2]), splitMinor(-1, [1, 2]), splitMinor(-7, [3])]).toEqual([[0, 0], [0, -1], [-7]])
  expect(splitMinor(100, [0, 0, 0])).toEqual([34, 33, 33])
  expect(splitMinor(-100, [1, 2])).toEqual([-33, -67])
  expect(splitMinor(5, [])).toEqual([])
})
