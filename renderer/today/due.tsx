/** What is late, then what is due by its time, whatever its kind. */
import { localDay } from '../../shared/connection/platform-days.ts'
import { sumStated } from '../../shared/money.ts'
import type { Parcel } from '../../shared/orders/packing-contract.ts'
import { useApiQuery } from '../api/hooks.ts'
import { useListedItem } from '../api/use-listed-items.ts'
import { navigate } from '../location.ts'
import { newMessageLocation } from '../parts/message-path.ts'
import {
  isSoon,
  localDeadline,
  offeredFor,
  offerLocation,
  offersUnread,
  priceText,
  timeLeft,
} from '../parts/offers/offer-labels.ts'
import { deskLocation } from '../parts/orders/desk-path.ts'
import { AnswerButton } from '../parts/orders/open-case.tsx'
import {
  caseLabels,
  caseReason,
  caseTodo,
  formatPlatformDay,
  formatStated,
  shipTodayBy,
} from '../parts/orders/order-labels.ts'
import { ReadingProblem } from '../parts/orders/reading-problem.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { QueryView } from '../ui/feedback/query-view.tsx'
import { formatDuration, formatTimeOfDay } from '../ui/format/format-time.ts'
import { dateFormat, formatCount } from '../ui/format/locale-format.ts'
import { useNow } from '../ui/hooks/use-now.ts'
import { Text } from '../ui/layout/layout.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { describeEvening } from './evening.ts'
import { ordersUnread } from './not-read-yet.ts'
import type { OffersParts } from './offers-parts.ts'
import { type DueEntry, rankDue, splitDays } from './rank.ts'
import styles from './today.module.css'
import { Rest, WorkLine, WorkLines } from './work-line.tsx'

/** Late parcels with a line each. */
const MAX_LATE = 8
const MAX_CASES = 200
const MAX_OFFERS = 200
/** Titles named in a line of several orders. */
const MAX_TITLES = 4
const HOUR_MS = 3_600_000
const SOON_MS = 3 * HOUR_MS
const skeleton = { shape: 'lines' } as const

const weekday = dateFormat({ weekday: 'long', day: 'numeric', month: 'long' })

/** "Today", "Tomorrow", or the day as a date. `day` is `2026-11-28`. */
const dayLabel = (day: string, nowMs: number): string => {
  if (day === localDay(nowMs)) return 'Today'
  if (day === localDay(nowMs, 1)) return 'Tomorrow'
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return weekday.format(new Date(year, month - 1, date))
}

const itemsOf = (parcels: readonly Parcel[]) => parcels.flatMap(({ items }) => items)
const countOrders = (parcels: readonly Parcel[]): number =>
  parcels.reduce((sum, { orderIds }) => sum + orderIds.length, 0)

/** "$214.30"; empty if a total is unknown or the currencies differ. */
const totalText = (parcels: readonly Parcel[]): string => {
  const total = sumStated(parcels.map(({ itemsTotal }) => itemsTotal))
  return total === null ? '' : formatStated(total)
}

const titlesText = (parcels: readonly Parcel[]): string => {
  const titles = [...new Set(itemsOf(parcels).map(({ title, sku }) => title ?? sku ?? 'Item without a title'))]
  const more = titles.length - MAX_TITLES
  return more > 0 ? `${titles.slice(0, MAX_TITLES).join(', ')}, ${more} more` : titles.join(', ')
}

const join = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ')

const parcelsText = (parcels: readonly Parcel[]): string => {
  const pieces = itemsOf(parcels).reduce((sum, item) => sum + item.pieces, 0)
  const gifts = parcels.filter(({ isGift }) => isGift).length
  const cancels = parcels.filter(({ wantsCancel }) => wantsCancel).length
  const packed = parcels.filter(({ isPacked }) => isPacked).length
  return join([
    totalText(parcels),
    formatCount(pieces, 'piece'),
    countOrders(parcels) > parcels.length ? formatCount(parcels.length, 'parcel') : '',
    gifts > 0 ? formatCount(gifts, 'gift') : '',
    packed > 0 ? `${packed} packed` : '',
    cancels > 0 ? `${formatCount(cancels, 'buyer')} asked to cancel` : '',
  ])
}

