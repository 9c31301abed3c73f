/** Messages about replays: what a plan sends, and how a run goes. */
import type { ReplayOrder, ReplayRun } from '../../../shared/notifications/replay.ts'
import { MAX_REPLAY_DELAY_MS, MAX_REPLAY_TIMES } from '../../../shared/notifications/replay.ts'
import { formatNumber } from '../../ui/locale-format.ts'
import { countDeliveries, formatMs } from '../log/log-format.ts'

export type ReplayInput = {
  readonly times: number | null
  readonly delayMs: number | null
  readonly order: ReplayOrder
}

export const orderOptions: readonly {
  readonly id: ReplayOrder
  readonly label: string
  readonly description: string
}[] = [
  { id: 'oldestFirst', label: 'Oldest first', description: 'As they arrived' },
  { id: 'newestFirst', label: 'Newest first', description: 'In reverse order' },
  { id: 'mixed', label: 'Mixed', description: 'In random order' },
]

const isBetween = (value: number | null, min: number, max: number): value is number =>
  value !== null && Number.isInteger(value) && value >= min && value <= max

/** What is wrong with the numbers; undefined if nothing is. */
export const findInputProblem = ({ times, delayMs }: ReplayInput): string | undefined => {
  if (!isBetween(times, 1, MAX_REPLAY_TIMES)) {
    return `Times: enter a whole number from 1 to ${formatNumber(MAX_REPLAY_TIMES)}`
  }
  if (!isBetween(delayMs, 0, MAX_REPLAY_DELAY_MS)) {
    return `Pause: enter whole milliseconds, at most ${formatNumber(MAX_REPLAY_DELAY_MS)}`
  }
  return undefined
}

const formatPause = (ms: number): string => {
  if (ms < 120_000) return `${Math.max(1, Math.round(ms / 1_000))} s`
  if (ms < 7_200_000) return `${Math.round(ms / 60_000)} min`
  return `${Math.round(ms / 3_600_000)} h`
}

/** `300 deliveries, up to 16 at once` or `300 deliveries one after another, with 5 min of pauses`. */
export const describePlan = (events: number, times: number, delayMs: number): string => {
  const count = events * times
  const many = countDeliveries(count)
  if (count === 1) return many
  return delayMs === 0
    ? `${many}, up to 16 at once`
    : `${many} one after another, with ${formatPause((count - 1) * delayMs)} of pauses`
}

/** The title of a run. */
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

/** `120 of 300. Answered 200: 118, 413: 2. Median 3 ms, slowest 14 ms.` */
export const describeRun = (run: ReplayRun): string => {
  const { state, total, settled, answers, unanswered, problem, medianMs, slowestMs } = run
  const parts = [
    state === 'running' && `${formatNumber(settled)} of ${formatNumber(total)}.`,
    answers.length > 0 &&
      (total === 1
        ? `Answered ${answers[0]?.status}.`
        : `Answered ${answers.map(({ status, count }) => `${status}: ${formatNumber(count)}`).join(', ')}.`),
    medianMs !== null &&
      slowestMs !== null &&
      (total === 1
        ? `It took ${formatMs(slowestMs)}.`
        : `Median ${formatMs(medianMs)}, slowest ${formatMs(slowestMs)}.`),
    unanswered > 0 && `${formatNumber(unanswered)} without an answer: ${problem ?? 'unknown reason'}`,
  ].filter((part) => part !== false)
  return parts.join(' ')
}
