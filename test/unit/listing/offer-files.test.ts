/** The fields of an offer in a file and back: nothing is lost, whatever the values (USE-04, LST-16). */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseCsv, writeCsv } from '../../../main/csv-file.ts'
import { checkRow, parseHeader } from '../../../main/inventory/csv/csv-check.ts'
import { csvHeader, listOfferColumns, toCsvCells } from '../../../main/inventory/items/columns.ts'
import type { Choices } from '../../../main/listing/choices/choices.ts'
import type { ListingStore, StoredListing } from '../../../main/listing/offers/listing-store.ts'
import { createOfferCells } from '../../../main/listing/offers/offer-cells.ts'
import { type FieldContext, mergeOffer, type OfferDraft } from '../../../main/listing/offers/offer-draft.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import { toColumnId } from '../../../shared/inventory/fields/field.ts'
import { amountKind, flagKind, storePathsKind, timeKind } from '../../../shared/inventory/fields/field-kinds.ts'
import { listOfferRows, type OfferTableRow } from '../../../shared/inventory/fields/offer-fields.ts'
import { type JsonObject, type JsonValue, sameJson, valueAt, withValueAt } from '../../../shared/inventory/json.ts'
import { findPolicyKind, type policyFields } from '../../../shared/listing/offer-field.ts'
import { noOfferCells } from '../../support/no-offer-cells.ts'

const policy = (kind: keyof typeof policyFields, policyId: string, name: string) => ({
  ...{ kind, policyId, name, description: '', isCalculated: false },
})
/** Two shipping policies have one name, and one has the id of another as its name. */
const context: FieldContext = {
  marketplaceLabel: 'United States',
  platformName: platforms.ebay.name,
  currency: 'USD',
  locale: 'en-US',
  policies: [
    policy('fulfillment', '61', 'Parcel'),
    policy('fulfillment', '62', 'Parcel'),
    policy('fulfillment', '63', '61'),
    policy('fulfillment', '64', '=Letter; fast'),
    policy('payment', '71', 'Card'),
    policy('return', '81', '30 days'),
  ],
  locations: undefined,
  category: () => undefined,
  isLive: true,
}

/** The cells of a shop with one offer. */
const openCells = (offer: JsonObject) => {
  const listing: StoredListing = {
    ...{ sku: 'A-1', offers: [offer], offer, draft: {}, readAtMs: 0, readProblem: null, lastListingId: null },
    ...{ refusals: [], warnings: [] },
  }
  let draft: OfferDraft = {}
  const cells = createOfferCells({
    store: {
      load: () => listing,
      loadMany: () => new Map([['A-1', listing]]),
      putDraft: (_sku: string, next: OfferDraft) => {
        draft = next
      },
    } as unknown as ListingStore,
    choices: { context: () => context } as unknown as Choices,
    hasMoreFields: true,
    canList: true,
    onDraft: () => undefined,
    summarize: noOfferCells.summarize,
    notify: () => undefined,
    draft: () => ({ label: 'prices', rows: [], calls: 0, confirmation: '' }),
  })
  const row = cells.rows(['A-1']).get('A-1')
  if (row === undefined) throw new Error('The offer has no cells')
  return { cells, row, draft: () => draft }
}

const hostile = fc
  .string({
    unit: fc.constantFrom('a', 'Ü', ' ', ',', ';', '"', '|', "'", '=', '+', '-', '@', ':', '\n', '\t'),
    minLength: 1,
  })
  .map((text) => text.trim())
  .filter((text) => text !== '')
const line = hostile.map((text) => text.replace(/[\n\t]/g, ' ').trim()).filter((text) => text !== '')
const amount = fc
  .integer({ min: 1, max: 9_999_999 })
  .map((cents) => ({ value: (cents / 100).toFixed(2), currency: 'USD' }))

const recordOf = ({ kind }: OfferTableRow) => {
  const parts = kind.records?.parts ?? []
  const word = fc.stringMatching(/^[A-Za-z0-9;|=]{1,2}$/).filter((text) => text.trim() !== '')
  return fc.record(
    Object.fromEntries(
      parts.map(({ key, isList }) => [key, isList === true ? fc.array(word, { minLength: 1, maxLength: 3 }) : word]),
    ),
    { requiredKeys: [parts[0]?.key ?? ''] },
  ) as fc.Arbitrary<JsonObject>
}

