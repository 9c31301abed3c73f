/**
 * What is known of a delivery by the time it is written is written with it.
 *
 * Where the key is at hand, the signature is checked on another thread from the moment the body is whole, while the commit
 * before is still on its way to the disk. A delivery that was found good by the time its own commit begins is claimed and
 * filed in that same commit, instead of being kept as pending and written a second time after the answer. No answer waits
 * longer than two milliseconds for a check: what is not known by then, what is not good, and whatever a handler has work to
 * do for takes the way of process.ts (RCV-05).
 */
import type { Clock } from '../../ports.ts'
import type { NewDelivery } from '../log-store.ts'
import type { NotificationStore } from '../store.ts'
import type { Content } from './body-gate.ts'
import type { KeyCache } from './key-cache.ts'
import { claimsOf, identities, readDelivery } from './reading.ts'
import type { EventHandler, FreshEvent } from './settle.ts'
import { readSignatureHeader } from './signature.ts'
import { type Verdict, verdictOf } from './verdict.ts'

/** A check that was begun. Its promise never rejects. */
export type Checking = { readonly beganMs: number; readonly verdict: Promise<Verdict>; known: Verdict | undefined }

/** An event that a delivery was filed under in the commit that kept it. Nothing is fresh in one that had come before. */
export type Filed = FreshEvent

export type AtOnce = {
  /** Begins to check a delivery whose key is at hand. */
  readonly begin: (delivery: Pick<NewDelivery, 'signatureHeader' | 'format'>, body: Uint8Array) => Checking | undefined
  /**
   * Keeps a delivery and files it, inside the transaction of the caller, where it is known to be good; gives undefined, and
   * has written nothing, where it is to be kept as pending.
   */
  readonly keep: (
    delivery: NewDelivery,
    content: Content,
    checking: Checking | undefined,
  ) => { readonly deliveryId: number; readonly filed: Filed } | undefined
}

export const createAtOnce = (deps: {
  readonly store: NotificationStore
  readonly keys: Pick<KeyCache, 'atHand'>
  readonly clock: Clock
  readonly handler: EventHandler
}): AtOnce => {
  const { store, keys, clock, handler } = deps
  const hasWork = handler.prepare !== undefined || handler.write !== undefined

  return {
    begin: ({ signatureHeader, format }, body) => {
      if (hasWork || signatureHeader === null) return undefined
      const header = readSignatureHeader(signatureHeader)
      const answer = header === undefined ? undefined : keys.atHand(header.kid)
      if (answer?.kind !== 'key') return undefined
      const verdict = verdictOf({ signatureHeader, format }, body, header, answer)
      const checking: Checking = { beganMs: clock.monotonicMs(), verdict, known: undefined }
      void verdict.then((found) => {
        checking.known = found
      })
      return checking
    },

    keep: (delivery, content, checking) => {
      if (checking?.known?.signature !== 'verified' || delivery.origin === 'import') return undefined
      const { signature, words } = checking.known
      const { event, facts } = readDelivery(delivery, { body: delivery.body, content })
      if (event === undefined) return undefined
      const deliveryId = store.addCapture(delivery)
      const { trusted, done } = identities({ bodyDigest: delivery.bodyDigest, deliveryId })
      let same: number | null = null
      // Nobody of this process holds a claim for long: one that is held, and not done, was left by a crash.
      const claims = claimsOf(event).map(({ key, occurrence }) => {
        const known = store.known(key, trusted)
        same = known.eventId
        return { key, occurrence, owner: known.owner }
      })
      const free = claims.filter(({ owner }) => owner === null)
      const owner = free.length === 0 ? (claims[0]?.owner ?? null) : null
      const state = { signature: 'verified', signatureWords: words, processing: 'processed', why: null } as const
      const eventId =
        owner ??
        (same === null
          ? store.addEvent(done, delivery, facts, state)
          : store.putEvent(trusted, { ...delivery, eventId: null }, facts, state))
      if (owner !== null) store.count(owner, delivery)
      const times = { ...delivery.times, processMs: clock.monotonicMs() - checking.beganMs }
      store.addSettled(deliveryId, { ...delivery, times }, { eventId, signature })
      for (const { key } of free) store.claim(key, eventId, 'done')
      return { deliveryId, filed: { eventId, facts, fresh: free.map(({ occurrence }) => occurrence) } }
    },
  }
}
