/**
 * Item saves as a kind of the outbound queue (OFF-01, OFF-06): a single save, or a row of a run that shares a bulk call with up
 * to 24 others.
 *
 * A save waits until the platform is reachable, and is merged into the item that the platform then has (OFF-02). A save without
 * an answer is settled by reading the item. The sent fields are removed from the edit once they are known to have arrived.
 */

import * as z from 'zod'
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import { valueAt } from '../../../shared/inventory/json.ts'
import { MAX_BULK_ITEMS } from '../../../shared/inventory/limits.ts'
import type { Database } from '../../database/database.ts'
import type { OutboundKind, Reversal, Room } from '../../outbound/kind.ts'
import type { Clock, Log } from '../../ports.ts'
import { editLeft, reverseEdit, settleEdit } from '../../replaced-record.ts'
import type { ItemReader } from '../items/item-reader.ts'
import type { InventoryClient } from '../platform/inventory-client.ts'
import type { InventoryStore } from '../store.ts'
import { planNextCall, type RowGroup } from './call-plan.ts'
import type { ChangeBudget } from './change-budget.ts'
import { type ConfirmedSave, confirmedSaveSchema, type SaveRow } from './confirmed-save.ts'
import { mergeInto } from './prepared-save.ts'
import { describeChanges } from './save-changes.ts'
import { createSaveChecks, type ReadySave } from './save-checks.ts'
import { isStockCorrection, toSaveError } from './save-refusal.ts'
import { createSaveSender, type SaveAnswer } from './save-sender.ts'

