/** Every time the platform was asked about the task, newest first. */
import type { TaskPage } from '../../shared/mapping/contract.ts'
import { useNow } from '../api/use-now.ts'
import { formatCount } from '../ui/locale-format.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import styles from './lists.module.css'
import { pollTone, pollWords } from './mapping-labels.ts'
import { TaskTimeline } from './task-timeline.tsx'

const took = (ms: number): string => (ms < 1_000 ? `${Math.max(0, Math.round(ms))} ms` : `${(ms / 1_000).toFixed(1)} s`)

export const CheckList = ({ task }: { readonly task: TaskPage }) => {
  const nowMs = useNow()
  if (task.polls.length === 0) {
    return (
      <p className={styles.none}>
        {task.taskId === null ? 'There is no task id to ask about.' : 'The platform has not been asked yet.'}
      </p>
    )
  }
  return (
    <>
      <TaskTimeline task={task} />
      <ol className={styles.list} reversed>
        {task.polls.toReversed().map((poll, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: checks are only ever added
          <li className={styles.check} key={task.polls.length - index}>
            <span aria-hidden="true" className={styles.mark} data-tone={pollTone(poll.outcome, task)} />
            <span>{pollWords[poll.outcome].word}</span>
            <span className={styles.text}>
              {poll.message}
              {poll.repeats > 0 && ` Tried ${formatCount(poll.repeats, 'more time')}.`}
            </span>
            <span className={styles.faint}>
              <RelativeTime at={poll.settledAtMs} now={nowMs} />
              {poll.repeats === 0 && `, took ${took(poll.settledAtMs - poll.atMs)}`}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}
