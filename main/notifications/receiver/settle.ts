/**
 * Filing a delivery: under which event, in what state, with what effect (RCV-07, RCV-08).
 *
 * Only a verified notification reaches a claim; one that is not cannot keep the real one from being processed. What came
 * from a file never does. A claim, what it leads to and the delivery's end are one transaction wherever they can be.
 */
import type { ProcessingState } from '../../../shared/notifications/event.ts'
import type { Occurrence } from '../../../shared/notifications/event-paths.ts'
import { Failure } from '../../../shared/result.ts'
import type { Clock, Log } from '../../ports.ts'
import type { Delivery, DeliveryTimes, EventFacts } from '../log-store.ts'
import type { NotificationStore } from '../store.ts'
import type { ParsedEvent } from './parsed-event.ts'
import { claimsOf, identities, type Reading } from './reading.ts'
import type { Verdict } from './verdict.ts'

/** What a handler is told: an event whose `fresh` occurrences nobody has processed before. */
export type FreshEvent = { readonly eventId: number; readonly facts: EventFacts; readonly fresh: readonly Occurrence[] }

/** What is done with an event that nobody has processed before. */
export type EventHandler = {
  /**
   * Work that takes time, between the claim and its end. What it throws releases the claim; it is called again with the
   * next delivery or a later try, and after a crash in the middle of it.
   */
  readonly prepare?: ((event: FreshEvent) => Promise<void>) | undefined
  /** Writes, in the transaction that marks the event processed: they are done exactly once, whatever breaks when. */
  readonly write?: ((event: FreshEvent) => void) | undefined
  /** Told once all that is on disk. */
  readonly tell?: ((event: FreshEvent) => void) | undefined
}

export type Times = { readonly persistMs: number; readonly answerMs: number }

/** A delivery on its way, without what it brought. */
export type Item = {
  readonly delivery: Delivery
  /** Those of its answer; undefined where it was taken up from the disk. */
  readonly times: Times | undefined
  readonly sinceMs: number
}

/**
 * Claimed for a handler that takes time. It holds nothing of the body: while a handler hangs, thousands of these may wait.
 */
export type Claimed = {
  readonly item: Item
  readonly verdict: Verdict
  readonly event: FreshEvent
  readonly keys: readonly string[]
}

/** A handler that takes longer counts as failed. */
const HANDLER_LIMIT_MS = 30_000

