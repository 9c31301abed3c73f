/** Reverts a finished run: stages edits that restore the previous values, to be planned and sent as a new run. */
import { isEmptyEdit, startEdit, withChange } from '../../../shared/inventory/item-edit.ts'
import { sameJson, valueAt } from '../../../shared/inventory/json.ts'
import type { InventoryStore } from '../store.ts'
import { includedPart, type RunStore } from './run-store.ts'

export type Skipped = { readonly sku: string; readonly message: string }

/**
 * Stores an edit for each saved item whose fields are still as the run left them. Later changes by others stay, and so does an
 * edit that was typed since.
 */
export const stageRevert = (
  deps: { readonly store: InventoryStore; readonly runs: RunStore; readonly nowMs: () => number },
  runId: number,
): { readonly skus: readonly string[]; readonly skipped: readonly Skipped[] } => {
  const { store, runs } = deps
  const skus: string[] = []
  const skipped: Skipped[] = []
  for (const { sku, saveId, edit: whole, excluded } of runs.savedRows(runId)) {
    const sent = includedPart(whole, excluded)
    const versions = store.savedVersions(saveId)
    const { record, edit: typed } = store.item(sku) ?? {}
    const skip = (message: string): void => void skipped.push({ sku, message: `${sku}: ${message}` })
    if (versions?.base === undefined || record === undefined) skip('there is no earlier version.')
    else if (typed !== undefined) skip('it has an unsaved edit.')
    else if (!sent.changes.every(({ path }) => sameJson(valueAt(record, path), valueAt(versions.sent, path)))) {
      skip('the platform has other values now.')
    } else {
      const { base } = versions
      const edit = sent.changes.reduce(
        (all, { path }) => withChange(all, record, path, valueAt(base, path)),
        startEdit(record),
      )
      if (isEmptyEdit(edit)) continue
      store.putEdit(sku, edit, deps.nowMs(), 'a reverted run')
      skus.push(sku)
    }
  }
  return { skus, skipped }
}