type EntryProps = {
  readonly nowMs: number
  readonly isLate?: boolean
  readonly dayIsToday?: boolean
  readonly offers: OffersParts
}

const LateParcel = ({ parcel, nowMs }: { readonly parcel: Parcel; readonly nowMs: number }) => {
  const { buyer, shipByMs, items, wantsCancel, isPacked } = parcel
  const item = useListedItem(items[0]?.listingId)
  return (
    <WorkLine
      actions={
        <>
          {buyer !== null && (
            <Button onPress={() => navigate(newMessageLocation(buyer))} size="s" variant="quiet">
              Write
            </Button>
          )}
          <Button onPress={() => navigate(deskLocation(parcel.key))} size="s">
            {isPacked ? 'Ship' : 'Pack'}
          </Button>
        </>
      }
      detail={join([
        shipByMs === null ? '' : `Ship by ${formatPlatformDay(shipByMs)}`,
        totalText([parcel]),
        isPacked ? 'packed' : '',
        wantsCancel ? 'the buyer asked to cancel' : '',
      ])}
      pictureUrl={item?.pictureUrl ?? ''}
      to={{ screen: 'orders', path: [parcel.key] }}
      when={
        <Text strong tone="danger">
          {shipByMs === null ? 'Late' : formatDuration(nowMs - shipByMs)}
        </Text>
      }
    >
      <Text strong>
        <bdi>{buyer ?? 'Unknown buyer'}</bdi>
      </Text>{' '}
      <Text>{titlesText([parcel])}</Text>
    </WorkLine>
  )
}

const shipWhen = (atMs: number | null, nowMs: number, isToday: boolean): string => {
  if (!isToday) return 'All day'
  if (atMs === null) return ''
  const time = shipTodayBy(atMs, nowMs)
  return time === null ? 'By tonight' : `By ${time}`
}

const ShipLine = ({
  entry,
  nowMs,
  dayIsToday = false,
  isUndated = false,
}: Omit<EntryProps, 'offers'> & {
  readonly entry: DueEntry & { readonly kind: 'ship' }
  readonly isUndated?: boolean
}) => {
  const { parcels, atMs } = entry
  const item = useListedItem(itemsOf(parcels)[0]?.listingId)
  const orders = countOrders(parcels)
  const unpacked = parcels.filter(({ isPacked }) => !isPacked)
  const toPack = countOrders(unpacked)
  const desk = deskLocation((unpacked[0] ?? parcels[0])?.key)
  return (
    <WorkLine
      actions={
        <Button onPress={() => navigate(desk)} size="s">
          {toPack === 0 ? `Ship ${orders}` : `Pack ${toPack}`}
        </Button>
      }
      detail={parcelsText(parcels)}
      pictureUrl={item?.pictureUrl ?? ''}
      to={desk}
      when={<Text strong>{isUndated ? '' : shipWhen(atMs, nowMs, dayIsToday)}</Text>}
    >
      <Text strong>Ship {formatCount(orders, 'order')}</Text> <Text>{titlesText(parcels)}</Text>
    </WorkLine>
  )
}

