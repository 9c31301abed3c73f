/** What a reply says for `{{order}}`, `{{tracking}}` and the others (ORD-05). Pure. */
import type { ReplyValues } from '../../shared/orders/contract.ts'
import type { Order } from '../../shared/orders/order.ts'
import { carrierOfCode } from './shipments/carriers.ts'

type Candidate = Order & { readonly isAboutListing: boolean }

/**
 * The order that a conversation is about: the only one about its listing, else the only one that is left to ship of those.
 * Without a listing, the buyer's only order. Undefined if several are possible: a reply must not name the wrong parcel.
 */
export const findMeantOrder = (orders: readonly Candidate[], hasListing: boolean): Candidate | undefined => {
  const about = hasListing ? orders.filter(({ isAboutListing }) => isAboutListing) : orders
  if (about.length <= 1) return about[0]
  const open = about.filter(({ stage }) => stage === 'toShip' || stage === 'partlyShipped')
  return open.length === 1 ? open[0] : undefined
}

/** Several values as one, each once; null if any is unknown. */
const join = (values: readonly (string | null)[]): string | null =>
  values.length === 0 || values.includes(null) ? null : [...new Set(values)].join(', ')

export const describeReplyValues = (order: Order | undefined, locale: string | undefined): ReplyValues => {
  const formatDay = (atMs: number | null): string | null =>
    atMs === null ? null : new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(atMs)
  const { fromMs = null, toMs = null } = order?.delivery ?? {}
  const [from, to] = [formatDay(fromMs), formatDay(toMs)]
  const tracked = (order?.shipments ?? []).filter(({ trackingNumber }) => trackingNumber !== null)
  return {
    orderId: order?.orderId ?? null,
    values: {
      order: order === undefined || order.source === 'notification' ? null : order.orderId,
      carrier: join(tracked.map(({ carrier }) => (carrier === null ? null : carrierOfCode(carrier).label))),
      tracking: join(tracked.map(({ trackingNumber }) => trackingNumber)),
      shipBy: order?.stage === 'toShip' || order?.stage === 'partlyShipped' ? formatDay(order.shipByMs) : null,
      delivery: from !== null && to !== null && from !== to ? `${from} – ${to}` : (to ?? from),
    },
  }
}
