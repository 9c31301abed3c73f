/** Lists the deliveries that wait, by key, and decides whose key is fetched first (SEC-07). */
import type { PendingDelivery } from '../log/delivery-store.ts'
import type { NotificationStore } from '../store.ts'
import type { KnownSenders } from './senders.ts'
import type { Verifier } from './verify.ts'

/** Deliveries that name one key, the newest first. `kid` is undefined for those without a readable signature header. */
export type PendingKey = {
  readonly kid: string | undefined
  /** The best of its senders, as `KnownSenders` ranks them. */
  readonly rank: number
  readonly isKnownSender: boolean
  readonly deliveries: readonly PendingDelivery[]
}

/** Reading so many headers takes some milliseconds. */
const BATCH = 200

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Reads what is pending in batches, newest first, so that a long list doesn't block the app. */
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
 * Keys named by senders that were verified before come first, then the newest: a flood of made-up ids that is over is never in
 * the way of what follows it. The sort keeps the order of equal ones.
 */
export const orderKeys = (keys: readonly PendingKey[]): readonly PendingKey[] =>
  keys.toSorted((one, other) => other.rank - one.rank)
