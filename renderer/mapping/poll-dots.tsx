/** The small timeline of a task: one dot a poll, oldest first. */
import type { PollOutcomeKind } from '../../shared/mapping/task.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import styles from './poll-dots.module.css'
import { countOf, pollWords } from './words.ts'

export type PollDotsProps = {
  readonly dots: readonly PollOutcomeKind[]
  /** A further poll is planned: an open dot at the end. */
  readonly isWaiting: boolean
}

/** Colour repeats what the shape and the words say: a result is larger, trouble is a diamond, a wait is open. */
export const PollDots = ({ dots, isWaiting }: PollDotsProps) => {
  const last = dots.at(-1)
  return (
    <span className={styles.dots}>
      <VisuallyHidden>
        {last === undefined ? 'No checks yet' : `${countOf(dots.length, 'check')}, last: ${pollWords[last].word}`}
      </VisuallyHidden>
      {dots.map((outcome, index) => (
        <span
          aria-hidden="true"
          className={styles.dot}
          data-outcome={outcome}
          data-tone={pollWords[outcome].tone}
          // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its place in time
          key={index}
          title={pollWords[outcome].word}
        />
      ))}
      {isWaiting && <span aria-hidden="true" className={styles.waiting} />}
    </span>
  )
}
