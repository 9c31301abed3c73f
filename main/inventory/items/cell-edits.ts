/** Sheet edits: staging blocks of cells, undo and redo. Calls no platform. */

import type { CellProblem, UndoResult } from '../../../shared/inventory/contract/cells-contract.ts'
import type { BlankCells } from '../../../shared/inventory/contract/csv-contract.ts'
import { toColumnId } from '../../../shared/inventory/fields/field.ts'
import {
  noPrivateTexts,
  type PrivateFieldId,
  type PrivateTexts,
  privateFieldIds,
} from '../../../shared/inventory/fields/private-fields.ts'
import {
  applyEdit,
  type ItemEdit,
  isEmptyEdit,
  startEdit,
  withChange,
  withoutChange,
} from '../../../shared/inventory/item-edit.ts'
import { checkEdit } from '../../../shared/inventory/item-rules.ts'
import { isWithin, sameJson, valueAt } from '../../../shared/inventory/json.ts'
import type { MoneyStyle } from '../../../shared/money.ts'
import { validation } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import { parseStored } from '../../database/stored-json.ts'
import type { ColumnTexts, OfferCells, TypedText } from '../../offer-cells-port.ts'
import type { Clock } from '../../ports.ts'
import { createSerialQueue } from '../../serial-queue.ts'
import { forEachBatch } from '../batches.ts'
import type { InventoryStore } from '../store.ts'
import { type CellRequest, parseCell } from './cell-values.ts'
import { ownColumn, PRICE_COLUMN, parseColumn, toCellText } from './columns.ts'
import { withoutUnreadable } from './item-store.ts'
import type { StoredItem, UnreadableCells } from './stored-item.ts'

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
  /** What was typed into the block's columns of its offer. */
  readonly offer: Readonly<Record<string, TypedText | null>>
  /** What is noted in the block's private columns. Missing in blocks of 0.3. */
  readonly noted?: Partial<PrivateTexts>
}

/**
 * Undefined if the disk damaged it. Blocks of 0.3 have the price alone; earlier ones have nothing of the offer. Until 0.3.0, a
 * text that couldn't be read left the earlier value of its cell in the edit.
 */
const parseState = (text: string): CellState | undefined => {
  const stored = parseStored<(CellState & { readonly price?: TypedText | null }) | undefined>(text, undefined)
  if (stored === undefined) return undefined
  const { price, ...state } = stored
  const edit = withoutUnreadable(state.edit ?? undefined, state.unreadable) ?? null
  return {
    ...state,
    edit,
    source: edit === null ? null : state.source,
    offer: state.offer ?? (price === undefined ? {} : { [PRICE_COLUMN]: price }),
  }
}

const MAX_BLOCKS = 20
const BATCH_ROWS = 100
const SOURCE = 'the sheet'

const notRead = (sku: string): CellRequest => ({
  kind: 'unreadable',
  message: `${sku} hasn’t been read yet. Read it first.`,
})

export type CellEdits = ReturnType<typeof createCellEdits>

