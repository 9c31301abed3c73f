/** What sold and what buyers asked. A sale that is an order and a notification is shown once. */
import { Ellipsis, MessageSquare, Package, PackagePlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { describeSaleTitle, eventTitle, MAX_WIDE_TITLE } from '../../shared/notifications/event-title.ts'
import { findEventType } from '../../shared/notifications/event-types.ts'
import type { Order } from '../../shared/orders/order.ts'
import { useApiQuery } from '../api/hooks.ts'
import { usePlatformName } from '../api/use-connection.ts'
import { useListedItem } from '../api/use-listed-items.ts'
import { type AppLocation, locationHref, navigate } from '../location.ts'
import { newMessageLocation } from '../parts/message-path.ts'
import { withoutOrders } from '../parts/orders/match-sale.ts'
import { formatStated, orderTitle } from '../parts/orders/order-labels.ts'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { dayStarts } from '../ui/display/days-chart.tsx'
import { RelativeTime } from '../ui/display/relative-time.tsx'
import { QueryView } from '../ui/feedback/query-view.tsx'
import { formatMoney, formatNumber } from '../ui/format/locale-format.ts'
import { useNow } from '../ui/hooks/use-now.ts'
import { Text } from '../ui/layout/layout.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { Menu } from '../ui/overlays/menu.tsx'
import { Line, Lines, MAX_LINES, Total } from './line.tsx'
import { ordersUnread } from './not-read-yet.ts'
import { SalesChart } from './sales-chart.tsx'

/** Several notifications may be about orders that are shown already. */
const MAX_EVENTS = 30
/** Sales below the chart. */
const MAX_SALES = 3

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
              onPress: () => buyer !== null && navigate(newMessageLocation(buyer)),
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
      isWrapped
      pictureUrl={item?.pictureUrl ?? ''}
      to={to}
    >
      {title}
      <br />
      <Text size="meta" tabular tone="faint">
        {quantity !== null && `${quantity === 0 ? 'None' : formatNumber(quantity)} left · `}
        <RelativeTime at={atMs} />
      </Text>
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
    ...sold.map((order) => ({ atMs: order.createdAtMs ?? order.readAtMs, order, event: null }) as const),
    ...withoutOrders(notified, sold).map(
      ({ row, sale }) => ({ atMs: row.receivedAtMs, order: null, event: { row, sale } }) as const,
    ),
  ].toSorted((a, b) => b.atMs - a.atMs)
  return { events, orders, news }
}

type Piece = ReturnType<typeof useNews>['news'][number]

/** The newest of them, at most `most`. */
const NewsLines = ({
  news,
  most,
  none,
}: {
  readonly news: readonly Piece[]
  readonly most: number
  readonly none: ReactNode
}) => {
  const platformName = usePlatformName()
  return (
    <Lines none={none}>
      {news.slice(0, most).map(({ order, event }) => {
        if (event === null) return <OrderLine key={order.orderId} order={order} />
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
  )
}

const OfferAlerts = ({ none }: { readonly none: string }) => {
  const isOff = useApiQuery('notifications', 'receiver', {}).data?.registration.state === 'never'
  return isOff ? (
    <>
      {none} <a href={locationHref({ screen: 'notifications', path: ['alerts'] })}>Set up instant alerts</a> to see each
      within seconds.
    </>
  ) : (
    none
  )
}

/** For a shop whose platform lists no orders. */
export const News = () => {
  const { events, news } = useNews()
  return (
    <Panel
      actions={<Total count={events.data?.total} screen="notifications" show={['notifications.showNews']} />}
      title="Sales and questions"
    >
      <QueryView label="Events" query={events} skeleton={{ shape: 'lines' }}>
        {() => <NewsLines most={MAX_LINES} news={news} none={<OfferAlerts none="No sales or questions yet." />} />}
      </QueryView>
    </Panel>
  )
}

/** What sold last, and for how much: today, this week and in the last fourteen days. */
export const Sold = () => {
  const nowMs = useNow()
  const { orders, news } = useNews()
  const days = useApiQuery('orders', 'salesByDay', { startsMs: dayStarts(nowMs) }, { keepPrevious: true })
  const unread = ordersUnread(useApiQuery('orders', 'reading', {}).data)
  const sales = news.filter(({ event }) => event === null || event.sale !== null)
  return (
    <Panel actions={<Total count={orders.data?.total} screen="orders" show={['orders.show', 'all']} />} title="Sold">
      {unread !== null ? (
        <Text as="p" tone="faint">
          {unread}
        </Text>
      ) : (
        <QueryView label="What sold" query={days} skeleton={{ shape: 'lines' }}>
          {(loaded) => <SalesChart days={loaded.days} nowMs={nowMs} />}
        </QueryView>
      )}
      <QueryView label="Sales" query={orders} skeleton={{ shape: 'lines' }}>
        {() => (
          <NewsLines most={MAX_SALES} news={sales} none={unread === null && <OfferAlerts none="No sales yet." />} />
        )}
      </QueryView>
    </Panel>
  )
}
