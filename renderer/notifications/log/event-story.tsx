/** What happened, large: picture, price, item, person, and what is left. */
import type { EventPage } from '../../../shared/notifications/log-contract.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { useListedItem } from '../../api/use-listed-items.ts'
import { locationHref } from '../../location.ts'
import { listingLocation } from '../../parts/listing-path.ts'
import { newMessageLocation } from '../../parts/message-path.ts'
import type { OrderOfEvent } from '../../parts/orders/match-sale.ts'
import { formatDay, formatStated } from '../../parts/orders/order-labels.ts'
import { Picture } from '../../parts/picture.tsx'
import { formatNumber } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import styles from './event.module.css'
import { isSale, priceText } from './event-headline.ts'

type StoryProps = {
  readonly event: EventPage
  /** The order that it is about, if it was read. */
  readonly order: OrderOfEvent | undefined
  readonly buyer: string | null
}

const ItemTitle = ({ event }: Pick<StoryProps, 'event'>) => {
  const [listing] = event.listings
  const item = useListedItem(listing?.itemId ?? event.itemId)
  const sku = item?.sku ?? listing?.sku ?? event.item?.sku ?? null
  const title = event.item?.title ?? item?.title ?? (event.itemId === null ? null : `Listing ${event.itemId}`)
  if (title === null) return null
  const to =
    sku !== null
      ? ({ screen: 'items', path: [sku] } as const)
      : item?.isElsewhere === true && event.itemId !== null
        ? listingLocation(event.itemId)
        : null
  return (
    <Text as="div" className={styles.breaking} strong>
      {to === null ? title : <a href={locationHref(to)}>{title}</a>}
    </Text>
  )
}

const BuyerLine = ({ buyer, word }: { readonly buyer: string; readonly word: string }) => {
  const { data } = useApiQuery('messaging', 'conversations', { view: 'all', otherParty: buyer, limit: 1 })
  const newest = data?.rows[0]
  return (
    <Text as="div">
      {word}{' '}
      {data === undefined ? (
        <bdi>{buyer}</bdi>
      ) : (
        <a
          href={locationHref(
            newest === undefined ? newMessageLocation(buyer) : { screen: 'inbox', path: [newest.conversationId] },
          )}
        >
          {buyer}
        </a>
      )}
    </Text>
  )
}

/** What a topic says: the message, the comment, or where the case is. */
const textFields = ['messageBody', 'commentText', 'returnStatus', 'inquiryStatus', 'cancellationStatus']

/** The value of a field of a topic; undefined if the event doesn't have it. */
export const readField = ({ paths }: Pick<EventPage, 'paths'>, field: string): string | undefined =>
  paths.find(({ path }) => path === field || path.endsWith(`.${field}`))?.values[0]

export const EventStory = ({ event, order, buyer }: StoryProps) => {
  const sold = isSale(event)
  const [first] = event.occurrences
  const item = useListedItem(event.itemId)
  const stated = first?.price ?? null
  const price =
    stated !== null && event.occurrences.length === 1
      ? priceText(stated, first?.currency ?? event.item?.currency ?? item?.currency ?? null)
      : sold && order?.total != null
        ? formatStated(order.total)
        : null
  const facts = [
    order?.paidAtMs == null ? '' : `Paid ${formatDay(order.paidAtMs)}`,
    !sold || item?.quantity == null ? '' : item.quantity === 0 ? 'none left' : `${formatNumber(item.quantity)} left`,
  ].filter((part) => part !== '')
  const said = textFields.map((field) => readField(event, field)).find((text) => text !== undefined)
  const others = event.occurrences.length - 1
  const hasPicture = event.itemId !== null || event.item !== null
  if (!hasPicture && buyer === null && said === undefined) return null
  return (
    <Row align="center" className={styles.story} gap={4}>
      {hasPicture && <Picture size="large" url={event.item?.pictureUrl ?? item?.pictureUrl} />}
      <Stack gap={1} grow>
        {price !== null && <span className={styles.price}>{price}</span>}
        <ItemTitle event={event} />
        {others > 0 && (
          <Text as="div" tone="soft">
            and {formatNumber(others)} more, under “How we know”
          </Text>
        )}
        {said !== undefined && (
          <Text as="div" className={styles.breaking}>
            {said}
          </Text>
        )}
        {buyer !== null && <BuyerLine buyer={buyer} word={sold ? 'to' : 'from'} />}
        {facts.length > 0 && (
          <Text as="div" size="meta" tone="soft">
            {facts.join(' · ')}
          </Text>
        )}
      </Stack>
    </Row>
  )
}
