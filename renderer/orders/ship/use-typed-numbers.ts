/** Tracking numbers as typed, on the packing desk or in an order's form, until they are sent or given up. */
import { useState } from 'react'
import { useReadShop } from '../../api/use-view-state.ts'

export type TypedNumber = {
  readonly text: string
  /** The code of the carrier that the seller chose; null if none. */
  readonly carrier: string | null
}

const nothing: TypedNumber = { text: '', carrier: null }

/** By connection and order. Outlives the screens, so that a seller who looks something up finds the number again. */
const kept = new Map<string, TypedNumber>()

export type TypedNumbers = {
  /** Finds the number of any of these orders, because parcels are joined and separated while one is typed. */
  readonly find: (orderIds: readonly string[]) => TypedNumber
  readonly set: (orderId: string, change: Partial<TypedNumber>) => void
  readonly forget: (orderIds: readonly string[]) => void
}

export const useTypedNumbers = (): TypedNumbers => {
  const readShop = useReadShop()
  const [, setCount] = useState(0)
  const keyOf = (orderId: string): string => `${readShop()} ${orderId}`
  const render = (): void => setCount((count) => count + 1)
  return {
    find: (orderIds) => orderIds.map((orderId) => kept.get(keyOf(orderId))).find((one) => one !== undefined) ?? nothing,
    set: (orderId, change) => {
      kept.set(keyOf(orderId), { ...(kept.get(keyOf(orderId)) ?? nothing), ...change })
      render()
    },
    forget: (orderIds) => {
      for (const orderId of orderIds) kept.delete(keyOf(orderId))
      render()
    },
  }
}
