/**
 * The words of a text, as a search compares them, and where they stand.
 *
 * One reading for all: what the index holds, what a user types and what a hit marks are cut into words here, so that what
 * is found can always be shown.
 */
import type { SearchHit, TextRange } from '../../shared/messaging/list.ts'

/** Letters, digits and marks of any script; everything else separates words. Scripts that are written without blanks give a word a sign. */
const wordPattern =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]\p{M}*|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])[\p{L}\p{N}\p{M}\p{Co}])+/gu
/** Accents, and what a compatible form is made of besides letters and digits (`½` is `1⁄2`). */
const otherSigns = /[^\p{L}\p{N}\p{Co}]+/gu
const isAscii = /^[\x20-\x7e\s]+$/
const MOST_WORDS = 12
/** Of longer words the beginning counts. */
const WORD_LENGTH = 60

export type Word = { readonly word: string; readonly start: number; readonly end: number }

/** As words are compared: small letters, without accents, compatible forms as one (`ﬁ` as `fi`). */
const folded = (word: string): string =>
  isAscii.test(word)
    ? word.toLowerCase().slice(0, WORD_LENGTH)
    : [...word.normalize('NFKD').toLowerCase().replace(otherSigns, '').normalize('NFC')].slice(0, WORD_LENGTH).join('')

/** Every word of a text in order, where it stands in UTF-16 code units. Marks alone are no word. */
export const wordsOf = (text: string): readonly Word[] => {
  const words: Word[] = []
  for (const match of text.matchAll(wordPattern)) {
    const place = { start: match.index, end: match.index + match[0].length }
    const word = folded(match[0])
    if (isAscii.test(word)) words.push({ word, ...place })
    // One sign may stand for several words (`㍿` for four).
    else for (const [one] of word.matchAll(wordPattern)) words.push({ word: one, ...place })
  }
  return words
}

/** The words that a user searches for, each once; what is the beginning of another is left out. */
export const searchedWords = (typed: string): readonly string[] => {
  const words = [...new Set(wordsOf(typed).map(({ word }) => word))].slice(0, MOST_WORDS)
  return words.filter((word) => !words.some((other) => other !== word && other.startsWith(word)))
}

/** What searched words find in a text: where, and how many of them. */
export type Found = { readonly ranges: readonly TextRange[]; readonly words: ReadonlySet<string> }

/** Finds the words of `text` that begin with one of those searched for. */
export const findWords = (text: string, searched: readonly string[]): Found => {
  const ranges: TextRange[] = []
  const words = new Set<string>()
  // Most texts hold none of the words, and most are plain: those need not be cut into words to be known.
  if (isAscii.test(text)) {
    const small = text.toLowerCase()
    if (!searched.some((word) => small.includes(word))) return { ranges, words }
  }
  for (const { word, start, end } of wordsOf(text)) {
    const begins = searched.filter((beginning) => word.startsWith(beginning))
    if (begins.length === 0) continue
    // The words of one sign stand at one place.
    if (ranges.at(-1)?.start !== start) ranges.push({ start, end })
    for (const beginning of begins) words.add(beginning)
  }
  return { ranges, words }
}

/** Beginnings up to this length stand in the index as words of their own, so that each is found at once, at any size. */
const LONGEST_KEPT_BEGINNING = 12

/** The words of a plain text in small letters: what `wordPattern` finds there, at a third of its cost. */
const plainWords = /[a-z0-9]+/g

/** The words of a text, without where they stand. */
const addWords = (text: string, words: Set<string>): void => {
  if (isAscii.test(text)) {
    for (const word of text.toLowerCase().match(plainWords) ?? []) words.add(word.slice(0, WORD_LENGTH))
  } else for (const { word } of wordsOf(text)) words.add(word)
}

/**
 * What the index holds of texts: each word and its beginnings, separated by blanks.
 *
 * The index keeps no order of words and no text, so that it is small and a word's finds come newest first. A beginning that
 * several words share stands here several times: to the index it is one, and to look for it costs more than it saves.
 */
export const indexedWords = (texts: Iterable<string>): string => {
  const words = new Set<string>()
  for (const text of texts) addWords(text, words)
  let kept = ''
  for (const word of words) {
    const signs = isAscii.test(word) ? word : [...word]
    const beginnings = Math.min(signs.length - 1, LONGEST_KEPT_BEGINNING)
    for (let length = 1; length <= beginnings; length += 1) {
      kept += `${typeof signs === 'string' ? signs.slice(0, length) : signs.slice(0, length).join('')} `
    }
    kept += `${word} `
  }
  return kept
}

/**
 * Searched words as an FTS5 expression over what `indexedWords` gave: all of them must occur. Undefined without a word.
 *
 * SECURITY (design section 8): each word is quoted and holds letters and digits only, so that nothing typed is ever an
 * operator of the search language.
 */
export const searchExpression = (searched: readonly string[]): string | undefined =>
  searched.length === 0
    ? undefined
    : searched.map((word) => ([...word].length > LONGEST_KEPT_BEGINNING ? `"${word}"*` : `"${word}"`)).join(' ')

const SNIPPET_LENGTH = 160
/** How much of it stands before the first find. */
const SNIPPET_LEAD = 40

/** Back to the beginning of a word, if one begins near, and never into the middle of a character. */
const wordBegin = (text: string, at: number): number => {
  const blank = text.slice(at, at + SNIPPET_LEAD / 2).search(/\s/u)
  const begin = blank < 0 ? at : at + blank + 1
  return /[\uDC00-\uDFFF]/u.test(text.charAt(begin)) ? begin + 1 : begin
}

const wordEnd = (text: string, at: number): number => {
  if (at >= text.length) return text.length
  const blank = text.slice(at - SNIPPET_LEAD / 2, at).search(/\s\S*$/u)
  const end = blank < 0 ? at : at - SNIPPET_LEAD / 2 + blank
  return /[\uDC00-\uDFFF]/u.test(text.charAt(end)) ? end - 1 : end
}

/** The words around the first find, on one line, with every find in them marked. */
export const snippetOf = (
  text: string,
  ranges: readonly TextRange[],
): Pick<SearchHit, 'snippet' | 'ranges' | 'cutBefore' | 'cutAfter'> => {
  const first = ranges[0]?.start ?? 0
  const from = first <= SNIPPET_LEAD ? 0 : Math.min(wordBegin(text, first - SNIPPET_LEAD), first)
  const to = Math.max(wordEnd(text, from + SNIPPET_LENGTH), Math.min(ranges[0]?.end ?? 0, from + 2 * SNIPPET_LENGTH))
  return {
    // One character for one, so that the places stay.
    snippet: text.slice(from, to).replace(/\s/gu, ' '),
    ranges: ranges
      .filter(({ start, end }) => start >= from && end <= to)
      .map(({ start, end }) => ({ start: start - from, end: end - from })),
    cutBefore: from > 0,
    cutAfter: to < text.length,
  }
}
