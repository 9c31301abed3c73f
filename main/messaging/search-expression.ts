/** What a user types into the search field, as an FTS5 expression. */

/** Letters and digits of any script; everything else separates words, as the index's own tokenizer sees it. */
const wordPattern = /[\p{L}\p{N}\p{M}\p{Co}]+/gu
const MOST_WORDS = 12

/** Beginnings up to this length are kept in the index itself (the `prefix` of messages_fts), so that they are found at once. */
const LONGEST_KEPT_BEGINNING = 7

/**
 * All words must occur, each as the beginning of one, in any order. Undefined where nothing can be searched for.
 *
 * With `longWords: 'whole'` words above seven letters must occur as they are: finding those is quick at any size, where
 * collecting all that begin so is not.
 *
 * SECURITY (design section 8): each word is quoted and holds letters and digits only, so that nothing typed is ever an
 * operator of the search language.
 */
export const searchExpression = (typed: string, longWords: 'whole' | 'beginning' = 'beginning'): string | undefined => {
  const words = typed.normalize('NFC').match(wordPattern)?.slice(0, MOST_WORDS) ?? []
  if (words.length === 0) return undefined
  return words
    .map((word) => (longWords === 'whole' && [...word].length > LONGEST_KEPT_BEGINNING ? `"${word}"` : `"${word}"*`))
    .join(' ')
}
