/** The listed orders as a CSV file. SECURITY (ORD-06): no column holds an address. */
import { platformDay } from '../../../shared/connection/platform-days.ts'
import type { Order } from '../../../shared/orders/order.ts'
import type { OrderColumn } from '../../../shared/orders/order-list.ts'
import { writeCsv } from '../../csv-file.ts'

const labels: Readonly<Record<OrderColumn, string>> = {
  orderId: 'Order',
  createdAt: 'Ordered',
  buyer: 'Buyer',
  items: 'Items',
  skus: 'SKUs',
  quantity: 'Quantity',
  total: 'Total',
  currency: 'Currency',
  stage: 'State',
  shipBy: 'Ship by',
  shippedAt: 'Shipped',
  carrier: 'Carrier',
  tracking: 'Tracking number',
  delivery: 'Delivery estimate',
  refunded: 'Refunded',
}

const stageLabels: Readonly<Record<Order['stage'], string>> = {
  unpaid: 'Not paid',
  toPickUp: 'To be picked up',
  toShip: 'To ship',
  partlyShipped: 'Partly shipped',
  shipped: 'Shipped',
  cancelled: 'Cancelled',
  unknown: 'Not known',
}
const refundLabels: Readonly<Record<Order['refunded'], string>> = { none: '', part: 'In part', full: 'In full' }

const time = (atMs: number | null): string => (atMs === null ? '' : new Date(atMs).toISOString())

/** `2026-11-28`, a day that the platform states as an instant (ORD-09). */
const day = (atMs: number | null, zone: string | undefined): string => (atMs === null ? '' : platformDay(atMs, zone))

const join = (values: readonly (string | null)[]): string =>
  [...new Set(values.filter((value) => value !== null))].join('; ')

const cells: Readonly<Record<OrderColumn, (order: Order, zone: string | undefined) => string>> = {
  orderId: ({ orderId }) => orderId,
  createdAt: ({ createdAtMs }) => time(createdAtMs),
  buyer: ({ buyer }) => buyer ?? '',
  items: ({ lines }) => join(lines.map(({ title }) => title)),
  skus: ({ lines }) => join(lines.map(({ sku }) => sku)),
  quantity: ({ lines }) =>
    lines.some(({ quantity }) => quantity === null)
      ? ''
      : String(lines.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)),
  total: ({ total }) => total?.value ?? '',
  currency: ({ total }) => total?.currency ?? '',
  stage: ({ stage }) => stageLabels[stage],
  shipBy: ({ shipByMs }, zone) => day(shipByMs, zone),
  shippedAt: ({ shippedAtMs }) => time(shippedAtMs),
  carrier: ({ shipments }) => join(shipments.map(({ carrier }) => carrier)),
  tracking: ({ shipments }) => join(shipments.map(({ trackingNumber }) => trackingNumber)),
  delivery: ({ delivery }, zone) => day(delivery?.toMs ?? null, zone),
  refunded: ({ refunded }) => refundLabels[refunded],
}

/** `orders`: with all of their lines. `zone`: of the platform's days. */
export const exportOrders = (
  orders: readonly Order[],
  columns: readonly OrderColumn[],
  zone: string | undefined,
): string =>
  writeCsv([
    columns.map((column) => labels[column]),
    ...orders.map((order) => columns.map((column) => cells[column](order, zone))),
  ])
