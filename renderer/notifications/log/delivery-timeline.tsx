/** The deliveries of an event on a timeline, with how long each step took. */
import { signatureLabels } from '../../../shared/notifications/event.ts'
import type { DeliveryTimes, DeliveryView, EventPage } from '../../../shared/notifications/log-contract.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatAbsoluteTime } from '../../ui/format-time.ts'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { dateFormat, formatCount, formatNumber } from '../../ui/locale-format.ts'
import { type DeliveryGroup, formatGap, groupDeliveries } from './delivery-groups.ts'
import { countDeliveries, deliverySteps, formatMs, formatSize, signatureTones } from './log-format.ts'
import styles from './timeline.module.css'

const clock = dateFormat({ hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 })

const sumMs = (times: DeliveryTimes): number => deliverySteps.reduce((sum, { id }) => sum + (times[id] ?? 0), 0)

/** The steps side by side; `longestMs` fills the width. */
const Bar = ({ times, longestMs }: { readonly times: DeliveryTimes; readonly longestMs: number }) => (
  <span aria-hidden="true" className={styles.bar}>
    {deliverySteps.map(({ id }) => (
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
    {deliverySteps.map(({ id, label }) => (
      <div className={styles.time} data-step={id} key={id}>
        <dt>{label}</dt>
        <dd>{formatMs(times[id]) || 'unknown'}</dd>
      </div>
    ))}
  </dl>
)

const groupTitle = ({ kind, deliveries: { length } }: DeliveryGroup): string => {
  switch (kind) {
    case 'first':
      return 'First delivery'
    case 'duplicate':
      return length === 1 ? 'Duplicate' : formatCount(length, 'duplicate')
    case 'replay':
      return length === 1 ? 'Replay' : formatCount(length, 'replay')
    case 'import':
      return length === 1 ? 'Imported' : `${formatNumber(length)} imported`
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

const Group = ({ group, longestMs }: { readonly group: DeliveryGroup; readonly longestMs: number }) => {
  const { kind, deliveries } = group
  const [first] = deliveries
  if (first === undefined) return null
  const gap = formatGap(group.afterMs)
  return (
    <li className={styles.group} data-kind={kind}>
      {gap !== undefined && (
        <Text className={styles.gap} size="meta" tone="soft">
          {gap}
        </Text>
      )}
      <span aria-hidden="true" className={styles.dot} />
      <Row wrap>
        <strong>{groupTitle(group)}</strong>
        {kind === 'replay' && <Badge tone="accent">Sent from here</Badge>}
        {first.signature !== null && first.signature !== 'verified' && (
          <Badge tone={signatureTones[first.signature]}>{signatureLabels[first.signature]}</Badge>
        )}
        <Text size="meta" tone="soft">
          {formatSize(first.sizeBytes)}
        </Text>
        <When delivery={first} />
      </Row>
      <Bar longestMs={longestMs} times={first.times} />
      {deliveries.length === 1 ? (
        <Times times={first.times} />
      ) : (
        <details className={styles.each}>
          <summary>Show each</summary>
          <Stack as="ol">
            {deliveries.map((delivery) => (
              <li className={styles.one} key={delivery.deliveryId}>
                <When delivery={delivery} />
                <Times times={delivery.times} />
              </li>
            ))}
          </Stack>
        </details>
      )}
    </li>
  )
}

export const DeliveryTimeline = ({ event }: { readonly event: EventPage }) => {
  const longestMs = Math.max(0, ...event.deliveries.map(({ times }) => sumMs(times)))
  return (
    <>
      <ol aria-label="Deliveries in order" className={styles.timeline}>
        {groupDeliveries(event.deliveries).map((group) => (
          <Group group={group} key={group.deliveries[0]?.deliveryId} longestMs={longestMs} />
        ))}
      </ol>
      {event.moreDeliveries > 0 && (
        <Text as="p" size="meta" tone="soft">
          {countDeliveries(event.moreDeliveries)} more not shown.
        </Text>
      )}
      <Text as="p" size="meta" tone="soft">
        {deliverySteps.map(({ label, description }) => `${label}: ${description}`).join(' · ')}. The sender waits for
        the first three.
      </Text>
    </>
  )
}
