/**
 * A save that is ready to be sent. Nothing else may be written.
 *
 * A PUT replaces the whole record, so writing without reading would delete unknown fields (INV-08):
 * https://developer.ebay.com/api-docs/sell/inventory/resources/inventory_item/methods/createOrReplaceInventoryItem
 * The client takes only a `PreparedSave`, and only `prepareSave` creates one, right after reading the item.
 */
import { createHash } from 'node:crypto'
import type { ItemEdit } from '../../../shared/inventory/item-edit.ts'
import { checkEdit, type ItemProblem, type ItemRules } from '../../../shared/inventory/item-rules.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { type MergeConflict, mergeEdit } from '../../../shared/inventory/merge.ts'
import { previewSave, type SavePreview } from '../../../shared/inventory/save-preview.ts'
import { listReplacedTexts } from './item-language.ts'

declare const prepared: unique symbol

/** An edit merged into a record that may be old. Enough for a plan, never for a save. */
export type MergedEdit = {
  readonly sku: string
  readonly edit: ItemEdit
  /** The platform's record; undefined if it has no item. */
  readonly remote: JsonObject | undefined
  /** The record that would be sent. */
  readonly merged: JsonObject
  readonly preview: SavePreview
  readonly conflicts: readonly MergeConflict[]
  readonly isGone: boolean
  readonly problems: readonly ItemProblem[]
}

export type PreparedSave = MergedEdit & {
  readonly [prepared]: true
  /** Undefined if the connection's language applies (INV-07). */
  readonly contentLanguage: string | undefined
  /** Preparing again returns the same token only if the edit and the language are unchanged. */
  readonly token: string
}

/** Identifies what the seller confirms. Leaves out the platform's record, which is read again before the save is sent. */
export const tokenOf = (sku: string, edit: ItemEdit, contentLanguage: string | undefined): string =>
  createHash('sha256')
    .update(JSON.stringify([sku, edit, contentLanguage]))
    .digest('base64url')

export const mergeInto = (
  sku: string,
  remote: JsonObject | undefined,
  edit: ItemEdit,
  rules: ItemRules,
  contentLanguage?: string,
): MergedEdit => {
  const merge = mergeEdit(remote, edit)
  const preview = previewSave(remote ?? {}, merge.merged)
  return {
    sku,
    edit,
    remote,
    ...merge,
    preview: { ...preview, deletions: [...preview.deletions, ...listReplacedTexts(remote, contentLanguage)] },
    problems: checkEdit(merge.merged, edit, rules),
  }
}

type ReadItem = (sku: string) => Promise<JsonObject | undefined>

/**
 * Reads the item and merges the edit into it. Calls `getEdit` after the read, to include text typed meanwhile.
 *
 * Throws the errors of `readItem`.
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
  // The only place that sets the compile-time brand.
  return {
    ...mergeInto(sku, remote, edit, rules, contentLanguage),
    contentLanguage,
    token: tokenOf(sku, edit, contentLanguage),
  } satisfies Omit<PreparedSave, typeof prepared> as PreparedSave
}
