import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type RowView, rowsInView, rowsToBuild, scrollTopToShow } from '../../../../renderer/ui/lists/row-window.ts'

const view = (given: Partial<RowView> = {}): RowView => ({
  scrollTop: 0,
  height: 360,
  rowHeight: 36,
  count: 100_000,
  ...given,
})
const anyView = fc
  .record({
    rowHeight: fc.integer({ min: 20, max: 80 }),
    height: fc.integer({ min: 40, max: 1_200 }),
    count: fc.integer({ min: 1, max: 200_000 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ share, ...sizes }) => ({
    ...sizes,
    scrollTop: Math.floor(share * Math.max(0, sizes.count * sizes.rowHeight - sizes.height)),
  }))

describe('the rendered rows of a long list', () => {
  it.each([
    [0, 0, 9],
    [35, 0, 10],
    [36, 1, 10],
    [3_599_640, 99_990, 99_999],
  ])('at %i px: rows %i to %i', (scrollTop, startIndex, endIndex) => {
    expect(rowsInView(view({ scrollTop }))).toEqual({ startIndex, endIndex })
  })

  it('are none without a height or without rows', () => {
    expect(rowsInView(view({ height: 0 })).endIndex).toBe(-1)
    expect(rowsToBuild(rowsInView(view({ count: 0 })), 0, 8, -1)).toEqual([])
  })

  it('fill the view for any sizes, and never exceed the view and its margins', () => {
    fc.assert(
      fc.property(anyView, fc.integer({ min: -1, max: 200_000 }), (seen, kept) => {
        const range = rowsInView(seen)
        const { rowHeight, scrollTop, height, count } = seen
        expect(range.startIndex * rowHeight).toBeLessThanOrEqual(scrollTop)
        const bottom = Math.min(scrollTop + height, count * rowHeight)
        expect((range.endIndex + 1) * rowHeight).toBeGreaterThanOrEqual(bottom)
        const built = rowsToBuild(range, count, 8, kept)
        expect(built.length).toBeLessThanOrEqual(Math.ceil(height / rowHeight) + 1 + 16 + 1)
        expect(built).toEqual([...new Set(built)].sort((one, other) => one - other))
        expect(built.includes(kept)).toBe(kept >= 0 && kept < count)
      }),
    )
  })

  it('scroll only as needed to show a row in full', () => {
    fc.assert(
      fc.property(anyView, fc.nat(), (seen, some) => {
        const index = some % seen.count
        const top = scrollTopToShow(index, seen)
        const then = { ...seen, scrollTop: top ?? seen.scrollTop }
        // A row taller than the view is shown from its top.
        if (seen.height < seen.rowHeight) return
        expect(index * seen.rowHeight).toBeGreaterThanOrEqual(then.scrollTop)
        expect((index + 1) * seen.rowHeight).toBeLessThanOrEqual(then.scrollTop + seen.height)
        expect(scrollTopToShow(index, then)).toBeUndefined()
      }),
    )
    expect(scrollTopToShow(100_000, view())).toBeUndefined()
  })
})
