/**
 * Stores a delivery before it is answered (RCV-05), and files it in the same transaction if its signature can be
 * checked right away.
 *
 * SECURITY (SEC-09): the signature is verified first, over the bytes. Only a verified body is parsed.
 */
import { hash } from 'node:crypto'
import type { GroupCommit } from '../../database/group-commit.ts'
import { type NewDelivery, storedBytes } from '../log/delivery-store.ts'
import { findHeader, formatHeaders, toHeaders } from '../log/headers.ts'
import type { NotificationStore } from '../store.ts'
import { type FiledEvent, fileDelivery } from './file-delivery.ts'
import type { KeyCache } from './key-cache.ts'
import type { Seller } from './other-seller.ts'
import { leaveUnread, type Reading, readDelivery } from './parse-event.ts'
import { findSender, type KnownSenders } from './senders.ts'
import type { Verdict } from './verdict.ts'
import type { Verifier } from './verify.ts'

/** A POST whose body may be a notification. */
export type Arrival = {
  readonly receivedAtMs: number
  readonly format: NewDelivery['format']
  /** `rawHeaders` of node:http. */
  readonly rawHeaders: readonly string[]
  readonly body: Uint8Array
}

/** `filed` is undefined if the delivery still has to be processed. */
export type Persisted = { readonly deliveryId: number; readonly filed: FiledEvent | undefined }

/** Marks a replay, with a ticket that works once. */
export const REPLAY_HEADER = 'x-stallhand-replay'

/**
 * Thrown when a delivery isn't accepted now, with the reason as a sentence. The answer is 503, so that the platform
 * sends it again.
 */
export class NotAccepted extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'NotAccepted'
  }
}

/** Thrown when the disk has too little space for deliveries. */
export class DiskFull extends NotAccepted {
  constructor() {
    super('The disk is almost full. The remaining space is reserved for drafts and messages.')
    this.name = 'DiskFull'
  }
}

/** The free space, in bytes, that the log leaves for drafts and the outbox. */
export const RESERVED_DISK_BYTES = 100 * 1024 * 1024

/**
 * Returns a function that stores an arrival. It rejects if the delivery couldn't be stored; the answer must then not be
 * 200, so that the platform sends it again. Rejects with `NotAccepted` if it didn't try.
 */
export const createPersist = (deps: {
  readonly store: NotificationStore
  readonly group: GroupCommit
  readonly keys: Pick<KeyCache, 'cached' | 'wasGood' | 'mayRenew'>
  readonly senders: Pick<KnownSenders, 'add'>
  readonly verifier: Verifier
  /** Who is signed in, if known. */
  readonly seller: () => Seller | undefined
  /** The free space of the disk that holds the database. */
  readonly freeDiskBytes: () => number
  /** The delivery that a ticket replays; undefined if the ticket is unknown or already used. */
  readonly redeemTicket: (ticket: string) => number | undefined
}) => {
  const { store, group, keys, senders, verifier } = deps

  /** Undefined if verifying needs data that isn't on this computer. */
  const verifyNow = async (delivery: NewDelivery, kid: string | undefined): Promise<Verdict | undefined> => {
    const key = kid === undefined ? undefined : keys.cached(kid)
    if (kid !== undefined && key?.kind !== 'key') return undefined
    // With a locked vault the delivery is stored and verified later, not lost.
    const verdict = await verifier.verify(delivery, delivery.body, key).catch(() => undefined)
    // The platform may have replaced the key under its id.
    return verdict?.signature === 'wrong' && kid !== undefined && keys.mayRenew(kid) ? undefined : verdict
  }

  /** Undefined if the processor handles the delivery later. */
  const readNow = (delivery: NewDelivery, verdict: Verdict | undefined): Reading | undefined => {
    if (verdict === undefined) return undefined
    if (verdict.signature !== 'verified') return leaveUnread(delivery.format)
    try {
      const reading = readDelivery(delivery, delivery.body)
      return reading.event === undefined ? undefined : reading
    } catch {
      // An error while reading never loses a delivery (RCV-06).
      return undefined
    }
  }

  return async ({ receivedAtMs, format, rawHeaders, body }: Arrival): Promise<Persisted> => {
    const received = toHeaders(rawHeaders)
    const ticket = findHeader(received, REPLAY_HEADER)
    const replayOf = ticket === null ? undefined : deps.redeemTicket(ticket)
    const headers =
      replayOf === undefined ? received : received.filter(([name]) => name.toLowerCase() !== REPLAY_HEADER)
    const delivery: NewDelivery = {
      receivedAtMs,
      format,
      origin: replayOf === undefined ? 'platform' : 'replay',
      replayOf: replayOf ?? null,
      headers: formatHeaders(headers),
      body,
      bodyDigest: hash('sha256', body, 'hex'),
      sender: replayOf === undefined ? findSender(headers) : null,
    }
    if (deps.freeDiskBytes() < RESERVED_DISK_BYTES) throw new DiskFull()
    const kid = verifier.findKid(delivery)
    const verdict = await verifyNow(delivery, kid)
    const reading = readNow(delivery, verdict)
    const wasGood = kid !== undefined && keys.wasGood(kid)
    let attempts = 0
    const persisted = await group.commit((): Persisted | 'full' => {
      attempts += 1
      // Returned, not thrown: a throw would roll back the other deliveries in this commit.
      if (verdict === undefined && replayOf === undefined && !store.mayWait(storedBytes(delivery), wasGood))
        return 'full'
      const deliveryId = store.addDelivery(delivery)
      // The second attempt only stores the bytes, so an error while filing never loses a delivery (RCV-06).
      if (attempts > 1 || verdict === undefined || reading === undefined) return { deliveryId, filed: undefined }
      const stored = { ...delivery, deliveryId, state: 'pending', eventId: null, attempts: 0 } as const
      return { deliveryId, filed: fileDelivery(store, stored, reading, verdict, deps.seller()) }
    })
    if (persisted === 'full') throw new NotAccepted('Too many deliveries are waiting for their key.')
    if (verdict?.signature === 'verified') senders.add(delivery.sender)
    return persisted
  }
}
