/**
 * Three-way merge of base, remote and edit, on the raw JSON.
 *
 * The base is in the edit itself: the `was` of each change. What the edit does not name is the remote's, known to this app
 * or not (INV-08). Where the remote moved on a field that the edit names, neither side wins here: it is a conflict, and the
 * merged record holds the remote's value until somebody decides.
 */
import { type FieldChange, type ItemEdit, wantedBy, withoutChange } from './item-edit.ts'
import {
  hasRoomFor,
  type JsonObject,
  type JsonPath,
  type JsonValue,
  sameJson,
  samePath,
  valueAt,
  withoutValueAt,
  withValueAt,
} from './json.ts'

export type MergeConflict = {
  readonly path: JsonPath
  /** What the seller saw, what the platform holds now, and what the seller wants; absent: nothing there. */
  readonly was?: JsonValue
  readonly remote?: JsonValue
  readonly wanted?: JsonValue
}

export type Merge = {
  /** What a PUT would send once there is no conflict. Keys of the remote keep their order; new ones follow. */
  readonly merged: JsonObject
  readonly conflicts: readonly MergeConflict[]
  /** The edit began on an item that the platform no longer has. */
  readonly isGone: boolean
}

const optional = <Key extends string>(key: Key, value: JsonValue | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { readonly [K in Key]?: JsonValue }

const conflictOf = (change: FieldChange, remote: JsonValue | undefined): MergeConflict => ({
  path: change.path,
  ...optional('was', change.was),
  ...optional('remote', remote),
  ...optional('wanted', wantedBy(change)),
})

/** Merges an edit into the platform's record; `remote` is undefined where the platform has no item. */
export const mergeEdit = (remote: JsonObject | undefined, edit: ItemEdit): Merge => {
  if (remote === undefined && edit.onto === 'existing') return { merged: {}, conflicts: [], isGone: true }
  let merged = remote ?? {}
  const conflicts: MergeConflict[] = []
  for (const change of edit.changes) {
    const now = valueAt(remote, change.path)
    const wanted = wantedBy(change)
    if (sameJson(now, wanted)) continue
    if (!sameJson(now, change.was) || !hasRoomFor(merged, change.path)) conflicts.push(conflictOf(change, now))
    else {
      merged =
        change.op === 'set' ? withValueAt(merged, change.path, change.value) : withoutValueAt(merged, change.path)
    }
  }
  return { merged, conflicts, isGone: false }
}

export type Choice = { readonly path: JsonPath; readonly keep: 'mine' | 'platform' }

/**
 * The edit once the seller has decided: `mine` is now a change against what the platform holds, `platform` leaves the patch.
 *
 * A conflict without a choice stays one.
 */
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
