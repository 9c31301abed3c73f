/** Where a task comes from and what came of it: its start, its parts, and every task that sent products again. */
import type { Lineage, TaskPage } from '../../shared/mapping/contract.ts'
import { isEnded } from '../../shared/mapping/task.ts'
import { locationHref } from '../api/location.ts'
import { formatCount, formatNumber } from '../ui/locale-format.ts'
import styles from './task-page.module.css'
import { wordsOf } from './words.ts'

type Member = Lineage['tasks'][number]

const whatOf = (member: Member): string => {
  const { word } = wordsOf({ state: member.state, paused: false })
  const part = member.parts > 1 ? `part ${member.part} of ${member.parts}, ` : ''
  const from = member.parentRef === null ? '' : `sends products of task ${member.parentRef} again, `
  const came = member.counts === null ? '' : `, ${formatCount(member.counts.listingPreviews, 'preview')}`
  return `${from}${part}${formatCount(member.productCount, 'product')}: ${word.toLowerCase()}${came}`
}

export const LineageTree = ({ task, lineage }: { readonly task: TaskPage; readonly lineage: Lineage }) => {
  const isOver = lineage.tasks.every(({ state }) => isEnded(state))
  return (
    <section aria-label="Lineage" className={styles.lineage}>
      <p className={styles.through}>
        {`${formatNumber(lineage.gotThrough)} of ${formatCount(lineage.products, 'product')} got through ${
          isOver ? 'in the end' : 'so far'
        }, over ${formatCount(lineage.tasks.length, 'task')}.`}
      </p>
      <ol className={styles.members}>
        {lineage.tasks.map((member) => (
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
