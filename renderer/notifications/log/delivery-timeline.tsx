/** The deliveries of an event in order. */
import { signatureLabel } from '../../../shared/notifications/event.ts'
import type { DeliveryView, EventPage } from '../../../shared/notifications/log-contract.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { formatAbsoluteTime } from '../../ui/format/format-time.ts'
import { dateFormat, formatCount, formatSize } from '../../ui/format/locale-format.ts'
import { Text } from '../../ui/layout/layout.tsx'
import styles from './event.module.css'
import { signatureTones } from './log-format.ts'

const clock = dateFormat({ hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 })

const kindLabel = ({ origin }: DeliveryView, index: number): string => {
  if (origin === 'replay') return 'Processed again'
  return index === 0 ? 'First delivery' : 'Duplicate'
}

export const DeliveryTimeline = ({ event }: { readonly event: EventPage }) => {
  const platformName = usePlatformName()
  return (
    <>
      <table aria-label="Deliveries in order" className={styles.deliveries}>
        <thead>
          <tr>
            <th>Arrived</th>
            <th>Delivery</th>
            <th>Sender</th>
            <th>Size</th>
          </tr>
        </thead>
        <tbody>
          {event.deliveries.map((delivery, index) => (
            <tr key={delivery.deliveryId}>
              <td>
                <time
                  dateTime={new Date(delivery.receivedAtMs).toISOString()}
                  title={formatAbsoluteTime(delivery.receivedAtMs)}
                >
                  {clock.format(delivery.receivedAtMs)}
                </time>
              </td>
              <td>
                {kindLabel(delivery, index)}{' '}
                {delivery.signature !== null && delivery.signature !== 'verified' && (
                  <Badge tone={signatureTones[delivery.signature]}>
                    {signatureLabel(delivery.signature, platformName)}
                  </Badge>
                )}
              </td>
              <td>{delivery.sender ?? ''}</td>
              <td>{formatSize(delivery.sizeBytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {event.moreDeliveries > 0 && (
        <Text as="p" size="meta" tone="soft">
          {formatCount(event.moreDeliveries, 'more delivery', 'more deliveries')} not shown.
        </Text>
      )}
    </>
  )
}
