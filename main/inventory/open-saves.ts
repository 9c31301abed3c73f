/**
 * Saves on their way: begun, ended, and settled by reading the item where nobody knows how they ended.
 *
 * One save of a SKU at a time, whoever sends it: the editor or a run.
 */
import { editAfterSave } from '../../shared/inventory/item-edit.ts'
import { type JsonObject, sameJson } from '../../shared/inventory/json.ts'
import { mergeEdit } from '../../shared/inventory/merge.ts'
import type { FieldRefusal } from '../../shared/inventory/refusals.ts'
import { Failure } from '../../shared/result.ts'
import type { Database } from '../database/database.ts'
import type { OnlineState } from '../feature.ts'
import type { Cancel, Clock } from '../ports.ts'
import type { Scheduler } from '../scheduler.ts'
import type { InventoryClient } from './client.ts'
import type { PreparedSave } from './prepared-save.ts'
import type { OpenSave } from './save-store.ts'
import type { InventoryStore } from './store.ts'

export type SaveOutcome = {
  readonly outcome: 'saved' | 'noChange' | 'notSaved' | 'unknown'
  readonly message: string
}

export type SaveEnd = {
  readonly state: 'saved' | 'rejected' | 'notSaved' | 'unknown'
  readonly message: string
  readonly refusals?: readonly FieldRefusal[]
}

export type OpenSaves = {
  /** Whether a save of the SKU is being prepared or sent right now. */
  readonly isHeld: (sku: string) => boolean
  /** Keeps every other save away from these SKUs until the hold is let go. Throws `conflict` where one is held already. */
  readonly hold: (skus: readonly string[]) => Cancel
  /** Notes that this save is sent. Call it in the transaction that charges the attempt. */
  readonly begin: (prepared: PreparedSave, attempt: number) => OpenSave
  /** The platform holds `record`: the edit, as far as it was carried out, is done. */
  readonly finish: (save: OpenSave, record: JsonObject, message: string) => void
  /** It was not carried out, or nobody knows. `refusals`: what the platform said of the edit, kept at its fields. */
  readonly end: (
    save: OpenSave,
    state: 'rejected' | 'notSaved' | 'unknown',
    message: string,
    refusals?: readonly FieldRefusal[],
  ) => void
  /** Reads the item and tells by it what became of the save. Never throws what the platform or the line says. */
  readonly settle: (save: OpenSave) => Promise<SaveOutcome>
  /** Files what the platform made of a save, as the state after it. */
  readonly putAfter: (save: OpenSave, record: JsonObject) => void
  /** Told in the same transaction as the end of every save. */
  readonly onEnd: (listener: (save: OpenSave, end: SaveEnd) => void) => void
  /** Finds out, as soon as possible, what became of saves that nobody knows the end of. */
  readonly wake: () => void
  readonly wakeLater: () => void
  /** From now on that is done after a start, and each time the platform is back. */
  readonly start: () => void
  readonly stop: () => Promise<void>
}

const KEY = 'inventory.settleSaves'
const TRY_AGAIN_MS = 60_000
/** A call whose app ended may still be on its way: what a reading does not show by then did not arrive. */
const MAY_ARRIVE_MS = 2_000

export const saveWords = {
  saved: 'Saved',
  savedAfterAll: 'The connection broke off, but the platform has the change: it is saved.',
  notSaved:
    'The connection broke off before the platform took the change. Nothing was changed there; your edit is kept.',
  unknown:
    'We do not know yet whether this was saved: the connection broke off. The item is read again as soon as the platform answers; your edit is kept.',
} as const

