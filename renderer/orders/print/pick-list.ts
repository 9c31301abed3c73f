/** What to fetch for a pile of parcels, by place and SKU, with the pieces of equal items summed (ORD-10). Pure. */
import type { Parcel, ParcelItem } from '../../../shared/orders/packing-contract.ts'
import { itemName } from '../packing/desk.ts'

export type Pick = {
  readonly id: string
  readonly place: string
  readonly name: string
  readonly sku: string | null
  readonly listingId: string | null
  readonly pieces: number
  /** Buyers, each once, with `gift` for a gift. */
  readonly buyers: readonly string[]
}

/** Equal for equal things: an SKU names one thing; without one, the listing and its variation do. */
const identityOf = ({ sku, listingId, variation, title, orderId, lineItemId }: ParcelItem): string => {
  if (sku !== null) return `sku ${sku}`
  if (listingId !== null) return `listing ${listingId} ${variation}`
  return title === null ? `line ${orderId} ${lineItemId}` : `title ${title} ${variation}`
}

const collator = new Intl.Collator('en', { numeric: true })

/** By place, then by SKU and name. What has no place comes last. */
const compare = (a: Pick, b: Pick): number =>
  Number(a.place === '') - Number(b.place === '') ||
  collator.compare(a.place, b.place) ||
  collator.compare(a.sku ?? '', b.sku ?? '') ||
  collator.compare(a.name, b.name)

export const makePickList = (parcels: readonly Parcel[]): readonly Pick[] => {
  const picks = new Map<string, Pick>()
  for (const { buyer, isGift, items } of parcels) {
    const who = `${buyer ?? 'unknown buyer'}${isGift ? ', gift' : ''}`
    for (const item of items) {
      const id = identityOf(item)
      const { place, sku, listingId } = item
      const pick = picks.get(id) ?? { id, place, name: itemName(item), sku, listingId, pieces: 0, buyers: [] }
      picks.set(id, {
        ...pick,
        pieces: pick.pieces + item.pieces,
        buyers: pick.buyers.includes(who) ? pick.buyers : [...pick.buyers, who],
      })
    }
  }
  return [...picks.values()].toSorted(compare)
}
