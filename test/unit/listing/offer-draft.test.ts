import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createOfferBody,
  type FieldContext,
  fieldPath,
  findFieldProblem,
  hasConflict,
  holdsDraft,
  mergeOffer,
  type OfferDraft,
  parseAmount,
  readField,
  withTyped,
} from '../../../main/listing/offers/offer-draft.ts'
import { toWritable } from '../../../main/listing/offers/offer-record.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import type { MoreOfferFieldId } from '../../../shared/inventory/fields/offer-fields.ts'
import { type JsonObject, sameJson, valueAt, withoutBranchAt } from '../../../shared/inventory/json.ts'
import { type OfferField, offerFields } from '../../../shared/listing/offer-field.ts'

const context: FieldContext = {
  locale: 'en-US',
  marketplaceLabel: 'United States',
  platformName: platforms.ebay.name,
  currency: 'USD',
  policies: undefined,
  locations: undefined,
  category: () => undefined,
  isLive: false,
}

const text = fc.stringMatching(/^[a-z0-9]{1,12}$/)
const amount = fc.integer({ min: 1, max: 9_999_999 }).map((cents) => (cents / 100).toFixed(2))
const count = fc.integer({ min: 1, max: 999 }).map(String)
const choice = (...choices: string[]) => fc.constantFrom(...choices)
const more: Readonly<Record<MoreOfferFieldId, fc.Arbitrary<string>>> = {
  bestOffer: choice('yes', 'no'),
  autoAcceptPrice: amount,
  autoDeclinePrice: amount,
  lotSize: fc.integer({ min: 2, max: 900 }).map(String),
  storeCategories: fc
    .array(text, { minLength: 1, maxLength: 2 })
    .map((paths) => paths.map((path) => `/${path}`).join('|')),
  secondaryCategoryId: fc.nat(999_999).map(String),
  listingStartDate: fc.constant('2027-01-01T10:00:00.000Z'),
  hideBuyerDetails: choice('yes', 'no'),
  includeCatalogProductDetails: choice('yes', 'no'),
  vatPercentage: choice('19', '7', '0', '5.5'),
  applyTax: choice('yes', 'no'),
  thirdPartyTaxCategory: fc.constant('WASTE_RECYCLING_FEE'),
  manufacturer: fc.tuple(text, text).map(([company, city]) => `Company: ${company}; City: ${city}`),
  responsiblePersons: fc
    .array(text, { minLength: 1, maxLength: 5 })
    .map((companies) => companies.map((company) => `Company: ${company}`).join('|')),
  productSafety: text.map((id) => `Statements: ${id}, B`),
  documents: text.map((id) => `Document: ${id}`),
  energyEfficiencyLabel: text.map((rating) => `Rating: ${rating}`),
  hazmat: text.map((id) => `Statements: ${id}; Signal word: ${id}`),
  repairScore: choice('7.9', '0', '10'),
  ecoParticipationFee: amount,
  charityId: text,
  donationPercentage: choice('10', '55', '100'),
}
const texts: Readonly<Record<OfferField, fc.Arbitrary<string>>> = {
  price: amount,
  quantity: count,
  categoryId: fc.integer({ min: 1, max: 9_999_999_999 }).map(String),
  fulfillmentPolicyId: text,
  paymentPolicyId: text,
  returnPolicyId: text,
  merchantLocationKey: text,
  listingDescription: fc.string({ minLength: 1, maxLength: 30 }).filter((value) => value.trim() !== ''),
  quantityLimitPerBuyer: count,
  ...more,
}
const typed = fc.record(texts, { requiredKeys: [] })

const unknownKeys = fc.dictionary(fc.stringMatching(/^x[a-z]{0,5}$/), fc.jsonValue(), { minKeys: 1 })

/** An offer with fields unknown to this app at every level. */
const offer = fc
  .record({
    fields: fc.record(texts, { requiredKeys: [] }),
    tax: unknownKeys,
    bestOffer: unknownKeys,
    original: fc.jsonValue(),
  })
  .map(({ fields, tax, bestOffer, original }): JsonObject => {
    const {
      sku: _sku,
      format: _format,
      marketplaceId: _id,
      listingDuration: _duration,
      ...body
    } = createOfferBody({ sku: 'S', marketplaceId: 'M', draft: draftOf({}, fields) }, context)
    return {
      ...body,
      ...{ offerId: '7', sku: 'S', marketplaceId: 'M', format: 'FIXED_PRICE', status: 'UNPUBLISHED' },
      tax: { ...(body.tax as JsonObject), ...tax } as JsonObject,
      listingPolicies: {
        ...(body.listingPolicies as JsonObject),
        bestOfferTerms: {
          ...(valueAt(body, ['listingPolicies', 'bestOfferTerms']) as JsonObject),
          ...bestOffer,
        } as JsonObject,
      },
      pricingSummary: { ...(body.pricingSummary as JsonObject), originalRetailPrice: original as JsonObject },
    }
  })

