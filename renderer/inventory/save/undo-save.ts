/**
 * Undoes a save of an item: withdraws one that waits, and makes the former version of one that was sent an edit, to review and save
 * (OFF-07). Never another save than this one (OFF-09).
 */
import type { StallhandClient } from '../../../shared/ipc/contract.ts'
import { IS_LEAVING, withdrawQueued } from '../../runs/undo-queued.ts'
import type { UndoResult } from '../../ui/feedback/acts.ts'
import { openItem } from '../items-panel.ts'

/** `id`: of the save in the outbound queue. */
export const undoSave = async (client: StallhandClient, sku: string, id: string): Promise<UndoResult> => {
  const found = await withdrawQueued(client, id)
  if (found === 'leaving') return { is: 'not', why: IS_LEAVING }
  if (found === 'withdrawn') return { is: 'undone', text: `The save of ${sku} was withdrawn. Your edit is kept.` }
  const [last, ...earlier] = (await client.inventory.history({ sku })).saves
  if (last?.outboundId !== id) {
    return earlier.some(({ outboundId }) => outboundId === id)
      ? { is: 'not', why: `${sku} was saved again since. Its history has the version from before.` }
      : { is: 'not', why: 'It was withdrawn or replaced before it was sent, so nothing changed.' }
  }
  if (last.state !== 'sent') return { is: 'not', why: 'It wasn’t saved, so nothing changed.' }
  await client.inventory.restoreVersion({ saveId: last.id, version: 'base' })
  openItem(sku)
  return { is: 'toReview' }
}
