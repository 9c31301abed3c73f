/**
 * Saving one item: preview, confirm, read again, PUT, compare.
 *
 * The item is read and merged when the PUT is about to leave, so that no change by others is overwritten (INV-08). A PUT is
 * sent once. If its answer is lost, reading the item settles it; it is never sent again.
 */
import type { Preview, SaveOutcome } from '../../../shared/inventory/contract.ts'
import { familyRefusal } from '../../../shared/inventory/family.ts'
import { type ItemEdit, includesChange } from '../../../shared/inventory/item-edit.ts'
import { conflict, Failure } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import { TransportFailure } from '../../http/request.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import type { Clock, Log } from '../../ports.ts'
import { requireItem } from '../items/item-edits.ts'
import type { ItemReader } from '../items/item-reader.ts'
import { listRefusals } from '../platform/errors.ts'
import { type InventoryClient, isUncounted, type SendOptions, toWriteOutcome } from '../platform/inventory-client.ts'
import { judgeRow } from '../runs/run-verdict.ts'
import type { InventoryStore } from '../store.ts'
import type { ChangeBudget } from './change-budget.ts'
import type { OpenSaves } from './open-saves.ts'
import { NothingToSend, type PreparedSave, prepareSave, tokenOf } from './prepared-save.ts'
import { saveMessages, withWarnings } from './save-messages.ts'
import { type ConfirmedSave, createSaveQueue } from './save-queue.ts'
import type { OpenSave } from './save-store.ts'

/** A preview; if the platform could not be reached, also why it is based on the last reading. */
type Prepared = PreparedSave & { readonly lastReading: Preview['lastReading'] }

/** Whether the same call can succeed later without a change by the seller. */
const isPassing = ({ detail }: Failure): boolean =>
  ['offline', 'rateLimited', 'signInNeeded'].includes(detail.kind) ||
  (detail.kind === 'service' && detail.status >= 500)

export type ItemSaver = ReturnType<typeof createItemSaver>

