/** The navigation at the side: 56 px with icons, 200 px with labels. */
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components'
import { classNames } from '../base/class-names.ts'
import { VisuallyHidden } from '../base/visually-hidden.tsx'
import { formatNumber } from '../format/locale-format.ts'
import { Tooltip } from '../overlays/tooltip.tsx'
import styles from './rail.module.css'

export type RailItem = {
  readonly id: string
  readonly label: string
  readonly icon: LucideIcon
  /** An unobtrusive number; 0 and undefined show nothing. */
  readonly count?: number | undefined
  /** What the number counts, read aloud: "unread". */
  readonly countLabel?: string | undefined
  /** The keys that open the item, shown in the tooltip. */
  readonly keys?: string | undefined
}

export type RailProps = {
  readonly label: string
  readonly items: readonly RailItem[]
  readonly bottomItems?: readonly RailItem[] | undefined
  /** The id of the current item. */
  readonly current: string
  readonly onGo: (id: string) => void
  readonly isWide?: boolean | undefined
  /** Below everything else: the connection. */
  readonly foot?: ReactNode
}

/** The rail with its items; the current one is marked visibly and for screen readers. */
export const Rail = ({ label, items, bottomItems = [], current, onGo, isWide = false, foot }: RailProps) => {
  const place = (item: RailItem) => (
    <RailButton
      isCurrent={item.id === current}
      isWide={isWide}
      item={item}
      key={item.id}
      onPress={() => onGo(item.id)}
    />
  )
  return (
    <nav aria-label={label} className={styles.rail} data-wide={isWide || undefined}>
      <ul className={styles.items}>{items.map(place)}</ul>
      <div className={styles.bottom}>
        <ul className={styles.items}>{bottomItems.map(place)}</ul>
        {foot !== undefined && <div className={styles.foot}>{foot}</div>}
      </div>
    </nav>
  )
}

const RailButton = ({ item, isCurrent, isWide, onPress }: RailButtonProps) => {
  const { icon: Icon, label, keys } = item
  const count = item.count === undefined || item.count === 0 ? undefined : item.count
  const hint = isWide ? keys : keys === undefined ? label : `${label} · ${keys}`
  return (
    <li>
      <Tooltip placement="right" text={hint}>
        <Button
          {...(isCurrent ? { 'aria-current': 'page' } : {})}
          className={classNames(styles.item)}
          onPress={onPress}
        >
          <Icon aria-hidden="true" size={isWide ? 16 : 18} />
          {isWide ? <span className={styles.label}>{label}</span> : <VisuallyHidden>{label}</VisuallyHidden>}
          {count !== undefined && (
            <span className={styles.count}>
              <VisuallyHidden>, </VisuallyHidden>
              {isWide || count < 100 ? formatNumber(count) : '99+'}
              {item.countLabel !== undefined && <VisuallyHidden> {item.countLabel}</VisuallyHidden>}
            </span>
          )}
        </Button>
      </Tooltip>
    </li>
  )
}

type RailButtonProps = {
  readonly item: RailItem
  readonly isCurrent: boolean
  readonly isWide: boolean
  readonly onPress: () => void
}
