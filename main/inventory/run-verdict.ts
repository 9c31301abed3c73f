/** What is to become of one row of a run, by the reading of its item that was just done. */
import { fieldName, fieldPaths } from '../../shared/inventory/item.ts'
import type { ItemEdit } from '../../shared/inventory/item-edit.ts'
import { pathText, samePath } from '../../shared/inventory/json.ts'
import type { FieldRefusal } from '../../shared/inventory/refusals.ts'
import type { HeldReason } from '../../shared/inventory/send-run.ts'
import type { PreparedSave } from './prepared-save.ts'

export type RowVerdict =
  | { readonly found: 'planned' }
  | { readonly found: 'unchanged' }
  | {
      readonly found: 'held'
      readonly heldReason: HeldReason
      readonly message: string
      readonly problems?: readonly FieldRefusal[]
    }

const held = (heldReason: HeldReason, message: string, problems: readonly FieldRefusal[] = []): RowVerdict => ({
  found: 'held',
  heldReason,
  message,
  problems,
})

/** Changes of the quantity and of nothing else: what keeps a shop from selling what it does not have. */
export const isStockCorrection = (edit: ItemEdit): boolean =>
  edit.changes.every(({ path }) => samePath(path, fieldPaths.quantity))

/** Everything that keeps a prepared save from being sent, as in a single save; deletions are asked of `isConfirmed`. */
export const verdictOf = (
  prepared: PreparedSave,
  known: {
    /** Why the SKU must not be saved as an inventory item (INV-17). */
    readonly refusal: string | undefined
    readonly isUnsettled: boolean
    readonly isConfirmed: (deletionId: string) => boolean
  },
): RowVerdict => {
  const { sku, conflicts, problems, preview } = prepared
  if (known.isUnsettled) return held('unsettled', `It is not known yet whether the last save of ${sku} arrived.`)
  if (known.refusal !== undefined) return held('family', known.refusal)
  if (prepared.isGone)
    return held('gone', `The platform has no item ${sku} any more. Decide whether to create it again.`)
  if (conflicts.length > 0) {
    const fields = conflicts.map(({ path }) => ({
      path,
      errorId: null,
      message: `${fieldName(path) ?? pathText(path)} has changed on the platform since it was edited.`,
    }))
    return held('conflict', `${sku} has changed on the platform in fields that you edited. Decide each one.`, fields)
  }
  const [first] = problems
  if (first !== undefined) return held('problem', first.message, problems)
  if (preview.noChange) return { found: 'unchanged' }
  const unconfirmed = preview.deletions.filter(({ id }) => !known.isConfirmed(id))
  if (unconfirmed.length > 0) {
    const names = unconfirmed.map(({ name }) => name).join('; ')
    return held('deletion', `Nobody confirmed that this deletes ${names}.`)
  }
  return { found: 'planned' }
}
