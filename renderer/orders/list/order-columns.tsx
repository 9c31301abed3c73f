/** The columns of the list of orders. All are read-only: an order is the platform's. */
import type { Order } from '../../../shared/orders/order.ts'
import type { OrderColumn } from '../../../shared/orders/order-list.ts'
import { type EarnedOrder, useEarned } from '../../api/use-earned.ts'
import { earnedHint, earnedText } from '../../parts/earnings/earned-text.ts'
import { ListingPicture } from '../../parts/orders/listing-picture.tsx'
import { OrderBadges } from '../../parts/orders/order-badges.tsx'
import {
  carrierNames,
  deliveryText,
  formatDay,
  formatStated,
  orderStates,
  orderTitle,
  shipByText,
  trackingNumbers,
} from '../../parts/orders/order-labels.ts'
import type { Option } from '../../ui/fields/option.tsx'
import { formatNumber } from '../../ui/format/locale-format.ts'
import { Text } from '../../ui/layout/layout.tsx'
import type { CellColumn } from '../../ui/sheet/cell-row.tsx'

type Column = CellColumn<Order>

const faint = (text: string | null) => (text === null || text === '' ? <Text tone="faint">–</Text> : text)

const plain = (
  id: OrderColumn,
  label: string,
  width: string,
  text: (order: Order) => string | null,
  more: Partial<Column> = {},
): Column => ({
  id,
  label,
  width,
  render: (order) => faint(text(order)),
  text: (order) => text(order) ?? '',
  ...more,
})

const dayOrNull = (atMs: number | null): string | null => (atMs === null ? null : formatDay(atMs))
const isSortable = true

const quantityOf = ({ lines, lineCount }: Order): string | null => {
  const quantities = lines.map(({ quantity }) => quantity)
  if (lines.length < lineCount || quantities.includes(null)) return null
  return formatNumber(quantities.reduce<number>((sum, quantity) => sum + (quantity ?? 0), 0))
}

const columns: readonly Column[] = [
  {
    id: 'picture',
    label: 'Picture',
    width: '44px',
    isPicture: true,
    isPinned: true,
    render: ({ lines }) => <ListingPicture listingId={lines[0]?.listingId ?? null} />,
  },
  plain('orderId', 'Order', '136px', ({ orderId }) => orderId, {
    isSortable,
    isPinned: true,
    isOpener: true,
    isMono: true,
  }),
  plain('items', 'Items', 'minmax(180px, 5fr)', orderTitle),
  plain('buyer', 'Buyer', 'minmax(124px, 1.4fr)', ({ buyer }) => buyer, { isSortable }),
  // Before what a narrow window cuts off.
  {
    id: 'shipBy',
    label: 'Ship by',
    width: '112px',
    isSortable,
    render: (order) =>
      order.isLate ? (
        <Text strong tone="danger">
          {shipByText(order)}
        </Text>
      ) : (
        faint(shipByText(order))
      ),
    text: (order) => shipByText(order) ?? '',
  },
  plain('skus', 'SKU', 'minmax(110px, 1fr)', ({ lines }) => lines.flatMap(({ sku }) => sku ?? []).join(', '), {
    isMono: true,
  }),
  plain('quantity', 'Quantity', '84px', quantityOf, { align: 'end' }),
  {
    id: 'stage',
    label: 'State',
    // Two badges, “To ship” and “Cancellation request”.
    width: 'minmax(208px, 1fr)',
    render: (order) => <OrderBadges max={2} order={order} />,
    text: (order) =>
      orderStates(order)
        .map(({ label }) => label)
        .join(', '),
  },
  plain('total', 'Total', '96px', ({ total }) => (total === null ? null : formatStated(total)), { align: 'end' }),
  plain('shippedAt', 'Shipped', '120px', ({ shippedAtMs }) => dayOrNull(shippedAtMs), { isSortable }),
  plain('carrier', 'Carrier', 'minmax(90px, 1fr)', (order) => carrierNames(order).join(', ')),
  plain('tracking', 'Tracking', 'minmax(104px, 1.6fr)', (order) => trackingNumbers(order).join(', '), { isMono: true }),
  plain('delivery', 'Expected', 'minmax(150px, 1.2fr)', deliveryText),
  plain('createdAt', 'Bought', '120px', ({ createdAtMs }) => dayOrNull(createdAtMs), { isSortable }),
  plain('refunded', 'Refunded', '100px', ({ refunded }) =>
    refunded === 'none' ? null : refunded === 'full' ? 'In full' : 'In part',
  ),
]

/** It is no column of the CSV file, which has what the platform says of orders. */
export const EARNED_COLUMN = 'earned'

type KnownEarned = (orderId: string) => readonly EarnedOrder[] | undefined

const EarnedCell = ({ orderId }: { readonly orderId: string }) => {
  const earned = useEarned('orders', orderId)
  if (earned === undefined) return null
  return <span title={earnedHint(earned)}>{faint(earnedText(earned))}</span>
}

const earnedColumn = (known: KnownEarned): Column => ({
  id: EARNED_COLUMN,
  label: 'Earned',
  width: '104px',
  align: 'end',
  render: ({ orderId }) => <EarnedCell orderId={orderId} />,
  text: ({ orderId }) => earnedText(known(orderId) ?? []),
})

/** With what orders earned beside their total. */
const allColumns = (known: KnownEarned): readonly Column[] =>
  columns.flatMap((column) => (column.id === 'total' ? [column, earnedColumn(known)] : [column]))

/** Optional columns beside the order's number. */
export const choosableColumns: readonly Option[] = allColumns(() => undefined).filter(({ id }) => id !== 'orderId')

export const defaultColumns = ['picture', 'items', 'buyer', 'shipBy', 'stage', 'total', 'earned', 'tracking']
/** Where the platform lists no orders: an order has what the notification of its sale says. */
export const defaultSaleColumns = ['picture', 'items', 'buyer', 'skus', 'stage', 'createdAt']

/** Columns beside an open order, which leaves space for a few. */
const compact = ['picture', 'orderId', 'items', 'stage']

export const shownColumns = (shown: readonly string[], isBeside: boolean, known: KnownEarned): readonly Column[] =>
  allColumns(known).filter(({ id }) => id === 'orderId' || (isBeside ? compact.includes(id) : shown.includes(id)))

/** The chosen columns as the CSV file names them. */
export const csvColumns = (shown: readonly string[]): OrderColumn[] =>
  (['orderId', 'createdAt', ...shown, 'currency'] as const)
    .filter((id, index, all): id is OrderColumn => id !== 'picture' && all.indexOf(id) === index)
    .filter((id) => id === 'currency' || columns.some((column) => column.id === id))
