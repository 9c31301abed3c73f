import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  productListSchema,
  productSchema,
  splitProducts,
  startBody,
  startVariables,
} from '../../../shared/mapping/product.ts'

const product = (id: string) => productSchema.parse({ externalProductId: id, title: `Title ${id}` })
const firstMessage = (input: unknown): string => productListSchema.safeParse(input).error?.issues[0]?.message ?? ''

describe('the products of a start', () => {
  it('MAP-10 splits into tasks of at most the limit without losing or repeating a product', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 25 }), (count, size) => {
        const all = Array.from({ length: count }, (_, index) => product(`P${index}`))
        const parts = splitProducts(all, size)
        expect(parts.flat()).toEqual(all)
        expect(parts.every((part) => part.length >= 1 && part.length <= size)).toBe(true)
        expect(parts).toHaveLength(Math.ceil(count / size))
      }),
    )
  })

  it('MAP-15 writes what the seller entered and nothing else', () => {
    const full = productSchema.parse({
      externalProductId: 'P1',
      sku: 'CAM-1',
      title: 'Camera',
      images: ['https://pictures.example/1.jpg'],
      aspects: [{ name: 'Brand', values: ['Acme'] }],
    })
    expect(startVariables([full, product('P2')])).toEqual({
      input: { externalProducts: [full, { externalProductId: 'P2', title: 'Title P2' }] },
    })
    expect(Object.keys(JSON.parse(startBody('mutation', [full])))).toEqual(['query', 'variables'])
  })

  it.each([
    ['no product', [], 'Choose at least one product.'],
    ['no id', [{ externalProductId: ' ', title: 'x' }], 'A product needs an id of your own. The SKU is a good choice.'],
    [
      'neither title nor picture',
      [{ externalProductId: 'P1' }],
      'Add a title or a picture: without either, the platform has nothing to match.',
    ],
    [
      'a plain HTTP picture',
      [{ externalProductId: 'P1', images: ['http://x.example/a.jpg'] }],
      '"http://x.example/a.jpg" is not an HTTPS address. Write it as https://…',
    ],
    [
      'an id twice',
      [
        { externalProductId: 'P1', title: 'a' },
        { externalProductId: 'P1', title: 'b' },
      ],
      '"P1" is used twice. Give each product its own id, so its result can be matched to it.',
    ],
  ])('explains %s', (_name, input, message) => {
    expect(firstMessage(input)).toBe(message)
  })
})
