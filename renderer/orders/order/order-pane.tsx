/** One order: what was bought and by whom, when to ship, how it was shipped, what it cost, and its cases. */
import { ExternalLink, MessageSquare, RefreshCw, Truck } from 'lucide-react'
import { useState } from 'react'
import type { OrderDetail } from '../../../shared/orders/order.ts'
import { useApiMutation, useApiQuery, useReportedMutation } from '../../api/hooks.ts'
import { usePlatform, usePlatformName } from '../../api/use-connection.ts'
import { useListedItem } from '../../api/use-listed-items.ts'
import { CommandButton, CommandIconButton } from '../../commands/command-button.tsx'
import { useCommand } from '../../commands/registry.ts'
import { locationHref, navigate } from '../../location.ts'
import { OrderEarned } from '../../parts/earnings/order-earned.tsx'
import { newMessageLocation, replyLocation } from '../../parts/message-path.ts'
import { ListingPicture } from '../../parts/orders/listing-picture.tsx'
import { OpenCase } from '../../parts/orders/open-case.tsx'
import { OrderBadges } from '../../parts/orders/order-badges.tsx'
import { orderFacts } from '../../parts/orders/order-card.tsx'
import { formatDay, formatStated, orderTitle, trackingNumbers } from '../../parts/orders/order-labels.ts'
import { RestockButton } from '../../runs/restock-button.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { KeyValue } from '../../ui/display/key-value.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { toast, toastFailure } from '../../ui/feedback/toast.tsx'
import { formatRelativeTime } from '../../ui/format/format-time.ts'
import { formatNumber } from '../../ui/format/locale-format.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Pane } from '../../ui/layout/pane.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { ShipForm } from '../ship/ship-form.tsx'
import styles from './order-pane.module.css'
import { PendingShipment } from './pending-shipment.tsx'

