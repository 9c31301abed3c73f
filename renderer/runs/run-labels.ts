/** Labels of runs, their plans and their rows. */
import type { Run, RunLabel, RunName } from '../../shared/outbound/run-contract.ts'
import type { OutboundStateName } from '../../shared/outbound/state.ts'
import type { AppLocation } from '../location.ts'
import type { Tone } from '../ui/base/tone.ts'
import { formatUpcomingTime } from '../ui/format/format-time.ts'
import { formatNumber } from '../ui/format/locale-format.ts'

type StateLabel = { readonly label: string; readonly tone: Tone }

/** The path segment before a run's id in the URL. New SKUs contain no tilde (INV-01). */
export const RUN_PATH = '~run'

/** The screen whose list contains the rows of a run. */
export type RunScreen = 'items' | 'orders'

const screens: Readonly<Record<RunLabel, RunScreen>> = {
  takeover: 'items',
  items: 'items',
  group: 'items',
  newGroup: 'items',
  offers: 'items',
  publish: 'items',
  end: 'items',
  prices: 'items',
  quantities: 'items',
  ship: 'orders',
  delete: 'items',
  watcherOffers: 'items',
}

export const runScreen = ({ label }: Pick<RunName, 'label'>): RunScreen => screens[label]

/** Where a run is shown: beside the list with its rows. */
export const runLocation = (run: RunName): AppLocation => ({
  screen: runScreen(run),
  path: [RUN_PATH, String(run.runId)],
})

/**
 * The run to show above the list of a screen: an open one, else the newest that the seller has not seen end. Undefined if there is
 * none. `seenRun`: the newest run of that screen that was seen after its end (OFF-06).
 */
export const findStripRun = (runs: readonly Run[], screen: RunScreen, seenRun: number): Run | undefined => {
  const here = runs.filter((run) => runScreen(run) === screen)
  const [newest] = here
  return here.find(({ isOpen }) => isOpen) ?? (newest !== undefined && newest.runId > seenRun ? newest : undefined)
}

/** The groups of rows that the seller sees. */
export const runGroups = ['waiting', 'sending', 'unknown', 'refused', 'notFound', 'sent', 'withdrawn'] as const
export type RunGroup = (typeof runGroups)[number]

const statesOfGroup: Readonly<Record<RunGroup, readonly OutboundStateName[]>> = {
  waiting: ['delayed', 'queued', 'waiting'],
  sending: ['sending'],
  unknown: ['unknown'],
  refused: ['refused'],
  notFound: ['notFound'],
  sent: ['sent'],
  withdrawn: ['withdrawn', 'discarded'],
}

export const statesOf = (group: RunGroup | 'all'): readonly OutboundStateName[] =>
  group === 'all' ? [] : statesOfGroup[group]

export const groupOf = (state: OutboundStateName): RunGroup =>
  runGroups.find((group) => statesOfGroup[group].includes(state)) ?? 'waiting'

export const groupLabels: Readonly<Record<RunGroup, StateLabel>> = {
  waiting: { label: 'Waiting', tone: 'neutral' },
  sending: { label: 'Sending', tone: 'info' },
  unknown: { label: 'Checking', tone: 'caution' },
  refused: { label: 'Refused', tone: 'danger' },
  notFound: { label: 'Not done', tone: 'danger' },
  sent: { label: 'Done', tone: 'good' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
}

const titles: Readonly<Record<RunLabel, string>> = {
  items: 'Save changes',
  group: 'Change shared texts',
  newGroup: 'Make a listing with variations',
  offers: 'Save listing drafts',
  publish: 'Publish items',
  end: 'End listings',
  prices: 'Change prices',
  quantities: 'Restock items',
  takeover: 'Take over listings',
  ship: 'Mark as shipped',
  delete: 'Delete items',
  watcherOffers: 'Offer to watchers',
}

/** `Change prices`; `Put back: Change prices` for a run that reverts another. */
export const runTitle = ({ label, revertsRunId }: Pick<Run, 'label' | 'revertsRunId'>): string =>
  revertsRunId === null ? titles[label] : `Put back: ${titles[label]}`

/** Number of rows in each group. */
export const countGroups = ({ counts }: Pick<Run, 'counts'>): Readonly<Record<RunGroup | 'all', number>> => {
  const groups = runGroups.map((group) => [group, statesOfGroup[group].reduce((sum, state) => sum + counts[state], 0)])
  return { all: counts.all, ...(Object.fromEntries(groups) as Record<RunGroup, number>) }
}

const countWords: Readonly<Record<RunGroup, string>> = {
  sent: 'done',
  refused: 'refused',
  unknown: 'being checked',
  notFound: 'not done',
  sending: 'sending',
  waiting: 'waiting',
  withdrawn: 'withdrawn',
}

/** `57 done, 3 refused, 2 left out`. */
export const countsText = (run: Run): string => {
  const counts = countGroups(run)
  const groups = ['sent', 'refused', 'notFound', 'unknown', 'sending', 'waiting', 'withdrawn'] as const
  const leftOut = run.leftOut.length
  return [
    ...groups
      .filter((group) => counts[group] > 0)
      .map((group) => `${formatNumber(counts[group])} ${countWords[group]}`),
    ...(leftOut > 0 ? [`${formatNumber(leftOut)} left out`] : []),
  ].join(', ')
}

/** Whether every row of an ended run is done or was withdrawn, so that there is nothing to do about it. */
export const isRunClean = (run: Pick<Run, 'counts'>): boolean => {
  const { all, sent, withdrawn } = countGroups(run)
  return sent + withdrawn === all
}

/** Number of ended rows, and of all. */
export const runProgress = (run: Run): { readonly done: number; readonly all: number } => {
  const { all, waiting, sending, unknown } = countGroups(run)
  return { done: all - waiting - sending - unknown, all }
}

/** The run's progress, or why it waits. */
export const progressLabel = (run: Run, nowMs: number): string => {
  if (run.isPaused) return 'Paused.'
  if (run.waits === null) return 'Sending…'
  const { untilMs } = run.waits
  return `Waiting${untilMs === null ? '' : `; continues ${formatUpcomingTime(untilMs, nowMs)}`}.`
}
