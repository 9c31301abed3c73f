/** Edits on this machine: kept, taken back, resolved, and filed from elsewhere. Nothing here calls the platform. */
import { isEditablePath } from '../../shared/inventory/item.ts'
import {
  applyEdit,
  editThatMakes,
  type ItemEdit,
  isEmptyEdit,
  startEdit,
  withChange,
} from '../../shared/inventory/item-edit.ts'
import { isJsonObject, type JsonObject, type JsonPath, valueAt } from '../../shared/inventory/json.ts'
import { type Choice, mergeEdit, resolveConflicts } from '../../shared/inventory/merge.ts'
import { SKU_ERROR_ID, skuProblem } from '../../shared/inventory/sku.ts'
import { Failure, validation } from '../../shared/result.ts'
import type { Clock } from '../ports.ts'
import type { InventoryStore, StoredItem } from './store.ts'

export type ItemEdits = {
  /** Throws `notFound` for a SKU that is not in the list. Returns the time of keeping. */
  readonly save: (sku: string, edit: ItemEdit) => number
  readonly discard: (sku: string) => void
  readonly resolve: (sku: string, choices: readonly Choice[], createAgain: boolean) => void
  /** See `ItemsPort.stageDraft`. */
  readonly stageDraft: (draft: {
    readonly sku: string
    readonly item: JsonObject
    readonly source: string
    readonly replaceEdit: boolean
  }) => void
}

export const notInList = (sku: string): Failure =>
  new Failure({ kind: 'notFound', message: `${sku} is not in your list of items. Add it to the list first.` })

/** The paths of a draft that are fields of an inventory item; whatever else a draft carries is not taken (INV-14). */
const knownPathsOf = (item: JsonObject): readonly JsonPath[] => {
  const paths: JsonPath[] = []
  const walk = (node: JsonObject, at: JsonPath): void => {
    for (const [key, value] of Object.entries(node)) {
      const path = [...at, key]
      if (isEditablePath(path)) paths.push(path)
      else if (isJsonObject(value) && path.length < 4) walk(value, path)
    }
  }
  walk(item, [])
  return paths
}

export const createItemEdits = (deps: {
  readonly store: InventoryStore
  readonly clock: Clock
  /** Told after an edit of the SKU was kept or taken away. */
  readonly onChange: (sku: string) => void
}): ItemEdits => {
  const { store, clock } = deps

  const known = (sku: string): StoredItem => {
    const item = store.item(sku)
    if (item === undefined) throw notInList(sku)
    return item
  }

  const put = (sku: string, edit: ItemEdit, source: string | null): number => {
    const atMs = clock.nowMs()
    store.putEdit(sku, isEmptyEdit(edit) ? undefined : edit, atMs, source)
    deps.onChange(sku)
    return atMs
  }

  return {
    save: (sku, edit) => {
      const { editSource } = known(sku)
      return put(sku, edit, editSource)
    },
    discard: (sku) => {
      known(sku)
      put(sku, startEdit(undefined), null)
    },
    resolve: (sku, choices, createAgain) => {
      const { edit, record, lastRecord, editSource } = known(sku)
      if (edit === undefined) return
      // An item that is gone is put back whole: fields that this app does not know were the platform's own words once.
      const isPutBack = createAgain && mergeEdit(record, edit).isGone
      const resolved = isPutBack ? editThatMakes(applyEdit(lastRecord, edit)) : resolveConflicts(record, edit, choices)
      put(sku, resolved, editSource)
    },
    stageDraft: ({ sku, item, source, replaceEdit }) => {
      const problem = skuProblem(sku)
      if (problem !== undefined) throw validation('sku', `${problem} (${SKU_ERROR_ID})`)
      const paths = knownPathsOf(item)
      if (paths.length === 0) throw validation('item', 'The draft has no field of an inventory item.')
      const before = store.item(sku)
      if (before?.edit !== undefined && !replaceEdit) {
        throw new Failure({
          kind: 'conflict',
          message: `${sku} has an unsaved edit already. Save or discard it first, or replace it with this draft.`,
        })
      }
      store.add([sku], clock.nowMs())
      let edit = startEdit(before?.record)
      for (const path of paths) {
        edit = withChange(edit, before?.record, path, valueAt(item, path))
      }
      put(sku, edit, source)
    },
  }
}
