import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getMappingAdapter, startBody } from '../../../main/mapping/platform/choose-adapter.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { type Product, productListSchema, productSchema, splitProducts } from '../../../shared/mapping/product.ts'

const profileOf = (platform: 'neutral' | 'ebay') =>
  completeProfile({ kind: 'sandbox', name: 'Test', platform, baseUrl: 'https://platform.example' })

const startVariables = (profile: ReturnType<typeof profileOf>, products: readonly Product[]) =>
  getMappingAdapter(profile).startVariables(profile, products) as { input: { externalProducts: readonly object[] } }

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
    expect(startVariables(profileOf('neutral'), [full, product('P2')])).toEqual({
      input: { externalProducts: [full, { externalProductId: 'P2', title: 'Title P2' }] },
    })
    expect(Object.keys(JSON.parse(startBody(profileOf('neutral'), [full])))).toEqual(['query', 'variables'])
  })

  it('MAP-15 writes the variables in the form that the connection gives', () => {
    const form = {
      batch: [
        {
          key: '{{sku}}',
          name: '{{title}}',
          pics: [{ url: '{{image}}' }],
          specs: [{ n: '{{aspectName}}', v: '{{aspectValues}}' }],
        },
      ],
      dryRun: false,
    }
    const profile = completeProfile({
      ...{ kind: 'sandbox', name: 'Test', baseUrl: 'https://platform.example' },
      mapping: { startVariables: JSON.stringify(form) },
    })
    const full = productSchema.parse({
      ...{
        externalProductId: 'P1',
        sku: 'CAM-1',
        title: '{{sku}}',
        images: ['https://a.example/1', 'https://a.example/2'],
      },
      aspects: [{ name: 'Brand', values: ['Acme'] }],
    })
    const bare = productSchema.parse({ externalProductId: 'P2', sku: 'P2', images: ['https://a.example/3'] })
    expect(startVariables(profile, [full, bare])).toEqual({
      batch: [
        {
          ...{ key: 'CAM-1', name: '{{sku}}', pics: [{ url: 'https://a.example/1' }, { url: 'https://a.example/2' }] },
          specs: [{ n: 'Brand', v: ['Acme'] }],
        },
        { key: 'P2', pics: [{ url: 'https://a.example/3' }] },
      ],
      dryRun: false,
    })
  })

  it('PLT-15 PLT-36 names a product to eBay by its SKU, or by its product code alone', () => {
    const types = ['012345678905', '4006381333931', '9780306406157'].map((id) => {
      const { input } = startVariables(profileOf('ebay'), [{ ...product(id), title: undefined }, product(id)])
      return input.externalProducts
    })
    const code = (productId: string, productType: string) => [
      { externalProductIdentifierInput: { productId, productType } },
      { sku: productId, title: `Title ${productId}` },
    ]
    expect(types).toEqual([code('012345678905', 'UPC'), code('4006381333931', 'EAN'), code('9780306406157', 'ISBN')])
    const { input } = startVariables(profileOf('ebay'), [product('012345678906')])
    expect(input.externalProducts).toEqual([{ sku: '012345678906', title: 'Title 012345678906' }])
  })

  it.each([
    ['no product', [], 'Choose at least one product.'],
    ['no id', [{ externalProductId: ' ', title: 'x' }], 'A product needs an ID of your own. The SKU is a good choice.'],
    [
      'neither title nor picture',
      [{ externalProductId: 'P1' }],
      'Add a title or a picture: without either, there is nothing to match.',
    ],
    [
      'a plain HTTP picture',
      [{ externalProductId: 'P1', images: ['http://x.example/a.jpg'] }],
      '“http://x.example/a.jpg” isn’t an HTTPS address. Write it as https://…',
    ],
    [
      'an id twice',
      [
        { externalProductId: 'P1', title: 'a' },
        { externalProductId: 'P1', title: 'b' },
      ],
      '“P1” is used twice. Give each product its own ID, so its result can be matched to it.',
    ],
  ])('explains %s', (_name, input, message) => {
    expect(firstMessage(input)).toBe(message)
  })
})
