/**
 * Reads what was earned (FIN-01): the last ninety days with each check, because transactions change and corrections come later,
 * and everything before in steps of a year, the newest first, resumed after a restart.
 *
 * The platform lists transactions of five years, at most 36 months in one call (FACT-171).
 */
import type { EarningsState } from '../../../shared/earnings/contract.ts'
import { type AppError, Failure } from '../../../shared/result.ts'
import type { Services } from '../../feature.ts'
import type { HttpRequest } from '../../http/request.ts'
import type { Cancel } from '../../ports.ts'
import type { FinancesClient, MoneyPage, MoneyWindow } from '../platform/finances-client.ts'
import { readPayout, readTransaction } from '../records/transaction-record.ts'
import type { TransactionStore } from '../store/transaction-store.ts'
import type { ReadingState } from './reading-state.ts'

const DAY_MS = 24 * 60 * 60_000
/** A check reads ninety days by the platform's clock. This computer's may be a day off. */
const NEWEST_MS = 89 * DAY_MS
const STEP_MS = 365 * DAY_MS
const MAX_AGE_MS = 5 * STEP_MS
const CHECK_MS = 2 * 60 * 60_000
/** A list that changes faster is read again with the next check. */
const MAX_PASSES = 4
/** Nothing is lost if a wrong total would make the reading endless. */
const MAX_PAGES = 2_000
/** Transactions that are stored in one go: about ten milliseconds. */
const PART = 100

type ReadOptions = Pick<HttpRequest, 'purpose' | 'signal'>

const toAppError = (error: unknown): AppError =>
  error instanceof Failure
    ? error.detail
    : { kind: 'unknown', message: 'The earnings couldn’t be read. Read them again.' }

type ReaderDeps = Pick<Services, 'clock' | 'database' | 'log' | 'online' | 'scheduler'> & {
  readonly client: FinancesClient
  readonly store: TransactionStore
  readonly state: ReadingState
  /** Called after transactions or payouts changed. */
  readonly onSaved: () => void
  /** Called after the newest ones were read. */
  readonly onChecked: () => void
  readonly onChange: () => void
}

export type EarningsReader = ReturnType<typeof createEarningsReader>