export const createCellEdits = (deps: {
  readonly database: Database
  readonly store: InventoryStore
  readonly clock: Clock
  /** A getter, because the listing feature is created after this one. */
  readonly offerCells: () => OfferCells
  readonly moneyStyle: () => MoneyStyle
  readonly onItems: () => void
}) => {
  const { database, store, clock } = deps
  const runSerially = createSerialQueue()

  const typedOffer = (sku: string, columns: readonly string[]): CellState['offer'] => {
    if (columns.length === 0) return {}
    const row = deps.offerCells().rows([sku]).get(sku)
    return Object.fromEntries(columns.map((column) => [column, row?.typed(column) ?? null]))
  }

  const notedIn = (sku: string, fields: readonly PrivateFieldId[]): Partial<PrivateTexts> => {
    if (fields.length === 0) return {}
    const texts = store.privateTexts([sku]).get(sku) ?? noPrivateTexts
    return Object.fromEntries(fields.map((field) => [field, texts[field]]))
  }

  /** `offerColumns` and `fields`: the columns and fields in the block. */
  const toCellState = (
    { sku, edit, editSource, unreadable }: StoredItem,
    offerColumns: readonly string[],
    fields: readonly PrivateFieldId[],
  ): CellState => ({
    edit: edit ?? null,
    source: edit === undefined ? null : editSource,
    unreadable,
    offer: typedOffer(sku, offerColumns),
    noted: notedIn(sku, fields),
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
    store.putEdit(sku, edit ?? undefined, clock.nowMs(), source, unreadable)
  }
  const putOffer = (sku: string, from: CellState, { offer }: CellState): void => {
    if (!sameJson(from.offer, offer)) deps.offerCells().put(sku, offer)
  }
  const putNoted = (sku: string, { noted = {} }: CellState): void => {
    for (const field of privateFieldIds) {
      const text = noted[field]
      if (text !== undefined) store.putPrivateText(sku, field, text, deps.moneyStyle().currency)
    }
  }

  const stage = async ({ columns, rows, blank }: CellBlock) => {
    const parsed = columns.map((name, index) => {
      const column = parseColumn(name, store.rules.capabilities.moreFields)
      if (column.kind === 'offer') return { name: toColumnId(column.field), kind: 'offer' as const }
      if (column.kind === 'private') return { name: column.field.id, kind: 'private' as const, field: column.field }
      if (column.kind === 'field' || column.kind === 'aspect') return { name, kind: 'item' as const, column }
      throw validation(`columns.${index}`, `“${name}” isn’t an inventory field.`)
    })
    const offerColumns = parsed.flatMap(({ name, kind }) => (kind === 'offer' ? [name] : []))
    const fields = parsed.flatMap((one) => (one.kind === 'private' ? [one.field.id] : []))
    const problems: CellProblem[] = []
    let staged = 0
    let block: number | undefined

    const stageRow = (sku: string, cells: readonly (string | null)[]): void => {
      const item = store.item(sku)
      const typed = parsed.flatMap((one, index) => {
        const text = cells[index]
        return text === undefined || text === null || one.kind === 'offer' ? [] : [{ ...one, text }]
      })
      const unreadable: Record<string, { text: string; message: string }> = { ...item?.unreadable }
      const keepText = (name: string, text: string, message: string): void => {
        problems.push({ sku, column: name, message, isStaged: false })
        unreadable[name] = { text, message }
      }
      if (item === undefined) {
        for (const { name, text } of typed) keepText(name, text, `${sku} isn’t in your item list.`)
        return
      }
      const before = toCellState(item, offerColumns, fields)
      const offerTexts: ColumnTexts = Object.fromEntries(
        parsed.flatMap(({ name, kind }, index) => {
          const text = kind === 'offer' ? cells[index] : undefined
          const isKept = text === undefined || text === null || (text.trim() === '' && blank === 'keep')
          return isKept ? [] : [[name, text] as const]
        }),
      )
      if (Object.keys(offerTexts).length > 0) {
        for (const [column, message] of Object.entries(deps.offerCells().stage(sku, offerTexts))) {
          problems.push({ sku, column, message, isStaged: false })
        }
      }
      const typedAfter = typedOffer(sku, offerColumns)
      const offerChanges = offerColumns.filter((column) => !sameJson(before.offer[column], typedAfter[column])).length
      const { record, isRead } = item
      let edit = item.edit ?? startEdit(record)
      let changed = 0
      for (const one of typed) {
        const { name, text } = one
        if (one.kind === 'private') {
          if (text.trim() === '' && blank === 'keep') continue
          const reading = one.field.read(text, deps.moneyStyle())
          if ('problem' in reading) {
            keepText(name, text, reading.problem)
            continue
          }
          delete unreadable[name]
          if (reading.text === (notedIn(sku, [one.field.id])[one.field.id] ?? '')) continue
          store.putPrivateText(sku, one.field.id, reading.text, deps.moneyStyle().currency)
          changed += 1
          continue
        }
        const column = ownColumn(one.column, applyEdit(record, edit))
        const request = isRead ? parseCell(column, text, blank, valueAt(record, column.path)) : notRead(sku)
        if (request.kind === 'unreadable') {
          keepText(name, text, request.message)
          // The text replaces an earlier value, which must not be sent in its place (USE-06).
          edit = withoutChange(edit, column.path)
        } else delete unreadable[name]
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
        offer: typedAfter,
        noted: notedIn(sku, fields),
      }
      const isItemChanged = changed > 0 || !sameJson(before.unreadable, unreadable)
      if (!isItemChanged && offerChanges === 0) return
      staged += changed + offerChanges
      block ??= addBlock()
      if (isItemChanged) putState(sku, after)
      const stored = store.item(sku)
      // A SKU that occurs twice keeps the state before its first change.
      database.run(
        `INSERT INTO cell_block_items (block_id, sku, before, after) VALUES (?, ?, ?, ?)
         ON CONFLICT (block_id, sku) DO UPDATE SET after = excluded.after`,
        [
          block,
          sku,
          JSON.stringify(before),
          JSON.stringify(stored === undefined ? after : toCellState(stored, offerColumns, fields)),
        ],
      )
    }

    await forEachBatch(rows, BATCH_ROWS, (batch) =>
      database.transaction(() => {
        for (const { sku, cells } of batch) stageRow(sku, cells)
      }),
    )
    deps.onItems()
    if (offerColumns.length > 0) deps.offerCells().notify(rows.map(({ sku }) => sku))
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
      const [from, to] = (isUndo ? [after, before] : [before, after]).map((text) => parseState(text))
      if (from === undefined || to === undefined) {
        skipped.push({ sku, message: `The earlier cells of ${sku} can’t be read, so it was left unchanged.` })
        return
      }
      const fields = privateFieldIds.filter((field) => from.noted?.[field] !== undefined)
      const isCurrent =
        item !== undefined &&
        sameJson(toCellState(item, Object.keys(from.offer), fields), { ...from, noted: from.noted ?? {} })
      if (!isCurrent || item.state === 'unknown') {
        skipped.push({ sku, message: `${sku} was edited, saved or removed since, so it was left unchanged.` })
        return
      }
      putState(sku, to)
      putOffer(sku, from, to)
      putNoted(sku, to)
      items += 1
    }
    await forEachBatch(rows, BATCH_ROWS, (batch) => database.transaction(() => batch.forEach(stepRow)))
    database.run('UPDATE cell_blocks SET is_undone = ? WHERE id = ?', [isUndo ? 1 : 0, blockId])
    deps.onItems()
    deps.offerCells().notify(rows.map(({ sku }) => sku))
    return { items, skipped }
  }

  // One at a time, so that a block that is still being staged isn't undone in part.
  return {
    stage: (block: CellBlock) => runSerially(() => stage(block)),
    undo: () => runSerially(() => step('undo')),
    redo: () => runSerially(() => step('redo')),
  }
}
