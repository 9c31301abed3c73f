/** A text cut where a link or a find begins or ends. Pure, so that what stands on screen is always the whole text. */
import type { WebLink } from '../../shared/messaging/links.ts'
import type { TextRange } from '../../shared/messaging/list.ts'

export type TextPart = { readonly text: string; readonly isFound: boolean }
export type TextSegment = { readonly link: WebLink | null; readonly start: number; readonly parts: readonly TextPart[] }

/** The stretch from `from` to `to`, cut at what was found in it. `ranges` in order, without overlap. */
export const foundParts = (
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
    const begin = Math.max(at, start)
    const stop = Math.min(to, end)
    if (stop <= begin) continue
    add(at, begin, false)
    add(begin, stop, true)
    at = stop
  }
  add(at, to, false)
  return parts
}

/** Links and what stands between them, each cut at what was found. Joined again, the parts are the text. */
export const segmentsOf = (
  text: string,
  links: readonly WebLink[],
  ranges: readonly TextRange[],
): readonly TextSegment[] => {
  const segments: TextSegment[] = []
  const add = (link: WebLink | null, start: number, end: number): void => {
    if (end > start) segments.push({ link, start, parts: foundParts(text, ranges, start, end) })
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
