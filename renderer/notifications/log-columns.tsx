/** The columns of the log, for the room that there is. */
import { RotateCcw } from 'lucide-react'
import { originLabels, processingLabels, signatureLabels } from '../../shared/notifications/event.ts'
import type { DeliveryTimes, EventRow } from '../../shared/notifications/log-contract.ts'
import { Badge } from '../ui/badge.tsx'
import { formatCount, formatNumber } from '../ui/locale-format.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import type { TableColumn } from '../ui/table.tsx'
import styles from './log.module.css'
import type { LogRoom } from './use-log-room.ts'
import { meaningOf, processingTones, signatureTones, timesWords, timeWords, waitedWords } from './words.ts'

type Column = TableColumn<EventRow>

const time = (nowMs: number): Column => ({
  id: 'time',
  label: 'Arrived',
  // "59 min. ago", whole, in the languages that take most room for it too.
  width: '124px',
  render: ({ receivedAtMs }) => <RelativeTime at={receivedAtMs} now={nowMs} />,
})

const event = (width: string, isNamed = false): Column => ({
  id: 'event',
  label: 'Event',
  width,
  render: ({ name, origin }) => (
    <span title={name}>
      {origin !== 'platform' && (
        <>
          <Badge tone="accent">{originLabels[origin]}</Badge>{' '}
        </>
      )}
      {meaningOf(name) ?? name}{' '}
      {isNamed && meaningOf(name) !== undefined && <span className={styles.type}>{name}</span>}
    </span>
  ),
})

const item: Column = {
  id: 'item',
  label: 'Item',
  width: 'minmax(116px, 1fr)',
  render: ({ itemId }) => <span className="mono">{itemId ?? ''}</span>,
}

const buyer: Column = { id: 'buyer', label: 'Buyer', width: 'minmax(96px, 1fr)', render: ({ buyer }) => buyer ?? '' }

const signature: Column = {
  id: 'signature',
  label: 'Signature',
  width: '132px',
  render: ({ signature }) => <Badge tone={signatureTones[signature]}>{signatureLabels[signature]}</Badge>,
}

const deliveries: Column = {
  id: 'deliveries',
  label: 'Deliveries',
  width: '104px',
  align: 'end',
  render: ({ deliveryCount, replayCount }) => (
    <span className={styles.deliveries}>
      {formatNumber(deliveryCount)}
      {replayCount > 0 && (
        <span className={styles.replays} title={`and ${formatCount(replayCount, 'replay')}`}>
          <RotateCcw aria-label="and replayed" role="img" size={12} /> {formatNumber(replayCount)}
        </span>
      )}
    </span>
  ),
}

const state: Column = {
  id: 'state',
  label: 'State',
  width: '112px',
  render: ({ processing }) => <Badge tone={processingTones[processing]}>{processingLabels[processing]}</Badge>,
}

const eachTime = (id: keyof DeliveryTimes, label: string): Column => ({
  id,
  label,
  width: '82px',
  align: 'end',
  render: ({ times }) => <span title={timesWords(times)}>{timeWords(times[id])}</span>,
})

/** Where four columns have no place: how long the sender waited, and all four on hover. */
const waited: Column = {
  id: 'waited',
  label: 'Answered in',
  width: '104px',
  align: 'end',
  render: ({ times }) => <span title={timesWords(times)}>{waitedWords(times)}</span>,
}

export const logColumns = (room: LogRoom, nowMs: number): readonly Column[] => {
  switch (room) {
    case 'list':
      return [time(nowMs), event('minmax(120px, 1fr)'), state]
    case 'narrow':
      return [time(nowMs), event('minmax(120px, 1fr)'), item, signature, state]
    case 'table':
      return [time(nowMs), event('minmax(150px, 2fr)', true), item, buyer, signature, deliveries, waited, state]
    case 'wide':
      return [
        time(nowMs),
        event('minmax(180px, 2fr)', true),
        item,
        buyer,
        signature,
        deliveries,
        eachTime('acceptMs', 'Accept'),
        eachTime('persistMs', 'Persist'),
        eachTime('answerMs', 'Answer'),
        eachTime('processMs', 'Process'),
        state,
      ]
  }
}
