/**
 * Runs of the outbound queue (OFF-06): plan, start, follow, pause, stop and revert, for every kind of change.
 *
 * A plan is computed from stored data each time it is shown, and is kept in memory only. A run is a label over rows of the
 * queue, which checks each change again before sending it (OFF-02).
 */
import { randomUUID } from 'node:crypto'
import type {
  Exclusion,
  NextStep,
  PlanChoice,
  PlanPart,
  Run,
  RunName,
  RunNext,
  RunPlan,
  RunRow,
} from '../../shared/outbound/run-contract.ts'
import { blockingStates, type OutboundStateName } from '../../shared/outbound/state.ts'
import { conflict, notFound, validation } from '../../shared/result.ts'
import type { Database } from '../database/database.ts'
import type { Clock } from '../ports.ts'
import { decideNext, type NeedsStep, type NextDecision, type StoredNext } from './next-step.ts'
import type { AnyRow, OutboundStore } from './outbound-store.ts'
import { createPlanContext, type PlanContext, type Planned } from './plan-rows.ts'
import {
  type DraftRow,
  describeDraft,
  isGoing,
  type PlanRow,
  type RunDraft,
  selectRows,
  tokenOf,
  toLines,
} from './run-draft.ts'
import type { RunStore, StoredRun } from './run-store.ts'
import { wakeAtMs } from './transition.ts'

/** The window can show several plans, such as one of all rows and one of the chosen rows, and start any of them. */
const MAX_KEPT_PLANS = 10
const MAX_SHOWN_RUNS = 20
const MAX_NAMED_SKUS = 5

/** How to compute a plan: once to show it, again to start it. `complete` reads what costs calls, such as fees, once. */
export type Planning = {
  readonly excluded: readonly Exclusion[]
  readonly make: (context: PlanContext) => RunDraft
  readonly complete?: (draft: RunDraft) => Promise<RunDraft>
}

type KeptPlan = {
  readonly planToken: string
  readonly draft: RunDraft
  readonly make: () => RunDraft
  readonly revertsRunId: number | null
}

