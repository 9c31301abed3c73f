/** Undoes the last save of an item: its former version becomes an edit, to review and save (OFF-07). */
import type { StallhandClient } from '../../../shared/ipc/contract.ts'
import type { UndoResult } from '../../ui/feedback/acts.ts'
import { openItem } from '../items-panel.ts'

export const undoSave = async (client: StallhandClient, sku: string): Promise<UndoResult> => {
  const { saves } = await client.inventory.history({ sku })
  const last = saves[0]
  if (last !== undefined) await client.inventory.restoreVersion({ saveId: last.id, version: 'base' })
  openItem(sku)
  return { is: 'toReview' }
}