export const createOpenSaves = (deps: {
  readonly client: InventoryClient
  readonly store: InventoryStore
  readonly database: Database
  readonly scheduler: Scheduler
  readonly online: OnlineState
  readonly clock: Clock
  /** Told after what is known of the SKU changed. */
  readonly onItem: (sku: string) => void
}): OpenSaves => {
  const { client, store, database, scheduler, clock } = deps
  const held = new Set<string>()
  const listeners: ((save: OpenSave, end: SaveEnd) => void)[] = []
  let settling: Promise<void> = Promise.resolve()
  let stopListening: Cancel | undefined
  let stopped = false
  /** Nothing is settled before this time. */
  let settleFromMs = Number.NEGATIVE_INFINITY

  const tell = (save: OpenSave, end: SaveEnd): void => {
    for (const listener of listeners) listener(save, end)
  }

  const finish = (save: OpenSave, record: JsonObject, message: string): void => {
    database.transaction(() => {
      const item = store.item(save.sku)
      store.putRecord(save.sku, record, clock.nowMs())
      if (item?.edit !== undefined) {
        const rest = editAfterSave(item.edit, save.edit, record)
        store.putEdit(save.sku, rest.changes.length === 0 ? undefined : rest, clock.nowMs(), item.editSource)
      }
      store.putRefusals(save.sku, save.edit, [])
      store.endSave(save.id, 'saved', message, clock.nowMs(), record)
      tell(save, { state: 'saved', message })
    })
    deps.onItem(save.sku)
  }

  const end: OpenSaves['end'] = (save, state, message, refusals) => {
    database.transaction(() => {
      store.endSave(save.id, state, message, clock.nowMs())
      if (refusals !== undefined) store.putRefusals(save.sku, save.edit, refusals)
      tell(save, { state, message, ...(refusals === undefined ? {} : { refusals }) })
    })
    deps.onItem(save.sku)
  }

  const settle = async (save: OpenSave): Promise<SaveOutcome> => {
    let record: JsonObject | undefined
    try {
      record = await client.getInventoryItem(save.sku)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (!stopped) end(save, 'unknown', saveWords.unknown)
      return { outcome: 'unknown', message: saveWords.unknown }
    }
    // Somebody else may have written since: then it is the edit's own fields that tell.
    const isThere =
      record !== undefined &&
      (sameJson(record, save.sent) ||
        (sameJson(mergeEdit(record, save.edit).merged, record) && mergeEdit(record, save.edit).conflicts.length === 0))
    if (stopped) return { outcome: 'unknown', message: saveWords.unknown }
    if (isThere && record !== undefined) {
      finish(save, record, saveWords.savedAfterAll)
      return { outcome: 'saved', message: saveWords.savedAfterAll }
    }
    store.putRecord(save.sku, record, clock.nowMs())
    end(save, 'notSaved', saveWords.notSaved)
    return { outcome: 'notSaved', message: saveWords.notSaved }
  }

  const settleAll = async (): Promise<void> => {
    for (const save of store.openSaves()) {
      if (stopped) return
      if (held.has(save.sku)) continue
      const { outcome } = await settle(save)
      if (outcome === 'unknown') {
        wakeLater()
        return
      }
    }
  }

  const runSettling = (): Promise<void> => {
    settling = settleAll()
    return settling
  }

  const wake = (): void => {
    if (!stopped && store.openSaves().length > 0) {
      scheduler.plan(KEY, Math.max(clock.nowMs(), settleFromMs), runSettling)
    }
  }

  const wakeLater = (): void => {
    if (!stopped) scheduler.plan(KEY, clock.nowMs() + TRY_AGAIN_MS, runSettling)
  }

  return {
    isHeld: (sku) => held.has(sku),
    hold: (skus) => {
      const taken = skus.find((sku) => held.has(sku))
      if (taken !== undefined) throw new Failure({ kind: 'conflict', message: `${taken} is being saved already.` })
      for (const sku of skus) held.add(sku)
      return () => {
        for (const sku of skus) held.delete(sku)
      }
    },
    begin: ({ sku, remote, merged, edit }, attempt) => {
      const id = store.beginSave({ sku, base: remote, sent: merged, edit }, attempt, clock.nowMs())
      return { id, sku, base: remote, sent: merged, edit }
    },
    finish,
    end,
    settle,
    putAfter: (save, record) => store.putAfter(save.id, record),
    onEnd: (listener) => void listeners.push(listener),
    wake,
    wakeLater,
    start: () => {
      settleFromMs = clock.nowMs() + MAY_ARRIVE_MS
      stopListening = deps.online.onChange((isOnline) => {
        if (isOnline) wake()
      })
      wake()
    },
    stop: async () => {
      stopped = true
      stopListening?.()
      scheduler.cancel(KEY)
      await settling.catch(() => undefined)
    },
  }
}
