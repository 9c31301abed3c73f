/** The saved replies to offer for a conversation, in order. Pure. */
import type { SavedReply } from '../../../shared/messaging/saved-reply.ts'

/** Frequent short words by language. Two of them identify a message's language well enough for sorting. */
const frequentWords: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({
    en: 'the and is are you your for this with have can please hello hi thanks it',
    de: 'der die das und ist ich sie nicht haben kann bitte hallo danke für mit noch',
    fr: 'le la les est vous je pas bonjour pour avec une merci dans',
    es: 'el los las es que por para con hola una gracias está',
    it: 'il che per con non sono ciao una grazie della è',
    nl: 'het een van ik niet dat hallo voor heeft dank nog',
    pl: 'nie jest się czy dla dzień dobry proszę na',
  }).map(([language, words]) => [language, new Set(words.split(' '))]),
)

/** The languages a saved reply can have, as ISO 639-1 codes. */
export const replyLanguages: readonly string[] = Object.keys(frequentWords)

/** The language of a buyer's text; null if unclear. */
export const guessLanguage = (text: string): string | null => {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const [first, second] = Object.entries(frequentWords)
    .map(([language, known]) => ({ language, count: words.filter((word) => known.has(word)).length }))
    .toSorted((a, b) => b.count - a.count)
  return first !== undefined && first.count >= 2 && first.count > (second?.count ?? 0) ? first.language : null
}

/** Replies in `language` first, then those without one, then the others; each part keeps its order. */
export const sortReplies = (replies: readonly SavedReply[], language: string): readonly SavedReply[] => {
  const rank = (reply: SavedReply): number => (reply.language === language ? 0 : reply.language === null ? 1 : 2)
  return replies.toSorted((a, b) => rank(a) - rank(b))
}

/** A `/` at the start of a word, and what was typed after it, up to the caret. */
export type Slash = { readonly start: number; readonly typed: string }

export const findSlash = (text: string, caret: number): Slash | null => {
  const typed = /(?<!\S)\/([^\s/]*)$/u.exec(text.slice(0, caret))?.[1]
  return typed === undefined ? null : { start: caret - typed.length - 1, typed }
}

/** The replies whose name contains `typed`. */
export const filterReplies = (replies: readonly SavedReply[], typed: string): readonly SavedReply[] =>
  replies.filter(({ name }) => name.toLocaleLowerCase().includes(typed.toLocaleLowerCase()))
