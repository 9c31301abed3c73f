/**
 * Sending an edit: read, merge, preview; then, confirmed, read once more and PUT.
 *
 * A PUT is sent once. What is not known about its end is found out by reading the item, never by sending it again.
 */

import { familyRefusal } from '../../shared/inventory/family.ts'
import { editAfterSave } from '../../shared/inventory/item-edit.ts'
import { type JsonObject, sameJson } from '../../shared/inventory/json.ts'
import { mergeEdit } from '../../shared/inventory/merge.ts'
import { Failure } from '../../shared/result.ts'
import type { Database } from '../database/database.ts'
import type { Cancel, Clock, Log } from '../ports.ts'
import type { OnlineState } from '../room.ts'
import type { Scheduler } from '../scheduler.ts'
import type { ChangeBudget } from './budget.ts'
import { type InventoryClient, isUncertain, isUncounted } from './client.ts'
import { notInList } from './item-edits.ts'
import type { ItemReading } from './item-reading.ts'
import { type PreparedSave, prepareReplace, prepareSave, sameRecordToken } from './prepared-save.ts'
import type { InventoryStore, OpenSave } from './store.ts'

export type SaveOutcome = {
  readonly outcome: 'saved' | 'noChange' | 'notSaved' | 'uncertain'
  readonly message: string
}

export type ItemSaving = {
  /** What a save would do now. Reads the item; sends nothing. */
  readonly prepare: (sku: string) => Promise<PreparedSave>
  /** Sends what the preview with this token showed. See `save` of the contract. */
  readonly save: (sku: string, previewToken: string, confirmedDeletions: readonly string[]) => Promise<SaveOutcome>
  /** What replacing the whole record would do. Reads the item; sends nothing. */
  readonly prepareReplace: (sku: string, record: JsonObject) => Promise<PreparedSave>
  /** Sends what the preview of the replacement showed. See `replaceRecord` of the contract. */
  readonly replace: (
    sku: string,
    record: JsonObject,
    previewToken: string,
    confirmedDeletions: readonly string[],
  ) => Promise<SaveOutcome>
  /** Why the SKU must not be saved as an inventory item, or undefined (INV-17). */
  readonly refusalOf: (sku: string) => string | undefined
  /** Finds out, as soon as possible, what became of saves that nobody knows the end of. */
  readonly wake: () => void
  /** From now on that is done after a start, and each time the platform is back. */
  readonly start: () => void
  readonly stop: () => Promise<void>
}

const KEY = 'inventory.settleSaves'
const TRY_AGAIN_MS = 60_000

const conflict = (message: string): Failure => new Failure({ kind: 'conflict', message })

const words = {
  saved: 'Saved',
  savedAfterAll: 'The connection broke off, but the platform has the change: it is saved.',
  notSaved:
    'The connection broke off before the platform took the change. Nothing was changed there; your edit is kept.',
  uncertain:
    'We do not know yet whether this was saved: the connection broke off. The item is read again as soon as the platform answers; your edit is kept.',
} as const

