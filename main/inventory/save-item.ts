/**
 * Sending an edit: read, merge, preview; then, confirmed, read once more and PUT.
 *
 * A PUT is sent once. What is not known about its end is found out by reading the item, never by sending it again.
 */
import { familyRefusal } from '../../shared/inventory/family.ts'
import type { JsonObject } from '../../shared/inventory/json.ts'
import { Failure } from '../../shared/result.ts'
import type { Database } from '../database/database.ts'
import type { Clock, Log } from '../ports.ts'
import type { ChangeBudget } from './budget.ts'
import { type InventoryClient, isUncounted, isUnknown } from './client.ts'
import { refusalsOf } from './errors.ts'
import { notInList } from './item-edits.ts'
import type { ItemReading } from './item-reading.ts'
import { type OpenSaves, type SaveOutcome, saveWords } from './open-saves.ts'
import { type PreparedSave, prepareReplace, prepareSave, sameRecordToken } from './prepared-save.ts'
import type { InventoryStore } from './store.ts'

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
  /** Resolves once no save is under way. */
  readonly stop: () => Promise<void>
}

const conflict = (message: string): Failure => new Failure({ kind: 'conflict', message })

export const createItemSaving = (deps: {
  readonly client: InventoryClient
  readonly store: InventoryStore
  readonly database: Database
  readonly budget: ChangeBudget
  readonly reading: ItemReading
  readonly openSaves: OpenSaves
  readonly clock: Clock
  readonly log: Log
  readonly onItem: (sku: string) => void
}): ItemSaving => {
  const { client, store, database, budget, reading, openSaves, clock } = deps
  const underWay = new Set<Promise<unknown>>()
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
    const { sku, merged } = prepared
    // One transaction: there is no attempt without its row in the ledger, and no row without its save.
    const { attempt, save } = database.transaction(() => {
      const charged = budget.charge(sku, 1)
      return { attempt: charged, save: openSaves.begin(prepared, charged) }
    })
    deps.onItem(sku)
    try {
      await client.createOrReplaceInventoryItem(prepared)
    } catch (error) {
      if (isUnknown(error)) {
        if (!(error instanceof Failure)) deps.log.error('a save ended unexpectedly', { error })
        const outcome = await openSaves.settle(save)
        if (outcome.outcome === 'unknown') openSaves.wakeLater()
        return outcome
      }
      if (isUncounted(error)) budget.refund(attempt)
      const message = error instanceof Failure ? error.message : saveWords.notSaved
      if (isUncounted(error)) openSaves.end(save, 'notSaved', message)
      else openSaves.end(save, 'rejected', message, refusalsOf(error))
      throw error
    }
    try {
      openSaves.finish(save, merged, saveWords.saved)
    } catch (error) {
      // The platform has it and the disk did not take it: it is read again, and known then.
      openSaves.wakeLater()
      throw error
    }
    // What the platform made of it: kept as the state after, and as the base of the next edit.
    try {
      const after = await reading.read(sku)
      if (!stopped && after !== undefined) openSaves.putAfter(save, after)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      deps.log.info('the item could not be read after its save', { kind: error.detail.kind })
    }
    return { outcome: 'saved', message: saveWords.saved }
  }

  /** One save of a SKU at a time: prepared anew, held against what was seen, and sent. */
  const saveOnce = async (
    sku: string,
    previewToken: string,
    confirmed: readonly string[],
    prepareAgain: () => Promise<PreparedSave>,
  ): Promise<SaveOutcome> => {
    const letGo = openSaves.hold([sku])
    const work = (async (): Promise<SaveOutcome> => {
      if (store.item(sku)?.state === 'unknown') {
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
    underWay.add(work)
    try {
      return await work
    } finally {
      underWay.delete(work)
      letGo()
    }
  }

  return {
    prepare,
    save: (sku, previewToken, confirmed) => saveOnce(sku, previewToken, confirmed, () => prepare(sku)),
    prepareReplace: prepareWhole,
    replace: (sku, record, previewToken, confirmed) =>
      saveOnce(sku, previewToken, confirmed, () => prepareWhole(sku, record)),
    refusalOf,
    stop: async () => {
      stopped = true
      await Promise.allSettled(underWay)
    },
  }
}
