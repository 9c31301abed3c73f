import { describe, expect, it } from 'vitest'
import { parseColumn } from '../../../main/inventory/items/columns.ts'
import { itemColumns } from '../../../renderer/inventory/list/sheet/item-columns.tsx'
import { platforms } from '../../../shared/connection/platforms.ts'
import type { ItemRow } from '../../../shared/inventory/contract.ts'
import { privateFields } from '../../../shared/inventory/fields/private-fields.ts'

it.each([
  ['neutral', 50],
  ['ebay', 65],
] as const)('INV-03 a specific’s cell of the sheet holds what the platform %s accepts', (platform, limit) => {
  const columns = itemColumns(['aspect:Type'], new Map(), platforms[platform], undefined, false)
  expect(columns.find(({ id }) => id === 'aspect:Type')?.edit?.limit).toBe(limit)
})

it('FIN-02 what is noted here alone is a column by its id and by its label, in the sheet after the price', () => {
  const ids = privateFields.map(({ id }) => id)
  for (const field of privateFields) {
    expect([field.id, field.label].map((name) => parseColumn(name))).toEqual([
      { kind: 'private', field },
      { kind: 'private', field },
    ])
  }
  const columns = itemColumns(['listing', ...ids, 'price'], new Map(), platforms.ebay, undefined, false)
  expect(columns.map(({ id }) => id)).toEqual(['sku', 'price', ...ids, 'listing'])
})

describe('USE-06 a cell that can’t be typed into says why', () => {
  const row = (changes: object) => ({ elsewhere: null, group: null, variation: null, ...changes }) as unknown as ItemRow
  const refusal = (id: string, changes: object): string | undefined =>
    itemColumns([id], new Map(), platforms.ebay, undefined, false)
      .find((column) => column.id === id)
      ?.edit?.refuses?.(row(changes))

  it.each([
    [
      'a listing made elsewhere',
      'title',
      { elsewhere: {} },
      /another tool, such as the marketplace’s own pages\. Take it over/,
    ],
    ['a listing with variations', 'quantity', { group: {} }, /Change the variations below/],
    ['the title of a variation', 'title', { variation: {} }, /share the title/],
  ])('%s', (_, id, changes, why) => {
    expect(refusal(id, changes)).toMatch(why)
  })

  it.each([
    ['an item', 'title', {}],
    ['the quantity of a variation', 'quantity', { variation: {} }],
  ])('but not %s', (_, id, changes) => {
    expect(refusal(id, changes)).toBeUndefined()
  })
})

it('LST-16 beside an item or a run the sheet keeps picture, title, price, stock and listing', () => {
  const shown = ['picture', 'title', 'quantity', 'condition', 'price', 'listing', 'editedAt']
  const shop = { currency: 'USD' } as unknown as Parameters<typeof itemColumns>[3]
  const names = itemColumns(shown, new Map(), platforms.ebay, shop, true).map(({ id }) => id)
  expect(names).toEqual(
    ['sku', 'picture', 'title', 'quantity', 'price', 'listing'].toSorted((a, b) => names.indexOf(a) - names.indexOf(b)),
  )
})
