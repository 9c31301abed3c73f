/**
 * Changes of many items as one step that can be undone and redone: a block of cells in the sheet, an import. They survive a restart.
 */
import type { UndoResult } from '../../../shared/inventory/contract/cells-contract.ts'
import {
  noPrivateTexts,
  type PrivateFieldId,
  type PrivateTexts,
  privateFieldIds,
} from '../../../shared/inventory/fields/private-fields.ts'
import type { ItemEdit } from '../../../shared/inventory/item-edit.ts'
import { sameJson } from '../../../shared/inventory/json.ts'
import type { MoneyStyle } from '../../../shared/money.ts'
import { conflict } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import { parseStored } from '../../database/stored-json.ts'
import type { OfferCells, TypedText } from '../../offer-cells-port.ts'
import type { Clock } from '../../ports.ts'
import { createSerialQueue } from '../../serial-queue.ts'
import { forEachBatch } from '../batches.ts'
import type { InventoryStore } from '../store.ts'
import { PRICE_COLUMN } from './columns.ts'
import { withoutUnreadable } from './item-store.ts'
import type { StoredItem, UnreadableCells } from './stored-item.ts'

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
/** Of all blocks but the newest: an import of long descriptions is large. */
const MAX_KEPT_BYTES = 64_000_000
const BATCH_ROWS = 100

/** The block that a change becomes. It is stored with the first item that it changes. */
export type OpenBlock = {
  /** Does `work`, which changes this item, in the caller's transaction, and keeps what it was before. */
  readonly change: (sku: string, work: () => void) => void
  /** Undefined while nothing was changed. */
  readonly id: () => number | undefined
}

export type CellBlocks = ReturnType<typeof createCellBlocks>

export const createCellBlocks = (deps: {
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
    let bytes = 0
    for (const { id, size } of database.all<{ id: number; size: number }>(
      `SELECT block_id AS id, SUM(octet_length(before) + octet_length(after)) AS size FROM cell_block_items
       GROUP BY block_id ORDER BY block_id DESC`,
    )) {
      bytes += size
      if (bytes > MAX_KEPT_BYTES) database.run('DELETE FROM cell_blocks WHERE id <= ?', [id])
    }
    const { lastInsertRowid: id } = database.run('INSERT INTO cell_blocks DEFAULT VALUES')
    database.run('DELETE FROM cell_blocks WHERE id <= ?', [id - MAX_BLOCKS])
    return id
  }

  const open = (offerColumns: readonly string[], fields: readonly PrivateFieldId[]): OpenBlock => {
    let block: number | undefined
    const stateOf = (sku: string): CellState | undefined => {
      const item = store.item(sku)
      return item === undefined ? undefined : toCellState(item, offerColumns, fields)
    }
    return {
      change: (sku, work) => {
        const before = stateOf(sku)
        work()
        const after = stateOf(sku)
        if (before === undefined || after === undefined || sameJson(before, after)) return
        block ??= addBlock()
        // A SKU that occurs twice keeps the state before its first change.
        database.run(
          `INSERT INTO cell_block_items (block_id, sku, before, after) VALUES (?, ?, ?, ?)
           ON CONFLICT (block_id, sku) DO UPDATE SET after = excluded.after`,
          [block, sku, JSON.stringify(before), JSON.stringify(after)],
        )
      },
      id: () => block,
    }
  }

  const put = (sku: string, from: CellState, to: CellState): void => {
    store.putEdit(sku, to.edit ?? undefined, clock.nowMs(), to.source, to.unreadable)
    if (!sameJson(from.offer, to.offer)) deps.offerCells().put(sku, to.offer)
    for (const field of privateFieldIds) {
      const text = to.noted?.[field]
      if (text !== undefined) store.putPrivateText(sku, field, text, deps.moneyStyle().currency)
    }
  }

  /** Moves every item of a block from one state to the other, unless it changed since. */
  const step = async (direction: 'undo' | 'redo', wanted?: number): Promise<UndoResult> => {
    const isUndo = direction === 'undo'
    const blockId = findBlock(!isUndo)
    if (wanted !== undefined && wanted !== blockId) {
      throw conflict('Other cells were changed since. Undo those first: press the undo key in the sheet.')
    }
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
      put(sku, from, to)
      items += 1
    }
    await forEachBatch(rows, BATCH_ROWS, (batch) => database.transaction(() => batch.forEach(stepRow)))
    database.run('UPDATE cell_blocks SET is_undone = ? WHERE id = ?', [isUndo ? 1 : 0, blockId])
    deps.onItems()
    deps.offerCells().notify(rows.map(({ sku }) => sku))
    return { items, skipped }
  }

  // One at a time, so that a block that is still being made isn't undone in part.
  return {
    /** What was typed into these columns of an item's offer. */
    typedOffer,
    /** Runs `work`, whose changes become one block. `offerColumns` and `fields`: the columns of offers and private fields it may change. */
    record: <T>(
      offerColumns: readonly string[],
      fields: readonly PrivateFieldId[],
      work: (block: OpenBlock) => Promise<T>,
    ): Promise<T> => runSerially(() => work(open(offerColumns, fields))),
    /** Undoes the newest block. Throws `conflict` if that isn't `wanted`. */
    undo: (wanted?: number) => runSerially(() => step('undo', wanted)),
    redo: () => runSerially(() => step('redo')),
  }
}