const CaseLine = ({
  entry,
  nowMs,
  isLate = false,
  dayIsToday = false,
}: Omit<EntryProps, 'offers'> & { readonly entry: DueEntry & { readonly kind: 'case' } }) => {
  const { open, atMs } = entry
  const { buyer, type, orderId, reason, amount, listingId } = open
  const item = useListedItem(listingId)
  const todo = caseTodo(open)
  const isSoon = atMs !== null && !isLate && atMs - nowMs < SOON_MS
  return (
    <WorkLine
      actions={<AnswerButton open={open} />}
      detail={join([
        todo === caseLabels[type] ? '' : todo,
        reason === null ? '' : caseReason(reason),
        amount === null ? '' : formatStated(amount),
      ])}
      pictureUrl={item?.pictureUrl ?? ''}
      to={{ screen: 'orders', path: orderId === null ? [] : [orderId] }}
      when={
        atMs !== null && (
          <>
            <Text strong tone={isLate ? 'danger' : isSoon ? 'caution' : undefined}>
              {isLate
                ? formatDuration(nowMs - atMs)
                : dayIsToday
                  ? `${formatDuration(atMs - nowMs)} left`
                  : formatTimeOfDay(atMs)}
            </Text>
            {dayIsToday && !isLate && <Text tone="soft">{formatTimeOfDay(atMs)}</Text>}
          </>
        )
      }
    >
      <Text strong>{caseLabels[type]}</Text> {buyer !== null && <bdi>{buyer}</bdi>}
      {item?.title != null && <Text tone="soft"> {item.title}</Text>}
    </WorkLine>
  )
}

const OfferLine = ({
  entry,
  nowMs,
  offers,
}: Pick<EntryProps, 'nowMs' | 'offers'> & { readonly entry: DueEntry & { readonly kind: 'offer' } }) => {
  const { offer, atMs } = entry
  const decline = offers.useDecline()
  const to = offerLocation(offer.offerId)
  const leftMs = (atMs ?? nowMs) - nowMs
  return (
    <WorkLine
      actions={
        <>
          <Button onPress={() => decline(offer)} sends size="s" variant="quiet">
            Decline
          </Button>
          <Button onPress={() => navigate(to)} size="s">
            Answer
          </Button>
        </>
      }
      detail={join([offeredFor(offer, null), offer.isBelowFloor ? 'below your floor' : ''])}
      pictureUrl={offer.pictureUrl}
      to={to}
      when={
        <>
          <Text strong tone={isSoon(leftMs) ? 'caution' : undefined}>
            {timeLeft(leftMs)}
          </Text>
          {atMs !== null && <Text tone="soft">{formatTimeOfDay(atMs)}</Text>}
        </>
      }
    >
      <Text strong>{`Offer of ${priceText(offer.price)}`}</Text> <bdi>{offer.buyer ?? 'Unknown buyer'}</bdi>{' '}
      <Text tone="soft">{offer.title}</Text>
    </WorkLine>
  )
}

const keyOf = (entry: DueEntry): string => {
  switch (entry.kind) {
    case 'ship':
      return `ship ${entry.parcels[0]?.key}`
    case 'case':
      return `${entry.open.type} ${entry.open.caseId}`
    case 'offer':
      return entry.offer.offerId
  }
}

const Entry = ({ entry, ...props }: EntryProps & { readonly entry: DueEntry; readonly isUndated?: boolean }) => {
  if (entry.kind === 'case') return <CaseLine entry={entry} {...props} />
  if (entry.kind === 'offer') return <OfferLine entry={entry} {...props} />
  const [first] = entry.parcels
  return props.isLate && first !== undefined ? (
    <LateParcel nowMs={props.nowMs} parcel={first} />
  ) : (
    <ShipLine entry={entry} {...props} />
  )
}

/** "2 orders to ship, 1 return" */
const countsText = (entries: readonly DueEntry[]): string => {
  const orders = countOrders(entries.flatMap((entry) => (entry.kind === 'ship' ? entry.parcels : [])))
  const cases = entries.filter(({ kind }) => kind === 'case').length
  return [orders > 0 ? `${formatCount(orders, 'order')} to ship` : '', cases > 0 ? formatCount(cases, 'case') : '']
    .filter((part) => part !== '')
    .join(', ')
}