export const createEarningsReader = (deps: ReaderDeps) => {
  const { client, store, state, clock, scheduler, log, database } = deps
  const stopping = new AbortController()
  const { signal } = stopping
  const running = new Set<Promise<unknown>>()
  let checking: Promise<void> | undefined
  let isReadingBack = false
  let progress: EarningsState['progress'] = null
  let problem: AppError | null = null
  let stopListening: Cancel = () => undefined

  const track = <T>(work: Promise<T>): Promise<T> => {
    running.add(work)
    const forget = (): void => void running.delete(work)
    work.then(forget, forget)
    return work
  }

  /** Stores a page in parts, so that nothing waits for a thousand transactions. Storing it again changes nothing. */
  const save = async ({ entries }: MoneyPage): Promise<void> => {
    let changed = 0
    for (let at = 0; at < entries.length; at += PART) {
      const part = entries.slice(at, at + PART).map(readTransaction)
      changed += database.lazily(() => store.save(part, clock.nowMs()))
      await new Promise((resolve) => setImmediate(resolve))
      signal.throwIfAborted()
    }
    if (changed > 0) deps.onSaved()
  }

  /** Reads a list until its end, again if it became shorter meanwhile: then an entry may be on no page. */
  const readAll = async (
    read: (offset: number) => Promise<MoneyPage>,
    onPage: (page: MoneyPage) => void | Promise<void>,
  ): Promise<void> => {
    for (let pass = 0; pass < MAX_PASSES; pass += 1) {
      let offset = 0
      let most = 0
      for (let pages = 0; pages < MAX_PAGES; pages += 1) {
        const page = await read(offset)
        signal.throwIfAborted()
        await onPage(page)
        offset += page.step
        most = Math.max(most, page.total)
        progress = { read: offset, total: most }
        deps.onChange()
        if (page.step === 0 || offset >= page.total) break
      }
      if (offset >= most) return
    }
  }

  const readPayouts = (window: MoneyWindow, options: ReadOptions): Promise<void> =>
    readAll(
      (offset) => client.getPayouts(window, offset, options),
      ({ entries }) => {
        if (store.savePayouts(entries.flatMap((entry) => readPayout(entry) ?? [])) > 0) deps.onSaved()
      },
    )

  /** A payout may have transactions that were read before they belonged to it, or that are older than what is read. */
  const completePayouts = async (options: ReadOptions): Promise<void> => {
    for (const payoutId of store.incompletePayouts(clock.nowMs() - DAY_MS)) {
      await readAll((offset) => client.getPayoutTransactions(payoutId, offset, options), save)
      store.setPayoutRead(payoutId, clock.nowMs())
    }
  }

  const readNewest = async (options: ReadOptions): Promise<void> => {
    const nowMs = clock.nowMs()
    const fromMs = nowMs - NEWEST_MS
    try {
      await readAll((offset) => client.getTransactions(null, offset, options), save)
      await readPayouts({ fromMs, toMs: null }, options)
      const known = state.load('coverage')
      const isGapless = known !== undefined && known.toMs >= fromMs
      database.transaction(() => {
        // After a longer time without a check, the past is read again up to where this one begins.
        if (!isGapless) state.remove('window')
        state.store('coverage', { fromMs: isGapless ? Math.min(known.fromMs, fromMs) : fromMs, toMs: nowMs })
      })
      deps.onChecked()
      await completePayouts(options)
    } finally {
      progress = null
    }
  }

  const isComplete = (): boolean => {
    const known = state.load('coverage')
    return known !== undefined && known.fromMs <= clock.nowMs() - MAX_AGE_MS + 2 * DAY_MS
  }

  /** Reads one page of the past, stores it, and then where the next one begins: what a crash interrupts is read again. */
  const readBackOnce = async (options: ReadOptions): Promise<void> => {
    const known = state.load('coverage')
    if (known === undefined) return
    const earliestMs = clock.nowMs() - MAX_AGE_MS + DAY_MS
    const window = state.load('window') ?? {
      fromMs: Math.max(earliestMs, known.fromMs - STEP_MS),
      toMs: known.fromMs,
      offset: 0,
      total: 0,
      passes: 0,
    }
    const page = await client.getTransactions(window, window.offset, options)
    signal.throwIfAborted()
    // A check may have moved the end meanwhile, or found a gap, after which the past is read from another day.
    const isStill = (): boolean => state.load('coverage')?.fromMs === known.fromMs
    const offset = window.offset + page.step
    const total = Math.max(window.total, page.total)
    const isEnd = page.step === 0 || offset >= page.total
    progress = { read: offset, total }
    // A list that became shorter meanwhile is read again: an entry may have been on no page.
    const isShorter = isEnd && offset < total && window.passes + 1 < MAX_PASSES
    if (!isEnd || isShorter) {
      await save(page)
      const next = isShorter ? { offset: 0, total: 0, passes: window.passes + 1 } : { offset, total }
      if (isStill()) state.store('window', { ...window, ...next })
      return
    }
    await save(page)
    await readPayouts(window, options)
    database.transaction(() => {
      const now = state.load('coverage')
      if (now === undefined || !isStill()) return
      state.store('coverage', { ...now, fromMs: window.fromMs })
      state.remove('window')
    })
  }

  const readBack = async (): Promise<void> => {
    if (isReadingBack) return
    isReadingBack = true
    try {
      while (!signal.aborted && !isComplete()) {
        await readBackOnce({ purpose: 'readAhead', signal })
        deps.onChange()
      }
      await completePayouts({ purpose: 'readAhead', signal })
    } finally {
      isReadingBack = false
      progress = null
      if (!signal.aborted) {
        deps.onChange()
        deps.onChecked()
      }
    }
  }

  const planHistory = (): void => {
    if (!isComplete()) scheduler.planBy('earnings.history', clock.nowMs(), () => track(runHistory()))
  }

  const runHistory = async (): Promise<void> => {
    try {
      await readBack()
      problem = null
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof Failure)) throw error
      problem = error.detail
      deps.onChange()
      log.warn('could not read earlier earnings', { kind: error.detail.kind })
      // The next check continues from the same place.
    }
  }

  /** One check at a time: a call during a check waits for it. */
  const check = (options: ReadOptions): Promise<void> => {
    checking ??= track(
      readNewest({ ...options, signal })
        .then(
          () => {
            problem = null
          },
          (error: unknown) => {
            if (!signal.aborted) problem = toAppError(error)
            throw error
          },
        )
        .finally(() => {
          checking = undefined
          if (signal.aborted) return
          deps.onChange()
          planCheck(CHECK_MS, problem !== null)
          if (problem === null) planHistory()
        }),
    )
    return checking
  }

  const planCheck = (afterMs: number, isRetry = false): void =>
    scheduler[isRetry ? 'retryBy' : 'planBy']('earnings.read', clock.nowMs() + afterMs, async () => {
      try {
        await check({ purpose: 'watch' })
      } catch (error) {
        if (signal.aborted) return
        if (!(error instanceof Failure)) throw error
        log.warn('could not read the earnings', { kind: error.detail.kind })
      }
    })

  return {
    reading: () => {
      const known = state.load('coverage')
      return {
        fromMs: known?.fromMs ?? null,
        toMs: known?.toMs ?? null,
        isComplete: isComplete(),
        progress,
        problem,
      }
    },
    isComplete,
    /** Throws why the newest transactions couldn't be read. */
    read: (): Promise<void> => check({}),
    start: (): void => {
      stopListening = deps.online.onChange((online) => {
        if (online && problem !== null) planCheck(0)
      })
      planCheck(0)
    },
    stop: async (): Promise<void> => {
      stopListening()
      stopping.abort()
      await Promise.allSettled(running)
    },
  }
}
