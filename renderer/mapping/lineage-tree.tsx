/** Where a task comes from and what came of it: its start, its parts, and every task that sent products again. */
import type { ResendHistory, TaskPage } from '../../shared/mapping/contract.ts'
import { isEnded } from '../../shared/mapping/task.ts'
import { locationHref } from '../api/location.ts'
import { formatCount, formatNumber } from '../ui/locale-format.ts'
import { wordsOf } from './mapping-labels.ts'
import styles from './task-page.module.css'

type Member = ResendHistory['tasks'][number]

const whatOf = (member: Member): string => {
  const { word } = wordsOf({ state: member.state, paused: false })
  const part = member.parts > 1 ? `part ${member.part} of ${member.parts}, ` : ''
  const from = member.parentRef === null ? '' : `sends products of task ${member.parentRef} again, `
  const came = member.counts === null ? '' : `, ${formatCount(member.counts.listingPreviews, 'preview')}`
  return `${from}${part}${formatCount(member.productCount, 'product')}: ${word.toLowerCase()}${came}`
}

export const LineageTree = ({ task, history }: { readonly task: TaskPage; readonly history: ResendHistory }) => {
  const isOver = history.tasks.every(({ state }) => isEnded(state))
  return (
    <section aria-label="ResendHistory" className={styles.lineage}>
      <p className={styles.through}>
        {`${formatNumber(history.mappedCount)} of ${formatCount(history.productCount, 'product')} got through ${
          isOver ? 'in the end' : 'so far'
        }, over ${formatCount(history.tasks.length, 'task')}.`}
      </p>
      <ol className={styles.members}>
        {history.tasks.map((member) => (
          <li key={member.taskRef}>
            {member.taskRef === task.taskRef ? (
              <strong>This task</strong>
            ) : (
              <a href={locationHref({ screen: 'mapping', path: [String(member.taskRef)] })}>task {member.taskRef}</a>
            )}{' '}
            {whatOf(member)}
          </li>
        ))}
      </ol>
    </section>
  )
}
