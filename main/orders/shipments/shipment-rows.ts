/** Shows pasted lines with what is known of their orders, what is doubtful, and what stops them. Pure. */
import type { Carrier, ShipmentRow } from '../../../shared/orders/shipment.ts'
import { carrierOfCode, findCarrierByName, guessCarrier } from './carriers.ts'
import type { ParsedShipment } from './parse-shipments.ts'

/** What is known of a line's order. */
export type ShipmentOrder = {
  readonly buyer: string | null
  readonly title: string | null
  readonly lineCount: number
  /** Normalized tracking numbers of its shipments, those that wait included. */
  readonly trackingNumbers: readonly string[]
  /** Why it can't be shipped; null if it can. */
  readonly refusal: string | null
}

type Read = {
  readonly carrier: Carrier | null
  readonly carrierBy: 'name' | 'number' | null
  readonly doubts: readonly string[]
}

const readCarrier = ({ carrier: written, trackingNumber }: ParsedShipment): Read => {
  const guessed = trackingNumber === null ? undefined : guessCarrier(trackingNumber)
  if (written === null) {
    if (guessed === undefined) return { carrier: null, carrierBy: null, doubts: [] }
    // `carrierBy` tells that it was recognized: no doubt, and no carrier is missing.
    return { carrier: carrierOfCode(guessed), carrierBy: 'number', doubts: [] }
  }
  const named = findCarrierByName(written)
  if (named === undefined) {
    const carrier = guessed === undefined ? null : carrierOfCode(guessed)
    const doubts =
      carrier === null
        ? []
        : [`“${written}” is not a carrier that Stallhand knows. The number looks like one from ${carrier.label}.`]
    return { carrier, carrierBy: carrier === null ? null : 'number', doubts }
  }
  const isOther = guessed !== undefined && named.code !== 'Other' && guessed !== named.code
  const doubts = isOther ? [`The number looks like one from ${carrierOfCode(guessed).label}, not ${named.label}.`] : []
  return { carrier: named, carrierBy: 'name', doubts }
}

/** `find`: undefined for an order that isn't known here. */
export const describeShipments = (
  shipments: readonly ParsedShipment[],
  find: (orderId: string) => ShipmentOrder | undefined,
): readonly ShipmentRow[] => {
  const firstLines = new Map<string, ParsedShipment>()
  return shipments.map((shipment) => {
    const { line, text, orderId, trackingNumber } = shipment
    const order = orderId === null ? undefined : find(orderId)
    const { carrier, carrierBy, doubts } = readCarrier(shipment)
    const earlier = trackingNumber === null ? undefined : firstLines.get(trackingNumber)
    if (trackingNumber !== null && earlier === undefined) firstLines.set(trackingNumber, shipment)
    const isRepeated = earlier !== undefined && earlier.orderId === orderId
    const problem =
      shipment.problem ??
      (order === undefined ? 'This order isn’t known here. Check its number, or refresh the orders.' : null) ??
      order?.refusal ??
      (isRepeated ? `Line ${earlier.line} is the same shipment.` : null) ??
      (trackingNumber !== null && order?.trackingNumbers.includes(trackingNumber)
        ? 'The order already has a shipment with this number.'
        : null) ??
      (trackingNumber !== null && carrier === null ? 'The carrier isn’t known. Choose one.' : null) ??
      (trackingNumber === null ? 'The line has no tracking number.' : null)
    return {
      line,
      text,
      orderId,
      buyer: order?.buyer ?? null,
      title: order?.title ?? null,
      lineCount: order?.lineCount ?? 0,
      carrier,
      carrierBy,
      trackingNumber,
      doubts: [
        ...doubts,
        ...(earlier !== undefined && !isRepeated
          ? [`Line ${earlier.line} has the same number for another order.`]
          : []),
      ],
      problem,
    }
  })
}
