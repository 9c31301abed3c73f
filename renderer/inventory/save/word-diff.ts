/** Which words of a text were removed and added. */

export type WordSpan = { readonly change: 'same' | 'removed' | 'added'; readonly text: string }

/** Above this many pairs of words, the middle is shown as replaced. */
const MAX_CELLS = 1_000_000

const splitWords = (text: string): readonly string[] =>
  text.match(/[\p{L}\p{N}\p{M}]+|\s+|[^\s\p{L}\p{N}\p{M}]/gu) ?? []

/** Joins changes that only share the spaces between them into phrases. */
const joinPhrases = (spans: readonly WordSpan[]): readonly WordSpan[] => {
  const phrases: WordSpan[] = []
  let removed = ''
  let added = ''
  const flush = (): void => {
    if (removed !== '') phrases.push({ change: 'removed', text: removed })
    if (added !== '') phrases.push({ change: 'added', text: added })
    removed = ''
    added = ''
  }
  spans.forEach((span, index) => {
    const isBetween = removed !== '' && added !== '' && index < spans.length - 1
    if (span.change === 'removed') removed += span.text
    else if (span.change === 'added') added += span.text
    else if (isBetween && span.text.trim() === '') {
      removed += span.text
      added += span.text
    } else {
      flush()
      phrases.push(span)
    }
  })
  flush()
  return phrases
}

/** A longest common subsequence over words, spaces and punctuation. */
export const diffWords = (before: string, after: string): readonly WordSpan[] => {
  const a = splitWords(before)
  const b = splitWords(after)
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1

  const spans: { change: WordSpan['change']; text: string }[] = []
  const push = (change: WordSpan['change'], text: string): void => {
    const last = spans.at(-1)
    if (text === '') return
    if (last?.change === change) last.text += text
    else spans.push({ change, text })
  }

  push('same', a.slice(0, start).join(''))
  const left = a.slice(start, a.length - end)
  const right = b.slice(start, b.length - end)
  if (left.length * right.length > MAX_CELLS) {
    push('removed', left.join(''))
    push('added', right.join(''))
  } else {
    const width = right.length + 1
    const lengths = new Uint32Array((left.length + 1) * width)
    const lengthAt = (i: number, j: number): number => lengths[i * width + j] ?? 0
    for (let i = left.length - 1; i >= 0; i -= 1) {
      for (let j = right.length - 1; j >= 0; j -= 1) {
        lengths[i * width + j] =
          left[i] === right[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1))
      }
    }
    let i = 0
    let j = 0
    while (i < left.length || j < right.length) {
      const from = left[i]
      const to = right[j]
      if (from !== undefined && from === to) {
        push('same', from)
        i += 1
        j += 1
      } else if (from !== undefined && (to === undefined || lengthAt(i + 1, j) >= lengthAt(i, j + 1))) {
        push('removed', from)
        i += 1
      } else if (to !== undefined) {
        push('added', to)
        j += 1
      }
    }
  }
  push('same', a.slice(a.length - end).join(''))
  return joinPhrases(spans)
}
