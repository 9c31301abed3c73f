/**
 * Caches public keys by key id for one hour, across restarts (NOT-11;
 * https://developer.ebay.com/api-docs/commerce/notification/resources/public_key/methods/getPublicKey).
 *
 * Concurrent requests for one key share one call. Ids unknown to the platform are also remembered for an hour.
 *
 * SECURITY (SEC-07): anyone can send a key id, so there are budgets that don't touch each other: one for each key that the
 * platform has returned before, one for new keys from senders whose deliveries were verified before, one for all other new keys,
 * and one for fetching a key again after a signature that doesn't match. So neither made-up ids nor forgeries that name real keys
 * delay a genuine delivery.
 */
import { Failure } from '../../../shared/result.ts'
import { type Backoff, backoffMs } from '../../backoff.ts'
import type { Clock } from '../../ports.ts'
import type { NotificationStore } from '../store.ts'
import { importKey, type PublicKey, type VerifyingKey } from './signature.ts'

const MAX_AGE_MS = 3_600_000
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** The platform allows 10,000 calls a day to its notification service. */
const BUDGETS = {
  /** For each key. Once fetched it lasts an hour, so only failed calls are repeated. */
  known: { perMinute: 3, perDay: Number.POSITIVE_INFINITY },
  renewal: { perMinute: 20, perDay: 2000 },
  newFromKnownSender: { perMinute: 10, perDay: 300 },
  new: { perMinute: 20, perDay: 1000 },
}
const MAX_UNKNOWN = 1000
/** From a renewal that returned the same key, so that the delivery was forged, to the next one. */
const RENEWALS: Backoff = { firstMs: MINUTE_MS, maxMs: 10 * MINUTE_MS }

/**
 * `later`: the key can't be fetched now; `isOverBudget` if its budget is used up. `unknown`: the platform has no such
 * key.
 */
export type KeyAnswer =
  | { readonly kind: 'key'; readonly key: VerifyingKey }
  | { readonly kind: 'later'; readonly why: string; readonly isOverBudget?: boolean }
  | { readonly kind: 'unknown' }

export type KeyCache = {
  /** The key if it is cached. */
  readonly cached: (kid: string) => KeyAnswer | undefined
  /**
   * Returns the key, fetching it if necessary; a promise only while it is being fetched. `isKnownSender`: an earlier
   * delivery from the same sender was verified. Never rejects.
   */
  readonly get: (kid: string, isKnownSender: boolean) => KeyAnswer | Promise<KeyAnswer>
  /**
   * Fetches a cached key again after a signature mismatch, because the platform may have replaced it. Undefined if it
   * was already fetched for that reason within the last minutes. Never rejects.
   */
  readonly renew: (kid: string) => Promise<KeyAnswer> | undefined
  /** Whether `renew` would fetch. */
  readonly mayRenew: (kid: string) => boolean
  /** Whether the platform has ever returned this key. */
  readonly wasGood: (kid: string) => boolean
  /** Makes the next `get` fetch the key, even if it is cached. */
  readonly forget: (kid: string) => void
  /** Discards keys that arrive later. */
  readonly stop: () => void
}

/** `take` takes one call, and returns whether one was left. */
const createBudget = (clock: Clock, { perMinute, perDay }: { readonly perMinute: number; readonly perDay: number }) => {
  let takenAtMs: readonly number[] = []
  const hasLeft = (): boolean => {
    const nowMs = clock.monotonicMs()
    const keptMs = perDay === Number.POSITIVE_INFINITY ? MINUTE_MS : DAY_MS
    takenAtMs = takenAtMs.filter((atMs) => atMs > nowMs - keptMs)
    const inLastMinute = takenAtMs.filter((atMs) => atMs > nowMs - MINUTE_MS).length
    return inLastMinute < perMinute && takenAtMs.length < perDay
  }
  return {
    hasLeft,
    take: (): boolean => {
      if (!hasLeft()) return false
      takenAtMs = [...takenAtMs, clock.monotonicMs()]
      return true
    },
  }
}
type Budget = ReturnType<typeof createBudget>

