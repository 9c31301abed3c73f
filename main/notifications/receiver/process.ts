/**
 * The work after the answer: verify, read, claim, handle, file (RCV-07, RCV-08, RCV-13).
 *
 * Everything a decision rests on is on disk before the next step, so that it may stop anywhere: a delivery is `pending`
 * until it is settled, a claim that a crash left is free at the next start. Only a verified notification reaches a claim;
 * one that is not cannot keep the real one from being processed.
 */
import { createHash } from 'node:crypto'
import { dedupKey, notificationIdKey } from '../../../shared/notifications/dedup-key.ts'
import type { SignatureState } from '../../../shared/notifications/event.ts'
import type { Occurrence } from '../../../shared/notifications/event-paths.ts'
import { Failure } from '../../../shared/result.ts'
import type { Clock, Log } from '../../ports.ts'
import type { Scheduler } from '../../scheduler.ts'
import type { Delivery, EventFacts, NotificationStore } from '../store.ts'
import { textOf } from './body-gate.ts'
import type { GroupCommit } from './group-commit.ts'
import { readJsonEvent } from './json-event.ts'
import type { KeyAnswer, KeyCache } from './key-cache.ts'
import { EventRefusal, type ParsedEvent } from './parsed-event.ts'
import { readSignatureHeader, type SignatureHeader, signatureFits } from './signature.ts'
import { readSoapEvent } from './soap-event.ts'
import { createTurns } from './turns.ts'

/** What a handler is told: an event whose `fresh` occurrences nobody has processed before. */
export type FreshEvent = { readonly eventId: number; readonly facts: EventFacts; readonly fresh: readonly Occurrence[] }

/** Acts on an event. What it throws releases the claim; it is called again with the next delivery or a later try. */
export type HandleEvent = (event: FreshEvent) => Promise<void>

export type Times = { readonly persistMs: number; readonly answerMs: number }

