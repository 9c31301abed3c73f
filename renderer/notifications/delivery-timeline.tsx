/** Each delivery of an event on a line of time, how long each of its steps took, and what was only a copy of it. */

import { signatureLabels } from '../../shared/notifications/event.ts'
import type { DeliveryTimes, DeliveryView, EventPage } from '../../shared/notifications/log-contract.ts'
import { Badge } from '../ui/badge.tsx'
import { formatAbsoluteTime } from '../ui/format-time.ts'
import { dateFormat, formatCount, formatNumber } from '../ui/locale-format.ts'
import { type DeliveryStack, gapWords, stacksOf } from './delivery-stacks.ts'
import styles from './timeline.module.css'
import { signatureTones, sizeWords, timeNames, timeWords } from './words.ts'

const clock = dateFormat({
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
})

const allMs = (times: DeliveryTimes): number => timeNames.reduce((sum, { id }) => sum + (times[id] ?? 0), 0)

/** The four times one after the other; `longestMs` fills the line. */
const Bar = ({ times, longestMs }: { readonly times: DeliveryTimes; readonly longestMs: number }) => (
  <span aria-hidden="true" className={styles.bar}>
    {timeNames.map(({ id }) => (
      <span
        className={styles.step}
        data-step={id}
        key={id}
        style={{ inlineSize: `${longestMs === 0 ? 0 : ((times[id] ?? 0) / longestMs) * 100}%` }}
      />
    ))}
  </span>
)

const Times = ({ times }: { readonly times: DeliveryTimes }) => (
  <dl className={styles.times}>
    {timeNames.map(({ id, label }) => (
      <div className={styles.time} data-step={id} key={id}>
        <dt>{label}</dt>
        <dd>{times[id] === null ? 'not known' : timeWords(times[id])}</dd>
      </div>
    ))}
  </dl>
)

const titleOf = ({ kind, deliveries }: DeliveryStack): string => {
  switch (kind) {
    case 'first':
      return 'First delivery'
    case 'duplicate':
      return deliveries.length === 1 ? 'Duplicate' : formatCount(deliveries.length, 'duplicate')
    case 'replay':
      return deliveries.length === 1 ? 'Replay' : formatCount(deliveries.length, 'replay')
    case 'import':
      return deliveries.length === 1 ? 'Imported' : `${formatNumber(deliveries.length)} imported`
  }
}

const When = ({ delivery }: { readonly delivery: DeliveryView }) => (
  <time
    className={styles.when}
    dateTime={new Date(delivery.receivedAtMs).toISOString()}
    title={formatAbsoluteTime(delivery.receivedAtMs)}
  >
    {clock.format(delivery.receivedAtMs)}
  </time>
)

const Stack = ({ stack, longestMs }: { readonly stack: DeliveryStack; readonly longestMs: number }) => {
  const { kind, deliveries } = stack
  const [first] = deliveries
  if (first === undefined) return null
  const gap = gapWords(stack.afterMs)
  const isOne = deliveries.length === 1
  return (
    <li className={styles.stack} data-kind={kind}>
      {gap !== undefined && <span className={styles.gap}>{gap}</span>}
      <span aria-hidden="true" className={styles.dot} />
      <div className={styles.head}>
        <strong>{titleOf(stack)}</strong>
        {kind === 'replay' && <Badge tone="accent">Sent from here</Badge>}
        {first.signature !== null && first.signature !== 'verified' && (
          <Badge tone={signatureTones[first.signature]}>{signatureLabels[first.signature]}</Badge>
        )}
        <span className={styles.size}>{sizeWords(first.sizeBytes)}</span>
        <When delivery={first} />
      </div>
      <Bar longestMs={longestMs} times={first.times} />
      {isOne ? (
        <Times times={first.times} />
      ) : (
        <details className={styles.each}>
          <summary>Each of them</summary>
          <ol>
            {deliveries.map((delivery) => (
              <li className={styles.one} key={delivery.deliveryId}>
                <When delivery={delivery} />
                <Times times={delivery.times} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  )
}

export const DeliveryTimeline = ({ event }: { readonly event: EventPage }) => {
  const longestMs = Math.max(0, ...event.deliveries.map(({ times }) => allMs(times)))
  return (
    <>
      <ol aria-label="Deliveries in order" className={styles.timeline}>
        {stacksOf(event.deliveries).map((stack) => (
          <Stack key={stack.deliveries[0]?.deliveryId} longestMs={longestMs} stack={stack} />
        ))}
      </ol>
      {event.moreDeliveries > 0 && (
        <p className={styles.soft}>
          And {formatNumber(event.moreDeliveries)} more {event.moreDeliveries === 1 ? 'delivery' : 'deliveries'} after
          these.
        </p>
      )}
      <p className={styles.soft}>
        Each time counts from the end of the one before:{' '}
        {timeNames.map(({ label, words }) => `${label} ${words}`).join(', ')}. The sender waits for the first three.
      </p>
    </>
  )
}
