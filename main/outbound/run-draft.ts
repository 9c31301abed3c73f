/** A feature's plan of a run, before the seller confirms it. Pure. */
import { createHash } from 'node:crypto'
import {
  type Fee,
  MAX_NAMED_CAUTIONS,
  MAX_NAMED_DELETIONS,
  type PlanLine,
  type PlanPart,
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
  /** Whether the seller left it out, and nothing else does. */
  readonly isExcluded?: boolean | undefined
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

/**
 * Whether the seller confirms the included row before it is sent. Deleting items is what such a run is for, so it is confirmed once
 * for all.
 */
const isAsking = ({ payload, shown }: DraftRow, label: RunLabel): boolean =>
  payload !== undefined && (shown.caution !== undefined || (label !== 'delete' && shown.deletions.length > 0))

/** The rows of a part of the plan, in the order in which they are shown. */
export const selectRows = ({ rows, label }: RunDraft, part: PlanPart): readonly DraftRow[] => {
  const going = rows.filter(isGoing)
  const leftOut = rows.filter((row) => !isGoing(row))
  const asking = going.filter((row) => isAsking(row, label))
  const refused = leftOut.filter(({ shown }) => shown.isExcluded !== true)
  switch (part) {
    case 'all':
      return [...going, ...leftOut]
    case 'going':
      return going
    case 'leftOut':
      return leftOut
    case 'check':
      return [...asking, ...refused]
    case 'ready': {
      const others = new Set([...asking, ...refused])
      return rows.filter((row) => !others.has(row))
    }
  }
}

const digest = (content: unknown): string => createHash('sha256').update(JSON.stringify(content)).digest('base64url')

/** Identifies what the seller confirms: the included rows with their values, and what is left out. */
export const tokenOf = ({ label, rows }: RunDraft, revertsRunId: number | null): string =>
  digest([label, revertsRunId, rows.map(({ subject, payload, shown }) => [subject, payload, shown.problem])])

/** Identifies a plan as shown, fees included, because the window caches rows by this name. `token`: from `tokenOf`. */
export const nameOf = (token: string, { rows }: RunDraft): string => digest([token, rows.map(({ shown }) => shown)])

const countItems = (rows: readonly DraftRow[]): number => new Set(rows.map(({ shown }) => shown.sku)).size

/** The plan as the window shows it. */
export const describeDraft = (draft: RunDraft, planToken: string, revertsRunId: number | null): RunPlan => {
  const going = draft.rows.filter(isGoing)
  const deletions = going.flatMap(({ shown }) => shown.deletions.map((name) => ({ sku: shown.sku, name })))
  const cautions = going.flatMap(({ shown: { sku, caution } }) =>
    caution === undefined ? [] : [{ sku, message: caution }],
  )
  const ready = going.filter((row) => !isAsking(row, draft.label))
  return {
    planToken,
    label: draft.label,
    revertsRunId,
    counts: { going: going.length, leftOut: draft.rows.length - going.length },
    items: { going: countItems(going), ready: countItems(ready) },
    calls: draft.calls,
    schedule: draft.schedule ?? null,
    deletions: { all: deletions.length, first: deletions.slice(0, MAX_NAMED_DELETIONS) },
    cautions: { all: cautions.length, first: cautions.slice(0, MAX_NAMED_CAUTIONS) },
    asking: going.length - ready.length,
    lastReading: draft.lastReading ?? null,
    fees: draft.fees ?? null,
    confirmation: draft.confirmation,
  }
}

/** The lines of a row, one for each changed value. */
export const toLines = ({
  shown: { sku, title, changes, problem, caution, deletions, fees },
}: DraftRow): readonly Omit<PlanLine, 'pictureUrl'>[] =>
  (changes.length === 0 ? [null] : changes).map((change, index) => ({
    sku,
    title,
    change,
    isFirst: index === 0,
    problem,
    caution: problem === null ? (caution ?? null) : null,
    deletions: problem === null && index === 0 ? deletions : [],
    fees: index === 0 ? fees : null,
  }))
