/** What a scanned code means: an order, an item of the open parcel, or perhaps a tracking number. Pure. */
import type { Parcel, ParcelItem } from '../../../shared/orders/packing-contract.ts'
import { formatCount } from '../../ui/format/locale-format.ts'
import { countPieces, itemKey, itemName } from './desk.ts'

/** How many pieces of each item were scanned, by `itemKey`. */
export type Ticks = ReadonlyMap<string, number>

export type Scan =
  | { readonly is: 'order'; readonly key: string }
  | { readonly is: 'item'; readonly ticks: Ticks; readonly text: string }
  /** An error, shown as an alert. */
  | { readonly is: 'wrong'; readonly text: string }
  /** It may be a tracking number. */
  | { readonly is: 'number'; readonly number: string }

const plain = (code: string): string => code.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')

/** A UPC is an EAN with a zero before it. */
const withoutZeros = (code: string): string => (/^\d{8,14}$/.test(code) ? code.replace(/^0+/, '') : code)

const isSame = (scanned: string, code: string | null): boolean =>
  code !== null && plain(code) !== '' && withoutZeros(plain(scanned)) === withoutZeros(plain(code))

const isItem =
  (scanned: string) =>
  ({ sku, listingId, codes }: ParcelItem): boolean =>
    [sku, listingId, ...codes].some((code) => isSame(scanned, code))

/** A tracking number has at least eight letters or digits, with five digits in a row. */
const mayBeNumber = (text: string): boolean => /^[A-Z0-9]{8,40}$/.test(plain(text)) && /\d{5}/.test(plain(text))

export const tickedOf = (ticks: Ticks, item: ParcelItem): number => ticks.get(itemKey(item)) ?? 0

/** How many pieces of the parcel were scanned. */
export const countTicked = (parcel: Parcel, ticks: Ticks): number =>
  parcel.items.reduce((sum, item) => sum + Math.min(item.pieces, tickedOf(ticks, item)), 0)

/** `open`: the parcel on the desk. */
export const readScan = (
  scanned: string,
  {
    parcels,
    open,
    ticks,
  }: { readonly parcels: readonly Parcel[]; readonly open: Parcel | undefined; readonly ticks: Ticks },
): Scan => {
  const ordered = parcels.find(({ orderIds }) => orderIds.some((orderId) => isSame(scanned, orderId)))
  if (ordered !== undefined) return { is: 'order', key: ordered.key }

  const matches = open?.items.filter(isItem(scanned)) ?? []
  const missing = matches.find((item) => tickedOf(ticks, item) < item.pieces)
  if (missing !== undefined) {
    const ticked = tickedOf(ticks, missing) + 1
    const more = missing.pieces > 1 ? `, ${ticked} of ${missing.pieces}` : ''
    return { is: 'item', ticks: new Map([...ticks, [itemKey(missing), ticked]]), text: `${itemName(missing)}${more}` }
  }
  const [known] = matches
  if (known !== undefined) {
    const wanted = matches.reduce((sum, { pieces }) => sum + pieces, 0)
    return { is: 'wrong', text: `One too many: this parcel has ${formatCount(wanted, 'piece')} of ${itemName(known)}.` }
  }

  const other = parcels.find(({ items, isPacked }) => !isPacked && items.some(isItem(scanned)))
  const item = other?.items.find(isItem(scanned))
  if (other !== undefined && item !== undefined) {
    return { is: 'wrong', text: `Wrong item: ${itemName(item)} is for ${other.buyer ?? 'another parcel'}.` }
  }
  return mayBeNumber(scanned)
    ? { is: 'number', number: plain(scanned) }
    : { is: 'wrong', text: `${scanned} isn’t an order, item or tracking number of these parcels.` }
}

/** Why a parcel isn't complete yet; undefined if it is, or if nothing of it was scanned. */
export const findUnscanned = (parcel: Parcel, ticks: Ticks): string | undefined => {
  const ticked = countTicked(parcel, ticks)
  const pieces = countPieces(parcel)
  return ticked === 0 || ticked >= pieces
    ? undefined
    : `Only ${ticked} of ${formatCount(pieces, 'piece')} are scanned. Check the parcel.`
}
