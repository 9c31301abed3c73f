/** How the mapping room speaks: states, polls and notes in the seller's words. */
import type { TaskRow } from '../../shared/mapping/contract.ts'
import type { MappingNote } from '../../shared/mapping/preview-to-item.ts'
import type { PollOutcomeKind, TaskState } from '../../shared/mapping/task.ts'
import { assertNever } from '../../shared/result.ts'
import { formatCount } from '../ui/locale-format.ts'
import type { Tone } from '../ui/tone.ts'

export type StateWords = {
  readonly word: string
  readonly tone: Tone
  /** What the state means, in a sentence. */
  readonly meaning: string
}

const stateWords: Readonly<Record<TaskState, StateWords>> = {
  starting: { word: 'Starting', tone: 'info', meaning: 'It is on disk and on its way to the platform.' },
  notStarted: {
    word: 'Not started',
    tone: 'danger',
    meaning: 'Nothing runs at the platform, and the products are kept here.',
  },
  startUnknown: {
    word: 'Start uncertain',
    tone: 'caution',
    meaning: 'We do not know yet whether this arrived.',
  },
  processing: { word: 'Processing', tone: 'info', meaning: 'The platform is working on it and has no result yet.' },
  notWatching: {
    word: 'Not watching',
    tone: 'caution',
    meaning: 'It did not finish while it was watched. It has not failed: its id stays valid, and you can resume.',
  },
  unknownTask: {
    word: 'Unknown task',
    tone: 'danger',
    meaning: 'The platform does not know this id for this sign-in.',
  },
  accessDenied: {
    word: 'Access denied',
    tone: 'danger',
    meaning: 'The platform does not let this sign-in read tasks.',
  },
  completed: { word: 'Completed', tone: 'good', meaning: 'All products were mapped.' },
  completedWithError: {
    word: 'Completed with problems',
    tone: 'caution',
    meaning: 'Some products were mapped, some were not.',
  },
  failed: { word: 'Failed', tone: 'danger', meaning: 'The platform mapped none of the products.' },
}

export const wordsOf = ({ state, paused }: Pick<TaskRow, 'state' | 'paused'>): StateWords =>
  state === 'processing' && paused
    ? {
        word: 'Paused',
        tone: 'neutral',
        meaning: 'It goes on at the platform; Stallhand does not ask until you resume.',
      }
    : stateWords[state]

export const pollWords: Readonly<Record<PollOutcomeKind, { readonly word: string; readonly tone: Tone }>> = {
  processing: { word: 'Still processing', tone: 'info' },
  ended: { word: 'Result arrived', tone: 'good' },
  unknownTask: { word: 'Task not found', tone: 'danger' },
  accessDenied: { word: 'Access denied', tone: 'danger' },
  offline: { word: 'No connection', tone: 'neutral' },
  rateLimited: { word: 'Asked to wait', tone: 'caution' },
  signInNeeded: { word: 'Sign-in needed', tone: 'danger' },
  error: { word: 'No usable answer', tone: 'caution' },
}

/** The tone of a check: one that brought the result has the tone of what came of it. */
export const pollTone = (outcome: PollOutcomeKind, task: Pick<TaskRow, 'state' | 'paused'>): Tone =>
  outcome === 'ended' ? wordsOf(task).tone : pollWords[outcome].tone

/** What the ids of document 1, section 7, mean for a product; the platform's own words stand before it. */
const errorMeanings: Readonly<Record<string, string>> = {
  '25002': 'The SKU is empty, longer than 50 characters, or has others than letters, digits, hyphen and underscore.',
  '25003': 'The condition is none that the platform knows.',
  '25004': 'The title is longer than 80 characters.',
  '25013': 'The condition is not allowed in this category.',
  '25044': 'The name of an item specific is longer than 40 characters.',
  '25045': 'A value of an item specific is longer than 50 characters.',
  '25709': 'The category asks for an item specific that is missing.',
}

export const errorMeaning = (errorId: string | null): string | undefined =>
  errorId === null ? undefined : errorMeanings[errorId]

export const errorText = ({ message }: { readonly message: string }): string =>
  message.trim() === '' ? 'The platform gave no words for this error.' : message

/** A long text by its beginning. */
export const shortened = (text: string): string => (text.length > 140 ? `${text.slice(0, 139)}…` : text)

const quoted = (text: string): string => `“${text.length > 60 ? `${text.slice(0, 59)}…` : text}”`

