/** Texts for the states of changes in the outbox. */
import type { PlatformName } from '../../shared/connection/platforms.ts'
import type { Finding, OutboundEntry } from '../../shared/outbound/contract.ts'
import { findBlock } from '../../shared/result.ts'
import { blockMessages, failureMessage, isConnectionFailure } from '../parts/failure-labels.ts'
import type { Tone } from '../ui/base/tone.ts'
import { formatDue, formatShortTime } from '../ui/format/format-time.ts'

type OutboxLabel = {
  /** The text of a badge. */
  readonly label: string
  readonly tone: Tone
  /** What the state means and what happens next. */
  readonly detail: string
}

/** What keeps the whole outbox from being sent, and whom it waits for. `isOnHold`: after a restore (OFF-04). */
export type SendingState = {
  readonly isOnHold: boolean
  readonly isOffline: boolean
  readonly platformName: PlatformName
}

/** The words in which a text to a person differs from any other change. */
const writtenWords = {
  behind: 'Waiting for an earlier message',
  afterEarlier: 'It is sent after the earlier message to this buyer.',
  notYet: ' The message wasn’t sent.',
  refused: 'Not sent',
  unknown: 'Delivery unknown',
  beforeReason: 'It is unknown whether this message arrived. ',
  toSettle: 'Check the conversation, then mark it as sent or not sent.',
  checking: 'Checking delivery',
  reads: (due: string) => `Stallhand checks the conversation ${due}.`,
  missing: 'Not delivered',
  notThere: 'It isn’t in the conversation.',
  denied: 'You marked it as not sent.',
}
const changeWords = ({ the, The }: PlatformName): typeof writtenWords => ({
  behind: 'Waiting for an earlier change',
  afterEarlier: 'It is sent after the earlier change.',
  notYet: '',
  refused: 'Not done',
  unknown: 'Outcome unknown',
  beforeReason: '',
  toSettle: `Check on ${the} whether it was done, then mark it here.`,
  checking: 'Checking',
  reads: () => `Stallhand reads ${the} to see whether it was done.`,
  missing: 'Not done',
  notThere: `${The} doesn’t show it.`,
  denied: 'You marked it as not done.',
})

const AGAIN_IF_CHOSEN = 'It isn’t sent again unless you choose to.'
const sentOnceAnswered = ({ the }: PlatformName): string => `It is sent as soon as ${the} answers.`
/** The error itself names an address, which says nothing to a seller. */
const unreached = (platformName: PlatformName): string =>
  `${platformName.The} couldn’t be reached. ${sentOnceAnswered(platformName)}`

/** Longer than any undo time, so the seller chose it. */
const SCHEDULED_AFTER_MS = 60_000

/** When a change that the seller scheduled is sent; null for any other. */
export const scheduledAtMs = ({ state, nextAtMs }: OutboundEntry, nowMs: number): number | null =>
  state === 'delayed' && nextAtMs !== null && nextAtMs - nowMs > SCHEDULED_AFTER_MS ? nextAtMs : null

/** The state of a change. */
export const entryLabel = (
  entry: OutboundEntry,
  nowMs: number,
  { isOnHold, isOffline, platformName }: SendingState,
): OutboxLabel => {
  const { state, error, nextAtMs } = entry
  const message = error?.message ?? ''
  const words = entry.written === null ? changeWords(platformName) : writtenWords
  const due = nextAtMs === null ? '' : formatDue(nextAtMs, nowMs)
  if (isOnHold && (state === 'delayed' || state === 'queued' || state === 'waiting')) {
    return { label: 'On hold', tone: 'caution', detail: 'Nothing is sent until you check the outbox and release it.' }
  }
  if (entry.isPaused) {
    return { label: 'Paused', tone: 'caution', detail: 'Its run is paused. Resume the run to send it.' }
  }
  if (entry.waitsForEarlier) return { label: words.behind, tone: 'neutral', detail: words.afterEarlier }
  switch (state) {
    case 'delayed':
      if (scheduledAtMs(entry, nowMs) !== null) return { label: 'Scheduled', tone: 'info', detail: `Sends ${due}.` }
      // Offline, a countdown would promise what doesn't happen.
      return isOffline
        ? { label: 'Waiting', tone: 'info', detail: sentOnceAnswered(platformName) }
        : { label: 'Held for undo', tone: 'info', detail: `Sends ${due}.` }
    case 'queued':
    case 'waiting': {
      if (error === null) return { label: 'Waiting', tone: 'info', detail: sentOnceAnswered(platformName) }
      const block = findBlock(error)
      if (block !== undefined) {
        const { label, why, whatToDo } = blockMessages[block]
        return { label, tone: 'caution', detail: `${why} ${whatToDo}` }
      }
      // The status line counts down to the next check of the connection.
      if (isConnectionFailure(error)) return { label: 'Waiting', tone: 'info', detail: unreached(platformName) }
      const { why } = failureMessage(error)
      return { label: 'Waiting', tone: 'caution', detail: `${why}${words.notYet} Next try ${due}.` }
    }
    case 'sending':
      return { label: 'Sending', tone: 'info', detail: 'Being sent.' }
    case 'unknown':
      return nextAtMs === null && entry.canSettle
        ? { label: words.unknown, tone: 'caution', detail: `${words.beforeReason}${message} ${words.toSettle}` }
        : { label: words.checking, tone: 'caution', detail: `${message} ${words.reads(due)}` }
    case 'refused':
      return { label: words.refused, tone: 'danger', detail: message }
    case 'notFound':
      return {
        label: words.missing,
        tone: 'danger',
        detail: `${entry.isDenied ? words.denied : words.notThere} ${AGAIN_IF_CHOSEN}`,
      }
    case 'sent':
      return { label: 'Sent', tone: 'good', detail: 'Sent. It appears in the conversation soon.' }
  }
}

/** To whom a text goes, else what the change does. */
export const entryTitle = ({ written, title }: OutboundEntry): string =>
  written === null ? title : (written.to ?? 'Unknown buyer')

const describeFinding = ({ times, isComplete, atMs, isKept }: Finding, nowMs: number): string => {
  const how = isKept ? 'as saved at' : 'checked'
  const checked = `(${how} ${formatShortTime(atMs, nowMs)}${isComplete ? '' : ', in part'})`
  if (times === 0) return `not in the conversation ${checked}`
  return `${times === 1 ? 'once' : `${times} times`} in the conversation ${checked}`
}

/** What the conversation showed before and after a message whose delivery is unknown. */
export const evidenceLabels = (
  { before, after }: NonNullable<OutboundEntry['found']>,
  nowMs: number,
): readonly string[] => [
  before === null
    ? 'The conversation wasn’t checked before sending.'
    : `This text before sending: ${describeFinding(before, nowMs)}.`,
  after === null
    ? 'The conversation couldn’t be checked since.'
    : `This text since sending: ${describeFinding(after, nowMs)}.`,
]
