/** Edits on this machine: kept, taken back, resolved, and filed from elsewhere. Nothing here calls the platform. */
import type { SavedState } from '../../shared/inventory/contract.ts'
import { isEditablePath } from '../../shared/inventory/item.ts'
import {
  applyEdit,
  EDIT_CHANGES_MAX,
  editThatMakes,
  editTowards,
  type ItemEdit,
  isEmptyEdit,
  startEdit,
  wantedBy,
  withChange,
} from '../../shared/inventory/item-edit.ts'
import {
  isJsonObject,
  type JsonObject,
  type JsonPath,
  pathText,
  sameJson,
  samePath,
  valueAt,
} from '../../shared/inventory/json.ts'
import { type Choice, mergeEdit, resolveConflicts } from '../../shared/inventory/merge.ts'
import { skuProblem } from '../../shared/inventory/sku.ts'
import { Failure, validation } from '../../shared/result.ts'
import type { Clock } from '../ports.ts'
import type { StoredItem } from './item-store.ts'
import type { InventoryStore } from './store.ts'

export type ItemEdits = {
  /**
   * Throws `notFound` for a SKU that is not in the list, and `validation` for a change of a field that this app does not
   * know and that was not brought back (INV-14). Returns the time of keeping.
   */
  readonly save: (sku: string, edit: ItemEdit) => number
  readonly discard: (sku: string) => void
  readonly resolve: (sku: string, choices: readonly Choice[], createAgain: boolean) => void
  /** See `bringBack` of the contract. */
  readonly bringBack: (
    saveId: number,
    state: SavedState,
    replaceEdit: boolean,
  ) => { readonly sku: string; readonly changes: number }
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

const conflict = (message: string): Failure => new Failure({ kind: 'conflict', message })

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
      const { edit: kept, editSource } = known(sku)
      const invented = edit.changes.findIndex(
        (change) =>
          !isEditablePath(change.path) &&
          kept?.changes.some(
            (earlier) =>
              earlier.op === change.op &&
              samePath(earlier.path, change.path) &&
              sameJson(wantedBy(earlier), wantedBy(change)),
          ) !== true,
      )
      const path = edit.changes[invented]?.path
      if (path !== undefined) {
        throw validation(`edit.changes.${invented}.path`, `${pathText(path)} is not a field of an inventory item.`)
      }
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
    bringBack: (saveId, state, replaceEdit) => {
      const states = store.savedStates(saveId)
      if (states === undefined) throw new Failure({ kind: 'notFound', message: 'That save is not in the history.' })
      const { sku } = states
      const { isRead, record, edit: kept } = known(sku)
      const target = states[state]
      if (target === undefined) {
        const message =
          state === 'base'
            ? `The platform had no item ${sku} before this save, so there is no state to bring back.`
            : `What the platform held after this save of ${sku} is not known.`
        throw new Failure({ kind: 'notFound', message })
      }
      if (!isRead) throw conflict(`${sku} has not been read from the platform yet. Read it first.`)
      if (kept !== undefined && !replaceEdit) {
        throw conflict(`${sku} has an unsaved edit. Save or discard it first, or replace it with the earlier state.`)
      }
      const edit = editTowards(record, target)
      if (isEmptyEdit(edit))
        throw conflict(`The platform holds this state of ${sku} already. There is nothing to bring back.`)
      if (edit.changes.length > EDIT_CHANGES_MAX) {
        throw conflict(
          `That state differs from what the platform holds in ${edit.changes.length} places; an edit has at most ${EDIT_CHANGES_MAX}.`,
        )
      }
      put(sku, edit, 'an earlier state')
      return { sku, changes: edit.changes.length }
    },
    stageDraft: ({ sku, item, source, replaceEdit }) => {
      const problem = skuProblem(sku)
      if (problem !== undefined) throw validation('sku', problem)
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
