/**
 * Public keys by key id, kept for one hour (NOT-11), across restarts too.
 *
 * Concurrent requests for one key share one call. Anybody can send a key id, so ids that the platform doesn't know are
 * remembered for an hour as well, at most thirty keys are fetched a minute, and new ones never with the calls that are kept for
 * the seller.
 *
 * SECURITY (SEC-07): keys that the platform returned before have their own budget. A stranger can't know their ids, so made-up ids never
 * delay a delivery whose key has to be fetched again.
 */
import { Failure } from '../../../shared/result.ts'
import type { Clock } from '../../ports.ts'
import type { NotificationStore } from '../store.ts'
import { importKey, type PublicKey, type VerifyingKey } from './signature.ts'

const MAX_AGE_MS = 3_600_000
const MAX_FETCHES_PER_MINUTE = 30
const MINUTE_MS = 60_000
const MAX_UNKNOWN = 1000

/**
 * `later`: it can't be fetched now; with `isOverBudget` others have used the budget up, which ends within a minute. `unknown`:
 * the platform has no such key.
 */
export type KeyAnswer =
  | { readonly kind: 'key'; readonly key: VerifyingKey }
  | { readonly kind: 'later'; readonly why: string; readonly isOverBudget?: boolean }
  | { readonly kind: 'unknown' }

export type KeyCache = {
  /** The key if it is cached. */
  readonly cached: (kid: string) => KeyAnswer | undefined
  /** The key, fetched if necessary. Never rejects. */
  readonly get: (kid: string) => Promise<KeyAnswer>
  /** Whether the platform returned this key before, however long ago. */
  readonly wasGood: (kid: string) => boolean
  /** Allows a key that the platform didn't know to be fetched again. */
  readonly forgetUnknown: (kid: string) => void
  /** Keys that arrive later are not stored. */
  readonly stop: () => void
}

/** Returns a function that takes one call from a budget per minute, if one is left. */
const createBudget = (clock: Clock): (() => boolean) => {
  let takenAtMs: readonly number[] = []
  return () => {
    const nowMs = clock.monotonicMs()
    takenAtMs = takenAtMs.filter((atMs) => atMs > nowMs - MINUTE_MS)
    if (takenAtMs.length >= MAX_FETCHES_PER_MINUTE) return false
    takenAtMs = [...takenAtMs, nowMs]
    return true
  }
}

export const createKeyCache = (deps: {
  readonly store: NotificationStore
  readonly clock: Clock
  readonly getPublicKey: (kid: string) => Promise<PublicKey>
}): KeyCache => {
  const { store, clock } = deps
  const answers = new Map<string, { readonly fetchedAtMs: number; readonly answer: KeyAnswer }>()
  const fetching = new Map<string, Promise<KeyAnswer>>()
  const unknown = new Map<string, number>()
  const takeKnown = createBudget(clock)
  const takeUnknown = createBudget(clock)
  let isStopped = false

  // An age below zero means that the clock was set back; such a key is fetched again.
  const isFresh = (fetchedAtMs: number): boolean => {
    const ageMs = clock.nowMs() - fetchedAtMs
    return ageMs >= 0 && ageMs < MAX_AGE_MS
  }

  const remember = (kid: string, key: PublicKey, fetchedAtMs: number): KeyAnswer => {
    const imported = importKey(key)
    const answer: KeyAnswer =
      typeof imported === 'string' ? { kind: 'later', why: imported } : { kind: 'key', key: imported }
    answers.set(kid, { fetchedAtMs, answer })
    return answer
  }

  const cached = (kid: string): KeyAnswer | undefined => {
    if (isFresh(unknown.get(kid) ?? Number.NEGATIVE_INFINITY)) return { kind: 'unknown' }
    const known = answers.get(kid)
    if (known !== undefined && isFresh(known.fetchedAtMs)) return known.answer
    const stored = store.key(kid)
    return stored !== undefined && isFresh(stored.fetchedAtMs) ? remember(kid, stored, stored.fetchedAtMs) : undefined
  }

  const wasGood = (kid: string): boolean => store.key(kid) !== undefined

  const fetchKey = async (kid: string): Promise<KeyAnswer> => {
    if (!(wasGood(kid) ? takeKnown() : takeUnknown())) {
      const why = 'Too many different keys were named within a minute. It is fetched later.'
      return { kind: 'later', why, isOverBudget: true }
    }
    try {
      const key = await deps.getPublicKey(kid)
      if (isStopped) return { kind: 'later', why: 'It arrived after the receiver stopped.' }
      const fetchedAtMs = clock.nowMs()
      store.saveKey(kid, { ...key, fetchedAtMs })
      unknown.delete(kid)
      return remember(kid, key, fetchedAtMs)
    } catch (error) {
      if (!(error instanceof Failure)) return { kind: 'later', why: 'The key couldn’t be fetched.' }
      if (error.detail.kind !== 'notFound') return { kind: 'later', why: error.detail.message }
      if (unknown.size >= MAX_UNKNOWN) unknown.clear()
      unknown.set(kid, clock.nowMs())
      return { kind: 'unknown' }
    }
  }

  return {
    cached,
    get: (kid) => {
      const known = cached(kid)
      if (known !== undefined) return Promise.resolve(known)
      const running = fetching.get(kid) ?? fetchKey(kid).finally(() => fetching.delete(kid))
      fetching.set(kid, running)
      return running
    },
    wasGood,
    forgetUnknown: (kid) => {
      unknown.delete(kid)
    },
    stop: () => {
      isStopped = true
    },
  }
}
