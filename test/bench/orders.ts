/**
 * 20,000 orders: a page of the list, a search, and the orders beside a conversation, compared with the simplest SQL for the
 * same rows and for what each row shows besides: its open case, its unfinished shipment and the carriers entered here.
 */
import { deepStrictEqual } from 'node:assert/strict'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { databaseFile } from '../../main/connection/connection-list.ts'
import { createDatabase } from '../../main/database/database.ts'
import { CONNECTION_SETTINGS, openDatabase } from '../../main/database/open-database.ts'
import { systemClock } from '../../main/hosts/common/clock.ts'
import { migrations } from '../../main/migrations.ts'
import { createCaseStore } from '../../main/orders/store/case-store.ts'
import { createOrderList } from '../../main/orders/store/order-list.ts'
import { LISTED_COLUMNS } from '../../main/orders/store/order-row.ts'
import { noErasedPersons } from '../support/no-erased-persons.ts'
import { createShopFolder } from './filled-shop.ts'
import { comparePairs, type Goal, type Measure, PAGE_BUDGET_MS, type Row } from './measure.ts'
import { fillOrders } from './order-data.ts'

const SIZE = 20_000
const ROUNDS = 20
const PAGE = 100
const inBudget = { oursAtMost: PAGE_BUDGET_MS }
const BUYER = 'buyer_7'
const LISTING_ID = '310000000007'

const ON_THESE = 'IN (SELECT value FROM json_each(?))'
const UNFINISHED = `SELECT id, subject, payload FROM outbound WHERE is_open = 1 AND kind = 'shipment' AND subject ${ON_THESE}`

const openShop = () => {
  const file = databaseFile(createShopFolder('http://127.0.0.1:9').dataDir, 'practice')
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
  openDatabase({ file, migrations, clock: systemClock, log }).database.close()
  const connection = new DatabaseSync(file)
  connection.exec(`${CONNECTION_SETTINGS} PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF`)
  fillOrders(createDatabase(connection), SIZE)
  connection.exec('PRAGMA journal_mode = WAL')
  return connection
}

const msOf = (work: () => unknown): number => {
  const startedMs = performance.now()
  work()
  return performance.now() - startedMs
}

/** Compares both in turns. Runs once before each pair, so that both find their data in memory. */
const compare = (what: string, goal: Goal, plain: () => unknown, ours: () => unknown): Row => {
  deepStrictEqual(ours(), plain())
  const pairs: { limit: number; ours: number }[] = []
  for (let round = -ROUNDS / 2; round < ROUNDS; round += 1) {
    ours()
    const pair = { limit: msOf(plain), ours: msOf(ours) }
    // The first rounds are a warm-up.
    if (round >= 0) pairs.push(pair)
  }
  const limit = 'the plainest SQL for the same rows'
  return { what, limit, ...comparePairs(pairs), unit: 'ms', goal }
}

export const orders: Measure = async () => {
  const connection = openShop()
  try {
    const database = createDatabase(connection)
    const list = createOrderList({
      zone: undefined,
      database,
      clock: systemClock,
      cases: createCaseStore(database, noErasedPersons),
      namesOf: (buyer) => [buyer],
      pending: (orderIds) => {
        database.all(UNFINISHED, [JSON.stringify(orderIds)])
        return new Map()
      },
    })
    const filter = { view: 'all', lateOnly: false, caseOnly: false, buyer: null, sku: null } as const
    const page = (search: string) => () =>
      list.page({ ...filter, search, offset: 0, limit: PAGE }).rows.map(({ orderId }) => orderId)

    const prepare = (sql: string) => {
      const statement = connection.prepare(sql)
      return (...params: readonly SQLInputValue[]) => statement.all(...params)
    }
    const related = [
      prepare(UNFINISHED),
      prepare(`SELECT * FROM order_cases WHERE is_open = 1 AND order_id ${ON_THESE}`),
    ]
    const carriers = prepare(`SELECT * FROM order_carriers WHERE order_row ${ON_THESE}`)
    const finish = (rows: readonly Readonly<Record<string, unknown>>[]): readonly unknown[] => {
      const ids = rows.map(({ order_id }) => order_id)
      for (const read of related) read(JSON.stringify(ids))
      carriers(JSON.stringify(rows.map(({ id }) => id)))
      return ids
    }
    const newest = 'ORDER BY time_key DESC, id DESC'
    const found = 'FROM orders o WHERE id IN (SELECT rowid FROM order_search WHERE order_search MATCH ?)'
    const [all, count] = [
      prepare(`SELECT ${LISTED_COLUMNS} FROM orders o ${newest} LIMIT ${PAGE}`),
      prepare('SELECT COUNT(*) FROM orders'),
    ]
    const [search, countFound] = [
      prepare(`SELECT ${LISTED_COLUMNS} ${found} ${newest} LIMIT ${PAGE}`),
      prepare(`SELECT COUNT(*) ${found}`),
    ]
    const beside = prepare(
      `SELECT ${LISTED_COLUMNS}, EXISTS (SELECT 1 FROM order_lines WHERE order_row = o.id AND listing_id = ?) AS is_about
       FROM orders o WHERE buyer = ? ORDER BY is_about DESC, time_key DESC, id DESC LIMIT 20`,
    )
    return [
      compare(
        'Orders: a page at the top, 20,000 rows',
        inBudget,
        () => {
          count()
          return finish(all())
        },
        page(''),
      ),
      compare(
        'Orders: a search for a common word',
        { atMost: 1.5 },
        () => {
          countFound('"camera"*')
          return finish(search('"camera"*'))
        },
        page('camera'),
      ),
      compare(
        'Orders: those beside a conversation',
        inBudget,
        () => finish(beside(LISTING_ID, BUYER)),
        () => list.beside(BUYER, LISTING_ID).orders.map(({ orderId }) => orderId),
      ),
    ]
  } finally {
    connection.close()
  }
}
