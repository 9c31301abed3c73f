/** Reads returns, missing parcels and cancellation requests every few minutes (ORD-04). */
import { caseTypes } from '../../../shared/orders/case.ts'
import { type AppError, Failure } from '../../../shared/result.ts'
import type { Services } from '../../feature.ts'
import type { HttpRequest } from '../../http/request.ts'
import type { ReadingState } from '../reading/reading-state.ts'
import type { CaseStore } from '../store/case-store.ts'
import { MAX_WINDOW_MS, type PostOrderClient } from './post-order-client.ts'

/** The service allows 5,000 calls a day, and a reading takes at least three. */
const EVERY_MS = 15 * 60_000
/** How far back open cases are read: the service returns eighteen months. */
const MAX_WINDOWS = 6

type Window = { readonly fromMs: number; readonly toMs: number | null }

/** Windows of at most ninety days, the newest first, back to the oldest open case. */
export const planWindows = (nowMs: number, oldestOpenMs: number | null): readonly Window[] => {
  // An hour less than allowed, so that two clocks needn't agree.
  const span = MAX_WINDOW_MS - 60 * 60_000
  const count = oldestOpenMs === null ? 1 : Math.ceil((nowMs - oldestOpenMs) / span)
  return Array.from({ length: Math.min(Math.max(1, count), MAX_WINDOWS) }, (_, index) => ({
    fromMs: nowMs - (index + 1) * span,
    toMs: index === 0 ? null : nowMs - index * span,
  }))
}

export const createCaseReader = (
  deps: Pick<Services, 'clock' | 'log' | 'scheduler'> & {
    readonly client: PostOrderClient
    readonly cases: CaseStore
    readonly state: ReadingState
    readonly onChange: () => void
  },
) => {
  const { client, cases, state, clock, scheduler, log } = deps
  const stopping = new AbortController()
  const { signal } = stopping
  let reading: Promise<void> | undefined
  let problem: AppError | null = null

  const readAll = async (options: Pick<HttpRequest, 'purpose'>): Promise<void> => {
    const nowMs = clock.nowMs()
    for (const window of planWindows(nowMs, cases.oldestOpenMs())) {
      for (const type of caseTypes) {
        for (let page = 1, hasMore = true; hasMore; page += 1) {
          const found = await client.search(type, window, page, { ...options, signal })
          signal.throwIfAborted()
          cases.save(type, found.cases, nowMs)
          hasMore = found.hasMore
        }
      }
    }
    state.store('cases', { readAtMs: nowMs })
  }

  const read = (options: Pick<HttpRequest, 'purpose'>): Promise<void> => {
    reading ??= readAll(options)
      .then(
        () => {
          problem = null
        },
        (error: unknown) => {
          if (error instanceof Failure && !signal.aborted) problem = error.detail
          throw error
        },
      )
      .finally(() => {
        reading = undefined
        if (signal.aborted) return
        deps.onChange()
        planWithin(EVERY_MS, problem !== null)
      })
    return reading
  }

  const planWithin = (afterMs: number, isRetry = false): void =>
    scheduler[isRetry ? 'retryBy' : 'planBy']('orders.cases', clock.nowMs() + afterMs, async () => {
      try {
        // The seller's own reading may have started before the change that this one is for.
        await reading?.catch(() => undefined)
        await read({ purpose: 'watch' })
      } catch (error) {
        if (signal.aborted) return
        if (!(error instanceof Failure)) throw error
        log.warn('could not read returns and requests', { kind: error.detail.kind })
      }
    })

  return {
    reading: () => ({ readAtMs: state.load('cases')?.readAtMs ?? null, problem }),
    /** Throws the platform's or the network's error. */
    refresh: (): Promise<void> => read({}),
    /** Reads them soon, because something about them changed. */
    request: (): void => planWithin(0),
    start: (): void => planWithin(0),
    stop: async (): Promise<void> => {
      stopping.abort()
      await reading?.catch(() => undefined)
    },
  }
}
