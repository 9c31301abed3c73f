/** Keeping what the list shows under a name, and the names that are kept. */
import { Bookmark, BookmarkCheck, ListFilter } from 'lucide-react'
import { useState } from 'react'
import type { ListSelection, SavedSearch } from '../../../shared/messaging/list.ts'
import { MAX_SEARCH_NAME_LENGTH } from '../../../shared/messaging/list.ts'
import { useClient } from '../../api/hooks.ts'
import { useCommand } from '../../commands/registry.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { errorMessage } from '../../ui/error-message.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { selectionLabel } from '../messaging-labels.ts'
import { SavedSearchesDialog } from './saved-searches-dialog.tsx'

export type SavedSearchMenuProps = {
  readonly selection: ListSelection
  readonly searches: readonly SavedSearch[]
  /** The one that is shown now. */
  readonly saved: SavedSearch | undefined
  readonly onShow: (selection: ListSelection) => void
}

export const SavedSearchMenu = ({ selection, searches, saved, onShow }: SavedSearchMenuProps) => {
  const [open, setOpen] = useState<'name' | 'manage' | null>(null)
  const close = (): void => setOpen(null)
  const canSave = saved === undefined
  const canArrange = searches.length > 0
  useCommand('inbox.saveSearch', () => setOpen('name'), { isEnabled: canSave })
  useCommand('inbox.manageSearches', () => setOpen('manage'), { isEnabled: canArrange })
  return (
    <>
      <Menu
        label="Saved searches"
        placement="bottom end"
        trigger={
          <IconButton
            size="s"
            icon={saved === undefined ? Bookmark : BookmarkCheck}
            label={saved === undefined ? 'Saved searches' : `Saved searches: this is "${saved.name}"`}
          />
        }
        actions={[
          {
            id: 'save',
            label: 'Save this search',
            description: saved === undefined ? selectionLabel(selection) : `It is kept as "${saved.name}"`,
            icon: Bookmark,
            isDisabled: !canSave,
            onPress: () => setOpen('name'),
          },
          {
            id: 'manage',
            label: 'Arrange saved searches',
            icon: ListFilter,
            isDisabled: !canArrange,
            onPress: () => setOpen('manage'),
          },
        ]}
      />
      {open === 'name' && <NameDialog selection={selection} onClose={close} />}
      {open === 'manage' && <SavedSearchesDialog searches={searches} onShow={onShow} onClose={close} />}
    </>
  )
}

const NameDialog = ({ selection, onClose }: { readonly selection: ListSelection; readonly onClose: () => void }) => {
  const client = useClient()
  const [name, setName] = useState(selection.search)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [isSaving, setSaving] = useState(false)

  const save = async (): Promise<void> => {
    if (isSaving) return
    setSaving(true)
    try {
      await client.messaging.saveSearch({ id: null, name, ...selection })
      onClose()
      toast({ text: `"${name.trim()}" is saved. It stands among the views.` })
    } catch (error) {
      setProblem(errorMessage(error))
      setSaving(false)
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="s"
      title="Save this search"
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" isPending={isSaving} onPress={() => void save()}>
            Save search
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        description={`Shows: ${selectionLabel(selection)}`}
        value={name}
        onChange={(next) => {
          setName(next)
          setProblem(undefined)
        }}
        onSubmit={() => void save()}
        limit={MAX_SEARCH_NAME_LENGTH}
        error={problem}
        autoFocus
      />
    </Dialog>
  )
}
