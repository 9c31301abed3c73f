import { describe, expect, it } from 'vitest'
import { publishSteps } from '../../../renderer/inventory/item/listing/publish-steps.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import { fieldPaths } from '../../../shared/inventory/item.ts'
import { type ItemEdit, startEdit, withChange } from '../../../shared/inventory/item-edit.ts'
import {
  checkEdit as checkEditBy,
  checkRecord as checkRecordBy,
  type ItemRules,
} from '../../../shared/inventory/item-rules.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { parseSkuList, skuProblem } from '../../../shared/inventory/sku.ts'

const { neutral, ebay } = platforms
const checkRecord = (record: JsonObject, rules: ItemRules = neutral) => checkRecordBy(record, rules)
const checkEdit = (draft: JsonObject, edit: ItemEdit) => checkEditBy(draft, edit, neutral)
const product = (fields: JsonObject): JsonObject => ({ product: fields })
const aspects = (value: JsonObject): JsonObject => product({ aspects: value })
const shortly = (record: JsonObject) =>
  checkRecord(record).map(({ rule, errorId, path }) => [rule, errorId, path.join('.')])

describe('SKU', () => {
  it.each(['A', 'cam-014_b', '000123', 'x'.repeat(50)])('INV-01 accepts %s', (sku) => {
    expect(skuProblem(sku)).toBeUndefined()
  })

  it.each([
    ['', 'empty'],
    ['x'.repeat(51), '51 characters'],
    ['a b', 'a space'],
    ['a.b', '“.”'],
    ['a/../b', '“/”'],
    ['Ä1', '“Ä”'],
    ['😀', '“😀”'],
  ])('INV-01 refuses %j and says why', (sku, why) => {
    expect(skuProblem(sku)).toContain(why)
    expect(skuProblem(sku)).toContain('1 to 50 characters')
  })

  it('INV-01 reads a pasted list, keeps leading zeros, and names invalid entries', () => {
    const list = parseSkuList(' 000123\nA-1;A-1, b_2\t3.5\r\nbad sku!')
    expect(list.skus).toEqual(['000123', 'A-1', 'b_2'])
    expect(list.problems.map(({ text }) => text)).toEqual(['3.5', 'bad sku!'])
  })
})

