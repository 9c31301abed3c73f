import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { axisTop } from '../../../../renderer/ui/display/days-chart.tsx'

it.each([
  [1, 1],
  [2, 2],
  [3, 5],
  [15, 20],
  [20, 20],
  [201, 500],
  [999, 1000],
])('the axis of a chart whose highest bar is %i ends at %i', (most, top) => {
  expect(axisTop(most)).toBe(top)
})

it('the highest bar takes at least two fifths of the chart', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (most) => {
      expect(axisTop(most)).toBeGreaterThanOrEqual(most)
      expect(axisTop(most)).toBeLessThanOrEqual(most * 2.5)
    }),
  )
})
