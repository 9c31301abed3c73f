/** The differences inside a text, word by word. */
import { VisuallyHidden } from '../base/visually-hidden.tsx'
import styles from './diff-text.module.css'

/** Text that was kept, removed or added. */
export type DiffSegment = {
  readonly change: 'same' | 'removed' | 'added'
  readonly text: string
}

export type DiffTextProps = {
  readonly segments: readonly DiffSegment[]
  /** `old` omits added text, `new` removed text. */
  readonly side: 'old' | 'new'
}

/** Marks removed and added text by colour, line and hidden text. */
export const DiffText = ({ segments, side }: DiffTextProps) => {
  const hidden = { old: 'added', new: 'removed' }[side]
  return (
    <span className={styles.text}>
      {segments
        .filter((segment) => segment.change !== hidden && segment.text !== '')
        .map((segment, index) => {
          // biome-ignore-start lint/suspicious/noArrayIndexKey: segments have no identity but their place
          if (segment.change === 'same') return <span key={index}>{segment.text}</span>
          const Mark = segment.change === 'removed' ? 'del' : 'ins'
          return (
            <Mark className={styles[segment.change]} key={index}>
              <VisuallyHidden>{segment.change}: </VisuallyHidden>
              {segment.text}
            </Mark>
          )
          // biome-ignore-end lint/suspicious/noArrayIndexKey: segments have no identity but their place
        })}
    </span>
  )
}
