/**
 * Files a delivery under an event: the one path that claims keys, used before and after the answer (RCV-07, RCV-08).
 *
 * Only a verified notification reaches a claim, so a forgery can't keep the real one from being processed.
 */

import type { SignatureState } from '../../../shared/notifications/event.ts'
import { ACCOUNT_DELETION, findEventType } from '../../../shared/notifications/event-types.ts'
import type { Raises } from '../../../shared/notifications/log-contract.ts'
import type { Occurrence } from '../../../shared/notifications/occurrence.ts'
import type { IsPerson } from '../../erasure/erased-persons.ts'
import type { Delivery } from '../log/delivery-store.ts'
import { type EventFacts, type EventState, toEventTime } from '../log/event-store.ts'
import { clearBuyers } from '../personal-data.ts'
import type { NotificationStore } from '../store.ts'
import { answersTest } from '../subscriptions/test-arrivals.ts'
import { cutText } from './bounds.ts'
import { findText } from './json-event.ts'
import { findOtherSeller, type Seller } from './other-seller.ts'
import { buildClaims, type Reading } from './parse-event.ts'
import { findSameSale } from './same-sale.ts'
import type { Verdict } from './verdict.ts'

/** The event of a filed delivery. `fresh` holds the occurrences that this delivery reported first. */
export type FiledEvent = {
  readonly eventId: number
  readonly facts: EventFacts
  readonly fresh: readonly Occurrence[]
  /** What this delivery is the first to report to the seller. */
  readonly raises: Raises | null
  readonly isTest: boolean
  /** The name of another seller, if it is about one: it must start nothing. */
  readonly otherSeller: string | null
  readonly signature: SignatureState
  /** The text of the element with this name nearest to the root. */
  readonly find: (name: string) => string | null
}

/** Reports of one sale arrive within this time, even if late (RCV-15). */
const SAME_SALE_MS = 86_400_000
const MAX_SALES = 200

type Meaning = Pick<EventState, 'raises' | 'isTest' | 'sameSaleAs'>

const NOTHING: Meaning = { raises: null, isTest: false, sameSaleAs: null }

/** What a verified event means to the seller. */
const findMeaning = (store: NotificationStore, { receivedAtMs }: Delivery, facts: EventFacts): Meaning => {
  if (answersTest(store, facts, receivedAtMs)) return { ...NOTHING, isTest: true }
  const raises = findEventType(facts.name)?.raises ?? null
  if (raises !== 'sale') return { ...NOTHING, raises }
  const { name, format, timestamp, occurrences } = facts
  const sale = { name, format, occurrences, atMs: toEventTime(timestamp, receivedAtMs) }
  const itemIds = occurrences.flatMap(({ itemId }) => itemId ?? [])
  const sameSaleAs = findSameSale(sale, store.salesSince(itemIds, receivedAtMs - SAME_SALE_MS, MAX_SALES))
  return { ...NOTHING, raises: sameSaleAs === null ? 'sale' : null, sameSaleAs }
}

/** Removes erased users from the reading: a late notification must not bring them back (PLT-18). */
const withoutErased = (
  store: NotificationStore,
  { receivedAtMs }: Delivery,
  reading: Reading,
): Reading & { readonly namesErased: boolean } => {
  const { facts, event } = reading
  const atMs = toEventTime(facts.timestamp, receivedAtMs)
  const isErased: IsPerson = (name) => store.isErased(name, atMs)
  if (event === undefined || !facts.occurrences.some(({ buyer }) => isErased(buyer)))
    return { ...reading, namesErased: false }
  const occurrences = clearBuyers(facts.occurrences, isErased)
  return { ...reading, facts: { ...facts, occurrences }, event: { ...event, occurrences }, namesErased: true }
}

/**
 * Runs inside the caller's transaction: the claims, the event and the delivery are written together or not at all. `seller`: who
 * is signed in, if known.
 */