const draftOf = (record: JsonObject, fields: Partial<Record<OfferField, string>>): OfferDraft =>
  Object.entries(fields).reduce<OfferDraft>(
    (draft, [field, value]) => withTyped(draft, record, field as OfferField, value),
    {},
  )

/** An offer without the fields that are edited here. */
const others = (record: JsonObject): JsonObject =>
  offerFields.reduce(
    (left, field) => withoutBranchAt(left, field === 'price' ? ['pricingSummary', 'price'] : fieldPath(field)),
    record,
  )

describe('merging what was typed into an offer', () => {
  it('LST-03 keeps every field that is not edited here, known or not', () => {
    fc.assert(
      fc.property(offer, typed, (record, fields) => {
        const merged = mergeOffer(record, draftOf(record, fields), context)
        expect(sameJson(others(merged), others(toWritable(record)))).toBe(true)
      }),
    )
  })

  it('LST-03 sends exactly what was typed, and leaves the rest of the fields', () => {
    fc.assert(
      fc.property(offer, typed, (record, fields) => {
        const draft = draftOf(record, fields)
        const merged = mergeOffer(record, draft, context)
        expect(holdsDraft(merged, draft)).toBe(true)
        for (const field of offerFields) {
          if (fields[field] === undefined) expect(readField(merged, field)).toBe(readField(record, field))
        }
      }),
    )
  })

  it('LST-03 gives the same result when merged twice', () => {
    fc.assert(
      fc.property(offer, typed, (record, fields) => {
        const draft = draftOf(record, fields)
        const once = mergeOffer(record, draft, context)
        expect(mergeOffer(once, draft, context)).toEqual(once)
      }),
    )
  })

  const amountsOf: readonly (readonly [OfferField, (value: string) => JsonObject])[] = [
    ['price', (value) => ({ pricingSummary: { price: { value, currency: 'USD' } } })],
    [
      'autoAcceptPrice',
      (value) => ({ listingPolicies: { bestOfferTerms: { autoAcceptPrice: { value, currency: 'USD' } } } }),
    ],
  ]
  it.each(amountsOf)('LST-03 has no conflict between 12.5 and 12.50: %s', (field, at) => {
    const draft = withTyped({}, at('12.50'), field, '14.00')
    expect(hasConflict(field, draft, at('12.5'))).toBe(false)
    expect(hasConflict(field, draft, at('12.51'))).toBe(true)
    expect(readField(mergeOffer(at('12.5'), draft, context), field)).toBe('14.00')
  })

  it('LST-03 keeps a key that the field doesn’t show, as the platform has it when it is sent', () => {
    const at = (note: string): JsonObject => ({
      listingPolicies: { bestOfferTerms: { autoAcceptPrice: { value: '12.50', currency: 'USD', note } } },
    })
    const draft = withTyped({}, at('before'), 'autoAcceptPrice', '14.00')
    expect(hasConflict('autoAcceptPrice', draft, at('after'))).toBe(false)
    expect(mergeOffer(at('after'), draft, context)).toMatchObject({
      listingPolicies: { bestOfferTerms: { autoAcceptPrice: { value: '14.00', currency: 'USD', note: 'after' } } },
    })
  })

  it('LST-03 reports a conflict only if both sides changed a field differently', () => {
    fc.assert(
      fc.property(offer, offer, typed, (before, after, fields) => {
        const draft = draftOf(before, fields)
        for (const field of offerFields) {
          const wanted = draft[field]
          const [was, now] = [readField(before, field), readField(after, field)]
          const isConflict = wanted !== undefined && was !== now && now !== wanted.text
          expect(hasConflict(field, draft, after)).toBe(isConflict)
        }
      }),
    )
  })
})

describe('a price', () => {
  it('is sent with two decimals, however it was typed', () => {
    expect(['12', '12.5', '12,50', '012.5', ' 12.50 '].map(parseAmount)).toEqual([
      '12.00',
      '12.50',
      '12.50',
      '12.50',
      '12.50',
    ])
  })

  it('is never read from a text that contains anything else', () => {
    fc.assert(
      fc.property(fc.string(), (typedText) => {
        const read = parseAmount(typedText)
        if (read !== undefined) expect(typedText.trim().replace(',', '.')).toMatch(/^\d{1,10}(\.\d{1,2})?$/)
      }),
    )
  })

  it.each(['0', '0.00', '12 GBP', '€12', '-1', '1.234', '1e3', 'free'])('LST-01 is refused as “%s”', (typedText) => {
    expect(findFieldProblem('price', typedText, context)).toMatch(/price|prices/i)
  })
})
