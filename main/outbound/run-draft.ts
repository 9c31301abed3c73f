/** What a feature's planner returns: the rows of a run before the seller confirms it. Pure. */
import { createHash } from 'node:crypto'
import {
  type Fee,
  MAX_NAMED_DELETIONS,
  type PlanLine,
  type RunChange,
  type RunLabel,
  type RunPlan,
} from '../../shared/outbound/run-contract.ts'
import type { AnyKind } from './kind.ts'

/** An item of a plan, as it is shown. */
export type PlanRow = {
  readonly sku: string
  readonly title: string | null
  readonly changes: readonly RunChange[]
  /** Why the run leaves it out; null if it goes. */
  readonly problem: string | null
  /** What it deletes, by name. */
  readonly deletions: readonly string[]
  readonly fees: readonly Fee[] | null
}

/** A row as it is shown and as it would be queued. Without a payload it is left out, and `shown.problem` says why. */
export type DraftRow = {
  readonly shown: PlanRow
  readonly lane: string
  readonly subject: string
  /** The kind that sends it. */
  readonly kind: AnyKind['name']
  readonly payload: unknown
}

export type RunDraft = {
  readonly label: RunLabel
  /** In the order in which they go. */
  readonly rows: readonly DraftRow[]
  readonly calls: number
  readonly schedule?: RunPlan['schedule']
  readonly lastReading?: RunPlan['lastReading']
  /** The sum of the fees; null if any isn't known. */
  readonly fees?: readonly Fee[] | null
  /** The sentence to confirm, about the rows that go. */
  readonly confirmation: string
  /** Runs in the transaction that queues the rows, before them. */
  readonly onStart?: () => void
  /** The same, after them. */
  readonly onQueued?: () => void
}

export const isGoing = ({ payload }: DraftRow): boolean => payload !== undefined

/** Identifies what the seller confirms: what goes, with its values, and what is left out. */
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

/** The plan as the window shows it. `planToken` is that of the draft before its fees were read. */
export const describeDraft = (draft: RunDraft, planToken: string, revertsRunId: number | null): RunPlan => {
  const going = draft.rows.filter(isGoing)
  const deletions = going.flatMap(({ shown }) => shown.deletions.map((name) => ({ sku: shown.sku, name })))
  return {
    planToken,
    label: draft.label,
    revertsRunId,
    counts: { going: going.length, leftOut: draft.rows.length - going.length },
    calls: draft.calls,
    schedule: draft.schedule ?? null,
    deletions: { all: deletions.length, first: deletions.slice(0, MAX_NAMED_DELETIONS) },
    lastReading: draft.lastReading ?? null,
    fees: draft.fees ?? null,
    confirmation: draft.confirmation,
  }
}

/** The lines of a row: one for each of its values. */
export const toLines = ({ shown: { sku, title, changes, problem, fees } }: DraftRow): readonly PlanLine[] =>
  (changes.length === 0 ? [null] : changes).map((change, index) => ({
    sku,
    title,
    change,
    isFirst: index === 0,
    problem,
    fees: index === 0 ? fees : null,
  }))
