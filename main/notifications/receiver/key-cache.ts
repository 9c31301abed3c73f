/**
 * Public keys, kept for one hour by key id (NOT-11), over restarts too.
 *
 * However many notifications name one key at once, it is asked for once. Anybody can send a key id: what the platform does
 * not know is remembered for an hour as well, and no more than thirty keys are asked for in a minute, so that a stranger
 * cannot spend the call limit.
 */

import { Failure } from '../../../shared/result.ts'
import type { Clock } from '../../ports.ts'
import type { NotificationStore } from '../store.ts'
import { importKey, type PublicKey, type VerifyingKey } from './signature.ts'

/** Document 3, section 8. */
const KEEP_MS = 3_600_000
const MOST_FETCHES_A_MINUTE = 30
const MOST_UNKNOWN = 1000

/** `later`: it could not be fetched now. `unknown`: the platform says that there is no such key. */
export type KeyAnswer =
  | { readonly kind: 'key'; readonly key: VerifyingKey }
  | { readonly kind: 'later'; readonly why: string }
  | { readonly kind: 'unknown' }

export type KeyCache = {
  /** The key where it is at hand, without any call. */
  readonly atHand: (kid: string) => KeyAnswer | undefined
  /** The key, fetched where need be. Never rejects. */
  readonly get: (kid: string) => Promise<KeyAnswer>
  /** Asks again for a key that the platform did not know. */
  readonly forgetUnknown: (kid: string) => void
}

export const createKeyCache = (deps: {
  readonly store: NotificationStore
  readonly clock: Clock
  readonly getPublicKey: (kid: string) => Promise<PublicKey>
}): KeyCache => {
  const { store, clock } = deps
  const imported = new Map<string, { readonly fetchedAtMs: number; readonly answer: KeyAnswer }>()
  const fetching = new Map<string, Promise<KeyAnswer>>()
  const unknownSinceMs = new Map<string, number>()
  let fetchesAtMs: number[] = []

  const fresh = (sinceMs: number): boolean => {
    const ageMs = clock.nowMs() - sinceMs
    // A clock that was set back makes an age below zero; such a key is asked for again.
    return ageMs >= 0 && ageMs < KEEP_MS
  }

  const answerOf = (key: PublicKey): KeyAnswer => {
    const verifying = importKey(key)
    return typeof verifying === 'string' ? { kind: 'later', why: verifying } : { kind: 'key', key: verifying }
  }

  const atHand = (kid: string): KeyAnswer | undefined => {
    const unknownMs = unknownSinceMs.get(kid)
    if (unknownMs !== undefined && fresh(unknownMs)) return { kind: 'unknown' }
    const known = imported.get(kid)
    if (known !== undefined && fresh(known.fetchedAtMs)) return known.answer
    const stored = store.key(kid)
    if (stored === undefined || !fresh(stored.fetchedAtMs)) return undefined
    const answer = answerOf(stored)
    imported.set(kid, { fetchedAtMs: stored.fetchedAtMs, answer })
    return answer
  }

  const fetchKey = async (kid: string): Promise<KeyAnswer> => {
    const nowMs = clock.nowMs()
    fetchesAtMs = fetchesAtMs.filter((atMs) => atMs > nowMs - 60_000 && atMs <= nowMs)
    if (fetchesAtMs.length >= MOST_FETCHES_A_MINUTE) {
      return { kind: 'later', why: 'Too many different keys were named within a minute; this one is asked for later.' }
    }
    fetchesAtMs.push(nowMs)
    try {
      const key = await deps.getPublicKey(kid)
      const fetchedAtMs = clock.nowMs()
      const answer = answerOf(key)
      store.keepKey(kid, { ...key, fetchedAtMs })
      imported.set(kid, { fetchedAtMs, answer })
      unknownSinceMs.delete(kid)
      return answer
    } catch (error) {
      if (error instanceof Failure && error.detail.kind === 'notFound') {
        if (unknownSinceMs.size >= MOST_UNKNOWN) unknownSinceMs.clear()
        unknownSinceMs.set(kid, clock.nowMs())
        return { kind: 'unknown' }
      }
      return {
        kind: 'later',
        why: error instanceof Failure ? error.detail.message : 'The key could not be fetched.',
      }
    }
  }

  return {
    atHand,
    get: (kid) => {
      const here = atHand(kid)
      if (here !== undefined) return Promise.resolve(here)
      const running = fetching.get(kid)
      if (running !== undefined) return running
      const started = fetchKey(kid).finally(() => fetching.delete(kid))
      fetching.set(kid, started)
      return started
    },
    forgetUnknown: (kid) => {
      unknownSinceMs.delete(kid)
    },
  }
}