export type Processor = {
  /** Works a delivery through; `times` of its answer are kept with it. Never rejects. */
  readonly process: (deliveryId: number, times?: Times) => Promise<void>
  /** Frees what a crash left and takes up every delivery that is not settled. */
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
/** A handler that takes longer counts as failed. */
const HANDLER_LIMIT_MS = 30_000

class Stopped extends Error {}

type Verdict = { readonly signature: SignatureState; readonly words: string }

type Reading = {
  readonly facts: EventFacts
  readonly event: ParsedEvent | undefined
  readonly problem: string | undefined
}

/** Reads a kept body as an event. What cannot be read is kept whole, with the reason. */
export const readDelivery = (delivery: Delivery, body: Uint8Array): Reading => {
  try {
    const text = textOf(body) ?? ''
    const event =
      delivery.format === 'json' ? readJsonEvent(text) : readSoapEvent(text, delivery.soapAction ?? undefined)
    const { name, timestamp, notificationId, occurrences } = event
    return {
      facts: { name, format: delivery.format, timestamp, notificationId, occurrences },
      event,
      problem: undefined,
    }
  } catch (error) {
    if (!(error instanceof EventRefusal)) throw error
    const facts: EventFacts = {
      name: 'Unreadable',
      format: delivery.format,
      timestamp: null,
      notificationId: null,
      occurrences: [],
    }
    return { facts, event: undefined, problem: error.message }
  }
}

/** The keys of an event, one for each occurrence (RCV-07). */
const keysOf = (event: ParsedEvent): readonly { readonly key: string; readonly occurrence: Occurrence }[] => {
  const { notificationId } = event
  if (notificationId !== null) {
    return event.occurrences.slice(0, 1).map((occurrence) => ({ key: notificationIdKey(notificationId), occurrence }))
  }
  const contentDigest = createHash('sha256').update(JSON.stringify(event.tree)).digest('hex')
  return event.occurrences.map((occurrence) => ({
    key: dedupKey({
      name: event.name,
      timestamp: event.timestamp,
      itemId: occurrence.itemId,
      transactionId: occurrence.transactionId,
      contentDigest,
    }),
    occurrence,
  }))
}

const identities = (digest: string) => ({
  trusted: `trusted:${digest}`,
  unchecked: `unchecked:${digest}`,
  apart: (signature: SignatureState): string => `${signature}:${digest}`,
})

export const createProcessor = (deps: {
  readonly store: NotificationStore
  readonly group: GroupCommit
  readonly keys: KeyCache
  readonly scheduler: Scheduler
  readonly clock: Clock
  readonly log: Log
  readonly handle: HandleEvent
  /** Told after the log has changed on disk. */
  readonly changed: (eventId: number) => void
}): Processor => {
  const { store, group, keys, scheduler, clock, log } = deps
  const turns = createTurns(clock.monotonicMs)
  const running = new Map<number, Promise<void>>()
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
  const turn = async <T>(job: () => T): Promise<T> => {
    const value = await turns.run(() => {
      guard()
      return job()
    })
    guard()
    return value
  }

  const planRetry = (): void => {
    const delayMs = Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts, 10), LONGEST_RETRY_MS)
    const atMs = clock.nowMs() + delayMs
    const plannedMs = scheduler.plannedAtMs(RETRY_KEY)
    if (plannedMs !== undefined && plannedMs <= atMs) return
    scheduler.plan(RETRY_KEY, atMs, retry)
  }

  const checkWith = (delivery: Delivery, header: SignatureHeader, answer: KeyAnswer, body: Uint8Array): Verdict => {
    switch (answer.kind) {
      case 'key':
        return signatureFits(answer.key, header.signature, body, delivery.format)
          ? { signature: 'verified', words: `Signed by the platform with the key ${header.kid}.` }
          : { signature: 'wrong', words: `The signature does not fit this body under the key ${header.kid}.` }
      case 'unknown':
        return { signature: 'wrong', words: `It names the key ${header.kid}, which the platform does not know.` }
      case 'later':
        return { signature: 'notVerifiableNow', words: `The key ${header.kid} is not at hand. ${answer.why}` }
    }
  }

  /** Shows a delivery that cannot be checked yet, and leaves it pending (RCV-08). */
  const keepUnchecked = async (delivery: Delivery, reading: Reading, words: string): Promise<void> => {
    const identity = identities(delivery.bodyDigest).unchecked
    const known = store.eventOfIdentity(identity)
    if (known !== undefined && known.id === delivery.eventId && known.signature_words === words) return
    const eventId = await commit(() => {
      const id = store.putEvent(identity, delivery.receivedAtMs, reading.facts, {
        signature: 'notVerifiableNow',
        signatureWords: words,
        processing: 'waiting',
        why: 'It is processed as soon as its signature is checked.',
      })
      store.stack(delivery.deliveryId, id, 'pending', 'notVerifiableNow', null)
      return id
    })
    deps.changed(eventId)
  }

  const keepApart = async (delivery: Delivery, reading: Reading, verdict: Verdict, sinceMs: number): Promise<void> => {
    const eventId = await commit(() => {
      const id = store.putEvent(
        identities(delivery.bodyDigest).apart(verdict.signature),
        delivery.receivedAtMs,
        reading.facts,
        {
          signature: verdict.signature,
          signatureWords: verdict.words,
          processing: 'heldApart',
          why: 'Nobody can tell that the platform sent this, so nothing was done with it.',
        },
      )
      store.stack(delivery.deliveryId, id, 'settled', verdict.signature, clock.monotonicMs() - sinceMs)
      return id
    })
    deps.changed(eventId)
  }

  const keepUnread = async (delivery: Delivery, reading: Reading, verdict: Verdict, sinceMs: number): Promise<void> => {
    const identity = identities(delivery.bodyDigest)
    const eventId = await commit(() => {
      store.promote(identity.unchecked, identity.trusted)
      const id = store.putEvent(identity.trusted, delivery.receivedAtMs, reading.facts, {
        signature: 'verified',
        signatureWords: verdict.words,
        processing: 'failed',
        why: reading.problem ?? null,
      })
      store.stack(delivery.deliveryId, id, 'settled', 'verified', clock.monotonicMs() - sinceMs)
      return id
    })
    deps.changed(eventId)
  }

  const withLimit = (work: Promise<void>): Promise<void> =>
    new Promise((resolve, reject) => {
      const cancel = clock.setTimer(
        () => reject(new Error(`the work took longer than ${HANDLER_LIMIT_MS / 1000} s`)),
        HANDLER_LIMIT_MS,
      )
      work.then(resolve, reject).finally(cancel)
    })

  const settleVerified = async (
    delivery: Delivery,
    facts: EventFacts,
    event: ParsedEvent,
    verdict: Verdict,
    sinceMs: number,
  ): Promise<void> => {
    const identity = identities(delivery.bodyDigest)
    const claims = keysOf(event)
    const claimed = await commit(() => {
      const free = claims.filter(({ key }) => store.ownerOf(key) === undefined)
      const owner = claims[0] === undefined ? undefined : store.ownerOf(claims[0].key)
      if (free.length === 0 && owner !== undefined) {
        store.stack(delivery.deliveryId, owner, 'settled', 'verified', clock.monotonicMs() - sinceMs)
        return { eventId: owner, fresh: [] }
      }
      store.promote(identity.unchecked, identity.trusted)
      const eventId = store.putEvent(identity.trusted, delivery.receivedAtMs, facts, {
        signature: 'verified',
        signatureWords: verdict.words,
        processing: 'waiting',
        why: null,
      })
      store.stack(delivery.deliveryId, eventId, 'pending', 'verified', null)
      return { eventId, fresh: free.filter(({ key }) => store.claim(key, eventId)) }
    })
    const { eventId, fresh } = claimed
    if (fresh.length === 0) {
      deps.changed(eventId)
      return
    }

    const freshKeys = fresh.map(({ key }) => key)
    try {
      await withLimit(deps.handle({ eventId, facts, fresh: fresh.map(({ occurrence }) => occurrence) }))
    } catch (error) {
      log.warn('a notification could not be worked through', { eventId, error })
      const because =
        error instanceof Failure ? error.detail.message : 'Something went wrong while it was worked through.'
      await commit(() => {
        store.releaseClaims(freshKeys)
        store.setEventState(eventId, 'failed', `${because} It is tried again by itself.`)
      })
      deps.changed(eventId)
      return
    }
    await commit(() => {
      store.finishClaims(freshKeys)
      store.setEventState(eventId, 'processed', null)
      store.stack(delivery.deliveryId, eventId, 'settled', 'verified', clock.monotonicMs() - sinceMs)
    })
    deps.changed(eventId)
  }

  const work = async (deliveryId: number, times: Times | undefined): Promise<void> => {
    const sinceMs = clock.monotonicMs()
    if (times !== undefined) await commit(() => store.noteTimes(deliveryId, times))
    guard()
    const delivery = store.delivery(deliveryId)
    if (delivery === undefined || delivery.state === 'settled') return

    const header = delivery.signatureHeader === null ? undefined : readSignatureHeader(delivery.signatureHeader)
    let answer: KeyAnswer | undefined
    if (header !== undefined) {
      answer = keys.atHand(header.kid)
      if (answer === undefined) {
        // Shown before the key is asked for: the platform may take long to answer, and the seller should see it now.
        const reading = await turn(() => readDelivery(delivery, store.bodyOf(deliveryId)))
        await keepUnchecked(delivery, reading, `The key ${header.kid} is being asked for.`)
        answer = await keys.get(header.kid)
        guard()
      }
    }

    const { reading, verdict } = await turn(() => {
      const body = store.bodyOf(deliveryId)
      const found = readDelivery(delivery, body)
      if (delivery.signatureHeader === null) {
        return {
          reading: found,
          verdict: { signature: 'none', words: 'It came without a signature.' } satisfies Verdict,
        }
      }
      if (header === undefined || answer === undefined) {
        const words = 'The header that should bear the signature cannot be read.'
        return { reading: found, verdict: { signature: 'wrong', words } satisfies Verdict }
      }
      return { reading: found, verdict: checkWith(delivery, header, answer, body) }
    })

    const now = store.delivery(deliveryId) ?? delivery
    if (verdict.signature === 'notVerifiableNow') {
      await keepUnchecked(now, reading, verdict.words)
      planRetry()
    } else if (verdict.signature !== 'verified') {
      await keepApart(now, reading, verdict, sinceMs)
    } else if (reading.event === undefined) {
      await keepUnread(now, reading, verdict, sinceMs)
    } else {
      await settleVerified(now, reading.facts, reading.event, verdict, sinceMs)
      if (store.delivery(deliveryId)?.state === 'pending') planRetry()
    }
  }

  const process = (deliveryId: number, times?: Times): Promise<void> => {
    const already = running.get(deliveryId)
    if (already !== undefined) return already
    const started = work(deliveryId, times)
      .catch((error: unknown) => {
        if (stopped || error instanceof Stopped) return
        // A full disk or a fault of ours: the delivery is on disk and pending, so it is tried again.
        log.error('a delivery could not be worked through', { deliveryId, error })
        planRetry()
      })
      .finally(() => running.delete(deliveryId))
    running.set(deliveryId, started)
    return started
  }

  const retry = async (): Promise<void> => {
    if (stopped) return
    scheduler.cancel(RETRY_KEY)
    attempts += 1
    // A handler may hang for its whole limit; stopping does not wait for it.
    await Promise.race([whenStopped, Promise.all(store.pendingIds().map((deliveryId) => process(deliveryId)))])
    if (!stopped && store.pendingIds().length === 0) attempts = 0
  }

  return {
    process,
    resume: async () => {
      store.releaseAllHeld()
      await retry()
    },
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
      await Promise.all(deliveryIds.map((deliveryId) => process(deliveryId)))
      guard()
      return deliveryIds.map((deliveryId) => store.delivery(deliveryId)?.eventId)[0] ?? eventId
    },
    stop: () => {
      stopped = true
      tellStopped()
      scheduler.cancel(RETRY_KEY)
      group.flush()
    },
  }
}
