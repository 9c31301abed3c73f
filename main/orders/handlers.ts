/** The orders feature's answers to its contract. */
import type { FeatureHandlers } from '../../shared/ipc/define.ts'
import type { OrderReading, ordersContract } from '../../shared/orders/contract.ts'
import { notFound } from '../../shared/result.ts'
import type { Ports } from '../ports.ts'
import type { PackingDesk } from './packing/packing-desk.ts'
import { readAddress } from './records/address.ts'
import { readBuyerNote } from './records/contact.ts'
import { toOrderDetail } from './records/order-view.ts'
import { carriers } from './shipments/carriers.ts'
import { parseShipments } from './shipments/parse-shipments.ts'
import type { ShipmentPlans } from './shipments/shipment-plans.ts'
import { describeShipments, itemNamesOf } from './shipments/shipment-rows.ts'
import type { CaseStore } from './store/case-store.ts'
import { exportOrders } from './store/order-csv.ts'
import type { OrderList } from './store/order-list.ts'
import type { OrderStore } from './store/order-store.ts'

type Handlers = FeatureHandlers<typeof ordersContract>

/** Reads orders and cases from the platform. */
export type OrderReader = {
  readonly reading: () => OrderReading
  readonly refresh: () => Promise<void>
  readonly refreshOrder: (orderId: string) => Promise<void>
  readonly readEarlier: () => Promise<void>
  readonly reportUse: () => void
  /** Why an order's shipments couldn't be read; null if they could. */
  readonly shipmentsProblem: (orderId: string) => string | null
}

/** Pages on the platform; undefined if it has none. */
export type OrderPages = {
  readonly order: (orderId: string) => string | undefined
  readonly case: (type: 'return' | 'inquiry' | 'cancellation', caseId: string) => string | undefined
}

export const createOrderHandlers = (deps: {
  readonly store: OrderStore
  readonly list: OrderList
  /** Of the platform's days. */
  readonly zone: string | undefined
  readonly cases: CaseStore
  readonly reader: OrderReader
  readonly plans: ShipmentPlans
  readonly packing: PackingDesk
  readonly pages: OrderPages
  readonly replyValues: Handlers['replyValues']
  readonly openExternal: Ports['openExternal']
}): Handlers => {
  const { store, list, cases, reader, plans, pages } = deps

  const open = async (url: string | undefined, what: string): Promise<void> => {
    if (url === undefined) throw notFound(`${what} has no page online.`)
    await deps.openExternal(url)
  }

  /** Orders that are packed together have one number. */
  const groupParcels = async (orderIds: readonly string[]): Promise<readonly (readonly string[])[]> => {
    if (orderIds.length === 0) return []
    const { parcels } = await deps.packing.pile({})
    const keys = new Map(parcels.flatMap(({ key, orderIds: ids }) => ids.map((id) => [id, key] as const)))
    return [...Map.groupBy(orderIds, (orderId) => keys.get(orderId) ?? orderId).values()]
  }

  return {
    orders: (filter) => list.page(filter),
    counts: () => list.counts(),
    salesByDay: ({ startsMs }) => ({ days: list.salesByDay(startsMs) }),
    order: ({ orderId }) => {
      const stored = store.find(orderId)
      const [context] = stored === undefined ? [] : list.contexts([stored])
      if (stored === undefined || context === undefined) return null
      const contact = store.contact(orderId)
      return toOrderDetail(stored.record, stored.fulfillments, context, {
        cases: cases.page({ openOnly: false, orderId, offset: 0, limit: 100 }).cases,
        hasAddress: readAddress(contact).lines.length > 0,
        buyerNote: readBuyerNote(contact),
        hasPage: stored.source === 'platform' && pages.order(orderId) !== undefined,
        shipmentsProblem: reader.shipmentsProblem(orderId),
      })
    },
    address: ({ orderId }) => readAddress(store.contact(orderId)),
    beside: ({ buyer, listingId }) => ({ ...list.beside(buyer, listingId), reading: reader.reading() }),
    replyValues: deps.replyValues,
    exportCsv: ({ columns, ...filter }) => ({
      text: exportOrders(list.whole(filter), columns, deps.zone),
    }),
    openOrder: ({ orderId }) =>
      open(store.find(orderId)?.source === 'platform' ? pages.order(orderId) : undefined, 'This order'),

    reading: () => reader.reading(),
    refresh: () => reader.refresh(),
    refreshOrder: ({ orderId }) => reader.refreshOrder(orderId),
    readEarlier: () => reader.readEarlier(),
    reportUse: () => reader.reportUse(),

    carriers: ({ orderId }) => {
      const last = orderId === undefined ? undefined : store.lastCarrier(orderId)
      return { carriers: carriers.toSorted((a, b) => Number(b.code === last) - Number(a.code === last)) }
    },
    readShipments: async ({ text, columns = null, orderIds, answers }) => {
      const known = new Map<string, ReturnType<ShipmentPlans['describe']>>()
      const find: ShipmentPlans['describe'] = (number) => {
        if (!known.has(number)) known.set(number, plans.describe(number))
        return known.get(number)
      }
      const { reading, shipments, leftOut } = parseShipments(
        text,
        (number) => {
          const order = find(number)
          return order === undefined ? undefined : { orderId: order.orderId, itemNames: itemNamesOf(order) }
        },
        columns,
      )
      return {
        reading,
        rows: describeShipments(shipments, {
          find,
          ofName: plans.nameSearch(),
          parcels: await groupParcels(orderIds),
          answers,
        }),
        leftOut,
      }
    },
    planShipments: ({ shipments }) => plans.plan(shipments),
    ship: (shipment) => plans.ship(shipment),

    ...deps.packing,

    cases: ({ openOnly, orderId, offset, limit }) => cases.page({ openOnly, orderId, offset, limit }),
    openCase: ({ type, caseId }) =>
      open(cases.find(type, caseId) === undefined ? undefined : pages.case(type, caseId), 'This case'),
  }
}
