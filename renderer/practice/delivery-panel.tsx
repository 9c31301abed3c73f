/** The platform's deliveries: which wait for their next attempt, and which are done. */
import type { PracticeDelivery } from '../../shared/practice/contract.ts'
import { useApiMutation, useApiQuery } from '../api/hooks.ts'
import { useNow } from '../api/use-now.ts'
import { usePolling } from '../api/use-polling.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Row, Stack, Text } from '../ui/layout.tsx'
import { formatNumber } from '../ui/locale-format.ts'
import { Panel } from '../ui/panel.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { EmptyState } from '../ui/states.tsx'
import { Table, type TableColumn } from '../ui/table.tsx'
import { ActionStatus } from './action-status.tsx'
import styles from './practice.module.css'
import { answerLabel, attemptLabel, dueLabel } from './practice-labels.ts'

const POLL_MS = 1_000
const MAX_WAITING_SHOWN = 6

const outcomes = {
  waiting: { label: 'Waiting', tone: 'info' },
  delivered: { label: 'Delivered', tone: 'good' },
  givenUp: { label: 'Given up', tone: 'caution' },
} as const

const columns: readonly TableColumn<PracticeDelivery>[] = [
  { id: 'name', label: 'Event or topic', width: 'minmax(140px, 2fr)', render: ({ name }) => name },
  { id: 'attempts', label: 'Attempts', width: 'minmax(80px, 1fr)', render: attemptLabel },
  { id: 'answer', label: 'Answer', width: 'minmax(100px, 1fr)', render: ({ lastAnswer }) => answerLabel(lastAnswer) },
  {
    id: 'outcome',
    label: 'Outcome',
    width: '104px',
    render: ({ outcome }) => <Badge tone={outcomes[outcome].tone}>{outcomes[outcome].label}</Badge>,
  },
]
const getKey = ({ deliveryId }: PracticeDelivery): string => deliveryId

function WaitingDelivery({ delivery, nowMs }: { readonly delivery: PracticeDelivery; readonly nowMs: number }) {
  const deliverNow = useApiMutation('practice', 'deliverNow')
  const giveUp = useApiMutation('practice', 'giveUpDelivery')
  const { deliveryId, name, attempts, dueAtMs, lastAnswer } = delivery
  const nextAttempt = attemptLabel({ ...delivery, attempts: attempts + 1 })
  return (
    <Row aria-label={name} as="li" gap={3} wrap>
      <Text strong>{name}</Text>
      <Text tone="soft">
        {answerLabel(lastAnswer)}; attempt {nextAttempt} {dueLabel(dueAtMs - nowMs)}
      </Text>
      <Row className={styles.actions} gap={1}>
        <Button isPending={deliverNow.isPending} onPress={() => deliverNow.mutate({ deliveryId })} size="s">
          Deliver now
        </Button>
        <Button isPending={giveUp.isPending} onPress={() => giveUp.mutate({ deliveryId })} size="s" variant="quiet">
          Give up
        </Button>
      </Row>
      <ActionStatus error={deliverNow.error ?? giveUp.error} />
    </Row>
  )
}

export function DeliveryPanel({ clockOffsetMs }: { readonly clockOffsetMs: number }) {
  const query = useApiQuery('practice', 'deliveries', {})
  usePolling(query.refetch, POLL_MS)
  // The platform's times are on the practice clock.
  const nowMs = useNow('second') + clockOffsetMs
  const seconds = (ms = 0): string => formatNumber(ms / 1_000)
  const { resendDelayMs, receiverTimeoutMs } = query.data ?? {}

  return (
    <Panel
      description={
        query.data &&
        `Legacy events are resent until this app answers 200 within ${seconds(receiverTimeoutMs)} s; topic notifications are tried three times, ${seconds(resendDelayMs)} s apart.`
      }
      isRaised
      title="Deliveries"
    >
      <QueryView label="Deliveries" query={query}>
        {({ deliveries, waiting, total }) => {
          if (total === 0) return <EmptyState heading="No deliveries yet" text="Make something happen to see one." />
          const done = deliveries.filter(({ outcome }) => outcome !== 'waiting')
          const nextDue = deliveries.filter(({ outcome }) => outcome === 'waiting').reverse()
          return (
            <>
              {waiting > 0 && (
                <Stack aria-label="Waiting deliveries" as="ul" className={styles.list} gap={1}>
                  {nextDue.slice(0, MAX_WAITING_SHOWN).map((delivery) => (
                    <WaitingDelivery delivery={delivery} key={delivery.deliveryId} nowMs={nowMs} />
                  ))}
                  {waiting > MAX_WAITING_SHOWN && (
                    <Text as="li" tone="soft">
                      {formatNumber(waiting - MAX_WAITING_SHOWN)} more waiting
                    </Text>
                  )}
                </Stack>
              )}
              {done.length > 0 && (
                <div className={styles.shortTable}>
                  <Table columns={columns} getKey={getKey} items={done} label="Completed deliveries" rowHeight={28} />
                </div>
              )}
            </>
          )
        }}
      </QueryView>
    </Panel>
  )
}
