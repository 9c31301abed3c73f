/**
 * Reads the platform's list of active listings in the background (LST-13).
 *
 * Each page is stored with the progress, so that an interrupted reading continues with the next page. It starts once the
 * inventory's items are read, because a listing of the inventory would otherwise be shown as made with another tool.
 */
import * as z from 'zod'
import type { ActiveListState } from '../../../shared/inventory/active-listing.ts'
import { type AppError, Failure } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import { readStoredJson } from '../../database/stored-json.ts'
import type { Cancel, Clock } from '../../ports.ts'
import type { Scheduler } from '../../scheduler.ts'
import { type ActiveClient, MAX_ACTIVE_LISTINGS } from './active-client.ts'
import type { ActiveStore } from './active-store.ts'

const TASK = 'inventory.activeListings'
const MARK = 'activeListings'

const MINUTE_MS = 60_000
/** A shop of 25,000 listings has 125 pages: this leaves most of the 5,000 calls a day to the seller. */
const MIN_EVERY_MS = 30 * MINUTE_MS
const EVERY_MS_PER_PAGE = 2 * MINUTE_MS
/** Delay before a missing listing is checked again, and before a change that a notification reported is read. */
const MIN_AGAIN_MS = MINUTE_MS
const AGAIN_MS_PER_PAGE = 20_000
/** An interrupted reading that began longer ago starts again. */
const MAX_PASS_MS = 6 * 60 * MINUTE_MS
const RETRY_MS = 10 * MINUTE_MS
const NOTIFY_EVERY_MS = 500

const passSchema = z.object({
  pass: z.int(),
  startedAtMs: z.number(),
  /** The page to read next; null after the last. */
  nextPage: z.int().nullable(),
  pages: z.int(),
  total: z.int(),
  /** When the last complete reading ended. */
  readAtMs: z.number().nullable(),
  /** Whether the complete reading missed a listing that the one before showed. */
  hasMissing: z.boolean(),
})
type Pass = z.infer<typeof passSchema>

const noPass: Pass = {
  pass: 0,
  startedAtMs: 0,
  nextPage: null,
  pages: 0,
  total: 0,
  readAtMs: null,
  hasMissing: false,
}

/** The wait after a complete reading. */
export const waitAfter = ({ pages, hasMissing }: Pick<Pass, 'pages' | 'hasMissing'>): number =>
  hasMissing ? Math.max(MIN_AGAIN_MS, pages * AGAIN_MS_PER_PAGE) : Math.max(MIN_EVERY_MS, pages * EVERY_MS_PER_PAGE)

export type ActiveReader = ReturnType<typeof createActiveReader>

export const createActiveReader = (deps: {
  readonly client: ActiveClient
  readonly store: ActiveStore
  readonly database: Database
  readonly marks: {
    readonly mark: (name: string) => string | undefined
    readonly setMark: (name: string, value: string) => void
  }
  readonly scheduler: Scheduler
  readonly clock: Clock
  /** Whether the platform has such a list. */
  readonly isOffered: boolean
  /** Calls back once the items of the inventory are read. */
  readonly onItemsRead: (listener: () => void) => Cancel
  readonly onChange: () => void
}) => {
  const { client, store, database, marks, scheduler, clock } = deps
  let isStopped = false
  let stopListening: Cancel = () => undefined
  let hasStarted = false
  let problem: AppError | null = null

  const load = (): Pass => readStoredJson(passSchema, marks.mark(MARK)) ?? noPass
  const save = (pass: Pass): void => marks.setMark(MARK, JSON.stringify(pass))

  const begin = (): Pass => {
    const last = load()
    const isOpen = last.nextPage !== null && clock.nowMs() - last.startedAtMs < MAX_PASS_MS
    return isOpen ? last : { ...last, pass: last.pass + 1, startedAtMs: clock.nowMs(), nextPage: 1 }
  }

  const readPages = async (): Promise<Pass> => {
    let pass = begin()
    let notifiedAtMs = clock.monotonicMs()
    while (pass.nextPage !== null && !isStopped) {
      const { nextPage } = pass
      const purpose = pass.readAtMs === null ? 'readAhead' : 'watch'
      const { listings, pages, total } = await client.getActivePage(nextPage, { purpose })
      if (isStopped) break
      const isLast = nextPage >= pages
      pass = { ...pass, nextPage: isLast ? null : nextPage + 1, ...(pages === 0 ? {} : { pages, total }) }
      if (isLast && nextPage === 1) pass = { ...pass, pages, total }
      database.transaction(() => {
        store.putAll(listings, pass.pass)
        if (isLast) pass = { ...pass, readAtMs: clock.nowMs(), hasMissing: store.endPass(pass.pass) > 0 }
        save(pass)
      })
      if (!isLast && clock.monotonicMs() - notifiedAtMs >= NOTIFY_EVERY_MS) {
        notifiedAtMs = clock.monotonicMs()
        deps.onChange()
      }
    }
    return pass
  }

  const run = async (): Promise<void> => {
    try {
      const pass = await readPages()
      problem = null
      planWithin(waitAfter(pass))
    } catch (error) {
      if (!(error instanceof Failure) || error.detail.kind === 'storage') throw error
      problem = error.detail
      scheduler.retryBy(TASK, clock.nowMs() + (problem.kind === 'rateLimited' ? problem.retryAfterMs : RETRY_MS), run)
    }
    if (!isStopped) deps.onChange()
  }

  const planWithin = (afterMs: number): void => {
    if (!isStopped) scheduler.planBy(TASK, clock.nowMs() + afterMs, run)
  }

  return {
    state: (): ActiveListState => {
      const { pages, total, nextPage, readAtMs } = load()
      return {
        elsewhere: store.countElsewhere(),
        readAtMs,
        progress: nextPage === null || nextPage === 1 ? null : { done: nextPage - 1, all: pages },
        isCut: total >= MAX_ACTIVE_LISTINGS,
      }
    },
    /** Why the list couldn't be read; null if it could. */
    problem: (): AppError | null => problem,
    /** Reads the list now, unless it isn't offered or the items aren't read yet. */
    wake: (): void => {
      if (hasStarted) planWithin(0)
    },
    /** Reads the list soon if it has the listing, because a notification reported a change. */
    requestFor: (listingId: string): void => {
      if (!hasStarted || !store.has(listingId)) return
      const atMs = load().startedAtMs + waitAfter({ ...load(), hasMissing: true })
      planWithin(Math.max(0, atMs - clock.nowMs()))
    },
    start: (): void => {
      if (!deps.isOffered) return
      stopListening = deps.onItemsRead(() => {
        if (hasStarted) return
        hasStarted = true
        const { readAtMs, nextPage, ...last } = load()
        planWithin(readAtMs === null || nextPage !== null ? 0 : readAtMs + waitAfter(last) - clock.nowMs())
      })
    },
    stop: (): void => {
      isStopped = true
      stopListening()
    },
  }
}
