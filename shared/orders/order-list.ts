/** What the list of orders shows. */
import * as z from 'zod'

/**
 * `toShip`: paid and not shipped in full, the earliest ship-by date first. `shipped`: the last shipped first. `cancelled`:
 * cancelled, refunded in full or in part, or with an open request to cancel. `all`: the newest first.
 */
export const orderViews = ['toShip', 'shipped', 'cancelled', 'all'] as const
export type OrderView = (typeof orderViews)[number]

export const orderSortColumns = ['createdAt', 'shipBy', 'shippedAt', 'buyer', 'orderId'] as const
export type OrderSortColumn = (typeof orderSortColumns)[number]

/**
 * A search matches an order if every word starts a word of its id, buyer, titles, SKUs, listing ids and tracking numbers
 * together. An address is never searched (ORD-06).
 */
export const orderFilter = {
  view: z.enum(orderViews).default('all'),
  /** Only orders past their ship-by date. */
  lateOnly: z.boolean().default(false),
  /** Only orders with an open case. */
  caseOnly: z.boolean().default(false),
  buyer: z.string().min(1).max(200).nullable().default(null),
  sku: z.string().min(1).max(200).nullable().default(null),
  search: z.string().max(200).default(''),
  /** Absent: the order of the view. */
  sort: z
    .strictObject({ by: z.enum(orderSortColumns), direction: z.enum(['ascending', 'descending']) })
    .exactOptional(),
} as const
export type OrderFilter = z.output<z.ZodObject<typeof orderFilter>>

/** Columns of the list and of its CSV file. An address is none of them (ORD-06). */
export const orderColumns = [
  'orderId',
  'createdAt',
  'buyer',
  'items',
  'skus',
  'quantity',
  'total',
  'currency',
  'stage',
  'shipBy',
  'shippedAt',
  'carrier',
  'tracking',
  'delivery',
  'refunded',
] as const
export type OrderColumn = (typeof orderColumns)[number]
