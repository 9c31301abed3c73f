/** The saved searches: show, rename, reorder, delete. */
import { Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type ListFilter, MAX_SEARCH_NAME_LENGTH, type SavedSearch } from '../../../shared/messaging/list.ts'
import { useAction, useApiMutation, useClient } from '../../api/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { MutationError } from '../../ui/mutation-error.tsx'
import { movedTo, SortableList } from '../../ui/sortable-list.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast, toastFailure } from '../../ui/toast.tsx'
import { filterLabel } from '../messaging-labels.ts'

const toFilter = ({ view, itemId, otherParty, search }: SavedSearch): ListFilter => ({
  view,
  itemId,
  otherParty,
  search,
})

export type SavedSearchesDialogProps = {
  readonly searches: readonly SavedSearch[]
  readonly onShow: (filter: ListFilter) => void
  readonly onClose: () => void
}

export const SavedSearchesDialog = ({ searches, onShow, onClose }: SavedSearchesDialogProps) => {
  const client = useClient()
  const arrange = useApiMutation('messaging', 'arrangeSearches')
  const remove = useAction(async (search: SavedSearch) => {
    await client.messaging.deleteSearch({ id: search.id })
    const restore = (): void =>
      void client.messaging.saveSearch({ id: null, name: search.name, ...toFilter(search) }).catch(toastFailure)
    toast({ text: `Deleted “${search.name}”.`, action: { label: 'Undo', onPress: restore } })
  })
  return (
    <Dialog isOpen onClose={onClose} title="Saved searches">
      <Stack gap={3}>
        <MutationError of={[arrange, remove]} />
        {searches.length === 0 ? (
          <Text as="p" tone="soft">
            No saved searches. Search or filter the list, then save what it shows.
          </Text>
        ) : (
          <SortableList
            label="Saved searches"
            items={searches}
            keyOf={({ id }) => id}
            nameOf={({ name }) => name}
            onMove={(from, to) => arrange.mutate({ ids: movedTo(searches, from, to).map(({ id }) => id) })}
            renderItem={(search, _, handle) => (
              <Entry
                search={search}
                handle={handle}
                onShow={() => {
                  onClose()
                  onShow(toFilter(search))
                }}
                onDelete={() => remove.mutate(search)}
              />
            )}
          />
        )}
      </Stack>
    </Dialog>
  )
}

type EntryProps = {
  readonly search: SavedSearch
  readonly handle: ReactNode
  readonly onShow: () => void
  readonly onDelete: () => void
}

/** The name is saved on Enter and on blur; a name that can't be saved stays in the field with the reason. */
const Entry = ({ search, handle, onShow, onDelete }: EntryProps) => {
  const [typed, setTyped] = useState<string | null>(null)
  const rename = useApiMutation('messaging', 'saveSearch')
  const submit = (): void => {
    if (typed === null || typed.trim() === search.name) {
      setTyped(null)
      rename.reset()
    } else rename.mutate({ id: search.id, name: typed, ...toFilter(search) }, { onSuccess: () => setTyped(null) })
  }
  return (
    <Row align="start">
      {handle}
      <Stack gap={1} grow>
        <TextField
          label={`Name of ${search.name}`}
          isLabelHidden
          value={typed ?? search.name}
          onChange={setTyped}
          onSubmit={submit}
          onBlur={submit}
          limit={MAX_SEARCH_NAME_LENGTH}
          countPlace="inside"
          error={rename.error?.message}
        />
        <Text size="meta" tone="faint" truncate>
          {filterLabel(search)}
        </Text>
      </Stack>
      <Button size="s" variant="quiet" onPress={onShow} aria-label={`Show ${search.name}`}>
        Show
      </Button>
      <IconButton size="s" icon={Trash2} label={`Delete ${search.name}`} onPress={onDelete} />
    </Row>
  )
}