describe('fields', () => {
  it('accepts an empty item: every field is optional until an offer is published', () => {
    expect(checkRecord({})).toEqual([])
  })

  it('INV-02 allows 80 characters in a title, counted as code points, and names 25004 for more', () => {
    expect(checkRecord(product({ title: '😀'.repeat(80) }))).toEqual([])
    const [problem] = checkRecord(product({ title: 'x'.repeat(81) }))
    expect(problem).toMatchObject({ rule: 'INV-02', errorId: 25004, path: fieldPaths.title })
    expect(problem?.message).toBe('The title has 81 characters; at most 80 are allowed.')
  })

  it('INV-03 allows 40 characters in the name and 50 in a value of an aspect, and names 25044 and 25045 for more', () => {
    expect(checkRecord(aspects({ ['n'.repeat(40)]: ['v'.repeat(50)] }))).toEqual([])
    const name = 'n'.repeat(41)
    expect(shortly(aspects({ [name]: ['v'] }))).toEqual([['INV-03', 25044, `product.aspects.${name}`]])
    expect(shortly(aspects({ Colour: ['v'.repeat(51)] }))).toEqual([['INV-03', 25045, 'product.aspects.Colour']])
  })

  it.each([[[]], [['']], [['Red', '  ']], ['Red'], [[1]]])('INV-04 refuses the aspect values %j', (values) => {
    expect(shortly(aspects({ Colour: values }))).toEqual([['INV-04', null, 'product.aspects.Colour']])
  })

  it('INV-05 knows the six conditions and names 25003 for another', () => {
    for (const condition of neutral.conditions) expect(checkRecord({ condition })).toEqual([])
    expect(shortly({ condition: 'LIKE_NEW' })).toEqual([['INV-05', 25003, 'condition']])
  })

  it.each([
    ['LIKE_NEW', 'Like new'],
    [['NEW'], '["NEW"]'],
  ])('INV-05 names the refused condition %j as the seller knows it', (condition, name) => {
    expect(checkRecord({ condition })[0]?.message).toContain(`The condition “${name}” can’t be used`)
  })

  it.each(['LIKE_NEW', 'NEW_WITH_DEFECTS', 'PRE_OWNED_FAIR', 'SELLER_REFURBISHED', 'USED_GOOD'])(
    'PLT-12 takes the condition %s on eBay',
    (condition) => expect(checkRecord({ condition }, ebay)).toEqual([]),
  )

  it('PLT-14 allows 24 pictures on eBay, and 12 inside a group of variations', () => {
    const imageUrls = Array.from({ length: 25 }, (_, index) => `https://pictures.example/${index}.jpg`)
    const inGroup = { inventoryItemGroupKeys: ['GROUP-1'], ...product({ imageUrls: imageUrls.slice(0, 13) }) }
    expect(checkRecord(product({ imageUrls: imageUrls.slice(0, 24) }), ebay)).toEqual([])
    expect(checkRecord(product({ imageUrls }), ebay)[0]?.message).toContain('the maximum is 24')
    expect(checkRecord(inGroup, ebay)[0]?.message).toContain('the maximum is 12')
  })

  it('INV-06 allows 12 HTTPS pictures and refuses a thirteenth, HTTP, and invalid addresses', () => {
    const urls = Array.from({ length: 13 }, (_, index) => `https://pictures.example/${index}.jpg`)
    expect(checkRecord(product({ imageUrls: urls.slice(0, 12) }))).toEqual([])
    expect(checkRecord(product({ imageUrls: urls }))[0]?.message).toContain('13 pictures')
    expect(checkRecord(product({ imageUrls: ['http://pictures.example/1.jpg'] }))[0]?.message).toContain('isn’t HTTPS')
    expect(checkRecord(product({ imageUrls: ['1.jpg'] }))[0]?.message).toContain('isn’t a web address')
  })

  it('INV-18 accepts upc and ean as one text, a list, or missing', () => {
    expect(checkRecord(product({ upc: '012345678905', ean: ['4006381333931'] }))).toEqual([])
    expect(shortly(product({ upc: 12345 }))).toEqual([['INV-18', null, 'product.upc']])
  })

  it.each([-1, 1.5, '3', null])('INV-20 refuses the quantity %j', (quantity) => {
    expect(shortly({ availability: { shipToLocationAvailability: { quantity } } })).toEqual([
      ['INV-20', null, 'availability.shipToLocationAvailability.quantity'],
    ])
  })

  it('INV-20 invents no value for a text that is not a number', () => {
    // A number field passes NaN on, so that no older value is saved in its place.
    const record = { availability: { shipToLocationAvailability: { quantity: Number.NaN } } }
    expect(checkRecord(record).map(({ message }) => message)).toEqual([
      'The quantity isn’t a number. Enter a whole number of 0 or more.',
    ])
  })

  it('does not let a value that came from the platform block another field', () => {
    const record = { condition: 'LIKE_NEW', product: { title: 'Lamp' } }
    const titled = withChange(startEdit(record), record, fieldPaths.title, 'Desk lamp')
    expect(checkEdit(record, titled)).toEqual([])
    const conditioned = withChange(titled, record, fieldPaths.condition, 'SHINY')
    expect(checkEdit({ ...record, condition: 'SHINY' }, conditioned).map(({ rule }) => rule)).toEqual(['INV-05'])
  })
})

describe('the steps left to a listing', () => {
  const { name } = platforms.ebay

  it('INV-16 requires condition and picture, and says that offers are not known here', () => {
    expect(publishSteps({}, false, name).map(({ step, state }) => [step, state])).toEqual([
      ['saved', 'missing'],
      ['condition', 'missing'],
      ['image', 'missing'],
      ['offer', 'notKnown'],
      ['publish', 'notKnown'],
    ])
    const ready = { condition: 'NEW', product: { imageUrls: ['https://pictures.example/1.jpg'] } }
    expect(publishSteps(ready, true, name).map(({ state }) => state)).toEqual([
      'done',
      'done',
      'done',
      'notKnown',
      'notKnown',
    ])
  })

  it('INV-17 says that no offer can be made if the trading calls manage the SKU', () => {
    const family = { family: 'trading', evidence: 'seller', note: '', atMs: 0 } as const
    const refused = publishSteps({}, true, name, family).filter(({ state }) => state === 'refused')
    expect(refused.map(({ step }) => step)).toEqual(['offer', 'publish'])
  })
})

it('LST-23 FACT-166 names and values that differ in capitals or blanks only are named', () => {
  const problems = checkRecord(aspects({ Color: ['Blue', 'blue '], color: ['Red'] }))
  expect(problems.filter(({ rule }) => rule === 'LST-23').map(({ message }) => message)).toEqual([
    '“Color” and “color” are the same item specific. Remove one.',
    '“Color” has the value “Blue” twice. Remove one.',
  ])
})
