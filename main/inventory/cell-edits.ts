/** Blocks of cells typed into the table: staged as edits, and undone as one. Nothing here calls the platform. */
import { cellFieldOf } from '../../shared/inventory/cells.ts'
import { CELL_ROWS_MAX, type StagedCellProblem } from '../../shared/inventory/cells-contract.ts'
import { type BlankCells, readCell } from '../../shared/inventory/csv-items.ts'
import { applyEdit, type ItemEdit, isEmptyEdit, startEdit, withChange } from '../../shared/inventory/item-edit.ts'
import { problemsOfEdit } from '../../shared/inventory/item-rules.ts'
import { isWithin, sameJson, valueAt } from '../../shared/inventory/json.ts'
import { Failure, validation } from '../../shared/result.ts'
import type { Database } from '../database/database.ts'
import type { Clock } from '../ports.ts'
import type { InventoryStore } from './store.ts'

export type CellBlock = {
  readonly columns: readonly string[]
  readonly rows: readonly { readonly sku: string; readonly cells: readonly (string | null)[] }[]
  readonly blank: BlankCells
  /** Goes on with a block that was begun. */
  readonly blockId?: number
}

export type CellEdits = {
  readonly stage: (block: CellBlock) => {
    readonly blockId: number | null
    readonly staged: number
    readonly unchanged: number
    readonly problems: readonly StagedCellProblem[]
  }
  /** Texts that became no edit, the newest last. */
  readonly unread: () => readonly {
    readonly sku: string
    readonly column: string
    readonly text: string
    readonly message: string
  }[]
  readonly forget: (cells: readonly { readonly sku: string; readonly column: string }[]) => void
  readonly last: () => {
    readonly blockId: number
    readonly cells: number
    readonly items: number
    readonly stagedAtMs: number
  } | null
  readonly undo: (blockId: number) => {
    readonly undone: number
    readonly kept: readonly { readonly sku: string; readonly message: string }[]
  }
}

/** Blocks that can be undone, one after the other. */
const BLOCKS_KEPT = 20
const SOURCE = 'the table'

const parseEdit = (text: string | null): ItemEdit | undefined =>
  text === null ? undefined : (JSON.parse(text) as ItemEdit)

