/**
 * Values that a seller may type by mistake, ten for each kind of field: each is named at its field before any call (LST-16, LST-17).
 *
 * Prices have the same in test/unit/money. Best-offer limits against each other are in test/unit/listing/best-offer.test.ts.
 */
import { describe, expect, it } from 'vitest'
import { checkCell } from '../../../../main/inventory/items/cell-values.ts'
import { parseEditableColumn } from '../../../../main/inventory/items/columns.ts'
import { findBestOfferProblem } from '../../../../main/listing/offers/best-offer.ts'
import { type FieldContext, findFieldProblem } from '../../../../main/listing/offers/offer-draft.ts'
import { platforms } from '../../../../shared/connection/platforms.ts'
import { typedValue } from '../../../../shared/inventory/fields/field.ts'
import { type ItemFieldId, itemFields } from '../../../../shared/inventory/fields/item-fields.ts'
import { aspectPath } from '../../../../shared/inventory/item.ts'
import { startEdit, withChange } from '../../../../shared/inventory/item-edit.ts'
import { checkEdit } from '../../../../shared/inventory/item-rules.ts'
import { type JsonValue, withValueAt } from '../../../../shared/inventory/json.ts'
import type { OfferField } from '../../../../shared/listing/offer-field.ts'

const long = (length: number): string => 'x'.repeat(length)

const itemValues: Readonly<Partial<Record<ItemFieldId, readonly string[]>>> = {
  title: [long(81), long(200)],
  quantity: ['-1', '1.5', 'two', '1,000', '1.000', '3 pieces', '1e3', '½', '0x10', '12,5'],
  condition: ['Shiny', 'Used', 'second hand', '9999', 'ok', 'A+', 'USED_NICE', 'gebraucht', '?', 'New-ish'],
  upc: [
    '12345',
    '012345678900',
    '1.23457E+11',
    'UPC',
    '0123456789012345',
    'n/a',
    '000000000000',
    '01234567890x',
    '-',
    '12 34',
  ],
  ean: [
    '12345',
    '4006381333930',
    '4.00638E+12',
    'EAN',
    '40063813339312',
    'none',
    '0000000000000',
    '400638133393x',
    '?',
    '1',
  ],
  isbn: [
    '12345',
    '9783161484101',
    '3161484101',
    'ISBN',
    '316148410',
    '97831614841000',
    'none',
    '3-16-148410-1',
    'X',
    '0',
  ],
  brand: [long(66), long(100)],
  mpn: [long(66), long(100)],
  subtitle: [long(56), long(200)],
  epid: [long(39), long(80)],
  conditionDescription: [long(1_001), long(5_000)],
  weight: ['2', '2 cm', '1.000 kg', '-1 kg', '0 g', 'heavy', '1,2,3 kg', '2 stone', 'kg', '1 kg 200 g'],
  size: [
    '30',
    '30 × 20 cm',
    '30 × 20 × 10',
    '30 × 20 × 10 kg',
    '30 × 20 × 0 cm',
    'large',
    '30 x 20 x ten cm',
    '1.000 × 2 × 3 cm',
    '30 × 20 × 10 × 5 cm',
    '-1 × 2 × 3 cm',
  ],
  packageType: ['Box', 'PARCEL', 'Letter box', '1', 'yes', 'Envelope', 'LETTERS', 'pallet', 'Tube', '?'],
  irregularPackage: ['maybe', '2', 'on', 'y', 'irregular', '-', 'ok', 'ja', 'none', 'x'],
}

