/**
 * Processes deliveries that could not be filed when they were answered, because the key wasn't cached or the signature
 * doesn't match the cached key (RCV-08, RCV-13).
 *
 * A delivery stays `pending` on disk until it is filed for good, so processing can stop anywhere and resumes after a
 * restart.
 */
import { conflict, Failure, notFound } from '../../../shared/result.ts'
import { backoffMs } from '../../backoff.ts'
import type { GroupCommit } from '../../database/group-commit.ts'
import { toStorageFailure } from '../../database/storage-failure.ts'
import type { Clock, Log } from '../../ports.ts'
import type { Scheduler } from '../../scheduler.ts'
import type { Delivery } from '../log/delivery-store.ts'
import type { NotificationStore } from '../store.ts'
import { type FiledEvent, fileDelivery } from './file-delivery.ts'
import type { KeyAnswer, KeyCache } from './key-cache.ts'
import { createLimiter } from './limiter.ts'
import type { Seller } from './other-seller.ts'
import { failReading, leaveUnread, type Reading, readDelivery } from './parse-event.ts'
import { listPending, orderKeys } from './pending-keys.ts'
import type { Persisted } from './persist.ts'
import type { KnownSenders } from './senders.ts'
import type { Verdict } from './verdict.ts'
import type { Verifier } from './verify.ts'

export type Processor = {
  /** Finishes a delivery that was just answered. Never rejects. */
  readonly finish: (persisted: Persisted) => Promise<void>
  /** Processes everything that is pending. */
  readonly retry: () => Promise<void>
  /**
   * Verifies and processes the deliveries of one event again, with newly fetched keys. Returns the event that they
   * belong to afterwards. `fetched`: key ids that were already fetched again.
   *
   * Throws `notFound`, and `conflict` if the event was already processed.
   */
  readonly processAgain: (eventId: number, fetched?: Set<string>) => Promise<number>
  /**
   * Processes a late legacy notification that the seller accepts as genuine (PLT-41). Returns the event, as
   * `processAgain` does.
   *
   * Throws `notFound`, and `conflict` if the event isn't late.
   */
  readonly acceptLate: (eventId: number) => Promise<number>
  /** Stops all work. Nothing touches the database afterwards. */
  readonly stop: () => void
}

const RETRY_KEY = 'notifications.retry'
const RETRY = { firstMs: 30_000, maxMs: 600_000 }
/** How long to wait for the budget of unknown keys, which is per minute. */
const BUDGET_RETRY_MS = 60_000
/** Limits the number of bodies in memory. */
const MAX_CONCURRENT = 8
/** After this many failures a delivery ends as failed, so that none can crash the app at every start (SEC-09). */
const MAX_FAILURES = 3

type Way = {
  /** True for every attempt after the one that follows the answer. */
  readonly isRepeat: boolean
  /** The seller accepts the delivery although it is late. */
  readonly isLateAccepted?: boolean
  /** Its key was fetched again after a mismatch, so another mismatch is final. */
  readonly isKeyRenewed?: boolean
}

const FIRST: Way = { isRepeat: false }
const REPEAT: Way = { isRepeat: true }

/** Whether the cause is a locked vault, a full disk or an ending app, and not the delivery. */
const isOfSystem = (error: unknown): boolean => toStorageFailure(error) instanceof Failure

