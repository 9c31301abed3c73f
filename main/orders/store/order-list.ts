/** The list of orders by pages, and the orders beside a conversation. */
import { startOfPlatformDay } from '../../../shared/connection/platform-days.ts'
import { sumByCurrency } from '../../../shared/money.ts'
import type { Order } from '../../../shared/orders/order.ts'
import {
  type OrderFilter,
  type OrderSortColumn,
  type OrderView,
  orderViews,
} from '../../../shared/orders/order-list.ts'
import type { Database, SqlValue } from '../../database/database.ts'
import type { Clock } from '../../ports.ts'
import { readOrderRecord } from '../records/order-record.ts'
import { type OrderContext, type OrderView as StoredView, toOrder, toView } from '../records/order-view.ts'
import type { CaseStore } from './case-store.ts'
import {
  LISTED_COLUMNS,
  type ListedRow,
  ORDER_COLUMNS,
  type OrderRow,
  parseRecord,
  type StoredOrder,
  toStoredOrder,
} from './order-row.ts'
import { matchExpression } from './order-search.ts'

const IS_TO_SHIP = `o.stage IN ('toShip', 'partlyShipped')`
/** As `shipDue` says it. */
const IS_LATE = `${IS_TO_SHIP} AND o.ship_key < :nowMs`

/** Null: every order. SQLite counts a table fast only without a condition. */
const viewSql: Readonly<Record<OrderView, string | null>> = {
  toShip: IS_TO_SHIP,
  shipped: `o.stage = 'shipped'`,
  cancelled: 'o.is_undone = 1',
  all: null,
}

const viewOrder: Readonly<Record<OrderView, string>> = {
  toShip: 'o.ship_key, o.id',
  shipped: 'o.shipped_at_ms DESC, o.id DESC',
  cancelled: 'o.time_key DESC, o.id DESC',
  all: 'o.time_key DESC, o.id DESC',
}

const sortKeys: Readonly<Record<OrderSortColumn, string>> = {
  createdAt: 'o.time_key',
  shipBy: 'o.ship_key',
  shippedAt: 'o.shipped_at_ms',
  buyer: 'o.buyer',
  orderId: 'o.order_id',
}

/** Maximum orders beside a conversation. */
const MAX_BESIDE = 20

/** Shown if a damaged disk changed the stored view. */
const noView: StoredView = toView(readOrderRecord({}), null)

const readView = (text: string): StoredView => ({ ...noView, ...parseRecord(text) })

const formatWhere = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : ` WHERE ${conditions.map((sql) => `(${sql})`).join(' AND ')}`

type Amount = { readonly value: string; readonly currency: string }

/** The order's total, else its lines' totals. */
const readTotals = (record: string): readonly Amount[] => {
  const { pricingSummary, lineItems } = readOrderRecord(parseRecord(record))
  const total = pricingSummary?.total
  return total == null ? lineItems.flatMap((line) => line.total ?? []) : [total]
}

type Page = { readonly offset: number; readonly limit: number }

/** The next last moment of an order that is to ship and not late; null if there is none. */
export const findNextDeadline = (database: Database, nowMs: number): number | null =>
  database.get<{ at_ms: number | null }>(
    `SELECT MIN(o.ship_key) AS at_ms FROM orders o WHERE ${IS_TO_SHIP} AND o.ship_key >= :nowMs AND o.ship_by_ms IS NOT NULL`,
    { nowMs },
  )?.at_ms ?? null

export type OrderList = ReturnType<typeof createOrderList>

