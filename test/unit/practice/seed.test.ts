import { expect, test } from 'vitest'
import { findCategory } from '../../../main/practice/listing/categories.ts'
import { createSeedState } from '../../../main/practice/shop/seed.ts'

type Item = { readonly product: { readonly aspects: Readonly<Record<string, readonly string[]>> } }

test('LST-06 every live item of a new shop has the item specifics that its category requires', () => {
  const { items, offers } = createSeedState({
    platform: 'neutral',
    nowMs: Date.parse('2026-11-27T12:00:00Z'),
    seed: 1,
    items: 120,
    conversations: 0,
    hasSales: false,
    hasVariations: false,
  })
  const missing = [...offers.values()].flatMap(({ sku, fields }) => {
    const { product } = JSON.parse(items.get(sku)?.json ?? '') as Item
    const required = findCategory(fields.categoryId)?.aspects.filter((aspect) => aspect.required) ?? []
    return required.flatMap(({ name }) => (product.aspects[name] === undefined ? [`${sku}: ${name}`] : []))
  })
  expect(offers.size).toBeGreaterThan(30)
  expect(missing).toEqual([])
})
