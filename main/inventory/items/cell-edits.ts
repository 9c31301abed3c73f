/** Stages blocks of cells of the sheet as edits. Calls no platform. */

import type { CellProblem } from '../../../shared/inventory/contract/cells-contract.ts'
import type { BlankCells } from '../../../shared/inventory/contract/csv-contract.ts'
import { toColumnId } from '../../../shared/inventory/fields/field.ts'
import { applyEdit, startEdit, withChange, withoutChange } from '../../../shared/inventory/item-edit.ts'
import { checkEdit } from '../../../shared/inventory/item-rules.ts'
import { isWithin, sameJson, valueAt } from '../../../shared/inventory/json.ts'
import type { MoneyStyle } from '../../../shared/money.ts'
import { validation } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import type { ColumnTexts, OfferCells } from '../../offer-cells-port.ts'
import type { Clock } from '../../ports.ts'
import { forEachBatch } from '../batches.ts'
import type { InventoryStore } from '../store.ts'
import type { CellBlocks } from './cell-blocks.ts'
import { type CellRequest, parseCell } from './cell-values.ts'
import { ownColumn, parseColumn, toCellText } from './columns.ts'

export type CellBlock = {
  readonly columns: readonly string[]
  readonly rows: readonly { readonly sku: string; readonly cells: readonly (string | null)[] }[]
  readonly blank: BlankCells
}

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
  readonly blocks: CellBlocks
  readonly clock: Clock
  /** A getter, because the listing feature is created after this one. */
  readonly offerCells: () => OfferCells
  readonly moneyStyle: () => MoneyStyle
  readonly onItems: () => void
}) => {
  const { database, store, clock } = deps
  const { typedOffer } = deps.blocks

  const stage = ({ columns, rows, blank }: CellBlock) => {
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
      const typedBefore = typedOffer(sku, offerColumns)
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
      const offerChanges = offerColumns.filter((column) => !sameJson(typedBefore[column], typedAfter[column])).length
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
          if (reading.text === (store.privateTexts([sku]).get(sku)?.[one.field.id] ?? '')) continue
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
      staged += changed + offerChanges
      if (changed === 0 && sameJson(item.unreadable, unreadable)) return
      store.putEdit(sku, edit, clock.nowMs(), item.edit === undefined ? SOURCE : item.editSource, unreadable)
    }

    return deps.blocks.record(offerColumns, fields, async (block) => {
      await forEachBatch(rows, BATCH_ROWS, (batch) =>
        database.transaction(() => {
          for (const { sku, cells } of batch) block.change(sku, () => stageRow(sku, cells))
        }),
      )
      deps.onItems()
      if (offerColumns.length > 0) deps.offerCells().notify(rows.map(({ sku }) => sku))
      return { staged, problems, blockId: block.id() ?? null }
    })
  }

  return { stage }
}
