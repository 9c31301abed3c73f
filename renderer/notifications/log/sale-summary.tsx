/** A sale for the seller: picture, title, price, buyer, stock left, and what to do next. */
import { MessageSquare, Package, PackagePlus } from 'lucide-react'
import type { EventPage } from '../../../shared/notifications/log-contract.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { useListedItem } from '../../api/use-listed-items.ts'
import { navigate } from '../../location.ts'
import { ListingPicture } from '../../parts/orders/listing-picture.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { formatMoney, formatNumber } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'

const DAY_MS = 86_400_000

/** The order of the sale: it contains the listing and is about as old as the event. */
const useOrderOfSale = (event: EventPage, listingId: string | null) => {
  const { data } = useApiQuery(
    'orders',
    'orders',
    { view: 'all', search: listingId ?? '', limit: 20 },
    { enabled: listingId !== null },
  )
  return data?.rows.find(
    ({ lines, createdAtMs, readAtMs }) =>
      lines.some((line) => line.listingId === listingId) &&
      Math.abs((createdAtMs ?? readAtMs) - event.receivedAtMs) < DAY_MS,
  )
}

const priceText = (price: string, currency: string | null): string =>
  Number.isFinite(Number(price)) ? formatMoney(Number(price), currency) : `${price} ${currency ?? ''}`.trim()

export const SaleSummary = ({ event }: { readonly event: EventPage }) => {
  const [sale] = event.occurrences
  const listingId = sale?.itemId ?? null
  const item = useListedItem(listingId)
  const order = useOrderOfSale(event, listingId)
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
          <Button
            icon={MessageSquare}
            onPress={() =>
              navigate({
                screen: 'inbox',
                path: newest === undefined ? ['~new', buyer] : [newest.conversationId, 'reply'],
              })
            }
          >
            Write to buyer
          </Button>
        )}
        {sku !== null && (
          <Button icon={PackagePlus} onPress={() => navigate({ screen: 'items', path: [sku] })}>
            Restock
          </Button>
        )}
        {order !== undefined && (
          <Button icon={Package} onPress={() => navigate({ screen: 'orders', path: [order.orderId] })}>
            Show order
          </Button>
        )}
      </Row>
    </Stack>
  )
}
