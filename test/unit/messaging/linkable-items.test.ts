/** Which items a listing can be linked to. */
import { expect, it } from 'vitest'
import { toItemOptions } from '../../../renderer/parts/linkable-items.ts'

it('a listing is linked to an item with a SKU, so one made elsewhere without any is no choice', () => {
  const rows = [
    { sku: 'CAM-1', title: 'Camera' },
    { sku: '', title: 'Made elsewhere' },
    { sku: 'CAM-2', title: null },
  ]
  expect(toItemOptions(rows)).toEqual([
    { id: 'CAM-1', label: 'Camera', description: 'CAM-1' },
    { id: 'CAM-2', label: 'CAM-2' },
  ])
})
