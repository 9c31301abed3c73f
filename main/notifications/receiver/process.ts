/**
 * The work after the answer: verify, read, claim, handle, file (RCV-07, RCV-08, RCV-13).
 *
 * Everything a decision rests on is on disk before the next step, so that it may stop anywhere: a delivery is `pending`
 * until it is settled, a claim that a crash left is free at the next start.
 */
import { Failure } from '../../../shared/result.ts'
import type { Clock, Log } from '../../ports.ts'
import type { Scheduler } from '../../scheduler.ts'
import type { AnsweredTimes } from '../log-store.ts'
import type { NotificationStore } from '../store.ts'
import type { Kept } from './accept.ts'
import type { Checking, Filed } from './at-once.ts'
import type { GroupCommit } from './group-commit.ts'
import type { KeyCache } from './key-cache.ts'
import { type Reading, readDelivery } from './reading.ts'
import { type Claimed, createSettle, type EventHandler, type Item, type Times } from './settle.ts'
import { readSignatureHeader, type SignatureHeader } from './signature.ts'
import { createSlices } from './slices.ts'
import { verdictOf } from './verdict.ts'

export type Processor = {
  /** Works a delivery through that was just answered. Never rejects. */
  readonly process: (kept: Kept, times: Times) => Promise<void>
  /** Works deliveries through that were put on disk without an answer. Never rejects. */
  readonly takeUp: (deliveryIds: readonly number[]) => Promise<void>
  /** Takes up every delivery that a crash or an end left. */
  readonly resume: () => Promise<void>
  /** Tries again whatever waits. */
  readonly retry: () => Promise<void>
  /**
   * Verifies and processes the deliveries of one event again, and gives the event that they belong to afterwards.
   *
   * Errors: `notFound`; `conflict` for an event that was processed already.
   */
  readonly processAgain: (eventId: number) => Promise<number>
  /** Touches the database no more. A handler that still runs is left behind; its claim is freed at the next start. */
  readonly stop: () => void
}

const RETRY_KEY = 'notifications.retry'
const FIRST_RETRY_MS = 30_000
const LONGEST_RETRY_MS = 600_000
/** Bodies of deliveries under way that are held in memory; what comes beyond is read from the disk when its turn comes. */
const MOST_HELD_BYTES = 32 * 1024 * 1024
/** Deliveries from the disk whose bodies are in memory at a time. */
const MOST_READ_AT_ONCE = 8
/** Handlers at work at a time for what did not just arrive: where all of them hang, that many and no more begin again. */
const MOST_RETRIED_AT_ONCE = 32
/** Deliveries whose handlers failed of which is known what they need, so that a later try reads no body again. */
const MOST_REMEMBERED = 10_000

class Stopped extends Error {}

/** A delivery on its way, with what it brought where that is still in memory. */
type Work = Item & {
  readonly held: Pick<Kept, 'body' | 'content'> | undefined
  readonly checking: Checking | undefined
  /** A file of captures may name any number of keys: they are asked for only when the seller asks. */
  readonly mayAskForKey: boolean
}

