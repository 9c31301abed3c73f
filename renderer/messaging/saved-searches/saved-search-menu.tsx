/** Saves what the list shows, and opens the saved searches. */
import { Bookmark, BookmarkCheck, ListFilter as FilterIcon } from 'lucide-react'
import { useState } from 'react'
import { type ListFilter, MAX_SEARCH_NAME_LENGTH, type SavedSearch } from '../../../shared/messaging/list.ts'
import { useApiMutation } from '../../api/hooks.ts'
import { commandInfo } from '../../commands/commands.ts'
import { useCommand } from '../../commands/registry.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { filterLabel } from '../messaging-labels.ts'
import { SavedSearchesDialog } from './saved-searches-dialog.tsx'

export type SavedSearchMenuProps = {
  readonly filter: ListFilter
  readonly searches: readonly SavedSearch[]
  /** The saved search on screen. */
  readonly saved: SavedSearch | undefined
  readonly onShow: (filter: ListFilter) => void
}

export const SavedSearchMenu = ({ filter, searches, saved, onShow }: SavedSearchMenuProps) => {
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null)
  const close = (): void => setDialog(null)
  const canSave = saved === undefined
  const canManage = searches.length > 0
  useCommand('inbox.saveSearch', () => setDialog('save'), { isEnabled: canSave })
  useCommand('inbox.manageSearches', () => setDialog('manage'), { isEnabled: canManage })
  return (
    <>
      <Menu
        label="Saved searches"
        placement="bottom end"
        trigger={
          <IconButton
            size="s"
            icon={canSave ? Bookmark : BookmarkCheck}
            label={canSave ? 'Saved searches' : `Saved searches: “${saved.name}”`}
          />
        }
        actions={[
          {
            id: 'save',
            label: commandInfo('inbox.saveSearch').label,
            description: canSave ? filterLabel(filter) : `Saved as “${saved.name}”`,
            icon: Bookmark,
            isDisabled: !canSave,
            onPress: () => setDialog('save'),
          },
          {
            id: 'manage',
            label: commandInfo('inbox.manageSearches').label,
            icon: FilterIcon,
            isDisabled: !canManage,
            onPress: () => setDialog('manage'),
          },
        ]}
      />
      {dialog === 'save' && <SaveSearchDialog filter={filter} onClose={close} />}
      {dialog === 'manage' && <SavedSearchesDialog searches={searches} onShow={onShow} onClose={close} />}
    </>
  )
}

type SaveSearchDialogProps = { readonly filter: ListFilter; readonly onClose: () => void }

const SaveSearchDialog = ({ filter, onClose }: SaveSearchDialogProps) => {
  const [name, setName] = useState(filter.search)
  const save = useApiMutation('messaging', 'saveSearch')
  const submit = (): void => {
    if (save.isPending) return
    save.mutate(
      { id: null, name, ...filter },
      {
        onSuccess: () => {
          onClose()
          toast({ text: `Saved “${name.trim()}”. It is listed with the views.` })
        },
      },
    )
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="s"
      title={commandInfo('inbox.saveSearch').label}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" isPending={save.isPending} onPress={submit}>
            Save search
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        description={`Shows: ${filterLabel(filter)}`}
        value={name}
        onChange={(next) => {
          setName(next)
          save.reset()
        }}
        onSubmit={submit}
        limit={MAX_SEARCH_NAME_LENGTH}
        error={save.error?.message}
        autoFocus
      />
    </Dialog>
  )
}