const special: Readonly<Record<string, fc.Arbitrary<JsonValue>>> = {
  quantity: fc.nat(999),
  quantityLimitPerBuyer: fc.integer({ min: 1, max: 999 }),
  categoryId: fc.stringMatching(/^[0-9]{1,8}$/),
  secondaryCategoryId: fc.stringMatching(/^[0-9]{1,8}$/),
  lotSize: fc.integer({ min: 2, max: 999 }),
  vatPercentage: fc.integer({ min: 0, max: 100_000 }).map((thousandths) => thousandths / 1_000),
  repairScore: fc.integer({ min: 0, max: 100 }).map((tenths) => tenths / 10),
  donationPercentage: fc.constantFrom('10', '15', '100'),
  thirdPartyTaxCategory: fc.constant('WASTE_RECYCLING_FEE'),
  listingDescription: hostile,
}

const anyValue = (row: OfferTableRow): fc.Arbitrary<JsonValue> => {
  const { id, kind } = row
  const policies =
    context.policies?.filter((one) => one.kind === findPolicyKind(id)).map(({ policyId }) => policyId) ?? []
  if (policies.length > 0) return fc.constantFrom(...policies, '99')
  if (special[id] !== undefined) return special[id]
  if (kind === amountKind) return amount
  if (kind === flagKind) return fc.boolean()
  if (kind === storePathsKind)
    return fc.array(
      line.map((text) => `/x${text}`),
      { minLength: 1, maxLength: 2 },
    )
  if (kind === timeKind) {
    return fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => new Date(seconds * 1_000).toISOString())
  }
  if (kind.records === undefined) return line.map((text) => text.slice(0, 50).trim())
  return kind.records.max === 1 ? recordOf(row) : fc.array(recordOf(row), { minLength: 1, maxLength: 2 })
}

const rows = listOfferRows(true)
const offers = fc
  .record(Object.fromEntries(rows.map((row) => [row.id, anyValue(row)])), { requiredKeys: [] })
  .map((values) =>
    rows.reduce<JsonObject>((offer, { id, path }) => {
      const value = (values as Readonly<Record<string, JsonValue | undefined>>)[id]
      return value === undefined ? offer : withValueAt(offer, path, value)
    }, {}),
  )

/** Writes the offer as a file, and reads that. */
const throughFile = (offer: JsonObject) => {
  const { row } = openCells(offer)
  const texts = Object.fromEntries(['price', ...listOfferColumns(true)].map((column) => [column, row.fileText(column)]))
  const header = csvHeader([], new Set(listOfferColumns(true)))
  const listing = { price: '', currency: '', 'listing state': '', ...texts }
  const file = parseCsv(writeCsv([header, toCsvCells('A-1', {}, header, listing)]))
  const [read] = file.rows
  if (read === undefined) throw new Error('The file has no row')
  return { read, header: parseHeader(file.header) }
}
const item = { title: null, isRead: true, readAtMs: 0, record: {}, edit: undefined, editSource: null }

it('USE-04 a file of an offer changes nothing of it, whatever its fields', () => {
  fc.assert(
    fc.property(offers, (offer) => {
      const { read, header } = throughFile(offer)
      for (const blank of ['keep', 'delete'] as const) {
        expect(checkRow(read, header, blank, item, platforms.ebay, openCells(offer).row)).toMatchObject({
          state: 'unchanged',
          problems: [],
        })
      }
    }),
    { numRuns: 300 },
  )
})

it('USE-04 a file of an offer brings each field to an empty one', () => {
  fc.assert(
    fc.property(offers, (offer) => {
      const { read, header } = throughFile(offer)
      const empty = openCells({})
      const { offer: texts = {} } = checkRow(read, header, 'keep', item, platforms.ebay, {
        ...empty.row,
        // Limits of best offers against each other have their own tests; these values are random.
        findProblems: () => ({}),
      })
      empty.cells.stage('A-1', texts)
      const body = mergeOffer({}, empty.draft(), { ...context, policies: undefined })
      for (const { id, path, kind } of rows) {
        const [was, now] = [valueAt(offer, path), valueAt(body, path)]
        const isSame =
          sameJson(was, now) || (was !== undefined && now !== undefined && kind.format(was) === kind.format(now))
        if (!isSame) throw new Error(`${id}: ${JSON.stringify(was)} became ${JSON.stringify(now)}`)
      }
    }),
    { numRuns: 300 },
  )
})

it('USE-04 no column of an offer has the name of another one', () => {
  const names = rows.flatMap((row) => [toColumnId(row).toLowerCase(), ...(row.aliases ?? [])])
  expect(new Set(names).size).toBe(names.length)
})
