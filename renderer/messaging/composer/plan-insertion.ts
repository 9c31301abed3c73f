/** Where a text goes that is inserted into what was typed, and what is selected after it. Pure. */
import type { Slash } from '../saved-replies/reply-choice.ts'

/** Where the cursor is; null if it isn't in the text. */
export type Cursor = Pick<HTMLTextAreaElement, 'selectionStart' | 'selectionEnd'> | null

export type Insertion = {
  readonly text: string
  /** A value that isn't known, so that the next key replaces it; without one, the end of what was inserted. */
  readonly selection: readonly [start: number, end: number]
}

/** The inserted text replaces the slash, or the selection, or goes to the end. */
export const planInsertion = (typed: string, inserted: string, cursor: Cursor, slash?: Slash): Insertion => {
  const start = slash?.start ?? cursor?.selectionStart ?? typed.length
  const end = cursor?.selectionEnd ?? typed.length
  const gap = /\{\{[^{}]*\}\}/u.exec(inserted)
  const [from, to] = gap === null ? [inserted.length, inserted.length] : [gap.index, gap.index + gap[0].length]
  return {
    text: typed.slice(0, start) + inserted + typed.slice(end),
    selection: [start + from, start + to],
  }
}
