/** Finds a search hit's snippet within the whole text. */
import type { SearchHit, TextRange } from '../../../shared/messaging/list.ts'

/** The hit's ranges within `text`; none if the snippet is no longer part of it. */
export const findRanges = (text: string, hit: SearchHit): readonly TextRange[] => {
  // A snippet is one line, with a space for each line break.
  const at = hit.snippet === '' ? -1 : text.replace(/\s/gu, ' ').indexOf(hit.snippet)
  return at < 0 ? [] : hit.ranges.map(({ start, end }) => ({ start: at + start, end: at + end }))
}
