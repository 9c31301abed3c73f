/** How the packing desk groups, names and orders its parcels. Pure. */
import type { Parcel, ParcelItem } from '../../../shared/orders/packing-contract.ts'
import { isDueToday } from '../../../shared/orders/ship-due.ts'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'

/** Parcels that are due on the same day. */
export type ParcelGroup = {
  readonly id: string
  readonly kind: Parcel['due']['kind']
  /** An instant of the day; null for late ones and those without a date. */
  readonly atMs: number | null
  readonly parcels: readonly Parcel[]
}

/** Keeps the order of `parcels`. */
export const groupParcels = (parcels: readonly Parcel[]): readonly ParcelGroup[] => {
  const groups = new Map<string, ParcelGroup>()
  for (const parcel of parcels) {
    const { due, shipByMs } = parcel
    const id = due.kind === 'day' && due.day !== null ? due.day : due.kind
    const group = groups.get(id) ?? { id, kind: due.kind, atMs: due.kind === 'late' ? null : shipByMs, parcels: [] }
    groups.set(id, { ...group, parcels: [...group.parcels, parcel] })
  }
  return [...groups.values()]
}

/** `5`, or `6 orders, 5 parcels` if some are packed together. */
export const countText = (parcels: readonly Parcel[]): string => {
  const orders = parcels.reduce((sum, { orderIds }) => sum + orderIds.length, 0)
  return orders === parcels.length
    ? formatNumber(orders)
    : `${formatNumber(orders)} orders, ${formatCount(parcels.length, 'parcel')}`
}

export const itemName = ({ title, variation, sku, listingId }: ParcelItem): string => {
  const name = title ?? sku ?? (listingId === null ? 'Unknown item' : `Item ${listingId}`)
  return variation === '' ? name : `${name}, ${variation}`
}

/** `Five sea novels; 2 × Stoneware mug` */
export const itemsText = ({ items }: Parcel): string =>
  items
    .map((item) => (item.pieces > 1 ? `${formatNumber(item.pieces)} × ${itemName(item)}` : itemName(item)))
    .join('; ')

/** `A2, B3`; empty if no place is noted. */
export const placesText = ({ items }: Parcel): string =>
  [...new Set(items.map(({ place }) => place).filter((place) => place !== ''))].join(', ')

export const countPieces = ({ items }: Pick<Parcel, 'items'>): number =>
  items.reduce((sum, { pieces }) => sum + pieces, 0)

/** An item of a parcel: the same line item in every reading. */
export const itemKey = ({ orderId, lineItemId }: ParcelItem): string => `${orderId} ${lineItemId}`

/** The next parcel that is not packed, after `key` and then from the top; undefined if there is none. */
export const findNext = (parcels: readonly Parcel[], key: string | undefined): Parcel | undefined => {
  const at = parcels.findIndex((parcel) => parcel.key === key)
  return [...parcels.slice(at + 1), ...parcels.slice(0, Math.max(at, 0))].find(({ isPacked }) => !isPacked)
}

/**
 * The parcel on the desk. `shown`: the one that was there. It stays even if it is no longer to ship, so that a key doesn't pack
 * another one that came into its place.
 */
export const findOpen = (
  parcels: readonly Parcel[],
  shown: Parcel | undefined,
): { readonly open: Parcel | undefined; readonly isGone: boolean } => {
  const listed = shown && parcels.find(({ orderIds }) => orderIds.includes(shown.key))
  const isGone = parcels.length > 0 && shown !== undefined && listed === undefined && !shown.isPacked
  return { open: isGone ? shown : (listed ?? findNext(parcels, undefined) ?? parcels[0]), isGone }
}

/** The parcel above or below; the same one at either end. */
export const findBeside = (parcels: readonly Parcel[], key: string | undefined, step: 1 | -1): Parcel | undefined => {
  const at = parcels.findIndex((parcel) => parcel.key === key)
  return parcels[Math.min(parcels.length - 1, Math.max(0, at + step))]
}

export const parcelScopes = ['due', 'open', 'one', 'all'] as const
export type ParcelScope = (typeof parcelScopes)[number]

/**
 * The parcels to list, print or write, in the order of the pile. `due`: not packed, late or due today; `open`: not
 * packed; `one`: the open one.
 */
export const chooseParcels = (
  parcels: readonly Parcel[],
  scope: ParcelScope,
  key: string | undefined,
): readonly Parcel[] => {
  switch (scope) {
    case 'due':
      return parcels.filter(({ isPacked, due }) => !isPacked && isDueToday(due))
    case 'open':
      return parcels.filter(({ isPacked }) => !isPacked)
    case 'one':
      return parcels.filter((parcel) => parcel.key === key)
    default:
      return parcels
  }
}
