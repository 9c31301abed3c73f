/** Texts before and after a change, cut so that a narrow cell shows the difference. */

/** Characters. A longer common start would hide the change in a narrow cell. */
const MAX_SAME_START = 16

/** Shortens an old and a new text for a narrow cell: both start at the word with the first difference. */
export const startAtDifference = (before: string, after: string): readonly [string, string] => {
  let same = 0
  while (same < before.length && before[same] === after[same]) same += 1
  if (same <= MAX_SAME_START) return [before, after]
  const wordStart = before.lastIndexOf(' ', same - 1) + 1
  return wordStart === 0 ? [before, after] : [`… ${before.slice(wordStart)}`, `… ${after.slice(wordStart)}`]
}
