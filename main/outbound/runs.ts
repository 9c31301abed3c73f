/**
 * Runs of the outbound queue (OFF-06), for every kind of change: how they go, their pause and end, and the step after them.
 * `run-plans.ts` plans and starts them.
 *
 * A run is a label over rows of the queue, which checks each change again before sending it (OFF-02).
 */
import type { NextStep, Run, RunName, RunNext, RunRow } from '../../shared/outbound/run-contract.ts'
import { blockingStates, type OutboundStateName } from '../../shared/outbound/state.ts'
import { conflict, notFound } from '../../shared/result.ts'
import type { Database } from '../database/database.ts'
import type { Clock } from '../ports.ts'
import { decideNext, type NeedsStep, type NextDecision, type StoredNext } from './next-step.ts'
import type { AnyRow, OutboundStore } from './outbound-store.ts'
import { createRunPlans } from './run-plans.ts'
import type { RunStore, StoredRun } from './run-store.ts'
import { wakeAtMs } from './transition.ts'

const MAX_SHOWN_RUNS = 20

const skuOf = ({ subject }: Pick<AnyRow, 'subject'>): string => subject.slice(subject.indexOf(':') + 1)

/** Why the next row waits. */
const describeWait = (row: AnyRow | undefined): Run['waits'] => {
  if (row === undefined) return null
  const { state } = row
  if (state.state === 'waiting') return { error: state.error, untilMs: state.untilMs }
  return state.state === 'queued' && state.error !== null
    ? { error: state.error, untilMs: wakeAtMs(state) ?? null }
    : null
}

const describeMessage = ({ state, lastError }: AnyRow): string => {
  switch (state.state) {
    case 'sent':
      return state.note ?? ''
    case 'unknown':
      return state.reason
    case 'withdrawn':
    case 'discarded':
      return ''
    default:
      return lastError?.message ?? ''
  }
}

export type Runs = ReturnType<typeof createRuns>

