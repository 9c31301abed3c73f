/** Changes one column of many items: previews the change, and stages it as one block of the sheet. Calls no platform. */
import {
  type CellChange,
  type ChangeMany,
  MAX_PREVIEW_ROWS,
} from '../../../shared/inventory/contract/cells-contract.ts'
import { toColumnId } from '../../../shared/inventory/fields/field.ts'
import { applyEdit } from '../../../shared/inventory/item-edit.ts'
import type { MoneyStyle } from '../../../shared/money.ts'
import { validation } from '../../../shared/result.ts'
import type { OfferCells, OfferRow } from '../../offer-cells-port.ts'
import { forEachBatch } from '../batches.ts'
import type { InventoryStore } from '../store.ts'
import type { CellEdits } from './cell-edits.ts'
import { checkCell } from './cell-values.ts'
import { type CellColumn, type Column, parseColumn, toCellText } from './columns.ts'

const BATCH_ITEMS = 100

type ChangedCell = {
  readonly sku: string
  readonly old: string
  readonly text: string
  /** For a column of the offer. */
  readonly offer: OfferRow | undefined
}

const replaceAll = (text: string, { find, replacement, isCaseSensitive }: Extract<CellChange, { by: 'replace' }>) => {
  const literally = find.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return text.replace(new RegExp(literally, isCaseSensitive ? 'gu' : 'giu'), () => replacement)
}

/** The new text of a cell; the old one if the change doesn't apply to it. */
export const changeText = (old: string, change: CellChange): string => {
  if (change.by === 'set') return change.text
  if (change.by === 'replace') return replaceAll(old, change)
  if (!/^\d+$/.test(old)) return old
  const quantity = Number(old)
  const changed = change.by === 'add' ? quantity + change.amount : Math.round((quantity * (100 + change.percent)) / 100)
  return String(Math.max(0, changed))
}

const isCellColumn = (column: Column): column is CellColumn => column.kind !== 'sku' && column.kind !== 'unknown'

export type BulkChange = ReturnType<typeof createBulkChange>

export const createBulkChange = (deps: {
  readonly store: InventoryStore
  readonly cells: CellEdits
  /** A getter, because the listing feature is created after this one. */
  readonly offerCells: () => OfferCells
  readonly moneyStyle: () => MoneyStyle
}) => {
  const { store, cells } = deps

  const requireColumn = ({ column: name, change }: ChangeMany): CellColumn => {
    const column = parseColumn(name, store.rules.capabilities.moreFields)
    if (!isCellColumn(column)) throw validation('column', `“${name}” isn’t an inventory field.`)
    const isNumber = column.kind === 'field' && column.field.id === 'quantity'
    if (!isNumber && (change.by === 'add' || change.by === 'percent')) {
      throw validation('change', 'Only quantities can be raised and lowered here.')
    }
    return column
  }

  /** Visits the cells that change, batch by batch. Returns how many items do not, and how many were never read. */
  const forEachChange = async (
    many: ChangeMany,
    column: CellColumn,
    visit: (changed: readonly ChangedCell[]) => void,
  ): Promise<{ readonly unchanged: number; readonly unread: number }> => {
    let unchanged = 0
    let unread = 0
    await forEachBatch(store.selectedSkus(many.selection), BATCH_ITEMS, (skus) => {
      const items = store.contents(skus)
      const offers = column.kind === 'offer' ? deps.offerCells().rows(skus) : undefined
      const noted = column.kind === 'private' ? store.privateTexts(skus) : undefined
      visit(
        skus.flatMap((sku) => {
          const item = items.get(sku)
          if (item?.isRead !== true) {
            unread += 1
            return []
          }
          const offer = offers?.get(sku)
          const old =
            column.kind === 'offer'
              ? (offer?.text(toColumnId(column.field)) ?? '')
              : column.kind === 'private'
                ? (noted?.get(sku)?.[column.field.id] ?? '')
                : toCellText(applyEdit(item.record, item.edit), column)
          const text = changeText(old, many.change)
          if (text !== old) return [{ sku, old, text, offer }]
          unchanged += 1
          return []
        }),
      )
    })
    return { unchanged, unread }
  }

  const findProblem = (column: CellColumn, text: string, offer: OfferRow | undefined): string | null => {
    if (column.kind === 'private') {
      const reading = column.field.read(text, deps.moneyStyle())
      return 'problem' in reading ? reading.problem : null
    }
    if (column.kind !== 'offer') return checkCell(column, text, store.rules)
    const id = toColumnId(column.field)
    return offer?.findProblems({ [id]: text })[id] ?? null
  }

  return {
    preview: async (many: ChangeMany) => {
      const column = requireColumn(many)
      const rows: ChangedCell[] = []
      let changed = 0
      const others = await forEachChange(many, column, (batch) => {
        changed += batch.length
        rows.push(...batch.slice(0, MAX_PREVIEW_ROWS - rows.length))
      })
      return {
        rows: rows.map(({ offer, ...row }) => ({ ...row, problem: findProblem(column, row.text, offer) })),
        changed,
        ...others,
      }
    },
    change: async (many: ChangeMany): Promise<{ readonly blockId: number | null }> => {
      const rows: { readonly sku: string; readonly cells: readonly string[] }[] = []
      await forEachChange(many, requireColumn(many), (batch) => {
        rows.push(...batch.map(({ sku, text }) => ({ sku, cells: [text] })))
      })
      const { blockId } = await cells.stage({ columns: [many.column], rows, blank: 'delete' })
      return { blockId }
    },
  }
}
