/** Edits on this machine: stored, discarded, resolved, restored, and staged by other features. Calls no platform. */
import type * as z from 'zod'
import { type AddedPicture, withPictures } from '../../../shared/inventory/added-pictures.ts'
import { readProductCode } from '../../../shared/inventory/barcode.ts'
import type { newItemContract } from '../../../shared/inventory/contract/new-item-contract.ts'
import type { SavedVersion } from '../../../shared/inventory/contract.ts'
import { fieldPaths, isEditablePath } from '../../../shared/inventory/item.ts'
import {
  applyEdit,
  editFromRecord,
  editToReach,
  type ItemEdit,
  includesChange,
  isEmptyEdit,
  MAX_EDIT_CHANGES,
  startEdit,
  withChange,
} from '../../../shared/inventory/item-edit.ts'
import {
  formatPath,
  isJsonObject,
  type JsonObject,
  type JsonPath,
  valueAt,
  withValueAt,
} from '../../../shared/inventory/json.ts'
import { type Choice, mergeEdit, resolveConflicts } from '../../../shared/inventory/merge.ts'
import { toSimilarItem } from '../../../shared/inventory/new-item.ts'
import { ISBN_PATH } from '../../../shared/inventory/product-codes.ts'
import { SKU_TOPIC, skuProblem } from '../../../shared/inventory/sku.ts'
import { conflict, notFound, validation } from '../../../shared/result.ts'
import type { ItemsPort } from '../../items-port.ts'
import type { Clock } from '../../ports.ts'
import type { InventoryStore } from '../store.ts'
import type { StoredItem } from './stored-item.ts'

/** Throws `notFound` if the SKU is not in the list. */
export const requireItem = (store: Pick<InventoryStore, 'item'>, sku: string): StoredItem => {
  const item = store.item(sku)
  if (item === undefined) throw notFound(`${sku} isn’t in your item list. Add it first.`)
  return item
}

/** The inventory fields in a draft. Its other fields are ignored (INV-14). */
const findEditablePaths = (item: JsonObject, hasMoreFields: boolean, at: JsonPath = []): readonly JsonPath[] =>
  Object.entries(item).flatMap(([key, value]): readonly JsonPath[] => {
    const path = [...at, key]
    if (isEditablePath(path, hasMoreFields)) return [path]
    return isJsonObject(value) && path.length < 4 ? findEditablePaths(value, hasMoreFields, path) : []
  })

/** See `createItem` in the contract. */
type NewItem = Readonly<z.output<typeof newItemContract.createItem.input>>

export type ItemEdits = ReturnType<typeof createItemEdits>

