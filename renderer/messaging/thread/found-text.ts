/** Where in a whole text stands what a search showed a piece of. */
import type { SearchHit, TextRange } from '../../../shared/messaging/list.ts'

/** The hit's ranges as places in `text`; none where the piece does not stand in it any more. */
export const rangesIn = (text: string, hit: SearchHit): readonly TextRange[] => {
  // A piece is shown on one line, a blank for each line end.
  const at = hit.snippet === '' ? -1 : text.replace(/\s/gu, ' ').indexOf(hit.snippet)
  return at < 0 ? [] : hit.ranges.map(({ start, end }) => ({ start: at + start, end: at + end }))
}
