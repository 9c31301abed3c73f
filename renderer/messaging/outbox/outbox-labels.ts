/** Texts for the states of messages and other changes in the outbox. */
import type { OutboxEntry } from '../../../shared/messaging/conversation.ts'
import type { ThreadReading } from '../../../shared/messaging/outbox-state.ts'
import type { OutboundEntry } from '../../../shared/outbound/contract.ts'
import { findBlock } from '../../../shared/result.ts'
import { inPlatformWords } from '../../api/platform-words.ts'
import type { Tone } from '../../ui/base/tone.ts'
import { formatShortTime } from '../../ui/format/format-time.ts'
import { blockMessages, failureMessage, formatDue, isConnectionFailure } from '../messaging-labels.ts'

type OutboxLabel = {
  /** The text of a badge. */
  readonly label: string
  readonly tone: Tone
  /** What the state means and what happens next. */
  readonly detail: string
}

/** What keeps the whole outbox from being sent. `isOnHold`: after a restore (OFF-04). */
export type SendingState = { readonly isOnHold: boolean; readonly isOffline: boolean }

/** Longer than any undo time, so the seller chose it. */
export const isScheduled = (undoUntilMs: number, nowMs: number): boolean => undoUntilMs - nowMs > 60_000

const onHold: OutboxLabel = {
  label: 'On hold',
  tone: 'caution',
  detail: 'Nothing is sent until you check the outbox and release it.',
}
const isUnsent = (state: OutboundEntry['state'] | OutboxEntry['state']['state']): boolean =>
  state === 'delayed' || state === 'queued' || state === 'waiting'

const SENT_ONCE_ANSWERED = 'It is sent as soon as the platform answers.'
/** The error itself names an address, which says nothing to a seller. */
const UNREACHED = `The platform could not be reached. ${SENT_ONCE_ANSWERED}`

/** Offline, a countdown would promise what doesn't happen. */
const describeHeld = (undoUntilMs: number, nowMs: number, isOffline: boolean): OutboxLabel =>
  isOffline
    ? { label: 'Waiting', tone: 'info', detail: SENT_ONCE_ANSWERED }
    : { label: 'Held for undo', tone: 'info', detail: `Sends ${formatDue(undoUntilMs, nowMs)}.` }

const describeMessage = (
  { state, waitsForEarlier }: OutboxEntry,
  nowMs: number,
  { isOnHold, isOffline }: SendingState,
): OutboxLabel => {
  if (isOnHold && isUnsent(state.state)) return onHold
  if (waitsForEarlier) {
    return {
      label: 'Waiting for an earlier message',
      tone: 'neutral',
      detail: 'It is sent after the earlier message to this buyer.',
    }
  }
  switch (state.state) {
    case 'delayed':
      return isScheduled(state.undoUntilMs, nowMs)
        ? { label: 'Scheduled', tone: 'info', detail: `Sends ${formatDue(state.undoUntilMs, nowMs)}.` }
        : describeHeld(state.undoUntilMs, nowMs, isOffline)
    case 'queued': {
      if (state.error === null) return { label: 'Waiting', tone: 'info', detail: SENT_ONCE_ANSWERED }
      const block = findBlock(state.error)
      if (block !== undefined) {
        const { label, why, whatToDo } = blockMessages[block]
        return { label, tone: 'caution', detail: `${why} ${whatToDo}` }
      }
      // The status line counts down to the next check of the connection.
      return isConnectionFailure(state.error)
        ? {
            label: 'Waiting',
            tone: 'info',
            detail: UNREACHED,
          }
        : {
            label: 'Waiting',
            tone: 'caution',
            detail: `${failureMessage(state.error).why} The message was not sent. Next try ${formatDue(state.nextTryAtMs, nowMs)}.`,
          }
    }
    case 'sending':
      return { label: 'Sending', tone: 'info', detail: 'Being sent.' }
    case 'waiting':
      return {
        label: 'Waiting',
        tone: 'caution',
        detail: `${state.error.message} Next try ${formatDue(state.untilMs, nowMs)}.`,
      }
    case 'refused':
      return { label: 'Not sent', tone: 'danger', detail: state.error.message }
    case 'unknown':
      return state.nextReadAtMs === null
        ? {
            label: 'Delivery unknown',
            tone: 'caution',
            detail: `It is unknown whether this message arrived. ${state.reason} Check the conversation, then mark it as sent or not sent.`,
          }
        : {
            label: 'Checking delivery',
            tone: 'caution',
            detail: `${state.reason} Stallhand checks the conversation ${formatDue(state.nextReadAtMs, nowMs)}.`,
          }
    case 'notFound':
      return {
        label: 'Not delivered',
        tone: 'danger',
        detail:
          state.known === 'user'
            ? 'You marked it as not sent. It is not sent again unless you choose to.'
            : 'It is not in the conversation. It is not sent again unless you choose to.',
      }
    case 'sent':
      return { label: 'Sent', tone: 'good', detail: 'Sent. It appears in the conversation soon.' }
    case 'withdrawn':
      return { label: 'Back in drafts', tone: 'neutral', detail: 'It is a draft again.' }
    case 'discarded':
      return { label: 'Discarded', tone: 'neutral', detail: 'It was discarded.' }
  }
}

