/** An open case: what the seller has to do, by when, and the platform's page where it is answered. */
import type { OrderCase } from '../../../shared/orders/case.ts'
import { useReportedMutation } from '../../api/hooks.ts'
import { usePlatform } from '../../api/use-connection.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { formatUpcomingTime } from '../../ui/format/format-time.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { caseLabels, caseReason, caseTodo, formatStated } from './order-labels.ts'

type Shown = Pick<OrderCase, 'caseId' | 'type' | 'todo' | 'dueAtMs'> & Partial<Pick<OrderCase, 'reason' | 'amount'>>

export const dueText = (dueAtMs: number | null, nowMs: number): string => {
  if (dueAtMs === null) return ''
  return dueAtMs <= nowMs ? 'The time to answer is over' : `Due ${formatUpcomingTime(dueAtMs, nowMs)}`
}

/** The app accepts, declines and refunds nothing (ORD-04). */
export const AnswerButton = ({ open }: { readonly open: Pick<OrderCase, 'caseId' | 'type'> }) => {
  const { label } = usePlatform()
  const answer = useReportedMutation('orders', 'openCase')
  const { caseId, type } = open
  return (
    <Button isPending={answer.isPending} onPress={() => answer.mutate({ caseId, type })} size="s">
      {`Answer on ${label}`}
    </Button>
  )
}

export const OpenCase = ({ open, nowMs }: { readonly open: Shown; readonly nowMs: number }) => {
  const details = [
    open.reason == null ? '' : caseReason(open.reason),
    open.amount == null ? '' : formatStated(open.amount),
    dueText(open.dueAtMs, nowMs),
  ].filter((part) => part !== '')
  const todo = caseTodo(open)
  return (
    <Stack gap={1}>
      <Row gap={3} justify="between" wrap>
        <Text strong tone={open.dueAtMs !== null && open.dueAtMs <= nowMs ? 'danger' : 'caution'}>
          {todo === caseLabels[open.type] ? todo : `${caseLabels[open.type]}: ${todo}`}
        </Text>
        <AnswerButton open={open} />
      </Row>
      {details.length > 0 && (
        <Text as="p" size="meta" tone="soft">
          {details.join(' · ')}
        </Text>
      )}
    </Stack>
  )
}