export const createItemSaving = (deps: {
  readonly client: InventoryClient
  readonly store: InventoryStore
  readonly database: Database
  readonly budget: ChangeBudget
  readonly reading: ItemReading
  readonly scheduler: Scheduler
  readonly online: OnlineState
  readonly clock: Clock
  readonly log: Log
  readonly onItem: (sku: string) => void
}): ItemSaving => {
  const { client, store, database, budget, reading, scheduler, clock } = deps
  const underWay = new Map<string, Promise<unknown>>()
  let settling: Promise<void> = Promise.resolve()
  let stopListening: Cancel | undefined
  let stopped = false

  const editOf = (sku: string) => {
    const item = store.item(sku)
    if (item === undefined) throw notInList(sku)
    if (item.edit === undefined) throw conflict(`There is no unsaved edit of ${sku}.`)
    return item.edit
  }

  const prepare = (sku: string): Promise<PreparedSave> => {
    editOf(sku)
    return prepareSave(sku, reading.read, () => editOf(sku), store.contentLanguageOf(sku))
  }

  const refusalOf = (sku: string): string | undefined => familyRefusal(store.familyOf(sku), 'offers')

  const prepareWhole = async (sku: string, record: JsonObject): Promise<PreparedSave> => {
    const item = store.item(sku)
    if (item === undefined) throw notInList(sku)
    if (item.edit !== undefined) {
      throw conflict(`${sku} has an unsaved edit. Save or discard it before the whole record is replaced.`)
    }
    return prepareReplace(sku, reading.read, record, store.contentLanguageOf(sku))
  }

  /** The platform holds `record`: the edit, as far as it was carried out, is done. */
  const finish = (save: OpenSave, record: JsonObject, message: string): void => {
    database.transaction(() => {
      const item = store.item(save.sku)
      store.putRecord(save.sku, record, clock.nowMs())
      if (item?.edit !== undefined) {
        const rest = editAfterSave(item.edit, save.edit, record)
        store.putEdit(save.sku, rest.changes.length === 0 ? undefined : rest, clock.nowMs(), item.editSource)
      }
      store.endSave(save.id, 'saved', message, clock.nowMs(), record)
    })
    deps.onItem(save.sku)
  }

  const end = (save: OpenSave, state: 'rejected' | 'notSaved' | 'uncertain', message: string): void => {
    store.endSave(save.id, state, message, clock.nowMs())
    deps.onItem(save.sku)
  }

  /** Reads the item and tells by it what became of the save. */
  const settle = async (save: OpenSave): Promise<SaveOutcome> => {
    let record: JsonObject | undefined
    try {
      record = await client.getInventoryItem(save.sku)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (!stopped) end(save, 'uncertain', words.uncertain)
      return { outcome: 'uncertain', message: words.uncertain }
    }
    // Somebody else may have written since: then it is the edit's own fields that tell.
    const isThere =
      record !== undefined &&
      (sameJson(record, save.sent) ||
        (sameJson(mergeEdit(record, save.edit).merged, record) && mergeEdit(record, save.edit).conflicts.length === 0))
    if (stopped) return { outcome: 'uncertain', message: words.uncertain }
    if (isThere && record !== undefined) {
      finish(save, record, words.savedAfterAll)
      return { outcome: 'saved', message: words.savedAfterAll }
    }
    store.putRecord(save.sku, record, clock.nowMs())
    end(save, 'notSaved', words.notSaved)
    return { outcome: 'notSaved', message: words.notSaved }
  }

  const settleAll = async (): Promise<void> => {
    for (const save of store.openSaves()) {
      if (stopped) return
      if (underWay.has(save.sku)) continue
      const { outcome } = await settle(save)
      if (outcome === 'uncertain') {
        if (!stopped) scheduler.plan(KEY, clock.nowMs() + TRY_AGAIN_MS, runSettling)
        return
      }
    }
  }

  const runSettling = (): Promise<void> => {
    settling = settleAll()
    return settling
  }

  const wake = (): void => {
    if (!stopped && store.openSaves().length > 0) scheduler.plan(KEY, clock.nowMs(), runSettling)
  }

  /** Everything that must be true before a byte is sent. */
  const check = (prepared: PreparedSave, previewToken: string, confirmed: readonly string[]): void => {
    const { sku, preview, problems } = prepared
    const refusal = refusalOf(sku)
    if (refusal !== undefined) throw conflict(refusal)
    if (prepared.token !== previewToken) {
      throw conflict(
        sameRecordToken(prepared.token, previewToken)
          ? `Your edit of ${sku} has changed since this preview. Look at the preview again; nothing was sent.`
          : `${sku} has changed on the platform since this preview. Look at the preview again; nothing was sent.`,
      )
    }
    if (prepared.isGone) {
      throw conflict(`The platform has no item ${sku} any more. Decide whether to create it again; nothing was sent.`)
    }
    if (prepared.conflicts.length > 0) {
      throw conflict(`${sku} has changed on the platform in fields that you edited. Decide each one; nothing was sent.`)
    }
    const first = problems[0]
    if (first !== undefined) {
      throw new Failure({
        kind: 'validation',
        message: first.message,
        issues: problems.map(({ path, message, rule, errorId }) => ({
          path: path.join('.'),
          message: `${message} (${errorId ?? rule})`,
        })),
      })
    }
    const unconfirmed = preview.deletions.filter(({ id }) => !confirmed.includes(id))
    if (unconfirmed.length > 0) {
      throw new Failure({
        kind: 'validation',
        message: `This save deletes ${unconfirmed.map(({ name }) => name).join('; ')}. Confirm it first; nothing was sent.`,
        issues: unconfirmed.map(({ name }) => ({ path: 'confirmedDeletions', message: `Not confirmed: ${name}` })),
      })
    }
  }

  const put = async (prepared: PreparedSave): Promise<SaveOutcome> => {
    const { sku, remote, merged, edit } = prepared
    // One transaction: there is no attempt without its row in the ledger, and no row without its save.
    const { attempt, save } = database.transaction(() => {
      const charged = budget.charge(sku, 1)
      const id = store.beginSave({ sku, base: remote, sent: merged, edit }, charged, clock.nowMs())
      const open: OpenSave = { id, sku, base: remote, sent: merged, edit }
      return { attempt: charged, save: open }
    })
    deps.onItem(sku)
    try {
      await client.createOrReplaceInventoryItem(prepared)
    } catch (error) {
      if (isUncertain(error)) {
        if (!(error instanceof Failure)) deps.log.error('a save ended unexpectedly', { error })
        const outcome = await settle(save)
        if (outcome.outcome === 'uncertain') scheduler.plan(KEY, clock.nowMs() + TRY_AGAIN_MS, runSettling)
        return outcome
      }
      if (isUncounted(error)) budget.refund(attempt)
      const message = error instanceof Failure ? error.message : words.notSaved
      end(save, isUncounted(error) ? 'notSaved' : 'rejected', message)
      throw error
    }
    finish(save, merged, words.saved)
    // What the platform made of it: kept as the state after, and as the base of the next edit.
    try {
      const after = await reading.read(sku)
      if (!stopped && after !== undefined) store.endSave(save.id, 'saved', words.saved, clock.nowMs(), after)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      deps.log.info('the item could not be read after its save', { kind: error.detail.kind })
    }
    return { outcome: 'saved', message: words.saved }
  }

  /** One save of a SKU at a time: prepared anew, held against what was seen, and sent. */
  const saveOnce = async (
    sku: string,
    previewToken: string,
    confirmed: readonly string[],
    prepareAgain: () => Promise<PreparedSave>,
  ): Promise<SaveOutcome> => {
    if (underWay.has(sku)) throw conflict(`${sku} is being saved already.`)
    const work = (async (): Promise<SaveOutcome> => {
      if (store.item(sku)?.state === 'uncertain') {
        throw conflict(
          `It is not known yet whether the last save of ${sku} arrived. It is found out before anything else is sent.`,
        )
      }
      const prepared = await prepareAgain()
      if (prepared.preview.noChange && prepared.conflicts.length === 0 && !prepared.isGone) {
        store.putEdit(sku, undefined, clock.nowMs(), null)
        deps.onItem(sku)
        return { outcome: 'noChange', message: 'The platform holds all of this already. Nothing was sent.' }
      }
      check(prepared, previewToken, confirmed)
      return put(prepared)
    })()
    underWay.set(sku, work)
    try {
      return await work
    } finally {
      underWay.delete(sku)
    }
  }

  return {
    prepare,
    save: (sku, previewToken, confirmed) => saveOnce(sku, previewToken, confirmed, () => prepare(sku)),
    prepareReplace: prepareWhole,
    replace: (sku, record, previewToken, confirmed) =>
      saveOnce(sku, previewToken, confirmed, () => prepareWhole(sku, record)),
    refusalOf,
    wake,
    start: () => {
      stopListening = deps.online.onChange((isOnline) => {
        if (isOnline) wake()
      })
      wake()
    },
    stop: async () => {
      stopped = true
      stopListening?.()
      scheduler.cancel(KEY)
      await Promise.allSettled([settling, ...underWay.values()])
    },
  }
}