export const createProcessor = (deps: {
  readonly store: NotificationStore
  readonly group: GroupCommit
  readonly keys: KeyCache
  readonly scheduler: Scheduler
  readonly clock: Clock
  readonly log: Log
  readonly handler: EventHandler
  /** Told after the log has changed on disk. */
  readonly changed: (eventId: number) => void
}): Processor => {
  const { store, group, keys, scheduler, clock, log, handler, changed } = deps
  const reads = createSlices(clock.monotonicMs, MOST_READ_AT_ONCE)
  const retries = createSlices(clock.monotonicMs, MOST_RETRIED_AT_ONCE)
  const running = new Map<number, Promise<void>>()
  const remembered = new Map<number, Claimed>()
  let heldBytes = 0
  let attempts = 0
  let stopped = false
  let tellStopped = (): void => {}
  const whenStopped = new Promise<void>((resolve) => {
    tellStopped = resolve
  })

  const guard = (): void => {
    if (stopped) throw new Stopped()
  }
  const commit = async <T>(work: () => T): Promise<T> => {
    guard()
    const value = await group.commit(work)
    guard()
    return value
  }
  const settle = createSettle({ store, commit, clock, log, handler, changed })

  const planRetry = (): void => {
    const delayMs = Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts, 10), LONGEST_RETRY_MS)
    const atMs = clock.nowMs() + delayMs
    const plannedMs = scheduler.plannedAtMs(RETRY_KEY)
    if (plannedMs !== undefined && plannedMs <= atMs) return
    scheduler.plan(RETRY_KEY, atMs, retry)
  }

  /** Body and reading of a delivery: what is held, or what is on disk when its turn comes. */
  const read = <T>({ held, delivery }: Work, use: (reading: Reading, body: Uint8Array) => Promise<T>): Promise<T> => {
    if (held !== undefined) return use(readDelivery(delivery, held), held.body)
    return reads.run(() => {
      guard()
      const body = store.bodyOf(delivery.deliveryId)
      return use(readDelivery(delivery, { body }), body)
    })
  }

  /** Shown before the key is asked for: the platform may take long to answer, and the seller should see it now. */
  const showBeforeAsking = async (work: Work, kid: string): Promise<Work> => {
    const reading = await read(work, async (found) => found)
    const eventId = await settle.keepUnchecked(work, reading, `The key ${kid} is being asked for.`)
    return { ...work, held: undefined, delivery: { ...work.delivery, eventId } }
  }

  /** Waits for the key where it must. What waits holds no body. */
  const withKey = async (begun: Work, header: SignatureHeader | undefined) => {
    if (header === undefined) return { work: begun, answer: undefined }
    const answer = keys.atHand(header.kid)
    if (answer !== undefined) return { work: begun, answer }
    if (!begun.mayAskForKey) {
      return { work: begun, answer: { kind: 'later', why: 'Check it again to have it asked for.' } } as const
    }
    const work = begun.delivery.origin === 'import' ? begun : await showBeforeAsking(begun, header.kid)
    return { work, answer: await keys.get(header.kid) }
  }

  /** Verifies, reads and files a delivery. Gives what remains to be done for a handler that takes time. */
  const workThrough = async (begun: Work): Promise<Claimed | undefined> => {
    const { signatureHeader, origin } = begun.delivery
    const header = signatureHeader === null ? undefined : readSignatureHeader(signatureHeader)
    const { work, answer } = await withKey(begun, header)
    guard()
    const { reading, verdict } = await read(work, async (found, body) => ({
      reading: found,
      verdict: await (begun.checking?.verdict ?? verdictOf(work.delivery, body, header, answer)),
    }))
    guard()

    if (origin === 'import') await settle.keepImported(work, reading, verdict)
    else if (verdict.signature === 'notVerifiableNow') {
      await settle.keepUnchecked(work, reading, verdict.words)
      planRetry()
    } else if (verdict.signature !== 'verified') await settle.keepApart(work, reading, verdict)
    else if (reading.event === undefined) await settle.keepUnread(work, reading, verdict)
    else {
      const outcome = await settle.claim(work, reading, reading.event, verdict)
      if (outcome === 'failed') planRetry()
      else if (outcome !== 'settled') return outcome
    }
    return undefined
  }

  /** Has a handler work through what was claimed for it; a body is not held meanwhile. */
  const carryOut = async (claimed: Claimed): Promise<void> => {
    if ((await settle.carryOut(claimed)) === 'settled') return
    if (remembered.size < MOST_REMEMBERED) remembered.set(claimed.item.delivery.deliveryId, claimed)
    planRetry()
  }

  /** Follows a delivery to its end. */
  const follow = (deliveryId: number, work: Promise<void>): Promise<void> => {
    const followed = work
      .catch((error: unknown) => {
        if (stopped || error instanceof Stopped) return
        // A full disk or a fault of ours: the delivery is on disk and pending, so it is tried again.
        log.error('a delivery could not be worked through', { deliveryId, error })
        planRetry()
      })
      .finally(() => running.delete(deliveryId))
    running.set(deliveryId, followed)
    return followed
  }

  /** Works a delivery through that is on disk. */
  const fromDisk = async (deliveryId: number, isAsked: boolean): Promise<void> => {
    const delivery = store.delivery(deliveryId)
    if (delivery?.state !== 'pending') return
    const mayAskForKey = isAsked || delivery.origin !== 'import'
    const sinceMs = clock.monotonicMs()
    const claimed = await workThrough({
      delivery,
      held: undefined,
      checking: undefined,
      times: undefined,
      sinceMs,
      mayAskForKey,
    })
    if (claimed !== undefined) await (isAsked ? carryOut(claimed) : retries.run(() => carryOut(claimed)))
  }

  /** Tries what a handler failed at once more, as it was read and verified then. */
  const onceMore = async (deliveryId: number, failed: Claimed): Promise<void> => {
    guard()
    const claimed = await settle.claimAgain(failed)
    guard()
    await (claimed === undefined ? fromDisk(deliveryId, false) : carryOut(claimed))
  }

  const takeUp = (deliveryId: number, isAsked: boolean): Promise<void> => {
    const already = running.get(deliveryId)
    if (already !== undefined || stopped) return already ?? Promise.resolve()
    const failed = remembered.get(deliveryId)
    remembered.delete(deliveryId)
    const isKnown = failed !== undefined && !isAsked
    return follow(deliveryId, isKnown ? retries.run(() => onceMore(deliveryId, failed)) : fromDisk(deliveryId, isAsked))
  }

  /** What was filed with its commit: what is known only since its answer is added, together with that of others. */
  let answered: (AnsweredTimes & { readonly eventId: number })[] = []
  let adding: Promise<void> | undefined
  const addTimes = async (): Promise<void> => {
    try {
      const added = await commit(() => {
        const all = answered
        answered = []
        store.addTimes(all)
        return all
      })
      for (const { eventId } of added) changed(eventId)
    } catch (error) {
      if (!stopped && !(error instanceof Stopped)) log.error('the times of a delivery could not be kept', { error })
    }
  }
  const tellOf = (deliveryId: number, { eventId, facts, fresh }: Filed, times: Times): Promise<void> => {
    if (stopped) return Promise.resolve()
    answered.push({ deliveryId, eventId, ...times })
    adding ??= addTimes().finally(() => {
      adding = undefined
    })
    if (fresh.length > 0) handler.tell?.({ eventId, facts, fresh })
    return adding
  }

  const retry = async (): Promise<void> => {
    if (stopped) return
    scheduler.cancel(RETRY_KEY)
    attempts += 1
    // A handler may hang for its whole limit; stopping does not wait for it.
    await Promise.race([whenStopped, Promise.all(store.pendingIds().map((deliveryId) => takeUp(deliveryId, false)))])
    if (!stopped && store.pendingIds().length === 0) attempts = 0
  }

  return {
    process: ({ delivery, body, content, checking, filed: done }, times) => {
      if (done !== undefined) return tellOf(delivery.deliveryId, done, times)
      const already = running.get(delivery.deliveryId)
      if (already !== undefined || stopped) return already ?? Promise.resolve()
      const bytes = body.length
      const isHeld = heldBytes + bytes <= MOST_HELD_BYTES
      if (isHeld) heldBytes += bytes
      const work = workThrough({
        delivery,
        held: isHeld ? { body, content } : undefined,
        checking,
        times,
        sinceMs: checking?.beganMs ?? clock.monotonicMs(),
        mayAskForKey: true,
      }).finally(() => {
        if (isHeld) heldBytes -= bytes
      })
      return follow(
        delivery.deliveryId,
        work.then((claimed) => (claimed === undefined ? undefined : carryOut(claimed))),
      )
    },
    takeUp: async (deliveryIds) => {
      await Promise.all(deliveryIds.map((deliveryId) => takeUp(deliveryId, false)))
    },
    resume: retry,
    retry: async () => {
      attempts = 0
      await retry()
    },
    processAgain: async (eventId) => {
      const event = store.event(eventId)
      if (event === undefined)
        throw new Failure({ kind: 'notFound', message: 'This event is not in the log any more.' })
      if (event.processing === 'processed') {
        throw new Failure({
          kind: 'conflict',
          message: `This ${event.name} was processed already. It was delivered again without being processed twice.`,
        })
      }
      const deliveryIds = await commit(() => store.reopenDeliveries(eventId))
      for (const deliveryId of deliveryIds) {
        const header = store.delivery(deliveryId)?.signatureHeader
        const kid = header === null || header === undefined ? undefined : readSignatureHeader(header)?.kid
        if (kid !== undefined) keys.forgetUnknown(kid)
      }
      await Promise.all(deliveryIds.map((deliveryId) => takeUp(deliveryId, true)))
      guard()
      return deliveryIds.map((deliveryId) => store.standing(deliveryId)?.eventId)[0] ?? eventId
    },
    stop: () => {
      stopped = true
      tellStopped()
      scheduler.cancel(RETRY_KEY)
      group.flush()
    },
  }
}
