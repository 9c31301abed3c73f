/**
 * The effect of a save: the exact difference between the platform's record and the one to be sent.
 *
 * A PUT replaces the whole record, so anything missing from it is deleted (INV-08):
 * https://developer.ebay.com/api-docs/sell/inventory/resources/inventory_item/methods/createOrReplaceInventoryItem
 */
import { listItemFields } from './fields/item-fields.ts'
import { pathName, valueText } from './item.ts'
import { isJsonObject, isWithin, type JsonObject, type JsonPath, type JsonValue, sameJson } from './json.ts'

export type PreviewChange =
  | { readonly kind: 'added'; readonly path: JsonPath; readonly value: JsonValue }
  | { readonly kind: 'changed'; readonly path: JsonPath; readonly old: JsonValue; readonly value: JsonValue }
  | { readonly kind: 'deleted'; readonly path: JsonPath; readonly old: JsonValue }

/** A value that will be deleted. Confirmations refer to `id`. */
export type Deletion = { readonly id: string; readonly name: string; readonly path: JsonPath; readonly old: JsonValue }

export type SavePreview = {
  readonly changes: readonly PreviewChange[]
  readonly deletions: readonly Deletion[]
  readonly noChange: boolean
}

const shorten = (path: JsonPath, value: JsonValue): string => {
  const text = valueText(path, value)
  const characters = [...text]
  return characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : text
}

/** Whether the path contains several fields of the table, so that its parts are named one by one. */
const isAboveFields = (path: JsonPath): boolean =>
  listItemFields(true).some((field) => path.length < field.path.length && isWithin(path, field.path))

const diff = (
  from: JsonObject,
  to: JsonObject,
  at: JsonPath,
  changes: PreviewChange[],
  isContainer: (path: JsonPath) => boolean,
): void => {
  for (const [key, old] of Object.entries(from)) {
    const path = [...at, key]
    const value = Object.hasOwn(to, key) ? to[key] : undefined
    if (value === undefined) changes.push({ kind: 'deleted', path, old })
    else if (isJsonObject(old) && isJsonObject(value)) diff(old, value, path, changes, isContainer)
    else if (!sameJson(old, value)) changes.push({ kind: 'changed', path, old, value })
  }
  for (const [key, value] of Object.entries(to)) {
    if (Object.hasOwn(from, key)) continue
    const path = [...at, key]
    if (isJsonObject(value) && Object.keys(value).length > 0 && isContainer(path))
      diff({}, value, path, changes, isContainer)
    else changes.push({ kind: 'added', path, value })
  }
}

/** The elements of `old` that `value` lacks, counting duplicates. */
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
  name: `${pathName(path)}${count === 1 ? '' : `, ${index + 1} of ${count}`}: ${shorten(path, old)}`,
  path,
  old,
})

/** Names each deleted leaf, so that nothing is hidden behind its parent's name. */
const listDeletedParts = (path: JsonPath, old: JsonValue): readonly Deletion[] => {
  if (isList(old) && old.length > 0) {
    return old.map((element, index) => elementDeletion(path, index, old.length, element))
  }
  if (isJsonObject(old) && Object.keys(old).length > 0) {
    return Object.entries(old).flatMap(([key, value]) => listDeletedParts([...path, key], value))
  }
  const name = isEmpty(old) ? `${pathName(path)} (empty)` : `${pathName(path)}: ${shorten(path, old)}`
  return [{ id: JSON.stringify(path), name, path, old }]
}

const listDeletions = (change: PreviewChange): readonly Deletion[] => {
  if (change.kind === 'added') return []
  if (change.kind === 'deleted') return listDeletedParts(change.path, change.old)
  const { old, value, path } = change
  if (isJsonObject(old)) return listDeletedParts(path, old)
  if (!isList(old)) {
    return isEmpty(value) && !isEmpty(old)
      ? [{ id: JSON.stringify(path), name: `${pathName(path)}: ${shorten(path, old)}`, path, old }]
      : []
  }
  // One value replaced by another is a change, not a deletion.
  if (isList(value) && old.length === 1 && value.length === 1) return []
  return lostElements(old, isList(value) ? value : [value]).map(({ index, element }) =>
    elementDeletion(path, index, old.length, element),
  )
}

/**
 * Compares the platform's record (`{}` if it has none) with the one to be sent.
 *
 * `isContainer`: whether a path contains several fields, which are named one by one if it is new.
 */
export const previewSave = (
  remote: JsonObject,
  merged: JsonObject,
  isContainer: (path: JsonPath) => boolean = isAboveFields,
): SavePreview => {
  const changes: PreviewChange[] = []
  diff(remote, merged, [], changes, isContainer)
  return { changes, deletions: changes.flatMap(listDeletions), noChange: changes.length === 0 }
}
