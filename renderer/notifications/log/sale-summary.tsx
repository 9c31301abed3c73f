/** A sale for the seller: picture, title, price, buyer, stock left, and what to do next. */
import { MessageSquare, Package } from 'lucide-react'
import type { EventPage } from '../../../shared/notifications/log-contract.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { useListedItem } from '../../api/use-listed-items.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { navigate } from '../../location.ts'
import { ListingPicture } from '../../parts/orders/listing-picture.tsx'
import { isOrderOfSale } from '../../parts/orders/match-sale.ts'
import { RestockButton } from '../../runs/restock-button.tsx'
import { formatMoney, formatNumber } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'

/** The order of the sale, if it was read. */
const useOrderOfSale = ({ receivedAtMs }: EventPage, sale: EventPage['occurrences'][number] | undefined) => {
  const listingId = sale?.itemId ?? null
  const { data } = useApiQuery(
    'orders',
    'orders',
    { view: 'all', search: listingId ?? '', limit: 20 },
    { enabled: listingId !== null },
  )
  return sale && data?.rows.find((order) => isOrderOfSale(order, { ...sale, atMs: receivedAtMs }))
}

const priceText = (price: string, currency: string | null): string =>
  Number.isFinite(Number(price)) ? formatMoney(Number(price), currency) : `${price} ${currency ?? ''}`.trim()

export const SaleSummary = ({ event }: { readonly event: EventPage }) => {
  const [sale] = event.occurrences
  const listingId = sale?.itemId ?? null
  const item = useListedItem(listingId)
  const order = useOrderOfSale(event, sale)
  const sku = item?.sku ?? sale?.sku ?? event.item?.sku ?? null
  const buyer = sale?.buyer ?? order?.buyer ?? null
  const price = sale?.price ?? null
  const newest = useApiQuery(
    'messaging',
    'conversations',
    { view: 'all', otherParty: buyer, limit: 1 },
    { enabled: buyer !== null },
  ).data?.rows[0]
  if (sale === undefined) return null
  const facts = [
    price === null ? '' : priceText(price, sale.currency ?? item?.currency ?? null),
    buyer === null ? '' : `to ${buyer}`,
    item?.quantity == null
      ? ''
      : item.quantity === 0
        ? 'none left in stock'
        : `${formatNumber(item.quantity)} left in stock`,
  ].filter((part) => part !== '')
  return (
    <Stack gap={3}>
      <Row align="start" gap={3}>
        <ListingPicture listingId={listingId} size="card" />
        <Stack gap={1}>
          <Text size="section" strong>
            {item?.title ?? event.item?.title ?? (listingId === null ? 'Sold' : `Listing ${listingId}`)}
          </Text>
          <Text>{facts.join(' · ')}</Text>
        </Stack>
      </Row>
      <Row gap={2} wrap>
        {buyer !== null && (
          <CommandButton
            command="notifications.writeToBuyer"
            icon={MessageSquare}
            onPress={() =>
              navigate({
                screen: 'inbox',
                path: newest === undefined ? ['~new', buyer] : [newest.conversationId, 'reply'],
              })
            }
          />
        )}
        {sku !== null && <RestockButton command="notifications.restock" quantity={item?.quantity ?? null} sku={sku} />}
        {order !== undefined && (
          <CommandButton
            command="notifications.showOrder"
            icon={Package}
            onPress={() => navigate({ screen: 'orders', path: [order.orderId] })}
          />
        )}
      </Row>
    </Stack>
  )
}
