/** What the screens of messages say: states, errors, times. */
import type { Conversation, ConversationView, OutboxEntry, SyncState } from '../../shared/messaging/conversation.ts'
import type { ThreadReading } from '../../shared/messaging/thread-evidence.ts'
import type { AppError } from '../../shared/result.ts'
import type { Tone } from '../ui/tone.ts'

export const viewWords: Readonly<Record<ConversationView, string>> = {
  all: 'All',
  unread: 'Unread',
  unanswered: 'Unanswered',
  hasDraft: 'Has draft',
  inOutbox: 'In outbox',
  uncertain: 'Uncertain',
  archived: 'Archived',
  notices: 'Notices',
}

export const countOf = (count: number, word: string): string =>
  `${count.toLocaleString()} ${count === 1 ? word : `${word}s`}`

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const dayAndClock = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

/** "14:03" today, "20 Nov, 14:03" before. */
export const timeWords = (atMs: number, nowMs: number): string =>
  (new Date(atMs).toDateString() === new Date(nowMs).toDateString() ? clock : dayAndClock).format(atMs)

const secondsUntil = (atMs: number, nowMs: number): number => Math.max(0, Math.floor((atMs - nowMs) / 1000))

const inWords = (atMs: number, nowMs: number): string => {
  const seconds = secondsUntil(atMs, nowMs)
  return seconds < 120 ? `in ${seconds} s` : `at ${timeWords(atMs, nowMs)}`
}

export const nameOf = (conversation: Conversation): string =>
  conversation.conversationType === 'FROM_SVC'
    ? (conversation.buyer ?? 'Platform')
    : (conversation.buyer ?? 'Unknown buyer')

export type StateWords = {
  /** A few words for a badge. */
  readonly word: string
  readonly tone: Tone
  /** A sentence: what it means and what happens next. */
  readonly sentence: string
}

/** What state a message of the outbox is in, in words. */
export const stateWords = (entry: OutboxEntry, nowMs: number): StateWords => {
  const { state } = entry
  if (entry.waitsForEarlier) {
    return {
      word: 'Waits its turn',
      tone: 'neutral',
      sentence: 'It goes when the earlier message to this buyer has come to its end.',
    }
  }
  switch (state.state) {
    case 'held':
      return {
        word: 'Held for undo',
        tone: 'info',
        sentence: `Sends ${inWords(state.undoUntilMs, nowMs)}.`,
      }
    case 'queued':
      return state.error === null
        ? { word: 'Queued', tone: 'info', sentence: 'It is about to be sent.' }
        : {
            word: 'Queued, sends when online',
            tone: 'info',
            sentence: `The platform could not be reached. Next try ${inWords(state.nextTryAtMs, nowMs)}, or as soon as it answers.`,
          }
    case 'sending':
      return { word: 'Sending', tone: 'info', sentence: 'It is on its way.' }
    case 'deferred':
      return {
        word: 'Waiting',
        tone: 'caution',
        sentence: `${state.error.message} Next try ${inWords(state.untilMs, nowMs)}.`,
      }
    case 'rejected':
      return { word: 'Not sent', tone: 'danger', sentence: state.error.message }
    case 'uncertain':
      return {
        word: 'Not known yet',
        tone: 'caution',
        sentence:
          state.nextReadAtMs === null
            ? `We do not know whether this arrived. ${state.reason} Look at the conversation and decide.`
            : `We do not know yet whether this arrived. ${state.reason} The conversation is read again ${inWords(state.nextReadAtMs, nowMs)} to find out.`,
      }
    case 'notFound':
      return {
        word: 'Did not arrive',
        tone: 'danger',
        sentence:
          state.known === 'user'
            ? 'You said that it did not arrive. It is not sent again by itself.'
            : 'The whole conversation was read and this message is not in it. It is not sent again by itself.',
      }
    case 'sent':
      return { word: 'Sent', tone: 'good', sentence: 'Sent, waiting to be shown in the conversation.' }
    case 'takenBack':
      return { word: 'Taken back', tone: 'neutral', sentence: 'It is a draft again.' }
    case 'discarded':
      return { word: 'Discarded', tone: 'neutral', sentence: 'It was thrown away.' }
  }
}

/** What reading the thread told about an uncertain message. */
export const evidenceWords = (
  before: ThreadReading | null,
  after: ThreadReading | null,
  nowMs: number,
): readonly string[] => [
  before === null
    ? 'The conversation was not read before sending.'
    : `Before sending, ${readingWords(before)} (${timeWords(before.atMs, nowMs)}).`,
  after === null
    ? 'It could not be read since.'
    : `Read last at ${timeWords(after.atMs, nowMs)}: ${readingWords(after)}.`,
]

const readingWords = (reading: ThreadReading): string =>
  `${countOf(reading.sameText, 'message')} with exactly this text among ${reading.messages.toLocaleString()}${reading.complete ? '' : ', not all of them could be read'}`

export type FailureWords = { readonly why: string; readonly whatToDo: string }

/** An error as a failing face says it. */
export const failureWords = (error: AppError): FailureWords => {
  switch (error.kind) {
    case 'service':
      return { why: error.cause, whatToDo: error.whatToDo }
    case 'offline':
      return { why: error.message, whatToDo: 'It is tried again as soon as the platform answers.' }
    case 'rateLimited':
      return { why: error.message, whatToDo: 'It goes on by itself after the pause.' }
    default:
      return { why: error.message, whatToDo: '' }
  }
}

/** "312 of 312, complete as of 14:03". */
export const syncWords = (sync: SyncState, nowMs: number): string => {
  const known = sync.known.toLocaleString()
  const of = sync.total === null ? `${known} read` : `${known} of ${sync.total.toLocaleString()}`
  if (sync.asOfMs === null) return sync.state === 'running' ? `${of}, reading` : `${of}, not complete yet`
  return `${of}, complete as of ${timeWords(sync.asOfMs, nowMs)}`
}
