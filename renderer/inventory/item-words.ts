/** How items are spoken of on screen. */
import type { ItemState, SaveState } from '../../shared/inventory/contract.ts'
import { conditions, conditionWords, fieldName, isCondition } from '../../shared/inventory/item.ts'
import type { ItemProblem } from '../../shared/inventory/item-rules.ts'
import { type JsonPath, type JsonValue, pathText } from '../../shared/inventory/json.ts'
import { jsonText } from '../../shared/inventory/json-text.ts'
import { dateFormat } from '../ui/locale-format.ts'
import type { Option } from '../ui/option.tsx'
import type { Tone } from '../ui/tone.ts'

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
  unknown: { word: 'Not known yet', tone: 'caution' },
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
  unknown: { word: 'Not known yet', tone: 'caution' },
}

/** What a place in the record is called: the seller's word where the field is known, else its path. */
export const placeName = (path: JsonPath): string => fieldName(path) ?? pathText(path)

/** Whether a screen shows the path in mono: it is the platform's word and not ours. */
export const isForeign = (path: JsonPath): boolean => fieldName(path) === undefined

/** A value as text: a text as it is, everything else as JSON. */
export const valueText = (value: JsonValue): string => (typeof value === 'string' ? value : jsonText(value, 2))

/** What is wrong, with the rule it breaks and the number that the platform would answer with, to be looked up. */
export const problemText = ({ message, rule, errorId }: Pick<ItemProblem, 'message' | 'rule' | 'errorId'>): string =>
  `${message} (${rule}${errorId === null ? '' : `, error ${errorId}`})`

const clock = dateFormat({ hour: 'numeric', minute: '2-digit' })
const weekday = dateFormat({ weekday: 'long' })
const date = dateFormat({ day: 'numeric', month: 'short' })
const DAY_MS = 24 * 60 * 60 * 1000

const dayStartMs = (ms: number): number => new Date(ms).setHours(0, 0, 0, 0)

/** A moment to come, as one says it: "now", "today at 17:04", "tomorrow at 09:12", "Friday at 09:12", "3 Dec at 09:12". */
export const whenOf = (atMs: number, nowMs: number): string => {
  if (atMs - nowMs < 60_000) return 'now'
  const days = Math.round((dayStartMs(atMs) - dayStartMs(nowMs)) / DAY_MS)
  const day = days === 0 ? 'today' : days === 1 ? 'tomorrow' : days < 7 ? weekday.format(atMs) : date.format(atMs)
  return `${day} at ${clock.format(atMs)}`
}
