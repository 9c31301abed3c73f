import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findFileProblem, findSizeProblem } from '../../../renderer/inventory/item/pictures/picture-uploads.ts'
import { insertPictures, withPictures } from '../../../shared/inventory/added-pictures.ts'
import { MAX_PICTURE_BYTES } from '../../../shared/listing/contract/choices-contract.ts'

describe('pictures of this computer', () => {
  it.each([
    ['text/plain', 10, /isn’t a JPEG/],
    ['image/svg+xml', 10, /isn’t a JPEG/],
    ['image/png', 0, /empty/],
    ['image/png', MAX_PICTURE_BYTES + 1, /larger than 12 MB/],
  ])('LST-10 refuses a file of type %s with %i bytes before any upload', (type, size, message) => {
    expect(findFileProblem({ type, size })).toMatch(message)
  })

  it('LST-10 a picture of an allowed type and size has no problem', () => {
    expect(findFileProblem({ type: 'image/webp', size: MAX_PICTURE_BYTES })).toBeUndefined()
  })

  it('LST-10 a picture that is uploaded after its item was closed joins the item’s edit', () => {
    const path = ['product', 'imageUrls']
    const record = { product: { title: 'Lamp', imageUrls: ['old'] } }
    const title = { op: 'set', path: ['product', 'title'], value: 'Desk lamp', was: 'Lamp' } as const
    const edit = { onto: 'existing', changes: [title] } as const
    expect(withPictures({ record, edit }, path, [{ place: 1, imageUrl: 'new', replaces: null }])).toEqual({
      onto: 'existing',
      changes: [title, { op: 'set', path, value: ['old', 'new'], was: ['old'] }],
    })
    expect(
      withPictures({ record: undefined, edit: undefined }, path, [{ place: 0, imageUrl: 'new', replaces: null }]),
    ).toEqual({
      onto: 'new',
      changes: [{ op: 'set', path, value: ['new'] }],
    })
  })

  it('LST-10 pictures end in the order they were chosen, whichever upload ends first', () => {
    const order = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(order, fc.integer({ min: 0, max: 3 }), (ended, failed) => {
        const finish = (urls: readonly string[], index: number) =>
          insertPictures(urls, [{ place: 1 + index, imageUrl: `new ${index}`, replaces: null }])
        // One fails at first and is retried after all others.
        const inOrder = [0, 1, 2, 3].filter((index) => index !== failed)
        expect([...inOrder, failed].reduce(finish, ['old'])).toEqual(['old', 'new 0', 'new 1', 'new 2', 'new 3'])
        expect(
          insertPictures(
            ['old'],
            ended.map((index) => ({ place: 1 + index, imageUrl: `new ${index}`, replaces: null })),
          ),
        ).toEqual(['old', 'new 0', 'new 1', 'new 2', 'new 3'])
      }),
    )
  })
})

it('PLT-34 a turned picture takes the place of the one it was made from, wherever that was moved meanwhile', () => {
  const turned = { place: 0, imageUrl: 'turned', replaces: 'b' }
  expect(insertPictures(['a', 'b', 'c'], [turned])).toEqual(['a', 'turned', 'c'])
  expect(insertPictures(['b', 'a', 'c'], [turned])).toEqual(['turned', 'a', 'c'])
  expect(insertPictures(['a', 'c'], [turned]), 'removed meanwhile').toEqual(['a', 'c'])
})

it.each([
  [269, 331, false],
  [499, 499, false],
  [500, 1, true],
  [300, 500, true],
])('LST-24 FACT-165 FACT-99 PLT-34 a picture of %i × %i pixels is told at its file: fits %s', (width, height, fits) => {
  expect(findSizeProblem({ width, height }) === undefined).toBe(fits)
})
