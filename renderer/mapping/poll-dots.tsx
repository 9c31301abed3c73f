/** The small timeline of a task: one dot a poll, oldest first. */
import type { TaskRow } from '../../shared/mapping/contract.ts'
import { formatCount } from '../ui/locale-format.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { pollTone, pollWords } from './mapping-labels.ts'
import styles from './poll-dots.module.css'

export type PollDotsProps = { readonly task: Pick<TaskRow, 'dots' | 'state' | 'paused' | 'nextPollAtMs'> }

/**
 * Colour repeats what the shape and the words say: a result is larger, trouble is a diamond, and where a further poll is
 * planned, an open dot waits at the end.
 */
export const PollDots = ({ task }: PollDotsProps) => {
  const { dots, nextPollAtMs } = task
  const last = dots.at(-1)
  return (
    <span className={styles.dots}>
      <VisuallyHidden>
        {last === undefined ? 'No checks yet' : `${formatCount(dots.length, 'check')}, last: ${pollWords[last].word}`}
      </VisuallyHidden>
      {dots.map((outcome, index) => (
        <span
          aria-hidden="true"
          className={styles.dot}
          data-outcome={outcome}
          data-tone={pollTone(outcome, task)}
          // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its place in time
          key={index}
          title={pollWords[outcome].word}
        />
      ))}
      {nextPollAtMs !== null && <span aria-hidden="true" className={styles.waiting} />}
    </span>
  )
}
