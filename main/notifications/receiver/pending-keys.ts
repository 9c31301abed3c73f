/** Lists waiting deliveries by key, and decides which key is fetched first (SEC-07). */
import type { PendingDelivery } from '../log/delivery-store.ts'
import type { NotificationStore } from '../store.ts'
import type { KnownSenders } from './senders.ts'
import type { Verifier } from './verify.ts'

/** Deliveries that name one key, newest first. `kid` is undefined for those without a readable signature header. */
export type PendingKey = {
  readonly kid: string | undefined
  /** The highest rank of its senders, from `KnownSenders`. */
  readonly rank: number
  readonly isKnownSender: boolean
  readonly deliveries: readonly PendingDelivery[]
}

/** Reading the headers of this many takes a few milliseconds. */
const BATCH = 200

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Reads pending deliveries in batches, newest first, so that a long list doesn't block the app. */
export const listPending = async (
  store: Pick<NotificationStore, 'pending'>,
  verifier: Pick<Verifier, 'findKid'>,
  senders: Pick<KnownSenders, 'rank'>,
  isStopped: () => boolean,
): Promise<readonly PendingKey[]> => {
  const groups = new Map<string | undefined, { rank: number; readonly deliveries: PendingDelivery[] }>()
  let beforeId = Number.MAX_SAFE_INTEGER
  while (!isStopped()) {
    const batch = store.pending(beforeId, BATCH)
    for (const delivery of batch) {
      const kid = verifier.findKid(delivery)
      const group = groups.get(kid) ?? { rank: 0, deliveries: [] }
      group.rank = Math.max(group.rank, senders.rank(delivery.sender))
      group.deliveries.push(delivery)
      groups.set(kid, group)
    }
    const last = batch.at(-1)
    if (last === undefined || batch.length < BATCH) break
    beforeId = last.deliveryId
    await nextTurn()
  }
  return [...groups].map(([kid, { rank, deliveries }]) => ({ kid, rank, isKnownSender: rank > 0, deliveries }))
}

/**
 * Puts keys from previously verified senders first, then the newest, so that an earlier flood of made-up ids never
 * delays later deliveries. The sort is stable.
 */
export const orderKeys = (keys: readonly PendingKey[]): readonly PendingKey[] =>
  keys.toSorted((one, other) => other.rank - one.rank)
