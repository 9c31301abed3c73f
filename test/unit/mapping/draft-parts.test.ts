import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { platforms } from '../../../shared/connection/platforms.ts'
import { choiceOfParts, compareDraft, type ItemFields } from '../../../shared/mapping/draft-parts.ts'
import { previewToProduct } from '../../../shared/mapping/preview-to-item.ts'
import type { ListingPreview } from '../../../shared/mapping/task-result.ts'

const text = fc.constantFrom('', ' ', 'Camera', 'Other camera')
const names = ['Brand', 'Colour', '__proto__', 'constructor']
const values = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 })
const aspects = fc.uniqueArray(fc.record({ name: fc.constantFrom(...names), values }), { selector: ({ name }) => name })
const imageUrls = fc.uniqueArray(fc.constantFrom('https://a.example/1', 'https://a.example/2', 'https://a.example/3'))

const anItem: fc.Arbitrary<ItemFields> = fc.record({ title: text, description: text, aspects, imageUrls })
const aPreview: fc.Arbitrary<ListingPreview> = fc.record({
  sku: fc.constant('A-1'),
  title: text,
  description: text,
  mappingReferenceId: fc.constant(null),
  categoryId: fc.constant('1'),
  images: imageUrls,
  aspects,
})

const draftOf = (preview: ListingPreview, item: ItemFields | undefined) => {
  const comparison = compareDraft(previewToProduct(preview, platforms.neutral.limits).product, item)
  const choice = choiceOfParts(comparison.improving, comparison)
  return { comparison, choice, product: previewToProduct(preview, platforms.neutral.limits, choice).product }
}

describe('the parts of a draft', () => {
  it('MAP-12 suggested parts replace and remove nothing of the item', () => {
    fc.assert(
      fc.property(anItem, aPreview, (item, preview) => {
        const { product } = draftOf(preview, item)
        if (product.title !== undefined) expect((item.title ?? '').trim()).toBe('')
        if (product.description !== undefined) expect((item.description ?? '').trim()).toBe('')
        for (const { name } of item.aspects) expect(Object.hasOwn(product.aspects ?? {}, name)).toBe(false)
        if (product.imageUrls !== undefined) {
          expect(product.imageUrls.slice(0, item.imageUrls.length)).toEqual(item.imageUrls)
          expect(product.imageUrls.length).toBeGreaterThan(item.imageUrls.length)
        }
      }),
    )
  })

  it('everything a preview has is suggested for a new item', () => {
    fc.assert(
      fc.property(aPreview, (preview) => {
        const { comparison } = draftOf(preview, undefined)
        expect(comparison.improving).toEqual(comparison.offered)
        expect(comparison.changedAspects).toEqual([])
      }),
    )
  })

  it('a specific that differs is taken only if its part is chosen', () => {
    const item: ItemFields = { title: 'Camera', aspects: [{ name: 'Brand', values: ['Acme'] }], imageUrls: [] }
    const product = { title: 'Camera', aspects: { Brand: ['Acme Ltd'], Colour: ['Red'] } }
    const comparison = compareDraft(product, item)
    expect(comparison).toMatchObject({ offered: ['newAspects', 'changedAspects'], improving: ['newAspects'] })
    expect(choiceOfParts(['newAspects'], comparison)).toEqual({ fields: ['aspects'], aspectNames: ['Colour'] })
    expect(choiceOfParts(comparison.offered, comparison).aspectNames).toEqual(['Colour', 'Brand'])
  })
})