export const Due = ({ waiting, offers }: { readonly waiting: number | null; readonly offers: OffersParts }) => {
  const nowMs = useNow()
  const pile = useApiQuery('orders', 'pile', {})
  const cases = useApiQuery('orders', 'cases', { limit: MAX_CASES }).data?.cases
  const reading = useApiQuery('orders', 'reading', {}).data
  const offersReading = useApiQuery('offers', 'reading', {}).data
  const openOffers = useApiQuery('offers', 'open', { limit: MAX_OFFERS }, { enabled: offersReading?.canRead === true })
  const clockAheadMs = offersReading?.clockAheadMs ?? 0
  const noOffersYet = offersUnread(offersReading)
  // A buyer with an open offer waits too. Undefined until it is known.
  const openCount = offersReading?.canRead === false ? 0 : noOffersYet === null ? openOffers.data?.total : undefined
  const allWaiting = waiting === null || openCount === undefined ? null : waiting + openCount
  const dueOffers = (openOffers.data?.rows ?? []).map((offer) => ({
    offer,
    atMs: localDeadline(offer, clockAheadMs),
  }))
  return (
    <QueryView label="What is due" query={pile} skeleton={skeleton}>
      {(loaded) => {
        const { late, days, undated } = rankDue(loaded.parcels, cases ?? [], {
          nowMs,
          offers: dueOffers,
        })
        const { near, later } = splitDays(days, nowMs)
        const noOrdersYet = ordersUnread(reading)
        const unread = noOrdersYet ?? noOffersYet
        // “Nothing is due” holds only once the cases and the offers are read.
        const isAllKnown = cases !== undefined && openCount !== undefined
        const evening =
          noOrdersYet === null && cases !== undefined
            ? describeEvening(loaded, new Date(nowMs).getHours(), allWaiting)
            : null
        const isDone = late.length === 0 && near[0]?.day !== localDay(nowMs)
        const isNothing = late.length === 0 && days.length === 0 && undated.length === 0
        const rest = later.flatMap(({ entries }) => entries)
        return (
          <>
            <ReadingProblem />
            {evening !== null && (
              <Text as="p" size={isDone ? 'page' : 'section'} strong={isDone} tone={isDone ? 'good' : undefined}>
                {evening}
              </Text>
            )}
            {late.length > 0 && (
              <div className={styles.late}>
                <Panel title="Late">
                  <WorkLines>
                    {late.slice(0, MAX_LATE).map((entry) => (
                      <Entry entry={entry} isLate key={keyOf(entry)} nowMs={nowMs} offers={offers} />
                    ))}
                  </WorkLines>
                  {late.length > MAX_LATE && (
                    <Rest show={['orders.show', 'late']} to={{ screen: 'orders', path: [] }}>
                      {countsText(late.slice(MAX_LATE))} more
                    </Rest>
                  )}
                </Panel>
              </div>
            )}
            {(!isNothing || evening === null) && (late.length === 0 || days.length + undated.length > 0) && (
              <Panel title="Due">
                {(unread !== null || (isNothing && isAllKnown)) && (
                  <Text as="p" tone="faint">
                    {unread ?? 'Nothing is due.'}
                  </Text>
                )}
                {near.map(({ day, entries }) => (
                  <section aria-label={dayLabel(day, nowMs)} key={day}>
                    <Text as="p" className={styles.day} size="meta" strong tone="soft">
                      {dayLabel(day, nowMs)}
                    </Text>
                    <WorkLines>
                      {entries.map((entry) => (
                        <Entry
                          dayIsToday={day === localDay(nowMs)}
                          entry={entry}
                          key={keyOf(entry)}
                          nowMs={nowMs}
                          offers={offers}
                        />
                      ))}
                    </WorkLines>
                  </section>
                ))}
                {rest.length > 0 && (
                  <Rest show={['orders.show', 'toShip']} to={{ screen: 'orders', path: [] }}>
                    {later.length === 1 && later[0] !== undefined ? dayLabel(later[0].day, nowMs) : 'Later'}:{' '}
                    {countsText(rest)}
                  </Rest>
                )}
                {undated.length > 0 && (
                  <section aria-label="No date">
                    <Text as="p" className={styles.day} size="meta" strong tone="soft">
                      No date
                    </Text>
                    <WorkLines>
                      {undated.map((entry) => (
                        <Entry entry={entry} isUndated key={keyOf(entry)} nowMs={nowMs} offers={offers} />
                      ))}
                    </WorkLines>
                  </section>
                )}
              </Panel>
            )}
          </>
        )
      }}
    </QueryView>
  )
}
