import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noListing } from '../../../main/inventory/items/item-row.ts'
import { createInventoryStore } from '../../../main/inventory/store.ts'
import type { ListingSummary } from '../../../main/offer-cells-port.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import {
  type ItemFilter,
  type ItemSortColumn,
  itemFilters,
  itemSortColumns,
  type ListScope,
} from '../../../shared/inventory/contract/list-scope.ts'
import { fieldPaths, readItemView } from '../../../shared/inventory/item.ts'
import { applyEdit, type ItemEdit, startEdit, withChange } from '../../../shared/inventory/item-edit.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { listingStates } from '../../../shared/inventory/listing-state.ts'
import { mergeEdit } from '../../../shared/inventory/merge.ts'
import { noOfferCells } from '../../support/no-offer-cells.ts'
import { openTestDatabase } from '../../support/test-database.ts'

/** SKUs with an open offer of a buyer. */
const offered = ['S-1', 'S-3', 'S-10']

const open = () => {
  const database = openTestDatabase()
  const listings = new Map<string, ListingSummary>()
  const summarize = (sku: string): ListingSummary => listings.get(sku) ?? noListing
  const store = createInventoryStore(
    database,
    platforms.neutral,
    undefined,
    () => ({ ...noOfferCells, summarize }),
    () => ({ withOpenOffers: () => ({ skus: offered, listingIds: [] }) }),
  )
  return { database, store, listings }
}

const createRecord = (
  title: string | undefined,
  quantity: number | undefined,
  condition: string | undefined,
): JsonObject => ({
  ...(condition === undefined ? {} : { condition }),
  ...(quantity === undefined ? {} : { availability: { shipToLocationAvailability: { quantity } } }),
  product: { ...(title === undefined ? {} : { title }), imageUrls: quantity === 1 ? [] : ['https://p.example/1.jpg'] },
})

type Known = {
  readonly sku: string
  readonly record: JsonObject | undefined
  readonly edit: ItemEdit | undefined
  readonly atMs: number
  readonly isRefused: boolean
  readonly listing: ListingSummary
}

const title = fc.constantFrom('Lamp', 'lamp', 'Äpfel', 'Camera', 'Zebra crossing', '', undefined)
const knownItem = fc.record({
  record: fc.option(
    fc
      .tuple(title, fc.constantFrom(0, 1, 2, 17, undefined), fc.constantFrom('NEW', 'USED_GOOD', undefined))
      .map(([text, quantity, condition]) => createRecord(text, quantity, condition)),
    { nil: undefined },
  ),
  typed: fc.constantFrom('New title', 'Lamp', undefined),
  hasMoved: fc.boolean(),
  isRefused: fc.boolean(),
  atMs: fc.integer({ min: 0, max: 3 }),
  listing: fc.record({
    state: fc.constantFrom('unread' as const, 'published' as const, 'ended' as const),
    price: fc.constantFrom(null, 9.5, 12),
    currency: fc.constant('USD'),
    category: fc.constantFrom(null, 'Lamps', 'Books'),
    typedPrice: fc.constantFrom(null, '13'),
    priceProblem: fc.constant(null),
    typedOffer: fc.constantFrom([], [{ column: 'lotSize', problem: null }]),
  }),
})

/** The expected rows, computed without SQL. */
const expected = (
  items: readonly Known[],
  filter: ItemFilter,
  search: string,
  by: ItemSortColumn,
  direction: 'ascending' | 'descending',
  { listing: listed, condition, category, minPrice = 0, maxPrice }: Partial<ListScope> = {},
): readonly string[] => {
  const toSortKey = (text: string): string => text.normalize('NFKC').toLowerCase()
  const rows = items.map(({ sku, record, edit, atMs, isRefused, listing }) => {
    const view = readItemView(applyEdit(record, edit))
    const { conflicts, isGone } = edit === undefined ? { conflicts: [], isGone: false } : mergeEdit(record, edit)
    const isIncomplete = view.condition === undefined || view.imageUrls.length === 0
    return {
      sku,
      isShown:
        (listed === undefined || listing.state === listed) &&
        (condition === undefined || (view.condition ?? null) === condition) &&
        (category === undefined || listing.category === category) &&
        (minPrice === 0 || (listing.price ?? -1) >= minPrice) &&
        (maxPrice === undefined || (listing.price ?? Number.POSITIVE_INFINITY) <= maxPrice),
      text: toSortKey(`${sku} ${view.title ?? ''}`),
      keys: {
        sku,
        title: toSortKey(view.title ?? ''),
        quantity: view.quantity ?? null,
        condition: view.condition ?? null,
        editedAt: edit === undefined ? null : atMs,
        listing: listing.state,
        price: listing.price,
        category: listing.category,
      },
      is: {
        all: true,
        incomplete: (record !== undefined || edit !== undefined) && isIncomplete,
        changed:
          edit !== undefined ||
          ((listing.typedPrice !== null || listing.typedOffer.length > 0) && listing.state === 'published'),
        conflict: isGone || conflicts.length > 0,
        lowStock:
          view.quantity !== undefined && view.quantity <= 1 && !['notListed', 'offer', 'ended'].includes(listing.state),
        refused: edit !== undefined && isRefused,
        withOffers: offered.includes(sku),
      },
    }
  })
  const compare = (a: string | number | null, b: string | number | null): number => {
    if (a === b) return 0
    if (a === null || b === null) return a === null ? -1 : 1
    if (typeof a === 'number' || typeof b === 'number') return Number(a) - Number(b)
    return Buffer.compare(Buffer.from(a), Buffer.from(b))
  }
  const sign = direction === 'ascending' ? 1 : -1
  return rows
    .filter(
      ({ is, text, isShown }) =>
        is[filter] &&
        isShown &&
        toSortKey(search)
          .split(' ')
          .every((word) => text.includes(word)),
    )
    .sort((a, b) => sign * (compare(a.keys[by], b.keys[by]) || compare(a.sku, b.sku)))
    .map(({ sku }) => sku)
}

