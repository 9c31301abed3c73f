/** The edit of an item during typing. Stored 300 ms after the last key, on leaving, and before a preview. */
import { useState, useSyncExternalStore } from 'react'
import type { Item } from '../../../shared/inventory/contract.ts'
import { type ItemEdit, startEdit, withChange } from '../../../shared/inventory/item-edit.ts'
import type { JsonPath, JsonValue } from '../../../shared/inventory/json.ts'
import { useClient } from '../../api/hooks.ts'
import { useAutosave } from '../../api/use-autosave.ts'
import type { SaveStatus } from '../../ui/autosave/autosave.ts'

export type ItemEditing = {
  readonly edit: ItemEdit
  readonly change: (path: JsonPath, value: JsonValue | undefined) => void
  /** Changes several fields at once. */
  readonly changeAll: (changes: readonly (readonly [JsonPath, JsonValue | undefined])[]) => void
  readonly keeping: SaveStatus
  /** Stores pending changes now. Rejects with a `Failure`. */
  readonly keep: () => Promise<void>
  /** Drops changes that couldn't be stored. */
  readonly forget: () => void
}

/** An item and when the window read it, ms since 1970. */
export type ReadItem = { readonly data: Item; readonly dataUpdatedAt: number }

/** `readAgain` reads the stored item, so that the screen shows it before the typed state is dropped. */
export const useItemEdit = (
  { data: item, dataUpdatedAt }: ReadItem,
  readAgain: () => Promise<Pick<ReadItem, 'dataUpdatedAt'> & { readonly data: Item | undefined }>,
): ItemEditing => {
  const client = useClient()
  const { sku } = item
  const record = item.record ?? undefined
  const keeper = useAutosave<ItemEdit>(
    `item ${sku}`,
    async (written) => {
      await client.inventory.saveEdit({ sku, edit: written })
      const read = await readAgain().catch(() => undefined)
      if (read?.data === undefined) return
      setRead({ edit: read.data.edit, atMs: read.dataUpdatedAt })
      setTyped((now) => (now === written ? undefined : now))
    },
    { what: `The edit of ${sku}`, showsFailure: true },
  )
  const [typed, setTyped] = useState(keeper.pending()?.value)
  // Used until the newly read item is passed in. A key pressed on the older edit would lose text.
  const [read, setRead] = useState<Pick<Item, 'edit'> & { readonly atMs: number }>()
  const keeping = useSyncExternalStore(keeper.subscribe, keeper.status)

  const stored = read !== undefined && dataUpdatedAt < read.atMs ? read.edit : item.edit
  const edit = typed ?? stored ?? startEdit(record)
  const changeAll: ItemEditing['changeAll'] = (changes) => {
    // Starts from the newest state, not the rendered one, so two changes in one event both count.
    const from = keeper.pending()?.value ?? edit
    const next = changes.reduce((patch, [path, value]) => withChange(patch, record, path, value), from)
    if (next === from) return
    setTyped(next)
    keeper.change(next)
  }

  const forget = (): void => {
    keeper.discard()
    setTyped(undefined)
  }

  return { edit, change: (path, value) => changeAll([[path, value]]), changeAll, keeping, keep: keeper.flush, forget }
}
