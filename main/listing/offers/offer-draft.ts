/**
 * Checks what the seller typed for an offer, and merges it into the platform's record (LST-03).
 *
 * A draft keeps each field's text as typed, valid or not, with the platform's text from when typing began. Merging is by field:
 * fields that the seller didn't edit stay as the platform has them.
 */

import * as z from 'zod'
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import {
  fieldText,
  findFieldAt,
  findUnknownIn,
  typedValue,
  type UnknownField,
} from '../../../shared/inventory/fields/field.ts'
import { amountKind, categoryNumberKind } from '../../../shared/inventory/fields/field-kinds.ts'
import {
  findMoreOfferField,
  type MoreOfferField,
  type MoreOfferFieldId,
  moreOfferFields,
} from '../../../shared/inventory/fields/offer-fields.ts'
import {
  isJsonObject,
  isWithin,
  type JsonObject,
  type JsonPath,
  type JsonValue,
  sameJson,
  valueAt,
  withoutBranchAt,
  withoutValueAt,
  withValueAt,
} from '../../../shared/inventory/json.ts'
import type {
  ListingCategory,
  ListingLocation,
  Policy,
  PolicyKind,
} from '../../../shared/listing/contract/choices-contract.ts'
import { coreOfferFields, listOfferFields, type OfferField, offerFields } from '../../../shared/listing/offer-field.ts'
import { type MoneyStyle, readPrice } from '../../../shared/money.ts'
import { LISTED_FORMAT, textOf, toWritable } from './offer-record.ts'

const typedSchema = z.object({ text: z.string(), was: z.string() })
export const offerDraftSchema = z.partialRecord(z.enum(offerFields), typedSchema)
export type OfferDraft = Readonly<z.infer<typeof offerDraftSchema>>

/** The data that a field is checked against. Parts that weren't read yet are undefined and aren't checked. */
export type FieldContext = {
  readonly marketplaceLabel: string
  readonly platformName: PlatformName
  readonly currency: string
  /** Decides what `1,000` means as a price; undefined is the system's. */
  readonly locale: string | undefined
  readonly policies: readonly Policy[] | undefined
  readonly locations: readonly ListingLocation[] | undefined
  readonly category: (categoryId: string) => ListingCategory | undefined
  /** Whether the platform puts its catalogue's details into a listing unless the offer says no. */
  readonly hasCatalogDetails?: boolean
  /** A live listing may be out of stock; a new one may not. */
  readonly isLive: boolean
}

type Parsed = { readonly value: JsonValue } | { readonly problem: string }

type FieldSpec = {
  readonly path: JsonPath
  /** Called only for a text that isn't empty. `was`: the platform's value. */
  readonly parse: (text: string, context: FieldContext, was?: JsonValue | undefined) => Parsed
}

/** `1234.5` and `1234,5` as `1234.50`; undefined for anything that `readPrice` has to interpret. */
export const parseAmount = (text: string): string | undefined => {
  const match = /^(\d{1,10})(?:[.,](\d{1,2}))?$/.exec(text.trim())
  if (match === null) return undefined
  const [, whole = '', part = ''] = match
  return `${whole.replace(/^0+(?=\d)/, '')}.${part.padEnd(2, '0')}`
}

const parsePrice: FieldSpec['parse'] = (text, context) => {
  const reading = readPrice(text, context)
  return 'problem' in reading ? reading : { value: reading.amount }
}

/**
 * The price to store for a typed text: a plain amount, if it can be read (USE-05). A plain amount means the same in every locale,
 * so a stored draft keeps its meaning when the locale changes. Any other text stays as typed.
 */
export const toStoredPrice = (text: string, style: MoneyStyle): string => {
  if (parseAmount(text) !== undefined) return text
  const reading = readPrice(text, style)
  return 'amount' in reading ? reading.amount : text
}

const parseWhole = (text: string): number | undefined => {
  const trimmed = text.trim()
  return /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : undefined
}

const parseQuantity: FieldSpec['parse'] = (text, { isLive }) => {
  const value = parseWhole(text)
  if (value === undefined) return { problem: 'Enter the quantity as a whole number, such as 3.' }
  if (value === 0 && !isLive) return { problem: 'The quantity is 0. Enter how many you sell, at least 1.' }
  return { value }
}

