/** Checks items right before their saves are sent (OFF-02), against later edits and the platform's record. */
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import { familyRefusal } from '../../../shared/inventory/family.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import type { Decision } from '../../outbound/kind.ts'
import { isEditedSince } from '../../replaced-record.ts'
import type { ItemReader } from '../items/item-reader.ts'
import type { InventoryStore } from '../store.ts'
import type { ChangeBudget } from './change-budget.ts'
import type { SaveRow } from './confirmed-save.ts'
import { type PreparedSave, prepareSave } from './prepared-save.ts'
import { conflicting, findRefusal, isAlreadyThere, type SaveRefusal, toSaveError } from './save-refusal.ts'

/** A save whose item was read and merged. */
export type ReadySave = {
  readonly row: SaveRow
  readonly prepared: PreparedSave
  /** The record as the seller last saw it. */
  readonly seen: JsonObject | undefined
}

export type SaveChecks = ReturnType<typeof createSaveChecks>

export const createSaveChecks = (deps: {
  readonly store: InventoryStore
  readonly budget: ChangeBudget
  readonly platformName: PlatformName
  /** The Content-Language of the SKU's saves. */
  readonly language: (sku: string) => string
}) => {
  const { store, budget, language } = deps

  /** Why the save must not be sent, whatever the platform has. */
  const findLocalRefusal = ({ runId, payload }: SaveRow): SaveRefusal | undefined => {
    const { sku, isRevert, contentLanguage } = payload
    const current = store.content(sku)?.edit
    if (isRevert !== true && current === undefined) {
      return conflicting(`${sku} has no unsaved edit any more: it was saved or discarded.`)
    }
    if (isEditedSince(payload, current) || language(sku) !== contentLanguage) {
      return conflicting(
        `${sku} was edited after this save was confirmed. Your edit is kept: check it, and save again.`,
      )
    }
    // A single save waits until its listing can be changed again. In a run, waiting would delay all other rows.
    const shortage = runId === null ? undefined : budget.findListingShortage(sku)
    return shortage === undefined ? undefined : conflicting(shortage.message)
  }

  return {
    findLocalRefusal,
    /** Reads the item and merges the edit into it. Throws the read's errors. */
    read: async (row: SaveRow, readItem: ItemReader['read']): Promise<ReadySave> => {
      const { sku, edit, contentLanguage } = row.payload
      const seen = store.content(sku)?.record
      return { row, seen, prepared: await prepareSave(sku, readItem, () => edit, store.rules, contentLanguage) }
    },
    decide: ({ row, prepared }: ReadySave): Decision => {
      const local = findLocalRefusal(row)
      if (local !== undefined) return { decision: 'refuse', error: toSaveError(local) }
      if (isAlreadyThere(prepared)) return { decision: 'alreadyThere' }
      const refusal = findRefusal(prepared, {
        familyRefusal: familyRefusal(store.family(prepared.sku)),
        isConfirmed: (id) => row.payload.confirmedDeletions.includes(id),
        platformName: deps.platformName,
      })
      return refusal === undefined ? { decision: 'send' } : { decision: 'refuse', error: toSaveError(refusal) }
    },
  }
}