export const createKeyCache = (deps: {
  readonly store: Pick<NotificationStore, 'key' | 'saveKey'>
  readonly clock: Clock
  /** `isStranger`: an unverified sender names a key that the platform has never returned. */
  readonly getPublicKey: (kid: string, isStranger: boolean) => Promise<PublicKey>
}): KeyCache => {
  const { store, clock } = deps
  const answers = new Map<string, { readonly fetchedAtMs: number; readonly answer: KeyAnswer }>()
  const fetching = new Map<string, Promise<KeyAnswer>>()
  const unknown = new Map<string, number>()
  /** Kids whose stored key must be fetched again. */
  const forgotten = new Set<string>()
  /** When a key may be renewed again, and how often in a row it came back unchanged. */
  const renewed = new Map<string, { readonly nextMs: number; readonly unchanged: number }>()
  const known = new Map<string, Budget>()
  const renewal = createBudget(clock, BUDGETS.renewal)
  const newFromKnownSender = createBudget(clock, BUDGETS.newFromKnownSender)
  const newFromStranger = createBudget(clock, BUDGETS.new)
  let isStopped = false

  // A negative age means that the clock was set back; the key is then fetched again.
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

  const rememberUnknown = (kid: string): KeyAnswer => {
    unknown.delete(kid)
    unknown.set(kid, clock.nowMs())
    const [oldest] = unknown.keys()
    if (unknown.size > MAX_UNKNOWN && oldest !== undefined) unknown.delete(oldest)
    answers.delete(kid)
    return { kind: 'unknown' }
  }

  const cached = (kid: string): KeyAnswer | undefined => {
    if (forgotten.has(kid)) return undefined
    if (isFresh(unknown.get(kid) ?? Number.NEGATIVE_INFINITY)) return { kind: 'unknown' }
    const known = answers.get(kid)
    if (known !== undefined && isFresh(known.fetchedAtMs)) return known.answer
    const stored = store.key(kid)
    return stored !== undefined && isFresh(stored.fetchedAtMs) ? remember(kid, stored, stored.fetchedAtMs) : undefined
  }

  const wasGood = (kid: string): boolean => store.key(kid) !== undefined

  const load = async (kid: string, isStranger: boolean): Promise<KeyAnswer> => {
    try {
      const key = await deps.getPublicKey(kid, isStranger)
      if (isStopped) return { kind: 'later', why: 'It arrived after instant alerts stopped.' }
      const fetchedAtMs = clock.nowMs()
      store.saveKey(kid, { ...key, fetchedAtMs })
      unknown.delete(kid)
      forgotten.delete(kid)
      return remember(kid, key, fetchedAtMs)
    } catch (error) {
      if (!(error instanceof Failure)) return { kind: 'later', why: 'The key couldn’t be fetched.' }
      if (error.detail.kind !== 'notFound') return { kind: 'later', why: error.detail.message }
      forgotten.delete(kid)
      return rememberUnknown(kid)
    }
  }

  /** The platform issues few keys, so there are few budgets. */
  const knownBudget = (kid: string): Budget => {
    const budget = known.get(kid) ?? createBudget(clock, BUDGETS.known)
    known.set(kid, budget)
    return budget
  }

  const fetchKey = (kid: string, isKnownSender: boolean, isRenewal = false): KeyAnswer | Promise<KeyAnswer> => {
    const running = fetching.get(kid)
    if (running !== undefined) return running
    const isGood = wasGood(kid)
    const ofNew = isKnownSender ? newFromKnownSender : newFromStranger
    const budget = isRenewal ? renewal : isGood ? knownBudget(kid) : ofNew
    if (!budget.take()) {
      return {
        kind: 'later',
        why: 'Too many notifications with different keys arrived within a minute. This key is fetched later.',
        isOverBudget: true,
      }
    }
    const loading = load(kid, !isGood && !isKnownSender).finally(() => fetching.delete(kid))
    fetching.set(kid, loading)
    return loading
  }

  const mayRenew = (kid: string): boolean =>
    clock.monotonicMs() >= (renewed.get(kid)?.nextMs ?? Number.NEGATIVE_INFINITY) && renewal.hasLeft()

  const renew = async (kid: string): Promise<KeyAnswer> => {
    const before = store.key(kid)?.key
    const answer = await fetchKey(kid, true, true)
    if (answer.kind === 'later') return answer
    const unchanged = before === store.key(kid)?.key ? (renewed.get(kid)?.unchanged ?? 0) + 1 : 1
    renewed.set(kid, { unchanged, nextMs: clock.monotonicMs() + backoffMs(RENEWALS, unchanged) })
    return answer
  }

  return {
    cached,
    get: (kid, isKnownSender) => cached(kid) ?? fetchKey(kid, isKnownSender),
    mayRenew,
    renew: (kid) => (mayRenew(kid) ? renew(kid) : undefined),
    wasGood,
    forget: (kid) => void forgotten.add(kid),
    stop: () => {
      isStopped = true
    },
  }
}