const parsePolicy =
  (kind: PolicyKind): FieldSpec['parse'] =>
  (text, { policies, marketplaceLabel }) => {
    const isKnown = policies?.some((policy) => policy.kind === kind && policy.policyId === text) ?? true
    if (isKnown) return { value: text }
    return { problem: `You have no such policy on the ${marketplaceLabel} marketplace. Choose another.` }
  }

const parseLocation: FieldSpec['parse'] = (text, { locations }) => {
  const location = locations?.find(({ merchantLocationKey }) => merchantLocationKey === text)
  if (locations !== undefined && location === undefined) {
    return { problem: 'You have no location with this key. Choose another one.' }
  }
  if (location?.isEnabled === false) return { problem: 'This location is disabled. Choose another one.' }
  return { value: text }
}

/** Whether a field is an amount of money, which is read like the price (USE-05). */
export const isAmount = (field: OfferField): boolean =>
  field === 'price' || findMoreOfferField(field)?.kind === amountKind

/** Reads a field of the table, and checks it. */
const toSpec = ({ id, path, kind }: MoreOfferField): FieldSpec => ({
  path,
  parse: (text, context, was) => {
    const amount = isAmount(id) ? readPrice(text, context) : { amount: text }
    if ('problem' in amount) return amount
    const parsed = kind.parse(amount.amount, { was, currency: context.currency })
    const problem = 'problem' in parsed ? parsed.problem : kind.check?.(parsed.value)
    return problem === undefined ? parsed : { problem }
  },
})

const moreSpecs = Object.fromEntries(moreOfferFields.map((field) => [field.id, toSpec(field)])) as Readonly<
  Record<MoreOfferFieldId, FieldSpec>
>

const specs: Readonly<Record<OfferField, FieldSpec>> = {
  ...moreSpecs,
  price: { path: ['pricingSummary', 'price', 'value'], parse: parsePrice },
  quantity: { path: ['availableQuantity'], parse: parseQuantity },
  categoryId: {
    path: ['categoryId'],
    parse: (text, { category }) => {
      const id = text.trim()
      const problem = categoryNumberKind.check?.(id) ?? category(id)?.problem ?? null
      return problem === null ? { value: id } : { problem }
    },
  },
  fulfillmentPolicyId: { path: ['listingPolicies', 'fulfillmentPolicyId'], parse: parsePolicy('fulfillment') },
  paymentPolicyId: { path: ['listingPolicies', 'paymentPolicyId'], parse: parsePolicy('payment') },
  returnPolicyId: { path: ['listingPolicies', 'returnPolicyId'], parse: parsePolicy('return') },
  merchantLocationKey: { path: ['merchantLocationKey'], parse: parseLocation },
  listingDescription: { path: ['listingDescription'], parse: (text) => ({ value: text }) },
  quantityLimitPerBuyer: {
    path: ['quantityLimitPerBuyer'],
    parse: (text) => {
      const value = parseWhole(text)
      if (value !== undefined && value > 0) return { value }
      return { problem: 'Enter a whole number of 1 or more, or leave the limit empty.' }
    },
  },
}

export const fieldPath = (field: OfferField): JsonPath => specs[field].path

/** The field that a path belongs to. */
export const fieldOf = (path: JsonPath): OfferField | undefined =>
  findFieldAt(moreOfferFields, path)?.id ??
  coreOfferFields.find((field) => isWithin(field === 'price' ? ['pricingSummary', 'price'] : specs[field].path, path))

/** What an offer has beyond the fields that are edited here. Every save keeps it (LST-03). */
export const findUnknownOfferFields = (offer: JsonObject, hasMoreFields: boolean): readonly UnknownField[] => {
  const known = [['pricingSummary', 'price'], ...listOfferFields(hasMoreFields).map((field) => specs[field].path)]
  const found: UnknownField[] = []
  const walk = (node: JsonObject, at: JsonPath): void => {
    for (const [key, value] of Object.entries(node)) {
      const path = [...at, key]
      const more = hasMoreFields ? findFieldAt(moreOfferFields, path) : undefined
      if (more !== undefined) found.push(...findUnknownIn(more, value))
      else if (known.some((own) => isWithin(own, path))) continue
      else if (known.some((own) => isWithin(path, own)) && isJsonObject(value)) walk(value, path)
      else found.push({ path, value })
    }
  }
  walk(toWritable(offer), [])
  return found
}

