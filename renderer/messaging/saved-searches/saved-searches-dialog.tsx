/** The saved searches: their order, their names, and which of them go. */
import { Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type ListSelection, MAX_SEARCH_NAME_LENGTH, type SavedSearch } from '../../../shared/messaging/list.ts'
import { useClient } from '../../api/hooks.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { errorMessage } from '../../ui/error-message.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { movedTo, SortableList } from '../../ui/sortable-list.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast, toastFailure } from '../../ui/toast.tsx'
import { selectionLabel } from '../messaging-labels.ts'
import styles from './saved-searches-dialog.module.css'

const selectionOf = ({ view, itemId, otherParty, search }: SavedSearch): ListSelection => ({
  view,
  itemId,
  otherParty,
  search,
})

export type SavedSearchesDialogProps = {
  readonly searches: readonly SavedSearch[]
  readonly onShow: (selection: ListSelection) => void
  readonly onClose: () => void
}

export const SavedSearchesDialog = ({ searches, onShow, onClose }: SavedSearchesDialogProps) => {
  const client = useClient()
  const [problem, setProblem] = useState<string | null>(null)
  const sayWhy = (error: unknown): void => setProblem(errorMessage(error))

  const move = (from: number, to: number): void => {
    setProblem(null)
    const ids = movedTo(searches, from, to).map(({ id }) => id)
    client.messaging.arrangeSearches({ ids }).catch(sayWhy)
  }
  const remove = async (search: SavedSearch): Promise<void> => {
    setProblem(null)
    await client.messaging.deleteSearch({ id: search.id })
    const putBack = (): void =>
      void client.messaging.saveSearch({ id: null, name: search.name, ...selectionOf(search) }).catch(toastFailure)
    toast({ text: `"${search.name}" was deleted.`, action: { label: 'Undo', onPress: putBack } })
  }

  return (
    <Dialog isOpen onClose={onClose} title="Saved searches">
      <div className={styles.searches}>
        {problem !== null && <Banner tone="caution">{problem}</Banner>}
        {searches.length === 0 ? (
          <p className={styles.none}>None is kept. Show what you want to keep in the list, then save it.</p>
        ) : (
          <SortableList
            label="Saved searches"
            items={searches}
            keyOf={({ id }) => id}
            nameOf={({ name }) => name}
            onMove={move}
            renderItem={(search, _, handle) => (
              <Entry
                search={search}
                handle={handle}
                onShow={() => {
                  onClose()
                  onShow(selectionOf(search))
                }}
                onRename={(name) => client.messaging.saveSearch({ id: search.id, name, ...selectionOf(search) })}
                onDelete={() => void remove(search).catch(sayWhy)}
              />
            )}
          />
        )}
      </div>
    </Dialog>
  )
}

type EntryProps = {
  readonly search: SavedSearch
  readonly handle: ReactNode
  readonly onShow: () => void
  readonly onRename: (name: string) => Promise<unknown>
  readonly onDelete: () => void
}

/** A name is kept on Enter and when the field is left; one that cannot be stays in sight with the reason. */
const Entry = ({ search, handle, onShow, onRename, onDelete }: EntryProps) => {
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | undefined>(undefined)

  const rename = async (): Promise<void> => {
    if (typed === null || typed.trim() === search.name) {
      setTyped(null)
      setProblem(undefined)
      return
    }
    try {
      await onRename(typed)
      setTyped(null)
      setProblem(undefined)
    } catch (error) {
      setProblem(errorMessage(error))
    }
  }

  return (
    <div className={styles.entry}>
      {handle}
      <div className={styles.name}>
        <TextField
          label={`Name of ${search.name}`}
          isLabelHidden
          value={typed ?? search.name}
          onChange={setTyped}
          onSubmit={() => void rename()}
          onBlur={() => void rename()}
          limit={MAX_SEARCH_NAME_LENGTH}
          countPlace="inside"
          error={problem}
        />
        <span className={styles.shows}>{selectionLabel(search)}</span>
      </div>
      <Button size="s" variant="quiet" onPress={onShow} aria-label={`Show ${search.name}`}>
        Show
      </Button>
      <IconButton size="s" icon={Trash2} label={`Delete ${search.name}`} onPress={onDelete} />
    </div>
  )
}