/** The address is read only when the seller asks for it (ORD-06). */
const Address = ({ orderId }: { readonly orderId: string }) => {
  const [isShown, setShown] = useState(false)
  const address = useApiQuery('orders', 'address', { orderId }, { enabled: isShown })
  if (!isShown) {
    return (
      <span>
        <Button onPress={() => setShown(true)} size="s">
          Show address
        </Button>
      </span>
    )
  }
  return (
    <QueryView label="The address" query={address} skeleton={{ shape: 'lines', count: 3 }}>
      {({ lines, phone }) => (
        <address className={styles.address}>
          {[...lines, ...(phone === null ? [] : [phone])].map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
      )}
    </QueryView>
  )
}

const stockText = (quantity: number | null): string =>
  quantity === null ? '' : quantity === 0 ? 'none left in stock' : `${formatNumber(quantity)} left in stock`

type LineProps = { readonly order: OrderDetail; readonly line: OrderDetail['lines'][number]; readonly isFirst: boolean }

const OrderLine = ({ order, line, isFirst }: LineProps) => {
  const item = useListedItem(line.listingId)
  const quantity = item?.quantity ?? null
  const sku = item?.sku ?? line.sku
  return (
    <li className={styles.line}>
      <ListingPicture listingId={line.listingId} size="card" />
      <Stack gap={0} grow>
        {line.sku === null ? (
          <Text strong>{line.title ?? `Item ${line.listingId ?? ''}`}</Text>
        ) : (
          <a className={styles.title} href={locationHref({ screen: 'items', path: [line.sku] })}>
            {line.title ?? line.sku}
          </a>
        )}
        <Text size="meta" tone="soft">
          {[
            line.variation,
            line.sku ?? '',
            line.quantity === null || line.quantity === 1 ? '' : `${formatNumber(line.quantity)} pieces`,
            line.price === null ? '' : formatStated(line.price),
            stockText(quantity),
          ]
            .filter((part) => part !== '')
            .join(' · ')}
        </Text>
        {order.lines.length > 1 && line.shippedQuantity !== null && (
          <Text size="meta" tone={line.shippedQuantity > 0 ? 'good' : 'soft'}>
            {line.shippedQuantity > 0 ? 'Shipped' : 'Not shipped'}
          </Text>
        )}
      </Stack>
      {sku !== null && (
        <RestockButton command="orders.restock" isCommandOff={!isFirst} quantity={quantity} size="s" sku={sku} />
      )}
    </li>
  )
}

const Lines = ({ order }: { readonly order: OrderDetail }) => (
  <ul className={styles.lines}>
    {order.lines.map((line, index) => (
      <OrderLine isFirst={index === 0} key={line.lineItemId} line={line} order={order} />
    ))}
  </ul>
)

const Shipments = ({ order }: { readonly order: OrderDetail }) => {
  const { the } = usePlatformName()
  return (
    <Stack gap={3}>
      {order.shipmentsProblem !== null && <Banner tone="caution">{order.shipmentsProblem}</Banner>}
      {order.shipments.map((shipment) => (
        <KeyValue
          facts={[
            ...(shipment.shippedAtMs === null ? [] : [{ label: 'Shipped', value: formatDay(shipment.shippedAtMs) }]),
            { label: 'Carrier', value: shipment.carrier ?? `Not stated by ${the}` },
            ...(shipment.trackingNumber === null
              ? [{ label: 'Tracking number', value: 'None' }]
              : [
                  {
                    label: 'Tracking number',
                    value: shipment.trackingNumber,
                    isMono: true,
                    copyText: shipment.trackingNumber,
                  },
                ]),
          ]}
          key={shipment.fulfillmentId}
        />
      ))}
    </Stack>
  )
}

const Amounts = ({ order }: { readonly order: OrderDetail }) => (
  <KeyValue
    facts={[
      ...order.amounts.map(({ label, amount }) => ({ label, value: formatStated(amount) })),
      ...(order.total?.convertedFrom == null
        ? []
        : [{ label: 'The buyer paid', value: formatStated(order.total.convertedFrom) }]),
      ...order.refunds.map(({ amount, atMs, state }, index) => ({
        label: order.refunds.length > 1 ? `Refund ${index + 1}` : 'Refund',
        value: [
          amount === null ? '' : formatStated(amount),
          atMs === null ? '' : formatDay(atMs),
          state === null ? '' : state.toLowerCase().replaceAll('_', ' '),
        ]
          .filter((part) => part !== '')
          .join(' · '),
      })),
    ]}
  />
)

const Detail = ({ order, onClose }: { readonly order: OrderDetail; readonly onClose: () => void }) => {
  const { The } = usePlatformName()
  const nowMs = useNow()
  const { label: platform } = usePlatform()
  const refresh = useReportedMutation('orders', 'refreshOrder')
  const open = useApiMutation('orders', 'openOrder')
  const [isShipping, setShipping] = useState(false)
  const { orderId, buyer, stage, cases, buyerNote } = order
  const conversationId = useApiQuery('overview', 'orderConversations', { orderId }).data?.conversations[0]
    ?.conversationId
  const [tracking] = trackingNumbers(order)
  const canShip = (stage === 'toShip' || stage === 'partlyShipped') && order.source === 'platform'
  const write = (): void => {
    if (conversationId !== undefined) navigate(replyLocation(conversationId))
    else if (buyer !== null) navigate(newMessageLocation(buyer))
  }
  useCommand(
    'orders.copyTracking',
    () => {
      if (tracking === undefined) return
      navigator.clipboard
        .writeText(tracking)
        .then(() => toast({ text: `Copied ${tracking}.`, tone: 'good' }), toastFailure)
    },
    { isEnabled: tracking !== undefined },
  )
  const openCases = cases.filter(({ isOpen }) => isOpen)
  return (
    <Pane
      actions={
        <>
          {order.hasPage && (
            <CommandIconButton
              command="orders.openPage"
              icon={ExternalLink}
              label={`Open on ${platform}`}
              onPress={() => open.mutate({ orderId })}
            />
          )}
          {order.source === 'platform' && (
            <CommandIconButton
              command="orders.refreshOrder"
              icon={RefreshCw}
              isPending={refresh.isPending}
              onPress={() => refresh.mutate({ orderId })}
            />
          )}
        </>
      }
      backLabel="Back to the list"
      closeLabel="Close the order"
      onBack={onClose}
      subtitle={
        <>
          <bdi>{buyer ?? 'Unknown buyer'}</bdi>
          {` · ${orderId} · ${order.source === 'platform' ? 'as of' : 'announced'} ${formatRelativeTime(order.readAtMs, nowMs)}`}
        </>
      }
      title={orderTitle(order)}
    >
      <Stack gap={4}>
        {/* Not in the head, where they would leave no space for the title and the order's number. */}
        <Row gap={2} justify="between" wrap>
          <OrderBadges order={order} />
          <Row gap={2}>
            {buyer !== null && <CommandButton command="orders.write" icon={MessageSquare} onPress={write} />}
            {canShip && !isShipping && order.pending === null && (
              <CommandButton command="orders.ship" icon={Truck} onPress={() => setShipping(true)} variant="primary" />
            )}
          </Row>
        </Row>
        <MutationError of={open} />
        {order.isGone && (
          <Banner tone="caution">{`${The} no longer returns this order. This is its last known state.`}</Banner>
        )}
        {order.source === 'notification' && (
          <Banner tone="info">
            This platform has no orders. What you see comes from the notification of the sale.
          </Banner>
        )}
        {order.cancel?.state === 'requested' && openCases.length === 0 && (
          <Banner tone="caution">The buyer asked to cancel this order. Answer on {platform}.</Banner>
        )}
        {openCases.map((one) => (
          <OpenCase key={one.caseId} nowMs={nowMs} open={one} />
        ))}
        {order.pending !== null && <PendingShipment orderId={orderId} pending={order.pending} />}
        {isShipping && <ShipForm onClose={() => setShipping(false)} order={order} />}
        <KeyValue facts={orderFacts(order)} />
        {buyerNote !== null && <Banner title="Note from the buyer.">{buyerNote}</Banner>}
        <Panel title={order.lines.length === 1 ? 'Item' : 'Items'}>
          <Lines order={order} />
        </Panel>
        {(order.shipments.length > 0 || order.shipmentsProblem !== null) && (
          <Panel title={order.shipments.length > 1 ? 'Parcels' : 'Parcel'}>
            <Shipments order={order} />
          </Panel>
        )}
        {order.hasAddress && (
          <Panel title="Deliver to">
            <Address orderId={orderId} />
          </Panel>
        )}
        <OrderEarned orderId={orderId} />
        {(order.amounts.length > 0 || order.refunds.length > 0) && (
          <Panel title="Payment">
            <Amounts order={order} />
          </Panel>
        )}
      </Stack>
    </Pane>
  )
}

export const OrderPane = ({ orderId, onClose }: { readonly orderId: string; readonly onClose: () => void }) => {
  const query = useApiQuery('orders', 'order', { orderId })
  const refresh = useReportedMutation('orders', 'refreshOrder')
  if (query.data != null) return <Detail onClose={onClose} order={query.data} />
  return (
    <Pane backLabel="Back to the list" closeLabel="Close the order" onBack={onClose} title={`Order ${orderId}`}>
      <QueryView label="The order" query={query} skeleton={{ shape: 'facts' }}>
        {() => (
          <EmptyState
            action={{
              label: 'Refresh',
              onPress: () => refresh.mutate({ orderId }),
              isPending: refresh.isPending,
            }}
            heading="This order hasn’t arrived yet"
            text="It may be only moments old, or older than the orders that were read. Refresh reads it."
          />
        )}
      </QueryView>
    </Pane>
  )
}