export const createItemEdits = (deps: {
  readonly store: InventoryStore
  readonly clock: Clock
  readonly onChange: (sku: string) => void
}) => {
  const { store, clock } = deps
  /** The edit that was discarded last, for undo. */
  let discarded: Pick<StoredItem, 'sku' | 'edit' | 'editSource'> | undefined

  const put = (sku: string, edit: ItemEdit, source: string | null): void => {
    store.putEdit(sku, isEmptyEdit(edit) ? undefined : edit, clock.nowMs(), source)
    deps.onChange(sku)
  }

  const savedVersions = (saveId: number) => {
    const versions = store.savedVersions(saveId)
    if (versions === undefined) throw notFound('This save isn’t in the history.')
    return versions
  }

  const stageDraft: ItemsPort['stageDraft'] = ({ sku, item, source, replaceEdit }) => {
    const problem = skuProblem(sku)
    if (problem !== undefined) throw validation('sku', problem, SKU_TOPIC)
    const paths = findEditablePaths(item, store.rules.capabilities.moreFields)
    if (paths.length === 0) throw validation('item', 'The draft contains no inventory field.')
    const before = store.item(sku)
    if (before?.edit !== undefined && !replaceEdit) {
      throw conflict(`${sku} has an unsaved edit. Save or discard it first, or replace it with this draft.`)
    }
    store.add([sku], clock.nowMs())
    const record = before?.record
    put(
      sku,
      paths.reduce((edit, path) => withChange(edit, record, path, valueAt(item, path)), startEdit(record)),
      source,
    )
  }

  /** Of the platforms, one has no field for an ISBN: it is an EAN there. */
  const withCode = (item: JsonObject, text: string): JsonObject => {
    const read = readProductCode(text)
    if (read === undefined) return item
    const hasIsbn = store.rules.capabilities.moreFields
    const path = read.field === 'upc' ? fieldPaths.upc : read.field === 'isbn' && hasIsbn ? ISBN_PATH : fieldPaths.ean
    return withValueAt(item, path, read.code)
  }

  return {
    savedVersions,
    stageDraft,
    /** Throws `validation` for an unknown field that no restored version added (INV-14). */
    save: (sku: string, edit: ItemEdit): void => {
      const stored = requireItem(store, sku)
      const last = stored.edit === undefined && discarded?.sku === sku ? discarded : stored
      const isTakenBack = edit.changes.every((change) => includesChange(last.edit, change))
      const { edit: kept, editSource } = isTakenBack ? last : stored
      // A restored version may hold unknown fields.
      const index = edit.changes.findIndex(
        (change) => !isEditablePath(change.path, store.rules.capabilities.moreFields) && !includesChange(kept, change),
      )
      const path = edit.changes[index]?.path
      if (path !== undefined) {
        throw validation(`edit.changes.${index}.path`, `${formatPath(path)} isn’t an inventory field.`)
      }
      put(sku, edit, editSource)
    },
    addPictures: (sku: string, pictures: readonly AddedPicture[]): void => {
      const stored = requireItem(store, sku)
      put(sku, withPictures(stored, fieldPaths.imageUrls, pictures), stored.editSource)
    },
    create: ({ sku, title, code, like, usesTemplate }: NewItem): void => {
      if (store.item(sku) !== undefined) throw conflict(`${sku} is in your item list already. Choose another SKU.`)
      const model = like === null ? undefined : requireItem(store, like)
      const template = usesTemplate && like === null ? store.template() : undefined
      const item = model === undefined ? (template?.item ?? {}) : toSimilarItem(applyEdit(model.record, model.edit))
      const source = like !== null ? `a copy of ${like}` : template === undefined ? null : 'your template'
      const titled = title === '' ? item : withValueAt(item, fieldPaths.title, title)
      stageDraft({ sku, item: withCode(titled, code), source, replaceEdit: false })
    },
    discard: (sku: string): void => {
      discarded = requireItem(store, sku)
      put(sku, startEdit(undefined), null)
    },
    resolve: (sku: string, choices: readonly Choice[], createAgain: boolean): void => {
      const { edit, record, lastRecord, editSource } = requireItem(store, sku)
      if (edit === undefined) return
      // An item that no longer exists is restored as a whole, unknown fields included.
      const isRestored = createAgain && mergeEdit(record, edit).isGone
      put(
        sku,
        isRestored ? editFromRecord(applyEdit(lastRecord, edit)) : resolveConflicts(record, edit, choices),
        editSource,
      )
    },
    /** See `restoreVersion` in the contract. */
    restoreVersion: (saveId: number, version: SavedVersion, replaceEdit: boolean): void => {
      const versions = savedVersions(saveId)
      const { sku } = versions
      const { isRead, record, edit: kept } = requireItem(store, sku)
      const target = versions[version]
      if (target === undefined) {
        throw notFound(
          version === 'base'
            ? `There was no item ${sku} before this save, so there is no version to restore.`
            : `It is unknown how ${sku} was after this save.`,
        )
      }
      if (!isRead) throw conflict(`${sku} hasn’t been read yet. Read it first.`)
      if (kept !== undefined && !replaceEdit) {
        throw conflict(`${sku} has an unsaved edit. Save or discard it first, or replace it.`)
      }
      const edit = editToReach(record, target)
      if (isEmptyEdit(edit)) throw conflict(`${sku} has this version already.`)
      if (edit.changes.length > MAX_EDIT_CHANGES) {
        throw conflict(
          `This version differs in ${edit.changes.length} fields; an edit can change at most ${MAX_EDIT_CHANGES}.`,
        )
      }
      put(sku, edit, 'an earlier version')
    },
  }
}
