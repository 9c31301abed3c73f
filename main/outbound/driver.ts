/**
 * Sends the waiting changes lane by lane, each once. A change without an answer is settled by reading the platform (MSG-13).
 * The scheduler starts no lane while the queue is on hold (OFF-04).
 */
import type { OutboundState, OutboundStateName } from '../../shared/outbound/state.ts'
import type { AppError } from '../../shared/result.ts'
import type { Services } from '../feature.ts'
import { type CheckedRow, checkInTime, checkOne, type Left } from './checked-batch.ts'
import type { AnyKind, Settling } from './kind.ts'
import type { AnyRow, OutboundStore } from './outbound-store.ts'
import { createRowEvents } from './row-events.ts'
import type { RunStore } from './run-store.ts'
import { sendBatch } from './send-batch.ts'
import { decideSettling } from './settle.ts'
import { type OutboundEvent, wakeAtMs } from './transition.ts'

/** How long the app waits for a send in progress before it quits. */
const QUIT_WAIT_MS = 3_000

/** States in which a row delays changes to the same subject in other lanes. */
const waitsOrMoves: readonly OutboundStateName[] = ['queued', 'waiting', 'sending', 'unknown']

type DriverDeps = Pick<Services, 'clock' | 'log' | 'online' | 'scheduler'> & {
  readonly store: OutboundStore
  readonly runs: RunStore
  /** Called after rows changed. `runIds`: the runs that the changed rows belong to. */
  readonly onChange: (runIds: ReadonlySet<number>) => void
}

