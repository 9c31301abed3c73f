/**
 * Sends the waiting changes lane by lane, each once. A change without an answer is settled by reading the platform (MSG-13).
 * The scheduler starts no lane while the queue is on hold (OFF-04).
 */
import type { OutboundState, OutboundStateName } from '../../shared/outbound/state.ts'
import { type AppError, Failure } from '../../shared/result.ts'
import { backoffMs } from '../backoff.ts'
import type { Services } from '../feature.ts'
import { afterFailedCheck, queueBackoff, queueWaits, waitUntilMs } from '../http/retry-table.ts'
import {
  type CheckedBatch,
  type CheckedRow,
  checkInTime,
  checkOne,
  createCheckedBatch,
  type Left,
  NothingLeaves,
} from './checked-batch.ts'
import type { AddingKind, AnyKind, ReplacingKind, Settling } from './kind.ts'
import type { AnyRow, OutboundStore } from './outbound-store.ts'
import type { Answered, Outcome } from './outcome.ts'
import type { RunStore } from './run-store.ts'
import { decideSettling, FIRST_READ_AFTER_MS } from './settle.ts'
import { type OutboundEvent, wakeAtMs } from './transition.ts'

/** How long the app waits for a send in progress before it quits. */
const QUIT_WAIT_MS = 3_000

/** States in which a row delays changes to the same subject in other lanes. */
const waitsOrMoves: readonly OutboundStateName[] = ['queued', 'waiting', 'sending', 'unknown']

const NOT_SENT =
  'Something went wrong in Stallhand. Nothing was sent. Try again. If it happens again, report a problem under Settings, About.'

const NO_ANSWER: Outcome = { outcome: 'unknown', reason: 'The connection ended without an answer.' }

/** The outcome of a row that couldn't be checked again in time for its request. */
const NEXT_REQUEST: Outcome = { outcome: 'notNow', waitMs: 0, error: { kind: 'conflict', message: 'Waiting' } }

/** The outcome of a change that wasn't checked again, so no byte of it left, unless its kind has a bug. */
const toUnsent = (outcome: Answered<unknown>): Answered<unknown> => {
  // Never sent again by itself: this one says that it went.
  if (outcome.outcome === 'carriedOut') return NO_ANSWER
  if (outcome.outcome !== 'unknown') return outcome
  return { outcome: 'notReached', error: { kind: 'unknown', message: outcome.reason } }
}

const toError = (error: unknown): AppError =>
  error instanceof Failure
    ? error.detail
    : {
        kind: 'internal',
        message:
          'This couldn’t be checked, so it wasn’t sent. Try again. If it happens again, report a problem under Settings, About.',
        reference: 'outbound',
      }

