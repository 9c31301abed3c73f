/** The tracking number and the carrier of the parcel on the desk. */
import { useState } from 'react'
import { useApiQuery } from '../../api/hooks.ts'
import { type NumberGuess, useNumberGuess } from '../ship/use-number-guess.ts'

export type ParcelNumber = {
  readonly text: string
  readonly setText: (text: string) => void
  /** The chosen carrier, else the one recognized from the number, to show it. */
  readonly carrier: string | null
  readonly findCarrier: NumberGuess['findCarrier']
  readonly setCarrier: (code: string | null) => void
  readonly carriers: readonly { readonly id: string; readonly label: string }[]
  /** What is doubtful about the number. */
  readonly description: string | undefined
  /** Why it can't be sent as it is; undefined if it can, or if there is no number. */
  readonly missing: string | undefined
}

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
  const hasNumber = text.trim() !== ''
  const guess = useNumberGuess(orderId ?? '', text, chosen)

  const set = (key: string, next: { readonly text?: string; readonly carrier?: string | null }): void =>
    setTyped((now) => new Map(now).set(key, { text: '', carrier: null, ...now.get(key), ...next }))

  const number: ParcelNumber = {
    text,
    setText: (next) => orderId !== undefined && set(orderId, { text: next }),
    carrier: chosen ?? guess.carrier?.code ?? null,
    findCarrier: guess.findCarrier,
    setCarrier: (code) => orderId !== undefined && set(orderId, { carrier: code }),
    carriers,
    description: guess.doubts,
    missing: guess.isUnknown
      ? 'Choose the carrier of this number'
      : !hasNumber && chosen !== null
        ? 'Enter the tracking number, or choose no carrier'
        : undefined,
  }
  return { number, set }
}
