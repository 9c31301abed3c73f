/** Phrases as they are listed for concepts and kinds, found in the words of a question. */

/** Parts that occur in this order within a few words of each other. */
export type Phrase = readonly { readonly text: string; readonly isWhole: boolean }[]

/** How many words may lie between two parts of a phrase. */
const MAX_BETWEEN = 3
/** Shorter parts are whole words: as beginnings they would match too much. */
const MIN_BEGINNING = 4

const parsePhrase = (text: string): Phrase =>
  text
    .trim()
    .split(/\s+/)
    .map((part) =>
      part.endsWith('=')
        ? { text: part.slice(0, -1), isWhole: true }
        : { text: part, isWhole: part.length < MIN_BEGINNING },
    )

/** Phrases separated by commas. Each is one or more beginnings of words; `=` marks the end of a word. */
const parsePhrases = (list: string): readonly Phrase[] =>
  list
    .split(',')
    .map(parsePhrase)
    .filter((phrase) => phrase[0]?.text !== '')

const follows = (phrase: Phrase, words: readonly string[], from: number, part: number): boolean => {
  const wanted = phrase[part]
  if (wanted === undefined) return true
  const last = Math.min(words.length, from + MAX_BETWEEN + 1)
  for (let index = from; index < last; index += 1) {
    const word = words[index] ?? ''
    const isMatch = wanted.isWhole ? word === wanted.text : word.startsWith(wanted.text)
    if (isMatch && follows(phrase, words, index + 1, part + 1)) return true
  }
  return false
}

const toStart = (word: string): string => word.slice(0, 2)

type Entries<Label> = readonly { readonly label: Label; readonly phrase: Phrase }[]

const groupByStart = <Label extends string>(lists: Iterable<readonly [Label, string]>): Map<string, Entries<Label>> =>
  Map.groupBy(
    Array.from(lists).flatMap(([label, list]) => parsePhrases(list).map((phrase) => ({ label, phrase }))),
    ({ phrase }) => toStart(phrase[0]?.text ?? ''),
  )

/**
 * Finds the listed phrases that occur in a question's words, for each label the number of their parts.
 *
 * Phrases are looked up by their first two letters, so that a long list costs little for each word. They are parsed for the
 * first question, so that the app's start doesn't wait for them.
 */
export const createPhraseFinder = <Label extends string>(
  lists: Iterable<readonly [Label, string]>,
): ((words: readonly string[]) => ReadonlyMap<Label, number>) => {
  let byStart: Map<string, Entries<Label>> | undefined
  return (words) => {
    byStart ??= groupByStart(lists)
    const found = new Map<Label, number>()
    const seen = new Set<Phrase>()
    for (const [index, word] of words.entries()) {
      for (const { label, phrase } of byStart.get(toStart(word)) ?? []) {
        const first = phrase[0]
        if (first === undefined || seen.has(phrase)) continue
        if (first.isWhole ? word !== first.text : !word.startsWith(first.text)) continue
        if (!follows(phrase, words, index + 1, 1)) continue
        seen.add(phrase)
        found.set(label, (found.get(label) ?? 0) + phrase.length)
      }
    }
    return found
  }
}