export const createItemSaveKind = (deps: {
  readonly client: InventoryClient
  readonly store: InventoryStore
  readonly database: Database
  readonly budget: ChangeBudget
  readonly platformName: PlatformName
  readonly reader: ItemReader
  readonly clock: Clock
  readonly log: Log
  /** The Content-Language of the SKU's saves. */
  readonly language: (sku: string) => string
  readonly onItem: (sku: string) => void
}): OutboundKind<ConfirmedSave, null, ReadySave, SaveAnswer> => {
  const { store, budget, reader, clock } = deps
  const checks = createSaveChecks(deps)
  const changedSkus = new Set<string>()
  const send = createSaveSender(deps)

  /** How many rows the change limit allows now, stock corrections first (INV-15). A call has rows of one run only. */
  const findRoom = (rows: readonly SaveRow[]): Room => {
    const [first] = rows
    if (first === undefined) return { count: 0 }
    if (first.runId === null) {
      const shortage = budget.findShortage([first.payload.sku])?.detail
      if (shortage?.kind !== 'quotaExhausted') return { count: 1 }
      return { untilMs: shortage.resetsAtMs ?? clock.nowMs(), error: shortage }
    }
    const end = rows.findIndex(({ runId }) => runId !== first.runId)
    const groups = (end === -1 ? rows : rows.slice(0, end)).map(
      ({ payload: { edit, contentLanguage } }): RowGroup => ({
        isStockCorrection: isStockCorrection(edit),
        contentLanguage,
        items: 1,
      }),
    )
    const { inMs = 0, items = 0 } = planNextCall(groups, budget.now()) ?? {}
    if (inMs <= 0) return { count: items }
    const untilMs = clock.nowMs() + Math.ceil(inMs)
    const message = 'The item changes of the last 24 hours are used up. The rest is sent once changes are available.'
    return { untilMs, error: { kind: 'quotaExhausted', message, resetsAtMs: untilMs } }
  }

  /** Updates the item after the platform carried out a save, now or earlier. */
  const finish = ({ id, payload }: SaveRow, { after, note }: SaveAnswer): void => {
    const { sku, edit } = payload
    const save = store.findSave(id)
    // If the answer was lost, the reading that showed the save is already stored.
    const isAnswered = note !== undefined
    if (save?.sent !== undefined && isAnswered && after === undefined) store.putRecord(sku, save.sent, clock.nowMs())
    const record = store.item(sku)?.record ?? save?.sent
    if (record === undefined) return
    const item = store.item(sku)
    if (item?.edit !== undefined)
      store.putEdit(sku, editLeft(payload, { ...item, record }), clock.nowMs(), item.editSource)
    store.putRefusals(sku, edit, [])
    if (save !== undefined) store.putSaveAfter(id, after ?? record, note ?? save.note)
  }

  const revert = ({ id, payload }: SaveRow, excluded: readonly (readonly string[])[]): Reversal<ConfirmedSave> => {
    const { sku, edit: done } = payload
    const save = store.findSave(id)
    const { base, sent } = save ?? {}
    if (base === undefined || sent === undefined) return { problem: 'There is no earlier version.' }
    const { record: now, edit: typed } = store.item(sku) ?? {}
    const reversed = reverseEdit(done, { record: now, edit: typed }, excluded, {
      before: (path) => valueAt(base, path),
      sent: (path) => valueAt(sent, path),
    })
    if ('problem' in reversed) return reversed
    const { edit, record } = reversed
    const { deletions } = mergeInto(sku, record, edit, store.rules, deps.language(sku)).preview
    return {
      payload: {
        sku,
        edit,
        contentLanguage: deps.language(sku),
        confirmedDeletions: deletions.map(({ id: deletionId }) => deletionId),
        isRevert: true,
      },
      changes: describeChanges(edit.changes),
      deletions: deletions.map(({ name }) => name),
    }
  }

  const update = (row: SaveRow, answer: SaveAnswer = {}): void => {
    const { state, payload } = row
    const { sku } = payload
    if (state.state === 'sent') finish(row, answer)
    if (answer.refusals !== undefined) store.putRefusals(sku, payload.edit, answer.refusals)
    store.refresh(sku)
    changedSkus.add(sku)
  }

  return {
    name: 'itemSave',
    payload: confirmedSaveSchema,
    evidence: z.null(),
    describe: ({ payload: { sku, isRevert } }) =>
      `${isRevert === true ? 'Put back' : 'Save'} ${sku}: ${store.titleOf(sku) ?? 'no title'}`,
    page: ({ sku }) => ({ page: 'item', id: sku }),
    maxBatch: MAX_BULK_ITEMS,
    batchKey: ({ contentLanguage }) => contentLanguage,
    get checksAtOnce() {
      return reader.atOnce()
    },
    room: findRoom,
    check: async (row, signal, earlier) => {
      const local = checks.findLocalRefusal(row)
      if (local !== undefined) return { decision: 'refuse', error: toSaveError(local) }
      const atMs = clock.nowMs()
      const read = await checks.read(row, (sku) => reader.readShared(sku, signal))
      // What the seller has seen doesn't change while the save is on its way.
      const ready = earlier === undefined ? read : { ...read, seen: earlier.seen }
      const decided = checks.decide(ready)
      if (decided.decision === 'alreadyThere') return { decision: 'alreadyThere', atMs }
      if (decided.decision === 'refuse') return decided
      return { decision: 'send', before: null, ready }
    },
    effect: 'replaces',
    dispatch: send,
    settle: async ({ id, payload: { sku, edit } }, _before, signal) => {
      const atMs = clock.nowMs()
      const save = store.findSave(id)
      if (save === undefined) return { isDone: 'neverLeft', after: null, atMs }
      const record = await reader.read(sku, signal)
      const isDone = save.base === undefined && record === undefined ? false : settleEdit(edit, save.base, record)
      return { isDone, after: null, atMs, note: save.note }
    },
    canSellerSettle: true,
    inRun: {
      describe: ({ sku, edit }) => ({
        sku,
        title: store.titleOf(sku) ?? null,
        changes: describeChanges(edit.changes),
      }),
      revert,
    },
    onState: (row, _from, answer) => update(row, answer),
    onChange: () => {
      for (const sku of changedSkus) deps.onItem(sku)
      changedSkus.clear()
    },
  }
}