/** A field's text in the platform's record; empty if it has none. */
export const readField = (offer: JsonObject | undefined, field: OfferField): string => {
  const value = valueAt(offer, specs[field].path)
  const more = findMoreOfferField(field)
  return more === undefined ? textOf(value) : fieldText(more, value)
}

/** Whether two texts mean the same: `12.5` and `12.50` are one price. */
export const isSameText = (field: OfferField, a: string, b: string): boolean => {
  if (a === b) return true
  if (field === 'listingDescription') return false
  const [left, right] = [a.trim(), b.trim()]
  const more = findMoreOfferField(field)
  if (more !== undefined) {
    const [one, other] = [left, right].map((text) => typedValue(more, text, { was: undefined, currency: '' }))
    return left === right || sameJson(one, other)
  }
  if (field !== 'price') return left === right
  const price = parseAmount(left)
  return left === right || (price !== undefined && price === parseAmount(right.replace(/(\.\d{2})0+$/, '$1')))
}

/** Records what was typed; null drops it. A text that equals the platform's needs no draft. */
export const withTyped = (
  draft: OfferDraft,
  offer: JsonObject | undefined,
  field: OfferField,
  text: string | null,
): OfferDraft => {
  const { [field]: earlier, ...others } = draft
  const now = readField(offer, field)
  if (text === null || (offer !== undefined && text === now)) return others
  return { ...others, [field]: { text, was: earlier?.was ?? now } }
}

/** What is wrong with a field's text; undefined if nothing is. An empty text isn't wrong: requirements report missing fields. */
export const findFieldProblem = (field: OfferField, text: string, context: FieldContext): string | undefined => {
  if (text.trim() === '') return undefined
  const parsed = specs[field].parse(text, context)
  return 'problem' in parsed ? parsed.problem : undefined
}

/** Whether the platform changed the field while the seller had another text. */
export const hasConflict = (field: OfferField, draft: OfferDraft, offer: JsonObject | undefined): boolean => {
  const typed = draft[field]
  if (typed === undefined || offer === undefined) return false
  const now = readField(offer, field)
  return !isSameText(field, now, typed.was) && !isSameText(field, now, typed.text)
}

const setField = (record: JsonObject, field: OfferField, text: string, context: FieldContext): JsonObject => {
  const { path, parse } = specs[field]
  if (text.trim() === '') {
    // An empty container, such as the manufacturer without any field, would be refused.
    if (findMoreOfferField(field) !== undefined) return withoutBranchAt(record, path)
    return withoutValueAt(record, field === 'price' ? ['pricingSummary', 'price'] : path)
  }
  const parsed = parse(text, context, valueAt(record, path))
  if ('problem' in parsed) return record
  const set = withValueAt(record, path, parsed.value)
  return field === 'price' ? withValueAt(set, ['pricingSummary', 'price', 'currency'], context.currency) : set
}

/** The body of updateOffer: the platform's record with the typed fields. Call it only without problems and conflicts. */
export const mergeOffer = (offer: JsonObject, draft: OfferDraft, context: FieldContext): JsonObject =>
  offerFields.reduce((record, field) => {
    const typed = draft[field]
    const isSame = typed === undefined || isSameText(field, readField(offer, field), typed.text)
    return isSame ? record : setField(record, field, typed.text, context)
  }, toWritable(offer))

/** The body of createOffer. */
export const createOfferBody = (
  { sku, marketplaceId, draft }: { readonly sku: string; readonly marketplaceId: string; readonly draft: OfferDraft },
  context: FieldContext,
): JsonObject =>
  offerFields.reduce<JsonObject>(
    (record, field) => {
      const text = draft[field]?.text ?? ''
      return text.trim() === '' ? record : setField(record, field, text, context)
    },
    {
      sku,
      marketplaceId,
      format: LISTED_FORMAT,
      listingDuration: 'GTC',
      // Left out, it means true: the catalogue's texts and pictures would replace the seller's.
      ...(context.hasCatalogDetails ? { includeCatalogProductDetails: false } : {}),
    },
  )

/** Whether the platform already has every typed text, so that saving again would change nothing. */
export const holdsDraft = (offer: JsonObject, draft: OfferDraft): boolean =>
  offerFields.every((field) => {
    const typed = draft[field]
    return typed === undefined || isSameText(field, readField(offer, field), typed.text)
  })
