/** What is shown of transactions and payouts: lists, and the sums of months, orders and items. */
import { checkPayout } from '../../../shared/earnings/adds-up.ts'
import type {
  EarningsItem,
  EarningsKind,
  EarningsMonth,
  EarningsMonthDetail,
  EarningsOrder,
  EarningsPayout,
  EarningsState,
  EarningsTransaction,
} from '../../../shared/earnings/contract.ts'
import { compareKinds, ESTIMATED_REFUND, ESTIMATED_SALE, feeLabel, kindLabel } from '../../../shared/earnings/kinds.ts'
import { splitMinor } from '../../../shared/earnings/split.ts'
import type { Money } from '../../../shared/money.ts'
import type { Database, Row, SqlValue } from '../../database/database.ts'
import { matchExpression } from './earnings-search.ts'
import { readStoredRecord } from './transaction-row.ts'

const SALES = `('SALE', '${ESTIMATED_SALE}')`
/** Items that earned most, and least. */
const RANKED = 3

/** The columns of a listed transaction, `t`. A refund or a label has the title of its order's sale. */
export const LISTED_COLUMNS = `t.id, t.transaction_id, t.type, t.fee_type, t.at_ms, t.side, t.currency, t.amount_minor, t.fee_minor,
  t.is_held, t.order_id, t.payout_id, t.buyer, t.record,
  coalesce(
    (SELECT title FROM earnings_lines WHERE transaction_row = t.id LIMIT 1),
    (SELECT l.title FROM earnings_transactions s JOIN earnings_lines l ON l.transaction_row = s.id
     WHERE s.order_id = t.order_id LIMIT 1)
  ) AS title,
  (SELECT count(*) FROM earnings_lines WHERE transaction_row = t.id) AS lines`

/** The newest first. */
export const NEWEST_FIRST = 'ORDER BY t.month DESC, t.at_ms DESC, t.id DESC'

type ListedRow = {
  id: number
  transaction_id: string
  type: string
  fee_type: string
  at_ms: number | null
  side: string
  currency: string | null
  amount_minor: number | null
  fee_minor: number
  is_held: number
  order_id: string | null
  payout_id: string | null
  buyer: string | null
  record: string
  title: string | null
  lines: number
}

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

const isSaleRow = ({ type }: { readonly type: string }): boolean => type === 'SALE' || type === ESTIMATED_SALE

const toTransaction = (row: ListedRow): EarningsTransaction => {
  const { currency, amount_minor: net, fee_minor: fee } = row
  const money = (minor: number): Money | null => (currency === null || net === null ? null : { minor, currency })
  return {
    id: row.id,
    transactionId: row.transaction_id,
    type: row.type,
    label: kindLabel(row.type, row.fee_type),
    atMs: row.at_ms,
    gross: money((net ?? 0) - fee),
    fees: money(fee),
    net: money(net ?? 0),
    orderId: row.order_id,
    payoutId: row.payout_id,
    buyer: row.buyer,
    title: row.title,
    lines: row.lines,
    memo: readStoredRecord(row.record).memo,
    isHeld: row.is_held === 1,
    isEstimate: row.type === ESTIMATED_SALE || row.type === ESTIMATED_REFUND,
    isVoid: row.side === 'none',
  }
}

type PayoutRow = {
  payout_id: string
  at_ms: number | null
  currency: string
  amount_minor: number | null
  fee_minor: number
  status: string
  account: string
  transaction_count: number | null
  count: number
  unclear: number
  minor: number
}

/** The on-demand payout itself is a withdrawal, which isn't part of what it pays out. */
const PAYOUT_COLUMNS = `p.payout_id, p.at_ms, p.currency, p.amount_minor, p.fee_minor, p.status, p.account, p.transaction_count,
  (SELECT count(*) FROM earnings_transactions t WHERE t.payout_id = p.payout_id) AS count,
  (SELECT count(*) FROM earnings_transactions t WHERE t.payout_id = p.payout_id
     AND (t.amount_minor IS NULL OR t.currency <> p.currency)) AS unclear,
  (SELECT coalesce(sum(t.amount_minor), 0) FROM earnings_transactions t
     WHERE t.payout_id = p.payout_id AND t.type <> 'WITHDRAWAL' AND t.side <> 'none') AS minor`

