/**
 * Saves in progress: started, ended, and settled by reading the item if the answer was lost.
 *
 * One save per SKU at a time, whether the editor or a run sends it.
 */

import type { SaveState } from '../../../shared/inventory/contract/run-contract.ts'
import type { SaveOutcome } from '../../../shared/inventory/contract.ts'
import { editAfterSave } from '../../../shared/inventory/item-edit.ts'
import { type JsonObject, sameJson } from '../../../shared/inventory/json.ts'
import { mergeEdit } from '../../../shared/inventory/merge.ts'
import { Failure } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import type { OnlineState } from '../../feature.ts'
import type { Outcome } from '../../http/request.ts'
import type { Cancel, Clock } from '../../ports.ts'
import type { Scheduler } from '../../scheduler.ts'
import { conflict } from '../items/item-edits.ts'
import type { FieldRefusal } from '../items/refusals.ts'
import type { InventoryClient } from '../platform/client.ts'
import type { InventoryStore } from '../store.ts'
import type { PreparedSave } from './prepared-save.ts'
import type { OpenSave } from './save-store.ts'

export type SaveEnd = {
  readonly outcome: Outcome
  readonly message: string
  readonly refusals?: readonly FieldRefusal[]
}

const TASK = 'inventory.settleSaves'
const RETRY_MS = 60_000
/** After a start, a call of the previous process may still arrive. Settling waits for it. */
const IN_FLIGHT_MS = 2_000

const stateAfter: Readonly<Record<Outcome, SaveState>> = {
  carriedOut: 'saved',
  refused: 'refused',
  notNow: 'notSaved',
  notReached: 'notSaved',
  unknown: 'unknown',
}

export const saveMessages = {
  saved: 'Saved',
  savedAfterAll: 'The connection was lost, but the platform has the change: it is saved.',
  notSaved: 'The connection was lost before the platform received the change. Your edit is kept.',
  unknown:
    'The connection was lost, so we do not know yet whether this was saved. The item is read again as soon as the platform answers; your edit is kept.',
} as const

export type OpenSaves = ReturnType<typeof createOpenSaves>

export const createOpenSaves = (deps: {
  readonly client: InventoryClient
  readonly store: InventoryStore
  readonly database: Database
  readonly scheduler: Scheduler
  readonly online: OnlineState
  readonly clock: Clock
  readonly onItem: (sku: string) => void
}) => {
  const { client, store, database, scheduler, clock } = deps
  const locked = new Set<string>()
  const listeners: ((save: OpenSave, end: SaveEnd) => void)[] = []
  let settling: Promise<void> = Promise.resolve()
  let stopListening: Cancel | undefined
  let stopped = false
  let settleFromMs = Number.NEGATIVE_INFINITY

  /** Ends a save that was not carried out, or whose outcome is unknown. `refusals` stay at the edit's fields. */
  const end = (save: OpenSave, ended: SaveEnd): void => {
    database.transaction(() => {
      store.endSave(save, stateAfter[ended.outcome], ended.message, clock.nowMs())
      if (ended.refusals !== undefined) store.putRefusals(save.sku, save.edit, ended.refusals)
      for (const listener of listeners) listener(save, ended)
    })
    deps.onItem(save.sku)
  }

  /** Ends a save that was carried out: the platform has `record`, and the edit is done as far as it was sent. */
  const finish = (save: OpenSave, record: JsonObject, message: string): void => {
    database.transaction(() => {
      const item = store.item(save.sku)
      store.putRecord(save.sku, record, clock.nowMs())
      if (item?.edit !== undefined) {
        const rest = editAfterSave(item.edit, save.edit, record)
        store.putEdit(save.sku, rest.changes.length === 0 ? undefined : rest, clock.nowMs(), item.editSource)
      }
      store.putRefusals(save.sku, save.edit, [])
      store.endSave(save, 'saved', message, clock.nowMs(), record)
      for (const listener of listeners) listener(save, { outcome: 'carriedOut', message })
    })
    deps.onItem(save.sku)
  }

  /** Reads the item to find out what became of the save. Never sends it again. */
  const settle = async (save: OpenSave): Promise<SaveOutcome> => {
    let record: JsonObject | undefined
    try {
      record = await client.getInventoryItem(save.sku)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (!stopped) end(save, { outcome: 'unknown', message: saveMessages.unknown })
      return { outcome: 'unknown', message: saveMessages.unknown }
    }
    if (stopped) return { outcome: 'unknown', message: saveMessages.unknown }
    if (record !== undefined) {
      // Others may have written since: then the edit's own fields decide.
      const { merged, conflicts } = mergeEdit(record, save.edit)
      if (sameJson(record, save.sent) || (conflicts.length === 0 && sameJson(merged, record))) {
        finish(save, record, saveMessages.savedAfterAll)
        return { outcome: 'saved', message: saveMessages.savedAfterAll }
      }
    }
    store.putRecord(save.sku, record, clock.nowMs())
    end(save, { outcome: 'notReached', message: saveMessages.notSaved })
    return { outcome: 'notSaved', message: saveMessages.notSaved }
  }

  const settleAll = async (): Promise<void> => {
    for (const save of store.openSaves()) {
      if (stopped) return
      if (locked.has(save.sku)) continue
      const { outcome } = await settle(save)
      if (outcome === 'unknown') return wakeLater()
    }
  }

  const run = (): Promise<void> => {
    settling = settleAll()
    return settling
  }

  /** Settles saves with an unknown outcome as soon as possible. */
  const wake = (): void => {
    if (!stopped && store.openSaves().length > 0) scheduler.plan(TASK, Math.max(clock.nowMs(), settleFromMs), run)
  }

  const wakeLater = (): void => {
    if (!stopped) scheduler.plan(TASK, clock.nowMs() + RETRY_MS, run)
  }

  return {
    end,
    finish,
    wake,
    wakeLater,
    /** Settles one save now, and retries later if the platform cannot be asked. */
    settle: async (save: OpenSave): Promise<SaveOutcome> => {
      const outcome = await settle(save)
      if (outcome.outcome === 'unknown') wakeLater()
      return outcome
    },
    isLocked: (sku: string): boolean => locked.has(sku),
    /** Keeps other saves away from these SKUs until released. Throws `conflict` if one is locked. */
    lock: (skus: readonly string[]): Cancel => {
      const taken = skus.find((sku) => locked.has(sku))
      if (taken !== undefined) throw conflict(`${taken} is already being saved.`)
      for (const sku of skus) locked.add(sku)
      return () => {
        for (const sku of skus) locked.delete(sku)
      }
    },
    /** Records that this save is being sent. Call it in the transaction that charges the attempt. */
    begin: ({ sku, remote, merged, edit }: PreparedSave, attempt: number): OpenSave => {
      const save = { sku, base: remote, sent: merged, edit }
      return { id: store.beginSave(save, attempt, clock.nowMs()), ...save }
    },
    /** Called in the transaction that ends a save. */
    onEnd: (listener: (save: OpenSave, end: SaveEnd) => void): void => void listeners.push(listener),
    start: (): void => {
      settleFromMs = clock.nowMs() + IN_FLIGHT_MS
      stopListening = deps.online.onChange((isOnline) => {
        if (isOnline) wake()
      })
      wake()
    },
    stop: async (): Promise<void> => {
      stopped = true
      stopListening?.()
      scheduler.cancel(TASK)
      await settling.catch(() => undefined)
    },
  }
}
