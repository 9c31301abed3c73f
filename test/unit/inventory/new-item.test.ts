/** Starting items: a proposed SKU, and a copy of another item. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { proposeSku, toSimilarItem, toTemplate } from '../../../shared/inventory/new-item.ts'
import { skuProblem } from '../../../shared/inventory/sku.ts'

it('LST-16 proposes a SKU in the words of the title', () => {
  expect(proposeSku('Kestrel 35mm caméra, boxed', () => false)).toBe('KESTREL-35MM-CAMERA-BOXED')
  expect(proposeSku('写真機', () => false)).toBe('ITEM')
})

it('INV-01 proposes a valid SKU that is not taken, whatever the title', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.nat(6), (title, taken) => {
      const used = new Set<string>()
      for (let count = 0; count < taken; count += 1) used.add(proposeSku(title, (sku) => used.has(sku)))
      expect(used.size).toBe(taken)
      for (const sku of used) expect(skuProblem(sku)).toBeUndefined()
    }),
  )
})

it('LST-16 empties in a copy what belongs to one piece or one product, and keeps the rest', () => {
  const record = {
    sku: 'L-1',
    condition: 'USED_GOOD',
    conditionDescription: 'A scratch',
    availability: { shipToLocationAvailability: { quantity: 3 } },
    packageWeightAndSize: { weight: { value: 1, unit: 'KILOGRAM' } },
    product: { title: 'Lamp', brand: 'Kestrel', upc: ['012345678905'], imageUrls: ['https://i.example/1.jpg'] },
  }
  expect(toSimilarItem(record)).toEqual({
    condition: 'USED_GOOD',
    packageWeightAndSize: { weight: { value: 1, unit: 'KILOGRAM' } },
    product: { title: 'Lamp', brand: 'Kestrel' },
  })
})

it('LST-16 keeps in a template what a shop fills the same way, and nothing that names the product', () => {
  const record = {
    sku: 'L-1',
    condition: 'NEW',
    conditionDescription: 'A scratch',
    packageWeightAndSize: { weight: { value: 1, unit: 'KILOGRAM' } },
    product: { title: 'Lamp', subtitle: 'Tall', mpn: 'X1', brand: 'Kestrel', imageUrls: ['https://i.example/1.jpg'] },
  }
  expect(toTemplate(record)).toEqual({
    condition: 'NEW',
    packageWeightAndSize: { weight: { value: 1, unit: 'KILOGRAM' } },
    product: { brand: 'Kestrel' },
  })
  expect(toTemplate({ sku: 'L-1', product: { title: 'Lamp' } })).toEqual({})
})
