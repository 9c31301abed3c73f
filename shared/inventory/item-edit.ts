/**
 * An edit: a patch against what the seller saw.
 *
 * Each change carries the value that stood there when it was typed (`was`). The patch is therefore whole in itself: it can
 * be merged with any later record, and a record that is read anew between the typing and the storing of it does no harm.
 */
import * as z from 'zod'
import {
  hasRoomFor,
  isJsonObject,
  isWithin,
  type JsonObject,
  type JsonPath,
  type JsonValue,
  jsonValueSchema,
  sameJson,
  samePath,
  valueAt,
  withoutValueAt,
  withValueAt,
} from './json.ts'
import { previewSave } from './save-preview.ts'

const pathSchema = z.array(z.string().max(10_000)).min(1).max(20).readonly()

export const fieldChangeSchema = z.discriminatedUnion('op', [
  z.strictObject({
    op: z.literal('set'),
    path: pathSchema,
    value: jsonValueSchema,
    /** Absent: nothing stood there. */
    was: jsonValueSchema.exactOptional(),
  }),
  z.strictObject({ op: z.literal('remove'), path: pathSchema, was: jsonValueSchema.exactOptional() }),
])

export type FieldChange =
  | { readonly op: 'set'; readonly path: JsonPath; readonly value: JsonValue; readonly was?: JsonValue }
  | { readonly op: 'remove'; readonly path: JsonPath; readonly was?: JsonValue }

/** More changes than any item of a shop has fields. */
export const EDIT_CHANGES_MAX = 2_000

export const itemEditSchema = z
  .strictObject({
    /** Whether the platform had an item when the edit began; an item that is gone since is a conflict of its own. */
    onto: z.enum(['existing', 'new']),
    changes: z.array(fieldChangeSchema).max(EDIT_CHANGES_MAX).readonly(),
  })
  .superRefine((edit, ctx) => {
    const paths = edit.changes.map((change) => change.path)
    const twice = paths.find((path, index) =>
      paths.some((other, otherIndex) => otherIndex !== index && isWithin(path, other)),
    )
    if (twice === undefined) return
    ctx.addIssue({ code: 'custom', path: ['changes'], message: `Two changes touch ${twice.join('.')}.` })
  })

export type ItemEdit = { readonly onto: 'existing' | 'new'; readonly changes: readonly FieldChange[] }

/** An edit without changes, against the record as it is known (undefined: the platform has none). */
export const startEdit = (record: JsonObject | undefined): ItemEdit => ({
  onto: record === undefined ? 'new' : 'existing',
  changes: [],
})

export const isEmptyEdit = (edit: ItemEdit): boolean => edit.changes.length === 0

/** What the edit wants at the change's path: undefined for a removal. */
export const wantedBy = (change: FieldChange): JsonValue | undefined => (change.op === 'set' ? change.value : undefined)

/**
 * The edit with one more change: `value` at `path`, or nothing there when it is undefined.
 *
 * `record` is what the seller sees beneath the edit. What was changed before keeps its first `was`; a change that leads
 * back to where it began, or to what the record says by now, leaves the patch.
 */
export const withChange = (
  edit: ItemEdit,
  record: JsonObject | undefined,
  path: JsonPath,
  value: JsonValue | undefined,
): ItemEdit => {
  const index = edit.changes.findIndex((change) => samePath(change.path, path))
  const earlier = edit.changes[index]
  const now = valueAt(record, path)
  const was = earlier === undefined ? now : earlier.was
  const isBack = sameJson(value, now) || (earlier !== undefined && sameJson(value, was))
  if (isBack) return earlier === undefined ? edit : { ...edit, changes: edit.changes.filter((_, at) => at !== index) }
  const base = was === undefined ? {} : { was }
  const change: FieldChange =
    value === undefined ? { op: 'remove', path, ...base } : { op: 'set', path, value, ...base }
  return {
    ...edit,
    changes:
      earlier === undefined ? [...edit.changes, change] : edit.changes.map((old, at) => (at === index ? change : old)),
  }
}

/** The edit without any change at or below the path. */
export const withoutChange = (edit: ItemEdit, path: JsonPath): ItemEdit => ({
  ...edit,
  changes: edit.changes.filter((change) => !isWithin(path, change.path)),
})

/** The record as the seller wants it, whatever the platform did meanwhile: what the editor shows. */
export const applyEdit = (record: JsonObject | undefined, edit: ItemEdit | undefined): JsonObject => {
  let draft = record ?? {}
  for (const change of edit?.changes ?? []) {
    if (!hasRoomFor(draft, change.path)) continue
    draft = change.op === 'set' ? withValueAt(draft, change.path, change.value) : withoutValueAt(draft, change.path)
  }
  return draft
}

/** Every value of `record`, as changes onto nothing: how a whole item is put back. Empty objects are kept as values. */
export const editThatMakes = (record: JsonObject): ItemEdit => {
  const changes: FieldChange[] = []
  const walk = (node: JsonObject, at: JsonPath): void => {
    for (const [key, value] of Object.entries(node)) {
      const path = [...at, key]
      if (isJsonObject(value) && Object.keys(value).length > 0) walk(value, path)
      else changes.push({ op: 'set', path, value })
    }
  }
  walk(record, [])
  return { onto: 'new', changes }
}

/**
 * The edit that makes `target` out of `record`, and leaves alone what both hold: how an earlier state is brought back.
 *
 * Fields that this app does not know are in it too: they were the platform's own words once. `record` undefined: the
 * platform has no item, and the whole target is new.
 */
export const editTowards = (record: JsonObject | undefined, target: JsonObject): ItemEdit =>
  record === undefined
    ? editThatMakes(target)
    : {
        onto: 'existing',
        changes: previewSave(record, target).changes.map((change): FieldChange => {
          if (change.kind === 'deleted') return { op: 'remove', path: change.path, was: change.old }
          const was = change.kind === 'changed' ? { was: change.old } : {}
          return { op: 'set', path: change.path, value: change.value, ...was }
        }),
      }

/**
 * What is left of `current` once `saved` (an earlier state of the same edit) stands on the platform as `record`.
 *
 * The seller may have typed on while the save was under way: those changes stay, now against what was saved.
 */
export const editAfterSave = (current: ItemEdit, saved: ItemEdit, record: JsonObject): ItemEdit => {
  const wantedSince = new Map(saved.changes.map((change) => [JSON.stringify(change.path), change]))
  let rest = startEdit(record)
  for (const change of current.changes) {
    const done = wantedSince.get(JSON.stringify(change.path))
    if (done !== undefined && done.op === change.op && sameJson(wantedBy(done), wantedBy(change))) continue
    rest = withChange(rest, record, change.path, wantedBy(change))
  }
  // A change that was taken back meanwhile wants its old value again.
  for (const done of saved.changes) {
    const still = current.changes.some((change) => samePath(change.path, done.path))
    if (!still) rest = withChange(rest, record, done.path, done.was)
  }
  return rest
}
