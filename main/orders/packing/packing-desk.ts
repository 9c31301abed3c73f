/** The packing desk's answers: the pile, and what is printed and written of its parcels (ORD-10). */
import { getPlatform } from '../../../shared/connection/profile.ts'
import type { FeatureHandlers } from '../../../shared/ipc/define.ts'
import type { Order } from '../../../shared/orders/order.ts'
import { MAX_PARCELS, type ParcelDetail, type packingContract } from '../../../shared/orders/packing-contract.ts'
import type { Services } from '../../feature.ts'
import { formatAddress, readPostalAddress } from '../records/address.ts'
import { readBuyerNote } from '../records/contact.ts'
import { writeCarrierFile } from './carrier-file.ts'
import { createPackingStore } from './packing-store.ts'
import { type ItemFacts, isWhole, itemsTotal, makePile, type PileOrder, paidFor, postageOf, toItems } from './pile.ts'

export type PackingDesk = FeatureHandlers<typeof packingContract>

/** States of a shipment that needs nothing more of the seller for now. */
const isUnderWay = ({ state }: NonNullable<Order['pending']>): boolean =>
  ['delayed', 'queued', 'waiting', 'sending', 'unknown'].includes(state)

export const createPackingDesk = (
  deps: Pick<Services, 'database' | 'clock' | 'profile'> & {
    /** Of the platform's days. */
    readonly zone: string | undefined
    readonly factsOf: (skus: readonly string[]) => ReadonlyMap<string, ItemFacts>
    /** Unfinished shipments of these orders, by order. */
    readonly pending: (orderIds: readonly string[]) => ReadonlyMap<string, NonNullable<Order['pending']>>
    readonly onChange: () => void
  },
): PackingDesk => {
  const { clock, zone, profile } = deps
  const store = createPackingStore(deps.database)
  const { marketplaces } = getPlatform(profile)
  const languageOf = (marketplaceId: string | null | undefined): string | undefined =>
    marketplaces.find(({ id }) => id === marketplaceId)?.language
  const home = languageOf(profile.marketplaceId)?.split('-')[1]

  const factsOf = (orders: readonly PileOrder[]): ReadonlyMap<string, ItemFacts> =>
    deps.factsOf([...new Set(orders.flatMap(({ record }) => record.lineItems.flatMap(({ sku }) => sku ?? [])))])

  /** The known orders of each parcel, in the given order. Parcels without any are left out. */
  const findParcels = (parcels: readonly (readonly string[])[]): readonly (readonly PileOrder[])[] => {
    const known = store.find(parcels.flat())
    return parcels
      .map((orderIds) => orderIds.flatMap((orderId) => known.get(orderId) ?? []))
      .filter(({ length }) => length > 0)
  }

  const describe = (orders: readonly PileOrder[]): ParcelDetail => {
    const [first] = orders
    const address = readPostalAddress(first?.contact)
    return {
      key: first?.orderId ?? '',
      address: formatAddress(address),
      name: address.name === '' ? null : address.name,
      phone: address.phone === '' ? null : address.phone,
      notes: orders.flatMap(({ contact }) => readBuyerNote(contact) ?? []),
      orders: orders.map(({ orderId, record }) => ({ orderId, createdAtMs: record.creationDate })),
      language: languageOf(first?.record.lineItems[0]?.purchaseMarketplaceId) ?? null,
      shipping: isWhole(orders) ? postageOf(orders) : null,
      paid: isWhole(orders) ? paidFor(orders) : null,
    }
  }

  return {
    pile: () => {
      const orders = store.toShip(MAX_PARCELS)
      const pending = deps.pending(orders.map(({ orderId }) => orderId))
      const nowMs = clock.nowMs()
      const parcels = makePile(
        orders.map((order) => {
          const shipment = pending.get(order.orderId)
          return { ...order, isPacked: order.isPacked || (shipment !== undefined && isUnderWay(shipment)) }
        }),
        { nowMs, zone, home, facts: factsOf(orders) },
      )
      return {
        parcels,
        leftOut: Math.max(0, store.countToShip() - orders.length),
        doneToday: store.countDone(new Date(nowMs).setHours(0, 0, 0, 0)),
      }
    },
    parcels: ({ parcels }) => ({ parcels: findParcels(parcels).map(describe) }),
    setPacked: ({ orderIds, isPacked }) => {
      store.setPacked(orderIds, isPacked ? clock.nowMs() : null)
      deps.onChange()
    },
    setSeparate: ({ orderIds, isSeparate }) => {
      store.setSeparate(orderIds, isSeparate)
      deps.onChange()
    },
    carrierFile: ({ profile: carrier, parcels, columns }) => {
      const found = findParcels(parcels)
      const facts = factsOf(found.flat())
      const addressed = found.map((orders) => ({
        buyer: orders[0]?.record.buyer?.username ?? orders[0]?.orderId ?? '',
        orderIds: orders.map(({ orderId }) => orderId),
        address: readPostalAddress(orders[0]?.contact),
        items: orders.flatMap((order) => toItems(order, facts)),
        worth: itemsTotal(orders),
      }))
      const ready = addressed.filter(({ address }) => address.street1 !== '')
      return {
        text: writeCarrierFile(carrier, columns, ready),
        rows: ready.length,
        withoutAddress: addressed.filter((parcel) => !ready.includes(parcel)).map(({ buyer }) => buyer),
      }
    },
  }
}