export const createDriver = (deps: DriverDeps) => {
  const { store, clock, scheduler, log } = deps
  const stopping = new AbortController()
  const { signal } = stopping
  let isStopping = false
  const running = new Set<Promise<void>>()
  const events = createRowEvents(deps)
  /** When a send ended without an answer, by monotonic time: setting the clock must not shorten the wait. */
  const unknownSince = new Map<string, number>()

  const requireKind = (row: AnyRow): AnyKind => store.requireKind(row.kind)

  const plan = (lane: string, atMs: number): void =>
    scheduler.plan(`outbound.lane/${lane}`, atMs, (dueMs) => track(runLane(lane, dueMs)))

  const track = async (work: Promise<void>): Promise<void> => {
    running.add(work)
    try {
      await work
    } finally {
      running.delete(work)
    }
  }

  /** Applies events to rows of one kind, in one transaction. Returns the rows whose state accepted their event. */
  const applyAll = (
    changes: readonly (readonly [row: AnyRow, event: OutboundEvent<unknown>, answer?: unknown])[],
  ): readonly AnyRow[] => {
    const applied = store.applyAll(changes.map(([row, event, answer]) => [row.id, event, answer]))
    const rows = changes.flatMap(([row], index) => {
      const next = applied[index]
      if (next === undefined) return []
      if (next.state !== 'unknown') unknownSince.delete(row.id)
      else if (!unknownSince.has(row.id)) unknownSince.set(row.id, clock.monotonicMs())
      // A change to the same subject in another lane may have been waiting for this one.
      if (!waitsOrMoves.includes(next.state)) for (const lane of store.lanesBeside(row)) plan(lane, clock.nowMs())
      return [row]
    })
    if (rows[0] !== undefined) {
      requireKind(rows[0]).onChange()
      deps.onChange(new Set(rows.flatMap(({ runId }) => (runId === null ? [] : [runId]))))
    }
    return rows
  }

  const apply = (row: AnyRow, event: OutboundEvent<unknown>): void => void applyAll([[row, event]])

  /** Checks one queued row. If the seller withdrew it during the check, its event doesn't apply. */
  const checkRow = async (row: AnyRow): Promise<CheckedRow | Left> => {
    const result = await checkOne(requireKind(row), row, clock, signal)
    const isStopped = 'decision' in result && result.decision === 'failed' && signal.aborted
    if ('decision' in result && !isStopped) apply(row, events.afterCheck(row, result))
    return result
  }

  /** Returns the due rows of the lane that may share a request with `first`, up to the number that `room` allows. */
  const findBatch = (first: AnyRow, passedMs: number): readonly AnyRow[] => {
    const { maxBatch = 1, batchKey, room } = requireKind(first)
    const key = batchKey?.(first.payload)
    const due =
      maxBatch === 1
        ? [first]
        : store.batchFrom(first, maxBatch).filter((row) => isDue(row, passedMs) && batchKey?.(row.payload) === key)
    const found = room?.(due) ?? { count: due.length }
    if ('count' in found) return due.slice(0, Math.max(1, found.count))
    for (const row of queue([first], passedMs)) apply(row, { event: 'notNow', atMs: clock.nowMs(), ...found })
    return []
  }

  const isDue = ({ state }: AnyRow, passedMs: number): boolean =>
    (wakeAtMs(state) ?? Number.POSITIVE_INFINITY) <= passedMs

  /** Queues due rows that are delayed or waiting; the event doesn't apply to the others. Returns all as they are now. */
  const queue = (rows: readonly AnyRow[], passedMs: number): readonly AnyRow[] => {
    const atMs = clock.nowMs()
    applyAll(
      rows.map((row) => {
        const event = row.state.state === 'delayed' ? 'undoTimePassed' : 'waitPassed'
        return [row, { event, atMs, dueMs: passedMs }] as const
      }),
    )
    return rows.map(({ id }) => store.require(id))
  }

  /** Checks rows that may share a request. Stops when a check can't reach the platform. The remaining rows wait for their turn. */
  const checkRows = async (rows: readonly AnyRow[], kind: AnyKind): Promise<readonly CheckedRow[]> => {
    const waits = ({ id }: AnyRow): boolean => ['queued', 'waiting'].includes(store.require(id).state.state)
    const failed = new Set<AnyRow>()
    const check = async (row: AnyRow): Promise<CheckedRow | Left> => {
      const result = await checkRow(row)
      if ('decision' in result && waits(row)) failed.add(row)
      return result
    }
    const { results } = await checkInTime(kind, rows, clock, check, () => !isStopping && failed.size === 0)
    // The seller may have paused a run during the checks.
    const paused: ReadonlySet<number | null> = deps.runs.pausedIds()
    return [...results.values()].flatMap((result) =>
      'decision' in result || paused.has(result.row.runId) ? [] : [result],
    )
  }

  const dispatch = async (first: AnyRow, passedMs: number): Promise<void> => {
    const kind = requireKind(first)
    const checked = await checkRows(queue(findBatch(first, passedMs), passedMs), kind)
    if (isStopping) return
    const atMs = clock.nowMs()
    const started = applyAll(checked.map(({ row, before }) => [row, { event: 'dispatch', atMs, before }]))
    if (started.length === 0) return
    const leaving = checked.filter(({ row }) => started.includes(row))
    const ended = await sendBatch(kind, leaving, { clock, log, signal, isStopping: () => isStopping })
    if (ended.some(({ result }) => result !== undefined && result.outcome !== 'notReached'))
      events.forgetFailures(first.lane)
    // A failed request counts as one failure, however many rows shared it.
    let sharedRetryAtMs: number | undefined
    const retryAtMs = (): number => {
      sharedRetryAtMs ??= events.nextTryAtMs(first.lane)
      return sharedRetryAtMs
    }
    applyAll(
      ended.map(({ row, left, result }) => [
        row,
        result === undefined ? events.afterCheck(row, left) : events.afterSend(row, result, retryAtMs),
        result?.answer,
      ]),
    )
    for (const { row, result } of ended) {
      // Reads the result for the window. If this read fails, the next poll shows it.
      if (result?.outcome !== 'carriedOut' || isStopping) continue
      await kind.afterSend?.(row, signal, result.answer).catch(() => undefined)
    }
  }

  const settle = async (row: AnyRow, state: OutboundState<unknown> & { readonly state: 'unknown' }): Promise<void> => {
    const { settle: read } = requireKind(row)
    // A kind that is repeated is never read: it has no unknown outcome.
    if (typeof read === 'string') {
      apply(row, { event: 'notSettled', atMs: clock.nowMs(), after: null, nextReadAtMs: null })
      return
    }
    const sinceMs = unknownSince.get(row.id) ?? clock.monotonicMs()
    unknownSince.set(row.id, sinceMs)
    const elapsedMs = clock.monotonicMs() - sinceMs
    let settling: Settling<unknown>
    try {
      settling = await read(row, state.before, signal)
    } catch (error) {
      apply(row, events.afterFailedRead(row, error))
      return
    }
    events.forgetFailures(row.lane)
    apply(
      row,
      decideSettling(settling, { elapsedMs, nowElapsedMs: clock.monotonicMs() - sinceMs, nowMs: clock.nowMs() }),
    )
  }

  /** Moves on a row left in `sending` because its outcome couldn't be stored or the app was closed. */
  const endInterrupted = (row: AnyRow): void => {
    const atMs = clock.nowMs()
    const error: AppError = { kind: 'unknown', message: 'Stallhand closed while this was being sent.' }
    apply(
      row,
      requireKind(row).settle === 'repeat'
        ? { event: 'repeat', atMs, nextTryAtMs: atMs, error }
        : { event: 'restart', atMs },
    )
  }

  /**
   * Whether a row waits until the platform is reachable instead of retrying on a timer. A row that was never tried, or that the
   * seller sends now, is tried either way.
   */
  const waitsForOnline = (lane: string, state: OutboundState<unknown>): boolean =>
    !deps.online.isOnline() &&
    events.hasFailed(lane) &&
    state.state !== 'delayed' &&
    !(state.state === 'queued' && state.error === null)

  /**
   * Advances the rows of one lane until each waits for a time, the platform or the seller.
   *
   * `dueMs` comes from the scheduler; waits that start here use the clock.
   */
  const runLane = async (lane: string, dueMs: number): Promise<void> => {
    for (let plannedMs = dueMs; !isStopping; plannedMs = 0) {
      const passedMs = Math.max(plannedMs, clock.nowMs())
      const row = store.firstBlocking(lane, passedMs)
      if (row === undefined) return
      const { state } = row
      if (state.state === 'sending') {
        endInterrupted(row)
        continue
      }
      const wakeMs = waitsForOnline(lane, state) ? undefined : wakeAtMs(state)
      if (wakeMs === undefined || wakeMs > passedMs) {
        // An earlier, postponed row is sent on time, whatever this row waits for.
        const nextMs = Math.min(wakeMs ?? Number.POSITIVE_INFINITY, store.nextPostponedMs(lane, passedMs))
        if (nextMs < Number.POSITIVE_INFINITY) plan(lane, nextMs)
        return
      }
      if (state.state === 'unknown') await settle(row, state)
      else await dispatch(row, passedMs)
    }
  }

  return {
    /** Schedules the next run of a lane. */
    plan,

    /** Ends sends that the last shutdown interrupted, restarts the undo time of delayed rows, and resumes the rest. */
    start: (): void => {
      const atMs = clock.nowMs()
      for (const row of store.select('is_open = 1')) {
        const { delayAgainMs } = requireKind(row)
        // Starts the settling times of all rows together, not one after another.
        if (row.state.state === 'sending' || row.state.state === 'unknown')
          unknownSince.set(row.id, clock.monotonicMs())
        if (row.state.state === 'sending') endInterrupted(row)
        else if (row.state.state === 'delayed' && delayAgainMs !== undefined) {
          store.apply(row.id, { event: 'delayAgain', atMs, undoUntilMs: atMs + delayAgainMs })
        }
      }
      for (const lane of store.openLanes()) plan(lane, atMs)
    },

    /** Call when the platform is reachable again or the seller signed in. Retries restart from the shortest wait. */
    online: (): void => {
      events.forgetAllFailures()
      const atMs = clock.nowMs()
      for (const row of store.select(`is_open = 1 AND state IN ('queued', 'waiting', 'unknown')`)) {
        store.apply(row.id, { event: 'online', atMs })
        plan(row.lane, atMs)
      }
    },

    /** Whether the app is quitting. Long work then stops after its current request. */
    isStopping: (): boolean => isStopping,

    /** Starts nothing new, waits briefly for sends in progress, then aborts them as `unknown`. */
    stop: async (): Promise<void> => {
      isStopping = true
      if (running.size > 0) {
        const finished = Promise.allSettled(running)
        await new Promise<void>((resolve) => {
          const cancel = clock.setTimer(resolve, QUIT_WAIT_MS)
          void finished.then(() => {
            cancel()
            resolve()
          })
        })
      }
      stopping.abort()
      await Promise.allSettled(running)
    },
  }
}
