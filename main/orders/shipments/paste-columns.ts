/** Finds what each column of a pasted list holds: by its cells, and by its name only where they leave it open (ORD-07). Pure. */
import type { PasteColumn, PasteReading } from '../../../shared/orders/shipment.ts'
import { findCarrierByName } from './carriers.ts'
import { canBeName, headerKind, isDate, isOrderNumber, isShortened, isState, trackingStrength } from './cell-kinds.ts'

/** What the parser asks about an order that is known here. */
export type PasteOrder = {
  readonly orderId: string
  /** What rows may name its items by: line item ids, item numbers and SKUs. */
  readonly itemNames: readonly string[]
}
export type FindOrder = (number: string) => PasteOrder | undefined

export type Columns = readonly (PasteColumn | null)[]

/** What a column's name adds to its cells' score. */
const HEADER_WEIGHT = 0.6
/** Columns whose scores are closer than this could both be meant. */
const CLOSE = 0.2

/** The share of filled cells that pass. */
const share = (cells: readonly string[], passes: (cell: string, row: number) => boolean | number): number => {
  const filled = cells.flatMap((cell, row) => (cell === '' ? [] : [Number(passes(cell, row))]))
  return filled.length === 0 ? 0 : filled.reduce((sum, value) => sum + value, 0) / filled.length
}

/** `rows`: of one width, cleaned. `header`: the columns' names, if the list has a line of them. */
export const findColumns = (
  rows: readonly (readonly string[])[],
  header: readonly string[] | null,
  findOrder: FindOrder,
): { readonly columns: Columns; readonly question: PasteReading['question'] } => {
  const width = Math.max(header?.length ?? 0, ...rows.map((row) => row.length))
  const all = Array.from({ length: width }, (_, index) => ({
    index,
    cells: rows.map((row) => row[index] ?? ''),
    named: headerKind(header?.[index] ?? ''),
  }))
  const kinds = new Map<number, PasteColumn>()
  type Column = (typeof all)[number]
  const take = (kind: PasteColumn, score: (column: Column) => number, least: number): readonly Column[] => {
    const scored = all
      .filter(({ index }) => !kinds.has(index))
      .map((column) => ({ column, score: score(column) }))
      .filter((each) => each.score >= least)
      .sort((a, b) => b.score - a.score)
    const [best] = scored
    if (best === undefined) return []
    kinds.set(best.column.index, kind)
    return scored.filter(({ score: other }) => best.score - other < CLOSE).map(({ column }) => column)
  }
  const bonus = ({ named }: Column, kind: PasteColumn): number =>
    named === kind ? HEADER_WEIGHT : named === undefined ? 0 : -HEADER_WEIGHT

  const isKnown = (cell: string): boolean => findOrder(cell) !== undefined
  take(
    'order',
    (column) =>
      share(column.cells, (cell) => isOrderNumber(cell) || isKnown(cell)) +
      share(column.cells, isKnown) +
      (column.named === 'order' ? CLOSE : 0),
    CLOSE,
  )
  const orderIndex = [...kinds.keys()][0]
  const itemNames = rows.map(
    (row) => findOrder(orderIndex === undefined ? '' : (row[orderIndex] ?? ''))?.itemNames ?? [],
  )
  take(
    'item',
    (column) =>
      share(column.cells, (cell, row) => itemNames[row]?.includes(cell) ?? false) + (column.named === 'item' ? 0.5 : 0),
    0.5,
  )
  take(
    'carrier',
    (column) =>
      share(column.cells, (cell) => findCarrierByName(cell) !== undefined) + (column.named === 'carrier' ? 0.5 : 0),
    0.5,
  )
  const numbers = take(
    'tracking',
    (column) =>
      share(column.cells, (cell) => (isShortened(cell) ? 1 : trackingStrength(cell))) + bonus(column, 'tracking'),
    CLOSE,
  )
  const hasItem = [...kinds.values()].includes('item')
  const isCount = (cell: string): boolean => /^\d{1,3}$/.test(cell)
  take(
    'quantity',
    (column) => (column.named === 'quantity' || hasItem ? share(column.cells, isCount) + bonus(column, 'quantity') : 0),
    0.5,
  )
  for (const [kind, passes] of [
    ['date', isDate],
    ['status', isState],
  ] as const) {
    take(kind, (column) => share(column.cells, passes) + (column.named === kind ? 0.5 : 0), 0.5)
  }
  // Beside an order and a number alone, a word is a carrier that isn't known.
  const isWord = header === null && width === 3 && orderIndex !== undefined && numbers.length > 0
  take(isWord ? 'carrier' : 'buyer', (column) => (share(column.cells, canBeName) || -1) + bonus(column, 'buyer'), 0.5)
  return {
    columns: all.map(({ index }) => kinds.get(index) ?? null),
    question: numbers.length > 1 ? { kind: 'tracking', columns: numbers.map(({ index }) => index) } : null,
  }
}
