/** What is shown of transactions: the list, and the sums of months. */
import type {
  EarningsKind,
  EarningsMonth,
  EarningsMonthDetail,
  EarningsState,
} from '../../../shared/earnings/contract.ts'
import { compareKinds, ESTIMATED_SALE, kindLabel } from '../../../shared/earnings/kinds.ts'
import type { Money } from '../../../shared/money.ts'
import type { Database, Row, SqlValue } from '../../database/database.ts'
import { matchExpression } from './earnings-search.ts'
import { createItemSums } from './item-sums.ts'
import {
  isSaleRow,
  LISTED_COLUMNS,
  type ListedRow,
  listTransactions,
  SALES,
  toTransaction,
} from './listed-transaction.ts'
import { createOrderSums } from './order-sums.ts'
import { createPayoutList } from './payout-list.ts'

/** What a month adds up to. */
export const MONTH_COLUMNS = `sum(max(amount_minor - fee_minor, 0)) AS came, sum(min(amount_minor - fee_minor, 0)) AS went,
  sum(fee_minor) AS fee, sum(CASE WHEN is_undone THEN 0 ELSE cost_minor END) AS cost,
  sum(lacks_cost AND NOT is_undone) AS lacksCost, sum(type = '${ESTIMATED_SALE}') AS estimated`

type MonthSums = {
  readonly came: number
  readonly went: number
  readonly fee: number
  readonly cost: number
  readonly lacksCost: number
  readonly estimated: number
}
type MonthRow = MonthSums & { month: string }

/** A sum of transactions with the same kind, and of one month if several are summed. */
const SUM_COLUMNS = `${MONTH_COLUMNS}, count(*) AS count, sum(amount_minor) AS net,
  sum(is_held) AS held, sum(CASE WHEN is_held THEN amount_minor ELSE 0 END) AS heldMinor,
  sum(type IN ${SALES} AND NOT is_undone AND NOT lacks_cost) AS hasCost,
  sum(pieces) AS pieces, sum(type IN ${SALES} AND pieces IS NULL) AS withoutPieces,
  sum(postage_minor) AS postage, sum(type IN ${SALES} AND postage_minor IS NULL) AS withoutPostage`

type SumRow = Row &
  MonthSums & {
    month: string
    side: string
    type: string
    fee_type: string
    count: number
    net: number
    held: number
    heldMinor: number
    hasCost: number
    pieces: number | null
    withoutPieces: number
    postage: number | null
    withoutPostage: number
  }

const total = (rows: readonly SumRow[], read: (row: SumRow) => number | null): number =>
  rows.reduce((sum, row) => sum + (read(row) ?? 0), 0)

const toKinds = (rows: readonly SumRow[], currency: string): readonly EarningsKind[] =>
  rows
    .map(({ type, fee_type: feeType, count, net, fee }) => ({
      type,
      feeType,
      label: kindLabel(type, feeType),
      count,
      amount: { minor: net - fee, currency },
    }))
    .toSorted(compareKinds)

const toMonth = (month: string, sums: MonthSums, currency: string): EarningsMonth => {
  const { came: cameIn, went, fee, lacksCost: costUnknown, estimated } = sums
  const [wentOut, cost] = [went + fee, -sums.cost]
  const money = (minor: number): Money => ({ minor: minor + 0, currency })
  return {
    month,
    ...{ cameIn: money(cameIn), wentOut: money(wentOut), cost: money(cost), left: money(cameIn + wentOut + cost) },
    ...{ costUnknown, estimated },
  }
}

/** The sums of what was earned, whatever its kind. */
const addKinds = (earned: readonly SumRow[]): MonthSums => ({
  came: total(earned, ({ came }) => came),
  went: total(earned, ({ went }) => went),
  fee: total(earned, ({ fee }) => fee),
  cost: total(earned, ({ cost }) => cost),
  lacksCost: total(earned, ({ lacksCost }) => lacksCost),
  estimated: total(earned, ({ estimated }) => estimated),
})

