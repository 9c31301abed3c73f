/** The last checks of a task, newest first. */
import type { TaskPage } from '../../../shared/mapping/contract.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'
import { Text } from '../../ui/layout/layout.tsx'
import { pollLabels, pollTone } from '../mapping-labels.ts'
import { ListMessage } from '../results/list-parts.tsx'
import styles from './tasks.module.css'

const formatTook = (ms: number): string =>
  ms < 1_000 ? `${Math.max(0, Math.round(ms))} ms` : `${(ms / 1_000).toFixed(1)} s`

export const CheckList = ({ task }: { readonly task: TaskPage }) => {
  const { The } = usePlatformName()
  if (task.polls.length === 0) {
    return <ListMessage text={task.taskId === null ? 'This task can’t be checked yet.' : 'Not checked yet.'} />
  }
  return (
    <>
      {task.requestedId !== null && <ListMessage text={`${The}’s answer has the ID ${task.requestedId}.`} />}
      <ol className={styles.checks} reversed>
        {task.polls.toReversed().map(({ outcome, message, repeats, atMs, settledAtMs }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: checks are only ever added
          <li className={styles.check} key={task.polls.length - index}>
            <span aria-hidden="true" className={styles.dot} data-tone={pollTone(outcome, task)} />
            <span>{pollLabels[outcome].label}</span>
            <Text tone="soft">
              {message ?? ''}
              {repeats > 0 && ` Tried ${formatCount(repeats, 'more time')}.`}
            </Text>
            <Text size="meta" tone="faint">
              <RelativeTime at={settledAtMs} />
              {repeats === 0 && `, took ${formatTook(settledAtMs - atMs)}`}
            </Text>
          </li>
        ))}
      </ol>
    </>
  )
}
