/** The button of a review. */
import { expect, it } from 'vitest'
import { saveLabel } from '../../../renderer/runs/save-items-dialog.tsx'

const plan = (label: 'items' | 'prices', rows: number, items: number) => ({
  label,
  counts: { going: rows, leftOut: 0 },
  items: { going: items, ready: items },
})

it('USE-05 names the number of items only where each is one row', () => {
  expect(saveLabel(3, plan('items', 3, 3))).toBe('Save all 3')
  expect(saveLabel(3, plan('items', 3, 2))).toBe('Save')
  expect(saveLabel(2, plan('prices', 2, 2))).toBe('Change 2 prices')
})
