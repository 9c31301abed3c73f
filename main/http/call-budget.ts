/**
 * How many calls a day background reads may make to a service. A platform blocks the seller once the day's calls are
 * used up, so background reads stop at a share of a known limit, or at an allowance if no limit is known. Counts a
 * sliding 24 hours, because platforms don't say when their day begins. Pure: times come with each call.
 */

/** `seller`: the seller waits for it. `watch`: checks for news. `readAhead`: reads what was never opened. */
export const callPurposes = ['seller', 'watch', 'readAhead'] as const
export type CallPurpose = (typeof callPurposes)[number]
export type BackgroundPurpose = Exclude<CallPurpose, 'seller'>

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Background reads may use this share of a known limit; the rest is the seller's. */
const BACKGROUND_SHARE = 0.65
/** Half of that is for reading ahead, half for checks for news: the first sync must not silence the rest of the day. */
const READ_AHEAD_SHARE = 0.5
/** This part of the reading ahead may go at once; the rest is spread over the hours, so that a long first reading goes on. */
const READ_AHEAD_AT_ONCE = 0.75
/** The longest interval between checks when they are spread over the day. */
const MAX_SPREAD_MS = HOUR_MS / 2

/** A pause this long means that the day's calls are used up, not a limit per second. */
export const DAY_PAUSE_MS = 10 * 60_000

type Counts = Readonly<Record<CallPurpose, number>>

export type CallBudget = {
  /** Calls by hour since 1970, oldest first: the last 24 hours and the current one. */
  readonly hours: readonly (Counts & { readonly hour: number })[]
  /** The platform accepts no calls before this time. */
  readonly refusedUntilMs: number
}

/**
 * `stated`: the platform said at `atMs` that the service accepts `perDay` calls, the seller's included (PLT-38).
 * `published`: its documents say so. `unknown`: neither does, and background reads may make `perDay` calls.
 */
export type CallLimit =
  | { readonly perDay: number; readonly source: 'stated'; readonly atMs: number }
  | { readonly perDay: number; readonly source: 'published' | 'unknown' }

export const emptyBudget: CallBudget = { hours: [], refusedUntilMs: 0 }

const noCalls: Counts = { seller: 0, watch: 0, readAhead: 0 }

const addCounts = (a: Counts, b: Counts): Counts => ({
  seller: a.seller + b.seller,
  watch: a.watch + b.watch,
  readAhead: a.readAhead + b.readAhead,
})

const toHour = (ms: number): number => Math.floor(ms / HOUR_MS)

/** The hours that count at `nowMs`. Hours in the future, after the clock was set back, count as the current one. */
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

/** Calls of the last 24 hours. */
export const countCalls = (budget: CallBudget, nowMs: number): Counts =>
  currentHours(budget, nowMs).reduce<Counts>(addCounts, noCalls)

/** Counts a call that the platform may have received. */
export const addCall = (budget: CallBudget, purpose: CallPurpose, nowMs: number): CallBudget => {
  const hours = currentHours(budget, nowMs)
  const hour = toHour(nowMs)
  const last = hours.at(-1)
  const current = { ...noCalls, ...(last?.hour === hour ? last : {}), hour }
  const counted = { ...current, [purpose]: current[purpose] + 1 }
  return { ...budget, hours: [...(last?.hour === hour ? hours.slice(0, -1) : hours), counted] }
}

/** The platform answered 429: it gets no background reads for `pauseMs`. */
export const addRefusal = (budget: CallBudget, pauseMs: number, nowMs: number): CallBudget => ({
  ...budget,
  refusedUntilMs: nowMs + pauseMs,
})

/** Background reads allowed per day. */
export const backgroundCap = ({ perDay, source }: CallLimit): number =>
  source === 'unknown' ? perDay : Math.floor(perDay * BACKGROUND_SHARE)

const shareOf = (limit: CallLimit, purpose: BackgroundPurpose): number =>
  Math.floor(backgroundCap(limit) * (purpose === 'readAhead' ? READ_AHEAD_SHARE : 1 - READ_AHEAD_SHARE))

/** Calls left of the day. */
const leftOf = (counts: Counts, limit: CallLimit, purpose: BackgroundPurpose): number => {
  const cap = backgroundCap(limit)
  const background = counts.watch + counts.readAhead
  const ofLimit = limit.source === 'unknown' ? Number.POSITIVE_INFINITY : limit.perDay - background - counts.seller
  const ofShare = purpose === 'readAhead' ? shareOf(limit, purpose) - counts.readAhead : cap
  return Math.min(ofLimit, ofShare, cap - background)
}

/** Calls left at a time, the pause aside: of the day, and of the hour. */
const leftAt = (budget: CallBudget, limit: CallLimit, purpose: BackgroundPurpose, atMs: number): number => {
  const hours = currentHours(budget, atMs)
  const counts = hours.reduce<Counts>(addCounts, noCalls)
  const ofDay = leftOf(counts, limit, purpose)
  if (purpose === 'watch') return ofDay
  const share = shareOf(limit, purpose)
  const last = hours.at(-1)
  const inHour = last?.hour === toHour(atMs) ? last.readAhead : 0
  const atOnce = Math.floor(share * READ_AHEAD_AT_ONCE) - counts.readAhead
  const ofHour = Math.ceil((share * (1 - READ_AHEAD_AT_ONCE)) / 24) - inHour
  return Math.min(ofDay, Math.max(atOnce, ofHour))
}

/** Background reads for this purpose allowed now; 0 during a pause. */
export const callsLeft = (budget: CallBudget, limit: CallLimit, purpose: BackgroundPurpose, nowMs: number): number =>
  pauseLeftMs(budget, nowMs) > 0 ? 0 : Math.max(0, leftAt(budget, limit, purpose, nowMs))

/**
 * Milliseconds between two such calls at which their share lasts until the oldest counted calls expire; 0 while more than
 * half of it is left.
 */
export const spreadMs = (budget: CallBudget, limit: CallLimit, purpose: BackgroundPurpose, nowMs: number): number => {
  const share = shareOf(limit, purpose)
  const counts = countCalls(budget, nowMs)
  const left = Math.min(share - counts[purpose], leftOf(counts, limit, purpose))
  const oldest = currentHours(budget, nowMs).find((hour) => hour[purpose] > 0)
  if (oldest === undefined || left > share / 2) return 0
  return Math.min(((oldest.hour + 25) * HOUR_MS - nowMs) / Math.max(left, 1), MAX_SPREAD_MS)
}

/** Milliseconds left of the pause that the platform requested; at most a day, in case the clock was set back. */
export const pauseLeftMs = (budget: CallBudget, nowMs: number): number =>
  Math.max(0, Math.min(budget.refusedUntilMs - nowMs, DAY_MS))

/** Milliseconds until a background read for this purpose may go; 0 if it may now. */
export const waitMs = (budget: CallBudget, limit: CallLimit, purpose: BackgroundPurpose, nowMs: number): number => {
  let freeInMs = 0
  // Calls are counted by the hour, so only its end frees some.
  for (let hour = toHour(nowMs) + 1; hour <= toHour(nowMs) + 25; hour += 1) {
    if (leftAt(budget, limit, purpose, nowMs + freeInMs) > 0) break
    freeInMs = hour * HOUR_MS - nowMs
  }
  return Math.max(pauseLeftMs(budget, nowMs), freeInMs)
}
