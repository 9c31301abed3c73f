/**
 * An edit: a patch against what the seller saw.
 *
 * Each change carries the value it replaced (`was`), so that the patch can be merged with any later record.
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

const fieldChangeSchema = z.discriminatedUnion('op', [
  z.strictObject({
    op: z.literal('set'),
    path: pathSchema,
    value: jsonValueSchema,
    /** Absent: there was no value. */
    was: jsonValueSchema.exactOptional(),
  }),
  z.strictObject({ op: z.literal('remove'), path: pathSchema, was: jsonValueSchema.exactOptional() }),
])

export type FieldChange =
  | { readonly op: 'set'; readonly path: JsonPath; readonly value: JsonValue; readonly was?: JsonValue }
  | { readonly op: 'remove'; readonly path: JsonPath; readonly was?: JsonValue }

export const MAX_EDIT_CHANGES = 2_000

export const itemEditSchema = z
  .strictObject({
    /** Whether the platform had an item when the edit began. */
    onto: z.enum(['existing', 'new']),
    changes: z.array(fieldChangeSchema).max(MAX_EDIT_CHANGES).readonly(),
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

/** An empty edit. `record` is undefined if the platform has no item. */
export const startEdit = (record: JsonObject | undefined): ItemEdit => ({
  onto: record === undefined ? 'new' : 'existing',
  changes: [],
})

export const isEmptyEdit = (edit: ItemEdit): boolean => edit.changes.length === 0

/** Undefined for a removal. */
export const wantedValue = (change: FieldChange): JsonValue | undefined =>
  change.op === 'set' ? change.value : undefined

/**
 * Sets `path` to `value`, or removes it if that is undefined.
 *
 * A field changed before keeps its first `was`. A change back to the original, or to what the record says now, drops out.
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

/** Whether the edit sets or removes the same field in the same way. */
export const includesChange = (edit: ItemEdit | undefined, change: FieldChange): boolean =>
  edit?.changes.some(
    (other) =>
      other.op === change.op && samePath(other.path, change.path) && sameJson(wantedValue(other), wantedValue(change)),
  ) === true

export const withoutChange = (edit: ItemEdit, path: JsonPath): ItemEdit => ({
  ...edit,
  changes: edit.changes.filter((change) => !isWithin(path, change.path)),
})

/** The record as the editor shows it: the seller's changes win over conflicts. */
export const applyEdit = (record: JsonObject | undefined, edit: ItemEdit | undefined): JsonObject => {
  let draft = record ?? {}
  for (const change of edit?.changes ?? []) {
    if (!hasRoomFor(draft, change.path)) continue
    draft = change.op === 'set' ? withValueAt(draft, change.path, change.value) : withoutValueAt(draft, change.path)
  }
  return draft
}

/** The edit that creates `record` from nothing. Empty objects are kept as values. */
export const editFromRecord = (record: JsonObject): ItemEdit => {
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
 * The edit that turns `record` into `target`, unknown fields included: they came from the platform once.
 *
 * `record` is undefined if the platform has no item.
 */
export const editToReach = (record: JsonObject | undefined, target: JsonObject): ItemEdit =>
  record === undefined
    ? editFromRecord(target)
    : {
        onto: 'existing',
        changes: previewSave(record, target).changes.map((change): FieldChange => {
          if (change.kind === 'deleted') return { op: 'remove', path: change.path, was: change.old }
          const was = change.kind === 'changed' ? { was: change.old } : {}
          return { op: 'set', path: change.path, value: change.value, ...was }
        }),
      }

/**
 * What remains of `current` after `saved`, an earlier state or a part of it, became `record` on the platform. A field
 * changed during the save gets the saved value as its new `was`. Other fields keep theirs, so someone else's change is
 * still a conflict.
 */
export const editAfterSave = (current: ItemEdit, saved: ItemEdit, record: JsonObject): ItemEdit => {
  let rest = startEdit(record)
  for (const change of current.changes) {
    const { path } = change
    const wanted = wantedValue(change)
    if (includesChange(saved, change) || sameJson(valueAt(record, path), wanted)) continue
    const isSaved = saved.changes.some((done) => isWithin(done.path, path) || isWithin(path, done.path))
    rest = isSaved ? withChange(rest, record, path, wanted) : { ...rest, changes: [...rest.changes, change] }
  }
  // A change undone during the save needs its old value back.
  for (const done of saved.changes) {
    const still = current.changes.some((change) => samePath(change.path, done.path))
    if (!still) rest = withChange(rest, record, done.path, done.was)
  }
  return rest
}
