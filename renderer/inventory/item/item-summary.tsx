/** What a seller looks for first on the item page: picture, price, stock and the state of the listing. */
import { useApiQuery } from '../../api/hooks.ts'
import { ListingBadge } from '../../parts/listing-badge.tsx'
import { Picture } from '../../parts/picture.tsx'
import { formatMoney, formatNumber, readMoney } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import type { ItemDraft } from './item-draft.ts'
import styles from './item-summary.module.css'

const stockText = (quantity: number | null): string | null =>
  quantity === null ? null : quantity === 0 ? 'None in stock' : `${formatNumber(quantity)} in stock`

export type ItemSummaryProps = {
  readonly sku: string
  readonly view: ItemDraft['view']
  /** Whether the shop lists items, so that there is a price. */
  readonly canList: boolean
}

/** With what was typed and not saved yet. Takes its height at once, so that nothing moves when the price is known. */
export const ItemSummary = ({ sku, view, canList }: ItemSummaryProps) => {
  const listing = useApiQuery('listing', 'listing', { sku }, { enabled: canList }).data
  const typed = listing?.fields.find(({ field }) => field === 'price')?.text ?? ''
  const price = listing === undefined ? undefined : readMoney(typed, listing.currency)
  const stock = stockText(view.quantity ?? null)
  return (
    <Row aria-label="At a glance" as="section" className={styles.summary} gap={3}>
      <span className={styles.picture}>
        <Picture size="card" url={view.imageUrls[0]} />
      </span>
      <Stack className={styles.facts} gap={1}>
        <Row gap={3} wrap>
          {listing !== undefined && (
            <Text size="section" tabular>
              {price === undefined ? typed || 'No price yet' : formatMoney(price, listing.currency)}
            </Text>
          )}
          {stock !== null && <Text tone="soft">{stock}</Text>}
        </Row>
        {listing !== undefined && listing.state !== 'unread' && (
          <span>
            <ListingBadge state={listing.state} />
          </span>
        )}
      </Stack>
    </Row>
  )
}
