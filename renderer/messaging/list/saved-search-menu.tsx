/** Saves the current filter, and deletes the saved search on screen. Saved searches are listed with the views. */
import { Bookmark, BookmarkCheck, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type ListFilter, MAX_SEARCH_NAME_LENGTH, type SavedSearch } from '../../../shared/messaging/list.ts'
import { useAction, useApiMutation, useClient } from '../../api/hooks.ts'
import { commandInfo } from '../../commands/commands.ts'
import { useCommand } from '../../commands/registry.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { toast, toastFailure } from '../../ui/feedback/toast.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { useFilterLabel } from './use-list-filter.ts'

type SavedSearchMenuProps = {
  readonly filter: ListFilter
  /** The saved search on screen. */
  readonly saved: SavedSearch | undefined
}

export const SavedSearchMenu = ({ filter, saved }: SavedSearchMenuProps) => {
  const client = useClient()
  const label = useFilterLabel(filter)
  const [isSaving, setSaving] = useState(false)
  useCommand('inbox.saveSearch', () => setSaving(true), { isEnabled: saved === undefined })
  const remove = useAction(async ({ id, ...search }: SavedSearch) => {
    await client.messaging.deleteSearch({ id })
    const restore = (): void => void client.messaging.saveSearch(search).catch(toastFailure)
    toast({ text: `Deleted “${search.name}”.`, action: { label: 'Undo', onPress: restore } })
  })
  return (
    <>
      <Menu
        label="Saved searches"
        placement="bottom end"
        trigger={
          <IconButton
            size="s"
            icon={saved === undefined ? Bookmark : BookmarkCheck}
            label={saved === undefined ? 'Saved searches' : `Saved searches: “${saved.name}”`}
            shortLabel="Saved"
          />
        }
        actions={[
          saved === undefined
            ? {
                id: 'save',
                label: commandInfo('inbox.saveSearch').label,
                description: label,
                icon: Bookmark,
                onPress: () => setSaving(true),
              }
            : {
                id: 'delete',
                label: `Delete “${saved.name}”`,
                icon: Trash2,
                onPress: () => remove.mutate(saved, { onError: toastFailure }),
              },
        ]}
      />
      {isSaving && <SaveSearchDialog filter={filter} label={label} onClose={() => setSaving(false)} />}
    </>
  )
}

type SaveSearchDialogProps = { readonly filter: ListFilter; readonly label: string; readonly onClose: () => void }

const SaveSearchDialog = ({ filter, label, onClose }: SaveSearchDialogProps) => {
  const [name, setName] = useState(filter.search)
  const save = useApiMutation('messaging', 'saveSearch')
  const submit = (): void => {
    if (save.isPending) return
    const onSuccess = (): void => {
      onClose()
      toast({ text: `Saved “${name.trim()}”. It is listed with the views.` })
    }
    save.mutate({ name, ...filter }, { onSuccess })
  }
  return (
    <Dialog
      onClose={onClose}
      size="s"
      title={commandInfo('inbox.saveSearch').label}
      submit={{ label: 'Save search', isPending: save.isPending, onPress: submit }}
    >
      <TextField
        label="Name"
        description={`Shows: ${label}`}
        value={name}
        onChange={(next) => {
          setName(next)
          save.reset()
        }}
        onSubmit={submit}
        limit={MAX_SEARCH_NAME_LENGTH}
        error={save.error?.detail}
      />
    </Dialog>
  )
}
