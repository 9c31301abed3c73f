import { describe, expect, it } from 'vitest'
import { conditionOptions, formatUpcomingTime } from '../../../renderer/inventory/item-labels.ts'
import { groupWrites } from '../../../renderer/inventory/list/use-staged-cells.ts'
import { measureBudget } from '../../../renderer/inventory/runs/budget-gauge.tsx'

describe('cell edits on their way to main', () => {
  it('leaves cells without a write alone', () => {
    const writes = [
      { key: 'A', columnId: 'title', text: 'New' },
      { key: 'B', columnId: 'quantity', text: '' },
      { key: 'A', columnId: 'quantity', text: '3' },
    ]
    expect(groupWrites(writes)).toEqual({
      columns: ['title', 'quantity'],
      rows: [
        { sku: 'A', cells: ['New', '3'] },
        { sku: 'B', cells: [null, ''] },
      ],
    })
  })

  it('uses the last of two texts for one cell', () => {
    const twice = ['first', 'last'].map((text) => ({ key: 'A', columnId: 'title', text }))
    expect(groupWrites(twice).rows).toEqual([{ sku: 'A', cells: ['last'] }])
  })
})

describe('the conditions to choose from', () => {
  const ids = (...of: Parameters<typeof conditionOptions>) => conditionOptions(...of).map(({ id }) => id)

  it('PLT-12 begin with those that the category allows, in its order', () => {
    const allowed = [{ condition: 'USED_GOOD' }, { condition: 'NEW' }]
    expect(ids(['NEW', 'LIKE_NEW', 'USED_GOOD'], undefined, allowed)).toEqual(['none', 'USED_GOOD', 'NEW', 'LIKE_NEW'])
  })

  it("PLT-12 keep the item's own, however the platform spells it", () => {
    expect(ids(['NEW'], 'GRADED_A')).toEqual(['none', 'NEW', 'GRADED_A'])
  })
})

describe('INV-15 the budget gauge', () => {
  const budget = { cap: 250, used: 100, calls: 8, planned: 60, left: 150, reserve: 25, nextFreeAtMs: null }

  it('shows parts that add up to the cap', () => {
    expect(measureBudget(budget)).toEqual({ used: 100, planned: 60, reserve: 25, left: 65 })
    const spilling = measureBudget({ ...budget, planned: 1_000 })
    expect(spilling).toEqual({ used: 100, planned: 125, reserve: 25, left: 0 })
  })

  it('shows nothing left at the cap', () => {
    expect(measureBudget({ ...budget, used: 250, left: 0 })).toEqual({ used: 250, planned: 0, reserve: 0, left: 0 })
  })
})

describe('a time to come', () => {
  const noon = new Date(2026, 0, 14, 12, 0).getTime()
  const hours = (count: number): number => noon + count * 3_600_000

  it.each([
    [noon, 'now'],
    [noon - 5_000, 'now'],
    [hours(3), 'today at '],
    [hours(13), 'tomorrow at '],
    [hours(24), 'tomorrow at '],
  ])('%i is %j', (atMs, text) => {
    expect(formatUpcomingTime(atMs, noon).startsWith(text)).toBe(true)
  })

  it('shows a date from a week on', () => {
    expect(formatUpcomingTime(hours(24 * 8), noon)).toMatch(/22/)
  })
})
