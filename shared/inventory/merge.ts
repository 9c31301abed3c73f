/**
 * Three-way merge of an edit into the platform's raw record.
 *
 * The base is the `was` of each change. Fields that the edit doesn't name stay as the platform has them (INV-08). A field
 * that both sides changed is a conflict; the merged record keeps the platform's value until the seller decides.
 */

import { moreItemFields } from './fields/item-fields.ts'
import { type FieldChange, type ItemEdit, wantedValue, withoutChange } from './item-edit.ts'
import {
  hasRoomFor,
  isJsonObject,
  type JsonObject,
  type JsonPath,
  type JsonValue,
  sameInValue,
  sameJson,
  samePath,
  valueAt,
  withoutValueAt,
  withValueAt,
} from './json.ts'

export type MergeConflict = {
  readonly path: JsonPath
  /** What the seller saw, what the platform has now, and what the seller wants. Absent: no value. */
  readonly was?: JsonValue
  readonly remote?: JsonValue
  readonly wanted?: JsonValue
}

type Merge = {
  /** The record to send once no conflict is left. Remote keys keep their order. */
  readonly merged: JsonObject
  readonly conflicts: readonly MergeConflict[]
  /** The edited item no longer exists on the platform. */
  readonly isGone: boolean
}

const optional = <Key extends string>(key: Key, value: JsonValue | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { readonly [K in Key]?: JsonValue }

/**
 * A changed value without the keys that its field doesn't show, such as the source of a weight. They come from the platform's
 * value now, not from the time of typing, and don't count as changed. Undefined for a field that shows all of its value.
 */
const readShown = ({ op, path, ...change }: FieldChange, now: JsonValue | undefined) => {
  const keys = moreItemFields.find((field) => samePath(field.path, path))?.kind.keys
  const wanted = 'value' in change ? change.value : undefined
  const { was } = change
  if (op !== 'set' || keys === undefined || !isJsonObject(now) || !isJsonObject(was) || !isJsonObject(wanted)) {
    return undefined
  }
  const pick = (value: JsonObject, isShown: boolean): JsonObject =>
    Object.fromEntries(Object.entries(value).filter(([key]) => keys.includes(key) === isShown))
  return { now: pick(now, true), was: pick(was, true), wanted: pick(wanted, true), rest: pick(now, false) }
}

const toConflict = (change: FieldChange, remote: JsonValue | undefined): MergeConflict => ({
  path: change.path,
  ...optional('was', change.was),
  ...optional('remote', remote),
  ...optional('wanted', wantedValue(change)),
})

/** `remote` is undefined if the platform has no item. */
export const mergeEdit = (remote: JsonObject | undefined, edit: ItemEdit): Merge => {
  if (remote === undefined && edit.onto === 'existing') return { merged: {}, conflicts: [], isGone: true }
  let merged = remote ?? {}
  const conflicts: MergeConflict[] = []
  for (const change of edit.changes) {
    const now = valueAt(remote, change.path)
    const wanted = wantedValue(change)
    const shown = readShown(change, now)
    if (shown === undefined ? sameJson(now, wanted) : sameJson(shown.now, shown.wanted)) continue
    const isUntouched = shown === undefined ? sameInValue(now, change.was) : sameInValue(shown.now, shown.was)
    if (!isUntouched || !hasRoomFor(merged, change.path)) conflicts.push(toConflict(change, now))
    else {
      const value = shown === undefined ? wanted : { ...shown.rest, ...shown.wanted }
      merged = value === undefined ? withoutValueAt(merged, change.path) : withValueAt(merged, change.path, value)
    }
  }
  return { merged, conflicts, isGone: false }
}

export type Choice = { readonly path: JsonPath; readonly keep: 'mine' | 'platform' }

/** Applies the seller's choices: `mine` is rebased onto the platform's value, `platform` drops the change. */
export const resolveConflicts = (
  remote: JsonObject | undefined,
  edit: ItemEdit,
  choices: readonly Choice[],
): ItemEdit => {
  let resolved = edit
  for (const choice of choices) {
    if (choice.keep === 'platform') resolved = withoutChange(resolved, choice.path)
    else {
      resolved = {
        ...resolved,
        changes: resolved.changes.map((change) => {
          if (!samePath(change.path, choice.path)) return change
          const { was: _, ...kept } = change
          return { ...kept, ...optional('was', valueAt(remote, choice.path)) }
        }),
      }
    }
  }
  return resolved
}
