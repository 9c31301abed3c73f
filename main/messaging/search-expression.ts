/** What a user types into the search field, as an FTS5 expression. */

/** Letters and digits of any script; everything else separates words, as the index's own tokenizer sees it. */
const wordPattern = /[\p{L}\p{N}\p{M}\p{Co}]+/gu
const MOST_WORDS = 12

/**
 * All words must occur, each as the beginning of one, in any order. Undefined where nothing can be searched for.
 *
 * SECURITY (design section 8): each word is quoted and holds letters and digits only, so that nothing typed is ever an
 * operator of the search language.
 */
export const searchExpression = (typed: string): string | undefined => {
  const words = typed.normalize('NFC').match(wordPattern)?.slice(0, MOST_WORDS) ?? []
  return words.length === 0 ? undefined : words.map((word) => `"${word}"*`).join(' ')
}
