/**
 * Saving one item: preview, confirm, read again, PUT, compare.
 *
 * The item is read and merged when the PUT is about to leave, so that no change of others is overwritten (INV-08). A PUT is
 * sent once. If its answer is lost, reading the item settles it; it is never sent again.
 */
import type { SaveOutcome } from '../../../shared/inventory/contract.ts'
import { familyRefusal } from '../../../shared/inventory/family.ts'
import { type ItemEdit, includesChange } from '../../../shared/inventory/item-edit.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { Failure } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import type { Log } from '../../ports.ts'
import { conflict, requireItem } from '../items/item-edits.ts'
import type { ItemReader } from '../items/item-reader.ts'
import { type InventoryClient, isUncounted, toWriteOutcome } from '../platform/client.ts'
import { listRefusals } from '../platform/errors.ts'
import type { InventoryStore } from '../store.ts'
import type { ChangeBudget } from './change-budget.ts'
import type { OpenSaves } from './open-saves.ts'
import { isTokenOf, NothingToSend, type PreparedSave, prepareReplace, prepareSave } from './prepared-save.ts'
import { saveMessages } from './save-messages.ts'
import type { OpenSave } from './save-store.ts'

/** A save that the seller confirmed, as it was previewed. */
type ConfirmedSave = {
  readonly sku: string
  readonly contentLanguage: string
  readonly previewToken: string
  readonly confirmedDeletions: readonly string[]
  /** An edit is merged into what the platform has by then. A whole record replaces only what the preview showed. */
  readonly what: { readonly edit: ItemEdit } | { readonly record: JsonObject }
}

export type ItemSaver = ReturnType<typeof createItemSaver>