export const createCellEdits = (deps: {
  readonly database: Database
  readonly store: InventoryStore
  readonly clock: Clock
  /** Told after edits were staged or taken back. */
  readonly onItems: () => void
}): CellEdits => {
  const { database, store, clock } = deps

  const lastId = (): number | undefined =>
    database.get<{ id: number | null }>('SELECT MAX(id) AS id FROM cell_blocks')?.id ?? undefined

  const dropBlocks = (where: string, id: number): void => {
    database.run(`DELETE FROM cell_block_items WHERE block_id ${where} ?`, [id])
    database.run(`DELETE FROM cell_blocks WHERE id ${where} ?`, [id])
  }

  const newBlock = (): number => {
    const { lastInsertRowid } = database.run('INSERT INTO cell_blocks (cells, staged_at_ms) VALUES (0, ?)', [
      clock.nowMs(),
    ])
    dropBlocks('<=', lastInsertRowid - BLOCKS_KEPT)
    return lastInsertRowid
  }

  const forgetOne = (sku: string, column: string): void =>
    void database.run('DELETE FROM unread_cells WHERE sku = ? AND field = ?', [sku, column])

  const stage = ({ columns, rows, blank, blockId }: CellBlock): ReturnType<CellEdits['stage']> => {
    const fields = columns.map((column, index) => {
      const field = cellFieldOf(column)
      if (field === undefined) throw validation(`columns.${index}`, `"${column}" is not a field of an inventory item.`)
      return { column, field }
    })
    if (blockId !== undefined && blockId !== lastId()) {
      throw new Failure({
        kind: 'conflict',
        message: 'Another block was begun meanwhile. Paste the rest as a new one.',
      })
    }
    const problems: StagedCellProblem[] = []
    let staged = 0
    let unchanged = 0
    let block = blockId

    /** What could not be read stays as it was typed; what is typed over it takes its place. */
    const keepText = (sku: string, column: string, text: string, message: string | undefined): void => {
      if (message === undefined) forgetOne(sku, column)
      else {
        database.run(
          `INSERT OR REPLACE INTO unread_cells (sku, field, text, message, typed_at_ms)
           SELECT sku, ?, ?, ?, ? FROM items WHERE sku = ?`,
          [column, text, message, clock.nowMs(), sku],
        )
      }
    }

    const stageRow = (sku: string, cells: readonly (string | null)[]): void => {
      const wrong = (column: string, message: string, isStaged = false): void => {
        problems.push({ sku, column, message, isStaged })
      }
      const asked = fields.flatMap(({ column, field }, index) => {
        const text = cells[index]
        return text === undefined || text === null ? [] : [{ column, field, text }]
      })
      const item = store.item(sku)
      if (item === undefined || !item.isRead) {
        const message =
          item === undefined
            ? `${sku} is not in your list of items.`
            : `${sku} was not read from the platform yet, so that nobody knows what this would change.`
        for (const { column, text } of asked) {
          wrong(column, message)
          keepText(sku, column, text, message)
        }
        return
      }
      const { record, edit: before } = item
      const isListAt = (path: readonly string[]): boolean => Array.isArray(valueAt(record, path))
      let edit = before ?? startEdit(record)
      let changed = 0
      for (const { column, field, text } of asked) {
        const wish = readCell(field, text, blank, isListAt)
        keepText(sku, column, text, wish.wish === 'wrong' ? wish.message : undefined)
        if (wish.wish === 'wrong') wrong(column, wish.message)
        if (wish.wish === 'wrong' || wish.wish === 'keep') continue
        const value = wish.wish === 'set' ? wish.value : undefined
        if (sameJson(valueAt(applyEdit(record, edit), wish.path), value)) {
          unchanged += 1
          continue
        }
        edit = withChange(edit, record, wish.path, value)
        changed += 1
        for (const problem of problemsOfEdit(applyEdit(record, edit), edit)) {
          if (!isWithin(wish.path, problem.path)) continue
          wrong(column, `${problem.message} (${problem.errorId ?? problem.rule})`, true)
        }
      }
      if (changed === 0) return
      staged += changed
      block ??= newBlock()
      const after = isEmptyEdit(edit) ? undefined : edit
      const afterText = after === undefined ? null : JSON.stringify(after)
      // A SKU that a block names again keeps what stood before its first change.
      database.run(
        `INSERT INTO cell_block_items (block_id, sku, edit_before, source_before, edit_after) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (block_id, sku) DO UPDATE SET edit_after = excluded.edit_after`,
        [block, sku, before === undefined ? null : JSON.stringify(before), item.editSource, afterText],
      )
      store.putEdit(sku, after, clock.nowMs(), before === undefined ? SOURCE : item.editSource)
    }

    database.transaction(() => {
      for (const { sku, cells } of rows) stageRow(sku, cells)
      if (block !== undefined) database.run('UPDATE cell_blocks SET cells = cells + ? WHERE id = ?', [staged, block])
    })
    if (staged > 0) deps.onItems()
    return { blockId: block ?? null, staged, unchanged, problems }
  }

  return {
    stage,
    unread: () =>
      database
        .all<{ sku: string; field: string; text: string; message: string }>(
          'SELECT sku, field, text, message FROM unread_cells ORDER BY typed_at_ms DESC, rowid DESC LIMIT ?',
          [CELL_ROWS_MAX],
        )
        .map(({ field, ...cell }) => ({ ...cell, column: field }))
        .reverse(),
    forget: (cells) =>
      database.transaction(() => {
        for (const { sku, column } of cells) forgetOne(sku, column)
      }),
    last: () => {
      const row = database.get<{ id: number; cells: number; staged_at_ms: number; items: number }>(
        `SELECT id, cells, staged_at_ms, (SELECT COUNT(*) FROM cell_block_items WHERE block_id = id) AS items
         FROM cell_blocks ORDER BY id DESC LIMIT 1`,
      )
      return row === undefined
        ? null
        : { blockId: row.id, cells: row.cells, items: row.items, stagedAtMs: row.staged_at_ms }
    },
    undo: (blockId) => {
      if (lastId() !== blockId) {
        throw new Failure({ kind: 'conflict', message: 'This is not the last block. Only the last one can be undone.' })
      }
      const kept: { sku: string; message: string }[] = []
      let undone = 0
      database.transaction(() => {
        const rows = database.all<{
          sku: string
          edit_before: string | null
          source_before: string | null
          edit_after: string | null
        }>('SELECT sku, edit_before, source_before, edit_after FROM cell_block_items WHERE block_id = ?', [blockId])
        for (const { sku, edit_before, source_before, edit_after } of rows) {
          const item = store.item(sku)
          const now = item?.edit === undefined ? null : JSON.stringify(item.edit)
          if (item === undefined || now !== edit_after || item.state === 'unknown') {
            kept.push({ sku, message: `${sku} was edited, saved or taken off the list since. It is left as it is.` })
            continue
          }
          store.putEdit(sku, parseEdit(edit_before), clock.nowMs(), source_before)
          undone += 1
        }
        dropBlocks('=', blockId)
      })
      deps.onItems()
      return { undone, kept }
    },
  }
}