const toPayout = (row: PayoutRow): EarningsPayout => {
  const { currency } = row
  const amount = row.amount_minor === null ? null : { minor: row.amount_minor, currency }
  return {
    payoutId: row.payout_id,
    atMs: row.at_ms,
    amount,
    fee: { minor: row.fee_minor, currency },
    status: row.status,
    account: row.account,
    check: checkPayout({ amount, feeMinor: row.fee_minor, transactionCount: row.transaction_count }, row),
  }
}

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

/** What orders earned, by order and currency. */
const ORDER_TOTALS = `SELECT order_id, currency, sum(amount_minor) AS net,
    sum(CASE WHEN is_undone THEN 0 ELSE cost_minor END) AS cost,
    sum(type IN ${SALES} AND NOT is_undone AND lacks_cost) AS lacksCost, sum(type IN ${SALES}) AS sales,
    sum(type = '${ESTIMATED_SALE}') AS isEstimate
  FROM earnings_transactions
  WHERE order_id IN (SELECT value FROM json_each(?)) AND amount_minor IS NOT NULL AND side = 'earned'
  GROUP BY order_id, currency`

type SoldLine = {
  orderKey: string
  net: number
  is_undone: number
  sku: string | null
  listing_id: string | null
  title: string | null
  quantity: number | null
  price_minor: number | null
  cost_minor: number | null
}

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

  /**
   * The items of the orders that these sales belong to. What an order earned is split among its lines by their prices, to the
   * cent; what it earned counts in full, also what came in another month.
   */
  const itemsOf = (
    sales: readonly number[],
    currency: string,
    onlySkus?: ReadonlySet<string>,
  ): readonly EarningsItem[] => {
    const lines = database.all<SoldLine>(
      `SELECT coalesce(t.order_id, '#' || t.id) AS orderKey, t.amount_minor AS net, t.is_undone, l.sku, l.listing_id, l.title, l.quantity,
         l.price_minor, l.cost_minor
       FROM earnings_transactions t JOIN earnings_lines l ON l.transaction_row = t.id
       WHERE t.id IN (SELECT value FROM json_each(?)) ORDER BY t.id, l.line_item_id`,
      [JSON.stringify(sales)],
    )
    // The unary plus leaves the index of orders as the only one to use.
    const earned = new Map(
      database
        .all<{ orderKey: string; net: number }>(
          `SELECT order_id AS orderKey, sum(amount_minor) AS net FROM earnings_transactions
           WHERE order_id IN (SELECT value FROM json_each(?)) AND +currency = ? AND +side = 'earned' AND amount_minor IS NOT NULL
           GROUP BY order_id`,
          [JSON.stringify([...new Set(lines.map(({ orderKey }) => orderKey))]), currency],
        )
        .map(({ orderKey, net }) => [orderKey, net]),
    )
    type Sums = Omit<EarningsItem, 'price' | 'earned' | 'cost' | 'left'> & {
      price: number
      earned: number
      cost: number | null
    }
    const items = new Map<string, Sums>()
    for (const [orderKey, ofOrder] of Map.groupBy(lines, (line) => line.orderKey)) {
      const hasPrices = ofOrder.every(({ price_minor: price }) => price !== null)
      const shares = splitMinor(
        earned.get(orderKey) ?? ofOrder[0]?.net ?? 0,
        ofOrder.map(({ price_minor: price }) => (hasPrices ? Math.max(0, price ?? 0) : 0)),
      )
      for (const [index, line] of ofOrder.entries()) {
        const { sku, listing_id: listingId, title, is_undone: isUndone } = line
        if (onlySkus !== undefined && (sku === null || !onlySkus.has(sku))) continue
        const key = sku ?? `#${listingId ?? title ?? ''}`
        const known = items.get(key) ?? { sku, listingId, title, sold: 0, price: 0, earned: 0, cost: 0 }
        const cost = isUndone === 1 ? 0 : line.cost_minor
        items.set(key, {
          ...known,
          title: title ?? known.title,
          listingId: listingId ?? known.listingId,
          sold: known.sold + (isUndone === 1 ? 0 : (line.quantity ?? 0)),
          price: known.price + (isUndone === 1 ? 0 : (line.price_minor ?? 0)),
          earned: known.earned + (shares[index] ?? 0),
          cost: known.cost === null || cost === null ? null : known.cost - cost,
        })
      }
    }
    const money = (minor: number): Money => ({ minor: minor + 0, currency })
    return [...items.values()].map((item) => ({
      ...item,
      price: money(item.price),
      earned: money(item.earned),
      cost: item.cost === null ? null : money(item.cost),
      left: item.cost === null ? null : money(item.earned + item.cost),
    }))
  }

  /** Items whose cost is known, by what is left of them. */
  const rank = (items: readonly EarningsItem[]) => {
    const ranked = items
      .filter(({ sold, left }) => sold > 0 && left !== null)
      .toSorted((a, b) => (b.left?.minor ?? 0) - (a.left?.minor ?? 0) || ((a.sku ?? '') < (b.sku ?? '') ? -1 : 1))
    const best = ranked.slice(0, RANKED)
    return { best, worst: ranked.slice(RANKED).slice(-RANKED).toReversed() }
  }

  const list = (where: string, params: readonly SqlValue[], limit = -1, offset = 0): readonly EarningsTransaction[] =>
    database
      .all<ListedRow>(
        `SELECT ${LISTED_COLUMNS} FROM earnings_transactions t WHERE ${where} ${NEWEST_FIRST} LIMIT ? OFFSET ?`,
        [...params, limit, offset],
      )
      .map(toTransaction)

  const orderTotals = (orderIds: readonly string[]) =>
    database.all<{
      order_id: string
      currency: string
      net: number
      cost: number
      lacksCost: number
      sales: number
      isEstimate: number
    }>(`${ORDER_TOTALS} ORDER BY order_id, currency`, [JSON.stringify(orderIds)])

  const toOrderSum = ({ currency, net, cost, lacksCost, sales }: ReturnType<typeof orderTotals>[number]) => {
    const isKnown = sales > 0 && lacksCost === 0
    return {
      beforeCost: { minor: net, currency },
      cost: isKnown ? { minor: -cost + 0, currency } : null,
      left: isKnown ? { minor: net - cost, currency } : null,
    }
  }

  const toOrder = (
    sums: ReturnType<typeof orderTotals>[number],
    all: readonly EarningsTransaction[],
  ): EarningsOrder => {
    const { currency, order_id: orderId } = sums
    const rows = database.all<ListedRow & { postage_minor: number | null }>(
      `SELECT ${LISTED_COLUMNS}, t.postage_minor FROM earnings_transactions t
       WHERE t.order_id = ? AND t.currency = ? AND t.amount_minor IS NOT NULL AND t.side = 'earned'
       ORDER BY t.at_ms, t.id`,
      [orderId, currency],
    )
    const money = (minor: number): Money => ({ minor: minor + 0, currency })
    const sales = rows.filter(isSaleRow)
    const sum = (of: readonly ListedRow[]): number =>
      of.reduce((minor, row) => minor + (row.amount_minor ?? 0) - row.fee_minor, 0)
    const paid = sum(sales)
    const hasPostage = sales.length > 0 && sales.every(({ postage_minor: postage }) => postage !== null)
    const postage = sales.reduce((minor, row) => minor + (row.postage_minor ?? 0), 0)
    const fees = new Map<string, number>()
    for (const { type, minor } of rows.flatMap(({ record }) => readStoredRecord(record).fees)) {
      fees.set(type, (fees.get(type) ?? 0) + minor)
    }
    const others = [
      ...Map.groupBy(
        rows.filter((row) => !isSaleRow(row)),
        ({ type, fee_type: feeType }) => `${type} ${feeType}`,
      ).values(),
    ].map((ofKind) => {
      const [{ type, fee_type: feeType } = { type: '', fee_type: '' }] = ofKind
      return { type, feeType, label: kindLabel(type, feeType), count: ofKind.length, amount: money(sum(ofKind)) }
    })
    const result = toOrderSum(sums)
    return {
      orderId,
      ...result,
      price: hasPostage ? money(paid - postage) : null,
      postage: hasPostage ? money(postage) : null,
      paid: money(paid),
      fees: [...fees].map(([type, minor]) => ({ label: feeLabel(type), amount: money(minor) })),
      others: others.toSorted(compareKinds),
      isEstimate: sums.isEstimate > 0,
      unknown: [
        ...(sales.some(({ type }) => type === 'SALE') ? [] : (['sale'] as const)),
        ...(result.cost === null ? (['cost'] as const) : []),
        ...(rows.some(({ type }) => type === 'SHIPPING_LABEL') ? [] : (['label'] as const)),
      ],
      isHeld: rows.some(({ is_held: isHeld }) => isHeld === 1),
      payoutIds: [...new Set(rows.flatMap(({ payout_id: id }) => id ?? []))],
      transactions: all.filter(({ net }) => net === null || net.currency === currency),
    }
  }

  return {
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
      const money = (minor: number): Money => ({ minor: minor + 0, currency })
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
        ...rank(itemsOf(saleIds, currency)),
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

    payouts: (currency: string, offset: number, limit: number) => ({
      payouts: database
        .all<PayoutRow>(
          `SELECT ${PAYOUT_COLUMNS} FROM earnings_payouts p WHERE p.currency = ?
           ORDER BY p.at_ms DESC, p.payout_id DESC LIMIT ? OFFSET ?`,
          [currency, limit, offset],
        )
        .map(toPayout),
      total:
        database.get<{ count: number }>('SELECT count(*) AS count FROM earnings_payouts WHERE currency = ?', [currency])
          ?.count ?? 0,
    }),

    payout: (payoutId: string) => {
      const row = database.get<PayoutRow>(`SELECT ${PAYOUT_COLUMNS} FROM earnings_payouts p WHERE p.payout_id = ?`, [
        payoutId,
      ])
      return row === undefined ? null : { ...toPayout(row), transactions: list('t.payout_id = ?', [payoutId]) }
    },

    order: (orderId: string): readonly EarningsOrder[] => {
      const all = list('t.order_id = ?', [orderId])
      return orderTotals([orderId]).map((sums) => toOrder(sums, all))
    },

    orders: (orderIds: readonly string[]) =>
      orderTotals(orderIds).map((sums) => ({
        orderId: sums.order_id,
        ...toOrderSum(sums),
        isEstimate: sums.isEstimate > 0,
      })),

    /** What these orders earned together, the currency with the most orders first. */
    ordersSum: (orderIds: readonly string[]) =>
      database
        .all<{ currency: string; left: number; orders: number; costUnknown: number; estimated: number }>(
          `SELECT currency, sum(net - cost) AS left, count(*) AS orders, sum(lacksCost > 0 OR sales = 0) AS costUnknown,
             sum(isEstimate > 0) AS estimated
           FROM (${ORDER_TOTALS}) GROUP BY currency ORDER BY orders DESC, currency`,
          [JSON.stringify(orderIds)],
        )
        .map(({ currency, left, ...counts }) => ({ left: { minor: left, currency }, ...counts })),

    /** Orders sold since then. `month`: one at or before that time, for the index. */
    soldSince: (fromMs: number, month: string): readonly string[] =>
      database.column<string>(
        `SELECT DISTINCT order_id FROM earnings_transactions
         WHERE currency IN (SELECT value FROM json_each(?)) AND month >= ? AND at_ms >= ? AND type IN ${SALES} AND order_id IS NOT NULL`,
        [JSON.stringify(currencies().map(({ currency }) => currency)), month, fromMs],
      ),

    items: (skus: readonly string[]): readonly EarningsItem[] => {
      const wanted = new Set(skus)
      const sales = database.all<{ id: number; currency: string }>(
        `SELECT t.id, t.currency FROM earnings_transactions t
         WHERE t.side = 'earned' AND t.amount_minor IS NOT NULL AND type IN ${SALES} AND t.id IN (
           SELECT transaction_row FROM earnings_lines WHERE sku IN (SELECT value FROM json_each(?)))`,
        [JSON.stringify(skus)],
      )
      return [...Map.groupBy(sales, ({ currency }) => currency)].flatMap(([currency, ofCurrency]) =>
        itemsOf(
          ofCurrency.map(({ id }) => id),
          currency,
          wanted,
        ),
      )
    },

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
        rows: list(where, params, filter.limit, filter.offset),
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
        .map((row) => ({
          ...toTransaction(row),
          isMoved: row.side === 'moved',
          skus: row.skus ?? '',
          // Null if it isn't known, and for what has none.
          cost:
            isSaleRow(row) && row.is_undone === 0 && row.lacks_cost === 0
              ? { minor: -row.cost_minor + 0, currency }
              : null,
        })),
  }
}
