/**
 * Finds messages that arrived otherwise than they were written: eBay drops links and contact data from messages, and its answer
 * doesn't say so. Pure.
 */
import type { Message } from '../../../shared/messaging/conversation.ts'
import { comparableText } from './thread-evidence.ts'

const MASKED = /^\*+$/

/** Whether the words are what is left of a longer text; some of them may be masked. */
const isPartOf = (words: readonly string[], whole: readonly string[]): boolean => {
  let at = 0
  for (const word of words) {
    if (MASKED.test(word)) continue
    at = whole.indexOf(word, at) + 1
    if (at === 0) return false
  }
  return words.length > 0 && words.length <= whole.length
}

/** By the keys of such messages, what the seller wrote. `sent`: texts sent from here, oldest first. */
export const findChangedTexts = (
  messages: readonly Pick<Message, 'key' | 'writer' | 'text'>[],
  sent: readonly string[],
): ReadonlyMap<string, string> => {
  const ours = messages.filter(({ writer }) => writer === 'seller' || writer === 'unknown')
  const arrived = new Set(ours.map(({ text }) => comparableText(text)))
  const written = new Set(sent.map(comparableText))
  const left = ours.filter(({ text }) => !written.has(comparableText(text)))
  const changed = new Map<string, string>()
  for (const text of sent) {
    const whole = comparableText(text)
    if (arrived.has(whole)) continue
    const found = left.find(
      ({ key, text: shown }) =>
        !changed.has(key) && isPartOf(comparableText(shown).split(' ').filter(Boolean), whole.split(' ')),
    )
    if (found !== undefined) changed.set(found.key, text)
  }
  return changed
}
