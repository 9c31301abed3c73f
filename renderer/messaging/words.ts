/** What the screens of messages say: states, errors, times. */
import type { Conversation, ConversationView, OutboxEntry } from '../../shared/messaging/conversation.ts'
import type { ListSelection, SearchHit } from '../../shared/messaging/list.ts'
import type { SyncList, SyncState } from '../../shared/messaging/sync-state.ts'
import type { ThreadReading } from '../../shared/messaging/thread-evidence.ts'
import type { WaitingSince } from '../../shared/messaging/waiting-since.ts'
import type { AppError } from '../../shared/result.ts'
import { dateFormat, formatCount, formatNumber } from '../ui/locale-format.ts'
import type { Tone } from '../ui/tone.ts'

export const viewWords: Readonly<Record<ConversationView, string>> = {
  all: 'All',
  unread: 'Unread',
  unanswered: 'Unanswered',
  hasDraft: 'Has draft',
  inOutbox: 'In outbox',
  unknown: 'Uncertain',
  archived: 'Archived',
  notices: 'Notices',
}

const clock = dateFormat({ hour: '2-digit', minute: '2-digit' })
const dayAndClock = dateFormat({
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
  if (seconds === 0) return 'now'
  return seconds < 120 ? `in ${seconds} s` : `at ${timeWords(atMs, nowMs)}`
}

export const nameOf = (conversation: Conversation): string =>
  conversation.conversationType === 'FROM_SVC'
    ? (conversation.buyer ?? 'Platform')
    : (conversation.buyer ?? 'Unknown buyer')

/** "~5 h", "~2 d": as short as a row needs it; whole hours gone by, as the time beside a message counts them. */
export const shortWait = (sinceMs: number, nowMs: number): string => {
  const hours = Math.max(0, nowMs - sinceMs) / 3_600_000
  if (hours < 1) return '< 1 h'
  return hours < 36 ? `~${Math.floor(hours)} h` : `~${formatNumber(Math.floor(hours / 24))} d`
}

/** What the guess rests on, in sentences. `when` is the moment in words. */
export const waitingEvidence = (guess: WaitingSince, when: string): readonly string[] => [
  guess.reason === 'senderIsBuyer'
    ? `The oldest message that you have not answered names ${guess.sender ?? 'the buyer'} as its sender.`
    : 'The newest message names no sender, and the platform lists the conversation as unanswered.',
  `That message bears the time ${when}.`,
  guess.platformSaysUnanswered === null
    ? 'The platform was not asked yet whether it lists the conversation as unanswered.'
    : guess.platformSaysUnanswered
      ? 'The platform lists the conversation as unanswered.'
      : 'The platform does not list the conversation as unanswered, which speaks against it.',
]

/** No answer came. A platform that answers with a problem of its own was reached, and being online would not help. */
export const isOfTheLine = ({ kind }: AppError): boolean => kind === 'offline' || kind === 'unknown'

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
    case 'queued': {
      if (state.error === null) return { word: 'Queued', tone: 'info', sentence: 'It is about to be sent.' }
      const nextTry = inWords(state.nextTryAtMs, nowMs)
      return isOfTheLine(state.error)
        ? {
            word: 'Queued, sends when online',
            tone: 'info',
            sentence: `The platform could not be reached. Next try ${nextTry}, or as soon as it answers.`,
          }
        : {
            word: 'Queued, not sent yet',
            tone: 'caution',
            sentence: `${failureWords(state.error).why} It was not sent, and goes by itself once the platform takes it. Next try ${nextTry}.`,
          }
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
    case 'unknown':
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
  `${formatCount(reading.sameText, 'message')} with exactly this text among ${formatNumber(reading.messages)}${reading.complete ? '' : ', not all of them could be read'}`

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

const listNames: Readonly<Record<string, string>> = {
  'FROM_MEMBERS ': 'Messages with buyers',
  'FROM_MEMBERS ARCHIVE': 'Archived messages with buyers',
  'FROM_MEMBERS UNANSWERED': 'Unanswered messages',
  'FROM_SVC ': 'Notices of the platform',
  'FROM_SVC ARCHIVE': 'Archived notices',
  'FROM_SVC UNANSWERED': 'Unanswered notices',
}

/** Which of the platform's lists it is. */
export const syncListName = ({ conversationType, filter }: SyncList): string =>
  listNames[`${conversationType} ${filter ?? ''}`] ?? `${conversationType} ${filter ?? ''}`.trim()

const readOf = ({ read, total }: SyncList): string =>
  total === null ? `${formatNumber(read)} read` : `${formatNumber(read)} of ${formatNumber(total)}`

/** How far one list is, and why it is not known to be complete. */
export const syncListWords = (list: SyncList, nowMs: number): string => {
  const { missing, toRead, asOfMs, unreadable, error } = list
  const before = asOfMs === null ? '' : ` Complete last as of ${timeWords(asOfMs, nowMs)}.`
  switch (missing) {
    case null:
      return `${readOf(list)}, complete as of ${asOfMs === null ? 'now' : timeWords(asOfMs, nowMs)}.`
    case 'notReadYet':
      return 'Not read yet.'
    case 'beingRead': {
      if (toRead === null) return `${readOf(list)}, being read a second time to compare.${before}`
      const from = formatNumber(toRead.from + 1)
      const stretch = toRead.to === null ? `from entry ${from} on` : `entries ${from} to ${formatNumber(toRead.to)}`
      return `${readOf(list)}, being read; to come: ${stretch}.${before}`
    }
    case 'changing':
      return `${readOf(list)}. It changes while it is read, and is read again until it stands still.${before}`
    case 'unreadable':
      return `${readOf(list)}. ${formatCount(unreadable, 'entry', 'entries')} without an id cannot be kept or shown.${before}`
    case 'notOffered':
      return 'The platform refuses this list. What depends on it is told from the entries alone, or not at all.'
    case 'failed':
      return `${readOf(list)}. Reading broke off: ${error?.message ?? 'the platform did not answer.'} It goes on by itself.${before}`
  }
}

/** Whether two readings of every list agreed, so that nothing is missing from the list. */
export const isComplete = (sync: SyncState): boolean =>
  sync.asOfMs !== null && sync.lists.every(({ missing }) => missing === null)

/** "Complete as of 14:03, 312 of 312", or how much is there and that it is not all. */
export const syncWords = (sync: SyncState, nowMs: number): string => {
  const known = formatNumber(sync.known)
  const of = sync.total === null ? `${known} read` : `${known} of ${formatNumber(sync.total)}`
  if (sync.asOfMs !== null && isComplete(sync)) {
    return `Complete as of ${timeWords(sync.asOfMs, nowMs)}, ${of}`
  }
  const isReading = sync.state === 'running'
  if (sync.asOfMs === null) return isReading ? `${of}, reading` : `${of}, not complete yet`
  return `${of}, ${isReading ? 'reading again' : 'not all is known'}; complete as of ${timeWords(sync.asOfMs, nowMs)}`
}

/** Why the lists, each complete as of its time, are no newer than that. */
export const lastTryWords = (error: AppError): string =>
  `The last try to read them again broke off: ${failureWords(error).why} It goes on by itself.`

/** What a search does not know yet, and why; undefined where it knows everything. */
export const notSearchedWords = ({ threadsToRead, notSearched }: SyncState): string | undefined => {
  if (threadsToRead > 0)
    return `The messages of ${formatCount(threadsToRead, 'conversation')} are still to be read: a search does not know those yet.`
  return notSearched > 0
    ? `${formatCount(notSearched, 'conversation')} that were just read are being made ready for the search.`
    : undefined
}

export const foundWords = (total: number, isFloor: boolean, notSearched: number): string => {
  const found = `${formatNumber(total)}${isFloor ? ' or more' : ''} found`
  return notSearched === 0 ? found : `${found}, ${formatCount(notSearched, 'conversation')} not searched yet`
}

/** Where a search hit, before the words that it found. */
export const hitWords: Readonly<Record<SearchHit['where'], string>> = {
  message: 'Message',
  subject: 'Subject',
  name: 'Name',
  item: 'Item',
  draft: 'Draft',
  outbox: 'Outbox',
}

/** "Unread · item 110552 · anna · “blue”". */
export const selectionWords = ({ view, itemId, otherParty, search }: ListSelection): string =>
  [viewWords[view], itemId === null ? '' : `item ${itemId}`, otherParty ?? '', search === '' ? '' : `“${search}”`]
    .filter((part) => part !== '')
    .join(' · ')
