/** The saved replies to offer for a conversation, in order. Pure. */
import type { SavedReply } from '../../../shared/messaging/saved-reply.ts'

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
