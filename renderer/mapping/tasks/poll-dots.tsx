/** A task's newest polls as dots, oldest first. An open dot at the end is the planned poll. */
import type { TaskRow } from '../../../shared/mapping/contract.ts'
import { formatCount } from '../../ui/locale-format.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { pollLabels, pollTone } from '../mapping-labels.ts'
import styles from './tasks.module.css'

/** Colour repeats what shape says: a result is larger, a problem is a diamond. */
export const PollDots = ({ task }: { readonly task: TaskRow }) => {
  const { dots, nextPollAtMs } = task
  const last = dots.at(-1)
  return (
    <span className={styles.dots}>
      <VisuallyHidden>
        {last === undefined ? 'No checks yet' : `${formatCount(dots.length, 'check')}, last: ${pollLabels[last].label}`}
      </VisuallyHidden>
      {dots.map((outcome, index) => (
        <span
          aria-hidden="true"
          className={styles.dot}
          data-outcome={outcome}
          data-tone={pollTone(outcome, task)}
          // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its position
          key={index}
          title={pollLabels[outcome].label}
        />
      ))}
      {nextPollAtMs !== null && <span aria-hidden="true" className={styles.dot} data-outcome="offline" />}
    </span>
  )
}
