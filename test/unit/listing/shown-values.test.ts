/** Values in reviews, histories and results: as a seller reads them, never as the platform writes them (USE-06). */
import { describe, expect, it } from 'vitest'
import { describeGroupChanges } from '../../../main/inventory/groups/group-changes.ts'
import { describeChanges } from '../../../main/inventory/saves/save-changes.ts'
import { previewOffer } from '../../../main/listing/offers/offer-preview.ts'
import { createListingChanges } from '../../../main/listing/work/listing-changes.ts'
import { shownValues } from '../../../renderer/inventory/item-labels.ts'
import { fieldValue } from '../../../renderer/listing/listing-labels.ts'
import { itemFields } from '../../../shared/inventory/fields/item-fields.ts'
import { valueText } from '../../../shared/inventory/item.ts'
import type { JsonObject, JsonPath, JsonValue } from '../../../shared/inventory/json.ts'

const wire = /[A-Z]{2,}_[A-Z]|<\/?[a-z]|[{}[\]]|\d{4}-\d{2}-\d{2}T/

const samples: readonly (readonly [JsonPath, JsonValue, string])[] = [
  [['condition'], 'VERY_GOOD_REFURBISHED', 'Refurbished, very good'],
  [['condition'], 'GRADED', 'GRADED'],
  [['product', 'description'], '<p>Oak &amp; <b>brass</b></p>', 'Oak & brass'],
  [['packageWeightAndSize', 'packageType'], 'BULKY_GOODS', 'Bulky goods'],
  [['packageWeightAndSize', 'shippingIrregular'], true, 'Yes'],
  [['packageWeightAndSize', 'weight'], { value: 1.2, unit: 'KILOGRAM' }, '1.2 kg'],
]

describe('an item’s value in a review', () => {
  it.each(samples)('USE-06 at %j shows %j as %j', (path, value, text) => {
    expect(valueText(path, value)).toBe(text)
    const [change] = describeChanges([{ path, op: 'set', value }])
    expect(change?.after).toBe(text)
    expect(change?.label).toBe(itemFields.find((field) => field.path.join() === path.join())?.label)
    expect(shownValues(path, undefined, value)[1]).toBe(text)
  })

  it('USE-06 names an unknown path in words', () => {
    const [change] = describeChanges([{ path: ['product', 'originalRetailPrice'], op: 'set', value: 'x' }])
    expect(change?.label).toBe('Product: original retail price')
  })

  it('USE-06 names an item specific alone in a plan, where a column has little room', () => {
    const [change] = describeChanges([{ path: ['product', 'aspects', 'Author'], op: 'set', value: ['M. Fenwick'] }])
    expect(change).toMatchObject({ label: 'Author', after: 'M. Fenwick' })
  })

  it('USE-06 says that only the formatting of a description changes', () => {
    const path = ['product', 'description']
    const [change] = describeChanges([{ path, was: '<p>Oak</p>', op: 'set', value: '<p><b>Oak</b></p>' }])
    expect(change).toMatchObject({ before: 'Oak', after: 'Only the formatting changes' })
    const group = describeGroupChanges({
      onto: 'existing',
      changes: [{ path: ['description'], was: '<p>Oak</p>', op: 'set', value: '<p>Ash</p>' }],
    })
    expect(group).toMatchObject([{ label: 'Description', before: 'Oak', after: 'Ash' }])
  })
})

const offer: JsonObject = {
  pricingSummary: { price: { value: '12.50', currency: 'USD' } },
  listingDescription: '<p>Oak</p>',
  listingStartDate: '2026-12-01T18:00:00.000Z',
  hideBuyerDetails: true,
  tax: { thirdPartyTaxCategory: 'WASTE_RECYCLING_FEE' },
}

describe('a listing’s value in a review', () => {
  it('USE-06 says that only the formatting changes of markup alone, and compares all of it', () => {
    const { describeDraft } = createListingChanges({
      money: (amount) => String(amount),
      currency: 'USD',
      categoryName: () => undefined,
      policyName: () => 'Parcel',
    })
    const long = 'oak '.repeat(5_000)
    const describeOne = (field: 'listingDescription' | 'fulfillmentPolicyId', was: string, text: string) =>
      describeDraft({ [field]: { was, text } })[0]?.after
    expect(describeOne('listingDescription', '<p>Oak</p>', '<p><b>Oak</b></p>')).toBe('Only the formatting changes')
    expect(describeOne('listingDescription', `${long}one`, `${long}two`)).not.toBe('Only the formatting changes')
    expect(describeOne('fulfillmentPolicyId', '1', '2')).toBe('Parcel')
  })

  it('USE-06 is in the seller’s words', () => {
    const { changes } = previewOffer({}, offer)
    expect(changes.map(({ label, value }) => [label, value])).toEqual([
      ['Price', '12.50 USD'],
      ['Listing description', 'Oak'],
      ['Starts at', 'Dec 1, 2026, 6:00 PM UTC'],
      ['Private listing', 'Yes'],
      ['Tax exception', 'Waste recycling fee'],
    ])
  })

  it('USE-06 shows by how many seconds a time changes, and never calls that formatting', () => {
    const changeStart = (value: string) =>
      previewOffer({ listingStartDate: '2026-12-01T18:00:00.000Z' }, { listingStartDate: value }).changes
    const before = 'Dec 1, 2026, 6:00 PM UTC'
    expect(changeStart('2026-12-01T18:00:05.000Z')).toMatchObject([
      { old: before, value: 'Dec 1, 2026, 6:00:05 PM UTC' },
    ])
    expect(changeStart('2026-12-01T18:00:00.250Z')).toMatchObject([
      { old: before, value: 'Only a detail that isn’t shown changes' },
    ])
  })

  it('USE-06 a deleted one too', () => {
    const { deletions } = previewOffer(offer, {})
    for (const { name } of deletions) expect(name).not.toMatch(wire)
  })

  it('USE-06 as typed for a new listing too', () => {
    expect(fieldValue('price', '12.5', 'USD')).toBe('$12.50')
    expect(fieldValue('hideBuyerDetails', 'yes', 'USD')).toBe('Yes')
    expect(fieldValue('listingDescription', '<p>Oak</p>', 'USD')).toBe('Oak')
    expect(fieldValue('quantity', '3', 'USD')).toBe('3')
  })

  it('USE-06 in a plan of typed texts too', () => {
    const { describeDraft } = createListingChanges({
      money: (amount, currency) => `${currency} ${amount}`,
      currency: 'USD',
      categoryName: () => undefined,
      policyName: () => undefined,
    })
    const changes = describeDraft({
      listingDescription: { was: '<p>Oak</p>', text: '<p><i>Oak</i></p>' },
      thirdPartyTaxCategory: { was: '', text: 'WASTE_RECYCLING_FEE' },
    })
    expect(changes.map(({ label, before, after }) => [label, before, after])).toEqual([
      ['Listing description', 'Oak', 'Only the formatting changes'],
      ['Tax exception', null, 'Waste recycling fee'],
    ])
  })
})
