/** Labels and messages of the mapping screen. */
import type { PlatformName } from '../../shared/connection/platforms.ts'
import type { TaskRow } from '../../shared/mapping/contract.ts'
import type { MappingNote } from '../../shared/mapping/preview-to-item.ts'
import type { PollOutcomeKind, TaskState } from '../../shared/mapping/task.ts'
import { assertNever } from '../../shared/result.ts'
import type { Tone } from '../ui/base/tone.ts'
import { formatCount } from '../ui/format/locale-format.ts'

export type StateLabel = { readonly label: string; readonly tone: Tone }

const stateLabels: Readonly<Record<TaskState, StateLabel>> = {
  starting: { label: 'Starting', tone: 'info' },
  waiting: { label: 'Waiting', tone: 'caution' },
  notStarted: { label: 'Not started', tone: 'danger' },
  startUnknown: { label: 'Start not confirmed', tone: 'caution' },
  processing: { label: 'Processing', tone: 'info' },
  notWatching: { label: 'Not watching', tone: 'caution' },
  unknownTask: { label: 'Unknown task', tone: 'danger' },
  accessDenied: { label: 'Access denied', tone: 'danger' },
  completed: { label: 'Completed', tone: 'good' },
  completedWithError: { label: 'Completed with problems', tone: 'caution' },
  failed: { label: 'Failed', tone: 'danger' },
}

const pausedLabel: StateLabel = { label: 'Paused', tone: 'neutral' }

type ShownState = { readonly state: TaskState; readonly paused?: boolean }

const isPaused = ({ state, paused }: ShownState): boolean => state === 'processing' && paused === true

export const stateLabel = (task: ShownState): StateLabel => (isPaused(task) ? pausedLabel : stateLabels[task.state])

/** What the label alone can't say. */
export const stateMeaning = (task: ShownState, { the, The }: PlatformName): string => {
  if (isPaused(task)) return `${The} keeps working; Stallhand checks again after you resume.`
  const meanings: Readonly<Record<TaskState, string>> = {
    starting: 'The task is saved and is being sent.',
    waiting: `It starts automatically when ${the} can be reached.`,
    notStarted: 'The products are kept here.',
    startUnknown: `Stallhand couldn’t confirm that ${the} accepted this task.`,
    processing: `${The} is working on it.`,
    notWatching: 'It didn’t finish while Stallhand was watching. It hasn’t failed: resume to check again.',
    unknownTask: `${The} doesn’t know this ID.`,
    accessDenied: 'This sign-in may not read mapping tasks.',
    completed: 'All products were mapped.',
    completedWithError: 'Some products were mapped, some weren’t.',
    failed: 'None of the products were mapped.',
  }
  return meanings[task.state]
}

export const pollLabels: Readonly<Record<PollOutcomeKind, StateLabel>> = {
  processing: { label: 'Still processing', tone: 'info' },
  ended: { label: 'Result arrived', tone: 'good' },
  unknownTask: { label: 'Task not found', tone: 'danger' },
  accessDenied: { label: 'Access denied', tone: 'danger' },
  refusedQuery: { label: 'Query refused', tone: 'danger' },
  offline: { label: 'No connection', tone: 'neutral' },
  rateLimited: { label: 'Asked to wait', tone: 'caution' },
  signInNeeded: { label: 'Sign-in needed', tone: 'danger' },
  error: { label: 'No usable answer', tone: 'caution' },
}

/** A check that brought the result has the result's tone. */
export const pollTone = (outcome: PollOutcomeKind, task: Pick<TaskRow, 'state' | 'paused'>): Tone =>
  outcome === 'ended' ? stateLabel(task).tone : pollLabels[outcome].tone

/** What the platform's error ids mean for a product; shown after the platform's own message. */
const errorMeanings: Readonly<Record<string, string>> = {
  '25002': 'The SKU is empty, longer than 50 characters, or has other characters than letters, digits, - and _.',
  '25003': 'The condition is unknown.',
  '25004': 'The title is longer than 80 characters.',
  '25013': 'The condition isn’t allowed in this category.',
  '25044': 'The name of an item specific is longer than 40 characters.',
  '25045': 'A value of an item specific is longer than 50 characters.',
  '25709': 'A required item specific of the category is missing.',
}

