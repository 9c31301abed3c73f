/** Splits a text at its links and search hits. Pure; the joined parts are the whole text. */
import type { WebLink } from '../../../shared/messaging/links.ts'
import type { SearchHit, TextRange } from '../../../shared/messaging/list.ts'

/** The hit's ranges within `text`; none if the snippet is no longer part of it. */
export const findRanges = (text: string, hit: SearchHit): readonly TextRange[] => {
  // A snippet is one line, with a space for each line break.
  const at = hit.snippet === '' ? -1 : text.replace(/\s/gu, ' ').indexOf(hit.snippet)
  return at < 0 ? [] : hit.ranges.map(({ start, end }) => ({ start: at + start, end: at + end }))
}

export type TextPart = { readonly text: string; readonly isFound: boolean }
type TextSegment = { readonly link: WebLink | null; readonly start: number; readonly parts: readonly TextPart[] }

/** Splits `from` to `to` at the search hits. `ranges` are in order and don't overlap. */
export const splitAtHits = (
  text: string,
  ranges: readonly TextRange[],
  from = 0,
  to = text.length,
): readonly TextPart[] => {
  const parts: TextPart[] = []
  const add = (start: number, end: number, isFound: boolean): void => {
    if (end > start) parts.push({ text: text.slice(start, end), isFound })
  }
  let at = from
  for (const { start, end } of ranges) {
    const first = Math.max(at, start)
    const last = Math.min(to, end)
    if (last <= first) continue
    add(at, first, false)
    add(first, last, true)
    at = last
  }
  add(at, to, false)
  return parts
}

/** Splits a text into links and the text between them, each split at the search hits. */
export const splitAtLinks = (
  text: string,
  links: readonly WebLink[],
  ranges: readonly TextRange[],
): readonly TextSegment[] => {
  const segments: TextSegment[] = []
  const add = (link: WebLink | null, start: number, end: number): void => {
    if (end > start) segments.push({ link, start, parts: splitAtHits(text, ranges, start, end) })
  }
  let at = 0
  for (const link of links) {
    if (link.start < at) continue
    add(null, at, link.start)
    add(link, link.start, link.end)
    at = Math.max(at, link.end)
  }
  add(null, at, text.length)
  return segments
}
