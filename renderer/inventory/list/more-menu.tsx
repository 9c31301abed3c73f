/** What is done with many items or with the list as a whole, behind one button. */
import { ChevronDown } from 'lucide-react'
import { useClient } from '../../api/hooks.ts'
import { useSaveFile } from '../../api/save-file.ts'
import { type CommandAction, CommandMenu } from '../../commands/command-button.tsx'
import { navigate } from '../../location.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { toastFailure } from '../../ui/feedback/toast.tsx'
import { exportLabel, previewExport } from './export-label.ts'
import type { ItemList } from './use-item-list.ts'

type MoreMenuProps = Pick<ItemList, 'scope' | 'data'> & {
  /** Actions on the listings of every row; those of selected rows are above the list. */
  readonly listingActions: readonly CommandAction[]
  /** Offers to watchers. */
  readonly offerActions: readonly CommandAction[]
  /** Absent: no listing was made with another tool. */
  readonly onTakeOver: (() => void) | undefined
  readonly onAdd: () => void
  readonly onImport: () => void
  readonly onSettings: () => void
}

export const MoreMenu = ({
  scope,
  data,
  listingActions,
  offerActions,
  onTakeOver,
  onAdd,
  onImport,
  onSettings,
}: MoreMenuProps) => {
  const client = useClient()
  const saveFile = useSaveFile()
  const exportCsv = async (): Promise<void> => {
    const { text, items, total } = await client.inventory.exportCsv(scope)
    await saveFile({ name: 'items.csv', content: text, detail: `${exportLabel(items, total)}.` })
  }
  const matches =
    data === undefined
      ? 'With prices and unsaved edits'
      : `${previewExport({ matches: data.matches, all: data.counts.all, elsewhere: data.active?.elsewhere ?? 0 }, scope.maker)}, with prices and unsaved edits`
  return (
    <CommandMenu
      actions={[
        ...listingActions,
        ...(listingActions.length > 0 ? (['separator'] as const) : []),
        ...offerActions,
        ...(onTakeOver === undefined ? [] : [{ command: 'items.takeOver' as const, onPress: onTakeOver }]),
        {
          command: 'items.suggestions',
          description: 'Category, title and details that the catalog knows',
          onPress: () => navigate({ screen: 'mapping', path: [] }),
        },
        { command: 'items.add', onPress: onAdd },
        { command: 'items.importCsv', description: 'Shows a preview first; nothing is sent', onPress: onImport },
        {
          command: 'items.exportCsv',
          description: matches,
          onPress: () => void exportCsv().catch(toastFailure),
        },
        'separator',
        { command: 'items.settings', description: 'Columns, low stock', onPress: onSettings },
      ]}
      label="More"
      placement="bottom end"
      trigger={
        <Button aria-label="More for items" icon={ChevronDown} variant="quiet">
          More
        </Button>
      }
    />
  )
}
