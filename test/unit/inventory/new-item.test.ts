/** Starting items: a proposed SKU, and a copy of another item. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  listSeriesSamples,
  proposeGroupKey,
  proposeSku,
  toSimilarItem,
  toTemplate,
} from '../../../shared/inventory/new-item.ts'
import { skuProblem } from '../../../shared/inventory/sku.ts'

const shopOf = (...rows: readonly (readonly [sku: string, title: string])[]) =>
  rows.map(([sku, title]) => ({ sku, title }))

it('LST-16 proposes the next number of the shop’s only series', () => {
  const books = shopOf(['BKS-0159', 'Five sea novels'], ['BKS-0160', 'Collected poems'], ['12345', 'A bowl'])
  expect(proposeSku({ title: 'The Hobbit, 1966' }, books)).toBe('BKS-0161')
})

it('LST-16 proposes the next number in the series of the items with the most similar titles', () => {
  const shop = shopOf(
    ['BKS-0159', 'Five sea novels, paperback'],
    ['BKS-0160', 'Collected poems, paperback'],
    ['POT_7', 'Stoneware mug'],
    ['POT_9', 'Stoneware bowl'],
    ['POT_11', 'Vase'],
  )
  expect(proposeSku({ title: 'The Hobbit, paperback' }, shop)).toBe('BKS-0161')
  expect(proposeSku({ title: 'Large stoneware plate' }, shop)).toBe('POT_12')
})

it('LST-16 proposes the initials of the title with a number where no series fits', () => {
  const shop = shopOf(['A-1', 'Mug'], ['A-2', 'Mug'], ['B-1', 'Bowl'], ['B-2', 'Bowl'])
  expect(proposeSku({ title: 'The Hobbit by J.R.R. Tolkien, 1966' }, shop)).toBe('THB-0001')
  expect(proposeSku({ title: 'Kestrel 35mm caméra' }, [])).toBe('KC-0001')
  expect(proposeSku({ title: '写真機' }, [])).toBe('ITEM-0001')
})

it('LST-16 continues for an ISBN the series of the shop’s books, known by their ISBNs or by its name', () => {
  const others = shopOf(['CAM-0133', 'Light meter'], ['CAM-0134', 'Compact'], ['CAM-0135', 'Rangefinder'])
  const named = shopOf(['BKS-0159', 'Bread and ovens, 1971'], ['BKS-0160', 'Garden birds, 1957'])
  expect(proposeSku({ title: '', code: 'isbn' }, [...others, ...named])).toBe('BKS-0161')
  const coded = shopOf(['N_7', 'Bread and ovens'], ['N_8', 'Garden birds']).map((item) => ({
    ...item,
    hasSuchCode: true,
  }))
  expect(proposeSku({ title: '', code: 'isbn' }, [...others, ...coded])).toBe('N_9')
})

it('LST-16 continues for a barcode no series whose items have none', () => {
  const shop = shopOf(['CAM-0133', 'Light meter'], ['CAM-0134', 'Compact'], ['TOY-1', 'Robot'], ['TOY-2', 'Train'])
  expect(proposeSku({ title: '', code: 'barcode' }, shop)).toBe('ITEM-0001')
  const coded = shop.map((item) => ({ ...item, hasSuchCode: item.sku === 'TOY-2' }))
  expect(proposeSku({ title: '', code: 'barcode' }, coded)).toBe('TOY-3')
})

it('LST-16 names the latest items of each series, whose records show what it is for', () => {
  const skus = ['A-1', 'A-2', 'A-10', 'A-9', 'B-7', '12']
  expect(listSeriesSamples(skus.map((sku) => ({ sku, title: null })))).toEqual(['A-10', 'A-9', 'A-2', 'B-7'])
})

it('LST-16 proposes a key for a listing with variations in the words of its title', () => {
  expect(proposeGroupKey('Kestrel 35mm caméra, boxed', () => false)).toBe('KESTREL-35MM-CAMERA-BOXED')
  expect(proposeGroupKey('Lamp', (key) => key === 'LAMP')).toBe('LAMP-2')
})

it('INV-01 proposes a valid SKU that is not taken, whatever the title and the other SKUs', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.array(fc.stringMatching(/^[A-C]{0,2}[-_]?[0-9]{0,4}$/), { maxLength: 20 }),
      fc.nat(6),
      (title, others, count) => {
        const items = others.map((sku) => ({ sku, title }))
        for (let made = 0; made < count; made += 1) {
          const sku = proposeSku({ title }, items)
          expect(skuProblem(sku)).toBeUndefined()
          expect(items.map((item) => item.sku)).not.toContain(sku)
          items.push({ sku, title })
        }
      },
    ),
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
