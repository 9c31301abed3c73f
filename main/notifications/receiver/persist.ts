/** Stores a delivery before it is answered (RCV-05), and files it in the same transaction if its signature is known good. */
import { hash } from 'node:crypto'
import type { GroupCommit } from '../../database/group-commit.ts'
import { type NewDelivery, storedBytes } from '../log/delivery-store.ts'
import { findHeader, formatHeaders, toHeaders } from '../log/headers.ts'
import type { NotificationStore } from '../store.ts'
import { type FiledEvent, fileDelivery } from './file-delivery.ts'
import type { KeyCache } from './key-cache.ts'
import type { Content } from './parse-body.ts'
import { readDelivery } from './parse-event.ts'
import type { Verdict } from './verdict.ts'
import type { Verifier } from './verify.ts'

/** A POST with a well-formed body. */
export type Arrival = {
  readonly receivedAtMs: number
  readonly content: Content
  /** `rawHeaders` of node:http. */
  readonly rawHeaders: readonly string[]
  readonly body: Uint8Array
}

/** `filed` is undefined if the delivery still has to be processed. */
export type Persisted = { readonly deliveryId: number; readonly filed: FiledEvent | undefined }

/** Marks a replay by a ticket that is good once. */
export const REPLAY_HEADER = 'x-stallhand-replay'

/** Why a delivery isn't accepted now, as a sentence. The answer is 503, so that the platform sends it again. */
export class NotAccepted extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'NotAccepted'
  }
}

/** The log stops at this much free space, so that drafts and the outbox still find room. */
const RESERVED_DISK_BYTES = 100 * 1024 * 1024

/**
 * Returns a function that stores an arrival. It rejects if the delivery couldn't be stored: then the answer must not be 200,
 * so that the platform sends it again. `NotAccepted` says that it wasn't tried.
 */
export const createPersist = (deps: {
  readonly store: NotificationStore
  readonly group: GroupCommit
  readonly keys: Pick<KeyCache, 'cached' | 'wasGood'>
  readonly verifier: Verifier
  /** The free space of the disk that holds the database. */
  readonly freeDiskBytes: () => number
  /** The delivery that a ticket replays; undefined for a ticket that this app didn't issue or that was used. */
  readonly redeemTicket: (ticket: string) => number | undefined
}) => {
  const { store, group, keys, verifier } = deps

  /** Undefined if verifying needs anything that isn't on this computer. */
  const verifyNow = async (
    delivery: NewDelivery,
    kid: string | undefined,
    content: Content,
  ): Promise<Verdict | undefined> => {
    const key = kid === undefined ? undefined : keys.cached(kid)
    if (kid !== undefined && key?.kind !== 'key') return undefined
    // A locked vault must not lose the delivery, so it is verified later.
    return verifier.verify(delivery, delivery.body, key, content).catch(() => undefined)
  }

  return async ({ receivedAtMs, content, rawHeaders, body }: Arrival): Promise<Persisted> => {
    const received = toHeaders(rawHeaders)
    const ticket = findHeader(received, REPLAY_HEADER)
    const replayOf = ticket === null ? undefined : deps.redeemTicket(ticket)
    const headers =
      replayOf === undefined ? received : received.filter(([name]) => name.toLowerCase() !== REPLAY_HEADER)
    const delivery: NewDelivery = {
      receivedAtMs,
      format: content.format,
      origin: replayOf === undefined ? 'platform' : 'replay',
      replayOf: replayOf ?? null,
      headers: formatHeaders(headers),
      body,
      bodyDigest: hash('sha256', body, 'hex'),
    }
    const kid = verifier.findKid(delivery)
    const verdict = await verifyNow(delivery, kid, content)
    const wasGood = kid !== undefined && keys.wasGood(kid)
    if (deps.freeDiskBytes() < RESERVED_DISK_BYTES) {
      throw new NotAccepted('The disk is almost full. The remaining space is reserved for drafts and messages.')
    }
    let attempts = 0
    const persisted = await group.commit((): Persisted | 'full' => {
      attempts += 1
      // Returned, not thrown: a throw would undo the other deliveries of this commit.
      if (verdict?.signature !== 'verified' && replayOf === undefined && !store.mayWait(storedBytes(delivery), wasGood))
        return 'full'
      const deliveryId = store.addDelivery(delivery)
      // The second attempt only stores the bytes, so that an error in filing never loses a delivery (RCV-06).
      if (attempts > 1 || verdict?.signature !== 'verified') return { deliveryId, filed: undefined }
      const reading = readDelivery(delivery, content)
      if (reading.event === undefined) return { deliveryId, filed: undefined }
      const stored = { ...delivery, deliveryId, state: 'pending', eventId: null } as const
      return { deliveryId, filed: fileDelivery(store, stored, reading, verdict) }
    })
    if (persisted === 'full') throw new NotAccepted('Too many deliveries are waiting for their key.')
    return persisted
  }
}
