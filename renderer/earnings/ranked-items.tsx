/** The items of a month that earned most and least, of those whose cost is known. */
import type { EarningsItem, EarningsMonthDetail } from '../../shared/earnings/contract.ts'
import { locationHref } from '../location.ts'
import { moneyLabel } from '../parts/earnings/money-label.ts'
import { ListingPicture } from '../parts/orders/listing-picture.tsx'
import { formatNumber } from '../ui/format/locale-format.ts'
import { Text } from '../ui/layout/layout.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import styles from './earnings.module.css'

const Ranked = ({ item }: { readonly item: EarningsItem }) => {
  const { sku, listingId, title, sold, left } = item
  return (
    <li>
      <ListingPicture listingId={listingId} />
      <span className={styles.cut}>
        <a href={locationHref({ screen: 'items', path: [sku] })}>{title ?? sku}</a>
        {sold > 1 && <Text tone="faint">{` ${formatNumber(sold)} sold`}</Text>}
      </span>
      {left !== null && (
        <Text tabular {...(left.minor < 0 ? { tone: 'danger' as const } : {})}>
          {moneyLabel(left)}
        </Text>
      )}
    </li>
  )
}

export const RankedItems = ({ best, worst }: Pick<EarningsMonthDetail, 'best' | 'worst'>) => (
  <div className={styles.ranks}>
    {[
      { title: 'Earned most', items: best },
      { title: 'Earned least', items: worst },
    ].map(
      ({ title, items }) =>
        items.length > 0 && (
          <Panel key={title} title={title}>
            <ul className={styles.rank}>
              {items.map((item) => (
                <Ranked item={item} key={item.sku} />
              ))}
            </ul>
          </Panel>
        ),
    )}
  </div>
)
