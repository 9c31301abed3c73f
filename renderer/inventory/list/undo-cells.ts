/** Undoes what changed cells: in the sheet, in many items, by an import. */
import type { UndoResult } from '../../../shared/inventory/contract/cells-contract.ts'
import type { StallhandClient } from '../../../shared/ipc/contract.ts'
import type { Undoable } from '../../ui/feedback/undo.ts'
import { formatCount } from '../../ui/format/locale-format.ts'

/** The result of the last action, for the line below the sheet. */
export type SheetMessage = {
  readonly text: string
  readonly tone: 'caution' | 'danger' | undefined
  readonly canUndo?: boolean
}

/** What undo or redo changed, in one sentence: how many items, and which were left because they changed since. */
export const describeStep = (verb: 'undo' | 'redo', { items, skipped }: UndoResult): SheetMessage => {
  if (items === 0 && skipped.length === 0) return { text: `Nothing to ${verb}.`, tone: undefined }
  const none = verb === 'undo' ? 'Nothing undone' : 'Nothing redone'
  const start = items === 0 ? none : `${verb === 'undo' ? 'Undone' : 'Redone'} in ${formatCount(items, 'item')}`
  if (skipped.length === 0) return { text: `${start}.`, tone: undefined }
  const named = skipped.slice(0, 3).map(({ sku }) => sku)
  const others = skipped.length - named.length
  const which = others === 0 ? named : [...named, formatCount(others, 'other')]
  const [was, stays] = skipped.length === 1 ? ['was', 'stays as it is'] : ['were', 'stay as they are']
  return {
    text: `${start}: ${new Intl.ListFormat('en').format(which)} ${was} edited, saved or removed since and ${stays}.`,
    tone: 'caution',
  }
}

/** The acts that change cells among the seller's. */
export const CELLS = 'cells'

/** What an act came to that changed many items at once: null without a block, because nothing changed. */
export const toUndoable = (client: StallhandClient, blockId: number | null, text?: string): Undoable | null =>
  blockId === null
    ? null
    : {
        text,
        undo: async () => ({
          is: 'undone',
          text: describeStep('undo', await client.inventory.undoCells({ blockId })).text,
        }),
      }
