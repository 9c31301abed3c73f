/**
 * A save that has been looked at: the only thing that may be written.
 *
 * A PUT replaces the whole record, so that a write without a read before it deletes what it does not know (INV-08). The
 * client therefore takes a `PreparedSave` and nothing else, and only `prepareSave` and the explicit `prepareReplace` make
 * one: from a reading of the item that they have just done.
 */
import { createHash } from 'node:crypto'
import { unknownFieldsOf } from '../../shared/inventory/item.ts'
import { editTowards, type ItemEdit } from '../../shared/inventory/item-edit.ts'
import { type ItemProblem, problemsOfEdit } from '../../shared/inventory/item-rules.ts'
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  pathText,
  sameJson,
  valueAt,
} from '../../shared/inventory/json.ts'
import { type MergeConflict, mergeEdit } from '../../shared/inventory/merge.ts'
import { previewSave, type SavePreview } from '../../shared/inventory/save-preview.ts'

declare const prepared: unique symbol

export type PreparedSave = {
  readonly [prepared]: true
  readonly sku: string
  readonly edit: ItemEdit
  /** What the platform held when this was prepared; undefined: no item. */
  readonly remote: JsonObject | undefined
  /** What would be sent. */
  readonly merged: JsonObject
  readonly preview: SavePreview
  readonly conflicts: readonly MergeConflict[]
  readonly isGone: boolean
  readonly problems: readonly ItemProblem[]
  /** Content-Language of this save; undefined: the connection's (INV-07). */
  readonly contentLanguage: string | undefined
  /** Stands for exactly this record and this edit: preparing again gives the same token only if neither has moved. */
  readonly token: string
}

/** The same text for the same meaning: keys sorted. */
const canonical = (value: JsonValue): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    isJsonObject(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : inner,
  )

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Names what the platform holds and what the edit wants: `record.edit`. */
const tokenOf = (save: Pick<PreparedSave, 'sku' | 'remote' | 'edit' | 'contentLanguage'>): string => {
  const { sku, remote, edit, contentLanguage } = save
  return `${hash(sku + (remote === undefined ? '' : canonical(remote)))}.${hash(JSON.stringify([edit, contentLanguage]))}`
}

/** The mark exists for the compiler only; this is the one place that sets it. */
const marked = (save: Omit<PreparedSave, typeof prepared | 'preview' | 'token'>): PreparedSave =>
  ({
    ...save,
    preview: previewSave(save.remote ?? {}, save.merged),
    token: tokenOf(save),
  }) as unknown as PreparedSave

/** Whether two tokens stand for the same record of the platform. */
export const sameRecordToken = (a: string, b: string): boolean => a.split('.')[0] === b.split('.')[0]

/**
 * Reads the item, merges the edit into what the platform holds, and works out what a PUT would do.
 *
 * `readItem` is the GET; `editNow` is asked after it, so that what was typed while it ran is in. Throws what `readItem` throws.
 */
export const prepareSave = async (
  sku: string,
  readItem: (sku: string) => Promise<JsonObject | undefined>,
  editNow: () => ItemEdit,
  contentLanguage?: string,
): Promise<PreparedSave> => {
  const remote = await readItem(sku)
  const edit = editNow()
  const { merged, conflicts, isGone } = mergeEdit(remote, edit)
  return marked({
    sku,
    edit,
    remote,
    merged,
    conflicts,
    isGone,
    problems: problemsOfEdit(merged, edit),
    contentLanguage,
  })
}

/**
 * The explicit replacement: `record` as it is, whatever the platform holds.
 *
 * The item is read all the same, so that the preview names every deletion and the history keeps what stood there. A field
 * that this app does not know may stay as the platform has it, or go; it can not be made up (INV-14).
 */
export const prepareReplace = async (
  sku: string,
  readItem: (sku: string) => Promise<JsonObject | undefined>,
  record: JsonObject,
  contentLanguage?: string,
): Promise<PreparedSave> => {
  const remote = await readItem(sku)
  const edit = editTowards(remote, record)
  const invented = unknownFieldsOf(record)
    .filter(({ path, value }) => !sameJson(valueAt(remote, path), value))
    .map(({ path }) => ({
      path,
      rule: 'INV-14',
      errorId: null,
      message: `${pathText(path)} is not a field of an inventory item. Leave it as the platform has it, or take it out.`,
    }))
  return marked({
    sku,
    edit,
    remote,
    merged: record,
    conflicts: [],
    isGone: false,
    problems: [...invented, ...problemsOfEdit(record, edit)],
    contentLanguage,
  })
}
