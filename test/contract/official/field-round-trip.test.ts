/**
 * Any record of the published description through an edit of one field: everything else is sent back, and everything is shown
 * (INV-08, LST-03, LST-16).
 */
import fc from 'fast-check'
import { expect, it, describe as suite } from 'vitest'
import { ebayAdapter } from '../../../main/inventory/platform/ebay.ts'
import {
  type FieldContext,
  fieldPath,
  findUnknownOfferFields,
  mergeOffer,
  readField,
  withTyped,
} from '../../../main/listing/offers/offer-draft.ts'
import { toWritable } from '../../../main/listing/offers/offer-record.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import { type Field, fieldText, typedValue } from '../../../shared/inventory/fields/field.ts'
import { itemFields, moreItemFields } from '../../../shared/inventory/fields/item-fields.ts'
import { findUnknownFields, readItemView } from '../../../shared/inventory/item.ts'
import { applyEdit, startEdit, withChange } from '../../../shared/inventory/item-edit.ts'
import {
  isJsonObject,
  isWithin,
  type JsonObject,
  type JsonPath,
  type JsonValue,
  sameJson,
  valueAt,
  withoutBranchAt,
} from '../../../shared/inventory/json.ts'
import { offerFields } from '../../../shared/listing/offer-field.ts'
import { describe, hasDescriptions } from './descriptions.ts'

type Schema = {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: readonly string[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
}

const anyText = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => text.trim() !== '')
const aspects = fc.dictionary(anyText, fc.array(anyText, { minLength: 1, maxLength: 2 }), { minKeys: 1, maxKeys: 3 })

/** Values that a schema describes, with any of its optional properties left out. */
const valuesOf = (schemas: Readonly<Record<string, Schema>>, schema: Schema, name = ''): fc.Arbitrary<JsonValue> => {
  const { $ref } = schema
  if ($ref !== undefined) return valuesOf(schemas, schemas[$ref.split('/').at(-1) ?? ''] ?? {}, name)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  // The description calls item specifics a string.
  if (name === 'aspects') return aspects
  if (schema.items !== undefined) return fc.array(valuesOf(schemas, schema.items), { minLength: 1, maxLength: 2 })
  if (schema.properties !== undefined) {
    const properties = Object.entries(schema.properties).map(
      ([key, inner]) => [key, valuesOf(schemas, inner, key)] as const,
    )
    return fc.record(Object.fromEntries(properties), { requiredKeys: [] }) as fc.Arbitrary<JsonObject>
  }
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'integer' || schema.type === 'number') return fc.integer({ min: 1, max: 1_000 })
  return anyText
}

const isEmpty = (value: JsonValue): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

/** Without empty objects and lists, which hold nothing to keep or show. */
const prune = (record: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(record).flatMap(([key, value]) => {
      const list = Array.isArray(value) ? (value as readonly JsonValue[]) : undefined
      const kept = isJsonObject(value)
        ? prune(value)
        : (list?.map((one) => (isJsonObject(one) ? prune(one) : one)).filter((one) => !isEmpty(one)) ?? value)
      return isEmpty(kept) ? [] : [[key, kept] as const]
    }),
  )

const recordsOf = (name: string): fc.Arbitrary<JsonObject> => {
  const schemas = describe('inventory').description.components.schemas as Readonly<Record<string, Schema>>
  return (valuesOf(schemas, schemas[name] ?? {}) as fc.Arbitrary<JsonObject>).map(prune)
}

const texts: Readonly<Record<string, string>> = {
  weight: '1.2 kg',
  size: '30 × 20 × 10 cm',
  irregularPackage: 'yes',
  packageType: 'LETTER',
}

/** The paths of a record's leaves. Lists are leaves. */
const leavesOf = (value: JsonValue, at: JsonPath = []): readonly JsonPath[] =>
  isJsonObject(value) && Object.keys(value).length > 0
    ? Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...at, key]))
    : [at]

suite.skipIf(!hasDescriptions)('any record of the published description', () => {
  it('INV-08 LST-16 an item keeps everything that the edit of one field does not name', () => {
    fc.assert(
      fc.property(
        recordsOf('InventoryItem'),
        fc.constantFrom(...moreItemFields.filter(({ kind }) => kind.control !== 'shown')),
        (record, field) => {
          const value = typedValue(field, texts[field.id] ?? 'Name: x', {
            was: valueAt(record, field.path),
            currency: '',
          })
          const edit = withChange(startEdit(record), record, field.path, value)
          const body = ebayAdapter.toBody(applyEdit(record, edit))
          expect(sameJson(valueAt(body, field.path), value)).toBe(true)
          expect(
            sameJson(withoutBranchAt(body, field.path), withoutBranchAt(ebayAdapter.toBody(record), field.path)),
          ).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('LST-16 an item is shown whole: by its fields, or in words', () => {
    fc.assert(
      fc.property(recordsOf('InventoryItem'), (record) => {
        const unknown = findUnknownFields(record).map(({ path }) => path)
        const isField = (path: JsonPath): boolean =>
          itemFields.some(
            (field: Field) => isWithin(field.path, path) && fieldText(field, valueAt(record, field.path)) !== '',
          )
        const specifics = readItemView(record).aspects.map(({ name }) => name)
        for (const leaf of leavesOf(record)) {
          if (leaf.length === 0) continue
          const isSpecific = leaf[1] === 'aspects' && specifics.includes(leaf[2] ?? '')
          expect([
            leaf,
            isSpecific || isField(leaf) || unknown.some((path) => isWithin(path, leaf) || isWithin(leaf, path)),
          ]).toEqual([leaf, true])
        }
      }),
      { numRuns: 300 },
    )
  })

  const context: FieldContext = {
    marketplaceLabel: 'United States',
    platformName: platforms.ebay.name,
    currency: 'USD',
    locale: 'en-US',
    policies: undefined,
    locations: undefined,
    category: () => undefined,
    isLive: false,
  }

  it('LST-03 LST-16 an offer keeps everything that the edit of one field does not name', () => {
    const typed: Readonly<Record<string, string>> = {
      bestOffer: 'no',
      price: '12.50',
      autoAcceptPrice: '11.00',
      lotSize: '4',
    }
    fc.assert(
      fc.property(recordsOf('EbayOfferDetailsWithAll'), fc.constantFrom(...Object.keys(typed)), (offer, name) => {
        const field = offerFields.find((one) => one === name) ?? 'price'
        const own = field === 'price' ? ['pricingSummary', 'price'] : fieldPath(field)
        const body = mergeOffer(offer, withTyped({}, offer, field, typed[name] ?? ''), context)
        expect(sameJson(withoutBranchAt(body, own), withoutBranchAt(toWritable(offer), own))).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('LST-16 an offer is shown whole: by its fields, or in words', () => {
    fc.assert(
      fc.property(recordsOf('EbayOfferDetailsWithAll'), (offer) => {
        const unknown = findUnknownOfferFields(offer, true).map(({ path }) => path)
        for (const leaf of leavesOf(toWritable(offer))) {
          if (leaf.length === 0) continue
          const isField = offerFields.some(
            (field) =>
              (isWithin(fieldPath(field), leaf) || isWithin(fieldPath(field).slice(0, -1), leaf)) &&
              (field === 'price' || readField(offer, field) !== ''),
          )
          expect([leaf, isField || unknown.some((path) => isWithin(path, leaf) || isWithin(leaf, path))]).toEqual([
            leaf,
            true,
          ])
        }
      }),
      { numRuns: 300 },
    )
  })
})
