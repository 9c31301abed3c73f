/** What is typed about the shared fields of a listing with variations. Stored 300 ms after the last key and on leaving. */
import { useState, useSyncExternalStore } from 'react'
import type { Group } from '../../../shared/inventory/contract/groups-contract.ts'
import { checkGroupTexts, type GroupProblem, type GroupView, readGroupView } from '../../../shared/inventory/group.ts'
import { applyEdit, type ItemEdit, startEdit, withChange } from '../../../shared/inventory/item-edit.ts'
import type { JsonPath, JsonValue } from '../../../shared/inventory/json.ts'
import { type Choice, resolveConflicts } from '../../../shared/inventory/merge.ts'
import { useClient } from '../../api/hooks.ts'
import { useAutosave } from '../../api/use-autosave.ts'
import type { SaveStatus } from '../../ui/autosave/autosave.ts'

type GroupEditing = {
  readonly edit: ItemEdit
  /** With the edit. */
  readonly view: GroupView
  readonly problems: readonly GroupProblem[]
  readonly change: (path: JsonPath, value: JsonValue | undefined) => void
  readonly changeAll: (changes: readonly (readonly [JsonPath, JsonValue | undefined])[]) => void
  readonly keeping: SaveStatus
  /** Stores pending changes now. Rejects with a `Failure`. */
  readonly keep: () => Promise<void>
  readonly discard: () => void
  /** Decides fields that both changed. */
  readonly decide: (choices: readonly Choice[]) => void
}

export const useGroupEdit = (group: Group, readAgain: () => Promise<unknown>): GroupEditing => {
  const client = useClient()
  const { groupKey } = group
  const record = group.record ?? undefined
  const keeper = useAutosave<ItemEdit>(
    `group ${groupKey}`,
    async ({ onto, changes }) => {
      await client.inventory.saveGroupEdit({ groupKey, edit: { onto, changes: [...changes] } })
      await readAgain().catch(() => undefined)
    },
    { what: 'What you changed in the listing', showsFailure: true },
  )
  const keeping = useSyncExternalStore(keeper.subscribe, keeper.status)
  const [typed, setTyped] = useState(keeper.pending()?.value)
  const edit = typed ?? group.edit ?? startEdit(record)
  const put = (next: ItemEdit): void => {
    setTyped(next)
    keeper.change(next)
  }
  const changeAll: GroupEditing['changeAll'] = (changes) => {
    // Starts from the newest state, not the rendered one, so two changes in one event both count.
    const from = keeper.pending()?.value ?? edit
    put(changes.reduce((patch, [path, value]) => withChange(patch, record, path, value), from))
  }
  const draft = applyEdit(record, edit)
  return {
    edit,
    view: readGroupView(draft),
    problems: checkGroupTexts(draft),
    change: (path, value) => changeAll([[path, value]]),
    changeAll,
    keeping,
    keep: async () => {
      await keeper.flush()
      setTyped(undefined)
    },
    discard: () => put(startEdit(record)),
    decide: (choices) => put(resolveConflicts(record, keeper.pending()?.value ?? edit, choices)),
  }
}
