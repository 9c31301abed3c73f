/** Reads groups of variations: one now, or in the background those that an item names and those not read for a day (LST-15). */
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { type AppError, Failure } from '../../../shared/result.ts'
import type { Cancel, Clock, Log } from '../../ports.ts'
import type { Scheduler } from '../../scheduler.ts'
import type { GroupClient } from './group-client.ts'
import type { GroupStore } from './group-store.ts'

const TASK = 'inventory.groups'
const EVERY_MS = 60 * 60_000
const RETRY_MS = 60_000
const STALE_MS = 24 * 60 * 60_000
const BATCH = 20

/** Whether every other read would fail the same way. */
const isShared = ({ kind }: AppError): boolean =>
  ['offline', 'unknown', 'rateLimited', 'signInNeeded', 'forbidden'].includes(kind)

export type GroupReader = ReturnType<typeof createGroupReader>

export const createGroupReader = (deps: {
  readonly client: GroupClient
  readonly store: GroupStore
  readonly scheduler: Scheduler
  readonly clock: Clock
  readonly log: Log
  /** Whether the platform has groups. */
  readonly isOffered: boolean
  /** Calls back once the items are read, which name their groups. */
  readonly onItemsRead: (listener: () => void) => Cancel
  /** Called after a changed record was stored. */
  readonly onGroup: (key: string) => void
}) => {
  const { client, store, clock } = deps
  let isStopped = false
  let stopListening: Cancel = () => undefined

  const read = async (
    key: string,
    options: Parameters<GroupClient['getInventoryItemGroup']>[1] = {},
  ): Promise<JsonObject | undefined> => {
    const readAtMs = store.load(key)?.readAtMs
    const record = await client.getInventoryItemGroup(key, options)
    // Something stored meanwhile, such as a save, is newer than this answer.
    const isOutdated = options.purpose === 'readAhead' && store.load(key)?.readAtMs !== readAtMs
    if (!isStopped && !isOutdated && store.putRecord(key, record, clock.nowMs())) deps.onGroup(key)
    return record
  }

  /** Returns the problem that stops all reading. */
  const readOne = async (key: string): Promise<AppError | undefined> => {
    try {
      await read(key, { purpose: 'readAhead' })
    } catch (error) {
      if (!(error instanceof Failure) || error.detail.kind === 'storage') throw error
      if (isShared(error.detail)) return error.detail
      deps.log.warn('could not read a group of variations', { kind: error.detail.kind })
      if (!isStopped) store.putReadProblem(key, error.detail)
    }
    return undefined
  }

  const readAll = async (): Promise<void> => {
    const tried = new Set<string>()
    while (!isStopped) {
      const keys = store.keysToRead(clock.nowMs() - STALE_MS, BATCH + tried.size).filter((key) => !tried.has(key))
      if (keys.length === 0) return planWithin(EVERY_MS)
      for (const key of keys) {
        if (isStopped) return
        tried.add(key)
        const problem = await readOne(key)
        if (problem !== undefined) {
          const waitMs = problem.kind === 'rateLimited' ? problem.retryAfterMs : RETRY_MS
          return deps.scheduler.retryBy(TASK, clock.nowMs() + waitMs, readAll)
        }
      }
    }
  }

  const planWithin = (afterMs: number): void => {
    if (deps.isOffered && !isStopped) deps.scheduler.planBy(TASK, clock.nowMs() + afterMs, readAll)
  }

  return {
    /** Reads a group now and stores it; undefined if the platform has none. Throws the read's errors. */
    read: (key: string, signal?: AbortSignal): Promise<JsonObject | undefined> => read(key, { signal }),
    /** Reads a group soon, in the background. */
    request: (key: string): void => {
      store.requestRead(key)
      planWithin(0)
    },
    start: (): void => {
      stopListening = deps.onItemsRead(() => planWithin(0))
    },
    stop: (): void => {
      isStopped = true
      stopListening()
    },
  }
}
