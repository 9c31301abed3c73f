/**
 * How many calls a day a service accepts, and how many of them background reads may use.
 *
 * A platform blocks the seller once the day's calls are used up, so background reads always leave a reserve for the seller.
 * Pure: times come with each call.
 */

/** `seller`: the seller waits for it. `watch`: checks for news. `readAhead`: reads what was never opened, for search. */
export const callPurposes = ['seller', 'watch', 'readAhead'] as const
export type CallPurpose = (typeof callPurposes)[number]

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Parts of a day's calls, with a tenth to spare. The seller may use all of them; the others may not use the seller's. */
const shares: Readonly<Record<CallPurpose, number>> = { seller: 0.35, watch: 0.3, readAhead: 0.25 }
/** The part of a share that may be used at once; the rest comes evenly over the day. */
const BURST = 0.5

/** A pause this long means that the calls of a day are used up, not those of a second. */
export const DAY_PAUSE_MS = 10 * 60_000
/** Other programs may share the limit, so the count of this app can be far below it. */
const MIN_LEARNED = 50
/** A learned limit applies unchanged this long, then grows by a tenth each day: the platform may allow more by now. */
const LEARNED_DAYS = 7
const LEARNED_GROWTH = 1.1
/** An assumed limit doubles each day on which the platform refuses nothing. */
const MAX_ASSUMED = 50_000

type Counts = Readonly<Record<CallPurpose, number>>

export type CallBudget = {
  /** Calls by hour since 1970, oldest first: the last 24 hours and the current one. */
  readonly hours: readonly (Counts & { readonly hour: number })[]
  /** The limit that a refusal showed; null before. */
  readonly learned: { readonly perDay: number; readonly atMs: number } | null
  /** When the first call, or the last refusal, was made. */
  readonly sinceMs: number
  /** Until then the platform accepts no calls. */
  readonly refusedUntilMs: number
  /** When the calls so far would have been due, had they come evenly. */
  readonly dueMs: Readonly<Record<Exclude<CallPurpose, 'seller'>, number>>
}

/** A service's daily limit and its source. `perDay` is a guess if it is `assumed`. */
export type CallRule = { readonly perDay: number; readonly source: 'platform' | 'typed' | 'assumed' }

export type CallLimit = { readonly perDay: number; readonly source: CallRule['source'] | 'learned' }

export const emptyBudget = (nowMs: number): CallBudget => ({
  hours: [],
  learned: null,
  sinceMs: nowMs,
  refusedUntilMs: 0,
  dueMs: { watch: 0, readAhead: 0 },
})

const countDays = (fromMs: number, nowMs: number): number => Math.max(0, Math.floor((nowMs - fromMs) / DAY_MS))

/** The limit that applies at `nowMs`. */
export const limitAt = (budget: CallBudget, rule: CallRule, nowMs: number): CallLimit => {
  const isAssumed = rule.source === 'assumed'
  const assumed = Math.min(rule.perDay * 2 ** countDays(budget.sinceMs, nowMs), Math.max(rule.perDay, MAX_ASSUMED))
  const limit = isAssumed ? { ...rule, perDay: assumed } : rule
  if (budget.learned === null) return limit
  const { perDay, atMs } = budget.learned
  const learned = Math.round(perDay * LEARNED_GROWTH ** Math.max(0, countDays(atMs, nowMs) - LEARNED_DAYS))
  return learned < limit.perDay ? { perDay: learned, source: 'learned' } : limit
}

const toHour = (ms: number): number => Math.floor(ms / HOUR_MS)

/** The hours that count at `nowMs`. Those ahead of a clock that was set back count as the current one. */
const currentHours = (budget: CallBudget, nowMs: number): CallBudget['hours'] => {
  const now = toHour(nowMs)
  const kept: (Counts & { hour: number })[] = []
  for (const counted of budget.hours) {
    const hour = Math.min(counted.hour, now)
    if (hour < now - 24) continue
    const last = kept.at(-1)
    if (last?.hour === hour) kept[kept.length - 1] = { hour, ...addCounts(last, counted) }
    else kept.push({ ...counted, hour })
  }
  return kept
}

const addCounts = (a: Counts, b: Counts): Counts => ({
  seller: a.seller + b.seller,
  watch: a.watch + b.watch,
  readAhead: a.readAhead + b.readAhead,
})

const noCalls: Counts = { seller: 0, watch: 0, readAhead: 0 }

/** Calls of the last 24 hours. */
export const countCalls = (budget: CallBudget, nowMs: number): Counts =>
  currentHours(budget, nowMs).reduce<Counts>(addCounts, noCalls)

const total = (counts: Counts): number => counts.seller + counts.watch + counts.readAhead

/** The part of a day's calls that is reserved for the seller. */
export const reserveOf = (perDay: number): number => Math.ceil(perDay * shares.seller)

