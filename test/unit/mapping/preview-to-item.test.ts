import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { platforms } from '../../../shared/connection/platforms.ts'
import { aspectsToObject as toAspects, previewToProduct as toProduct } from '../../../shared/mapping/preview-to-item.ts'
import type { ListingPreview, PreviewAspect } from '../../../shared/mapping/task-result.ts'

/** With the neutral platform's limits: twelve pictures, and 50 characters of a value. */
const { limits } = platforms.neutral
const previewToProduct = (preview: ListingPreview) => toProduct(preview, limits)
const aspectsToObject = (aspects: readonly PreviewAspect[]) => toAspects(aspects, limits.aspectValue)

const preview = (part: Partial<ListingPreview> = {}): ListingPreview => ({
  sku: 'CAM-1',
  title: 'Camera',
  description: '<p>Good</p>',
  mappingReferenceId: 'REF-1',
  categoryId: '15230',
  images: ['https://pictures.example/1.jpg'],
  aspects: [{ name: 'Brand', values: ['Acme'] }],
  ...part,
})

describe('a preview as an item', () => {
  it('FACT-145 PLT-36 takes over what is certain, and names what is only a hint', () => {
    const { aspects, notes } = aspectsToObject([
      { name: 'Brand', values: ['Acme'] },
      { name: 'Color', values: ['Red', 'Blue'], hints: ['Red', 'Blue'] },
      { name: 'Type', values: ['SLR', 'Compact'], hints: ['Compact'] },
    ])
    expect(aspects).toEqual({ Brand: ['Acme'], Type: ['SLR'] })
    expect(notes).toEqual([
      { kind: 'hintNotTaken', aspect: 'Color', values: ['Red', 'Blue'] },
      { kind: 'hintNotTaken', aspect: 'Type', values: ['Compact'] },
    ])
  })

  it('MAP-11 maps each aspect name to the array of its value strings', () => {
    const { aspects, notes } = aspectsToObject([
      { name: 'Brand', values: ['Acme'] },
      { name: 'Colour', values: ['Red', 'Black'] },
    ])
    expect(aspects).toEqual({ Brand: ['Acme'], Colour: ['Red', 'Black'] })
    expect(notes).toEqual([])
  })

  it('MAP-11 drops empty values and nameless aspects with a note', () => {
    const { aspects, notes } = aspectsToObject([
      { name: '', values: ['lost'] },
      { name: 'Brand', values: ['', 'Acme', '  '] },
      { name: 'Empty', values: [''] },
    ])
    expect(aspects).toEqual({ Brand: ['Acme'] })
    expect(notes).toEqual([
      { kind: 'namelessAspectDropped', values: ['lost'] },
      { kind: 'emptyValuesDropped', aspect: 'Brand', count: 2 },
      { kind: 'emptyValuesDropped', aspect: 'Empty', count: 1 },
      { kind: 'aspectWithoutValuesDropped', aspect: 'Empty' },
    ])
  })

  it('MAP-11 drops no value without a note and keeps none twice', () => {
    const names = fc.constantFrom('', ' ', 'Brand', 'Colour', '__proto__', 'constructor')
    const values = fc.array(fc.constantFrom('', ' ', 'a', 'b', 'c'), { maxLength: 6 })
    fc.assert(
      fc.property(fc.array(fc.record({ name: names, values }), { maxLength: 8 }), (list) => {
        const { aspects, notes } = aspectsToObject(list)
        const kept = Object.values(aspects).flat().length
        const noted = notes.reduce(
          (sum, note) =>
            note.kind === 'repeatedValueDropped'
              ? sum + 1
              : note.kind === 'emptyValuesDropped'
                ? sum + note.count
                : note.kind === 'namelessAspectDropped'
                  ? sum + note.values.length
                  : sum,
          0,
        )
        const emptyAndNameless = list
          .filter(({ name }) => name.trim() === '')
          .flatMap((aspect) => aspect.values.filter((value) => value.trim() === '')).length
        expect(kept + noted + emptyAndNameless).toBe(list.flatMap((aspect) => aspect.values).length)
        for (const texts of Object.values(aspects)) {
          expect(texts.length).toBeGreaterThan(0)
          expect(new Set(texts).size).toBe(texts.length)
          expect(texts.every((text) => text.trim() !== '')).toBe(true)
        }
      }),
    )
  })

  it('keeps texts that are too long and lists them', () => {
    const name = 'n'.repeat(41)
    const value = 'v'.repeat(51)
    const title = 't'.repeat(81)
    const { product, notes } = previewToProduct(preview({ title, aspects: [{ name, values: [value] }] }))
    expect(product.title).toBe(title)
    expect(product.aspects).toEqual({ [name]: [value] })
    expect(notes).toEqual([
      { kind: 'titleTooLong', length: 81, limit: 80 },
      { kind: 'aspectNameTooLong', aspect: name, length: 41, limit: 40 },
      { kind: 'aspectValueTooLong', aspect: name, value, length: 51, limit: 50 },
    ])
  })

  it('INV-03 takes the limit of a value from the platform: 65 characters on eBay', () => {
    const tooLong = (length: number) =>
      toProduct(preview({ aspects: [{ name: 'Type', values: ['v'.repeat(length)] }] }), platforms.ebay.limits).notes
    expect(tooLong(65)).toEqual([])
    expect(tooLong(66)).toMatchObject([{ kind: 'aspectValueTooLong', length: 66, limit: 65 }])
  })

  it('accepts texts at the limits, counting an emoji as one character', () => {
    const { notes } = previewToProduct(
      preview({ title: '📷'.repeat(80), aspects: [{ name: 'é'.repeat(40), values: ['🟢'.repeat(50)] }] }),
    )
    expect(notes).toEqual([])
  })

  it('drops pictures that are not HTTPS or beyond twelve, each with a note', () => {
    const good = Array.from({ length: 13 }, (_, index) => `https://pictures.example/${index}.jpg`)
    const { product, notes } = previewToProduct(
      preview({ images: ['http://plain.example/1.jpg', 'nonsense', ...good] }),
    )
    expect(product.imageUrls).toEqual(good.slice(0, 12))
    expect(notes).toEqual([
      { kind: 'imageNotHttpsDropped', url: 'http://plain.example/1.jpg' },
      { kind: 'imageNotHttpsDropped', url: 'nonsense' },
      { kind: 'imageOverLimitDropped', url: good[12] },
    ])
  })

  it('MAP-12 has no condition, no category and no mappingReferenceId', () => {
    const { product } = previewToProduct(preview())
    expect(Object.keys(product).sort()).toEqual(['aspects', 'description', 'imageUrls', 'title'])
    expect(JSON.stringify(product)).not.toContain('REF-1')
  })
})
