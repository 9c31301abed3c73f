/** Which words of a text were removed and added. Changes with only a space between them are one phrase. */
import { diffWordsWithSpace } from 'diff'
import type { DiffSegment } from '../../ui/display/diff-text.tsx'

/** With more changes, the whole text is shown as replaced, because a word-by-word difference would be unreadable. */
const MAX_CHANGES = 2_000

/** A number is one word: 66.10 and 77.50 share no part. */
const isNumber = (text: string): boolean => /^[\d.,]+$/u.test(text)

export const diffWords = (before: string, after: string): readonly DiffSegment[] => {
  const segments: DiffSegment[] = []
  let phrase = { removed: '', added: '' }
  const endPhrase = (): void => {
    for (const change of ['removed', 'added'] as const) {
      if (phrase[change] !== '') segments.push({ change, text: phrase[change] })
    }
    phrase = { removed: '', added: '' }
  }
  const maxEditLength = isNumber(before) && isNumber(after) && before !== after ? 0 : MAX_CHANGES
  const found = diffWordsWithSpace(before, after, { maxEditLength }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]
  found.forEach(({ value, added, removed }, index) => {
    const isBetween = phrase.removed !== '' && phrase.added !== '' && value.trim() === '' && index < found.length - 1
    if (!added && !removed && !isBetween) {
      endPhrase()
      segments.push({ change: 'same', text: value })
      return
    }
    if (!added) phrase.removed += value
    if (!removed) phrase.added += value
  })
  endPhrase()
  return segments
}