export const createItemSaver = (deps: {
  readonly client: InventoryClient
  readonly store: InventoryStore
  readonly database: Database
  readonly budget: ChangeBudget
  readonly reader: ItemReader
  readonly openSaves: OpenSaves
  readonly log: Log
  /** The Content-Language of the SKU's saves. */
  readonly language: (sku: string) => string
  readonly onItem: (sku: string) => void
}) => {
  const { client, store, database, budget, reader, openSaves, language } = deps
  const running = new Set<Promise<unknown>>()
  let stopped = false

  const requireEdit = (sku: string): ItemEdit => {
    const { edit } = requireItem(store, sku)
    if (edit === undefined) throw conflict(`${sku} has no unsaved edit.`)
    return edit
  }

  const requireNoEdit = (sku: string): void => {
    if (requireItem(store, sku).edit === undefined) return
    throw conflict(`${sku} has an unsaved edit. Save or discard it before you replace the whole record.`)
  }

  /** What a save would do now. Reads the item; sends nothing. */
  const prepare = async (sku: string): Promise<PreparedSave> => {
    requireEdit(sku)
    return prepareSave(sku, reader.read, () => requireEdit(sku), language(sku))
  }

  /** What replacing the whole record would do. Reads the item; sends nothing. */
  const prepareRecord = async (sku: string, record: JsonObject): Promise<PreparedSave> => {
    requireNoEdit(sku)
    return prepareReplace(sku, reader.read, record, language(sku))
  }

  /** Why the SKU must not be saved as an inventory item (INV-17). */
  const refusal = (sku: string): string | undefined => familyRefusal(store.family(sku), 'offers')

  /** Everything that must hold before a byte is sent. */
  const check = (prepared: PreparedSave, confirmed: ConfirmedSave): void => {
    const { sku, preview, problems, token } = prepared
    const reason = refusal(sku)
    if (reason !== undefined) throw conflict(reason)
    if ('record' in confirmed.what && token !== confirmed.previewToken) {
      throw conflict(`${sku} changed on the platform after this preview. Check the preview again; nothing was sent.`)
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
    const unconfirmed = preview.deletions.filter(({ id }) => !confirmed.confirmedDeletions.includes(id))
    if (unconfirmed.length > 0) {
      throw new Failure({
        kind: 'validation',
        message: `This save deletes ${unconfirmed.map(({ name }) => name).join('; ')}. Confirm it first; nothing was sent.`,
        issues: unconfirmed.map(({ name }) => ({ path: 'confirmedDeletions', message: `Not confirmed: ${name}` })),
      })
    }
  }

  const editChanged = (sku: string): Failure =>
    conflict(`Your edit of ${sku} changed after this preview. Check the preview again; nothing was sent.`)

  /** Reads and merges once more. The edit may have grown since it was confirmed, but not changed. */
  const prepareConfirmed = async ({ sku, what, contentLanguage }: ConfirmedSave): Promise<PreparedSave> => {
    if ('record' in what) {
      const prepared = await prepareReplace(sku, reader.readInTurn, what.record, contentLanguage)
      requireNoEdit(sku)
      return prepared
    }
    const prepared = await prepareSave(sku, reader.readInTurn, () => what.edit, contentLanguage)
    const current = requireEdit(sku)
    if (!what.edit.changes.every((change) => includesChange(current, change))) throw editChanged(sku)
    return prepared
  }

  /** Resolves once the outcome is known, or known to be unknown. Throws if nothing was sent, or the platform refused it. */
  const send = async (confirmed: ConfirmedSave): Promise<SaveOutcome> => {
    const { sku } = confirmed
    const seen = store.brief(sku)?.record
    let sent: { readonly save: OpenSave; readonly attempt: number } | undefined

    const prepareInTurn = async (): Promise<PreparedSave> => {
      // Only a 401 leads here twice, and then the platform has done nothing.
      if (sent !== undefined) openSaves.withdraw([sent.save], sent.attempt)
      sent = undefined
      const prepared = await prepareConfirmed(confirmed)
      if (stopped) throw new NothingToSend()
      if (prepared.preview.noChange && prepared.conflicts.length === 0 && !prepared.isGone) {
        openSaves.dropSaved(sku, prepared.edit, prepared.merged)
        throw new NothingToSend()
      }
      check(prepared, confirmed)
      // One transaction, so that neither the ledger entry nor the save exists without the other.
      sent = database.transaction(() => {
        const attempt = budget.charge(sku, 1)
        return { attempt, save: openSaves.begin(prepared, attempt, seen) }
      })
      deps.onItem(sku)
      return prepared
    }

    try {
      await client.createOrReplaceInventoryItem(confirmed, prepareInTurn)
    } catch (error) {
      if (error instanceof NothingToSend) return { outcome: 'unchanged', message: saveMessages.unchanged, note: '' }
      if (sent === undefined) throw error
      const outcome = toWriteOutcome(error)
      if (!(error instanceof Failure)) deps.log.error('a save ended unexpectedly', { error })
      if (outcome === 'unknown' || !(error instanceof Failure)) return openSaves.lose(sent.save, error)
      if (isUncounted(error)) budget.refund(sent.attempt)
      const refusals = outcome === 'refused' ? { refusals: listRefusals(error) } : {}
      openSaves.end(sent.save, { outcome, message: error.message, ...refusals })
      throw error
    }
    if (sent === undefined) throw new Error('A save was carried out without being prepared')
    const { save } = sent
    try {
      openSaves.finish(save, save.sent, saveMessages.saved)
    } catch (error) {
      // The disk failed, not the save: reading the item settles it.
      openSaves.release(save)
      throw error
    }
    await openSaves.compare([save])
    return { outcome: 'saved', message: saveMessages.saved, note: store.saveNote(save.id) }
  }

  const saveOnce = async (confirmed: ConfirmedSave): Promise<SaveOutcome> => {
    const unlock = openSaves.lock([confirmed.sku])
    const work = (async (): Promise<SaveOutcome> => {
      if (store.item(confirmed.sku)?.state === 'unknown') {
        throw conflict(
          `It is not known yet whether the last save of ${confirmed.sku} arrived. Try again once that is settled.`,
        )
      }
      return send(confirmed)
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
    save: async (sku: string, previewToken: string, confirmedDeletions: readonly string[]): Promise<SaveOutcome> => {
      const edit = requireEdit(sku)
      const contentLanguage = language(sku)
      if (!isTokenOf(previewToken, edit, contentLanguage)) throw editChanged(sku)
      return saveOnce({ sku, what: { edit }, contentLanguage, previewToken, confirmedDeletions })
    },
    /** See `replaceRecord` in the contract. */
    replace: async (
      sku: string,
      record: JsonObject,
      previewToken: string,
      confirmedDeletions: readonly string[],
    ): Promise<SaveOutcome> => {
      requireNoEdit(sku)
      return saveOnce({
        sku,
        what: { record },
        contentLanguage: language(sku),
        previewToken,
        confirmedDeletions,
      })
    },
    /** Resolves once no save is in progress. */
    stop: async (): Promise<void> => {
      stopped = true
      await Promise.allSettled(running)
    },
  }
}
