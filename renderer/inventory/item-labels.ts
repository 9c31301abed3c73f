/** Labels of item states, conditions, fields and times. */
import { type Condition, conditionLabel } from '../../shared/connection/conditions.ts'
import type { Platform } from '../../shared/connection/platforms.ts'
import type { ItemState } from '../../shared/inventory/contract.ts'
import {
  changedTexts,
  type Field,
  fieldGroups,
  findFieldAt,
  toColumnId,
  toColumnLabel,
} from '../../shared/inventory/fields/field.ts'
import { listItemFields } from '../../shared/inventory/fields/item-fields.ts'
import { listOfferRows } from '../../shared/inventory/fields/offer-fields.ts'
import { findPrivateField, privateFields } from '../../shared/inventory/fields/private-fields.ts'
import { fieldName, pathName, valueText } from '../../shared/inventory/item.ts'
import type { ItemProblem } from '../../shared/inventory/item-rules.ts'
import type { JsonPath, JsonValue } from '../../shared/inventory/json.ts'
import type { MergeConflict } from '../../shared/inventory/merge.ts'
import type { PreviewChange } from '../../shared/inventory/save-preview.ts'
import type { ShownChange } from '../parts/save/change-table.tsx'
import type { Conflict } from '../parts/save/conflict-list.tsx'
import type { Tone } from '../ui/base/tone.ts'
import type { Problem } from '../ui/feedback/why-link.tsx'
import type { Option } from '../ui/fields/option.tsx'

const toOption = (field: Field): Option => ({
  id: toColumnId(field),
  label: toColumnLabel(field),
  group: fieldGroups[field.group],
})

const privateOptions: readonly Option[] = privateFields.map(({ id, label }) => ({
  id,
  label,
  group: 'Only on this computer',
}))

/** The fields that CSV columns are named after, the item's before the offer's. Item specifics are `aspect:` plus a name. */
export const listFieldColumns = (hasMoreFields: boolean): readonly Option[] =>
  [...listItemFields(hasMoreFields), ...listOfferRows(hasMoreFields)]
    .filter(({ notInCsv }) => notInCsv === undefined)
    .map(toOption)
    .concat(privateOptions)

/** The fields of the table that the sheet has a column for. */
export const listSheetFields = (hasMoreFields: boolean): readonly Option[] =>
  [...listItemFields(hasMoreFields), ...listOfferRows(hasMoreFields)]
    .filter(({ notInSheet }) => notInSheet === undefined)
    .map(toOption)
    .concat(privateOptions)

export const NO_CONDITION = 'none'

/** What most sellers choose, while no category says what it allows. */
const commonConditions: readonly Condition[] = [
  'NEW',
  'LIKE_NEW',
  'USED_EXCELLENT',
  'USED_VERY_GOOD',
  'USED_GOOD',
  'USED_ACCEPTABLE',
  'FOR_PARTS_OR_NOT_WORKING',
]

/** A platform's conditions for any category: the common ones first, the rest as a group below them (PLT-12). */
export const listConditions = (conditions: readonly Condition[]): readonly Option[] => {
  const isCommon = (condition: Condition): boolean => commonConditions.includes(condition)
  const toGroup = (chosen: readonly Condition[], group?: string): readonly Option[] =>
    chosen.map((id) => ({ id, label: conditionLabel(id), group }))
  const rest = conditions.filter((condition) => !isCommon(condition))
  return [...toGroup(conditions.filter(isCommon)), ...toGroup(rest, 'More conditions')]
}

const ALLOWED = 'Allowed in this category'

/**
 * The platform's conditions to choose from, and the item's own if it is another. Those that the item's category allows
 * come first; undefined or null: unknown (PLT-12).
 */
