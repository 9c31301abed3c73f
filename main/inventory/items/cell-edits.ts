/** Sheet edits: staging blocks of cells, undo and redo. Calls no platform. */
import type { CellProblem, UndoResult } from '../../../shared/inventory/contract/cells-contract.ts'
import type { BlankCells } from '../../../shared/inventory/contract/csv-contract.ts'
import { applyEdit, type ItemEdit, isEmptyEdit, startEdit, withChange } from '../../../shared/inventory/item-edit.ts'
import { checkEdit } from '../../../shared/inventory/item-rules.ts'
import { isWithin, sameJson, valueAt } from '../../../shared/inventory/json.ts'
import { validation } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import type { Clock } from '../../ports.ts'
import type { PriceCells, TypedPrice } from '../../price-cells-port.ts'
import { createSerialQueue } from '../../serial-queue.ts'
import { forEachBatch } from '../batches.ts'
import type { InventoryStore } from '../store.ts'
import { type CellRequest, parseCell } from './cell-values.ts'
import { PRICE_COLUMN, parseEditableColumn, toCellText } from './columns.ts'
import type { StoredItem, UnreadableCells } from './item-store.ts'

export type CellBlock = {
  readonly columns: readonly string[]
  readonly rows: readonly { readonly sku: string; readonly cells: readonly (string | null)[] }[]
  readonly blank: BlankCells
}

/** Everything about one item that a block changes. */
type CellState = {
  readonly edit: ItemEdit | null
  readonly source: string | null
  readonly unreadable: UnreadableCells
  /** The price typed for its listing. Absent in blocks stored before the sheet had prices. */
  readonly price?: TypedPrice | null
}

const parseState = (text: string): CellState => ({ price: null, ...(JSON.parse(text) as CellState) })

const MAX_BLOCKS = 20
const BATCH_ROWS = 100
const SOURCE = 'the sheet'

const notRead = (sku: string): CellRequest => ({
  kind: 'unreadable',
  message: `${sku} has not been read from the platform yet. Read it first.`,
})

export type CellEdits = ReturnType<typeof createCellEdits>

