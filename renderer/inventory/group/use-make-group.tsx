/** The command that makes a listing with variations of the checked items, and its dialog (LST-15). */
import { type ReactNode, useState } from 'react'
import { MAX_VARIATIONS } from '../../../shared/inventory/group.ts'
import { usePlatform } from '../../api/use-connection.ts'
import { commandInfo } from '../../commands/commands.ts'
import { useCommand } from '../../commands/registry.ts'
import { toast, toastFailure } from '../../ui/feedback/toast.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'
import type { MenuAction } from '../../ui/overlays/menu.tsx'
import { openRun } from '../items-panel.ts'
import type { ChosenItems } from '../list/bulk/use-chosen-items.ts'
import { NewGroupDialog } from './new-group-dialog.tsx'

type MakeGroup = {
  readonly dialog: ReactNode
  /** Absent: not offered for what is chosen. */
  readonly open: (() => void) | undefined
  readonly menuActions: readonly MenuAction[]
}

/** `canList`: whether the connection can list items. */
export const useMakeGroup = (chosen: ChosenItems, canList: boolean): MakeGroup => {
  const isOffered = usePlatform().capabilities.itemGroups && canList
  const [skus, setSkus] = useState<readonly string[]>()
  const hasChoice = chosen.checked.count > 1 || (chosen.checked.count === 0 && chosen.count < chosen.total)
  const open = (): void => {
    if (!hasChoice) {
      toast({ tone: 'info', text: 'Check the items that become the variations first.' })
      return
    }
    // One more than allowed, so that the dialog can say so.
    void chosen
      .readSkus(MAX_VARIATIONS + 1)
      .then(setSkus)
      .catch(toastFailure)
  }
  useCommand('items.makeGroup', open, { isEnabled: isOffered && chosen.total > 0 })
  const isOpenable = isOffered && hasChoice
  return {
    dialog: skus !== undefined && skus.length > 0 && (
      <NewGroupDialog
        onClose={() => setSkus(undefined)}
        onStarted={(runId) => {
          chosen.checked.clear()
          openRun(runId)
        }}
        skus={skus}
      />
    ),
    open: isOpenable ? open : undefined,
    menuActions: isOpenable
      ? [
          {
            id: 'makeGroup',
            label: `${commandInfo('items.makeGroup').label} of ${formatCount(chosen.count, 'item')}`,
            onPress: open,
          },
        ]
      : [],
  }
}
