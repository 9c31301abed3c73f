import { describe, expect, it } from 'vitest'
import { formatUpcomingTime } from '../../../renderer/inventory/item-labels.ts'
import { groupWrites } from '../../../renderer/inventory/list/use-staged-cells.ts'
import { measureBudget } from '../../../renderer/inventory/runs/budget-gauge.tsx'

describe('what is typed into the table, on its way to main', () => {
  it('leaves every cell alone that nothing was written to', () => {
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

  it('takes the last of two texts for one cell', () => {
    const twice = ['first', 'last'].map((text) => ({ key: 'A', columnId: 'title', text }))
    expect(groupWrites(twice).rows).toEqual([{ sku: 'A', cells: ['last'] }])
  })
})

describe('INV-15 the gauge of the day’s changes', () => {
  const budget = { cap: 250, used: 100, calls: 8, planned: 60, left: 150, reserve: 25, nextFreeAtMs: null }

  it('has parts that make up the cap', () => {
    expect(measureBudget(budget)).toEqual({ used: 100, planned: 60, reserve: 25, left: 65 })
    const spilling = measureBudget({ ...budget, planned: 1_000 })
    expect(spilling).toEqual({ used: 100, planned: 125, reserve: 25, left: 0 })
  })

  it('shows no room where none is left', () => {
    expect(measureBudget({ ...budget, used: 250, left: 0 })).toEqual({ used: 250, planned: 0, reserve: 0, left: 0 })
  })
})

describe('a moment to come', () => {
  const noon = new Date(2026, 0, 14, 12, 0).getTime()
  const hours = (count: number): number => noon + count * 3_600_000

  it.each([
    [noon, 'now'],
    [noon - 5_000, 'now'],
    [hours(3), 'today at '],
    [hours(13), 'tomorrow at '],
    [hours(24), 'tomorrow at '],
  ])('%i is %j', (atMs, words) => {
    expect(formatUpcomingTime(atMs, noon).startsWith(words)).toBe(true)
  })

  it('has a date once the days of the week would come again', () => {
    expect(formatUpcomingTime(hours(24 * 8), noon)).toMatch(/22/)
  })
})
