/** The items' rows in the list: what they hold, and how they are made again. */
import { describe, expect, it } from 'vitest'
import type { Database } from '../../../main/database/database.ts'
import { noListing, ROW_VERSION } from '../../../main/inventory/items/item-row.ts'
import { createInventoryStore, type InventoryStore } from '../../../main/inventory/store.ts'
import type { ListingSummary } from '../../../main/offer-cells-port.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import { fieldPaths } from '../../../shared/inventory/item.ts'
import { startEdit, withChange } from '../../../shared/inventory/item-edit.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { noOfferCells } from '../../support/no-offer-cells.ts'
import { openTestDatabase } from '../../support/test-database.ts'

const open = (database = openTestDatabase(), listing: Partial<ListingSummary> = {}) => ({
  database,
  store: createInventoryStore(database, platforms.neutral, undefined, () => ({
    ...noOfferCells,
    summarize: () => ({ ...noListing, ...listing }),
  })),
})

const page = (store: InventoryStore) =>
  store.page({
    search: '',
    filter: 'all',
    sort: { by: 'sku', direction: 'ascending' },
    columns: ['title', 'price'],
    offset: 0,
    limit: 500,
  })

const lamp: JsonObject = { availability: { shipToLocationAvailability: { quantity: 1 } }, product: { title: 'Lamp' } }

const skusOf = (count: number) => Array.from({ length: count }, (_, index) => `S-${String(index).padStart(3, '0')}`)

const countMade = (database: Database): number =>
  database.get<{ n: number }>('SELECT COUNT(*) AS n FROM item_rows WHERE version = ?', [ROW_VERSION])?.n ?? 0

/** A shop of edited items as the list shows it, and the same shop without its rows. */
const openCopy = (count: number) => {
  const { database, store } = open()
  const skus = skusOf(count)
  store.add(skus, 1)
  for (const sku of skus) {
    store.putRecord(sku, lamp, 2)
    store.putEdit(sku, withChange(startEdit(lamp), lamp, fieldPaths.title, 'x'.repeat(81)), 3, null)
  }
  const before = page(store)
  database.run('DELETE FROM item_rows')
  return { database, before }
}

describe('the cells that can’t be sent', () => {
  it('USE-06 are counted once each, however many rules a cell breaks, with those that can’t be read and those of offers', () => {
    const { store } = open(undefined, {
      typedPrice: 'ten',
      priceProblem: 'Enter a price.',
      typedOffer: [
        { column: 'lotSize', problem: 'Enter a number.' },
        { column: 'listingQuantity', problem: null },
      ],
    })
    store.add(['S-1'], 1)
    expect(page(store).unsentCells).toBe(2)
    store.putRecord('S-1', lamp, 2)
    store.putEdit('S-1', undefined, 3, null, { quantity: { text: 'three', message: 'Quantity is a number.' } })
    expect(page(store).unsentCells).toBe(3)
    store.putEdit('S-1', withChange(startEdit(lamp), lamp, fieldPaths.title, 'x'.repeat(81)), 3, null)
    expect(page(store)).toMatchObject({
      unsentCells: 4,
      rows: [
        {
          changedColumns: ['title', 'price', 'lotSize', 'listingQuantity'],
          cells: { title: 'x'.repeat(81), price: 'ten' },
          problems: [
            { column: 'quantity' },
            { column: 'title', from: 'rule' },
            { column: 'price' },
            { column: 'lotSize' },
          ],
        },
      ],
    })
  })
})

