/** The rows of a plan that need a look, with all their lines. */
import type { PlanLine, RunPlan } from '../../shared/outbound/run-contract.ts'
import { useApiQuery } from '../api/hooks.ts'
import { usePlatformName } from '../api/use-connection.ts'
import type { CheckRow } from './plan-checks.tsx'
import { askedText } from './plan-ticks.ts'

/** Most lines that one review shows of them. The rows beyond can be sent by “Tick all”, or stay. */
const MAX_LINES = 1_000

/** Joins the lines of each row. `from`: the platform's name. */
export const toCheckRows = (lines: readonly PlanLine[], label: RunPlan['label'], from: string): readonly CheckRow[] => {
  const rows: { sku: string; asked: string; lines: PlanLine[] }[] = []
  for (const line of lines) {
    const last = rows.at(-1)
    if (!line.isFirst && last !== undefined) {
      last.lines.push(line)
      continue
    }
    // Of a deletion run the seller confirms all deletions at once.
    const asks = line.problem === null && !(label === 'delete' && line.caution === null)
    rows.push({ sku: line.sku, asked: asks ? askedText(line, from) : '', lines: [line] })
  }
  return rows
}

/** `planToken`: that of the plan whose rows they are; the former rows stay on screen until those of the new plan are read. */
type CheckRows = {
  readonly planToken: string | undefined
  readonly rows: readonly CheckRow[]
  /** Why they couldn't be read. */
  readonly error: Error | null
  readonly readAgain: () => void
}

/** `plan`: undefined while it is computed. */
export const useCheckRows = (plan: RunPlan | undefined): CheckRows => {
  const { the } = usePlatformName()
  const { data, isPlaceholderData, error, refetch } = useApiQuery(
    'outbound',
    'planRows',
    { planToken: plan?.planToken ?? '-', show: 'check', limit: MAX_LINES },
    { enabled: plan !== undefined, keepPrevious: true },
  )
  const readAgain = (): void => void refetch()
  if (plan === undefined || data === undefined) return { planToken: undefined, rows: [], error, readAgain }
  return {
    planToken: isPlaceholderData ? undefined : plan.planToken,
    rows: toCheckRows(data.rows, plan.label, the),
    error,
    readAgain,
  }
}