export const createSettle = (deps: {
  readonly store: NotificationStore
  /** Resolves once it is on disk; rejects where the processor has stopped. */
  readonly commit: <T>(work: () => T) => Promise<T>
  readonly clock: Clock
  readonly log: Log
  readonly handler: EventHandler
  readonly changed: (eventId: number) => void
}) => {
  const { store, commit, clock, log, handler } = deps
  /** Keys whose handlers are at work here and now. */
  const holding = new Set<string>()

  const timesOf = ({ delivery, times, sinceMs }: Item, isSettled: boolean): DeliveryTimes => ({
    persistMs: times?.persistMs ?? null,
    answerMs: times?.answerMs ?? null,
    // What came from a file keeps the times it came with.
    processMs:
      isSettled && (delivery.origin !== 'import' || delivery.replayOf !== null) ? clock.monotonicMs() - sinceMs : null,
  })

  /** What was shown unchecked under the same bytes is the trusted event from now on. */
  const promote = (delivery: Delivery): void => {
    if (delivery.eventId === null || delivery.origin === 'import') return
    const { unchecked, trusted } = identities(delivery)
    store.promote(unchecked, trusted)
  }

  const fileAs = async (
    item: Item,
    reading: Reading,
    verdict: Verdict,
    into: { readonly identity: string; readonly processing: ProcessingState; readonly why: string | null },
  ): Promise<number> => {
    const { delivery } = item
    const isSettled = into.processing !== 'waiting'
    const eventId = await commit(() => {
      if (verdict.signature === 'verified') promote(delivery)
      const id = store.putEvent(into.identity, delivery, reading.facts, {
        signature: verdict.signature,
        signatureWords: verdict.words,
        processing: into.processing,
        why: into.why,
      })
      const state = isSettled ? 'settled' : 'pending'
      store.file(delivery, id, state, verdict.signature, timesOf(item, isSettled), true)
      return id
    })
    deps.changed(eventId)
    return eventId
  }

  /** Shows a delivery that cannot be checked yet, and leaves it pending (RCV-08). Gives its event. */
  const keepUnchecked = async (item: Item, reading: Reading, words: string): Promise<number> => {
    const { delivery } = item
    const identity = identities(delivery).unchecked
    const known = store.eventOfIdentity(identity)
    if (known !== undefined && known.id === delivery.eventId && known.signature_words === words) return known.id
    const why = 'It is processed as soon as its signature is checked.'
    const verdict: Verdict = { signature: 'notVerifiableNow', words }
    return fileAs(item, reading, verdict, { identity, processing: 'waiting', why })
  }

  const keepApart = (item: Item, reading: Reading, verdict: Verdict): Promise<number> =>
    fileAs(item, reading, verdict, {
      identity: identities(item.delivery).apart(verdict.signature),
      processing: 'heldApart',
      why: 'Nobody can tell that the platform sent this, so nothing was done with it.',
    })

  const keepImported = (item: Item, reading: Reading, verdict: Verdict): Promise<number> =>
    fileAs(item, reading, verdict, {
      identity: identities(item.delivery).imported,
      processing: 'imported',
      why: 'It came from a file of captures, so nothing was done with it.',
    })

  /** Verified, and yet nothing that can be read as an event. */
  const keepUnread = (item: Item, reading: Reading, verdict: Verdict): Promise<number> =>
    fileAs(item, reading, verdict, {
      identity: identities(item.delivery).trusted,
      processing: 'failed',
      why: reading.problem ?? null,
    })

  /**
   * In one transaction: takes the keys that are free, and files the event; without a `prepare` its end is in it, too.
   *
   * A claim that is held, but by nobody of this process, was left by a crash or by an end that could not be written: it
   * is free again.
   */
  const take = ({ delivery, ...item }: Item, event: ParsedEvent, facts: EventFacts, verdict: Verdict) => {
    const isDone = handler.prepare === undefined
    const claims = claimsOf(event).map((each) => {
      const known = store.claimOf(each.key)
      return { ...each, owner: known?.state === 'held' && !holding.has(each.key) ? undefined : known?.eventId }
    })
    const free = claims.filter(({ owner }) => owner === undefined)
    const owner = claims[0]?.owner
    if (free.length === 0 && owner !== undefined) {
      store.file(delivery, owner, 'settled', 'verified', timesOf({ delivery, ...item }, true), false)
      return { eventId: owner, fresh: [], keys: [] }
    }
    promote(delivery)
    const { trusted, done } = identities(delivery)
    const identity = isDone && store.idOfIdentity(trusted) === undefined ? done : trusted
    const eventId = store.putEvent(identity, delivery, facts, {
      signature: 'verified',
      signatureWords: verdict.words,
      processing: isDone ? 'processed' : 'waiting',
      why: null,
    })
    const state = isDone ? 'settled' : 'pending'
    store.file(delivery, eventId, state, 'verified', timesOf({ delivery, ...item }, isDone), true)
    for (const { key } of free) {
      store.claim(key, eventId, isDone ? 'done' : 'held')
      if (!isDone) holding.add(key)
    }
    const fresh = free.map(({ occurrence }) => occurrence)
    if (isDone) handler.write?.({ eventId, facts, fresh })
    return { eventId, fresh, keys: free.map(({ key }) => key) }
  }

  /** Releases what was claimed, so that the next delivery or a later try begins anew; the delivery stays pending. */
  const giveUp = async (
    item: Item,
    facts: EventFacts,
    verdict: Verdict,
    keys: readonly string[],
    error: unknown,
  ): Promise<void> => {
    const { deliveryId } = item.delivery
    log.warn('a notification could not be worked through', { deliveryId, error })
    const because =
      error instanceof Failure ? error.detail.message : 'Something went wrong while it was worked through.'
    const eventId = await commit(() => {
      store.releaseClaims(keys)
      const delivery = { ...item.delivery, eventId: store.standing(deliveryId)?.eventId ?? null }
      promote(delivery)
      const id = store.putEvent(identities(delivery).trusted, delivery, facts, {
        signature: 'verified',
        signatureWords: verdict.words,
        processing: 'failed',
        why: `${because} It is tried again by itself.`,
      })
      store.file(delivery, id, 'pending', 'verified', timesOf(item, false), true)
      return id
    })
    deps.changed(eventId)
  }

  /** Claims a verified event. Gives what a handler that takes time has to do, or whether the delivery is settled. */
  const claim = async (
    item: Item,
    reading: Reading,
    event: ParsedEvent,
    verdict: Verdict,
  ): Promise<Claimed | 'settled' | 'failed'> => {
    let taken: ReturnType<typeof take> | undefined
    try {
      // It may be run twice: what a run took that was rolled back is nobody's.
      await commit(() => {
        taken = undefined
        taken = take(item, event, reading.facts, verdict)
      })
    } catch (error) {
      const keys = taken?.keys ?? []
      for (const key of keys) holding.delete(key)
      await giveUp(item, reading.facts, verdict, keys, error)
      return 'failed'
    }
    if (taken === undefined) throw new Error('a commit did not run')
    const { eventId, fresh, keys } = taken
    deps.changed(eventId)
    if (keys.length === 0) return 'settled'
    if (handler.prepare === undefined) {
      handler.tell?.({ eventId, facts: reading.facts, fresh })
      return 'settled'
    }
    // A copy: a piece of a text holds on to the whole text that it was cut from.
    const copy = structuredClone({ event: { eventId, facts: reading.facts, fresh }, verdict, keys })
    // Field by field: what is passed as an item may bring its body along.
    const { delivery, times, sinceMs } = item
    return { ...copy, item: { delivery: { ...delivery, eventId }, times, sinceMs } }
  }

  /**
   * Claims once more what a handler failed at. Undefined where something has come between, such as another delivery of the
   * same: then it is to be read again.
   */
  const claimAgain = async (failed: Claimed): Promise<Claimed | undefined> => {
    const { item, event, keys } = failed
    const { deliveryId } = item.delivery
    let isTaken = false
    try {
      await commit(() => {
        isTaken = false
        const standing = store.standing(deliveryId)
        if (standing?.state !== 'pending' || standing.eventId !== event.eventId) return
        if (keys.some((key) => store.claimOf(key) !== undefined)) return
        for (const key of keys) {
          store.claim(key, event.eventId, 'held')
          holding.add(key)
        }
        store.setEventState(event.eventId, 'waiting', null)
        isTaken = true
      })
    } catch (error) {
      if (isTaken) for (const key of keys) holding.delete(key)
      throw error
    }
    if (!isTaken) return undefined
    return { ...failed, item: { ...item, times: undefined, sinceMs: clock.monotonicMs() } }
  }

  const withLimit = (work: Promise<void>): Promise<void> =>
    new Promise((resolve, reject) => {
      const cancel = clock.setTimer(
        () => reject(new Error(`the work took longer than ${HANDLER_LIMIT_MS / 1000} s`)),
        HANDLER_LIMIT_MS,
      )
      work.then(resolve, reject).finally(cancel)
    })

  /** Has what was claimed worked through by its handler. */
  const carryOut = async ({ item, verdict, event, keys }: Claimed): Promise<'settled' | 'failed'> => {
    const { eventId } = event
    try {
      await withLimit((async () => handler.prepare?.(event))())
      await commit(() => {
        handler.write?.(event)
        store.finishClaims(keys)
        store.setEventState(eventId, 'processed', null)
        store.file(item.delivery, eventId, 'settled', 'verified', timesOf(item, true), true)
      })
    } catch (error) {
      await giveUp(item, event.facts, verdict, keys, error)
      return 'failed'
    } finally {
      for (const key of keys) holding.delete(key)
    }
    deps.changed(eventId)
    handler.tell?.(event)
    return 'settled'
  }

  return { keepUnchecked, keepApart, keepImported, keepUnread, claim, claimAgain, carryOut }
}
