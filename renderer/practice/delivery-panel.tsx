/** What the platform tells: what waits for its next try, and what is through. The rules of resending can be watched here. */
import { useEffect } from 'react'
import type { PracticeDelivery } from '../../shared/practice/contract.ts'
import { useApiMutation, useApiQuery } from '../api/hooks.ts'
import { useNow } from '../api/use-now.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { formatNumber } from '../ui/locale-format.ts'
import { Panel } from '../ui/panel.tsx'
import { EmptyState } from '../ui/states.tsx'
import { Table, type TableColumn } from '../ui/table.tsx'
import { dueWords, heardWords, triesWords } from './delivery-words.ts'
import styles from './practice.module.css'
import { Said } from './said.tsx'

const LOOK_EVERY_MS = 1_000
const MOST_WAITING_SHOWN = 6

const outcomes = {
  waiting: { word: 'Waiting', tone: 'info' },
  delivered: { word: 'Delivered', tone: 'good' },
  givenUp: { word: 'Given up', tone: 'caution' },
} as const

const columns: readonly TableColumn<PracticeDelivery>[] = [
  { id: 'name', label: 'What', width: 'minmax(140px, 2fr)', render: ({ name }) => name },
  { id: 'tries', label: 'Tries', width: 'minmax(80px, 1fr)', render: triesWords },
  { id: 'heard', label: 'Answer', width: 'minmax(100px, 1fr)', render: ({ lastAnswer }) => heardWords(lastAnswer) },
  {
    id: 'outcome',
    label: 'Outcome',
    width: '104px',
    render: ({ outcome }) => <Badge tone={outcomes[outcome].tone}>{outcomes[outcome].word}</Badge>,
  },
]
const getKey = ({ deliveryId }: PracticeDelivery): string => deliveryId

const Waiting = ({ delivery, nowMs }: { readonly delivery: PracticeDelivery; readonly nowMs: number }) => {
  const hurry = useApiMutation('practice', 'deliverNow')
  const stop = useApiMutation('practice', 'giveUpDelivery')
  const { deliveryId, name, attempts, dueAtMs, lastAnswer } = delivery
  const next = triesWords({ ...delivery, attempts: attempts + 1 })
  return (
    <li aria-label={name} className={styles.waiting}>
      <span className={styles.waitingName}>{name}</span>
      <span className={styles.said}>
        {heardWords(lastAnswer)}; {next} {dueWords(dueAtMs - nowMs)}
      </span>
      <span className={styles.waitingActs}>
        <Button isPending={hurry.isPending} onPress={() => hurry.mutate({ deliveryId })} size="s">
          Now
        </Button>
        <Button isPending={stop.isPending} onPress={() => stop.mutate({ deliveryId })} size="s" variant="quiet">
          Give up
        </Button>
      </span>
      {(hurry.error ?? stop.error) !== null && <Said error={hurry.error ?? stop.error} />}
    </li>
  )
}

export function DeliveryPanel({ clockOffsetMs }: { readonly clockOffsetMs: number }) {
  const answer = useApiQuery('practice', 'deliveries', {})
  const { refetch } = answer
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void refetch()
    }, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [refetch])
  // The platform's times are on the practice clock.
  const nowMs = useNow('second') + clockOffsetMs
  const { deliveries = [], waiting = 0, total = 0, resendDelayMs, receiverTimeoutMs } = answer.data ?? {}
  const waitingOnes = deliveries.filter(({ outcome }) => outcome === 'waiting').reverse()
  const through = deliveries.filter(({ outcome }) => outcome !== 'waiting')
  const seconds = (ms: number | undefined): string => (ms === undefined ? '…' : formatNumber(ms / 1_000))

  return (
    <Panel
      description={`A legacy event is told until it is answered with 200 within ${seconds(receiverTimeoutMs)} s, a notification of a topic three times at most; ${seconds(resendDelayMs)} s after a wrong answer it is tried again.`}
      isRaised
      title="What the platform tells"
    >
      {answer.isError && answer.data === undefined ? (
        <Said error={answer.error} />
      ) : total === 0 ? (
        <EmptyState heading="Nothing told yet" text="Make something happen: its way to the receiver is shown here." />
      ) : (
        <>
          {waiting > 0 && (
            <ul aria-label="Waiting for the next try" className={styles.faults}>
              {waitingOnes.slice(0, MOST_WAITING_SHOWN).map((delivery) => (
                <Waiting delivery={delivery} key={delivery.deliveryId} nowMs={nowMs} />
              ))}
              {waiting > MOST_WAITING_SHOWN && (
                <li className={styles.said}>and {formatNumber(waiting - MOST_WAITING_SHOWN)} more wait</li>
              )}
            </ul>
          )}
          {through.length > 0 && (
            <div className={styles.shortTable}>
              <Table columns={columns} getKey={getKey} items={through} label="Told" rowHeight={28} />
            </div>
          )}
        </>
      )}
    </Panel>
  )
}
