/** What sold and what buyers asked. A sale that is an order and a notification is shown once. */
import { Ellipsis, MessageSquare, Package, PackagePlus } from 'lucide-react'
import { describeSaleTitle, eventTitle, MAX_WIDE_TITLE } from '../../shared/notifications/event-title.ts'
import { findEventType } from '../../shared/notifications/event-types.ts'
import type { Order } from '../../shared/orders/order.ts'
import { useApiQuery } from '../api/hooks.ts'
import { usePlatformName } from '../api/use-connection.ts'
import { useListedItem } from '../api/use-listed-items.ts'
import { type AppLocation, locationHref, navigate } from '../location.ts'
import { withoutOrders } from '../parts/orders/match-sale.ts'
import { formatStated, orderTitle } from '../parts/orders/order-labels.ts'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { RelativeTime } from '../ui/display/relative-time.tsx'
import { QueryView } from '../ui/feedback/query-view.tsx'
import { formatMoney, formatNumber } from '../ui/format/locale-format.ts'
import { Panel } from '../ui/layout/panel.tsx'
import { Menu } from '../ui/overlays/menu.tsx'
import { Line, Lines, MAX_LINES, Total } from './line.tsx'

/** Several notifications may be about orders that are shown already. */
const MAX_EVENTS = 30

type SaleProps = {
  /** "Kestrel 35 sold for €25 to anna_wolle" */
  readonly title: string
  readonly listingId: string | null
  readonly sku: string | null
  readonly buyer: string | null
  readonly atMs: number
  readonly orderId: string | null
  readonly to: AppLocation
}

/** A sale with its picture, what is left in stock, and what to do next. */
const SaleLine = ({ title, listingId, sku, buyer, atMs, orderId, to }: SaleProps) => {
  const item = useListedItem(listingId)
  const quantity = item?.quantity ?? null
  const restocked = item?.sku ?? sku
  const path = to.path
  return (
    <Line
      action={
        <Menu
          actions={[
            {
              id: 'write',
              label: 'Write to buyer',
              icon: MessageSquare,
              isDisabled: buyer === null,
              onPress: () => buyer !== null && navigate({ screen: 'inbox', path: ['~new', buyer] }),
            },
            {
              id: 'restock',
              label: 'Restock',
              icon: PackagePlus,
              isDisabled: restocked === null,
              onPress: () => navigate({ screen: to.screen, path: [...path, 'restock'] }),
            },
            {
              id: 'order',
              label: 'Show order',
              icon: Package,
              isDisabled: orderId === null,
              onPress: () => orderId !== null && navigate({ screen: 'orders', path: [orderId] }),
            },
          ]}
          label={title}
          placement="bottom end"
          trigger={<IconButton icon={Ellipsis} label={`Next steps: ${title}`} size="s" />}
        />
      }
      end={
        <>
          {quantity !== null && `${quantity === 0 ? 'None' : formatNumber(quantity)} left · `}
          <RelativeTime at={atMs} />
        </>
      }
      isWrapped
      pictureUrl={item?.pictureUrl ?? ''}
      to={to}
    >
      {title}
    </Line>
  )
}

const OrderLine = ({ order }: { readonly order: Order }) => {
  const { orderId, buyer, total, lines, lineCount, createdAtMs, readAtMs } = order
  // A notification of the same sale states the item's price, not what the buyer paid with delivery.
  const price = (lineCount === 1 ? lines[0]?.price : null) ?? total
  return (
    <SaleLine
      atMs={createdAtMs ?? readAtMs}
      buyer={buyer}
      listingId={lines[0]?.listingId ?? null}
      orderId={orderId}
      sku={lines[0]?.sku ?? null}
      title={describeSaleTitle({
        what: orderTitle(order),
        price: price === null ? null : formatStated(price),
        buyer,
      })}
      to={{ screen: 'orders', path: [orderId] }}
    />
  )
}

const useNews = () => {
  const events = useApiQuery('notifications', 'events', { filter: { isNews: true }, limit: MAX_EVENTS })
  const orders = useApiQuery('orders', 'orders', { view: 'all', limit: MAX_EVENTS })
  const sold = (orders.data?.rows ?? []).filter(({ source, stage }) => source === 'platform' && stage !== 'unpaid')
  const notified = (events.data?.rows ?? [])
    .filter(({ sameSaleAs }) => sameSaleAs === null)
    .map((row) => {
      const [first] = row.occurrences
      const isSale = findEventType(row.name)?.raises === 'sale' && first !== undefined
      return { row, sale: isSale ? { ...first, atMs: row.receivedAtMs } : null }
    })
  const news = [
    ...sold.map((order) => ({ atMs: order.createdAtMs ?? order.readAtMs, order, event: null })),
    ...withoutOrders(notified, sold).map(({ row, sale }) => ({
      atMs: row.receivedAtMs,
      order: null,
      event: { row, sale },
    })),
  ].toSorted((a, b) => b.atMs - a.atMs)
  return { events, orders, news, total: events.data?.total, hasOrders: sold.length > 0 }
}

export const News = () => {
  const platformName = usePlatformName()
  const { events, orders, news, hasOrders } = useNews()
  const isOff = useApiQuery('notifications', 'receiver', {}).data?.registration.state === 'never'
  return (
    <Panel
      actions={
        hasOrders ? (
          <Total count={orders.data?.total} screen="orders" show={['orders.show', 'all']} />
        ) : (
          <Total count={events.data?.total} screen="notifications" show={['notifications.showNews']} />
        )
      }
      title="Sales and questions"
    >
      <QueryView label="Events" query={events} skeleton={{ shape: 'lines' }}>
        {() => (
          <Lines
            none={
              isOff ? (
                <>
                  No sales or questions yet.{' '}
                  <a href={locationHref({ screen: 'notifications', path: [] })}>Set up instant alerts</a> to see each
                  within seconds.
                </>
              ) : (
                'No sales or questions yet.'
              )
            }
          >
            {news.slice(0, MAX_LINES).map(({ order, event }) => {
              if (order !== null) return <OrderLine key={order.orderId} order={order} />
              const { row, sale } = event
              const title = eventTitle(row, { formatMoney, platformName, maxTitle: MAX_WIDE_TITLE })
              const to = { screen: 'notifications', path: [String(row.eventId)] } as const
              return sale === null ? (
                <Line
                  end={<RelativeTime at={row.receivedAtMs} />}
                  isWrapped
                  key={row.eventId}
                  pictureUrl={row.item?.pictureUrl ?? ''}
                  to={to}
                >
                  {title}
                </Line>
              ) : (
                <SaleLine
                  atMs={row.receivedAtMs}
                  buyer={sale.buyer}
                  key={row.eventId}
                  listingId={sale.itemId}
                  orderId={null}
                  sku={sale.sku}
                  title={title}
                  to={to}
                />
              )
            })}
          </Lines>
        )}
      </QueryView>
    </Panel>
  )
}
