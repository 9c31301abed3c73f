/** Checks the mapping documents and variables of an eBay connection against the published GraphQL schema. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema, parse, validate } from 'graphql'
import { getVariableValues } from 'graphql/execution/values.js'
import { describe, expect, it } from 'vitest'
import { ebayAdapter } from '../../../main/mapping/platform/ebay.ts'
import { ebaySchema } from '../../../main/practice/api/mapping-schemas.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { productSchema } from '../../../shared/mapping/product.ts'

const path = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  '..',
  'shared',
  'official',
  'graphql',
  'inventory-mapping.graphqls',
)
const profile = completeProfile({ kind: 'production', name: 'Shop', platform: 'ebay' })
const documents = [
  ['start', profile.mapping.startDocument],
  ['task', profile.mapping.taskDocument],
] as const
const aspects = [{ name: 'Brand', values: ['Acme'] }]

const write = (...products: readonly object[]) =>
  ebayAdapter.startVariables(
    profile,
    products.map((product) => productSchema.parse({ externalProductId: 'P1', ...product })),
  ) as { readonly input: { readonly externalProducts: readonly object[] } }

describe.skipIf(!existsSync(path))('the mapping documents of an eBay connection (published schema)', () => {
  const load = () => buildSchema(readFileSync(path, 'utf8'))

  it.each(documents)('FACT-145 PLT-36 validate: %s', (_, document) => {
    expect(validate(load(), parse(document))).toEqual([])
  })

  it.each(documents)('FACT-145 asks for nothing deprecated: %s', (_, document) => {
    expect(document).not.toMatch(/aspectValues|epid|category \{ id/)
  })

  it('PLT-36 carry variables that the schema accepts', () => {
    const schema = load()
    const [definition] = parse(profile.mapping.startDocument).definitions
    const variables = write(
      { sku: 'A', title: 'Camera', images: ['https://x.example/1.jpg'], categoryName: 'Cameras', aspects },
      { externalProductId: '4006381333931' },
    )
    const named = definition !== undefined && 'variableDefinitions' in definition ? definition.variableDefinitions : []
    expect(getVariableValues(schema, named ?? [], { ...variables }).errors).toBeUndefined()
  })

  it.each(documents)('PLT-36 fit the practice platform too: %s', (_, document) => {
    expect(validate(ebaySchema, parse(document))).toEqual([])
  })
})

describe('a product in eBay’s form', () => {
  it('FACT-146 PLT-36 has item specifics only together with a category', () => {
    const given = { sku: 'A', title: 'Camera', aspects }
    expect(write(given, { ...given, categoryName: 'Cameras' }).input.externalProducts).toEqual([
      { sku: 'A', title: 'Camera' },
      { sku: 'A', title: 'Camera', categoryName: 'Cameras', aspects },
    ])
  })

  it('FACT-146 PLT-36 has its product code alone, and only if nothing else was entered', () => {
    const code = '4006381333931'
    expect(
      write({ externalProductId: code }, { externalProductId: code, title: 'Pen' }).input.externalProducts,
    ).toEqual([
      { externalProductIdentifierInput: { productId: code, productType: 'EAN' } },
      { sku: code, title: 'Pen' },
    ])
  })

  it.each([
    ['a title of 251 characters', { title: 'x'.repeat(251) }],
    ['51 item specifics', { title: 'x', categoryName: 'x', aspects: Array.from({ length: 51 }, () => aspects[0]) }],
    [
      'a value of 101 characters',
      { title: 'x', categoryName: 'x', aspects: [{ name: 'A', values: ['x'.repeat(101)] }] },
    ],
  ])('FACT-146 is refused before it is sent with %s', (_, product) => {
    expect(ebayAdapter.findProblem(productSchema.parse({ externalProductId: 'P1', ...product }))).toMatch(/eBay takes/)
  })
})
