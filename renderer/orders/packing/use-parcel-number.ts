/** The tracking number and the carrier of the parcel on the desk. */
import { useState } from 'react'
import type { ShipmentRow } from '../../../shared/orders/shipment.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { useDebounced } from '../../ui/hooks/use-debounced.ts'

const GUESS_AFTER_MS = 150

export type ParcelNumber = {
  readonly text: string
  readonly setText: (text: string) => void
  /** The chosen carrier, else the one recognized from the number. */
  readonly carrier: string | null
  readonly setCarrier: (code: string | null) => void
  readonly carriers: readonly { readonly id: string; readonly label: string }[]
  /** What is doubtful about the number. */
  readonly description: string | undefined
  /** Why it can't be sent as it is; undefined if it can, or if there is no number. */
  readonly missing: string | undefined
}

/** What is doubtful about a typed number, and that it may be mistyped. */
const describeDoubts = (row: ShipmentRow | undefined): string | undefined =>
  [...(row?.doubts ?? []), ...(row?.asks === 'number' ? [row.problem ?? ''] : [])]
    .filter((text) => text !== '')
    .join(' ') || undefined

/** `orderId`: the parcel's first order. Each parcel has a number of its own. */
export const useParcelNumber = (orderId: string | undefined) => {
  const [typed, setTyped] = useState<ReadonlyMap<string, { readonly text: string; readonly carrier: string | null }>>(
    new Map(),
  )
  const carriers = (useApiQuery('orders', 'carriers', {}).data?.carriers ?? []).map(({ code, label }) => ({
    id: code,
    label,
  }))
  const { text = '', carrier: chosen = null } = typed.get(orderId ?? '') ?? {}
  const line = useDebounced(`${orderId}, ${chosen ?? ''}, ${text.replace(/[\n,;]/g, ' ')}`, GUESS_AFTER_MS)
  const hasNumber = text.trim() !== ''
  const guess = useApiQuery(
    'orders',
    'readShipments',
    { text: line },
    { enabled: hasNumber && orderId !== undefined, keepPrevious: true },
  ).data?.rows[0]
  const carrier = chosen ?? (hasNumber ? (guess?.carrier?.code ?? null) : null)

  const set = (key: string, next: { readonly text?: string; readonly carrier?: string | null }): void =>
    setTyped((now) => new Map(now).set(key, { text: '', carrier: null, ...now.get(key), ...next }))

  const number: ParcelNumber = {
    text,
    setText: (next) => orderId !== undefined && set(orderId, { text: next }),
    carrier,
    setCarrier: (code) => orderId !== undefined && set(orderId, { carrier: code }),
    carriers,
    description: hasNumber ? describeDoubts(guess) : undefined,
    missing:
      hasNumber && carrier === null
        ? 'Choose the carrier of this number'
        : !hasNumber && chosen !== null
          ? 'Enter the tracking number, or choose no carrier'
          : undefined,
  }
  return { number, set }
}
