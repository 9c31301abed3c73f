/**
 * What is the same for every record that the seller edits field by field and the platform replaces as a whole, an item or a listing
 * with variations: whether a confirmed save is still what was typed, whether a reading shows it, what is left of the edit, and how
 * it is put back (INV-08, OFF-02, OFF-06). Pure.
 */
import {
  editAfterSave,
  type ItemEdit,
  includesChange,
  isEmptyEdit,
  startEdit,
  wantedValue,
  withChange,
} from '../shared/inventory/item-edit.ts'
import {
  isWithin,
  type JsonObject,
  type JsonPath,
  type JsonValue,
  sameJson,
  samePath,
  valueAt,
} from '../shared/inventory/json.ts'
import { settleByValues } from './outbound/settle.ts'

/** What was confirmed and is sent. */
export type ConfirmedEdit = {
  /** Each change has the values before and after. */
  readonly edit: ItemEdit
  /** It restores earlier values and isn't what the seller typed. */
  readonly isRevert?: true | undefined
}

/** The record as last read, and what the seller typed since. */
type Stored = { readonly record: JsonObject | undefined; readonly edit: ItemEdit | undefined }

/**
 * Whether the seller changed the confirmed fields after confirming them. New fields of the edit are fine. `typed`: the edit now;
 * a save of what was discarded since counts as edited.
 */
export const isEditedSince = ({ edit, isRevert }: ConfirmedEdit, typed: ItemEdit | undefined): boolean =>
  isRevert === true
    ? typed?.changes.some(({ path }) =>
        edit.changes.some((change) => isWithin(change.path, path) || isWithin(path, change.path)),
      ) === true
    : !edit.changes.every((change) => includesChange(typed, change))

/**
 * Whether a reading shows the save, by its own fields: others may have changed the rest since. `base`: the record that it was
 * merged into, if that is known. Null if the reading can't tell.
 */
export const settleEdit = (
  { changes }: ItemEdit,
  base: JsonObject | undefined,
  record: JsonObject | undefined,
): boolean | null =>
  settleByValues(
    changes.map((change) => ({
      was: base === undefined ? change.was : valueAt(base, change.path),
      sent: wantedValue(change),
      now: valueAt(record, change.path),
    })),
    sameJson,
  )

/** What is left of the seller's edit once the platform has the save; undefined if nothing is. */
export const editLeft = ({ edit, isRevert }: ConfirmedEdit, { record, edit: typed }: Stored): ItemEdit | undefined => {
  if (typed === undefined || isRevert === true) return typed
  const rest = editAfterSave(typed, edit, record ?? {})
  return isEmptyEdit(rest) ? undefined : rest
}

/**
 * The edit that puts a sent one back, or why that is impossible. `out`: fields to leave out. `before`: the value of a field before
 * the save; `sent`: as sent.
 */
export const reverseEdit = (
  done: ItemEdit,
  { record, edit: typed }: Stored,
  out: readonly JsonPath[],
  values: {
    readonly before: (path: JsonPath) => JsonValue | undefined
    readonly sent: (path: JsonPath) => JsonValue | undefined
  },
): { readonly edit: ItemEdit; readonly record: JsonObject } | { readonly problem: string } => {
  if (record === undefined) return { problem: 'It no longer exists.' }
  if (typed !== undefined) return { problem: 'It has an unsaved edit.' }
  const paths = done.changes.flatMap(({ path }) => (out.some((other) => samePath(other, path)) ? [] : [path]))
  if (!paths.every((path) => sameJson(valueAt(record, path), values.sent(path))))
    return { problem: 'It has other values now.' }
  const edit = paths.reduce((all, path) => withChange(all, record, path, values.before(path)), startEdit(record))
  return isEmptyEdit(edit) ? { problem: 'It has the earlier values already.' } : { edit, record }
}
