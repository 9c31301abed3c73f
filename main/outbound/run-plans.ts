/**
 * Plans runs, starts them, and plans what puts them back (OFF-06). A plan is computed from stored data each time it is shown, and is
 * kept in memory only.
 */
import { randomUUID } from 'node:crypto'
import type { Exclusion, PlanChoice, PlanPart, RunPlan, RunRow } from '../../shared/outbound/run-contract.ts'
import { conflict, notFound, validation } from '../../shared/result.ts'
import type { Database } from '../database/database.ts'
import type { Clock } from '../ports.ts'
import type { AnyRow, OutboundStore } from './outbound-store.ts'
import { createPlanContext, type PlanContext, type Planned } from './plan-rows.ts'
import {
  type DraftRow,
  describeDraft,
  isGoing,
  nameOf,
  type PlanRow,
  type RunDraft,
  selectRows,
  tokenOf,
  toLines,
} from './run-draft.ts'
import type { RunStore, StoredRun } from './run-store.ts'

/** The window can show several plans, such as one of all rows and one of the chosen rows, and start any of them. */
const MAX_KEPT_PLANS = 10
const MAX_NAMED_SKUS = 5

/** How to compute a plan: once to show it, again to start it. `complete` reads what costs calls, such as fees, once. */
export type Planning = {
  readonly excluded: readonly Exclusion[]
  readonly make: (context: PlanContext) => RunDraft
  readonly complete?: (draft: RunDraft) => Promise<RunDraft>
}

type KeptPlan = {
  /** `tokenOf` the draft before its fees were read. */
  readonly token: string
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

export const createRunPlans = (deps: {
  readonly database: Database
  readonly clock: Clock
  readonly store: OutboundStore
  readonly runs: RunStore
  /** Schedules these lanes, and notifies their kinds and the window. */
  readonly wake: (rows: readonly Pick<AnyRow, 'lane' | 'kind'>[]) => void
  readonly onRun: (runId: number) => void
  /** Throws `notFound`. */
  readonly requireRun: (runId: number) => StoredRun
  readonly isOpen: (runId: number) => boolean
  /** The rows of a run that can be put back. */
  readonly revertible: (runId: number) => readonly AnyRow[]
  readonly describeRow: (row: AnyRow) => RunRow
}) => {
  const { database, clock, store, runs, requireRun, revertible, describeRow } = deps
  const kept = new Map<string, KeptPlan>()

  const keep = (plan: KeptPlan): RunPlan => {
    const planToken = nameOf(plan.token, plan.draft)
    kept.delete(planToken)
    for (const name of [...kept.keys()].slice(0, 1 - MAX_KEPT_PLANS)) kept.delete(name)
    kept.set(planToken, plan)
    return describeDraft(plan.draft, planToken, plan.revertsRunId)
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
    /** Runs a feature's planner. Throws the planner's errors. */
    plan: async ({ excluded, make: compute, complete }: Planning): Promise<RunPlan> => {
      const make = (): RunDraft => compute(openContext(excluded))
      const draft = make()
      return keep({
        token: tokenOf(draft, null),
        draft: complete === undefined ? draft : await complete(draft),
        make,
        revertsRunId: null,
      })
    },

    planRevert: (runId: number, excluded: readonly Exclusion[]): RunPlan => {
      const run = requireRun(runId)
      if (deps.isOpen(runId)) throw conflict('This run is still open. Let it finish or stop it first.')
      const make = (): RunDraft => draftRevert(run, openContext(excluded))
      const draft = make()
      return keep({ token: tokenOf(draft, runId), draft, make, revertsRunId: runId })
    },

    planRows: (planToken: string, show: PlanPart, offset: number, limit: number) => {
      const lines = selectRows(requirePlan(planToken).draft, show).flatMap(toLines)
      return { rows: lines.slice(offset, offset + limit), total: lines.length }
    },

    start: ({ planToken, deletions, cautions }: StartRequest): number => {
      const { token, draft, make, revertsRunId } = requirePlan(planToken)
      if (tokenOf(make(), revertsRunId) !== token) {
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
  }
}