/** Time between two calls of a purpose once its burst is used, and how far it may be ahead of that. */
const paceOf = (perDay: number, purpose: Exclude<CallPurpose, 'seller'>) => {
  const share = perDay * shares[purpose]
  const spacingMs = DAY_MS / Math.max(share * (1 - BURST), 1)
  return { spacingMs, aheadMs: spacingMs * Math.max(Math.floor(share * BURST), 1) }
}

/** Counts a call that the platform may have received. */
export const addCall = (budget: CallBudget, rule: CallRule, purpose: CallPurpose, nowMs: number): CallBudget => {
  const hours = currentHours(budget, nowMs)
  const hour = toHour(nowMs)
  const last = hours.at(-1)
  const current = { ...noCalls, ...(last?.hour === hour ? last : {}), hour }
  const counted = { ...current, [purpose]: current[purpose] + 1 }
  const next = { ...budget, hours: [...(last?.hour === hour ? hours.slice(0, -1) : hours), counted] }
  if (purpose === 'seller') return next
  const { spacingMs, aheadMs } = paceOf(limitAt(budget, rule, nowMs).perDay, purpose)
  // A clock that was set back must not put the next call a day off.
  const dueMs = Math.min(Math.max(budget.dueMs[purpose], nowMs) + spacingMs, nowMs + aheadMs + spacingMs)
  return { ...next, dueMs: { ...budget.dueMs, [purpose]: dueMs } }
}

/** The platform answered 429 and gets no calls for `pauseMs`. A long pause shows how many calls a day it accepts. */
export const addRefusal = (budget: CallBudget, pauseMs: number, nowMs: number): CallBudget => {
  const refused = { ...budget, sinceMs: nowMs, refusedUntilMs: nowMs + pauseMs }
  if (pauseMs < DAY_PAUSE_MS) return refused
  const perDay = Math.max(total(countCalls(budget, nowMs)), MIN_LEARNED)
  return { ...refused, learned: { perDay, atMs: nowMs } }
}

/**
 * Milliseconds until a background read leaves the seller's reserve intact; 0 if it does now.
 *
 * The seller's own calls of the day are subtracted from the reserve.
 */
export const reserveWaitMs = (budget: CallBudget, rule: CallRule, nowMs: number): number => {
  const pauseMs = Math.max(0, Math.min(budget.refusedUntilMs - nowMs, DAY_MS))
  const { perDay } = limitAt(budget, rule, nowMs)
  const hours = currentHours(budget, nowMs)
  let counts = hours.reduce<Counts>(addCounts, noCalls)
  let waitMs = 0
  for (const { hour, ...gone } of hours) {
    if (total(counts) + Math.max(0, reserveOf(perDay) - counts.seller) < perDay) break
    waitMs = (hour + 25) * HOUR_MS - nowMs
    counts = addCounts(counts, { seller: -gone.seller, watch: -gone.watch, readAhead: -gone.readAhead })
  }
  return Math.max(pauseMs, waitMs)
}

/** Milliseconds until a read for this purpose fits its share of the day; 0 if it does now. */
export const waitMs = (budget: CallBudget, rule: CallRule, purpose: CallPurpose, nowMs: number): number => {
  if (purpose === 'seller') return 0
  const { spacingMs, aheadMs } = paceOf(limitAt(budget, rule, nowMs).perDay, purpose)
  const paceMs = Math.ceil(budget.dueMs[purpose] - aheadMs - nowMs)
  // `addCall` allows no more than this, so the clock was set back.
  const isAhead = paceMs > Math.ceil(spacingMs)
  return Math.max(reserveWaitMs(budget, rule, nowMs), isAhead ? 0 : paceMs, 0)
}

/** Background calls per second, before refusals halve them. A high daily limit allows more. */
const MIN_PER_SECOND = 20
const RATE_RECOVERS_MS = 5 * 60_000
const MAX_HALVINGS = 6

export type CallRate = { readonly halvings: number; readonly atMs: number }

export const fullRate: CallRate = { halvings: 0, atMs: 0 }

const halvingsAt = ({ halvings, atMs }: CallRate, nowMs: number): number =>
  Math.max(0, halvings - Math.floor((nowMs - atMs) / RATE_RECOVERS_MS))

/** Each refusal halves the rate; it recovers step by step. Times are monotonic. */
export const slowDown = (rate: CallRate, nowMs: number): CallRate => ({
  halvings: Math.min(halvingsAt(rate, nowMs) + 1, MAX_HALVINGS),
  atMs: nowMs,
})

/** Calls a second at `nowMs`: a hundred times the average of the day, at least 20, halved by each refusal. */
export const perSecondAt = (rate: CallRate, perDay: number, nowMs: number): number =>
  Math.max(MIN_PER_SECOND, (perDay / (DAY_MS / 1_000)) * 100) / 2 ** halvingsAt(rate, nowMs)
