/** Reads of items that begin in the same moment share a call, so that more checks fit within their age (OFF-08). */
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { MAX_BULK_ITEMS } from '../../../shared/inventory/limits.ts'
import { type AppError, Failure } from '../../../shared/result.ts'
import type { Clock } from '../../ports.ts'
import type { InventoryClient, ItemReading } from '../platform/inventory-client.ts'

/** Fewer than the read lane's eight slots, so that a slot stays free for the seller's own reads. */
export const PARALLEL_READS = 3

/** How long items are read one by one after the platform refused to read several. */
const ALONE_MS = 10 * 60_000

/** Whether every other read would fail the same way. */
export const isShared = ({ kind }: AppError): boolean =>
  kind === 'offline' || kind === 'unknown' || kind === 'rateLimited' || kind === 'signInNeeded' || kind === 'forbidden'

type Readings = ReadonlyMap<string, ItemReading>

export type SharedReads = ReturnType<typeof createSharedReads>

/** `isOffered`: whether the platform reads several items in a call. */
export const createSharedReads = (deps: {
  readonly client: Pick<InventoryClient, 'getInventoryItem' | 'bulkGetInventoryItem'>
  readonly isOffered: boolean
  readonly clock: Clock
}) => {
  const { client, clock } = deps
  /** The call that reads with this signal can still join. It leaves after the current turn. */
  const joinable = new Map<AbortSignal, { readonly skus: Set<string>; readonly readings: Promise<Readings> }>()
  let aloneUntilMs = deps.isOffered ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY

  const isAlone = (): boolean => clock.monotonicMs() < aloneUntilMs

  const call = async (skus: readonly string[], signal: AbortSignal): Promise<Readings> => {
    const [sku] = skus
    if (skus.length === 1 && sku !== undefined)
      return new Map([[sku, { record: await client.getInventoryItem(sku, { signal }) }]])
    try {
      return await client.bulkGetInventoryItem(skus, { signal })
    } catch (error) {
      if (!(error instanceof Failure) || isShared(error.detail) || signal.aborted) throw error
      // One item may be the reason. Reading all of them here would take too long for a check.
      aloneUntilMs = clock.monotonicMs() + ALONE_MS
      const message = 'Several items couldn’t be read at once. They are read one by one now.'
      throw new Failure({ kind: 'rateLimited', message, retryAfterMs: 0 }, error)
    }
  }

  const join = (sku: string, signal: AbortSignal): Promise<Readings> => {
    const found = joinable.get(signal)
    if (found !== undefined && found.skus.size < MAX_BULK_ITEMS) {
      found.skus.add(sku)
      return found.readings
    }
    const skus = new Set([sku])
    const readings = Promise.resolve().then(() => {
      if (joinable.get(signal)?.skus === skus) joinable.delete(signal)
      return call([...skus], signal)
    })
    joinable.set(signal, { skus, readings })
    return readings
  }

  return {
    /** How many reads may begin together. */
    atOnce: (): number => (isAlone() ? PARALLEL_READS : MAX_BULK_ITEMS),
    /**
     * The item's record; undefined if the platform has none (INV-10). Reads of one turn with the same `signal` share a call, and
     * each throws its own error only. If the platform refuses a whole call, throws `rateLimited` with no wait, and the next reads
     * are alone.
     */
    read: async (sku: string, signal: AbortSignal): Promise<JsonObject | undefined> => {
      if (isAlone()) return client.getInventoryItem(sku, { signal })
      const reading = (await join(sku, signal)).get(sku)
      if (reading === undefined) throw new TypeError('A read without a reading')
      if ('failure' in reading) throw reading.failure
      return reading.record
    },
  }
}