export const createRuns = (deps: {
  readonly database: Database
  readonly clock: Clock
  readonly store: OutboundStore
  readonly runs: RunStore
  readonly isOnHold: () => boolean
  /** Schedules these lanes, and notifies their kinds and the window. */
  readonly wake: (rows: readonly Pick<AnyRow, 'lane' | 'kind'>[]) => void
  /** Called after rows were withdrawn, to raise the high-water mark. */
  readonly onWithdrawn: () => void
  readonly onRun: (runId: number) => void
}) => {
  const { database, clock, store, runs } = deps
  const needs = new Map<NextStep, NeedsStep>()

  const requireRun = (runId: number): StoredRun => {
    const run = runs.find(runId)
    if (run === undefined) throw notFound('This run doesn’t exist.')
    return run
  }

  const isOpen = (counts: Run['counts']): boolean => blockingStates.some((state) => counts[state] > 0)

  const isTakenBack = (runId: number): boolean => {
    const { all, withdrawn, discarded } = runs.countStates(runId)
    return withdrawn + discarded === all
  }

  const rowsOf = (
    runId: number,
    states: readonly OutboundStateName[],
    page?: { readonly offset: number; readonly limit: number },
  ): readonly AnyRow[] => {
    const list = states.map((state) => `'${state}'`).join(', ')
    return store.select(`run_id = ?${states.length === 0 ? '' : ` AND state IN (${list})`}`, [runId], page)
  }

  /** Rows that this run sent and that their kind can revert. Leaves out what the platform already had before the run. */
  const revertible = (runId: number): readonly AnyRow[] =>
    rowsOf(runId, ['sent']).filter((row) => {
      if (row.isDamaged || row.attempts === 0) return false
      const { inRun } = store.requireKind(row.kind)
      return inRun?.revert !== undefined && inRun.canRevert?.(row.payload) !== false
    })

  /** Why the run's next row waits; null if it doesn't wait. */
  const findWait = (run: StoredRun): Run['waits'] =>
    describeWait(store.select(`run_id = ? AND state IN ('queued', 'waiting')`, [run.id], { limit: 1 })[0])

  const resolveNext = (run: StoredRun): NextDecision => {
    const { next } = run.plan
    const own = next === undefined ? undefined : needs.get(next.step)
    if (next === undefined || own === undefined) return { skus: [], shown: null }
    const rows = runs.subjects(run.id).map((row) => ({ sku: skuOf(row), state: row.state }))
    const goesOn = rows.some(({ state }) => state !== 'unknown' && blockingStates.includes(state))
    const isMoving = goesOn && !run.isPaused && findWait(run) === null
    return decideNext({ next, rows, isMoving, isTakenBack, needs: own })
  }

  /** Whether the step is over: no row of the run or of those that took it is open. */
  const isNextOver = (run: StoredRun, { started }: StoredNext): boolean =>
    resolveNext(run).shown === null &&
    [run.id, ...started.map(({ runId }) => runId)].every(
      (id) => store.select('run_id = ? AND is_open = 1', [id], { limit: 1 }).length === 0,
    )

  const describe = (run: StoredRun): Run => {
    const counts = runs.countStates(run.id)
    const open = isOpen(counts)
    return {
      runId: run.id,
      label: run.label,
      revertsRunId: run.revertsId,
      createdAtMs: run.createdAtMs,
      isPaused: run.isPaused && open,
      isOpen: open,
      problem: open ? run.problem : null,
      waits: open ? findWait(run) : null,
      counts,
      leftOut: run.plan.leftOut,
      canRevert: !open && revertible(run.id).length > 0,
      next: resolveNext(run).shown,
    }
  }

  const describeRow = (row: AnyRow): RunRow => {
    const inRun = row.payload === undefined ? undefined : store.requireKind(row.kind).inRun
    const about = inRun?.describe(row.payload) ?? {
      sku: skuOf(row),
      title: null,
      changes: [],
    }
    return { outboundId: row.id, state: row.state.state, message: describeMessage(row), ...about }
  }

  return {
    ...createRunPlans({
      ...deps,
      requireRun,
      isOpen: (runId) => isOpen(runs.countStates(runId)),
      revertible,
      describeRow,
    }),

    /** Call for every step before the queue starts. */
    registerNext: (step: NextStep, needsStep: NeedsStep): void => {
      needs.set(step, needsStep)
    },

    /** Forgets the steps that are over. */
    forgetEndedSteps: (): void => {
      for (const run of runs.withNext()) {
        if (run.plan.next !== undefined && isNextOver(run, run.plan.next)) runs.putNext(run, undefined)
      }
    },

    /** The items that can take the step after a run now (LST-21). Throws `conflict` if there are none. */
    requireNext: (runId: number): readonly string[] => {
      const { skus } = resolveNext(requireRun(runId))
      if (skus.length === 0) throw conflict('Nothing is left to do after this run.')
      return skus
    },

    nextSteps: (): readonly (RunName & RunNext)[] =>
      runs.withNext().flatMap((run) => {
        const { shown } = resolveNext(run)
        return shown?.isOffered === true ? [{ runId: run.id, label: run.label, ...shown }] : []
      }),

    dismissNext: (runId: number): void => {
      runs.putNext(requireRun(runId), undefined)
      deps.onRun(runId)
    },

    list: (): readonly Run[] => runs.newest(MAX_SHOWN_RUNS).map(describe),

    find: (runId: number): Run | null => {
      const run = runs.find(runId)
      return run === undefined ? null : describe(run)
    },

    rows: (runId: number, states: readonly OutboundStateName[], offset: number, limit: number) => {
      const counts = runs.countStates(runId)
      const total = states.length === 0 ? counts.all : states.reduce((sum, state) => sum + counts[state], 0)
      return { rows: rowsOf(runId, states, { offset, limit }).map(describeRow), total }
    },

    pause: (runId: number): void => {
      requireRun(runId)
      if (!isOpen(runs.countStates(runId))) throw conflict('This run has already ended.')
      runs.pause(runId, null)
      deps.onRun(runId)
    },

    /** Resumes a run and tries its waiting rows at once. While the queue is on hold, nothing is sent (OFF-04). */
    resume: (runId: number): void => {
      requireRun(runId)
      const atMs = clock.nowMs()
      const rows = rowsOf(runId, ['queued', 'waiting'])
      database.transaction(() => {
        runs.resume(runId)
        if (!deps.isOnHold()) store.applyAll(rows.map(({ id }) => [id, { event: 'sendNow', atMs }]))
      })
      deps.wake(rows)
      deps.onRun(runId)
    },

    /** Withdraws the unsent rows. Returns their number. */
    stop: (runId: number): number => {
      requireRun(runId)
      const atMs = clock.nowMs()
      const rows = rowsOf(runId, ['delayed', 'queued', 'waiting'])
      store.applyAll(rows.map(({ id }) => [id, { event: 'discard', atMs }]))
      if (rows.length > 0) deps.onWithdrawn()
      deps.wake(rows)
      return rows.length
    },
  }
}
