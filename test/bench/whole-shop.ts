/**
 * A shop of 20,000 listings in the sheet: half are items made here, half were made with other tools. A page, a filter and a search,
 * compared with the plainest SQL for the same rows.
 */
import { deepStrictEqual } from 'node:assert/strict'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { createDatabase } from '../../main/database/database.ts'
import { CONNECTION_SETTINGS } from '../../main/database/open-database.ts'
import { flagSql } from '../../main/inventory/items/item-row.ts'
import { createInventoryStore } from '../../main/inventory/store.ts'
import { migrations } from '../../main/migrations.ts'
import { platforms } from '../../shared/connection/platforms.ts'
import type { ActiveListing } from '../../shared/inventory/active-listing.ts'
import type { ListScope } from '../../shared/inventory/contract/list-scope.ts'
import { fillItems } from './item-data.ts'
import { comparePairs, type Measure, type Row } from './measure.ts'

const HALF = 10_000
const PAGE = 100
const ROUNDS = 20

const createListing = (number: number): ActiveListing => ({
  listingId: String(110_000_000_000 + number),
  sku: `ELSE-${number}`,
  title: `Camera number ${number}, made with another tool`,
  format: number % 20 === 0 ? 'auction' : 'fixedPrice',
  pictureUrl: null,
  price: 5 + (number % 900),
  currency: 'USD',
  available: number % 8,
  sold: number % 5,
  watchers: number % 3,
  hasPolicies: true,
  startedAtMs: Date.UTC(2024, 0, 1),
  variations: [],
})

const both = (where: string): string =>
  `SELECT sku AS key, title_key AS sort_key, 1 AS is_item FROM item_rows WHERE ${where}
   UNION ALL SELECT listing_id, title_key, 0 FROM active_listings WHERE is_ours = 0 AND ${where}`

const msOf = (work: () => unknown): number => {
  const startedMs = performance.now()
  work()
  return performance.now() - startedMs
}

const readInTurns = (limit: () => unknown, ours: () => unknown): { limit: number; ours: number }[] => {
  const pairs: { limit: number; ours: number }[] = []
  for (let round = -ROUNDS / 2; round < ROUNDS; round += 1) {
    const pair = { limit: msOf(limit), ours: msOf(ours) }
    // The first rounds are a warm-up.
    if (round >= 0) pairs.push(pair)
  }
  return pairs
}

/** A page of listings with five variations each, beside a page of the same items ungrouped. */
const measureGroups = (): Row => {
  const connection = new DatabaseSync(':memory:')
  try {
    connection.exec(CONNECTION_SETTINGS)
    const database = createDatabase(connection)
    for (const { sql } of migrations) connection.exec(sql)
    const store = createInventoryStore(database, platforms.ebay)
    fillItems(database, 2 * HALF)
    connection.exec(`
      UPDATE items SET group_key = 'GROUP-' || ((rowid - 1) / 5);
      UPDATE item_rows SET group_key = (SELECT group_key FROM items WHERE items.sku = item_rows.sku);
      INSERT INTO item_groups (group_key, wants_read, record)
        SELECT group_key, 0, json_object('title', group_key, 'variantSKUs', json_group_array(sku)) FROM items GROUP BY group_key;`)
    const read = (isGrouped: boolean): number => {
      const sort = { by: 'title', direction: 'ascending' } as const
      return store.page({ search: '', filter: 'all', isGrouped, sort, offset: 0, limit: PAGE }).total
    }
    deepStrictEqual([read(false), read(true)], [2 * HALF, (2 * HALF) / 5])
    return {
      what: 'Whole shop, 20,000 items in listings of five: a page at the top',
      limit: 'a page of the same items ungrouped',
      unit: 'ms',
      ...comparePairs(
        readInTurns(
          () => read(false),
          () => read(true),
        ),
      ),
      goal: { atMost: 2 },
    }
  } finally {
    connection.close()
  }
}

export const wholeShop: Measure = async () => {
  const connection = new DatabaseSync(':memory:')
  try {
    connection.exec(CONNECTION_SETTINGS)
    const database = createDatabase(connection)
    for (const { sql } of migrations) connection.exec(sql)
    const store = createInventoryStore(database, platforms.ebay)
    fillItems(database, HALF)
    database.transaction(() =>
      store.active.putAll(
        Array.from({ length: HALF }, (_, index) => createListing(index + 1)),
        1,
      ),
    )
    const read = (scope: Partial<ListScope>): { readonly total: number; readonly keys: readonly string[] } => {
      const { rows, total } = store.page({
        search: '',
        filter: 'all',
        maker: 'any',
        ...scope,
        sort: { by: 'title', direction: 'ascending' },
        offset: 0,
        limit: PAGE,
      })
      return { total, keys: rows.map(({ sku, elsewhere }) => elsewhere?.listingId ?? sku) }
    }
    /** The counts that the sheet's filters show, the rows' number, and the page. */
    const readPlain = (where: string, ...values: SQLInputValue[]): ReturnType<typeof read> => {
      const all = <T>(sql: string): T[] => connection.prepare(sql).all(...values, ...values) as T[]
      for (const flag of ['incomplete', 'changed', 'conflict', 'refused'] as const) {
        connection.prepare(`SELECT SUM(${flagSql(flag)}) FROM item_rows`).get()
      }
      connection.prepare('SELECT SUM(quantity <= 1), SUM(unsent) FROM item_rows').get()
      connection.prepare('SELECT COUNT(*) FROM items WHERE wants_read = 1').get()
      for (const column of ['listing_state', 'condition', 'category']) {
        connection.prepare(`SELECT ${column}, COUNT(*) FROM item_rows GROUP BY ${column}`).all()
      }
      const keys = all<{ key: string }>(
        `SELECT key FROM (${both(where)}) ORDER BY sort_key, CASE is_item WHEN 1 THEN 0 ELSE 1 END, key LIMIT ${PAGE}`,
      )
      const [count] = all<{ n: number }>(`SELECT COUNT(*) AS n FROM (${both(where)})`)
      for (const { key } of keys) {
        connection.prepare('SELECT * FROM item_rows WHERE sku = ?').get(key)
        connection.prepare('SELECT * FROM active_listings WHERE listing_id = ?').get(key)
      }
      return { total: count?.n ?? 0, keys: keys.map(({ key }) => key) }
    }
    const cases: readonly (readonly [name: string, ours: () => unknown, plain: () => unknown])[] = [
      ['a page at the top', () => read({}), () => readPlain('1')],
      ['filtered by price', () => read({ minPrice: 100, maxPrice: 200 }), () => readPlain('price BETWEEN 100 AND 200')],
      [
        'a search for a common word',
        () => read({ search: 'camera' }),
        () => readPlain('instr(search_text, ?) > 0', 'camera'),
      ],
    ]
    const rows = cases.map(([name, ours, plain]): Row => {
      deepStrictEqual(ours(), plain())
      return {
        what: `Whole shop, 20,000 listings: ${name}`,
        limit: 'the plainest SQL for the same rows',
        unit: 'ms',
        ...comparePairs(readInTurns(plain, ours)),
        goal: { atMost: 1.5 },
      }
    })
    return [...rows, measureGroups()]
  } finally {
    connection.close()
  }
}