export const fileDelivery = (
  store: NotificationStore,
  delivery: Delivery,
  reading: Reading,
  { signature, message }: Verdict,
  seller: Seller | undefined,
): FiledEvent => {
  const { facts, event, problem, namesErased } = withoutErased(store, delivery, reading)
  const { deliveryId, bodyDigest, origin } = delivery
  const unchecked = `unchecked:${bodyDigest}`
  const unreadable = `unreadable:${bodyDigest}`

  const saveEvent = (
    identity: string,
    processing: EventState['processing'],
    why: string | null,
    meaning: Meaning = NOTHING,
  ): number => {
    if (delivery.eventId !== null) store.renameOwnEvent(delivery.eventId, identity)
    const state = { signature, signatureMessage: message, processing, why, ...meaning }
    return store.saveEvent(identity, delivery, facts, state)
  }

  const assign = (
    eventId: number,
    {
      fresh = [],
      raises = null,
      isTest = false,
      otherSeller = null,
    }: Partial<Pick<FiledEvent, 'fresh' | 'raises' | 'isTest' | 'otherSeller'>> = {},
  ): FiledEvent => {
    const state = signature === 'notVerifiableNow' ? 'pending' : 'settled'
    store.assignDelivery(deliveryId, { eventId, state, signature })
    // A delivery that waits for its key isn't read yet, so it keeps its bytes.
    if (namesErased) store.eraseBody(deliveryId)
    if (delivery.eventId !== null) store.leaveEvent(delivery.eventId, eventId)
    const find = (name: string) => (event === undefined ? null : findText(event.tree(), name))
    return { eventId, facts, fresh, raises, isTest, otherSeller, signature, find }
  }

  if (signature === 'notVerifiableNow') {
    return assign(saveEvent(unchecked, 'waiting', 'It is processed once its signature is checked.'))
  }
  if (signature !== 'verified') {
    const why =
      signature === 'late'
        ? 'Its signature matches, but its time doesn’t, so it wasn’t processed. Accept it if you know that it is genuine.'
        : 'It isn’t proven to be genuine, so it wasn’t processed.'
    const identity = `${signature}:${bodyDigest}`
    const raises = signature === 'wrong' && origin === 'platform' ? 'forgery' : null
    const isNew = !store.hasEvent(identity)
    const filed = assign(saveEvent(identity, 'quarantined', why, { ...NOTHING, raises }), isNew ? { raises } : {})
    store.trimQuarantine()
    return filed
  }
  if (event === undefined) {
    store.renameIdentity(unchecked, unreadable)
    return assign(saveEvent(unreadable, 'failed', problem))
  }

  const claims = buildClaims(event, !answersTest(store, facts, delivery.receivedAtMs)).map((claim) => {
    const owned = claim.keys.map((key) => ({ key, owner: store.claim(key) }))
    return { ...claim, owned, owner: owned.find(({ owner }) => owner !== undefined)?.owner }
  })
  const addClaims = (eventId: number): void => {
    for (const { key, owner } of claims.flatMap(({ owned }) => owned)) {
      if (owner === undefined || owner.eventId === null) store.addClaim(key, eventId)
    }
  }
  const fresh = claims.filter(({ owner }) => owner === undefined)
  const known = claims.map(({ owner }) => owner?.eventId ?? null).find((eventId) => eventId !== null)
  const requestErasure = (eventId: number): void => {
    if (facts.name === ACCOUNT_DELETION) store.requestErasure(deliveryId, eventId, delivery.receivedAtMs)
  }
  if (fresh.length === 0 && known !== undefined) {
    // Each repeated delivery contains the name again.
    requestErasure(known)
    addClaims(known)
    return assign(known)
  }

  // An event that already has the same bytes keeps its id and note.
  const identity = `event:${(fresh[0] ?? claims[0])?.keys[0] ?? bodyDigest}`
  store.renameIdentity(unchecked, identity)
  store.renameIdentity(unreadable, identity)
  const found = findMeaning(store, delivery, facts)
  // A test names persons who don't exist.
  const otherSeller = found.isTest ? null : findOtherSeller(facts.name, event.tree, seller)
  const meaning = otherSeller === null ? found : NOTHING
  const why =
    otherSeller === null
      ? problem
      : `It is about the seller “${cutText(otherSeller)}”, who isn’t the one signed in here, so it starts nothing.`
  const eventId = saveEvent(identity, 'processed', why, meaning)
  if (!meaning.isTest) requestErasure(eventId)
  addClaims(eventId)
  return assign(eventId, {
    fresh: fresh.flatMap(({ occurrences }) => occurrences),
    raises: fresh.length === 0 ? null : meaning.raises,
    isTest: meaning.isTest,
    otherSeller,
  })
}
