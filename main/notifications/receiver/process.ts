/**
 * Processes what was left open when a delivery was answered: its key wasn't cached, or its signature isn't good (RCV-08,
 * RCV-13).
 *
 * A delivery stays `pending` on disk until it is finally filed, so processing may stop anywhere and resumes after a restart.
 */
import { conflict, notFound } from '../../../shared/result.ts'
import { backoffMs } from '../../backoff.ts'
import type { GroupCommit } from '../../database/group-commit.ts'
import type { Clock, Log } from '../../ports.ts'
import type { Scheduler } from '../../scheduler.ts'
import type { Delivery } from '../log/delivery-store.ts'
import type { NotificationStore } from '../store.ts'
import { type FiledEvent, fileDelivery } from './file-delivery.ts'
import type { KeyAnswer, KeyCache } from './key-cache.ts'
import { readDelivery } from './parse-event.ts'
import type { Persisted } from './persist.ts'
import type { Verifier } from './verify.ts'

export type Processor = {
  /** Completes a delivery that was just answered. Never rejects. */
  readonly finish: (persisted: Persisted) => Promise<void>
  /** Processes everything that is pending. */
  readonly retry: () => Promise<void>
  /**
   * Verifies and processes the deliveries of one event again. Returns the event that they belong to afterwards.
   *
   * Errors: `notFound`; `conflict` if the event was processed already.
   */
  readonly processAgain: (eventId: number) => Promise<number>
  /** Stops all work; nothing touches the database afterwards. */
  readonly stop: () => void
}

const RETRY_KEY = 'notifications.retry'
const RETRY = { firstMs: 30_000, maxMs: 600_000 }
/** The wait for the budget of unknown keys, which is per minute. */
const BUDGET_RETRY_MS = 60_000
/** Limits how many bodies are in memory. */
const MAX_CONCURRENT = 8

/** Runs at most `max` jobs at a time, in order. */
const createLimiter = (max: number) => {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(job: () => Promise<T>): Promise<T> => {
    if (running < max) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await job()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}

export const createProcessor = (deps: {
  readonly store: NotificationStore
  readonly group: GroupCommit
  readonly keys: KeyCache
  readonly scheduler: Scheduler
  readonly clock: Clock
  readonly log: Log
  readonly verifier: Verifier
  /** Called after a commit that changed an event. */
  readonly changed: (eventId: number) => void
  /** Called after the commit that processed an event for the first time, or that raised something. */
  readonly arrived: (event: FiledEvent) => void
}): Processor => {
  const { store, group, keys, verifier, scheduler, clock, log } = deps
  const limit = createLimiter(MAX_CONCURRENT)
  const running = new Map<number, Promise<void>>()
  let failures = 0
  /** Whether the last pass failed in a way that needs a longer wait. */
  let hasFailed = false
  let isStopped = false

  const notify = (filed: FiledEvent): void => {
    if (!isStopped && (filed.fresh.length > 0 || filed.raises !== null)) deps.arrived(filed)
  }

  /** Waiting for the budget isn't a failure: strangers who use it up must not lengthen the backoff of other deliveries. */
  const planRetry = (isOverBudget = false): void => {
    const atMs = clock.nowMs() + (isOverBudget ? BUDGET_RETRY_MS : backoffMs(RETRY, failures + 1))
    const plannedMs = scheduler.plannedAtMs(RETRY_KEY)
    if (plannedMs === undefined || plannedMs > atMs) scheduler.plan(RETRY_KEY, atMs, retry)
  }

  /** Reads, verifies and files a stored delivery. */
  const file = (delivery: Delivery, key: KeyAnswer | undefined): Promise<void> =>
    limit(async () => {
      if (isStopped) return
      const body = store.body(delivery.deliveryId)
      const verdict = await verifier.verify(delivery, body, key)
      if (isStopped) return
      const reading = readDelivery(delivery, body)
      const filed = await group.commit(() => fileDelivery(store, delivery, reading, verdict))
      notify(filed)
      if (!isStopped) deps.changed(filed.eventId)
    })

  /** Fetches the key of a delivery. Holds no body in memory while waiting. */
  const fetchKey = async (delivery: Delivery): Promise<KeyAnswer | undefined> => {
    const kid = verifier.findKid(delivery)
    if (kid === undefined) return undefined
    const cached = keys.cached(kid)
    if (cached !== undefined) return cached
    // Filed before the key arrives: the platform may take long to answer, and the seller should see the delivery now.
    if (delivery.eventId === null) {
      await file(delivery, { kind: 'later', why: 'Fetching it from the platform.' })
    }
    return isStopped ? undefined : keys.get(kid)
  }

  const processOne = async (deliveryId: number): Promise<void> => {
    try {
      const delivery = store.delivery(deliveryId)
      if (delivery?.state !== 'pending') return
      const key = await fetchKey(delivery)
      const current = isStopped ? undefined : store.delivery(deliveryId)
      if (current !== undefined) await file(current, key)
      if (key?.kind !== 'later') return
      if (key.isOverBudget !== true) hasFailed = true
      planRetry(key.isOverBudget)
    } catch (error) {
      if (isStopped) return
      log.error('a delivery could not be processed', { deliveryId, error })
      hasFailed = true
      planRetry()
    }
  }

  const process = (deliveryId: number): Promise<void> => {
    if (isStopped) return Promise.resolve()
    const work = running.get(deliveryId) ?? processOne(deliveryId).finally(() => running.delete(deliveryId))
    running.set(deliveryId, work)
    return work
  }

  const retry = async (): Promise<void> => {
    if (isStopped) return
    scheduler.cancel(RETRY_KEY)
    failures = hasFailed ? failures + 1 : 0
    hasFailed = false
    await Promise.all(store.pendingIds().map((deliveryId) => process(deliveryId)))
  }

  return {
    finish: async ({ deliveryId, filed }) => {
      if (isStopped) return
      if (filed === undefined) {
        await process(deliveryId)
        return
      }
      notify(filed)
      deps.changed(filed.eventId)
    },
    retry: async () => {
      failures = 0
      await retry()
    },
    processAgain: async (eventId) => {
      const event = store.event(eventId)
      if (event === undefined) throw notFound('This event is no longer in the log.')
      if (event.processing === 'processed') {
        throw conflict(`This ${event.name} was already processed. It arrived again and was not processed twice.`)
      }
      const deliveryIds = await group.commit(() => store.reopenDeliveries(eventId))
      for (const deliveryId of deliveryIds) {
        const delivery = store.delivery(deliveryId)
        const kid = delivery === undefined ? undefined : verifier.findKid(delivery)
        if (kid !== undefined) keys.forgetUnknown(kid)
      }
      await Promise.all(deliveryIds.map((deliveryId) => process(deliveryId)))
      return (isStopped ? undefined : store.delivery(deliveryIds[0] ?? 0)?.eventId) ?? eventId
    },
    stop: () => {
      isStopped = true
      scheduler.cancel(RETRY_KEY)
      group.close()
    },
  }
}
