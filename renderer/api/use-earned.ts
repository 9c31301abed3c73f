/** What orders and items earned, for cells of their lists. Batches the requests of many cells into one call. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { StallhandContract } from '../../shared/ipc/contract.ts'
import type { OutputOf } from '../../shared/ipc/define.ts'
import { createBatched } from './batched.ts'
import { useUnboundClient } from './hooks.ts'

type Earnings = StallhandContract['earnings']
export type EarnedOrder = OutputOf<Earnings['orders']>['orders'][number]
export type EarnedItem = OutputOf<Earnings['items']>['items'][number]
/** One for each currency; empty if nothing is known. */
type Earned<One> = readonly One[]

const MAX_AT_ONCE = 200

const loads = {
  orders: createBatched<Earned<EarnedOrder>>(MAX_AT_ONCE, async (client, orderIds) => {
    const { orders } = await client.earnings.orders({ orderIds: [...orderIds] })
    return Map.groupBy(orders, ({ orderId }) => orderId)
  }),
  items: createBatched<Earned<EarnedItem>>(MAX_AT_ONCE, async (client, skus) => {
    const { items } = await client.earnings.items({ skus: [...skus] })
    return Map.groupBy(items, ({ sku }) => sku ?? '')
  }),
} as const
type Name = keyof typeof loads
type Of<N extends Name> = N extends 'orders' ? Earned<EarnedOrder> : Earned<EarnedItem>

/** As of the query with the same name, so that its events reach it. */
const keyOf = (name: Name, id: string) =>
  ['earnings', name, name === 'orders' ? { orderIds: [id] } : { skus: [id] }] as const

/** Undefined while loading. */
export const useEarned = <N extends Name>(name: N, id: string): Of<N> | undefined => {
  const client = useUnboundClient()
  return useQuery({
    queryKey: keyOf(name, id),
    queryFn: async () => ((await loads[name](client, id)) ?? []) as Of<N>,
    enabled: id !== '',
    staleTime: Number.POSITIVE_INFINITY,
  }).data
}

/** For texts of cells: `load` reads what is missing, `known` returns what was read. */
export const useKnownEarned = <N extends Name>(name: N) => {
  const client = useUnboundClient()
  const cache = useQueryClient()
  const known = useCallback((id: string): Of<N> | undefined => cache.getQueryData(keyOf(name, id)), [cache, name])
  const load = useCallback(
    async (ids: readonly string[]): Promise<void> => {
      await Promise.all(
        ids.map((id) =>
          cache.ensureQueryData({
            queryKey: keyOf(name, id),
            queryFn: async () => ((await loads[name](client, id)) ?? []) as Of<N>,
          }),
        ),
      )
    },
    [cache, client, name],
  )
  return { known, load }
}
