/**
 * Learns the order in which the platform lists a thread's messages (MSG-07). The platform documents neither order nor
 * times, so the order is learned from times if there are any, from where new messages appear, from where the newest message of
 * the conversation's entry is, and from the order of texts sent from here.
 */
import { comparableText } from '../outbox/thread-evidence.ts'
import type { MessageRecord } from '../platform/message-wire.ts'

export type ThreadOrder = 'oldestFirst' | 'newestFirst'

type Listed = Pick<MessageRecord, 'messageId' | 'text' | 'createdAtMs'>

const startsWith = (whole: readonly string[], part: readonly string[]): boolean =>
  part.every((one, index) => whole[index] === one)

/** Returns the order if exactly one of the two fits. */
const choose = (isOldestFirst: boolean, isNewestFirst: boolean): ThreadOrder | null =>
  isOldestFirst === isNewestFirst ? null : isOldestFirst ? 'oldestFirst' : 'newestFirst'

const byTimes = (messages: readonly Listed[]): ThreadOrder | null => {
  const times = messages.flatMap(({ createdAtMs }) => createdAtMs ?? [])
  const pairs = times.slice(1).map((atMs, index) => Math.sign(atMs - (times[index] ?? atMs)))
  return choose(pairs.includes(1), pairs.includes(-1))
}

/** `before`: the last reading, as listed. New messages appear at the newest end. */
const byGrowth = (listed: readonly string[], before: readonly string[]): ThreadOrder | null => {
  if (before.length === 0 || before.length >= listed.length) return null
  return choose(startsWith(listed, before), startsWith(listed.toReversed(), before.toReversed()))
}

/** `newest`: the newest message by the conversation's entry in the list. Elsewhere than at an end it shows nothing. */
const byListed = (listed: readonly string[], newest: string | null): ThreadOrder | null =>
  newest === null ? null : choose(listed.at(-1) === newest, listed[0] === newest)

/** `sent`: texts sent from here, in the order of sending. Texts that occur more than once are ignored. */
const bySentTexts = (listed: readonly string[], sent: readonly string[]): ThreadOrder | null => {
  const places = sent.flatMap((text) => {
    const at = listed.indexOf(text)
    const isOnce = at !== -1 && at === listed.lastIndexOf(text) && sent.indexOf(text) === sent.lastIndexOf(text)
    return isOnce ? [at] : []
  })
  const pairs = places.slice(1).map((at, index) => Math.sign(at - (places[index] ?? at)))
  return choose(pairs.includes(1), pairs.includes(-1))
}

/** Finds whether a thread lists the newest message first or last. Null if nothing shows it, or the evidence contradicts itself. */
export const findThreadOrder = (
  messages: readonly Listed[],
  known: { readonly before: readonly string[]; readonly newest: string | null; readonly sent: readonly string[] },
): ThreadOrder | null => {
  const listed = messages.map(listedText)
  return (
    byTimes(messages) ??
    byGrowth(listed, known.before) ??
    byListed(listed, known.newest) ??
    bySentTexts(
      messages.map(({ text }) => comparableText(text)),
      known.sent,
    )
  )
}

/** Identifies a message within its list. */
export const listedText = ({ messageId, text }: Pick<Listed, 'messageId' | 'text'>): string =>
  messageId ?? `:${comparableText(text)}`