const describeChange = (entry: OutboundEntry, nowMs: number, sending: SendingState): OutboxLabel => {
  const { state, isPaused, error, nextAtMs, canSettle } = entry
  if (sending.isOnHold && isUnsent(state)) return onHold
  if (isPaused) {
    return { label: 'Paused', tone: 'caution', detail: 'Its run is paused. Resume the run to send it.' }
  }
  const isUnreached = error !== null && isConnectionFailure(error)
  const block = findBlock(error)
  const nextTry = block === undefined ? `Next try ${formatDue(nextAtMs ?? 0, nowMs)}.` : blockMessages[block].whatToDo
  const next = nextAtMs === null ? '' : ` ${nextTry}`
  switch (state) {
    case 'delayed':
      return nextAtMs === null
        ? { label: 'Held for undo', tone: 'info', detail: 'Not sent yet.' }
        : describeHeld(nextAtMs, nowMs, sending.isOffline)
    case 'queued':
    case 'waiting':
      return error === null
        ? { label: 'Waiting', tone: 'info', detail: SENT_ONCE_ANSWERED }
        : isUnreached
          ? { label: 'Waiting', tone: 'info', detail: UNREACHED }
          : { label: 'Waiting', tone: 'caution', detail: `${failureMessage(error).why}${next}` }
    case 'sending':
      return { label: 'Sending', tone: 'info', detail: 'Being sent.' }
    case 'unknown':
      if (canSettle) {
        const reason = error?.message ?? 'No answer came.'
        return {
          label: 'Outcome unknown',
          tone: 'caution',
          detail: `${reason} Check on the platform whether it was done, then mark it here.`,
        }
      }
      return {
        label: 'Checking',
        tone: 'caution',
        detail: `${error?.message ?? 'No answer came.'} Stallhand reads the platform to see whether it was done.`,
      }
    case 'refused':
      return {
        label: 'Not done',
        tone: 'danger',
        detail: error === null ? 'It was refused.' : error.message,
      }
    case 'notFound':
      return {
        label: 'Not done',
        tone: 'danger',
        detail: 'The platform does not show it. It is not sent again unless you choose to.',
      }
  }
}

/** The detail may quote an error of main, so it is named as a whole. */
const nameDetail = (label: OutboxLabel): OutboxLabel => ({ ...label, detail: inPlatformWords(label.detail) })

export const outboxLabel = (...of: Parameters<typeof describeMessage>): OutboxLabel =>
  nameDetail(describeMessage(...of))

/** The state of a change other than a message. */
export const changeLabel = (...of: Parameters<typeof describeChange>): OutboxLabel => nameDetail(describeChange(...of))

/** The buttons of a change: those that end it, and those that resend it. */
export const changeButtons = ({ nextAtMs }: OutboundEntry): { readonly discard: string; readonly send: string } => ({
  discard: 'Don’t send',
  send: nextAtMs === null ? 'Send again' : 'Send now',
})

const findings = ({ sameText, complete, atMs, isKept }: ThreadReading, nowMs: number): string => {
  const how = isKept === true ? 'as saved at' : 'checked'
  const checked = `(${how} ${formatShortTime(atMs, nowMs)}${complete ? '' : ', in part'})`
  if (sameText === 0) return `not in the conversation ${checked}`
  return `${sameText === 1 ? 'once' : `${sameText} times`} in the conversation ${checked}`
}

/** What the conversation showed before and after a message whose delivery is unknown. */
export const evidenceLabels = (
  before: ThreadReading | null,
  after: ThreadReading | null,
  nowMs: number,
): readonly string[] => [
  before === null
    ? 'The conversation was not checked before sending.'
    : `This text before sending: ${findings(before, nowMs)}.`,
  after === null
    ? 'The conversation could not be checked since.'
    : `This text since sending: ${findings(after, nowMs)}.`,
]