export const createItemSaver = (deps: {
  readonly client: InventoryClient
  readonly store: InventoryStore
  readonly database: Database
  readonly budget: ChangeBudget
  readonly reader: ItemReader
  readonly openSaves: OpenSaves
  readonly outbound: Outbound
  readonly clock: Clock
  readonly log: Log
  /** The Content-Language of the SKU's saves. */
  readonly language: (sku: string) => string
  readonly onItem: (sku: string) => void
}) => {
  const { client, store, database, budget, reader, openSaves, language } = deps

  const requireEdit = (sku: string): ItemEdit => {
    const { edit } = requireItem(store, sku)
    if (edit === undefined) throw conflict(`${sku} has no unsaved edit.`)
    return edit
  }

  /**
   * What a save would do now. Sends nothing. If the platform can't be reached, uses the last reading; the save then waits
   * (OFF-01).
   */
  const prepare = async (sku: string): Promise<Prepared> => {
    requireEdit(sku)
    let lastReading: Preview['lastReading'] = null
    const readItem = async (): ReturnType<ItemReader['read']> => {
      try {
        return await reader.read(sku)
      } catch (error) {
        if (!(error instanceof Failure) || !isPassing(error)) throw error
        const { record, readAtMs } = requireItem(store, sku)
        lastReading = { atMs: readAtMs, reason: error.message }
        return record
      }
    }
    const prepared = await prepareSave(sku, readItem, () => requireEdit(sku), store.rules, language(sku))
    return { ...prepared, lastReading }
  }

  /** Why the SKU must not be saved as an inventory item (INV-17). */
  const refusal = (sku: string): string | undefined => familyRefusal(store.family(sku))

  /** Checks everything before a byte is sent, with the same rules as for a row of a run. */
  const check = (prepared: PreparedSave, { confirmedDeletions }: ConfirmedSave): void => {
    const verdict = judgeRow(prepared, {
      refusal: refusal(prepared.sku),
      isUnsettled: false,
      isConfirmed: (id) => confirmedDeletions.includes(id),
    })
    if (verdict.found !== 'held') return
    const { heldReason, problems = [] } = verdict
    const message = `${verdict.message} Nothing was sent.`
    if (heldReason !== 'problem' && heldReason !== 'deletion') throw conflict(message)
    const issues = problems.map(({ path, errorId, message: text }) => ({
      path: path.join('.'),
      message: errorId === null ? text : `${text} (${errorId})`,
    }))
    throw new Failure({ kind: 'validation', message, issues })
  }

  const editChanged = (sku: string): Failure =>
    conflict(`Your edit of ${sku} changed after this preview. Check the preview again; nothing was sent.`)

  /** Reads and merges again. Since the confirmation the edit may have gained fields, but none of its fields may have changed. */
  const prepareConfirmed = async ({ sku, edit, contentLanguage }: ConfirmedSave): Promise<PreparedSave> => {
    const prepared = await prepareSave(sku, reader.readInTurn, () => edit, store.rules, contentLanguage)
    const current = requireEdit(sku)
    if (!edit.changes.every((change) => includesChange(current, change))) throw editChanged(sku)
    return prepared
  }

  /** Resolves once the outcome is known, or is known to be unknown. Throws if nothing was sent, or the platform refused it. */
  const send = async (
    confirmed: ConfirmedSave,
    outboundId: string,
    options: SendOptions & { readonly signal: AbortSignal },
  ): Promise<SaveOutcome> => {
    const { sku } = confirmed
    const seen = store.brief(sku)?.record
    let sent: { readonly save: OpenSave; readonly attempt: number } | undefined

    const prepareInTurn = async (): Promise<PreparedSave> => {
      // Prepares again only after a 401, when the platform refused the first request.
      if (sent !== undefined) openSaves.withdraw([sent.save], sent.attempt)
      sent = undefined
      const prepared = await prepareConfirmed(confirmed)
      if (options.signal.aborted) throw new TransportFailure('notReached', 'The save was stopped before it was sent.')
      if (prepared.preview.noChange && prepared.conflicts.length === 0 && !prepared.isGone) {
        openSaves.dropSaved(sku, prepared.edit, prepared.merged)
        throw new NothingToSend()
      }
      check(prepared, confirmed)
      // One transaction, so neither the ledger entry nor the save exists without the other.
      sent = database.transaction(() => {
        const attempt = budget.charge([sku])
        return { attempt, save: openSaves.begin(prepared, attempt, seen, outboundId) }
      })
      deps.onItem(sku)
      return prepared
    }

    let warnings: readonly string[]
    try {
      warnings = (await client.createOrReplaceInventoryItem(confirmed, prepareInTurn, options)).warnings
    } catch (error) {
      if (error instanceof NothingToSend) return { outcome: 'unchanged', message: saveMessages.unchanged, note: '' }
      if (sent === undefined) throw error
      const outcome = toWriteOutcome(error)
      if (!(error instanceof Failure)) deps.log.error('a save ended unexpectedly', { error })
      if (outcome === 'unknown' || !(error instanceof Failure)) return openSaves.lose(sent.save, error)
      // The save waits and is sent again, so the history omits this try.
      if (isUncounted(error)) openSaves.withdraw([sent.save], sent.attempt)
      else openSaves.end(sent.save, { outcome, message: error.message, refusals: listRefusals(error) })
      throw error
    }
    if (sent === undefined) throw new Error('A save was carried out without being prepared')
    const save = withWarnings(sent.save, warnings)
    try {
      openSaves.finish(save, save.sent, saveMessages.saved)
    } catch (error) {
      // The disk failed, not the save: reading the item settles it.
      if (!(error instanceof Failure)) throw error
      openSaves.release(save)
      return { outcome: 'unknown', message: error.message, note: '' }
    }
    await openSaves.compare([save])
    return { outcome: 'saved', message: saveMessages.saved, note: store.saveNote(save.id) }
  }

  const requireSettled = (sku: string): void => {
    if (openSaves.isLocked(sku)) throw conflict(`${sku} is already being saved. Try again in a moment.`)
    if (store.item(sku)?.state !== 'unknown') return
    throw conflict(`It is not known yet whether the last save of ${sku} arrived. Try again once it is.`)
  }

  const queue = createSaveQueue({ ...deps, send })

  return {
    prepare,
    refusal,
    /** See `save` in the contract. */
    save: async (sku: string, previewToken: string, confirmedDeletions: string[]): Promise<SaveOutcome> => {
      const edit = requireEdit(sku)
      const contentLanguage = language(sku)
      if (previewToken !== tokenOf(sku, edit, contentLanguage)) throw editChanged(sku)
      requireSettled(sku)
      return queue.add({ sku, edit, contentLanguage, confirmedDeletions })
    },
    pending: queue.pending,
    withdraw: queue.withdraw,
    drop: queue.drop,
  }
}
