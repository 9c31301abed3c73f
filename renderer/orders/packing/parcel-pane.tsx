/** One parcel: what to fetch, where to send it, and its tracking number. */
import { Check, MessageSquare } from 'lucide-react'
import type { RefObject } from 'react'
import type { Parcel, ParcelDetail } from '../../../shared/orders/packing-contract.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { usePlatform } from '../../api/use-connection.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { useCommand } from '../../commands/registry.ts'
import { locationHref, navigate } from '../../location.ts'
import { newMessageLocation } from '../../parts/message-path.ts'
import { ListingPicture } from '../../parts/orders/listing-picture.tsx'
import { formatStated } from '../../parts/orders/order-labels.ts'
import { classNames } from '../../ui/base/class-names.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { Kbd } from '../../ui/display/kbd.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { toast, toastFailure } from '../../ui/feedback/toast.tsx'
import { ComboBox } from '../../ui/fields/combo-box.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { formatNumber } from '../../ui/format/locale-format.ts'
import { countPieces, itemKey, itemName } from './desk.ts'
import styles from './parcel-pane.module.css'
import { countTicked, type Ticks, tickedOf } from './scan.ts'
import type { ParcelNumber } from './use-parcel-number.ts'

const copy = (text: string): void =>
  void navigator.clipboard.writeText(text).then(() => toast({ text: 'Copied.', tone: 'good' }), toastFailure)

/** "2 orders to the same address, in one parcel · $82.00 · paid $9.85 for USPS Ground Advantage" */
const describeParcel = ({ orderIds, itemsTotal, postage, service }: Parcel): string =>
  [
    orderIds.length > 1 ? `${formatNumber(orderIds.length)} orders to the same address, in one parcel` : orderIds[0],
    itemsTotal === null ? undefined : formatStated(itemsTotal),
    postage === null
      ? service
      : `paid ${formatStated(postage)}${service === null ? ' for postage' : ` for ${service}`}`,
  ]
    .filter((part) => part != null)
    .join(' · ')

const Fetch = ({ parcel, ticks }: { readonly parcel: Parcel; readonly ticks: Ticks }) => {
  const ticked = countTicked(parcel, ticks)
  return (
    <section aria-labelledby="parcel-fetch" className={styles.section}>
      <header>
        <h3 id="parcel-fetch">Fetch</h3>
        {ticked > 0 && (
          <span
            className={styles.meta}
          >{`${formatNumber(ticked)} of ${formatNumber(countPieces(parcel))} scanned`}</span>
        )}
      </header>
      <ul className={styles.fetch}>
        {parcel.items.map((item) => {
          const isTicked = tickedOf(ticks, item) >= item.pieces
          return (
            <li key={itemKey(item)}>
              <span className={styles.picture}>
                <ListingPicture listingId={item.listingId} size="card" />
              </span>
              <div>
                <p>
                  {item.pieces > 1 && <span className={styles.pieces}>{`${formatNumber(item.pieces)} × `}</span>}
                  {item.sku === null ? (
                    itemName(item)
                  ) : (
                    <a className={styles.item} href={locationHref({ screen: 'items', path: [item.sku] })}>
                      {itemName(item)}
                    </a>
                  )}
                </p>
                <p className={classNames(styles.meta, isTicked && styles.ticked)}>
                  {isTicked && <Check aria-label="Scanned" size={14} />}
                  {item.sku}
                </p>
              </div>
              <p className={styles.place}>{item.place}</p>
            </li>
          )
        })}
      </ul>
      {parcel.refunded.length > 0 && (
        <p className={styles.caution}>{`Refunded, so not in this parcel: ${parcel.refunded.join(', ')}.`}</p>
      )}
    </section>
  )
}

const SendTo = ({ detail }: { readonly detail: ParcelDetail | undefined }) => {
  const lines = detail?.address ?? []
  const whole = lines.join('\n')
  useCommand('orders.copyAddress', () => copy(whole), { isEnabled: lines.length > 0 })
  return (
    <section aria-labelledby="parcel-address" className={styles.section}>
      <header>
        <h3 id="parcel-address">Send to</h3>
        {lines.length > 0 && (
          <span className={styles.copy}>
            <CopyButton label="Copy" text={whole} />
          </span>
        )}
      </header>
      {detail !== undefined && lines.length === 0 ? (
        <p className={styles.meta}>No address is known for this order.</p>
      ) : (
        <address className={styles.address}>
          {lines.map((line) => (
            <button key={line} onClick={() => copy(line)} title="Copy this line" type="button">
              {line}
            </button>
          ))}
        </address>
      )}
    </section>
  )
}

