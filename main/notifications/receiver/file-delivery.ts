/**
 * Files a delivery under an event: the one path that claims keys, used before and after the answer (RCV-07, RCV-08).
 *
 * Only a verified notification reaches a claim, so a forgery can't keep the real one from being processed. Imported captures
 * never claim anything.
 */
import type { Occurrence } from '../../../shared/notifications/event-paths.ts'
import type { Delivery } from '../log/delivery-store.ts'
import type { EventFacts, EventState } from '../log/event-store.ts'
import type { NotificationStore } from '../store.ts'
import { findText } from './json-event.ts'
import { buildClaims, type Reading } from './parse-event.ts'
import type { Verdict } from './verify.ts'

/** The event of a filed delivery. `fresh` holds the occurrences that this delivery was the first to report. */
export type FiledEvent = {
  readonly eventId: number
  readonly facts: EventFacts
  readonly fresh: readonly Occurrence[]
  /** The text of the element nearest to the root that has this name. */
  readonly find: (name: string) => string | null
}

/** Runs inside the caller's transaction: the claims, the event and the delivery are written together or not at all. */
export const fileDelivery = (
  store: NotificationStore,
  delivery: Delivery,
  { facts, event, problem }: Reading,
  { signature, message }: Verdict,
  processMs: number | null,
): FiledEvent => {
  const { deliveryId, bodyDigest, origin } = delivery
  const unchecked = `unchecked:${bodyDigest}`
  const unreadable = `unreadable:${bodyDigest}`

  const saveEvent = (identity: string, processing: EventState['processing'], why: string | null): number =>
    store.saveEvent(identity, delivery, facts, { signature, signatureMessage: message, processing, why })

  const assign = (eventId: number, fresh: readonly Occurrence[] = []): FiledEvent => {
    const isWaiting = signature === 'notVerifiableNow' && origin !== 'import'
    const state = isWaiting ? 'pending' : 'settled'
    store.assignDelivery(deliveryId, { eventId, state, signature }, isWaiting ? null : processMs)
    if (delivery.eventId !== null && delivery.eventId !== eventId) store.removeEventIfEmpty(delivery.eventId)
    return { eventId, facts, fresh, find: (name) => (event === undefined ? null : findText(event.tree(), name)) }
  }

  if (origin === 'import') {
    return assign(saveEvent(`import:${bodyDigest}`, 'imported', 'Imported from a file, so nothing was done with it.'))
  }
  if (signature === 'notVerifiableNow') {
    return assign(saveEvent(unchecked, 'waiting', 'It is processed once its signature is checked.'))
  }
  if (signature !== 'verified') {
    const why = "It isn't proven to come from the platform, so nothing was done with it."
    const filed = assign(saveEvent(`${signature}:${bodyDigest}`, 'quarantined', why))
    if (origin === 'platform') store.trimQuarantine()
    return filed
  }
  if (event === undefined) {
    store.renameIdentity(unchecked, unreadable)
    return assign(saveEvent(unreadable, 'failed', problem))
  }

  const claims = buildClaims(event).map((claim) => ({ ...claim, owner: store.claim(claim.key) }))
  const fresh = claims.filter(({ owner }) => owner === undefined)
  const known = claims.find(({ owner }) => owner !== undefined && owner.eventId !== null)?.owner?.eventId
  if (fresh.length === 0 && known != null) return assign(known)

  // The event that showed the same bytes before keeps its id and note.
  const identity = `event:${(fresh[0] ?? claims[0])?.key ?? bodyDigest}`
  store.renameIdentity(unchecked, identity)
  store.renameIdentity(unreadable, identity)
  const eventId = saveEvent(identity, 'processed', null)
  for (const { key, owner } of claims) if (owner === undefined || owner.eventId === null) store.addClaim(key, eventId)
  return assign(
    eventId,
    fresh.flatMap(({ occurrences }) => occurrences),
  )
}
