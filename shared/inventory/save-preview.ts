/**
 * What a save will do, before it does it.
 *
 * A PUT replaces the whole record (document 1, section 4), so what is not in it is deleted. The preview is the difference
 * between what the platform holds and what would be sent; put onto the one, it gives exactly the other.
 */
import { fieldName } from './item.ts'
import {
  isJsonObject,
  type JsonObject,
  type JsonPath,
  type JsonValue,
  pathText,
  sameJson,
  withoutValueAt,
  withValueAt,
} from './json.ts'
import { jsonText } from './json-text.ts'

export type PreviewChange =
  | { readonly kind: 'added'; readonly path: JsonPath; readonly value: JsonValue }
  | { readonly kind: 'changed'; readonly path: JsonPath; readonly old: JsonValue; readonly value: JsonValue }
  | { readonly kind: 'deleted'; readonly path: JsonPath; readonly old: JsonValue }

/** Something that will be gone. `id` is what a confirmation names. */
export type Deletion = { readonly id: string; readonly name: string; readonly path: JsonPath; readonly old: JsonValue }

export type SavePreview = {
  /** In the order in which they are applied. */
  readonly changes: readonly PreviewChange[]
  readonly deletions: readonly Deletion[]
  readonly noChange: boolean
}

/** How a value is called in a list of what goes: short texts as they are. */
const shortly = (value: JsonValue): string => {
  const text = typeof value === 'string' ? value : jsonText(value)
  const characters = [...text]
  return characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : text
}

const nameOf = (path: JsonPath): string => fieldName(path) ?? pathText(path)

const diff = (from: JsonObject, to: JsonObject, at: JsonPath, changes: PreviewChange[]): void => {
  for (const [key, old] of Object.entries(from)) {
    const path = [...at, key]
    const value = Object.hasOwn(to, key) ? to[key] : undefined
    if (value === undefined) changes.push({ kind: 'deleted', path, old })
    else if (isJsonObject(old) && isJsonObject(value)) diff(old, value, path, changes)
    else if (!sameJson(old, value)) changes.push({ kind: 'changed', path, old, value })
  }
  for (const [key, value] of Object.entries(to)) {
    if (!Object.hasOwn(from, key)) changes.push({ kind: 'added', path: [...at, key], value })
  }
}

/** The elements of `old` that are not in `value`, each as often as it is missing, with its place. */
const lostElements = (
  old: readonly JsonValue[],
  value: readonly JsonValue[],
): readonly { readonly index: number; readonly element: JsonValue }[] => {
  const left = [...value]
  return old.flatMap((element, index) => {
    const found = left.findIndex((other) => sameJson(other, element))
    if (found === -1) return [{ index, element }]
    left.splice(found, 1)
    return []
  })
}

const isEmpty = (value: JsonValue): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value)

const elementDeletion = (path: JsonPath, index: number, count: number, old: JsonValue): Deletion => ({
  id: JSON.stringify([...path, index]),
  name: `${nameOf(path)}${count === 1 ? '' : `, ${index + 1} of ${count}`}: ${shortly(old)}`,
  path,
  old,
})

/** Each thing that a deleted value held, so that nothing goes under the name of its parent alone. */
const partsOf = (path: JsonPath, old: JsonValue): readonly Deletion[] => {
  if (isList(old) && old.length > 0) {
    return old.map((element, index) => elementDeletion(path, index, old.length, element))
  }
  if (isJsonObject(old) && Object.keys(old).length > 0) {
    return Object.entries(old).flatMap(([key, value]) => partsOf([...path, key], value))
  }
  const name = isEmpty(old) ? `${nameOf(path)} (empty)` : `${nameOf(path)}: ${shortly(old)}`
  return [{ id: JSON.stringify(path), name, path, old }]
}

const deletionsOf = (change: PreviewChange): readonly Deletion[] => {
  if (change.kind === 'added') return []
  if (change.kind === 'deleted') return partsOf(change.path, change.old)
  const { old, value, path } = change
  if (isJsonObject(old)) return partsOf(path, old)
  if (!isList(old)) {
    return isEmpty(value) && !isEmpty(old)
      ? [{ id: JSON.stringify(path), name: `${nameOf(path)}: ${shortly(old)}`, path, old }]
      : []
  }
  // One value in place of one other is a change and reads as one; anything else that is missing is named.
  if (isList(value) && old.length === 1 && value.length === 1) return []
  return lostElements(old, isList(value) ? value : [value]).map(({ index, element }) =>
    elementDeletion(path, index, old.length, element),
  )
}

/** The difference between what the platform holds (nothing: `{}`) and what would be sent. */
export const previewSave = (remote: JsonObject, merged: JsonObject): SavePreview => {
  const changes: PreviewChange[] = []
  diff(remote, merged, [], changes)
  return { changes, deletions: changes.flatMap(deletionsOf), noChange: changes.length === 0 }
}

/** The remote record with the preview put onto it: the record that is sent, byte for byte once both are written as JSON. */
export const applyPreview = (remote: JsonObject, preview: SavePreview): JsonObject =>
  preview.changes.reduce<JsonObject>(
    (record, change) =>
      change.kind === 'deleted' ? withoutValueAt(record, change.path) : withValueAt(record, change.path, change.value),
    remote,
  )
