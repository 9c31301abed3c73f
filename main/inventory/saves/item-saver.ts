/** Saves one item: previews, tries the confirmed save at once, and queues it if the platform can't be reached (OFF-01). */

import { randomUUID } from 'node:crypto'
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import type { Item, Preview } from '../../../shared/inventory/contract.ts'
import { familyRefusal } from '../../../shared/inventory/family.ts'
import type { ItemEdit } from '../../../shared/inventory/item-edit.ts'
import type { QueuedAct } from '../../../shared/outbound/act-result.ts'
import { unsentStates } from '../../../shared/outbound/state.ts'
import { conflict, Failure } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import { ON_HOLD } from '../../outbound/first-try.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import type { Clock, Log } from '../../ports.ts'
import { requireItem } from '../items/item-edits.ts'
import type { ItemReader } from '../items/item-reader.ts'
import type { InventoryClient } from '../platform/inventory-client.ts'
import type { InventoryStore } from '../store.ts'
import type { ChangeBudget } from './change-budget.ts'
import { type SaveRow, subjectOf } from './confirmed-save.ts'
import { createItemSaveKind } from './item-save-kind.ts'
import { type PreparedSave, prepareSave, tokenOf } from './prepared-save.ts'
import { saveMessages } from './save-messages.ts'

/** A preview. `lastReading` is set if the platform couldn't be reached. */
type Prepared = PreparedSave & { readonly lastReading: Preview['lastReading'] }

/** Whether the same call may succeed later without a change by the seller. */
const isPassing = ({ detail }: Failure): boolean =>
  ['offline', 'rateLimited', 'signInNeeded'].includes(detail.kind) ||
  (detail.kind === 'service' && detail.status >= 500)

export type ItemSaver = ReturnType<typeof createItemSaver>

export const createItemSaver = (deps: {
  readonly client: InventoryClient
  readonly store: InventoryStore
  readonly database: Database
  readonly budget: ChangeBudget
  readonly platformName: PlatformName
  readonly reader: ItemReader
  readonly outbound: Outbound
  readonly clock: Clock
  readonly log: Log
  /** The Content-Language of the SKU's saves. */
  readonly language: (sku: string) => string
  readonly onItem: (sku: string) => void
}) => {
  const { store, database, reader, language } = deps
  const queue = deps.outbound.register(createItemSaveKind(deps))

  const requireEdit = (sku: string): ItemEdit => {
    const { edit } = requireItem(store, sku)
    if (edit === undefined) throw conflict(`${sku} has no unsaved edit.`)
    return edit
  }

  /** The item's newest unfinished save, in its own lane or a run's. */
  const findOpen = (sku: string): SaveRow | undefined => queue.open('subject = ?', [subjectOf(sku)]).at(-1)

  /** Withdraws the item's saves that were certainly not sent. */
  const drop = (sku: string): void => {
    const dropped = queue.discard('subject = ?', [subjectOf(sku)])
    // Changes that waited behind them can be sent now.
    for (const lane of new Set(dropped.map((row) => row.lane))) queue.wake(lane)
  }

  const requireSettled = (sku: string): void => {
    const open = findOpen(sku)?.state.state
    if (open === undefined || unsentStates.includes(open)) return
    throw conflict(
      open === 'sending'
        ? `${sku} is already being saved. Try again in a moment.`
        : `Stallhand is still checking whether the last save of ${sku} arrived. Try again in a moment.`,
    )
  }

  /**
   * Withdraws the item's saves that certainly were not sent, for the seller: an older data folder must not send them again
   * (OFF-04). Returns whether there were any.
   */
  const withdraw = (sku: string): boolean => {
    const unsent = queue.open('subject = ?', [subjectOf(sku)]).filter(({ state }) => unsentStates.includes(state.state))
    if (unsent.length > 0) deps.outbound.discard(unsent.map(({ id }) => id))
    return unsent.length > 0
  }

  return {
    withdrawAny: withdraw,
    /**
     * Prepares a save without sending anything. If the platform can't be reached, uses the last reading; the save then waits
     * (OFF-01).
     */
    prepare: async (sku: string): Promise<Prepared> => {
      requireEdit(sku)
      let lastReading: Preview['lastReading'] = null
      const readItem = async (): ReturnType<ItemReader['read']> => {
        try {
          return await reader.readForScreen(sku)
        } catch (error) {
          if (!(error instanceof Failure) || !isPassing(error)) throw error
          const { record, readAtMs } = requireItem(store, sku)
          lastReading = { atMs: readAtMs, reason: error.message }
          return record
        }
      }
      const prepared = await prepareSave(sku, readItem, () => requireEdit(sku), store.rules, language(sku))
      return { ...prepared, lastReading }
    },
    /** Why the SKU must not be saved as an inventory item (INV-17). */
    refusal: (sku: string): string | undefined => familyRefusal(store.family(sku)),
    /** See `save` in the contract. Resolves after the first try. */
    save: async (sku: string, previewToken: string, confirmedDeletions: string[]): Promise<QueuedAct> => {
      const edit = requireEdit(sku)
      const contentLanguage = language(sku)
      if (previewToken !== tokenOf(sku, edit, contentLanguage)) {
        throw conflict(`Your edit of ${sku} changed after this preview. Check the preview again; nothing was sent.`)
      }
      requireSettled(sku)
      const id = randomUUID()
      const subject = subjectOf(sku)
      database.transaction(() => {
        // The new save includes everything that an earlier, unsent one would have sent.
        drop(sku)
        queue.add({ id, lane: subject, subject, payload: { sku, edit, contentLanguage, confirmedDeletions } })
      })
      const { state, known, message, note } = await queue.try(id, subject)
      return { id, state, known, message, note: known === 'reading' ? saveMessages.alreadyThere : note }
    },
    /** The confirmed save that was not sent yet. */
    pending: (sku: string): Item['pendingSave'] => {
      const row = findOpen(sku)
      if (row === undefined) return null
      const { state, createdAtMs: sinceMs, lastError, runId } = row
      switch (state.state) {
        case 'refused':
        case 'notFound':
          return { state: state.state, sinceMs, message: lastError?.message ?? null, runId }
        case 'queued':
        case 'waiting':
          return {
            state: state.state,
            sinceMs,
            message: queue.isOnHold() ? ON_HOLD : (state.error?.message ?? null),
            runId,
          }
        default:
          return null
      }
    },
    /** Withdraws the waiting save. Throws `conflict` if there is none or it is being sent. */
    withdraw: (sku: string): void => {
      if (!withdraw(sku)) throw conflict(`No save of ${sku} is waiting.`)
    },
  }
}