const offerValues: Readonly<Partial<Record<OfferField, readonly string[]>>> = {
  quantity: ['-1', '1.5', 'two', '0', '1,000', '3 pieces', '1e3', '½', '12,5', ' x'],
  quantityLimitPerBuyer: ['0', '-1', '1.5', 'two', '1e3', 'none', '½', '1,000', '3 each', '?'],
  bestOffer: ['maybe', '2', 'on', 'y', 'accept', '-', 'ok', 'ja', 'none', 'x'],
  autoAcceptPrice: ['0', '12.345', 'abc', '-5', '1.2.3', '12,34,5', 'five', '1e3', '½', '12 or more'],
  autoDeclinePrice: ['0', '12.345', 'abc', '-5', '1.2.3', '12,34,5', 'five', '1e3', '½', '12 or less'],
  lotSize: ['0', '1', '-3', '2.5', 'two', '100001', '1,000', '1.000', '1e3', '4 pieces'],
  storeCategories: [
    'Fashion',
    'Fashion/Men',
    '/',
    '//Men',
    '/a|/b|/c',
    `/${long(400)}`,
    'Men|/Fashion',
    '\\\\Men',
    '12',
    '?',
  ],
  categoryId: [
    'Lamps',
    '11 25',
    '112581, 15230',
    '-1',
    '1.5',
    'Home > Lamps',
    '#112581',
    '112581x',
    '12345678901',
    '?',
  ],
  secondaryCategoryId: [
    'Lamps',
    '11 25',
    '112581, 15230',
    '-1',
    '1.5',
    'Home > Lamps',
    '#112581',
    '112581x',
    '12345678901',
    '?',
  ],
  listingStartDate: [
    'tomorrow',
    '2026-12-01',
    '01.12.2026',
    '2026-02-30T10:00Z',
    '2026-13-01T10:00Z',
    '2026-12-01T25:00Z',
    '2026-12-01 18:00',
    '18:00',
    '1764612000',
    '2026-12-01T18:00+01:00',
  ],
  vatPercentage: ['101', '-1', 'nineteen', '19.1234', '19,1234', '19 percent', '19/100', '1,000.5', '%', '1e1'],
  thirdPartyTaxCategory: ['Fee', 'WASTE', 'yes', '1', 'none', 'Recycling', 'x', '?', 'exempt', '7'],
  manufacturer: [
    'Acme',
    'Acme, Berlin',
    'Firm: Acme',
    'Company Acme',
    '12',
    'Company: Acme; Berlin',
    'acme@example.com',
    '{}',
    'Owner: A',
    '?',
  ],
  repairScore: ['11', '-1', 'good', '7.95', '8/10', '7.900.0', 'A', '7,9,1', '10.1', '?'],
  ecoParticipationFee: ['0', '0.123', 'abc', '-5', '1.2.3', '12,34,5', 'five', '1e3', '½', 'none'],
  charityId: [long(51), long(80)],
  donationPercentage: ['5', '12', '105', '0', '-10', 'ten', '10.5', '10 percent', '1e1', '?'],
}

const context: FieldContext = {
  marketplaceLabel: 'United States',
  platformName: platforms.ebay.name,
  currency: 'USD',
  locale: 'en-US',
  policies: [],
  locations: [],
  category: () => undefined,
  hasCatalogDetails: true,
  isLive: false,
}

const record = { product: { title: 'Lamp' } }

/** The paths at which a save of the typed text would be refused. */
const findRefusedPaths = (id: ItemFieldId, text: string): readonly string[] => {
  const field = itemFields.find((one) => one.id === id)
  if (field === undefined) return []
  const value = typedValue(field, text, { was: undefined, currency: 'USD' })
  const edit = withChange(startEdit(record), record, field.path, value)
  const draft = value === undefined ? record : withValueAt(record, field.path, value)
  return checkEdit(draft, edit, platforms.ebay).map(({ path }) => path.join('.'))
}

const listCases = <Id extends string>(values: Readonly<Partial<Record<Id, readonly string[]>>>) =>
  (Object.entries(values) as [Id, readonly string[]][]).flatMap(([id, texts]) =>
    texts.map((text) => [id, text] as const),
  )

describe('a wrong value of an item', () => {
  it.each(listCases(itemValues))('LST-16 is named at its field: %s “%s”', (id, text) => {
    const path = itemFields.find((one) => one.id === id)?.path.join('.') ?? ''
    const refused = findRefusedPaths(id, text)
    expect(refused).not.toEqual([])
    for (const at of refused) expect(at === path || at.startsWith(`${path}.`), at).toBe(true)
  })
})

