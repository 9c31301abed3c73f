/** A feature's plan of a run, before the seller confirms it. Pure. */
import { createHash } from 'node:crypto'
import {
  type Fee,
  MAX_NAMED_CAUTIONS,
  MAX_NAMED_DELETIONS,
  type PlanLine,
  type RunChange,
  type RunLabel,
  type RunPlan,
} from '../../shared/outbound/run-contract.ts'
import type { AnyKind } from './kind.ts'
import type { PlannedNext } from './next-step.ts'

/** An item of a plan, as the window shows it. */
export type PlanRow = {
  readonly sku: string
  readonly title: string | null
  readonly changes: readonly RunChange[]
  /** Why the run leaves the item out; null if it is included. */
  readonly problem: string | null
  /** Names of the values it deletes. */
  readonly deletions: readonly string[]
  /** What the seller confirms before this row is sent: a change that is more often a slip than a wish. */
  readonly caution?: string | undefined
  readonly fees: readonly Fee[] | null
}

/** A row as shown and as it would be queued. A row without a payload is left out, for the reason in `shown.problem`. */
export type DraftRow = {
  readonly shown: PlanRow
  readonly lane: string
  readonly subject: string
  /** The outbound kind that sends it. */
  readonly kind: AnyKind['name']
  readonly payload: unknown
}

export type RunDraft = {
  readonly label: RunLabel
  /** In sending order. */
  readonly rows: readonly DraftRow[]
  readonly calls: number
  readonly schedule?: RunPlan['schedule']
  readonly lastReading?: RunPlan['lastReading']
  /** The sum of the fees; null if any fee is unknown. */
  readonly fees?: readonly Fee[] | null
  /** The sentence to confirm, about the included rows. */
  readonly confirmation: string
  /** The step that its items need afterwards (LST-21). */
  readonly next?: PlannedNext
  /** The run after which it takes the next step, and of which items. */
  readonly continues?: { readonly runId: number; readonly skus: readonly string[] }
  /** Runs in the transaction that queues the rows, after they are added. */
  readonly onQueued?: () => void
}

export const isGoing = ({ payload }: DraftRow): boolean => payload !== undefined

/** Identifies what the seller confirms: the included rows with their values, and what is left out. */
export const tokenOf = ({ label, rows }: RunDraft, revertsRunId: number | null): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        label,
        revertsRunId,
        rows.map(({ subject, payload, shown }) => [subject, payload, shown.problem]),
      ]),
    )
    .digest('base64url')

/** The plan as the window shows it. `planToken` is the token of the draft before its fees were read. */
export const describeDraft = (draft: RunDraft, planToken: string, revertsRunId: number | null): RunPlan => {
  const going = draft.rows.filter(isGoing)
  const deletions = going.flatMap(({ shown }) => shown.deletions.map((name) => ({ sku: shown.sku, name })))
  const cautions = going.flatMap(({ shown: { sku, caution } }) =>
    caution === undefined ? [] : [{ sku, message: caution }],
  )
  return {
    planToken,
    label: draft.label,
    revertsRunId,
    counts: { going: going.length, leftOut: draft.rows.length - going.length },
    calls: draft.calls,
    schedule: draft.schedule ?? null,
    deletions: { all: deletions.length, first: deletions.slice(0, MAX_NAMED_DELETIONS) },
    cautions: { all: cautions.length, first: cautions.slice(0, MAX_NAMED_CAUTIONS) },
    lastReading: draft.lastReading ?? null,
    fees: draft.fees ?? null,
    confirmation: draft.confirmation,
  }
}

/** The lines of a row, one for each changed value. */
export const toLines = ({ shown: { sku, title, changes, problem, caution, fees } }: DraftRow): readonly PlanLine[] =>
  (changes.length === 0 ? [null] : changes).map((change, index) => ({
    sku,
    title,
    change,
    isFirst: index === 0,
    problem,
    caution: problem === null ? (caution ?? null) : null,
    fees: index === 0 ? fees : null,
  }))
