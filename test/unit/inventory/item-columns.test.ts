import { expect, it } from 'vitest'
import { itemColumns } from '../../../renderer/inventory/list/sheet/item-columns.tsx'
import { platforms } from '../../../shared/connection/platforms.ts'

it.each([
  ['neutral', 50],
  ['ebay', 65],
] as const)('INV-03 a specific’s cell of the sheet holds what the platform %s accepts', (platform, limit) => {
  const columns = itemColumns(['aspect:Type'], new Map(), platforms[platform], undefined, undefined)
  expect(columns.find(({ id }) => id === 'aspect:Type')?.edit?.limit).toBe(limit)
})
