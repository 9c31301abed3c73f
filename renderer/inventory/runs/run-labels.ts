/** Labels and progress of a run. */
import { conditionLabel } from '../../../shared/connection/conditions.ts'
import type {
  HeldReason,
  Run,
  RunCell,
  RunRowState,
  WaitReason,
} from '../../../shared/inventory/contract/run-contract.ts'
import { findField } from '../../../shared/inventory/item.ts'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'
import { formatUpcomingTime, pathLabel, type StateLabel, saveStateLabels } from '../item-labels.ts'

/** The run's place in the URL. No SKU contains a tilde (INV-01). */
export const RUN_PATH = '~send'

export const rowStateLabels: Readonly<Record<RunRowState, StateLabel>> = {
  ...saveStateLabels,
  unread: { label: 'Waiting to be read', tone: 'neutral' },
  planned: { label: 'Planned', tone: 'info' },
  unchanged: { label: 'No change', tone: 'neutral' },
  held: { label: 'Held back', tone: 'caution' },
  notSent: { label: 'Not sent', tone: 'neutral' },
}

const heldMessages: Readonly<Record<HeldReason, string>> = {
  conflict: 'The platform changed the same field. Decide which to keep on the item page.',
  gone: 'The platform no longer has this item.',
  problem: 'It breaks a rule. Correct it in the list or on the item page.',
  family: 'It is managed by the trading calls and cannot be saved here.',
  unread: 'It could not be read from the platform.',
  unsettled: 'The outcome of its last save is not known yet.',
  edited: 'It was edited after the plan was made.',
  withdrawn: 'Its edit was discarded after the plan was made.',
  deletion: 'It would delete something you have not confirmed.',
  spent: 'Its changes for today are used up.',
  excluded: 'You left out all its changes.',
}

const waitLabels: Readonly<Record<WaitReason, string>> = {
  budget: 'Waiting for available changes',
  platformLimit: 'Waiting, as the platform asked',
  offline: 'Waiting for the platform to answer',
  unsettled: 'Waiting for the outcome of some saves',
}

export const leftOutLabel: StateLabel = { label: 'Left out', tone: 'neutral' }

/** A value of a field, as the sheet shows it. */
export const shownValue = ({ path }: Pick<RunCell, 'path'>, text: string): string =>
  findField(path) === 'condition' ? conditionLabel(text) : text

/** Why a field is in its state; without a reason, what changes. */
export const describeCell = (cell: RunCell): string => {
  const { state, message, heldReason, old, value } = cell
  if (message !== '') return message
  if (heldReason !== null && !cell.isExcluded) return heldMessages[heldReason]
  if (state === 'unknown') return 'The answer was lost. The item is read again to find out.'
  const change = value === null ? 'deleted' : shownValue(cell, value)
  return `${pathLabel(cell.path)}: ${old === null ? '' : `${shownValue(cell, old)} → `}${change}`
}

const isReading = ({ state, waits, counts }: Run): boolean =>
  state === 'reading' || (counts.unread > 0 && waits !== null)

export const runProgress = (run: Run): { readonly done: number; readonly all: number } => {
  const { counts } = run
  if (isReading(run)) return { done: counts.all - counts.unread, all: counts.all }
  const all = counts.all - counts.unchanged - counts.held
  return { done: all - counts.planned - counts.sending - counts.unknown, all }
}

export const runTitle = (run: Run): string => {
  const { counts, state } = run
  switch (state) {
    case 'reading':
      return `Reading ${formatCount(counts.all, 'item')}`
    case 'ready':
      return counts.planned === 0 ? 'Nothing to send' : `Ready to send ${formatCount(counts.planned, 'item')}`
    case 'sending':
      return `Sending ${formatCount(runProgress(run).all, 'item')}`
    case 'waiting':
      return counts.unread > 0 ? 'Reading is waiting' : 'Sending is waiting'
    case 'paused':
      return counts.unread > 0 ? 'Reading is paused' : 'Sending is paused'
    case 'done':
      return 'Sent'
    case 'stopped':
      return 'Stopped'
  }
}

/** What the run waits for, or its title. */
export const progressLabel = (run: Run, nowMs: number): string => {
  const { waits } = run
  if (waits === null) return runTitle(run)
  const until = waits.untilMs === null ? '' : `; continues ${formatUpcomingTime(waits.untilMs, nowMs)}`
  return `${run.problem === null ? waitLabels[waits.reason] : 'Waiting'}${until}.`
}

const countLabels = {
  saved: 'saved',
  refused: 'refused',
  unknown: 'being checked',
  notSaved: 'not saved',
  planned: 'planned',
  sending: 'sending',
  held: 'held back',
  unchanged: 'without change',
  notSent: 'not sent',
} as const

/** "57 saved, 3 refused, 2 without change". */
export const countsText = ({ counts }: Run): string =>
  Object.entries(countLabels)
    .map(([state, label]) => ({ count: counts[state as keyof typeof countLabels], label }))
    .filter(({ count }) => count > 0)
    .map(({ count, label }) => `${formatNumber(count)} ${label}`)
    .join(', ')

export const isOpenRun = ({ state }: Pick<Run, 'state'>): boolean => state !== 'done' && state !== 'stopped'

/** Whether the run shows progress: it reads or sends, or is interrupted in that. */
export const isActiveRun = (run: Pick<Run, 'state'>): boolean => isOpenRun(run) && run.state !== 'ready'
