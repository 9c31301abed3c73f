/** Whether a row of a run may be sent, judged by the item as it was just read. */
import type { HeldReason } from '../../../shared/inventory/contract/run-contract.ts'
import { fieldName, fieldPaths } from '../../../shared/inventory/item.ts'
import type { ItemEdit } from '../../../shared/inventory/item-edit.ts'
import { formatPath, samePath } from '../../../shared/inventory/json.ts'
import type { FieldRefusal } from '../items/refusals.ts'
import type { PreparedSave } from '../saves/prepared-save.ts'

export type RowVerdict =
  | { readonly found: 'planned' | 'unchanged' }
  | {
      readonly found: 'held'
      readonly heldReason: HeldReason
      readonly message: string
      readonly problems?: readonly FieldRefusal[]
    }

export const hold = (
  heldReason: HeldReason,
  message: string,
  problems: readonly FieldRefusal[] = [],
): Extract<RowVerdict, { found: 'held' }> => ({ found: 'held', heldReason, message, problems })

/** Whether an edit changes only the quantity. Such edits keep a shop from selling what it does not have. */
export const isStockCorrection = (edit: ItemEdit): boolean =>
  edit.changes.every(({ path }) => samePath(path, fieldPaths.quantity))

/** Applies the same checks as a single save. */
export const judgeRow = (
  prepared: PreparedSave,
  known: {
    /** Why the SKU must not be saved as an inventory item (INV-17). */
    readonly refusal: string | undefined
    readonly isUnsettled: boolean
    readonly isConfirmed: (deletionId: string) => boolean
  },
): RowVerdict => {
  const { sku, conflicts, problems, preview } = prepared
  if (known.isUnsettled) return hold('unsettled', `It is not known yet whether the last save of ${sku} arrived.`)
  if (known.refusal !== undefined) return hold('family', known.refusal)
  if (prepared.isGone)
    return hold('gone', `The platform no longer has the item ${sku}. Decide whether to create it again.`)
  if (conflicts.length > 0) {
    const fields = conflicts.map(({ path }) => ({
      path,
      errorId: null,
      message: `${fieldName(path) ?? formatPath(path)} changed on the platform since you edited it.`,
    }))
    return hold('conflict', `${sku} changed on the platform in fields that you edited. Decide each one.`, fields)
  }
  const [first] = problems
  if (first !== undefined) return hold('problem', first.message, problems)
  if (preview.noChange) return { found: 'unchanged' }
  const unconfirmed = preview.deletions.filter(({ id }) => !known.isConfirmed(id))
  if (unconfirmed.length === 0) return { found: 'planned' }
  return hold('deletion', `You have not confirmed that this deletes ${unconfirmed.map(({ name }) => name).join('; ')}.`)
}
