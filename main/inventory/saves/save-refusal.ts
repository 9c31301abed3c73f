/** Why an item must not be saved, according to a reading. The same rules apply to its plan and right before it is sent. */
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import { fieldPaths, pathName } from '../../../shared/inventory/item.ts'
import type { ItemEdit } from '../../../shared/inventory/item-edit.ts'
import { samePath } from '../../../shared/inventory/json.ts'
import type { AppError } from '../../../shared/result.ts'
import type { FieldRefusal } from '../items/refusals.ts'
import type { MergedEdit } from './prepared-save.ts'

export type SaveRefusal = {
  readonly kind: 'conflict' | 'validation'
  readonly message: string
  /** Problems by field; empty if the refusal concerns the whole item. */
  readonly problems: readonly FieldRefusal[]
}

export const conflicting = (message: string, problems: readonly FieldRefusal[] = []): SaveRefusal => ({
  kind: 'conflict',
  message,
  problems,
})

const invalid = (message: string, problems: readonly FieldRefusal[] = []): SaveRefusal => ({
  kind: 'validation',
  message,
  problems,
})

/** Whether an edit changes only the quantity. Such edits keep a shop from selling what it doesn't have. */
export const isStockCorrection = (edit: ItemEdit): boolean =>
  edit.changes.every(({ path }) => samePath(path, fieldPaths.quantity))

/** Whether the platform already has everything that the edit wants. */
export const isAlreadyThere = ({ conflicts, isGone, preview }: MergedEdit): boolean =>
  preview.noChange && conflicts.length === 0 && !isGone

/** Why the save must not be sent; undefined if it may be. */
export const findRefusal = (
  { sku, conflicts, problems, preview, isGone }: MergedEdit,
  known: {
    /** Why the SKU must not be saved as an inventory item (INV-17). */
    readonly familyRefusal: string | undefined
    readonly isConfirmed: (deletionId: string) => boolean
    readonly platformName: PlatformName
  },
): SaveRefusal | undefined => {
  const { the, The } = known.platformName
  if (known.familyRefusal !== undefined) return conflicting(known.familyRefusal)
  if (isGone) return conflicting(`${The} no longer has the item ${sku}. Decide whether to create it again.`)
  if (conflicts.length > 0) {
    const fields = conflicts.map(({ path }) => ({
      path,
      errorId: null,
      message: `${pathName(path)} changed on ${the} since you edited it.`,
    }))
    return conflicting(`${sku} changed on ${the} in fields that you edited. Decide each one.`, fields)
  }
  const [first] = problems
  if (first !== undefined) return invalid(first.message, problems)
  const unconfirmed = preview.deletions.filter(({ id }) => !known.isConfirmed(id))
  if (unconfirmed.length === 0) return undefined
  return invalid(`You haven’t confirmed that this deletes ${unconfirmed.map(({ name }) => name).join('; ')}.`)
}

/** The refusal as an error that names each field. */
export const toSaveError = ({ kind, message, problems }: SaveRefusal): AppError => {
  const sentence = `${message} Nothing was sent.`
  if (kind === 'conflict') return { kind, message: sentence }
  const issues = problems.map(({ path, errorId, message: text }) => ({
    path: path.join('.'),
    message: errorId === null ? text : `${text} (${errorId})`,
  }))
  return { kind, message: sentence, issues }
}