export const errorMeaning = (errorId: string | null): string | undefined =>
  errorId === null || !Object.hasOwn(errorMeanings, errorId) ? undefined : errorMeanings[errorId]

export const errorText = ({ message }: { readonly message: string }): string =>
  message.trim() === '' ? 'This error came without a message.' : message

export const truncate = (text: string, max = 140): string => (text.length > max ? `${text.slice(0, max - 1)}…` : text)

const quote = (text: string): string => `“${truncate(text, 60)}”`

/** What a draft leaves out, or what is too long and stays for the seller to shorten. */
export const noteText = (note: MappingNote, { The }: PlatformName): string => {
  switch (note.kind) {
    case 'namelessAspectDropped':
      return note.values.length === 0
        ? 'Left out: an item specific without a name or values.'
        : `Left out: an item specific without a name, with ${note.values.map(quote).join(', ')}.`
    case 'emptyValuesDropped':
      return `Left out: ${formatCount(note.count, 'empty value')} of ${quote(note.aspect)}.`
    case 'repeatedValueDropped':
      return `Left out: a duplicate ${quote(note.value)} of ${quote(note.aspect)}.`
    case 'aspectWithoutValuesDropped':
      return `Left out: ${quote(note.aspect)}, which has no value.`
    case 'hintNotTaken':
      return `Not taken over: ${quote(note.aspect)} may be ${note.values.map(quote).join(' or ')}. ${The} isn’t sure, so enter what is right in the item.`
    case 'imageNotHttpsDropped':
      return `Left out: the picture ${quote(note.url)} isn’t an HTTPS address.`
    case 'imageOverLimitDropped':
      return `Left out: the picture ${quote(note.url)}. An item can have twelve pictures.`
    case 'titleTooLong':
      return `Too long: the title has ${note.length} of ${note.limit} characters. Shorten it in the item.`
    case 'aspectNameTooLong':
      return `Too long: the name ${quote(note.aspect)} has ${note.length} of ${note.limit} characters. Shorten it in the item.`
    case 'aspectValueTooLong':
      return `Too long: ${quote(note.value)} of ${quote(note.aspect)} has ${note.length} of ${note.limit} characters. Shorten it in the item.`
    default:
      return assertNever(note)
  }
}

/** The task's first product, and the number of others. */
export const taskTitle = (task: Pick<TaskRow, 'about' | 'productCount' | 'taskId' | 'taskRef'>): string => {
  if (task.about === null) return `Mapping ${task.taskId ?? task.taskRef}`
  return task.productCount > 1 ? `${task.about} and ${formatCount(task.productCount - 1, 'more', 'more')}` : task.about
}

/** `12 s`, `3 min`, `2 h`. */
const formatSpan = (ms: number): string => {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min`
  if (seconds < 86_400) return `${Math.round(seconds / 3_600)} h`
  return formatCount(Math.round(seconds / 86_400), 'day')
}

/** "Checked 12 s ago, next in 28 s" */
export const checkedText = (
  task: { readonly lastPollAtMs: number | null; readonly nextPollAtMs: number | null; readonly checking: boolean },
  nowMs: number,
): string => {
  const last = task.lastPollAtMs === null ? 'Not checked yet' : `Checked ${formatSpan(nowMs - task.lastPollAtMs)} ago`
  if (task.checking) return `${last}, checking now`
  if (task.nextPollAtMs === null) return last
  return task.nextPollAtMs <= nowMs
    ? `${last}, next any moment`
    : `${last}, next in ${formatSpan(task.nextPollAtMs - nowMs)}`
}

export type Aspects = readonly {
  readonly name: string
  readonly values: readonly string[]
  /** Those of `values` that the platform is less sure of. */
  readonly hints?: readonly string[] | undefined
}[]

/** Each aspect's values as one comparable text. */
export const aspectTexts = (aspects: Aspects): ReadonlyMap<string, string> =>
  new Map(aspects.map(({ name, values }) => [name, values.join('\n')]))
