/** Which rows of a plan the seller confirmed, of those that need a look before they are sent (OFF-06, USE-05). Pure. */
import type { PlanLine, RunPlan } from '../../shared/outbound/run-contract.ts'

/** What the seller confirms about a row: its caution, and what it deletes. Empty if nothing. */
export const askedText = ({ caution, deletions }: Pick<PlanLine, 'caution' | 'deletions'>, from: string): string =>
  [caution ?? '', deletions.length === 0 ? '' : `Deletes ${deletions.join(', ')} from ${from}.`]
    .filter((part) => part !== '')
    .join(' ')

/** `all`: the plan of which every row is confirmed. `rows`: what was asked about each confirmed row, by its SKU. */
export type PlanTicks = { readonly all: string | null; readonly rows: ReadonlyMap<string, string> }

export const noTicks: PlanTicks = { all: null, rows: new Map() }

/** A row to confirm: its first line, and what is asked about it. */
export type AskedRow = { readonly sku: string; readonly asked: string }

/** A tick counts only for what the seller read beside it. */
export const isTicked = (ticks: PlanTicks, planToken: string, { sku, asked }: AskedRow): boolean =>
  ticks.all === planToken || ticks.rows.get(sku) === asked

/** `rows`: those on screen, which stay ticked when one of all is unticked. */
export const toggleTick = (
  ticks: PlanTicks,
  planToken: string,
  row: AskedRow,
  rows: readonly AskedRow[],
): PlanTicks => {
  const next = new Map(
    rows.filter((one) => isTicked(ticks, planToken, one)).map(({ sku, asked }) => [sku, asked] as const),
  )
  if (next.has(row.sku)) next.delete(row.sku)
  else next.set(row.sku, row.asked)
  return { all: null, rows: next }
}

/** `planToken`: that of the plan whose rows are on screen. */
export const tickAll = (planToken: string | null): PlanTicks => ({ all: planToken, rows: new Map() })

/** How many rows are sent, and what to answer about those that ask. Undefined while the rows on screen are another plan's. */
export const resolveTicks = (
  { planToken, counts, asking }: Pick<RunPlan, 'planToken' | 'counts' | 'asking'>,
  ticks: PlanTicks,
  { planToken: shown, rows }: { readonly planToken: string | undefined; readonly rows: readonly AskedRow[] },
): { readonly going: number; readonly open: number; readonly choice: 'confirmed' | string[] } | undefined => {
  if (asking > 0 && shown !== planToken) return undefined
  if (asking === 0 || ticks.all === planToken) return { going: counts.going, open: 0, choice: 'confirmed' }
  const skus = rows.filter((row) => isTicked(ticks, planToken, row)).map(({ sku }) => sku)
  return { going: counts.going - asking + skus.length, open: asking - skus.length, choice: skus }
}
