/**
 * 100,000 transactions: a page of the list, a search, a month's sums and a year's months, compared with the simplest SQL for the same
 * rows and sums.
 */
import { deepStrictEqual } from 'node:assert/strict'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { databaseFile } from '../../main/connection/connection-list.ts'
import { createDatabase } from '../../main/database/database.ts'
import { CONNECTION_SETTINGS, openDatabase } from '../../main/database/open-database.ts'
import { readTransaction } from '../../main/earnings/records/transaction-record.ts'
import { createEarningsList, MONTH_COLUMNS } from '../../main/earnings/store/earnings-list.ts'
import { LISTED_COLUMNS, NEWEST_FIRST } from '../../main/earnings/store/listed-transaction.ts'
import { createTransactionStore } from '../../main/earnings/store/transaction-store.ts'
import { systemClock } from '../../main/hosts/common/clock.ts'
import { migrations } from '../../main/migrations.ts'
import { noErasedPersons } from '../support/no-erased-persons.ts'
import { createShopFolder } from './filled-shop.ts'
import { comparePairs, type Measure, type Row } from './measure.ts'

const SIZE = 100_000
const BATCH = 1_000
const ROUNDS = 20
const PAGE = 100
const STARTS_MS = Date.UTC(2021, 11, 1)
const ENDS_MS = Date.UTC(2026, 10, 28)
const MONTH = '2026-06'

const money = (cents: number) => ({ value: (cents / 100).toFixed(2), currency: 'USD' })
const kinds = ['Lamp', 'Camera', 'Radio', 'Vase', 'Clock', 'Plane', 'Book', 'Kettle'] as const

/** Every second one is a sale, with its label after it; every tenth pair has a refund for a label. */
const createTransaction = (number: number) => {
  const order = Math.floor(number / 2)
  const isSale = number % 2 === 0
  const type = isSale ? 'SALE' : order % 10 === 0 ? 'REFUND' : 'SHIPPING_LABEL'
  return {
    transactionId: `${type}-${number}`,
    transactionType: type,
    transactionStatus: 'PAYOUT',
    transactionDate: new Date(STARTS_MS + ((ENDS_MS - STARTS_MS) / SIZE) * number).toISOString(),
    bookingEntry: isSale ? 'CREDIT' : 'DEBIT',
    amount: money(isSale ? 1_800 + (order % 900) : 300 + (order % 500)),
    orderId: `14-${String(order).padStart(10, '0')}`,
    payoutId: String(5_000_000_000 + Math.floor(number / 40)),
    buyer: { username: `buyer_${order % 4_000}` },
    ...(isSale
      ? {
          totalFeeAmount: money(200),
          orderLineItems: [
            { lineItemId: String(order), marketplaceFees: [{ feeType: 'FINAL_VALUE_FEE', amount: money(200) }] },
          ],
        }
      : { transactionMemo: 'USPS Ground Advantage' }),
  }
}

const createOrder = (order: number) => ({
  orderId: `14-${String(order).padStart(10, '0')}`,
  createdAtMs: null,
  buyer: null,
  isSold: true,
  total: null,
  postage: money(490),
  fee: null,
  refunds: [],
  lines: [
    {
      lineItemId: String(order),
      listingId: null,
      sku: `ITM-${String(order % 20_000).padStart(6, '0')}`,
      title: `${kinds[order % kinds.length]} number ${order}, in good working order`,
      quantity: 1,
      price: money(1_500),
    },
  ],
})

const openShop = (): DatabaseSync => {
  const file = databaseFile(createShopFolder('http://127.0.0.1:9').dataDir, 'practice')
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
  openDatabase({ file, migrations, clock: systemClock, log }).database.close()
  const connection = new DatabaseSync(file)
  connection.exec(`${CONNECTION_SETTINGS} PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF`)
  const store = createTransactionStore(createDatabase(connection), {
    erased: noErasedPersons,
    zone: 'America/Los_Angeles',
  })
  for (let first = 0; first < SIZE; first += BATCH) {
    const numbers = Array.from({ length: BATCH }, (_, index) => first + index)
    store.save(
      numbers.map((number) => readTransaction(createTransaction(number))),
      STARTS_MS,
    )
    store.fill(Array.from({ length: BATCH / 2 }, (_, index) => createOrder(first / 2 + index)))
  }
  connection.exec('PRAGMA journal_mode = WAL')
  return connection
}