export const createOrderList = (deps: {
  readonly database: Database
  readonly clock: Clock
  /** Of the platform's days. */
  readonly zone: string | undefined
  readonly cases: CaseStore
  /** Every name that a buyer has or had, at least this one. */
  readonly namesOf: (buyer: string) => readonly string[]
  /** Unfinished shipments of these orders, by order. */
  readonly pending: (orderIds: readonly string[]) => ReadonlyMap<string, NonNullable<Order['pending']>>
}) => {
  const { database, clock, zone, cases } = deps

  const carriersOf = (ids: readonly number[]): ReadonlyMap<number, ReadonlyMap<string, string>> => {
    const byOrder = new Map<number, Map<string, string>>()
    for (const { order_row, tracking_number, carrier } of database.all<{
      order_row: number
      tracking_number: string
      carrier: string
    }>(
      'SELECT order_row, tracking_number, carrier FROM order_carriers WHERE order_row IN (SELECT value FROM json_each(?))',
      [JSON.stringify(ids)],
    )) {
      const ofOrder = byOrder.get(order_row) ?? new Map<string, string>()
      byOrder.set(order_row, ofOrder.set(tracking_number, carrier))
    }
    return byOrder
  }

  /** What is known of each order besides its view, in the same order. */
  const contexts = (
    orders: readonly Pick<StoredOrder, 'id' | 'orderId' | 'source' | 'readAtMs' | 'isGone'>[],
  ): readonly OrderContext[] => {
    const orderIds = orders.map(({ orderId }) => orderId)
    const carriers = carriersOf(orders.map(({ id }) => id))
    const pending = deps.pending(orderIds)
    const open = cases.openByOrder(orderIds)
    const nowMs = clock.nowMs()
    return orders.map(({ id, orderId, source, readAtMs, isGone }) => ({
      orderId,
      source,
      readAtMs,
      isGone,
      nowMs,
      zone,
      carriers: carriers.get(id) ?? new Map<string, string>(),
      pending: pending.get(orderId) ?? null,
      openCase: open.get(orderId) ?? null,
    }))
  }

  const toOrders = (rows: readonly ListedRow[]): readonly Order[] => {
    const known = contexts(
      rows.map(({ id, order_id: orderId, source, read_at_ms: readAtMs, is_gone }) => ({
        ...{ id, orderId, source, readAtMs },
        isGone: is_gone === 1,
      })),
    )
    return rows.flatMap(({ view }, index) => {
      const context = known[index]
      return context === undefined ? [] : [toOrder(readView(view), context)]
    })
  }

  const toWhere = (
    filter: OrderFilter,
  ): { readonly sql: string; readonly params: Readonly<Record<string, SqlValue>> } => {
    const expression = filter.search.trim() === '' ? null : matchExpression(filter.search)
    const conditions: readonly (readonly [sql: string, params?: Readonly<Record<string, SqlValue>>])[] = [
      ...[viewSql[filter.view]].flatMap((sql) => (sql === null ? [] : [[sql] as const])),
      ...(filter.lateOnly ? [[IS_LATE, { nowMs: clock.nowMs() }] as const] : []),
      ...(filter.caseOnly
        ? [['o.order_id IN (SELECT order_id FROM order_cases WHERE is_open = 1 AND order_id IS NOT NULL)'] as const]
        : []),
      ...(filter.buyer === null ? [] : [['o.buyer = :buyer', { buyer: filter.buyer }] as const]),
      ...(filter.sku === null
        ? []
        : [['o.id IN (SELECT order_row FROM order_lines WHERE sku = :sku)', { sku: filter.sku }] as const]),
      ...(expression === null
        ? []
        : expression === undefined
          ? [['FALSE'] as const]
          : [
              [
                'o.id IN (SELECT rowid FROM order_search WHERE order_search MATCH :expression)',
                { expression },
              ] as const,
            ]),
    ]
    return {
      sql: formatWhere(conditions.map(([sql]) => sql)),
      params: Object.assign({}, ...conditions.map(([, params]) => params ?? {})) as Record<string, SqlValue>,
    }
  }

  const toOrderBy = ({ view, sort }: OrderFilter): string => {
    if (sort === undefined) return viewOrder[view]
    const direction = sort.direction === 'ascending' ? 'ASC' : 'DESC'
    const key = sortKeys[sort.by]
    return `${key} IS NULL, ${key} ${direction}, o.id ${direction}`
  }

  return {
    contexts,

    page: (filter: OrderFilter & Page): { readonly rows: readonly Order[]; readonly total: number } => {
      const { sql, params } = toWhere(filter)
      const rows = database.all<ListedRow>(
        `SELECT ${LISTED_COLUMNS} FROM orders o${sql} ORDER BY ${toOrderBy(filter)} LIMIT :limit OFFSET :offset`,
        { ...params, limit: filter.limit, offset: filter.offset },
      )
      const total = database.get<{ n: number }>(`SELECT COUNT(*) AS n FROM orders o${sql}`, params)?.n ?? 0
      return { rows: toOrders(rows), total }
    },

    ids: (filter: OrderFilter): readonly string[] => {
      const { sql, params } = toWhere(filter)
      return database.column<string>(`SELECT o.order_id FROM orders o${sql}`, params)
    },

    /** Every order of a list, with all of its lines. */
    whole: (filter: OrderFilter): readonly Order[] => {
      const { sql, params } = toWhere(filter)
      const orders = database
        .all<OrderRow>(`SELECT ${ORDER_COLUMNS} FROM orders o${sql} ORDER BY ${toOrderBy(filter)}`, params)
        .map(toStoredOrder)
      const known = contexts(orders)
      return orders.flatMap(({ record, fulfillments }, index) => {
        const context = known[index]
        return context === undefined ? [] : [toOrder(toView(record, fulfillments, Number.POSITIVE_INFINITY), context)]
      })
    },

    counts: () => {
      const count = (condition: string | null, params: Readonly<Record<string, SqlValue>> = {}): number =>
        database.get<{ n: number }>(
          `SELECT COUNT(*) AS n FROM orders o${formatWhere(condition === null ? [] : [condition])}`,
          params,
        )?.n ?? 0
      return {
        views: Object.fromEntries(orderViews.map((view) => [view, count(viewSql[view])])) as Record<OrderView, number>,
        late: count(IS_LATE, { nowMs: clock.nowMs() }),
        casesDue: cases.countDue(),
      }
    },

    /** A buyer's orders, whatever name they have: about the listing first, then those to ship, then the newest. */
    beside: (buyer: string | null, listingId: string | null) => {
      if (buyer === null) return { orders: [], total: 0 }
      const names = deps.namesOf(buyer)
      const [isBuyers, named] =
        names.length === 1
          ? ['o.buyer = :buyer', buyer]
          : ['o.buyer IN (SELECT value FROM json_each(:buyer))', JSON.stringify(names)]
      const rows = database.all<ListedRow & { is_about: number }>(
        `SELECT ${LISTED_COLUMNS}, EXISTS (SELECT 1 FROM order_lines l WHERE l.order_row = o.id AND l.listing_id = :listingId) AS is_about
         FROM orders o WHERE ${isBuyers}
         ORDER BY is_about DESC, ${IS_TO_SHIP} DESC, o.time_key DESC, o.id DESC LIMIT ${MAX_BESIDE}`,
        { buyer: named, listingId },
      )
      const total =
        rows.length < MAX_BESIDE
          ? rows.length
          : (database.get<{ n: number }>(`SELECT COUNT(*) AS n FROM orders o WHERE ${isBuyers}`, { buyer: named })?.n ??
            0)
      const orders = toOrders(rows).map((order, index) => ({ ...order, isAboutListing: rows[index]?.is_about === 1 }))
      return { orders, total }
    },

    /**
     * Orders and sums of each day by creation, for each currency on its own, without those that were cancelled or refunded in
     * full. `startsMs`: the days' starts, then the end.
     */
    salesByDay: (startsMs: readonly number[]) =>
      startsMs.slice(0, -1).map((startMs, index) => {
        // `time_key` has the index.
        const records = database.column<string>(
          `SELECT record FROM orders
           WHERE time_key >= :startMs AND time_key < :endMs AND created_at_ms IS NOT NULL AND is_undone = 0`,
          { startMs, endMs: startsMs[index + 1] ?? startMs },
        )
        const totals = records.flatMap((record) => readTotals(record))
        return { startMs, orders: records.length, totals: sumByCurrency(totals) }
      }),

    /** Usernames of buyers with such orders, for the inbox. */
    buyersWith: (which: 'open' | 'notShipped' | 'late'): readonly string[] => {
      const condition = {
        open: `(${IS_TO_SHIP} OR o.stage = 'toPickUp' OR o.stage = 'shipped' AND o.delivery_to_ms >= :atMs
          OR o.order_id IN (SELECT order_id FROM order_cases WHERE is_open = 1))`,
        notShipped: IS_TO_SHIP,
        late: IS_LATE,
      }[which]
      const nowMs = clock.nowMs()
      return database.column<string>(
        `SELECT DISTINCT o.buyer FROM orders o WHERE ${condition} AND o.buyer IS NOT NULL`,
        // An order is expected until the end of the last day (ORD-09).
        { notShipped: {}, open: { atMs: startOfPlatformDay(nowMs, zone) }, late: { nowMs } }[which],
      )
    },
  }
}