/** A note about a draft: what was left out, or what is too long and stays for the user to shorten. */
export const noteText = (note: MappingNote): string => {
  switch (note.kind) {
    case 'namelessAspectDropped':
      return note.values.length === 0
        ? 'Left out: an item specific without a name and without values.'
        : `Left out: an item specific without a name, with ${note.values.map(quoted).join(', ')}.`
    case 'emptyValuesDropped':
      return `Left out: ${note.count === 1 ? 'an empty value' : `${note.count} empty values`} of ${quoted(note.aspect)}.`
    case 'repeatedValueDropped':
      return `Left out: ${quoted(note.value)} of ${quoted(note.aspect)} came more than once and stays once.`
    case 'aspectWithoutValuesDropped':
      return `Left out: ${quoted(note.aspect)} has no value.`
    case 'imageNotHttpsDropped':
      return `Left out: the picture ${quoted(note.url)} is not an HTTPS address.`
    case 'imageOverLimitDropped':
      return `Left out: the picture ${quoted(note.url)} is beyond the twelve that an item takes here.`
    case 'titleTooLong':
      return `Too long: the title has ${note.length} of ${note.limit} characters. Shorten it here or in the item.`
    case 'aspectNameTooLong':
      return `Too long: the name ${quoted(note.aspect)} has ${note.length} of ${note.limit} characters. Shorten it above or in the item.`
    case 'aspectValueTooLong':
      return `Too long: ${quoted(note.value)} of ${quoted(note.aspect)} has ${note.length} of ${note.limit} characters. Shorten it above or in the item.`
    default:
      return assertNever(note)
  }
}

export const isTooLong = (note: MappingNote): boolean =>
  note.kind === 'titleTooLong' || note.kind === 'aspectNameTooLong' || note.kind === 'aspectValueTooLong'

/** What the task is about: its first product, and how many more. */
export const titleOf = (task: Pick<TaskRow, 'about' | 'productCount' | 'taskId' | 'taskRef'>): string => {
  if (task.about === null) return task.taskId === null ? `Task ${task.taskRef}` : `Task ${task.taskId}`
  return task.productCount > 1 ? `${task.about} and ${formatCount(task.productCount - 1, 'more', 'more')}` : task.about
}

/** `12 s`, `3 min`: how long, for countdowns that tick. */
export const spanText = (ms: number): string => {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min`
  if (seconds < 86_400) return `${Math.round(seconds / 3_600)} h`
  return formatCount(Math.round(seconds / 86_400), 'day')
}

/** `under 1 s`, `12 s`, `3 min`: how long something took that is over. */
export const tookText = (ms: number): string => (ms < 1_000 ? 'under 1 s' : spanText(ms))

/** "Checked 12 s ago, next in 28 s": when the platform was asked, and when it will be. */
export const checkedText = (
  task: { readonly lastPollAtMs: number | null; readonly nextPollAtMs: number | null; readonly checking: boolean },
  nowMs: number,
): string => {
  const last = task.lastPollAtMs === null ? 'Not checked yet' : `Checked ${spanText(nowMs - task.lastPollAtMs)} ago`
  if (task.checking) return `${last}, checking now`
  if (task.nextPollAtMs === null) return last
  return task.nextPollAtMs <= nowMs
    ? `${last}, next any moment`
    : `${last}, next in ${spanText(task.nextPollAtMs - nowMs)}`
}

/** A description's words without its markup: shown as text, never as HTML. */
export const plainText = (html: string): string =>
  html
    .replace(/<(br|\/p|\/li|\/div|\/h\d)\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/**
 * What a preview's specifics would do to those that an item has: `12 specifics: 3 new, 2 with other values, 7 the same;
 * the item keeps 4 others`. A draft sets each specific by itself, so that what it does not name stays.
 */
export const aspectsDifference = (
  now: readonly { readonly name: string; readonly values: readonly string[] }[],
  would: { readonly [name: string]: readonly string[] },
): string => {
  const names = Object.entries(would)
  if (names.length === 0) return 'None'
  if (now.length === 0) return formatCount(names.length, 'specific')
  const there = new Map(now.map(({ name, values }) => [name, values.join('\n')]))
  const fresh = names.filter(([name]) => !there.has(name)).length
  const same = names.filter(([name, values]) => there.get(name) === values.join('\n')).length
  const changed = names.length - fresh - same
  const parts = [
    fresh === 0 ? '' : `${fresh} new`,
    changed === 0 ? '' : `${changed} with other values`,
    same === 0 ? '' : `${same} the same`,
  ]
  const kept = now.filter(({ name }) => !Object.hasOwn(would, name)).length
  const rest = kept === 0 ? '' : `; the item keeps ${formatCount(kept, 'other')}`
  return `${formatCount(names.length, 'specific')}: ${parts.filter((part) => part !== '').join(', ')}${rest}`
}
