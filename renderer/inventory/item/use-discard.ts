/** Discards the edit of an item, and offers an undo. */
import type { ItemEdit } from '../../../shared/inventory/item-edit.ts'
import { useClient } from '../../api/hooks.ts'
import { toastFailure } from '../../ui/feedback/toast.tsx'
import { doUndoably } from '../../ui/feedback/undo.ts'
import type { ItemEditing } from './use-item-edit.ts'

/** `readAgain` reads the item without the edit. */
export const useDiscard = (
  sku: string,
  { edit, keep, forget }: Pick<ItemEditing, 'edit' | 'keep' | 'forget'>,
  readAgain: () => Promise<unknown>,
): (() => void) => {
  const client = useClient()
  /** Newer text, here or in another window, is never replaced. */
  const bringBack = async (discarded: ItemEdit): Promise<undefined> => {
    await keep()
    const now = await client.inventory.item({ sku })
    if (now.edit !== null) throw new Error(`${sku} was edited again, so the discarded edit wasn’t brought back.`)
    await client.inventory.saveEdit({ sku, edit: discarded })
  }
  const discard = async () => {
    await keep().catch(() => undefined)
    await client.inventory.discardEdit({ sku })
    forget()
    await readAgain()
    return { undo: () => bringBack(edit) }
  }
  return () => void doUndoably({ label: `Edit of ${sku} discarded` }, discard).catch(toastFailure)
}