const nameSkus = (rows: readonly DraftRow[]): string => {
  const skus = rows.map(({ shown }) => shown.sku)
  const more = skus.length - MAX_NAMED_SKUS
  return `${skus.slice(0, MAX_NAMED_SKUS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const leaveOut = (row: DraftRow, problem: string): DraftRow => ({
  ...row,
  payload: undefined,
  shown: { ...row.shown, problem },
})

/** What the seller confirms for a whole plan. */
const confirmations = {
  deletions: {
    input: 'deletions',
    applies: ({ deletions }: PlanRow) => deletions.length > 0,
    question: (skus: string) => `This run deletes fields of ${skus}. Confirm them, or leave these items out.`,
    leftOut: 'You didn’t confirm its deletions.',
  },
  cautions: {
    input: 'cautions',
    applies: ({ caution }: PlanRow) => caution !== undefined,
    question: (skus: string) => `This run makes large changes to ${skus}. Confirm them, or leave these items out.`,
    leftOut: 'You didn’t confirm its large change.',
  },
} as const

type StartRequest = {
  readonly planToken: string
  readonly deletions?: PlanChoice | undefined
  readonly cautions?: PlanChoice | undefined
}

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
  const kept = new Map<string, KeptPlan>()
  const needs = new Map<NextStep, NeedsStep>()

  const keep = (plan: KeptPlan): RunPlan => {
    kept.delete(plan.planToken)
    for (const token of [...kept.keys()].slice(0, 1 - MAX_KEPT_PLANS)) kept.delete(token)
    kept.set(plan.planToken, plan)
    return describeDraft(plan.draft, plan.planToken, plan.revertsRunId)
  }

  const openContext = (excluded: readonly Exclusion[]): PlanContext => {
    // Read once, because a plan may have thousands of rows.
    const busy = store.busySubjects()
    return createPlanContext(excluded, (subject) => busy.has(subject))
  }

  const requirePlan = (planToken: string): KeptPlan => {
    const plan = kept.get(planToken)
    if (plan === undefined) throw notFound('This review is too old. Review the changes again. Nothing was sent.')
    return plan
  }

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

  /** Leaves out the included rows that match if the seller chose so. Throws `validation` if the seller chose nothing. */
  const requireChoice = (
    rows: readonly DraftRow[],
    choice: PlanChoice | undefined,
    about: (typeof confirmations)[keyof typeof confirmations],
  ): readonly DraftRow[] => {
    if (choice === 'confirmed') return rows
    const matching = new Set(rows.filter((row) => isGoing(row) && about.applies(row.shown)))
    if (matching.size === 0) return rows
    if (choice === undefined) throw validation(about.input, about.question(nameSkus([...matching])))
    const kept = new Set(choice === 'leftOut' ? [] : choice)
    return rows.map((row) => (matching.has(row) && !kept.has(row.shown.sku) ? leaveOut(row, about.leftOut) : row))
  }

  const noteTaken = ({ runId, skus }: NonNullable<RunDraft['continues']>, byRunId: number): void => {
    const run = requireRun(runId)
    const { next } = run.plan
    if (next === undefined) return
    runs.putNext(run, { ...next, started: [...next.started, { runId: byRunId, skus: [...skus] }] })
  }

  const draftRevert = (run: StoredRun, { outPaths, toRow }: PlanContext): RunDraft => {
    const rows = revertible(run.id).map((row): DraftRow => {
      const { sku, title, changes } = describeRow(row)
      const plan = (): Planned => {
        const reversal = store.requireKind(row.kind).inRun?.revert?.(row, outPaths(sku))
        return reversal ?? { problem: 'It can’t be put back.' }
      }
      return toRow({ sku, title, changes, lane: row.lane, subject: row.subject, kind: row.kind, plan })
    })
    const going = rows.filter(isGoing)
    const perCall = Math.max(1, ...going.map(({ kind }) => store.requireKind(kind).maxBatch ?? 1))
    return {
      label: run.label,
      rows,
      calls: Math.ceil(going.length / perCall),
      confirmation: `Put back what was there before for ${going.length} ${going.length === 1 ? 'item' : 'items'}.`,
    }
  }

  return {
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

    /** Runs a feature's planner. Throws the planner's errors. */
    plan: async ({ excluded, make: compute, complete }: Planning): Promise<RunPlan> => {
      const make = (): RunDraft => compute(openContext(excluded))
      const draft = make()
      const planToken = tokenOf(draft, null)
      return keep({
        planToken,
        draft: complete === undefined ? draft : await complete(draft),
        make,
        revertsRunId: null,
      })
    },

    planRevert: (runId: number, excluded: readonly Exclusion[]): RunPlan => {
      const run = requireRun(runId)
      if (isOpen(runs.countStates(runId))) throw conflict('This run is still open. Let it finish or stop it first.')
      const make = (): RunDraft => draftRevert(run, openContext(excluded))
      const draft = make()
      return keep({ planToken: tokenOf(draft, runId), draft, make, revertsRunId: runId })
    },

    planRows: (planToken: string, show: PlanPart, offset: number, limit: number) => {
      const lines = selectRows(requirePlan(planToken).draft, show).flatMap(toLines)
      return { rows: lines.slice(offset, offset + limit), total: lines.length }
    },

    start: ({ planToken, deletions, cautions }: StartRequest): number => {
      const { draft, make, revertsRunId } = requirePlan(planToken)
      if (tokenOf(make(), revertsRunId) !== planToken) {
        kept.delete(planToken)
        throw conflict('Something changed since this review. Review the changes again. Nothing was sent.')
      }
      const confirmed = requireChoice(draft.rows, deletions, confirmations.deletions)
      const rows = requireChoice(confirmed, cautions, confirmations.cautions)
      const going = rows.filter(isGoing)
      if (going.length === 0) {
        throw conflict('Nothing in this selection can be done. See the reason beside each item.')
      }
      const atMs = clock.nowMs()
      const runId = database.transaction(() => {
        // A change that adds something replaces nothing.
        for (const { kind, subject } of going) {
          if (store.requireKind(kind).effect === 'replaces') store.retire(subject, atMs)
        }
        const leftOut = rows
          .filter((row) => !isGoing(row))
          .map(({ shown: { sku, title, problem } }) => ({ sku, title, reason: problem ?? '' }))
        const next =
          draft.next === undefined ? {} : { next: { ...draft.next, saved: [...draft.next.saved], started: [] } }
        const id = runs.add({ label: draft.label, plan: { leftOut, ...next }, revertsId: revertsRunId }, atMs)
        if (draft.continues !== undefined) noteTaken(draft.continues, id)
        for (const { kind, lane, subject, payload } of going) {
          const state = { state: 'queued', nextTryAtMs: atMs, error: null, earlier: null } as const
          store.add({ id: randomUUID(), kind, lane, subject, runId: id, payload, state }, atMs)
        }
        draft.onQueued?.()
        return id
      })
      kept.delete(planToken)
      deps.wake(going)
      deps.onRun(runId)
      if (draft.continues !== undefined) deps.onRun(draft.continues.runId)
      return runId
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