describe('a page of items', () => {
  it('LST-11 returns and counts the right rows for every filter, sort, search and offset', () => {
    fc.assert(
      fc.property(
        fc.array(knownItem, { maxLength: 12 }),
        fc.constantFrom(...itemFilters),
        fc.constantFrom(...itemSortColumns),
        fc.constantFrom('ascending' as const, 'descending' as const),
        fc.constantFrom('', 'lamp', 'ÄPFEL', 's-1 la', 'z'),
        fc.nat(8),
        fc.record(
          {
            listing: fc.constantFrom('unread' as const, 'published' as const),
            condition: fc.constantFrom(null, 'USED_GOOD'),
            category: fc.constantFrom(null, 'Lamps'),
            minPrice: fc.constantFrom(9.5, 10),
            maxPrice: fc.constantFrom(9.5, 11),
          },
          { requiredKeys: [] },
        ),
        (given, filter, by, direction, search, offset, narrowings) => {
          const { database, store, listings } = open()
          const items = given.map(({ record, typed, hasMoved, isRefused, atMs, listing }, index): Known => {
            const sku = `S-${index}`
            listings.set(sku, listing)
            store.add([sku], 0)
            if (record !== undefined) store.putRecord(sku, record, 0)
            const original = hasMoved && record !== undefined ? createRecord('Another', 3, 'NEW') : record
            const edit = withChange(startEdit(original), original, fieldPaths.title, typed ?? undefined)
            if (edit.changes.length === 0) return { sku, record, edit: undefined, atMs, isRefused, listing }
            store.putEdit(sku, edit, atMs, null)
            if (isRefused) store.putRefusals(sku, edit, [{ path: [], errorId: null, message: 'Refused' }])
            return { sku, record, edit, atMs, isRefused, listing }
          })
          const want = expected(items, filter, search, by, direction, narrowings)
          const scope = { search, filter, ...narrowings }
          const page = store.page({ ...scope, sort: { by, direction }, offset, limit: 3 })
          expect(page.rows.map(({ sku }) => sku)).toEqual(want.slice(offset, offset + 3))
          expect(page.total).toBe(want.length)
          for (const each of listingStates) {
            expect(page.listingCounts[each]).toBe(items.filter(({ listing }) => listing.state === each).length)
          }
          for (const { condition: each, count } of page.conditionCounts) {
            expect(count).toBe(expected(items, 'all', '', 'sku', 'ascending', { condition: each }).length)
          }
          for (const { category, count } of page.categoryCounts) {
            expect(count).toBe(expected(items, 'all', '', 'sku', 'ascending', { category }).length)
          }
          for (const each of itemFilters) {
            expect(page.counts[each]).toBe(expected(items, each, '', 'sku', 'ascending').length)
          }
          for (const { sku } of items.slice(0, 2)) store.remove(sku)
          const left = items.slice(2)
          for (const each of itemFilters) {
            const { counts } = store.page({ search: '', filter: each, sort: { by, direction }, offset: 0, limit: 1 })
            expect(counts[each]).toBe(expected(left, each, '', 'sku', 'ascending').length)
          }
          database.close()
        },
      ),
      { numRuns: 150 },
    )
  })

  it('returns the cell texts of the requested columns, and what an edit changes', () => {
    const { store } = open()
    store.add(['S-1'], 0)
    const record: JsonObject = { product: { title: 'Lamp', ean: ['1', '2'], aspects: { Brand: ['A|B', 'C'] } } }
    store.putRecord('S-1', record, 0)
    store.putEdit('S-1', withChange(startEdit(record), record, fieldPaths.title, 'x'.repeat(81)), 5, null)
    const [row] = store.page({
      search: '',
      filter: 'all',
      sort: { by: 'sku', direction: 'ascending' },
      columns: ['ean', 'aspect:Brand', 'upc', 'nothing'],
      offset: 0,
      limit: 1,
    }).rows
    expect(row).toMatchObject({
      cells: { ean: '1|2', 'aspect:Brand': 'A||B|C', upc: '', nothing: '' },
      changedColumns: ['title'],
      problems: [{ column: 'title', errorId: 25004, from: 'rule' }],
      editedAtMs: 5,
      readAtMs: 0,
    })
  })
})
