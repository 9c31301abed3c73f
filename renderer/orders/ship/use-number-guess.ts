/** Reads a typed tracking number: its carrier, and what is doubtful about it. */
import type { ShipmentRow } from '../../../shared/orders/shipment.ts'
import { useApiQuery, useClient } from '../../api/hooks.ts'
import { useDebounced } from '../../ui/hooks/use-debounced.ts'

const GUESS_AFTER_MS = 150

/** What is doubtful: the number's last digit, or its carrier. */
const describeDoubts = ({ asks, problem, trackingNumber, doubts }: ShipmentRow): string | undefined =>
  [...(asks === 'number' && trackingNumber !== null ? [problem ?? ''] : []), ...doubts]
    .filter((text) => text !== '')
    .join(' ') || undefined

export type NumberGuess = {
  /** Of what was typed a moment ago, to show it. */
  readonly carrier: ShipmentRow['carrier']
  readonly doubts: string | undefined
  /** Whether the number as it is typed now was read, and has no carrier. */
  readonly isUnknown: boolean
  /** The code of the carrier that the number as it is typed now is sent with; null if none was chosen or recognized. */
  readonly findCarrier: () => Promise<string | null>
}

/** `chosen`: the code of the seller's choice, which comes before what is recognized. */
export const useNumberGuess = (orderId: string, typed: string, chosen: string | null): NumberGuess => {
  const client = useClient()
  const text = `${orderId}, ${chosen ?? ''}, ${typed.replace(/[\n,;]/g, ' ')}`
  const readText = useDebounced(text, GUESS_AFTER_MS)
  const hasNumber = typed.trim() !== ''
  const options = { enabled: hasNumber, keepPrevious: true } as const
  const { data, isPlaceholderData } = useApiQuery('orders', 'readShipments', { text: readText }, options)
  const read = data?.rows[0]
  // A number of the parcel before says nothing about this one.
  const row = hasNumber && read?.orderId === orderId ? read : undefined
  return {
    carrier: row?.carrier ?? null,
    doubts: row && describeDoubts(row),
    isUnknown: row !== undefined && row.carrier === null && readText === text && !isPlaceholderData,
    findCarrier: async () => {
      if (!hasNumber || chosen !== null) return chosen
      return (await client.orders.readShipments({ text })).rows[0]?.carrier?.code ?? null
    },
  }
}
