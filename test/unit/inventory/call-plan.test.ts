/** The calls of a run within the day's changes (INV-11, INV-15). */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type BudgetNow,
  defaultReserve,
  limitReserve,
  planNextCall,
  planTurns,
  type RowGroup,
} from '../../../main/inventory/saves/call-plan.ts'
import { type LedgerEntry, WINDOW_MS } from '../../../main/inventory/saves/change-window.ts'

const group = (items: number, over: Partial<RowGroup> = {}): RowGroup => ({
  isStockCorrection: false,
  contentLanguage: 'en-US',
  items,
  ...over,
})
const correction = (items: number): RowGroup => group(items, { isStockCorrection: true })
const budget = (cap: number, reserve = 0, ...entries: readonly LedgerEntry[]): BudgetNow => ({ cap, reserve, entries })
const HOUR_MS = 3_600_000

describe('the next call', () => {
  it.each<readonly [string, readonly RowGroup[], BudgetNow, object | undefined]>([
    ['of nothing is none', [], budget(250), undefined],
    ['of empty groups is none', [group(0)], budget(250), undefined],
    ['takes 25 items', [group(40)], budget(250), { inMs: 0, items: 25 }],
    ['takes fewer if there are fewer', [group(3), group(4)], budget(250), { inMs: 0, items: 7 }],
    ['takes one language', [group(3), group(4, { contentLanguage: 'de-DE' })], budget(250), { inMs: 0, items: 3 }],
    [
      'waits for a whole call, not for single items',
      [group(30)],
      budget(30, 0, { items: 10, inMs: HOUR_MS }),
      { inMs: HOUR_MS, items: 25 },
    ],
    [
      'takes single stock corrections at once',
      [correction(30), group(30)],
      budget(30, 0, { items: 28, inMs: HOUR_MS }),
      { inMs: 0, items: 2 },
    ],
    ['leaves the reserve', [group(25)], budget(25, 10), { inMs: 0, items: 15 }],
    ['uses the reserve for stock corrections', [correction(12), group(25)], budget(25, 10), { inMs: 0, items: 15 }],
    ['takes one item if all else is reserved', [group(5)], budget(3, 9), { inMs: 0, items: 1 }],
    [
      'waits for the earliest changes to become free',
      [group(5)],
      budget(5, 0, { items: 2, inMs: 2 * HOUR_MS }, { items: 3, inMs: HOUR_MS }),
      { inMs: 2 * HOUR_MS, items: 5 },
    ],
    [
      'waits no longer than it must, whatever the order of the counted changes',
      [group(2)],
      budget(5, 0, { items: 3, inMs: 2 * HOUR_MS }, { items: 2, inMs: HOUR_MS }),
      { inMs: HOUR_MS, items: 2 },
    ],
    [
      'takes the place of changes that no longer count',
      [correction(2)],
      budget(2, 0, { items: 1, inMs: 0 }),
      { inMs: 0, items: 2 },
    ],
    [
      'ignores changes that no longer count, and waits for more than the cap allows',
      [group(1)],
      budget(2, 0, { items: 9, inMs: 0 }, { items: 2, inMs: HOUR_MS }, { items: 2, inMs: 2 * HOUR_MS }),
      { inMs: 2 * HOUR_MS, items: 1 },
    ],
  ])('INV-15 %s', (_, groups, now, call) => expect(planNextCall(groups, now)).toEqual(call))
})

describe('the waves of a run', () => {
  it('INV-15 are counted in items and calls', () => {
    expect(planTurns([correction(30), group(80)], budget(60))).toEqual([
      { inMs: 0, items: 50, calls: 2 },
      { inMs: WINDOW_MS, items: 60, calls: 3 },
    ])
    expect(planTurns([], budget(60))).toEqual([])
  })

  it('INV-15 send every item once, and never more in 24 hours than the limit allows', () => {
    const groups = fc.array(
      fc.record({
        isStockCorrection: fc.boolean(),
        contentLanguage: fc.constantFrom('en-US', 'de-DE'),
        items: fc.integer({ min: 0, max: 60 }),
      }),
      { maxLength: 5 },
    )
    const entries = fc.array(fc.record({ inMs: fc.integer({ min: -5, max: WINDOW_MS }), items: fc.nat(20) }), {
      maxLength: 5,
    })
    fc.assert(
      fc.property(groups, entries, fc.integer({ min: 1, max: 100 }), fc.nat(120), (rows, counted, cap, reserve) => {
        const sorted = rows.toSorted((a, b) => Number(b.isStockCorrection) - Number(a.isStockCorrection))
        const waves = planTurns(sorted, { cap, reserve, entries: counted })
        expect(waves.reduce((sum, { items }) => sum + items, 0)).toBe(rows.reduce((sum, { items }) => sum + items, 0))
        for (const { inMs } of waves) {
          const before = counted.filter((one) => one.inMs > inMs && one.inMs > 0)
          const own = waves.filter((one) => one.inMs <= inMs && one.inMs > inMs - WINDOW_MS)
          expect([...before, ...own].reduce((sum, { items }) => sum + items, 0)).toBeLessThanOrEqual(cap)
        }
      }),
    )
  })
})

it('INV-15 a run always has a change of its own, and a tenth is reserved unless the seller chose', () => {
  expect([limitReserve(10, 3), limitReserve(10, 10), limitReserve(1, 5)]).toEqual([3, 9, 0])
  expect([defaultReserve(250), defaultReserve(19)]).toEqual([25, 1])
})
