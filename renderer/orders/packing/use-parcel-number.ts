/** The tracking number and the carrier of the parcel on the desk. */
import type { Parcel } from '../../../shared/orders/packing-contract.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { type NumberGuess, useNumberGuess } from '../ship/use-number-guess.ts'
import { type TypedNumber, useTypedNumbers } from '../ship/use-typed-numbers.ts'

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

/** Each parcel has a number of its own. */
export const useParcelNumber = (parcel: Parcel | undefined) => {
  const typed = useTypedNumbers()
  const carriers = (useApiQuery('orders', 'carriers', {}).data?.carriers ?? []).map(({ code, label }) => ({
    id: code,
    label,
  }))
  const { text, carrier: chosen } = typed.find(parcel?.orderIds ?? [])
  const hasNumber = text.trim() !== ''
  const guess = useNumberGuess(parcel?.key ?? '', text, chosen)

  /** Stores it under the parcel's first order, even if another of its orders had it. */
  const set = ({ key, orderIds }: Parcel, change: Partial<TypedNumber>): void => {
    const now = typed.find(orderIds)
    typed.forget(orderIds)
    typed.set(key, { ...now, ...change })
  }

  const number: ParcelNumber = {
    text,
    setText: (next) => parcel !== undefined && set(parcel, { text: next }),
    carrier: chosen ?? guess.carrier?.code ?? null,
    findCarrier: guess.findCarrier,
    setCarrier: (code) => parcel !== undefined && set(parcel, { carrier: code }),
    carriers,
    description: guess.doubts,
    missing: guess.isUnknown
      ? 'Choose the carrier of this number'
      : !hasNumber && chosen !== null
        ? 'Enter the tracking number, or choose no carrier'
        : undefined,
  }
  return {
    number,
    find: ({ orderIds }: Parcel) => typed.find(orderIds),
    set,
    forget: ({ orderIds }: Parcel) => typed.forget(orderIds),
  }
}
