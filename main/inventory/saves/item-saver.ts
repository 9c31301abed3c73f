/**
 * Saving one item: preview, confirm, read again, PUT.
 *
 * A PUT is sent once. If its answer is lost, reading the item settles it; it is never sent again.
 */
import type { SaveOutcome } from '../../../shared/inventory/contract.ts'
import { familyRefusal } from '../../../shared/inventory/family.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { Failure } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import type { Clock, Log } from '../../ports.ts'
import { conflict, requireItem } from '../items/item-edits.ts'
import type { ItemReader } from '../items/item-reader.ts'
import { type InventoryClient, isUncounted, toWriteOutcome } from '../platform/client.ts'
import { listRefusals } from '../platform/errors.ts'
import type { InventoryStore } from '../store.ts'
import type { ChangeBudget } from './change-budget.ts'
import { type OpenSaves, saveMessages } from './open-saves.ts'
import { isSameRecord, type PreparedSave, prepareReplace, prepareSave } from './prepared-save.ts'

export type ItemSaver = ReturnType<typeof createItemSaver>

export const createItemSaver = (deps: {
  readonly client: InventoryClient
  readonly store: InventoryStore
  readonly database: Database
  readonly budget: ChangeBudget
  readonly reader: ItemReader
  readonly openSaves: OpenSaves
  readonly clock: Clock
  readonly log: Log
  readonly onItem: (sku: string) => void
}) => {
  const { client, store, database, budget, reader, openSaves, clock } = deps
  const running = new Set<Promise<unknown>>()
  let stopped = false

  const requireEdit = (sku: string) => {
    const { edit } = requireItem(store, sku)
    if (edit === undefined) throw conflict(`${sku} has no unsaved edit.`)
    return edit
  }

  /** What a save would do now. Reads the item; sends nothing. */
  const prepare = async (sku: string): Promise<PreparedSave> => {
    requireEdit(sku)
    return prepareSave(sku, reader.read, () => requireEdit(sku), store.contentLanguage(sku))
  }

  /** What replacing the whole record would do. Reads the item; sends nothing. */
  const prepareRecord = async (sku: string, record: JsonObject): Promise<PreparedSave> => {
    if (requireItem(store, sku).edit !== undefined) {
      throw conflict(`${sku} has an unsaved edit. Save or discard it before you replace the whole record.`)
    }
    return prepareReplace(sku, reader.read, record, store.contentLanguage(sku))
  }

  /** Why the SKU must not be saved as an inventory item (INV-17). */
  const refusal = (sku: string): string | undefined => familyRefusal(store.family(sku), 'offers')

  /** Everything that must hold before a byte is sent. */
  const check = (prepared: PreparedSave, previewToken: string, confirmed: readonly string[]): void => {
    const { sku, preview, problems, token } = prepared
    const reason = refusal(sku)
    if (reason !== undefined) throw conflict(reason)
    if (token !== previewToken) {
      const what = isSameRecord(token, previewToken) ? `Your edit of ${sku} changed` : `${sku} changed on the platform`
      throw conflict(`${what} after this preview. Check the preview again; nothing was sent.`)
    }
    if (prepared.isGone) {
      throw conflict(`The platform no longer has the item ${sku}. Decide whether to create it again; nothing was sent.`)
    }
    if (prepared.conflicts.length > 0) {
      throw conflict(`${sku} changed on the platform in fields that you edited. Decide each one; nothing was sent.`)
    }
    const [first] = problems
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
    // One transaction, so that neither the ledger entry nor the save exists without the other.
    const { attempt, save } = database.transaction(() => {
      const charged = budget.charge(sku, 1)
      return { attempt: charged, save: openSaves.begin(prepared, charged) }
    })
    deps.onItem(sku)
    try {
      await client.createOrReplaceInventoryItem(prepared)
    } catch (error) {
      const outcome = toWriteOutcome(error)
      if (!(error instanceof Failure)) deps.log.error('a save ended unexpectedly', { error })
      if (outcome === 'unknown' || !(error instanceof Failure)) return openSaves.settle(save)
      if (isUncounted(error)) budget.refund(attempt)
      const refusals = outcome === 'refused' ? { refusals: listRefusals(error) } : {}
      openSaves.end(save, { outcome, message: error.message, ...refusals })
      throw error
    }
    try {
      openSaves.finish(save, merged, saveMessages.saved)
    } catch (error) {
      // The disk failed, not the save: reading the item settles it.
      openSaves.wakeLater()
      throw error
    }
    // What the platform made of it is kept as the version after, and as the base of the next edit.
    try {
      const after = await reader.read(sku)
      if (!stopped && after !== undefined) store.putAfter(save, after)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      deps.log.info('could not read the item after its save', { kind: error.detail.kind })
    }
    return { outcome: 'saved', message: saveMessages.saved }
  }

  const saveOnce = async (
    sku: string,
    previewToken: string,
    confirmed: readonly string[],
    prepareAgain: () => Promise<PreparedSave>,
  ): Promise<SaveOutcome> => {
    const unlock = openSaves.lock([sku])
    const work = (async (): Promise<SaveOutcome> => {
      if (store.item(sku)?.state === 'unknown') {
        throw conflict(`It is not known yet whether the last save of ${sku} arrived. Try again once that is settled.`)
      }
      const prepared = await prepareAgain()
      if (prepared.preview.noChange && prepared.conflicts.length === 0 && !prepared.isGone) {
        store.putEdit(sku, undefined, clock.nowMs(), null)
        deps.onItem(sku)
        return { outcome: 'unchanged', message: 'The platform already has all of this. Nothing was sent.' }
      }
      check(prepared, previewToken, confirmed)
      return put(prepared)
    })()
    running.add(work)
    try {
      return await work
    } finally {
      running.delete(work)
      unlock()
    }
  }

  return {
    prepare,
    prepareReplace: prepareRecord,
    refusal,
    /** See `save` in the contract. */
    save: (sku: string, previewToken: string, confirmed: readonly string[]): Promise<SaveOutcome> =>
      saveOnce(sku, previewToken, confirmed, () => prepare(sku)),
    /** See `replaceRecord` in the contract. */
    replace: (sku: string, record: JsonObject, previewToken: string, confirmed: readonly string[]) =>
      saveOnce(sku, previewToken, confirmed, () => prepareRecord(sku, record)),
    /** Resolves once no save is in progress. */
    stop: async (): Promise<void> => {
      stopped = true
      await Promise.allSettled(running)
    },
  }
}
