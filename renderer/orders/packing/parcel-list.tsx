/** The pile: parcels by the day on which they are due. */
import { CircleCheck } from 'lucide-react'
import { type RefObject, useEffect } from 'react'
import type { Parcel } from '../../../shared/orders/packing-contract.ts'
import { inPlatformZone } from '../../api/platform-zone.ts'
import { ListingPicture } from '../../parts/orders/listing-picture.tsx'
import { formatPlatformDay, shipTodayBy } from '../../parts/orders/order-labels.ts'
import { classNames } from '../../ui/base/class-names.ts'
import { VisuallyHidden } from '../../ui/base/visually-hidden.tsx'
import { regionLabel } from './country.ts'
import { countText, groupParcels, itemsText, type ParcelGroup, placesText } from './desk.ts'
import styles from './parcel-list.module.css'

const WEEK_MS = 6 * 24 * 3_600_000
const weekday = inPlatformZone({ weekday: 'long' })

const groupLabel = ({ kind, atMs }: ParcelGroup, nowMs: number): string => {
  if (kind === 'late') return 'Late'
  if (kind === 'today') {
    const time = atMs === null ? null : shipTodayBy(atMs, nowMs)
    return time === null ? 'Today' : `Today by ${time}`
  }
  if (kind === 'tomorrow') return 'Tomorrow'
  if (atMs === null) return 'No date'
  return atMs - nowMs < WEEK_MS ? weekday().format(atMs) : formatPlatformDay(atMs)
}

/** What is special about a parcel, in a word or two. */
const Marks = ({ parcel }: { readonly parcel: Parcel }) => {
  const { orderIds, isGift, abroad, wantsCancel } = parcel
  return (
    <span className={styles.marks}>
      {orderIds.length > 1 && <span>{`${orderIds.length} orders together`}</span>}
      {isGift && <span>Gift</span>}
      {abroad !== null && <span>{regionLabel(abroad)}</span>}
      {wantsCancel && <span className={styles.soon}>Wants to cancel</span>}
    </span>
  )
}

const optionId = (key: string): string => `parcel-${key}`

const ParcelRow = ({
  parcel,
  isOpen,
  onOpen,
}: {
  readonly parcel: Parcel
  readonly isOpen: boolean
  readonly onOpen: (key: string) => void
}) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the focus and handles the keys
  // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus
  <div
    aria-selected={isOpen}
    className={classNames(styles.row, parcel.isPacked && styles.done)}
    id={optionId(parcel.key)}
    onClick={() => onOpen(parcel.key)}
    role="option"
  >
    <span className={styles.picture}>
      <ListingPicture listingId={parcel.items[0]?.listingId ?? null} />
    </span>
    <span className={styles.text}>
      <span className={styles.line}>
        <bdi className={styles.buyer}>{parcel.buyer ?? 'Unknown buyer'}</bdi> <Marks parcel={parcel} />
      </span>
      <span className={styles.items}>{itemsText(parcel)}</span>
    </span>
    {parcel.isPacked ? (
      <span className={styles.check}>
        <CircleCheck aria-hidden="true" size={16} />
        <VisuallyHidden>Packed</VisuallyHidden>
      </span>
    ) : (
      <span className={styles.place}>{placesText(parcel)}</span>
    )}
  </div>
)

type ParcelListProps = {
  readonly parcels: readonly Parcel[]
  readonly nowMs: number
  readonly openKey: string | undefined
  readonly onOpen: (key: string) => void
  readonly onMove: (step: 1 | -1) => void
  readonly listRef: RefObject<HTMLDivElement | null>
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

export const ParcelList = ({ parcels, nowMs, openKey, onOpen, onMove, listRef }: ParcelListProps) => {
  useEffect(() => {
    if (openKey !== undefined) document.getElementById(optionId(openKey))?.scrollIntoView({ block: 'nearest' })
  }, [openKey])
  const orders = parcels.reduce((sum, { orderIds }) => sum + orderIds.length, 0)
  return (
    <div
      aria-activedescendant={openKey === undefined ? undefined : optionId(openKey)}
      aria-label={`${orders} ${orders === 1 ? 'order' : 'orders'} to ship`}
      className={styles.pile}
      onKeyDown={(event) => {
        const step = event.ctrlKey || event.metaKey || event.altKey ? undefined : steps[event.key]
        if (step === undefined) return
        event.preventDefault()
        onMove(step)
      }}
      ref={listRef}
      role="listbox"
      tabIndex={0}
    >
      {groupParcels(parcels).map((group) => {
        const id = `due-${group.id}`
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list box
          <div aria-labelledby={id} key={group.id} role="group">
            <div className={styles.heading} data-late={group.kind === 'late' || undefined} id={id}>
              {groupLabel(group, nowMs)} <span>{countText(group.parcels)}</span>
            </div>
            {group.parcels.map((parcel) => (
              <ParcelRow isOpen={parcel.key === openKey} key={parcel.key} onOpen={onOpen} parcel={parcel} />
            ))}
          </div>
        )
      })}
    </div>
  )
}
