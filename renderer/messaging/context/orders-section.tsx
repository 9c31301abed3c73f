/** The buyer's orders beside the conversation, the one about its listing first (ORD-02). */
import type { Order } from '../../../shared/orders/order.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { useCommand } from '../../commands/registry.ts'
import { locationHref, navigate } from '../../location.ts'
import { OrderBadges } from '../../parts/orders/order-badges.tsx'
import { OrderCard } from '../../parts/orders/order-card.tsx'
import { formatDay, orderTitle, trackingNumbers } from '../../parts/orders/order-labels.ts'
import { toast, toastFailure } from '../../ui/feedback/toast.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import styles from './context-pane.module.css'

type Subject = { readonly buyer: string | null; readonly listingId: string | null }

const MAX_OTHERS = 5

const openOrder = ({ orderId }: Order): void => navigate({ screen: 'orders', path: [orderId] })

const copyTracking = (number: string): void =>
  void navigator.clipboard
    .writeText(number)
    .then(() => toast({ text: `Copied ${number}.`, tone: 'good' }))
    .catch(toastFailure)

/** The keys for the conversation's order, which work while the pane is closed too. */
export const useOrderCommands = ({ buyer, listingId }: Subject): void => {
  const { data } = useApiQuery('orders', 'beside', { buyer, listingId }, { enabled: buyer !== null })
  const first = data?.orders[0]
  const [tracking] = first === undefined ? [] : trackingNumbers(first)
  useCommand('inbox.openOrder', () => first !== undefined && openOrder(first), { isEnabled: first !== undefined })
  useCommand('inbox.copyTracking', () => tracking !== undefined && copyTracking(tracking), {
    isEnabled: tracking !== undefined,
  })
}

const OtherOrder = ({ order }: { readonly order: Order }) => (
  <li>
    <a className={styles.link} href={locationHref({ screen: 'orders', path: [order.orderId] })}>
      <Text truncate>{orderTitle(order)}</Text>
      <Row as="span" gap={2}>
        <OrderBadges max={1} order={order} />
        {order.createdAtMs !== null && (
          <Text size="meta" tabular tone="faint">
            {formatDay(order.createdAtMs)}
          </Text>
        )}
      </Row>
    </a>
  </li>
)

export const OrdersSection = ({ buyer, listingId }: Subject) => {
  const nowMs = useNow()
  const { data } = useApiQuery('orders', 'beside', { buyer, listingId }, { enabled: buyer !== null })
  if (data === undefined) return null
  const { orders, total, reading } = data
  const [first, ...others] = orders
  const more = total - 1 - Math.min(others.length, MAX_OTHERS)
  if (first === undefined) {
    const isComplete = !reading.canRead || reading.completeToMs !== null
    return (
      <Stack as="section" gap={2}>
        <h3 className={styles.heading}>Order</h3>
        <Text as="p" size="meta" tone="faint">
          {reading.problem !== null
            ? `Orders can’t be read: ${reading.problem.message}`
            : isComplete
              ? `No order by this buyer${reading.completeFromMs === null ? '' : ` since ${formatDay(reading.completeFromMs)}`}.`
              : 'Still reading orders.'}
        </Text>
      </Stack>
    )
  }
  return (
    <Stack as="section" gap={3}>
      <h3 className={styles.heading}>{first.isAboutListing ? 'Order' : 'Latest order'}</h3>
      <OrderCard nowMs={nowMs} order={first} />
      {others.length > 0 && (
        <Stack gap={1}>
          <Text as="p" size="meta" strong tone="soft">
            Other orders
          </Text>
          <ul>
            {others.slice(0, MAX_OTHERS).map((order) => (
              <OtherOrder key={order.orderId} order={order} />
            ))}
          </ul>
          {more > 0 && (
            <Text as="p" size="meta" tone="soft">
              {formatCount(more, 'more order')}
            </Text>
          )}
        </Stack>
      )}
    </Stack>
  )
}