describe('a wrong cell of the sheet or of a file', () => {
  it.each(listCases(itemValues))('LST-16 USE-06 says what to type instead: %s “%s”', (id, text) => {
    const column = parseEditableColumn(id)
    if (column === undefined) throw new Error('The sheet has no such column')
    expect(checkCell(column, text, platforms.ebay)).toMatch(/\.$/)
  })
})

describe('a wrong item specific', () => {
  const name = 'Material'
  const refuse = (values: JsonValue, of = name): readonly string[] => {
    const path = aspectPath(of)
    const draft = withValueAt(record, path, values)
    return checkEdit(draft, withChange(startEdit(record), record, path, values), platforms.ebay).map(
      ({ message }) => message,
    )
  }

  it.each([
    [[long(66)]],
    [[long(500)]],
    [['Oak', long(66)]],
    [['']],
    [[' ']],
    [['Oak', '']],
    [[]],
    ['Oak'],
    [[5]],
    [Array.from({ length: 31 }, (_, index) => `Wood ${index}`)],
  ] as readonly [JsonValue][])('INV-03 INV-04 is named with its name: %j', (values) => {
    const messages = refuse(values)
    expect(messages).not.toEqual([])
    for (const message of messages) expect(message).toContain(`“${name}”`)
  })

  it.each(['', ' ', long(41)])('INV-03 INV-04 a name %j is refused', (wrong) => {
    expect(refuse(['Oak'], wrong)).not.toEqual([])
  })

  it('INV-03 a cell of the sheet names a value that is too long', () => {
    const column = parseEditableColumn(`aspect:${name}`)
    if (column === undefined) throw new Error('The sheet has no such column')
    expect(checkCell(column, `Oak|${long(66)}`, platforms.ebay)).toContain(`“${name}”`)
    expect(checkCell(column, 'Oak|Brass', platforms.ebay)).toBeNull()
  })
})

describe('a wrong value of a listing', () => {
  it.each(listCases(offerValues))('LST-16 is named at its field: %s “%s”', (field, text) => {
    expect(findFieldProblem(field, text, context)).toMatch(/\.$/)
  })

  it.each([
    ['autoDeclinePrice', '30', '20'],
    ['autoDeclinePrice', '20', '20'],
    ['autoAcceptPrice', '60', '60'],
    ['autoAcceptPrice', '60', '50'],
    ['autoDeclinePrice', '10', '50'],
  ] as const)(
    'LST-16 a best-offer limit that contradicts another is named at its field: %s %s against %s',
    (field, decline, accept) => {
      const texts: Readonly<Partial<Record<OfferField, string>>> = {
        bestOffer: field === 'autoDeclinePrice' && decline === '10' ? 'no' : 'yes',
        price: '50.00',
        autoAcceptPrice: field === 'autoAcceptPrice' ? decline : accept,
        autoDeclinePrice: field === 'autoDeclinePrice' ? decline : '',
      }
      expect(findBestOfferProblem(field, (name) => texts[name] ?? '')).toMatch(/\.$/)
    },
  )
})

it('LST-16 values that look unusual but are right have no problem', () => {
  for (const [id, text] of [
    ['weight', '2 lb 3 oz'],
    ['weight', '850 g'],
    ['size', '30x20x10 cm'],
    ['isbn', '978-3-16-148410-0'],
    ['isbn', '316148410X|Does not apply'],
    ['quantity', '12.0'],
  ] as const) {
    expect(findRefusedPaths(id, text), `${id} ${text}`).toEqual([])
  }
  for (const [field, text] of [
    ['storeCategories', '/Fashion/Men|/Sale'],
    ['listingStartDate', '2028-02-29T10:00Z'],
    ['secondaryCategoryId', '112581'],
    ['vatPercentage', '19 %'],
  ] as const) {
    expect(findFieldProblem(field, text, context), `${field} ${text}`).toBeUndefined()
  }
})
