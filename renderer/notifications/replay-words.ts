/** What is said of replays: how many a plan sends, and how a run goes. */
import type { ReplayOrder, ReplayRun } from '../../shared/notifications/replay.ts'
import { MAX_REPLAY_DELAY_MS, MAX_REPLAY_TIMES } from '../../shared/notifications/replay.ts'
import { formatCount, formatNumber } from '../ui/locale-format.ts'
import { timeWords } from './words.ts'

export type ReplayWish = { readonly times: number | null; readonly delayMs: number | null; readonly order: ReplayOrder }

export const orderOptions: readonly {
  readonly id: ReplayOrder
  readonly label: string
  readonly description: string
}[] = [
  { id: 'oldestFirst', label: 'As they came', description: 'The oldest first' },
  { id: 'newestFirst', label: 'Newest first', description: 'The order turned round' },
  { id: 'mixed', label: 'Mixed', description: 'Every delivery at a place by chance' },
]

const isIn = (value: number | null, least: number, most: number): value is number =>
  value !== null && Number.isInteger(value) && value >= least && value <= most

/** What is wrong with the numbers; undefined where nothing is. */
export const wishProblem = ({ times, delayMs }: ReplayWish): string | undefined => {
  if (!isIn(times, 1, MAX_REPLAY_TIMES)) {
    return `How often: a whole number from 1 to ${formatNumber(MAX_REPLAY_TIMES)}`
  }
  if (!isIn(delayMs, 0, MAX_REPLAY_DELAY_MS)) {
    return `Pause: whole milliseconds, at most ${formatNumber(MAX_REPLAY_DELAY_MS)}`
  }
  return undefined
}

const spanWords = (ms: number): string => {
  if (ms < 120_000) return `${Math.max(1, Math.round(ms / 1_000))} s`
  if (ms < 7_200_000) return `${Math.round(ms / 60_000)} min`
  return `${Math.round(ms / 3_600_000)} h`
}

/** `300 deliveries, sixteen at once` or `300 deliveries one after another, 5 min of pauses`. */
export const planWords = (events: number, times: number, delayMs: number): string => {
  const count = events * times
  const many = count === 1 ? '1 delivery' : `${formatNumber(count)} deliveries`
  if (count === 1) return many
  return delayMs === 0
    ? `${many}, up to sixteen at once`
    : `${many} one after another, ${spanWords((count - 1) * delayMs)} of pauses between them`
}

/** What it is called while it goes on, and how it ended. */
export const runTitle = ({ state, isEdited, total, settled }: ReplayRun): string => {
  const what = isEdited ? 'an edited copy' : total === 1 ? 'one event' : `${formatNumber(total)} deliveries`
  switch (state) {
    case 'running':
      return `Replaying ${what}`
    case 'done':
      return `Replayed ${what}`
    case 'stopped':
      return `Stopped after ${formatNumber(settled)} of ${formatNumber(total)}`
  }
}

/** `120 of 300. Answered 200: 118, 413: 2. Half within 3 ms, the slowest 14 ms.` */
export const runWords = (run: ReplayRun): string => {
  const { state, total, settled, answers, unanswered, problem, medianMs, slowestMs } = run
  const said = [
    state === 'running' && `${formatNumber(settled)} of ${formatNumber(total)}.`,
    answers.length > 0 &&
      (total === 1
        ? `Answered with ${answers[0]?.status}.`
        : `Answered with ${answers.map(({ status, count }) => `${status}: ${formatNumber(count)}`).join(', ')}.`),
    medianMs !== null &&
      slowestMs !== null &&
      (total === 1
        ? `It took ${timeWords(slowestMs)}.`
        : `Half within ${timeWords(medianMs)}, the slowest ${timeWords(slowestMs)}.`),
    unanswered > 0 && `${formatCount(unanswered, 'time')} no answer: ${problem ?? 'nobody knows why'}`,
  ].filter((part) => part !== false)
  return said.join(' ')
}
