/**
 * A save that was previewed: the only thing that may be written.
 *
 * A PUT replaces the whole record, so that writing without reading would delete unknown fields (INV-08). The client takes
 * only a `PreparedSave`, and only `prepareSave` and `prepareReplace` create one, right after reading the item.
 */
import { createHash } from 'node:crypto'
import { findUnknownFields } from '../../../shared/inventory/item.ts'
import { editToReach, type ItemEdit } from '../../../shared/inventory/item-edit.ts'
import { checkEdit, type ItemProblem, type ItemRules } from '../../../shared/inventory/item-rules.ts'
import {
  formatPath,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  sameJson,
  valueAt,
} from '../../../shared/inventory/json.ts'
import { type MergeConflict, mergeEdit } from '../../../shared/inventory/merge.ts'
import { previewSave, type SavePreview } from '../../../shared/inventory/save-preview.ts'

declare const prepared: unique symbol

export type PreparedSave = {
  readonly [prepared]: true
  readonly sku: string
  readonly edit: ItemEdit
  /** What the platform had; undefined: no item. */
  readonly remote: JsonObject | undefined
  /** What would be sent. */
  readonly merged: JsonObject
  readonly preview: SavePreview
  readonly conflicts: readonly MergeConflict[]
  readonly isGone: boolean
  readonly problems: readonly ItemProblem[]
  /** Undefined: the connection's language (INV-07). */
  readonly contentLanguage: string | undefined
  /** `record.edit` hashes: preparing again gives the same token only if neither changed. */
  readonly token: string
}

const sortKeys = (_key: string, value: unknown): unknown =>
  isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
    : value
const canonicalJson = (value: JsonValue): string => JSON.stringify(value, sortKeys)

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url')

const hashEdit = (edit: ItemEdit, contentLanguage: string | undefined): string =>
  hash(JSON.stringify([edit, contentLanguage]))

/** The only place that sets the compile-time mark. */
const markPrepared = (save: Omit<PreparedSave, typeof prepared | 'preview' | 'token'>): PreparedSave => {
  const { sku, remote, edit, contentLanguage } = save
  const recordHash = hash(sku + (remote === undefined ? '' : canonicalJson(remote)))
  return {
    ...save,
    preview: previewSave(remote ?? {}, save.merged),
    token: `${recordHash}.${hashEdit(edit, contentLanguage)}`,
  } as unknown as PreparedSave
}

/** Whether a token is for this edit and language, whatever the record was. */
export const matchesToken = (token: string, edit: ItemEdit, contentLanguage: string | undefined): boolean =>
  token.split('.')[1] === hashEdit(edit, contentLanguage)

/** Thrown while a request is prepared, to stop it: nothing is left to send. */
export class NothingToSend extends Error {}

type ReadItem = (sku: string) => Promise<JsonObject | undefined>

/**
 * Reads the item and merges the edit into it. `getEdit` is called after the read, so that what was typed meanwhile counts.
 *
 * Throws what `readItem` throws.
 */
export const prepareSave = async (
  sku: string,
  readItem: ReadItem,
  getEdit: () => ItemEdit,
  rules: ItemRules,
  contentLanguage?: string,
): Promise<PreparedSave> => {
  const remote = await readItem(sku)
  const edit = getEdit()
  const merge = mergeEdit(remote, edit)
  return markPrepared({ sku, edit, remote, ...merge, problems: checkEdit(merge.merged, edit, rules), contentLanguage })
}

/**
 * Prepares replacing the whole record. The item is read all the same, so that the preview names every deletion.
 *
 * An unknown field may stay as it is or go, but not change (INV-14).
 */
export const prepareReplace = async (
  sku: string,
  readItem: ReadItem,
  record: JsonObject,
  rules: ItemRules,
  contentLanguage?: string,
): Promise<PreparedSave> => {
  const remote = await readItem(sku)
  const edit = editToReach(remote, record)
  const invented = findUnknownFields(record)
    .filter(({ path, value }) => !sameJson(valueAt(remote, path), value))
    .map(({ path }) => ({
      path,
      rule: 'INV-14',
      errorId: null,
      message: `${formatPath(path)} is not an inventory field. Leave it as the platform has it, or remove it.`,
    }))
  const problems = [...invented, ...checkEdit(record, edit, rules)]
  return markPrepared({ sku, edit, remote, merged: record, conflicts: [], isGone: false, problems, contentLanguage })
}
