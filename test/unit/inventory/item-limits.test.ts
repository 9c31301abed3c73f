/** What blocks the save of an item, what doesn't, and what counts as incomplete. */
import { describe, expect, it } from 'vitest'
import { platforms } from '../../../shared/connection/platforms.ts'
import { aspectPath } from '../../../shared/inventory/item.ts'
import { startEdit, withChange } from '../../../shared/inventory/item-edit.ts'
import { checkEdit, checkRecord, isIncomplete, maxPictures } from '../../../shared/inventory/item-rules.ts'
import type { JsonObject, JsonPath, JsonValue } from '../../../shared/inventory/json.ts'

const { neutral, ebay } = platforms
const createAspects = (count: number): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`Name ${at}`, ['value']]))

describe('a value of another type', () => {
  it.each<readonly [string, JsonObject, string]>([
    ['title', { title: 5 }, 'The title isn’t text.'],
    ['description', { description: 5 }, 'The description isn’t text.'],
    ['item specifics', { aspects: 'Red' }, 'Item specifics must be names with lists of values.'],
    ['pictures', { imageUrls: 'https://i.example/1.jpg' }, 'Pictures must be a list of addresses.'],
    ['picture', { imageUrls: [5] }, 'A picture must be an address.'],
    ['UPC', { upc: ['012345678905', 5] }, 'UPC isn’t text.'],
  ])('INV-08 is refused as %s', (_, product, message) => {
    expect(checkRecord({ product }, neutral).map((problem) => problem.message)).toEqual([message])
  })
})

describe('a limit', () => {
  it.each([4_000, 4_001])('PLT-10 allows 4,000 characters in an item’s description on eBay, not %i', (length) => {
    const problems = checkRecord({ product: { description: 'x'.repeat(length) } }, ebay)
    expect(problems.map(({ rule, errorId }) => [rule, errorId])).toEqual(length > 4_000 ? [['PLT-10', 25718]] : [])
    expect(checkRecord({ product: { description: 'x'.repeat(length) } }, neutral)).toEqual([])
  })

  it.each([45, 46])('INV-03 allows 45 item specifics on eBay, not %i', (count) => {
    const messages = checkRecord({ product: { aspects: createAspects(count) } }, ebay).map(({ message }) => message)
    expect(messages).toEqual(count > 45 ? ['The item has 46 item specifics; at most 45 are allowed.'] : [])
    expect(checkRecord({ product: { aspects: createAspects(count) } }, neutral)).toEqual([])
  })

  it.each([30, 31])('INV-03 allows 30 values of an item specific on eBay, not %i', (count) => {
    const record = { product: { aspects: { Colour: Array.from({ length: count }, (_, at) => `Colour ${at}`) } } }
    expect(checkRecord(record, ebay).map(({ message }) => message)).toEqual(
      count > 30 ? ['“Colour” has 31 values; at most 30 are allowed.'] : [],
    )
    expect(checkRecord(record, neutral)).toEqual([])
  })

  it('INV-04 requires a name of an item specific', () => {
    expect(checkRecord({ product: { aspects: { ' ': ['Red'] } } }, neutral).map(({ message }) => message)).toEqual([
      'An item specific needs a name.',
    ])
  })

  it.each<readonly [JsonValue]>([[''], [[]], [['']], [['012345678905', '']]])(
    'INV-18 refuses the empty UPC %j',
    (upc) => {
      expect(checkRecord({ product: { upc } }, neutral).map(({ message }) => message)).toEqual([
        'UPC is empty. Fill it in, or remove it.',
      ])
    },
  )

  it.each<readonly [string, JsonObject, number]>([
    ['outside a group', { inventoryItemGroupKeys: [] }, 24],
    ['inside a group', { groupIds: ['G'] }, 12],
  ])('PLT-14 of pictures %s', (_, record, max) => expect(maxPictures(record, ebay)).toBe(max))
})

describe('an edit', () => {
  const check = (record: JsonObject, path: JsonPath, value: JsonValue | undefined, draft: JsonObject) =>
    checkEdit(draft, withChange(startEdit(record), record, path, value), ebay).map(({ rule }) => rule)

  it('INV-04 is refused for the item specific that it changes, not for another', () => {
    const record = { product: { aspects: { Colour: ['Red'], Size: [''] } } }
    const change = (values: readonly string[]) =>
      check(record, aspectPath('Colour'), [...values], { product: { aspects: { Colour: [...values], Size: [''] } } })
    expect(change(['Blue'])).toEqual([])
    expect(change([' '])).toEqual(['INV-04'])
  })

  it('INV-03 that removes one of too many item specifics is not refused', () => {
    const record = { product: { aspects: createAspects(47) } }
    expect(check(record, aspectPath('Name 46'), undefined, { product: { aspects: createAspects(46) } })).toEqual([])
  })

  it('INV-02 of a parent is checked in all its parts', () => {
    const product = { title: 'x'.repeat(81) }
    expect(check({}, ['product'], product, { product })).toEqual(['INV-02'])
  })
})

describe('an item', () => {
  const imageUrls = ['https://i.example/1.jpg']
  it.each<readonly [string, JsonObject, boolean]>([
    ['no condition', { product: { imageUrls } }, true],
    ['no picture', { condition: 'NEW', product: { imageUrls: [] } }, true],
    ['both', { condition: 'NEW', product: { imageUrls } }, false],
  ])('INV-05 INV-06 with %s is judged for publishing', (_, record, expected) =>
    expect(isIncomplete(record)).toBe(expected),
  )
})
