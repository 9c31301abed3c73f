/** What a reply says for `{{order}}`, `{{tracking}}` and the others (ORD-05). Pure. */
import { platformDay } from '../../shared/connection/platform-days.ts'
import type { ReplyValues } from '../../shared/orders/contract.ts'
import type { Order, OrderStage } from '../../shared/orders/order.ts'

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

/** The orders to choose from where none is clearly meant: those of the listing, else all of the buyer. */
export const findChoices = (orders: readonly Candidate[], hasListing: boolean): readonly Candidate[] => {
  if (findMeantOrder(orders, hasListing) !== undefined) return []
  const about = hasListing ? orders.filter(({ isAboutListing }) => isAboutListing) : orders
  return about.length > 0 ? about : orders
}

/** How dates are written for the buyer: as in the marketplace if it speaks the buyer's language. */
export const chooseReplyLocale = (language: string | null, marketplaceLocale: string): string => {
  const own = new Intl.Locale(marketplaceLocale)
  if (language === null || own.language === language || !/^[a-z]{2,3}$/.test(language)) return own.toString()
  return language
}

/** Several values as one, each once; null if any is unknown. */
const join = (values: readonly (string | null)[]): string | null =>
  values.length === 0 || values.includes(null) ? null : [...new Set(values)].join(', ')

const parcels: Readonly<Partial<Record<OrderStage, NonNullable<ReplyValues['parcel']>>>> = {
  toShip: 'notSent',
  partlyShipped: 'partlySent',
  shipped: 'sent',
}

/** A day that is past is left out: a reply must not promise it. `zone`: of the platform's days. */
export const describeReplyValues = (
  order: Order | undefined,
  choices: readonly Order[],
  { locale, nowMs, zone }: { readonly locale: string; readonly nowMs: number; readonly zone: string | undefined },
): ReplyValues => {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: zone })
  const formatDay = (atMs: number | null): string | null => (atMs === null ? null : format.format(atMs))
  const isToShip = order?.stage === 'toShip' || order?.stage === 'partlyShipped'
  const { fromMs = null, toMs = null } = order?.delivery ?? {}
  const isPast = platformDay(toMs ?? fromMs ?? nowMs, zone) < platformDay(nowMs, zone)
  const [from, to] = isPast ? [null, null] : [formatDay(fromMs), formatDay(toMs)]
  const [line] = order?.lines ?? []
  const tracked = (order?.shipments ?? []).filter(({ trackingNumber }) => trackingNumber !== null)
  return {
    orderId: order?.orderId ?? null,
    parcel: order === undefined ? null : (parcels[order.stage] ?? null),
    choices: choices.map(({ orderId, lines, lineCount, createdAtMs }) => ({ orderId, lines, lineCount, createdAtMs })),
    item: order?.lineCount === 1 ? (line?.title ?? null) : null,
    values: {
      order: order === undefined || order.source === 'notification' ? null : order.orderId,
      carrier: join(tracked.map(({ carrier }) => carrier)),
      tracking: join(tracked.map(({ trackingNumber }) => trackingNumber)),
      shipBy: isToShip && !order.isLate ? formatDay(order.shipByMs) : null,
      delivery: from !== null && to !== null && from !== to ? `${from} – ${to}` : (to ?? from),
    },
  }
}