export const createProcessor = (deps: {
  readonly store: NotificationStore
  readonly group: GroupCommit
  readonly keys: KeyCache
  readonly senders: KnownSenders
  readonly scheduler: Scheduler
  readonly clock: Clock
  readonly log: Log
  readonly verifier: Verifier
  /** Who is signed in, if known. */
  readonly seller: () => Seller | undefined
  /** Called after a commit that changed an event. */
  readonly changed: (event: FiledEvent) => void
  /** Called after the commit that first processed an event, or that raised a notice. */
  readonly arrived: (event: FiledEvent) => void
}): Processor => {
  const { store, group, keys, senders, verifier, scheduler, clock, log } = deps
  const limit = createLimiter(MAX_CONCURRENT)
  const running = new Map<number, Promise<void>>()
  /** Passes that failed in a row. */
  let failures = 0
  /** Whether something failed since the last pass began. */
  let hasFailed = false
  let isStopped = false

  /** Reports a filed delivery. It is already on disk, so an error in a report must not file it again. */
  const report = (filed: FiledEvent): void => {
    if (isStopped) return
    deps.changed(filed)
    try {
      if (filed.fresh.length > 0 || filed.raises !== null) deps.arrived(filed)
    } catch (error) {
      log.error('an event could not be reported', { eventId: filed.eventId, error })
    }
  }

  /** Waiting for the budget isn't a failure: strangers who use it up must not lengthen the backoff of other deliveries. */
  const planRetry = (isOverBudget = false): void => {
    const atMs = clock.nowMs() + (isOverBudget ? BUDGET_RETRY_MS : backoffMs(RETRY, failures + 1))
    scheduler.planBy(RETRY_KEY, atMs, retry)
  }

  /**
   * Runs `work`, and counts a failed attempt if it throws. A repeated attempt is counted beforehand, so that it counts
   * even if it crashes the app. Errors caused by the system don't count.
   */
  const countAttempt = async <T>(deliveryId: number, { isRepeat }: Way, work: () => Promise<T>): Promise<T> => {
    const add = (change: 1 | -1) => group.commit(() => store.addAttempts(deliveryId, change))
    if (isRepeat) await add(1)
    try {
      return await work()
    } catch (error) {
      if (isRepeat && isOfSystem(error)) await add(-1)
      if (!isRepeat && !isOfSystem(error)) await add(1)
      throw error
    }
  }

  const read = ({ deliveryId, format, headers, attempts }: Delivery, body: Uint8Array): Reading => {
    if (attempts < MAX_FAILURES) return readDelivery({ format, headers }, body)
    log.warn('a delivery ends as failed', { deliveryId, attempts })
    return failReading(format, `Processing it failed ${MAX_FAILURES} times. It is kept as it arrived.`)
  }

  /** Whether the log already shows this verdict: a waiting delivery is written only when its state changes. */
  const isNoted = ({ eventId }: Delivery, verdict: Verdict): boolean => {
    const event = verdict.signature !== 'notVerifiableNow' || eventId === null ? undefined : store.event(eventId)
    return event?.signature === verdict.signature && event.signatureMessage === verdict.message
  }

  /** Verifies and files a stored delivery. Returns `mismatch` instead if its key should be fetched again first. */
  const file = (delivery: Delivery, key: KeyAnswer | undefined, way: Way): Promise<'mismatch' | undefined> =>
    limit(async () => {
      if (isStopped) return undefined
      const body = store.body(delivery.deliveryId)
      const found = await verifier.verify(delivery, body, key)
      const verdict =
        found.signature === 'late' && way.isLateAccepted === true
          ? ({ signature: 'verified', message: `${found.message} You accepted it.` } as const)
          : found
      if (isStopped || isNoted(delivery, verdict)) return undefined
      const kid = key?.kind === 'key' && way.isKeyRenewed !== true ? verifier.findKid(delivery) : undefined
      if (verdict.signature === 'wrong' && kid !== undefined && keys.mayRenew(kid)) return 'mismatch'
      const fileAs = (reading: Reading) =>
        group.commit(() => fileDelivery(store, delivery, reading, verdict, deps.seller()))
      const filed =
        verdict.signature === 'verified'
          ? await countAttempt(delivery.deliveryId, way, async () => fileAs(read(delivery, body)))
          : await fileAs(leaveUnread(delivery.format))
      if (verdict.signature === 'verified') senders.add(delivery.sender)
      report(filed)
      return undefined
    })

  /** Fetches the key of a delivery. Holds no body in memory while waiting. */
  const fetchKey = async (delivery: Delivery, kid: string | undefined): Promise<KeyAnswer | undefined> => {
    if (kid === undefined) return undefined
    const asked = keys.get(kid, senders.rank(delivery.sender) > 0)
    // Files the delivery before the key arrives, so that the seller sees it now even if the platform is slow.
    if (asked instanceof Promise && delivery.eventId === null)
      await file(delivery, { kind: 'later', why: 'It is being fetched.' }, FIRST)
    return asked
  }

  const processOne = async (deliveryId: number, way: Way): Promise<void> => {
    try {
      const delivery = store.delivery(deliveryId)
      if (delivery?.state !== 'pending') return
      const kid = verifier.findKid(delivery)
      let key = await fetchKey(delivery, kid)
      const current = isStopped ? undefined : store.delivery(deliveryId)
      if (current === undefined) return
      if ((await file(current, key, way)) === 'mismatch' && kid !== undefined) {
        key = (await keys.renew(kid)) ?? key
        await file(current, key, { ...way, isKeyRenewed: true })
      }
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

  const process = (deliveryId: number, way: Way): Promise<void> => {
    if (isStopped) return Promise.resolve()
    const work = running.get(deliveryId) ?? processOne(deliveryId, way).finally(() => running.delete(deliveryId))
    running.set(deliveryId, work)
    return work
  }

  /** Fetches the most trusted keys first, so that strangers can't use up the budget before them. */
  const retry = async (): Promise<void> => {
    if (isStopped) return
    scheduler.cancel(RETRY_KEY)
    failures = hasFailed ? failures + 1 : 0
    hasFailed = false
    const pending = await listPending(store, verifier, senders, () => isStopped)
    for (const { kid, isKnownSender, deliveries } of orderKeys(pending)) {
      if (isStopped) return
      const asked = kid === undefined ? undefined : keys.get(kid, isKnownSender)
      const isSkipped =
        asked !== undefined && !(asked instanceof Promise) && asked.kind === 'later' && asked.isOverBudget
      // The others already show as waiting, so there is nothing to write.
      const open = isSkipped ? deliveries.filter(({ eventId }) => eventId === null) : deliveries
      if (isSkipped) planRetry(true)
      void Promise.all(open.map(({ deliveryId }) => process(deliveryId, REPEAT)))
    }
    await Promise.all(running.values())
    if (!hasFailed) failures = 0
  }

  const reopen = async (eventId: number, way: Way): Promise<number> => {
    const deliveryIds = await group.commit(() => store.reopenDeliveries(eventId))
    await Promise.all(deliveryIds.map((deliveryId) => process(deliveryId, way)))
    return (isStopped ? undefined : store.delivery(deliveryIds[0] ?? 0)?.eventId) ?? eventId
  }

  const findEvent = (eventId: number) => {
    const event = store.event(eventId)
    if (event === undefined) throw notFound('This event is no longer in the log.')
    return event
  }

  return {
    finish: async ({ deliveryId, filed }) => {
      if (filed === undefined) await process(deliveryId, FIRST)
      else report(filed)
    },
    retry: async () => {
      failures = 0
      await retry()
    },
    processAgain: async (eventId, fetched = new Set()) => {
      const event = findEvent(eventId)
      if (event.processing === 'processed') {
        throw conflict(`This ${event.name} was already processed. It arrived again and wasn’t processed twice.`)
      }
      for (const headers of store.deliveryHeaders(eventId)) {
        const kid = verifier.findKid({ headers })
        if (kid === undefined || fetched.has(kid)) continue
        fetched.add(kid)
        keys.forget(kid)
      }
      return reopen(eventId, FIRST)
    },
    acceptLate: async (eventId) => {
      if (findEvent(eventId).signature !== 'late') throw conflict('This notification isn’t late.')
      return reopen(eventId, { ...FIRST, isLateAccepted: true })
    },
    stop: () => {
      isStopped = true
      scheduler.cancel(RETRY_KEY)
      group.close()
    },
  }
}
