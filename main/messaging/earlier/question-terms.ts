/** Reduces a question to what it can be compared by: beginnings of its words, its language and its kinds. */
import { splitTerms } from '../search/search-terms.ts'
import { findLanguage, isFiller, type Language } from './language.ts'
import { findKinds, type QuestionKind } from './question-kinds.ts'

/**
 * Words are compared by their first letters, which covers most inflections of the known languages ("order", "orders", "ordered").
 */
const STEM_LENGTH = 5
/** The start of a question says what it is about. */
const MAX_QUESTION_LENGTH = 1_500

export type QuestionTerms = {
  readonly stems: readonly string[]
  readonly language: Language | null
  readonly kinds: ReadonlyMap<QuestionKind, number>
}

/** Letters that have no decomposition in Unicode, as people write them without their sign. */
const plainLetters: Readonly<Record<string, string>> = { ß: 'ss', ł: 'l', ø: 'o', æ: 'ae', œ: 'oe' }

export const readQuestion = (text: string): QuestionTerms => {
  const plain = text
    .slice(0, MAX_QUESTION_LENGTH)
    .toLowerCase()
    .replace(/[ßłøæœ]/gu, (letter) => plainLetters[letter] ?? letter)
  const words = splitTerms(plain).map(({ term }) => term)
  const stems = words.filter((word) => word.length > 1 && !isFiller(word)).map((word) => word.slice(0, STEM_LENGTH))
  const language = findLanguage(words)
  return { stems: [...new Set(stems)], language, kinds: findKinds(words, language) }
}

/** The index keeps kinds and language as terms of their own, longer than any beginning of a word. */
export const kindTerm = (kind: QuestionKind): string => `kind${kind}`
export const languageTerm = (language: Language): string => `language${language}`
