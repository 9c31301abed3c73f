/** How a run of many saves is spoken of. */
import type { Run, RunRow } from '../../shared/inventory/run-contract.ts'
import type { HeldReason, RunRowState, WaitReason } from '../../shared/inventory/send-run.ts'
import { formatCount, formatNumber } from '../ui/locale-format.ts'
import type { Tone } from '../ui/tone.ts'
import { placeName, whenOf } from './item-words.ts'

/** The place of the run beside the list; no SKU holds a tilde (INV-01). */
export const RUN_PATH = '~send'

export const rowWords: Readonly<Record<RunRowState, { readonly word: string; readonly tone: Tone }>> = {
  toRead: { word: 'To be read', tone: 'neutral' },
  planned: { word: 'Will be sent', tone: 'info' },
  unchanged: { word: 'There already', tone: 'neutral' },
  held: { word: 'Held back', tone: 'caution' },
  sending: { word: 'Being sent', tone: 'info' },
  unknown: { word: 'Not known yet', tone: 'caution' },
  saved: { word: 'Saved', tone: 'good' },
  failed: { word: 'Refused', tone: 'danger' },
  notSaved: { word: 'Not saved', tone: 'caution' },
  left: { word: 'Not sent', tone: 'neutral' },
}

const heldWords: Readonly<Record<HeldReason, string>> = {
  conflict: 'The platform changed the same field. Decide which to keep, in the item.',
  gone: 'The platform has no item for this SKU any more.',
  problem: 'It breaks a rule. Mend it in the table or in the item.',
  family: 'It is managed by the trading calls and not saved this way.',
  unread: 'It could not be read from the platform.',
  unsettled: 'Nobody knows yet what became of its last save.',
  edited: 'It was edited after the plan was made.',
  withdrawn: 'Its edit was taken back after the plan was made.',
  deletion: 'It would delete something that was not confirmed.',
}

/** What there is to say of one row. */
export const rowText = (row: Pick<RunRow, 'state' | 'message' | 'heldReason' | 'problems' | 'paths'>): string => {
  if (row.problems.length > 0) return row.problems.map(({ message }) => message).join(' ')
  if (row.message !== '') return row.message
  if (row.heldReason !== null) return heldWords[row.heldReason]
  if (row.state === 'unknown') return 'The answer was lost. The item is read again to find out.'
  return row.paths.map(placeName).join(', ')
}

const waitWords: Readonly<Record<WaitReason, string>> = {
  budget: 'Waits for room in the day’s changes',
  platformLimit: 'The platform asks to wait',
  line: 'Waits until the platform can be reached',
  unsettled: 'Waits to learn what became of some saves',
}

/** What of a run has ended, and how much there is of it in all. */
export const progressOf = ({ state, waits, counts }: Run): { readonly done: number; readonly all: number } => {
  const isReading = state === 'reading' || (counts.toRead > 0 && waits !== null)
  if (isReading) return { done: counts.all - counts.toRead, all: counts.all }
  const toSend = counts.all - counts.unchanged - counts.held
  return { done: toSend - counts.planned - counts.sending - counts.unknown, all: toSend }
}

/** The state in a few words. */
export const runTitle = (run: Run): string => {
  const { counts, state } = run
  switch (state) {
    case 'reading':
      return `Reading ${formatCount(counts.all, 'item')} to see what sending changes`
    case 'ready':
      return counts.planned === 0 ? 'Nothing to send' : `Ready to send ${formatCount(counts.planned, 'item')}`
    case 'sending':
      return `Sending ${formatCount(progressOf(run).all, 'item')}`
    case 'waiting':
      return counts.toRead > 0 ? 'Reading waits' : 'Sending waits'
    case 'paused':
      return counts.toRead > 0 ? 'Reading is paused' : 'Sending is paused'
    case 'done':
      return 'Sent'
    case 'stopped':
      return 'Stopped'
  }
}

/** Why nothing moves; undefined where something does. */
export const waitText = ({ waits }: Run, nowMs: number): string | undefined => {
  if (waits === null) return undefined
  const until = waits.untilMs === null ? '' : `; goes on ${whenOf(waits.untilMs, nowMs)}`
  return `${waitWords[waits.reason]}${until}.`
}

/** How it ended, or stands: "57 saved, 3 refused, 2 there already". */
export const countsText = ({ counts }: Run): string =>
  (
    [
      ['saved', 'saved'],
      ['failed', 'refused'],
      ['unknown', 'not known yet'],
      ['notSaved', 'not saved'],
      ['planned', 'to be sent'],
      ['sending', 'being sent'],
      ['held', 'held back'],
      ['unchanged', 'there already'],
      ['left', 'not sent'],
    ] as const
  )
    .filter(([state]) => counts[state] > 0)
    .map(([state, word]) => `${formatNumber(counts[state])} ${word}`)
    .join(', ')

export const isOpen = ({ state }: Pick<Run, 'state'>): boolean => state !== 'done' && state !== 'stopped'
