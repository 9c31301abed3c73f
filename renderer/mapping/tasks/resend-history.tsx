/** The tasks of one start and every task that resent its products, with how many products were mapped. */
import type { ResendHistory, TaskPage } from '../../../shared/mapping/contract.ts'
import { isEnded } from '../../../shared/mapping/task.ts'
import { locationHref } from '../../location.ts'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { stateLabel } from '../mapping-labels.ts'

const describeTask = ({ parentRef, part, parts, productCount, state, counts }: ResendHistory['tasks'][number]) =>
  [
    parentRef === null ? undefined : `resends products of task ${parentRef}`,
    parts > 1 ? `part ${part} of ${parts}` : undefined,
    `${formatCount(productCount, 'product')}: ${stateLabel({ state }).label.toLowerCase()}`,
    counts === null ? undefined : formatCount(counts.listingPreviews, 'suggestion'),
  ]
    .filter((part) => part !== undefined)
    .join(', ')

export const ResendHistoryView = ({ task, history }: { readonly task: TaskPage; readonly history: ResendHistory }) => {
  const soFar = history.tasks.every(({ state }) => isEnded(state)) ? '' : ' so far'
  return (
    <Stack aria-label="Resend history" as="section" gap={1} pad={3}>
      <Text as="p" size="meta" tabular>
        {`${formatNumber(history.mappedCount)} of ${formatCount(history.productCount, 'product')} mapped${soFar}, over ${formatCount(history.tasks.length, 'task')}`}
      </Text>
      <Row as="ol" gap={4} wrap>
        {history.tasks.map((member) => (
          <Text as="li" key={member.taskRef} size="meta" tone="soft">
            {member.taskRef === task.taskRef ? (
              <strong>This task</strong>
            ) : (
              <a href={locationHref({ screen: 'mapping', path: [String(member.taskRef)] })}>task {member.taskRef}</a>
            )}{' '}
            {describeTask(member)}
          </Text>
        ))}
      </Row>
    </Stack>
  )
}