export type EarningsList = ReturnType<typeof createEarningsList>

export const createEarningsList = (database: Database) => {
  const sumsOf = (currency: string, first: string, last: string): readonly SumRow[] =>
    database.all<SumRow>(
      `SELECT month, side, type, fee_type, ${SUM_COLUMNS} FROM earnings_transactions
       WHERE currency = ? AND month BETWEEN ? AND ? AND amount_minor IS NOT NULL AND side <> 'none'
       GROUP BY month, side, type, fee_type`,
      [currency, first, last],
    )

  const unclearIn = (condition: string, params: readonly SqlValue[]) =>
    database
      .all<{ type: string; fee_type: string; count: number }>(
        `SELECT type, fee_type, count(*) AS count FROM earnings_transactions
         WHERE (amount_minor IS NULL OR month = '') ${condition} GROUP BY type, fee_type`,
        params,
      )
      .map(({ type, fee_type: feeType, count }) => ({ type, feeType, label: kindLabel(type, feeType), count }))
      .toSorted(compareKinds)

  /** The first month after this one that has transactions in a currency. One step on the index for each. */
  const nextMonth = (currency: string, month: string) =>
    database.get<{ currency: string; month: string }>(
      `SELECT currency, month FROM earnings_transactions WHERE (currency, month) > (?, ?) ORDER BY currency, month LIMIT 1`,
      [currency, month],
    )

  const currencies = (): EarningsState['currencies'] => {
    const years = new Map<string, number[]>()
    let found = nextMonth('', '')
    while (found !== undefined) {
      const { currency, month } = found
      const year = month.slice(0, 4)
      const known = years.get(currency) ?? []
      years.set(currency, year === '' ? known : [Number(year), ...known])
      found = nextMonth(currency, `${year}-99`)
    }
    const count = (currency: string): number =>
      database.get<{ count: number }>('SELECT count(*) AS count FROM earnings_transactions WHERE currency = ?', [
        currency,
      ])?.count ?? 0
    return [...years]
      .map(([currency, listed]) => ({ currency, years: listed, count: years.size === 1 ? 0 : count(currency) }))
      .toSorted((a, b) => b.count - a.count)
      .map(({ currency, years: listed }) => ({ currency, years: listed }))
  }

  const items = createItemSums(database)
  return {
    ...createPayoutList(database),
    ...createOrderSums(database),
    items: items.items,
    currencies,
    unclear: () => unclearIn('', []).map(({ label, count }) => ({ label, count })),

    months: (currency: string, year: number): readonly EarningsMonth[] =>
      database
        .all<MonthRow>(
          `SELECT month, ${MONTH_COLUMNS} FROM earnings_transactions
           WHERE currency = ? AND month BETWEEN ? AND ? AND amount_minor IS NOT NULL AND side = 'earned' GROUP BY month`,
          [currency, `${year}-01`, `${year}-12`],
        )
        .map(({ month, ...sums }) => toMonth(month, sums, currency)),

    /** The sums of a month. */
    month: (currency: string, month: string): EarningsMonthDetail => {
      const rows = sumsOf(currency, month, month)
      const earned = rows.filter(({ side }) => side === 'earned')
      const sums = toMonth(month, addKinds(earned), currency)
      const sales = earned.filter(isSaleRow)
      const money = (minor: number): Money => ({ minor, currency })
      const saleIds = database.column<number>(
        `SELECT id FROM earnings_transactions
         WHERE currency = ? AND month = ? AND side = 'earned' AND type IN ${SALES} AND amount_minor IS NOT NULL`,
        [currency, month],
      )
      return {
        ...sums,
        kinds: toKinds(earned, currency),
        fees: money(total(earned, ({ fee }) => fee)),
        beforeCost: money(sums.cameIn.minor + sums.wentOut.minor),
        orders: total(sales, ({ count }) => count),
        pieces: total(sales, ({ withoutPieces }) => withoutPieces) > 0 ? null : total(sales, ({ pieces }) => pieces),
        postage: {
          amount: money(total(sales, ({ postage }) => postage)),
          unknown: total(sales, ({ withoutPostage }) => withoutPostage),
        },
        costKnown: total(earned, ({ hasCost }) => hasCost),
        held: {
          count: total(earned, ({ held }) => held),
          amount: money(total(earned, ({ heldMinor }) => heldMinor)),
        },
        moved: toKinds(
          rows.filter(({ side }) => side === 'moved'),
          currency,
        ),
        unclear: unclearIn('AND month = ?', [month]).map(({ label, count }) => ({ label, count })),
        ...items.ranked(saleIds, currency),
      }
    },

    /** The sums by month and kind from one month to another, both included. */
    sums: (currency: string, first: string, last: string) =>
      [...Map.groupBy(sumsOf(currency, first, last), ({ month }) => month)].map(([month, rows]) => {
        const earned = rows.filter(({ side }) => side === 'earned')
        return {
          ...toMonth(month, addKinds(earned), currency),
          kinds: toKinds(earned, currency),
          fees: { minor: total(earned, ({ fee }) => fee), currency },
        }
      }),

    /** Orders sold since then. `month`: one at or before that time, for the index. */
    soldSince: (fromMs: number, month: string): readonly string[] =>
      database.column<string>(
        `SELECT DISTINCT order_id FROM earnings_transactions
         WHERE currency IN (SELECT value FROM json_each(?)) AND month >= ? AND at_ms >= ? AND type IN ${SALES} AND order_id IS NOT NULL`,
        [JSON.stringify(currencies().map(({ currency }) => currency)), month, fromMs],
      ),

    transactions: (filter: {
      readonly currency: string
      readonly month: string | null
      readonly type: string | null
      readonly search: string
      readonly offset: number
      readonly limit: number
    }) => {
      const match = matchExpression(filter.search)
      const conditions: readonly (readonly [string, SqlValue])[] = [
        ['t.currency = ?', filter.currency],
        ...(filter.month === null ? [] : [['t.month = ?', filter.month] as const]),
        ...(filter.type === null ? [] : [['t.type = ?', filter.type] as const]),
        ...(match === undefined
          ? []
          : [['t.id IN (SELECT rowid FROM earnings_search WHERE earnings_search MATCH ?)', match] as const]),
      ]
      const where = conditions.map(([sql]) => sql).join(' AND ')
      const params = conditions.map(([, value]) => value)
      return {
        rows: listTransactions(database, where, params, filter.limit, filter.offset),
        total:
          database.get<{ count: number }>(
            `SELECT count(*) AS count FROM earnings_transactions t WHERE ${where}`,
            params,
          )?.count ?? 0,
      }
    },

    /** Every transaction of these months that is in a sum, the oldest first. */
    between: (currency: string, first: string, last: string) =>
      database
        .all<
          ListedRow & { month: string; skus: string | null; cost_minor: number; lacks_cost: number; is_undone: number }
        >(
          `SELECT ${LISTED_COLUMNS}, t.month, t.cost_minor, t.lacks_cost, t.is_undone,
             (SELECT group_concat(sku, '; ') FROM earnings_lines WHERE transaction_row = t.id) AS skus
           FROM earnings_transactions t
           WHERE t.currency = ? AND t.month BETWEEN ? AND ? AND t.amount_minor IS NOT NULL AND t.side <> 'none'
           ORDER BY t.month, t.at_ms, t.id`,
          [currency, first, last],
        )
        .map((row) => {
          const lacksCost = row.lacks_cost === 1
          const hasCost = isSaleRow(row) && row.is_undone === 0 && !(lacksCost && row.cost_minor === 0)
          return {
            ...toTransaction(row),
            isMoved: row.side === 'moved',
            skus: row.skus ?? '',
            // What is known of it, as in the sums. Null if nothing is, and for what has none.
            cost: hasCost ? { minor: -row.cost_minor, currency } : null,
            isCostPartlyKnown: hasCost && lacksCost,
          }
        }),
  }
}