export const conditionOptions = (
  { conditions, name }: Pick<Platform, 'conditions' | 'name'>,
  current: string | undefined,
  allowed?: readonly { readonly condition: string; readonly label?: string }[] | null,
): readonly Option[] => {
  const names = allowed?.map(({ condition }) => condition) ?? []
  // A category has its own names: 3000 is “Pre-owned - Good” among clothes (LST-17).
  const labels = new Map(allowed?.map(({ condition, label }) => [condition, label]))
  const toCondition = (id: string, group?: string): Option => ({
    id,
    label: labels.get(id) ?? conditionLabel(id),
    group,
  })
  const others =
    names.length === 0
      ? listConditions(conditions)
      : conditions.filter((id) => !names.includes(id)).map((id) => toCondition(id, 'Other conditions'))
  return [
    { id: NO_CONDITION, label: 'No condition yet' },
    ...names.map((id) => toCondition(id, ALLOWED)),
    ...others,
    ...(current === undefined || names.includes(current) || others.some(({ id }) => id === current)
      ? []
      : [{ id: current, label: `${conditionLabel(current)} (from ${name.the})` }]),
  ]
}

const MAX_SEGMENTS = 5

/**
 * The conditions of a category as a row to choose from: undefined if it allows more than fit into one, or if the item has
 * another (LST-17).
 */
export const conditionSegments = (
  platform: Pick<Platform, 'conditions' | 'name'>,
  current: string | undefined,
  allowed: Parameters<typeof conditionOptions>[2],
): readonly Option[] | undefined => {
  const count = allowed?.length ?? 0
  if (count === 0 || count > MAX_SEGMENTS) return undefined
  const options = conditionOptions(platform, current, allowed).filter(({ group }) => group === ALLOWED)
  return current === undefined || options.some(({ id }) => id === current) ? options : undefined
}

export type StateLabel = { readonly label: string; readonly tone: Tone }

export const itemStateLabels: Readonly<Record<ItemState, StateLabel>> = {
  unknown: { label: 'Checking save', tone: 'caution' },
  conflict: { label: 'Conflict', tone: 'danger' },
  new: { label: 'New, unsaved', tone: 'info' },
  changed: { label: 'Unsaved', tone: 'info' },
  unread: { label: 'Not read yet', tone: 'neutral' },
  absent: { label: 'No item yet', tone: 'neutral' },
  saved: { label: 'Saved', tone: 'neutral' },
}

/** A known field's name, else its path in words. */
export const pathLabel = (path: JsonPath): string =>
  fieldName(path) ??
  findFieldAt(listOfferRows(true), path)?.label ??
  findPrivateField(path[0] ?? '')?.label ??
  pathName(path)

/** The label of a path's column in the sheet and in files: the quantity of a listing isn't that of its item. */
export const columnLabel = (path: JsonPath): string => {
  const field = findFieldAt(listOfferRows(true), path)
  return field === undefined ? pathLabel(path) : toColumnLabel(field)
}

/** Two values of a field as a seller reads them; lists unchanged, since their elements are compared one by one. */
export const shownValues = (
  path: JsonPath,
  old: JsonValue | undefined,
  value: JsonValue | undefined,
): readonly [JsonValue | undefined, JsonValue | undefined] => {
  const write = (one: JsonValue): string => valueText(path, one)
  const { before, after } = changedTexts(old, value, write)
  return [Array.isArray(old) ? old : (before ?? undefined), Array.isArray(value) ? value : (after ?? undefined)]
}

export const toShownChange = (change: PreviewChange): ShownChange => {
  const { path, kind } = change
  const [old, value] = shownValues(
    path,
    kind === 'added' ? undefined : change.old,
    kind === 'deleted' ? undefined : change.value,
  )
  return { key: JSON.stringify(path), label: pathLabel(path), old, value }
}

/** A conflict of an item. `field`: the item's field that a path of another record means. */
export const toShownConflict = (
  { path, was, remote, wanted }: MergeConflict,
  field: JsonPath = path,
): Conflict<JsonPath> => {
  const show = (one: JsonValue | undefined) => {
    const [other, value] = shownValues(field, was, one)
    return { other, value }
  }
  return {
    key: path,
    label: pathLabel(field),
    before: was === undefined ? null : valueText(field, was),
    platform: show(remote),
    mine: show(wanted),
  }
}

/** A broken rule, with its help topic. */
export const ruleProblem = ({ message, rule }: Pick<ItemProblem, 'message' | 'rule'>): Problem => ({
  message,
  topic: rule,
})