/** How a row's turn ended: with an outcome, or because its check didn't let it go. */
type Ended =
  | { readonly row: AnyRow; readonly result: Answered<unknown>; readonly left?: undefined }
  | { readonly row: AnyRow; readonly left: Left; readonly result?: undefined }

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
  /** Consecutive tries that didn't reach the platform, by lane. */
  const failures = new Map<string, number>()
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

  const nextTryAtMs = (lane: string): number => {
    const count = (failures.get(lane) ?? 0) + 1
    failures.set(lane, count)
    return clock.nowMs() + backoffMs(queueBackoff, count)
  }

  const checkFailed = (row: AnyRow, error: AppError): OutboundEvent<unknown> => {
    const atMs = clock.nowMs()
    if (error.kind === 'service' && requireKind(row).maxBatch !== undefined) {
      // The platform answers, but not about this subject, so the others of the lane go on. If it fails for all, they spread.
      const count = Math.min((failures.get(row.lane) ?? 0) + 1, 15)
      failures.set(row.lane, count)
      return { event: 'notNow', atMs, untilMs: atMs + count * queueWaits.unreadableMs, error }
    }
    switch (afterFailedCheck[error.kind]) {
      case 'wait':
        return { event: 'notNow', atMs, untilMs: waitUntilMs(error, atMs), error }
      case 'refuse':
        return pausesRun(row, error)
          ? { event: 'notReached', atMs, nextTryAtMs: atMs, error }
          : { event: 'refused', atMs, error }
      case 'tryAgain':
        return { event: 'notReached', atMs, nextTryAtMs: nextTryAtMs(row.lane), error }
    }
  }

  /** Pauses a run if a permission is missing or a whole call was refused, because its other rows would fail the same way. */
  const pausesRun = ({ runId }: AnyRow, error: AppError, isWhole = false): boolean => {
    if (runId === null || (error.kind !== 'forbidden' && !isWhole)) return false
    deps.runs.pause(runId, error)
    return true
  }

  const sendEnded = (row: AnyRow, result: Outcome, retryAtMs: () => number): OutboundEvent<unknown> => {
    const atMs = clock.nowMs()
    switch (result.outcome) {
      case 'carriedOut':
        return { event: 'carriedOut', atMs, note: result.note }
      case 'notReached':
        return { event: 'notReached', atMs, nextTryAtMs: retryAtMs(), error: result.error }
      case 'notNow':
        return { event: 'notNow', atMs, untilMs: atMs + result.waitMs, error: result.error }
      case 'refused':
        return pausesRun(row, result.error, result.isWhole)
          ? { event: 'notReached', atMs, nextTryAtMs: atMs, error: result.error }
          : { event: 'refused', atMs, error: result.error }
      case 'unknown':
        switch (requireKind(row).settle) {
          case 'repeat': {
            const error: AppError = { kind: 'unknown', message: result.reason }
            return { event: 'repeat', atMs, nextTryAtMs: retryAtMs(), error }
          }
          case 'ask':
            return { event: 'unknown', atMs, reason: result.reason, nextReadAtMs: null }
          default:
            unknownSince.set(row.id, clock.monotonicMs())
            return { event: 'unknown', atMs, reason: result.reason, nextReadAtMs: atMs + FIRST_READ_AFTER_MS }
        }
    }
  }

  /** The event of a row that its check holds back. */
  const toLeftEvent = (row: AnyRow, left: Left): OutboundEvent<unknown> => {
    const atMs = clock.nowMs()
    switch (left.decision) {
      case 'alreadyThere':
        return { event: 'alreadyThere', atMs: left.atMs }
      case 'ask':
        return { event: 'ask', atMs, reason: left.reason, found: left.found }
      case 'refuse':
        return { event: 'refused', atMs, error: left.error }
      case 'discard':
        return { event: 'drop', atMs }
      case 'failed':
        if (!(left.error instanceof Failure))
          log.error('could not check a change before sending', { error: left.error, kind: row.kind })
        return checkFailed(row, toError(left.error))
    }
  }

  /** Checks one queued row. If the seller withdrew it during the check, its event doesn't apply. */
  const checkRow = async (row: AnyRow): Promise<CheckedRow | Left> => {
    const result = await checkOne(requireKind(row), row, clock, signal)
    const isStopped = 'decision' in result && result.decision === 'failed' && signal.aborted
    if ('decision' in result && !isStopped) apply(row, toLeftEvent(row, result))
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

  /** Sends rows of a kind that adds. Returns the outcome of each by its id. */
  const sendAdded = async (
    { dispatch: send }: AddingKind<unknown, unknown, unknown>,
    rows: readonly AnyRow[],
  ): Promise<ReadonlyMap<string, Answered<unknown>>> => {
    const outcomes = await send(rows, signal)
    return new Map(
      rows.flatMap(({ id }, index) => {
        const outcome = outcomes[index]
        return outcome === undefined ? [] : [[id, outcome]]
      }),
    )
  }

  /** Sends rows of a kind that replaces, those that may still go when the request leaves. */
  const sendChecked = async (
    kind: ReplacingKind<unknown, unknown, unknown, unknown>,
    batch: CheckedBatch,
  ): Promise<ReadonlyMap<string, Answered<unknown>>> => {
    let answer: Answered<unknown> | ReadonlyMap<string, Answered<unknown>>
    try {
      answer = await kind.dispatch(batch, signal)
    } catch (error) {
      if (!(error instanceof NothingLeaves)) throw error
      return new Map()
    }
    const one = answer instanceof Map ? undefined : (answer as Answered<unknown>)
    const outcomes = batch.rows.flatMap(({ row: { id } }) => {
      const outcome = one ?? (answer as ReadonlyMap<string, Answered<unknown>>).get(id)
      return outcome === undefined ? [] : [[id, outcome] as const]
    })
    if (batch.hasLeft()) return new Map(outcomes)
    if (outcomes.some(([, { outcome }]) => outcome === 'carriedOut'))
      log.error('a change was sent without a fresh check', { kind: kind.name })
    return new Map(outcomes.map(([id, outcome]) => [id, toUnsent(outcome)]))
  }

  const dispatch = async (first: AnyRow, passedMs: number): Promise<void> => {
    const kind = requireKind(first)
    const checked = await checkRows(queue(findBatch(first, passedMs), passedMs), kind)
    if (isStopping) return
    const atMs = clock.nowMs()
    const started = applyAll(checked.map(({ row, before }) => [row, { event: 'dispatch', atMs, before }]))
    if (started.length === 0) return
    const batch = createCheckedBatch(
      kind,
      checked.filter(({ row }) => started.includes(row)),
      clock,
      signal,
    )
    let outcomes: ReadonlyMap<string, Answered<unknown>> = new Map()
    let unexpected: AppError | undefined
    try {
      outcomes = kind.effect === 'adds' ? await sendAdded(kind, started) : await sendChecked(kind, batch)
    } catch (error) {
      log.error('sending a change failed unexpectedly', { error, kind: kind.name })
      if (!isStopping) unexpected = { kind: 'internal', message: NOT_SENT, reference: kind.name }
    }
    const went = kind.effect === 'adds' ? started : batch.went()
    const unsent: Outcome = unexpected === undefined ? NEXT_REQUEST : { outcome: 'notReached', error: unexpected }
    const ended = started.map((row): Ended => {
      const left = batch.why(row.id)
      if (left !== undefined) return { row, left }
      return { row, result: outcomes.get(row.id) ?? (went.includes(row) ? NO_ANSWER : unsent) }
    })
    if (ended.some(({ result }) => result !== undefined && result.outcome !== 'notReached')) failures.delete(first.lane)
    // A failed request counts as one failure, however many rows shared it.
    let sharedRetryAtMs: number | undefined
    const retryAtMs = (): number => {
      sharedRetryAtMs ??= nextTryAtMs(first.lane)
      return sharedRetryAtMs
    }
    applyAll(
      ended.map(({ row, left, result }) => [
        row,
        result === undefined ? toLeftEvent(row, left) : sendEnded(row, result, retryAtMs),
        result?.answer,
      ]),
    )
    for (const { row, result } of ended) {
      // Reads the result for the window. If this read fails, the next poll shows it.
      if (result?.outcome !== 'carriedOut' || isStopping) continue
      await kind.afterSend?.(row, signal, result.answer).catch(() => undefined)
    }
  }

  /** When to repeat a failed reading; null if only the seller can decide. */
  const nextReadAtMs = ({ lane }: AnyRow, error: AppError): number | null => {
    switch (error.kind) {
      case 'rateLimited':
        return clock.nowMs() + error.retryAfterMs
      case 'notFound':
        return null
      default:
        return nextTryAtMs(lane)
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
      apply(row, {
        event: 'notSettled',
        atMs: clock.nowMs(),
        after: null,
        nextReadAtMs: nextReadAtMs(row, toError(error)),
      })
      return
    }
    failures.delete(row.lane)
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
    failures.has(lane) &&
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
      failures.clear()
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