type ParcelPaneProps = {
  readonly parcel: Parcel
  /** It is no longer to ship. */
  readonly isGone: boolean
  readonly ticks: Ticks
  readonly number: ParcelNumber
  readonly numberRef: RefObject<HTMLInputElement | null>
  /** Packs it, with its number if there is one, and opens the next parcel. */
  readonly onPacked: () => void
  readonly onUnpack: () => void
  readonly onNext: () => void
  /** Joins or separates the orders; undefined if there is nothing to join or separate. */
  readonly separate: { readonly label: string; readonly run: () => void } | undefined
}

export const ParcelPane = (props: ParcelPaneProps) => {
  const { parcel, isGone, ticks, number, numberRef, onPacked, onUnpack, onNext, separate } = props
  const { buyer, wantsCancel, isPacked } = parcel
  const { label: platform } = usePlatform()
  const detail = useApiQuery('orders', 'parcels', { parcels: [[...parcel.orderIds]] }).data?.parcels[0]
  return (
    <section aria-label={`Parcel for ${buyer ?? 'an unknown buyer'}`} className={styles.pane}>
      <div className={styles.scroll}>
        <div className={styles.body}>
          <header className={styles.wide}>
            <h3 className={styles.title}>
              <bdi>{buyer ?? 'Unknown buyer'}</bdi>
            </h3>
            <p className={styles.meta}>{describeParcel(parcel)}</p>
          </header>
          {isGone && (
            <div className={styles.wide}>
              <Banner tone="caution">
                This is no longer to ship: it was cancelled, refunded or shipped elsewhere.
              </Banner>
            </div>
          )}
          {wantsCancel && !isGone && (
            <div className={styles.wide}>
              <Banner tone="caution">{`The buyer asked to cancel this order. Answer on ${platform} before you pack it.`}</Banner>
            </div>
          )}
          {detail?.notes.map((note) => (
            <p className={styles.note} key={note}>
              <MessageSquare aria-hidden="true" size={16} />
              <span>
                “<bdi>{note}</bdi>”
              </span>
            </p>
          ))}
          <Fetch parcel={parcel} ticks={ticks} />
          <SendTo detail={detail} />
          {!isPacked && !isGone && (
            <div className={styles.numbers}>
              <TextField
                description={number.description}
                inputRef={numberRef}
                isMono
                label="Tracking number, now or later"
                onChange={number.setText}
                onSubmit={() => number.text.trim() !== '' && !wantsCancel && onPacked()}
                placeholder="Type or scan"
                value={number.text}
              />
              <ComboBox
                emptyText="No carrier with this name."
                label="Carrier"
                onChange={number.setCarrier}
                options={number.carriers}
                placeholder="By the number"
                value={number.carrier}
              />
            </div>
          )}
        </div>
      </div>
      <footer className={styles.foot}>
        {buyer !== null && (
          <CommandButton command="orders.write" onPress={() => navigate(newMessageLocation(buyer))} variant="quiet" />
        )}
        {separate !== undefined && (
          <CommandButton command="orders.separate" label={separate.label} onPress={separate.run} variant="quiet" />
        )}
        {isPacked && (
          <Button onPress={onUnpack} variant="quiet">
            Not packed yet
          </Button>
        )}
        {wantsCancel && !isPacked && !isGone && (
          <Button disabledReason={number.missing} onPress={onPacked} variant="quiet">
            Pack it anyway
          </Button>
        )}
        <span className={styles.push}>
          {isPacked || wantsCancel || isGone ? (
            <NextButton onPress={onNext} />
          ) : (
            <PackedButton missing={number.missing} onPress={onPacked} sends={number.text.trim() !== ''} />
          )}
        </span>
      </footer>
    </section>
  )
}

/** Enter packs the parcel, except on a control that has its own use for it. A held key must not pack the whole pile. */
const useEnter = (onPress: () => void, isEnabled: boolean, label?: string): void =>
  useCommand(
    'orders.packed',
    (key) => {
      const isOnControl = key?.target instanceof Element && key.target.closest('a, button, input, textarea') !== null
      if (isOnControl) return false
      if (key?.repeat !== true) onPress()
      return true
    },
    { isEnabled, label },
  )

const NextButton = ({ onPress }: { readonly onPress: () => void }) => {
  useEnter(onPress, true, 'Next parcel')
  return (
    <Button onPress={onPress} variant="primary">
      Next parcel <Kbd keys="↵" />
    </Button>
  )
}

const PackedButton = ({
  missing,
  onPress,
  sends,
}: {
  readonly missing: string | undefined
  readonly onPress: () => void
  /** A tracking number goes to the platform. */
  readonly sends: boolean
}) => {
  useEnter(onPress, missing === undefined)
  return (
    <Button disabledReason={missing} onPress={onPress} sends={sends} variant="primary">
      {sends ? 'Packed and shipped, next' : 'Packed, next'} <Kbd keys="↵" />
    </Button>
  )
}
