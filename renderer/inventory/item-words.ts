/** How items are spoken of on screen. */
import type { ItemState, SaveState } from '../../shared/inventory/contract.ts'
import { type Condition, conditions, fieldName, isCondition } from '../../shared/inventory/item.ts'
import { type JsonPath, type JsonValue, pathText } from '../../shared/inventory/json.ts'
import type { Option } from '../ui/option.tsx'
import type { Tone } from '../ui/tone.ts'

const conditionWords: Readonly<Record<Condition, string>> = {
  NEW: 'New',
  USED_EXCELLENT: 'Used, excellent',
  USED_VERY_GOOD: 'Used, very good',
  USED_GOOD: 'Used, good',
  USED_ACCEPTABLE: 'Used, acceptable',
  FOR_PARTS_OR_NOT_WORKING: 'For parts or not working',
}

/** The seller's word for a condition; one that the documents do not list is shown as the platform wrote it. */
export const conditionWord = (condition: string): string =>
  isCondition(condition) ? conditionWords[condition] : condition

export const NO_CONDITION = 'none'

/** The conditions to choose from, with the item's own where it is another. */
export const conditionOptions = (current: string | undefined): readonly Option[] => [
  { id: NO_CONDITION, label: 'No condition yet' },
  ...conditions.map((condition) => ({ id: condition, label: conditionWords[condition] })),
  ...(current === undefined || isCondition(current) ? [] : [{ id: current, label: `${current} (from the platform)` }]),
]

export const stateWords: Readonly<Record<ItemState, { readonly word: string; readonly tone: Tone }>> = {
  uncertain: { word: 'Not known yet', tone: 'caution' },
  conflict: { word: 'Conflict', tone: 'danger' },
  new: { word: 'Not saved yet', tone: 'info' },
  changed: { word: 'Edited', tone: 'info' },
  unread: { word: 'Not read yet', tone: 'neutral' },
  absent: { word: 'No item yet', tone: 'neutral' },
  saved: { word: 'Up to date', tone: 'neutral' },
}

export const saveStateWords: Readonly<Record<SaveState, { readonly word: string; readonly tone: Tone }>> = {
  sending: { word: 'Being sent', tone: 'info' },
  saved: { word: 'Saved', tone: 'good' },
  rejected: { word: 'Refused', tone: 'danger' },
  notSaved: { word: 'Not saved', tone: 'caution' },
  uncertain: { word: 'Not known yet', tone: 'caution' },
}

/** What a place in the record is called: the seller's word where the field is known, else its path. */
export const placeName = (path: JsonPath): string => fieldName(path) ?? pathText(path)

/** Whether a screen shows the path in mono: it is the platform's word and not ours. */
export const isForeign = (path: JsonPath): boolean => fieldName(path) === undefined

/** A value as text: a text as it is, everything else as JSON. */
export const valueText = (value: JsonValue): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, typeof value === 'object' ? 2 : undefined)

export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`
