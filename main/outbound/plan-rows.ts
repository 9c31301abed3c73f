/** Decides about the rows of a plan: what the seller left out, what is in progress, and what is in the way (OFF-06). Pure. */
import type { Exclusion, Fee, RunChange } from '../../shared/outbound/run-contract.ts'
import { Failure } from '../../shared/result.ts'
import type { DraftRow } from './run-draft.ts'

const LEFT_OUT = 'You left it out.'
const BUSY = 'Another change to this item is in progress.'

/** What a row would send, or why it can't. `changes`: all of them, also those that the seller left out. By default the row's. */
export type Planned =
  | {
      readonly payload: unknown
      readonly changes?: readonly RunChange[]
      readonly deletions?: readonly string[]
      readonly caution?: string | undefined
      readonly fees?: readonly Fee[] | null
      /** If it differs from the row's. */
      readonly kind?: DraftRow['kind']
    }
  | { readonly problem: string; readonly changes?: readonly RunChange[] }

/** One subject of a plan. `plan` may throw a `Failure`, which becomes the row's problem. */
export type RowToPlan = Pick<DraftRow, 'kind' | 'lane' | 'subject'> & {
  readonly sku: string
  readonly title: string | null
  /** Other subjects whose changes in progress leave the row out too. */
  readonly beside?: readonly string[]
  /** What to say while a change is in progress; null if the row may go beside it, because it adds something. */
  readonly busy?: string | null
  /** What it changes, if that is known before its plan. */
  readonly changes?: readonly RunChange[]
  readonly plan: () => Planned
}

/** What the planners of all features ask about a row. */
export type PlanContext = {
  /** Whether the seller left the value at this path out, or the whole row. */
  readonly isOut: (sku: string, path: readonly string[]) => boolean
  /** The paths that the seller left out. */
  readonly outPaths: (sku: string) => readonly (readonly string[])[]
  readonly toRow: (row: RowToPlan) => DraftRow
}

const keyOf = (path: readonly string[]): string => JSON.stringify(path)

type Out = { isWhole: boolean; readonly paths: (readonly string[])[]; readonly keys: Set<string> }

const groupBySku = (excluded: readonly Exclusion[]): ReadonlyMap<string, Out> => {
  const bySku = new Map<string, Out>()
  for (const { sku, path } of excluded) {
    const own = bySku.get(sku) ?? { isWhole: false, paths: [], keys: new Set() }
    bySku.set(sku, own)
    if (path === null) own.isWhole = true
    else {
      own.paths.push(path)
      own.keys.add(keyOf(path))
    }
  }
  return bySku
}

const attempt = (plan: RowToPlan['plan']): Planned => {
  try {
    return plan()
  } catch (error) {
    if (error instanceof Failure) return { problem: error.message }
    throw error
  }
}

/** `isBusy`: whether a change of the subject is in progress. */
export const createPlanContext = (
  excluded: readonly Exclusion[],
  isBusy: (subject: string) => boolean,
): PlanContext => {
  const bySku = groupBySku(excluded)
  const isOut = (sku: string, path: readonly string[]): boolean => {
    const own = bySku.get(sku)
    return own !== undefined && (own.isWhole || own.keys.has(keyOf(path)))
  }

  const isWholeOut = (sku: string, changes: readonly RunChange[]): boolean => {
    const own = bySku.get(sku)
    if (own === undefined) return false
    const paths = changes.flatMap(({ path }) => (path === null ? [] : [path]))
    return own.isWhole || (paths.length > 0 && paths.every((path) => isOut(sku, path)))
  }

  return {
    isOut,
    outPaths: (sku) => bySku.get(sku)?.paths ?? [],
    toRow: ({ sku, title, kind, lane, subject, beside = [], busy = BUSY, changes: known = [], plan }) => {
      const planned = attempt(plan)
      const changes = (planned.changes ?? known).map((change) =>
        change.path !== null && isOut(sku, change.path) ? { ...change, isExcluded: true, problem: null } : change,
      )
      const row = { kind, lane, subject }
      const shown = { sku, title, changes, deletions: [], fees: null }
      const leaveOut = (problem: string): DraftRow => ({ ...row, payload: undefined, shown: { ...shown, problem } })
      if (isWholeOut(sku, known) || isWholeOut(sku, changes)) {
        const { shown: out, ...rest } = leaveOut(LEFT_OUT)
        return { ...rest, shown: { ...out, isExcluded: true } }
      }
      if (busy !== null && [subject, ...beside].some(isBusy)) return leaveOut(busy)
      if ('problem' in planned) return leaveOut(planned.problem)
      const { payload, deletions = [], caution, fees = null } = planned
      return {
        ...row,
        kind: planned.kind ?? kind,
        payload,
        shown: { ...shown, problem: null, deletions, caution, fees },
      }
    },
  }
}