const msOf = (work: () => unknown): number => {
  const startedMs = performance.now()
  work()
  return performance.now() - startedMs
}

/** Compares both in turns. Runs once before each pair, so that both find their data in memory. */
const compare = (what: string, plain: () => unknown, ours: () => unknown): Row => {
  deepStrictEqual(ours(), plain())
  const pairs: { limit: number; ours: number }[] = []
  for (let round = -ROUNDS / 2; round < ROUNDS; round += 1) {
    ours()
    const pair = { limit: msOf(plain), ours: msOf(ours) }
    // The first rounds are a warm-up.
    if (round >= 0) pairs.push(pair)
  }
  return {
    what,
    limit: 'the plainest SQL for the same rows',
    ...comparePairs(pairs),
    unit: 'ms',
    goal: { atMost: 1.5 },
  }
}

export const earnings: Measure = async () => {
  const connection = openShop()
  try {
    const list = createEarningsList(createDatabase(connection))
    const filter = { currency: 'USD', month: null, type: null, offset: 0, limit: PAGE }
    const page = (search: string) => () =>
      list.transactions({ ...filter, search }).rows.map(({ transactionId }) => transactionId)
    const prepare = (sql: string) => {
      const statement = connection.prepare(sql)
      return (...params: readonly SQLInputValue[]) => statement.all(...params)
    }
    const toIds = (rows: readonly Readonly<Record<string, unknown>>[]): readonly unknown[] =>
      rows.map(({ transaction_id: id }) => id)
    const from = `FROM earnings_transactions t WHERE currency = 'USD'`
    const found = `${from} AND id IN (SELECT rowid FROM earnings_search WHERE earnings_search MATCH ?)`
    const [all, count] = [
      prepare(`SELECT ${LISTED_COLUMNS} ${from} ${NEWEST_FIRST} LIMIT ${PAGE}`),
      prepare(`SELECT count(*) ${from}`),
    ]
    const [search, countFound] = [
      prepare(`SELECT ${LISTED_COLUMNS} ${found} ${NEWEST_FIRST} LIMIT ${PAGE}`),
      prepare(`SELECT count(*) ${found}`),
    ]
    const sums = (where: string) =>
      prepare(
        `SELECT month, ${MONTH_COLUMNS} ${from} AND ${where} AND amount_minor IS NOT NULL AND side = 'earned' GROUP BY month`,
      )
    const year = sums(`month BETWEEN '2026-01' AND '2026-12'`)
    const addUp = (rows: readonly Readonly<Record<string, unknown>>[]): readonly unknown[] =>
      rows.map(({ month, came, went, fee, cost }) => [month, Number(came) + Number(went) + Number(fee) - Number(cost)])
    return [
      compare(
        'Earnings: a page of transactions, 100,000 rows',
        () => {
          count()
          return toIds(all())
        },
        page(''),
      ),
      compare(
        'Earnings: a search for a common word',
        () => {
          countFound('"camera"*')
          return toIds(search('"camera"*'))
        },
        page('camera'),
      ),
      compare(
        'Earnings: the months of a year',
        () => addUp(year()),
        () => list.months('USD', 2026).map(({ month, left }) => [month, left.minor]),
      ),
      (() => {
        const times = Array.from({ length: ROUNDS }, () => msOf(() => list.month('USD', MONTH))).toSorted(
          (a, b) => a - b,
        )
        const ours = times[Math.floor(times.length / 2)] ?? Number.NaN
        return {
          what: 'Earnings: a month with its kinds and items',
          limit: 'one frame of a screen',
          ...comparePairs([{ limit: 1_000 / 60, ours }]),
          unit: 'ms',
          goal: { atMost: 1 },
        }
      })(),
    ]
  } finally {
    connection.close()
  }
}
