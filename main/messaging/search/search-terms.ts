/**
 * Splits texts into search terms. The index, the search field and the highlighted matches share this tokenizer, so
 * whatever is found can be highlighted.
 */
import type { SearchHit, TextRange } from '../../../shared/messaging/list.ts'

/** Letters, digits and marks of any script. Scripts written without spaces give one term per character. */
const wordPattern =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]\p{M}*|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])[\p{L}\p{N}\p{M}\p{Co}])+/gu
/** Accents, and signs inside compatibility forms (`½` is `1⁄2`). */
const otherSigns = /[^\p{L}\p{N}\p{Co}]+/gu
const isAscii = /^[\x20-\x7e\s]+$/
const MAX_TERMS = 12
const MAX_TERM_LENGTH = 60

/** A term with its position in the text, in UTF-16 code units. */
export type Term = { readonly term: string; readonly start: number; readonly end: number }

/** Lower case, without accents, compatibility forms unified (`ﬁ` as `fi`). */
const fold = (word: string): string =>
  isAscii.test(word)
    ? word.toLowerCase().slice(0, MAX_TERM_LENGTH)
    : [...word.normalize('NFKD').toLowerCase().replace(otherSigns, '').normalize('NFC')]
        .slice(0, MAX_TERM_LENGTH)
        .join('')

/** All terms of a text, in order. */
export const splitTerms = (text: string): readonly Term[] => {
  const terms: Term[] = []
  for (const match of text.matchAll(wordPattern)) {
    const range = { start: match.index, end: match.index + match[0].length }
    const folded = fold(match[0])
    if (isAscii.test(folded)) terms.push({ term: folded, ...range })
    // One character can fold into several terms (`㍿` into four).
    else for (const [term] of folded.matchAll(wordPattern)) terms.push({ term, ...range })
  }
  return terms
}

/** The distinct terms of a typed search, except those that another one starts with. */
export const parseSearch = (typed: string): readonly string[] => {
  const terms = [...new Set(splitTerms(typed).map(({ term }) => term))].slice(0, MAX_TERMS)
  return terms.filter((term) => !terms.some((other) => other !== term && other.startsWith(term)))
}

/** The text that the index stores for these texts: each term once, separated by spaces. */
export const indexText = (texts: readonly string[]): string =>
  [...new Set(texts.flatMap((text) => splitTerms(text).map(({ term }) => term)))].join(' ')

/**
 * An FTS5 expression that matches rows in which every term starts a term; undefined without terms. SECURITY: terms are
 * quoted and contain only letters and digits, so nothing typed becomes an FTS5 operator:
 * https://sqlite.org/fts5.html#full_text_query_syntax
 */
export const matchExpression = (terms: readonly string[]): string | undefined =>
  terms.length === 0 ? undefined : terms.map((term) => `"${term}"*`).join(' ')

type Matches = { readonly ranges: readonly TextRange[]; readonly terms: ReadonlySet<string> }

/** Finds the words of `text` that start with a searched term, and which of the terms occur. */
export const findMatches = (text: string, searched: readonly string[]): Matches => {
  const ranges: TextRange[] = []
  const terms = new Set<string>()
  if (isAscii.test(text)) {
    // Most texts contain none of the terms and need no splitting.
    const lower = text.toLowerCase()
    if (!searched.some((term) => lower.includes(term))) return { ranges, terms }
  }
  for (const { term, start, end } of splitTerms(text)) {
    const found = searched.filter((beginning) => term.startsWith(beginning))
    if (found.length === 0) continue
    if (ranges.at(-1)?.start !== start) ranges.push({ start, end })
    for (const beginning of found) terms.add(beginning)
  }
  return { ranges, terms }
}

const SNIPPET_LENGTH = 160
/** Characters before the first match. */
const SNIPPET_LEAD = 40

/** Moves a cut to the start of a nearby word, never into a surrogate pair. */
const cutStart = (text: string, at: number): number => {
  const blank = text.slice(at, at + SNIPPET_LEAD / 2).search(/\s/u)
  const start = blank < 0 ? at : at + blank + 1
  return /[\uDC00-\uDFFF]/u.test(text.charAt(start)) ? start + 1 : start
}

const cutEnd = (text: string, at: number): number => {
  if (at >= text.length) return text.length
  const blank = text.slice(at - SNIPPET_LEAD / 2, at).search(/\s\S*$/u)
  const end = blank < 0 ? at : at - SNIPPET_LEAD / 2 + blank
  return /[\uDC00-\uDFFF]/u.test(text.charAt(end)) ? end - 1 : end
}

/** One line of text around the first match, with all its matches marked. */
export const createSnippet = (
  text: string,
  ranges: readonly TextRange[],
): Pick<SearchHit, 'snippet' | 'ranges' | 'cutBefore' | 'cutAfter'> => {
  const first = ranges[0]?.start ?? 0
  const from = first <= SNIPPET_LEAD ? 0 : Math.min(cutStart(text, first - SNIPPET_LEAD), first)
  const to = Math.max(cutEnd(text, from + SNIPPET_LENGTH), Math.min(ranges[0]?.end ?? 0, from + 2 * SNIPPET_LENGTH))
  return {
    // Replaces blanks one for one, so the ranges stay valid.
    snippet: text.slice(from, to).replace(/\s/gu, ' '),
    ranges: ranges
      .filter(({ start, end }) => start >= from && end <= to)
      .map(({ start, end }) => ({ start: start - from, end: end - from })),
    cutBefore: from > 0,
    cutAfter: to < text.length,
  }
}
