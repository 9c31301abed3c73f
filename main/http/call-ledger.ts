/** Counts the calls to each service, and decides when a background read may be sent. */
import type { Clock, Log } from '../ports.ts'
import {
  addCall,
  addRefusal,
  type BackgroundPurpose,
  backgroundCap,
  type CallBudget,
  type CallLimit,
  type CallPurpose,
  countCalls,
  emptyBudget,
  pauseLeftMs,
  spreadMs,
  waitMs,
} from './call-budget.ts'
import type { Service } from './request.ts'

/** Each write waits for the disk, so a kill may lose this many calls. A day's reserve is larger. */
const SAVE_AFTER_CALLS = 100
const SAVE_AFTER_MS = 60_000
/** Background calls per second. A limit of two million a day allows a hundred times its average, so 20,000 items take minutes. */
const MIN_PER_SECOND = 20
const perSecond = (perDay: number): number => Math.max(MIN_PER_SECOND, perDay / 864)
/** Background reads of this many seconds may start at once. */
const RATE_BURST_S = 5

export type StoredBudgets = Readonly<Partial<Record<Service, CallBudget>>>

/** The calls of the last 24 hours to one service. */
export type ServiceCalls = {
  readonly service: Service
  readonly counts: Readonly<Record<CallPurpose, number>>
  readonly limit: CallLimit
  /** Background reads allowed per day. */
  readonly backgroundCap: number
  /** When the platform accepts calls again; null if it accepts them now. */
  readonly refusedUntilMs: number | null
}

/** Queried by features before a background read. */
export type CallAllowance = {
  /** Milliseconds until a read for this purpose may go; 0 if it may now. */
  readonly waitMs: (service: Service, purpose: BackgroundPurpose) => number
  /** The minimum interval between two such calls, given those that are left. */
  readonly spreadMs: (service: Service, purpose: BackgroundPurpose) => number
}

export type CallLedger = CallAllowance & {
  readonly count: (service: Service, purpose: CallPurpose) => void
  /** The platform answered 429: the service gets no background reads for `pauseMs`. */
  readonly refuse: (service: Service, pauseMs: number) => void
  /** Milliseconds left of the pause that the platform requested; 0 without one. */
  readonly pauseMs: (service: Service) => number
  /** Reserves the next free turn for a background call; returns the milliseconds until it. */
  readonly takeTurn: (service: Service) => number
  /** In the order of their first call. */
  readonly list: () => readonly ServiceCalls[]
  readonly save: () => void
}

/** A call succeeds even if its count can't be stored: the platform may already have carried it out. */
export const createCallLedger = (deps: {
  readonly clock: Clock
  readonly log: Log
  readonly stored: StoredBudgets
  readonly save: (budgets: StoredBudgets) => void
  readonly limitOf: (service: Service) => CallLimit
}): CallLedger => {
  const { clock, limitOf } = deps
  const budgets = new Map(Object.entries(deps.stored) as [Service, CallBudget][])
  /** When the reserved turns end, by the monotonic clock. */
  const turns = new Map<Service, number>()
  let unsaved = 0
  let savedMs = clock.monotonicMs()

  const load = (service: Service): CallBudget => budgets.get(service) ?? emptyBudget

  const save = (): void => {
    if (unsaved === 0) return
    unsaved = 0
    savedMs = clock.monotonicMs()
    try {
      deps.save(Object.fromEntries(budgets))
    } catch (error) {
      deps.log.warn('the counted calls could not be saved', { error })
    }
  }

  return {
    waitMs: (service, purpose) => waitMs(load(service), limitOf(service), purpose, clock.nowMs()),
    spreadMs: (service, purpose) => spreadMs(load(service), limitOf(service), purpose, clock.nowMs()),
    pauseMs: (service) => pauseLeftMs(load(service), clock.nowMs()),
    count: (service, purpose) => {
      budgets.set(service, addCall(load(service), purpose, clock.nowMs()))
      unsaved += 1
      if (unsaved >= SAVE_AFTER_CALLS || clock.monotonicMs() - savedMs >= SAVE_AFTER_MS) save()
    },
    refuse: (service, pauseMs) => {
      budgets.set(service, addRefusal(load(service), pauseMs, clock.nowMs()))
      unsaved += 1
      save()
    },
    takeTurn: (service) => {
      const nowMs = clock.monotonicMs()
      const turnMs = 1_000 / perSecond(limitOf(service).perDay)
      const endMs = Math.max(turns.get(service) ?? Number.NEGATIVE_INFINITY, nowMs - RATE_BURST_S * 1_000) + turnMs
      turns.set(service, endMs)
      return Math.max(0, Math.ceil(endMs - nowMs))
    },
    list: () => {
      const nowMs = clock.nowMs()
      return [...budgets].map(([service, budget]) => {
        const limit = limitOf(service)
        return {
          service,
          counts: countCalls(budget, nowMs),
          limit,
          backgroundCap: backgroundCap(limit),
          refusedUntilMs: budget.refusedUntilMs > nowMs ? budget.refusedUntilMs : null,
        }
      })
    },
    save,
  }
}