describe('the rows of the item list', () => {
  it('SEC-14 are the same when they are made from what a copy brings along', async () => {
    const { database, before } = openCopy(3)
    const { store } = open(database)
    expect(page(store).rows).toEqual([])
    await expect(store.rows.complete()).resolves.toBe(true)
    expect(page(store)).toEqual(before)
  })

  it('LST-11 are made again if another version made them', async () => {
    const { database, before } = openCopy(3)
    await open(database).store.rows.complete()
    database.run(
      `UPDATE item_rows SET version = version - 1, flags = 0, shown = '{}', title_key = '' WHERE sku <> 'S-001'`,
    )
    const { store } = open(database)
    await store.rows.complete()
    expect(page(store)).toEqual(before)
    await expect(open(database).store.rows.complete()).resolves.toBe(false)
  })

  it('LST-11 are made in parts, and the next start goes on where the last one ended', async () => {
    const { database, before } = openCopy(250)
    const first = open(database).store.rows
    const making = first.complete()
    first.stop()
    await making
    expect(countMade(database)).toBe(100)
    const { store } = open(database)
    await store.rows.complete()
    expect(countMade(database)).toBe(250)
    expect(page(store)).toEqual(before)
  })

  it('LST-11 are those of the latest state if an item changes while they are made', async () => {
    const { database } = openCopy(250)
    const { store } = open(database)
    const making = store.rows.complete()
    store.putEdit('S-249', undefined, 4, null)
    store.remove('S-248')
    await making
    expect(page(store).rows.at(-1)).toMatchObject({ sku: 'S-249', title: 'Lamp', state: 'saved' })
    expect(countMade(database)).toBe(249)
  })

  it('SEC-16 are made although a copy brings an edit of a shape that is never written, whose item is shown as unread', async () => {
    const { database } = openCopy(3)
    database.run(`UPDATE item_edits SET edit = '{"onto":"existing","changes":5}' WHERE sku = 'S-001'`)
    const { store } = open(database)
    await store.rows.complete()
    const { rows } = store.page({
      ...{ search: '', filter: 'all', offset: 0, limit: 3 },
      sort: { by: 'sku', direction: 'ascending' },
    })
    expect(rows.map(({ sku, state }) => [sku, state])).toEqual([
      ['S-000', 'changed'],
      ['S-001', 'unread'],
      ['S-002', 'changed'],
    ])
  })

  it('LST-21 are not needed to tell which items can still be published', () => {
    const { database, store } = open(undefined, { state: 'offer' })
    store.add(['S-1'], 1)
    database.run('DELETE FROM item_rows')
    expect(store.skusInStates(['S-1', 'S-2'], ['offer', 'ended'])).toEqual(['S-1'])
    expect(store.skusInStates(['S-1', 'S-2'], ['published'])).toEqual([])
  })

  it('LST-11 follow another limit of low stock at once', () => {
    const { store } = open()
    store.add(['S-1'], 1)
    store.putRecord('S-1', lamp, 2)
    store.setLowStockAtMost(0)
    expect(page(store)).toMatchObject({ counts: { lowStock: 0 }, rows: [{ isLowStock: false }] })
    store.setLowStockAtMost(1)
    expect(page(store)).toMatchObject({ counts: { lowStock: 1 }, rows: [{ isLowStock: true }] })
  })
})

describe('items with an open offer of a buyer', () => {
  const offered = { skus: ['S-001', 'gone'], listingIds: ['L1', 'L2'] }
  const openShop = () => {
    const database = openTestDatabase()
    const store = createInventoryStore(database, platforms.neutral, undefined, undefined, () => ({
      withOpenOffers: () => offered,
    }))
    store.add(skusOf(3), 1)
    for (const sku of skusOf(3)) store.putRecord(sku, lamp, 2)
    for (const [id, isOurs] of [
      ['L1', 1],
      ['L2', 0],
      ['L3', 0],
    ] as const) {
      database.run(
        `INSERT INTO active_listings (listing_id, title, title_key, search_text, format, sold, has_policies, is_ours, seen_pass)
         VALUES (?, 'Lamp', 'lamp', 'lamp', 'fixedPrice', 0, 0, ?, 1)`,
        [id, isOurs],
      )
    }
    return store
  }
  const list = (maker: 'any' | 'here') =>
    openShop().page({
      ...{ search: '', filter: 'withOffers', maker, offset: 0, limit: 10 },
      sort: { by: 'sku', direction: 'ascending' },
    })

  it('LST-25 are a filter of the list, with the listings made with other tools', () => {
    const { rows, total, counts } = list('any')
    expect(rows.map(({ sku, elsewhere }) => elsewhere?.listingId ?? sku)).toEqual(['L2', 'S-001'])
    expect([total, counts.withOffers]).toEqual([2, 2])
  })

  it('LST-25 are only the inventory’s items where only those are listed, also as a choice for a run', () => {
    const { rows, total, counts } = list('here')
    expect([rows.map(({ sku }) => sku), total, counts.withOffers]).toEqual([['S-001'], 1, 1])
    expect(openShop().selectedSkus({ kind: 'list', search: '', filter: 'withOffers', except: [] })).toEqual(['S-001'])
  })
})
