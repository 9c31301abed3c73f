/** One order beside something else: what was bought, paid, shipped and expected. */
import type { Order } from '../../../shared/orders/order.ts'
import { locationHref } from '../../location.ts'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { type Fact, KeyValue } from '../../ui/display/key-value.tsx'
import { formatRelativeTime } from '../../ui/format/format-time.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { ListingPicture } from './listing-picture.tsx'
import { OpenCase } from './open-case.tsx'
import { OrderBadges } from './order-badges.tsx'
import { carrierNames, deliveryText, formatDay, formatStated, orderTitle, shipByText } from './order-labels.ts'
import styles from './orders.module.css'

/** What is known about an order; nothing for what isn't. */
export const orderFacts = (order: Order): readonly Fact[] => {
  const { paidAtMs, shippedAtMs, stage, total, isLate } = order
  const isUnsent = stage === 'toShip' || stage === 'partlyShipped'
  const shipBy = shipByText(order)
  const delivery = deliveryText(order)
  const carriers = carrierNames(order)
  return [
    ...(total === null ? [] : [{ label: 'Total', value: formatStated(total) }]),
    ...(paidAtMs === null ? [] : [{ label: 'Paid', value: formatDay(paidAtMs) }]),
    ...(isUnsent && shipBy !== null ? [{ label: 'Ship by', value: isLate ? `${shipBy}, late` : shipBy }] : []),
    ...(shippedAtMs === null
      ? []
      : [{ label: 'Shipped', value: [formatDay(shippedAtMs), ...carriers].join(' with ') }]),
    ...(delivery === null || stage === 'cancelled' ? [] : [{ label: 'Expected', value: delivery }]),
    ...(order.cancel?.state === 'cancelled' && order.cancel.atMs !== null
      ? [{ label: 'Cancelled', value: formatDay(order.cancel.atMs) }]
      : []),
    ...(order.refunded === 'none'
      ? []
      : [{ label: 'Refunded', value: order.refunded === 'full' ? 'In full' : 'In part' }]),
  ]
}

/** Each tracking number, copied with one press. */
export const TrackingNumbers = ({ order }: { readonly order: Order }) => {
  const numbers = [...new Set(order.shipments.flatMap(({ trackingNumber }) => trackingNumber ?? []))]
  return numbers.map((number) => (
    <Row gap={1} key={number}>
      <Text className={styles.number} mono>
        {number}
      </Text>
      <CopyButton isIconOnly label="Copy tracking number" text={number} />
    </Row>
  ))
}

export const OrderCard = ({ order, nowMs }: { readonly order: Order; readonly nowMs: number }) => (
  <Stack gap={2}>
    <Row align="start" gap={3}>
      <ListingPicture listingId={order.lines[0]?.listingId ?? null} size="card" />
      <Stack gap={1}>
        <a className={styles.title} href={locationHref({ screen: 'orders', path: [order.orderId] })}>
          {orderTitle(order)}
        </a>
        <OrderBadges order={order} />
      </Stack>
    </Row>
    <KeyValue facts={orderFacts(order)} />
    <TrackingNumbers order={order} />
    {order.openCase !== null && <OpenCase nowMs={nowMs} open={order.openCase} />}
    <Text as="p" size="meta" tone="faint">
      {order.source === 'notification'
        ? `As announced ${formatRelativeTime(order.readAtMs, nowMs)}`
        : `As of ${formatRelativeTime(order.readAtMs, nowMs)}`}
    </Text>
  </Stack>
)
