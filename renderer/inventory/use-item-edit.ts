/** The edit of one item while it is being typed: kept on disk 300 ms after the last key, on leaving, and before a preview. */
import { useState, useSyncExternalStore } from 'react'
import type { Item } from '../../shared/inventory/contract.ts'
import { type ItemEdit, startEdit, withChange } from '../../shared/inventory/item-edit.ts'
import type { JsonPath, JsonValue } from '../../shared/inventory/json.ts'
import { useClient } from '../api/hooks.ts'
import type { SaveStatus } from '../ui/autosave.ts'
import { useAutosave } from '../ui/use-autosave.ts'

export type ItemEditing = {
  readonly edit: ItemEdit
  readonly change: (path: JsonPath, value: JsonValue | undefined) => void
  /** Several fields at once, for a rename and for pasted cells. */
  readonly changeAll: (changes: readonly (readonly [JsonPath, JsonValue | undefined])[]) => void
  readonly keeping: SaveStatus
  /** Writes what waits now; rejects with a `Failure` when it cannot be kept. */
  readonly keep: () => Promise<void>
  /** What could not be written was discarded with the rest. */
  readonly forget: () => void
}

/** `readAgain` reads the item anew, so that what was kept is on screen before the typed state lets go of it. */
export const useItemEdit = (item: Item, readAgain: () => Promise<Item | undefined>): ItemEditing => {
  const client = useClient()
  const { sku } = item
  const record = item.record ?? undefined
  const keeper = useAutosave<ItemEdit>(
    `item ${sku}`,
    async (written) => {
      await client.inventory.saveEdit({ sku, edit: written })
      const read = await readAgain().catch(() => undefined)
      if (read === undefined) return
      setReadFor({ item, edit: read.edit })
      setTyped((now) => (now === written ? undefined : now))
    },
    { what: `The edit of ${sku}`, showsFailure: true },
  )
  const [typed, setTyped] = useState(keeper.pending()?.value)
  // What was read is told here before the item itself is drawn anew: without it the former state would show in between.
  const [readFor, setReadFor] = useState<Pick<Item, 'edit'> & { readonly item: Item }>()
  const keeping = useSyncExternalStore(keeper.subscribe, keeper.status)

  const edit = typed ?? (readFor?.item === item ? readFor.edit : item.edit) ?? startEdit(record)
  const changeAll: ItemEditing['changeAll'] = (changes) => {
    // Two changes in one turn must both count, so that the newest state is taken and not the rendered one.
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