export const createCellEdits = (deps: {
  readonly database: Database
  readonly store: InventoryStore
  readonly clock: Clock
  /** A getter, because the listing feature is created after this one. */
  readonly prices: () => PriceCells
  readonly onItems: () => void
}) => {
  const { database, store, clock } = deps
  const runSerially = createSerialQueue()

  const toCellState = ({ sku, edit, editSource, unreadable }: StoredItem): CellState => ({
    edit: edit ?? null,
    source: edit === undefined ? null : editSource,
    unreadable,
    price: deps.prices().typed(sku),
  })

  const findBlock = (isUndone: boolean): number | undefined =>
    database.get<{ id: number | null }>(
      `SELECT ${isUndone ? 'MIN' : 'MAX'}(id) AS id FROM cell_blocks WHERE is_undone = ?`,
      [isUndone ? 1 : 0],
    )?.id ?? undefined

  /** A new block ends redo. */
  const addBlock = (): number => {
    database.run('DELETE FROM cell_blocks WHERE is_undone = 1')
    const { lastInsertRowid: id } = database.run('INSERT INTO cell_blocks DEFAULT VALUES')
    database.run('DELETE FROM cell_blocks WHERE id <= ?', [id - MAX_BLOCKS])
    return id
  }

  const putState = (sku: string, { edit, source, unreadable }: CellState): void => {
    store.putEdit(sku, edit ?? undefined, clock.nowMs(), source)
    store.putUnreadable(sku, unreadable)
  }
  const putPrice = (sku: string, { price = null }: CellState): void => {
    if (!sameJson(deps.prices().typed(sku), price)) deps.prices().put(sku, price)
  }

  const stage = async ({ columns, rows, blank }: CellBlock) => {
    const priceAt = columns.indexOf(PRICE_COLUMN)
    const parsed = columns.map((name, index) => {
      if (index === priceAt) return { name, column: undefined }
      const column = parseEditableColumn(name, store.rules.capabilities.moreFields)
      if (column === undefined) throw validation(`columns.${index}`, `“${name}” is not an inventory field.`)
      return { name, column }
    })
    const problems: CellProblem[] = []
    let staged = 0
    let block: number | undefined

    const stageRow = (sku: string, cells: readonly (string | null)[]): void => {
      const item = store.item(sku)
      const typed = parsed.flatMap(({ name, column }, index) => {
        const text = cells[index]
        return text === undefined || text === null || column === undefined ? [] : [{ name, column, text }]
      })
      const unreadable: Record<string, { text: string; message: string }> = { ...item?.unreadable }
      const keepText = (name: string, text: string, message: string): void => {
        problems.push({ sku, column: name, message, isStaged: false })
        unreadable[name] = { text, message }
      }
      if (item === undefined) {
        for (const { name, text } of typed) keepText(name, text, `${sku} is not in your item list.`)
        return
      }
      const before = toCellState(item)
      const stagePrice = (text: string | null | undefined): void => {
        if (text === undefined || text === null || (text.trim() === '' && blank === 'keep')) return
        const message = deps.prices().stage(sku, text)
        if (message !== null) problems.push({ sku, column: PRICE_COLUMN, message, isStaged: false })
      }
      stagePrice(cells[priceAt])
      const isPriceChanged = !sameJson(before.price, deps.prices().typed(sku))
      const { record, isRead } = item
      let edit = item.edit ?? startEdit(record)
      let changed = 0
      for (const { name, column, text } of typed) {
        const request = isRead ? parseCell(column, text, blank, valueAt(record, column.path)) : notRead(sku)
        if (request.kind === 'unreadable') keepText(name, text, request.message)
        else delete unreadable[name]
        if (request.kind === 'unreadable' || request.kind === 'keep') continue
        const value = request.kind === 'set' ? request.value : undefined
        const draft = applyEdit(record, edit)
        // A pasted cell with the text it had is no change, even if typing that text would mend it.
        if (value !== undefined && text === toCellText(draft, column)) continue
        if (sameJson(valueAt(draft, column.path), value)) continue
        edit = withChange(edit, record, column.path, value)
        changed += 1
        for (const problem of checkEdit(applyEdit(record, edit), edit, store.rules)) {
          if (!isWithin(column.path, problem.path)) continue
          problems.push({ sku, column: name, message: problem.message, isStaged: true })
        }
      }
      const after: CellState = {
        edit: isEmptyEdit(edit) ? null : edit,
        source: item.edit === undefined ? SOURCE : item.editSource,
        unreadable,
      }
      const isItemChanged = changed > 0 || !sameJson(before.unreadable, unreadable)
      if (!isItemChanged && !isPriceChanged) return
      staged += changed + Number(isPriceChanged)
      block ??= addBlock()
      if (isItemChanged) putState(sku, after)
      const stored = store.item(sku)
      // A SKU that occurs twice keeps the state before its first change.
      database.run(
        `INSERT INTO cell_block_items (block_id, sku, before, after) VALUES (?, ?, ?, ?)
         ON CONFLICT (block_id, sku) DO UPDATE SET after = excluded.after`,
        [block, sku, JSON.stringify(before), JSON.stringify(stored === undefined ? after : toCellState(stored))],
      )
    }

    await forEachBatch(rows, BATCH_ROWS, (batch) =>
      database.transaction(() => {
        for (const { sku, cells } of batch) stageRow(sku, cells)
      }),
    )
    deps.onItems()
    if (priceAt >= 0) deps.prices().notify(rows.map(({ sku }) => sku))
    return { staged, problems }
  }

  /** Moves every item of the block from one state to the other, unless it changed since. */
  const step = async (direction: 'undo' | 'redo'): Promise<UndoResult> => {
    const isUndo = direction === 'undo'
    const blockId = findBlock(!isUndo)
    if (blockId === undefined) return { items: 0, skipped: [] }
    const skipped: { sku: string; message: string }[] = []
    let items = 0
    const rows = database.all<{ sku: string; before: string; after: string }>(
      'SELECT sku, before, after FROM cell_block_items WHERE block_id = ?',
      [blockId],
    )
    const stepRow = ({ sku, before, after }: (typeof rows)[number]): void => {
      const item = store.item(sku)
      const [from, to] = (isUndo ? [after, before] : [before, after]).map((text) => parseState(text)) as [
        CellState,
        CellState,
      ]
      const isCurrent = item !== undefined && sameJson(toCellState(item), from)
      if (!isCurrent || item.state === 'unknown') {
        skipped.push({ sku, message: `${sku} was edited, saved or removed since, so it was left unchanged.` })
        return
      }
      putState(sku, to)
      putPrice(sku, to)
      items += 1
    }
    await forEachBatch(rows, BATCH_ROWS, (batch) => database.transaction(() => batch.forEach(stepRow)))
    database.run('UPDATE cell_blocks SET is_undone = ? WHERE id = ?', [isUndo ? 1 : 0, blockId])
    deps.onItems()
    deps.prices().notify(rows.map(({ sku }) => sku))
    return { items, skipped }
  }

  // One at a time, so that a block that is still being staged isn't undone in part.
  return {
    stage: (block: CellBlock) => runSerially(() => stage(block)),
    undo: () => runSerially(() => step('undo')),
    redo: () => runSerially(() => step('redo')),
  }
}
