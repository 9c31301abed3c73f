/** A dry run: every row of a file held against its item, part by part. */
import type { StagedCsvState } from '../../shared/inventory/contract.ts'
import { type BlankCells, readSku } from '../../shared/inventory/csv-items.ts'
import { linesOf } from '../../shared/inventory/item-texts.ts'
import type { CsvFile, CsvRow } from '../csv-file.ts'
import {
  type CsvHead,
  outcomeByTexts,
  outcomeOfRow,
  problemsOfRow,
  type RowOutcome,
  withCellProblems,
} from './csv-check.ts'
import { inTurns } from './in-turns.ts'
import type { InventoryStore } from './store.ts'

/** Rows side by side, one list each for what is kept of them: ten thousand objects would be more than all their work. */
export type CheckedRows = {
  readonly lines: readonly number[]
  readonly skus: readonly string[]
  readonly outcomes: readonly RowOutcome[]
}

export type DryRun = CheckedRows & {
  readonly head: CsvHead
  readonly delimiter: string
  /** The places of the rows of each state, in the order of the file. */
  readonly byState: ReadonlyMap<StagedCsvState, readonly number[]>
}

/** Notes on which line a SKU stands, and gives the line where it stood before; undefined: nowhere. */
export type NoteSku = (sku: string, line: number) => number | undefined

/** As long as the SKUs ascend, none of them was there before, and nothing has to be looked up. */
export const createNoteSku = (): NoteSku => {
  const skus: string[] = []
  const lines: number[] = []
  let last: string | undefined
  let lineOf: Map<string, number> | undefined
  return (sku, line) => {
    if (lineOf === undefined && (last === undefined || sku > last)) {
      last = sku
      skus.push(sku)
      lines.push(line)
      return undefined
    }
    lineOf ??= new Map(skus.map((earlier, index) => [earlier, lines[index] ?? 0]))
    const earlier = lineOf.get(sku)
    if (earlier === undefined) lineOf.set(sku, line)
    return earlier
  }
}

/** What the rows of one part would do. */
export const checkPart = (
  store: InventoryStore,
  part: readonly CsvRow[],
  head: CsvHead,
  blank: BlankCells,
  noteSku: NoteSku,
): CheckedRows => {
  const at = head.skuColumn.number - 1
  const raw = part.map(({ cells }) => cells[at] ?? '')
  const text = store.textsOf(raw)
  const itemLines = linesOf(text, raw)
  const lines: number[] = []
  const skus: string[] = []
  const outcomes: RowOutcome[] = []
  /** Rows of which a line does not say all. */
  const toLookAt: number[] = []
  for (const [index, row] of part.entries()) {
    const itemLine = itemLines[index]
    // What is in the list was checked when it was added.
    const { sku, problem } =
      itemLine === undefined ? readSku(raw[index] ?? '') : { sku: raw[index] ?? '', problem: undefined }
    const problems = problemsOfRow(row, head, sku, problem, noteSku(sku, row.line))
    lines.push(row.line)
    skus.push(sku)
    if (problems.length > 0) outcomes.push({ state: 'problem', problems: withCellProblems(row, head, blank, problems) })
    else if (itemLine !== undefined) outcomes.push(outcomeByTexts(row, head, blank, text, itemLine))
    else {
      toLookAt.push(index)
      outcomes.push({ state: 'unread' })
    }
  }
  const items = store.briefs(toLookAt.map((index) => skus[index] ?? ''))
  for (const index of toLookAt) {
    const row = part[index]
    if (row !== undefined) outcomes[index] = outcomeOfRow(row, head, blank, items.get(skus[index] ?? ''))
  }
  return { lines, skus, outcomes }
}

/** Holds a whole file against the items, in short turns. `linesLeft`: the lines that count; undefined: all. */
export const dryRunOf = async (
  store: InventoryStore,
  file: CsvFile,
  head: CsvHead,
  blank: BlankCells,
  linesLeft: ReadonlySet<number> | undefined,
): Promise<DryRun> => {
  const noteSku = createNoteSku()
  const lines: number[] = []
  const skus: string[] = []
  const outcomes: RowOutcome[] = []
  const byState = new Map<StagedCsvState, number[]>()
  await inTurns(file.parts(), (part) => {
    const checked = checkPart(store, part, head, blank, noteSku)
    for (const [index, outcome] of checked.outcomes.entries()) {
      const line = checked.lines[index] ?? 0
      if (linesLeft !== undefined && !linesLeft.has(line)) continue
      const places = byState.get(outcome.state)
      if (places === undefined) byState.set(outcome.state, [lines.length])
      else places.push(lines.length)
      lines.push(line)
      skus.push(checked.skus[index] ?? '')
      outcomes.push(outcome)
    }
  })
  return { head, delimiter: file.delimiter, lines, skus, outcomes, byState }
}
