/** Chooses listings whose watchers get an offer, and its price; then the plan is confirmed (LST-26, OFF-06). */
import { useState } from 'react'
import {
  type Discount,
  type EligibleListing,
  MAX_PERCENT,
  MAX_WATCHER_MESSAGE_CHARACTERS,
  MIN_PERCENT,
} from '../../../shared/offers/watcher-offer.ts'
import type { Exclusion } from '../../../shared/outbound/run-contract.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { priceText } from '../../parts/offers/offer-labels.ts'
import { Picture } from '../../parts/picture.tsx'
import { PlanDialog } from '../../runs/plan-dialog.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { describeListing, readDiscount } from './watcher-choice.ts'
import styles from './watchers-dialog.module.css'

const ways = [
  { id: 'percent', label: 'Percent off' },
  { id: 'price', label: 'Price' },
] as const
type Way = (typeof ways)[number]['id']

type Chosen = { readonly listingIds: readonly string[]; readonly discount: Discount; readonly message: string }

type WatchersDialogProps = { readonly onClose: () => void; readonly onStarted: (runId: number) => void }

export const WatchersDialog = ({ onClose, onStarted }: WatchersDialogProps) => {
  const query = useApiQuery('offers', 'eligible', {})
  const [listingIds, setListingIds] = useState<readonly string[]>([])
  const [way, setWay] = useState<Way>('percent')
  const [typed, setTyped] = useState('10')
  const [message, setMessage] = useState('')
  const [chosen, setChosen] = useState<Chosen>()
  const discount = readDiscount(way, typed)
  const missing =
    listingIds.length === 0
      ? 'Choose a listing first'
      : 'problem' in discount
        ? discount.problem
        : message.length > MAX_WATCHER_MESSAGE_CHARACTERS
          ? 'The message is too long'
          : undefined
  const go = (): void => {
    if (missing === undefined && !('problem' in discount)) setChosen({ listingIds, discount, message: message.trim() })
  }
  if (chosen !== undefined) return <Plan {...chosen} onClose={onClose} onStarted={onStarted} />
  return (
    <Dialog
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button disabledReason={missing} onPress={go} variant="primary">
            {`Check ${formatCount(listingIds.length, 'offer')}`}
          </Button>
        </>
      }
      isDismissable={false}
      onClose={onClose}
      size="l"
      title="Offer to watchers"
    >
      <Stack gap={4}>
        <Text as="p" tone="soft">
          {`Everyone who watches a listing gets your offer, at least ${MIN_PERCENT}% below its price. An auction can’t have one.`}
        </Text>
        <Row align="start" gap={3} wrap>
          <Select
            label="How"
            onChange={(id) => setWay(ways.find((one) => one.id === id)?.id ?? 'percent')}
            options={ways}
            value={way}
          />
          <div className={styles.value}>
            <TextField
              description={way === 'percent' ? `${MIN_PERCENT} to ${MAX_PERCENT}` : undefined}
              label={way === 'percent' ? 'Percent' : 'Price of one piece'}
              onChange={setTyped}
              value={typed}
            />
          </div>
          <div className={styles.message}>
            <TextArea
              label="Message, if you like"
              limit={MAX_WATCHER_MESSAGE_CHARACTERS}
              maxRows={4}
              minRows={1}
              onChange={setMessage}
              value={message}
            />
          </div>
        </Row>
        <QueryView label="Listings with watchers" query={query} skeleton={{ shape: 'rows', rowHeight: 48 }}>
          {({ listings, isCut }) =>
            listings.length === 0 ? (
              <EmptyState
                heading="No listing can have an offer now"
                text="A listing needs at least one watcher and no offer that is still running."
              />
            ) : (
              <Listings
                chosen={listingIds}
                discount={'problem' in discount ? undefined : discount}
                isCut={isCut}
                listings={listings}
                onChoose={setListingIds}
              />
            )
          }
        </QueryView>
      </Stack>
    </Dialog>
  )
}

type ListingsProps = {
  readonly listings: readonly EligibleListing[]
  readonly chosen: readonly string[]
  readonly onChoose: (listingIds: readonly string[]) => void
  /** Undefined until it can be read. */
  readonly discount: Discount | undefined
  readonly isCut: boolean
}

const Listings = ({ listings, chosen, onChoose, discount, isCut }: ListingsProps) => {
  const all = listings.map(({ listingId }) => listingId)
  const isAll = all.every((id) => chosen.includes(id))
  return (
    <div>
      <div className={styles.all}>
        <Checkbox isSelected={isAll} onChange={(isOn) => onChoose(isOn ? all : [])}>
          {`All ${formatCount(listings.length, 'listing')}`}
        </Checkbox>
      </div>
      <ul aria-label="Listings with watchers" className={styles.listings}>
        {listings.map((listing) => {
          const { listingId, title, pictureUrl } = listing
          const { price, facts, isLow } = describeListing(listing, discount)
          return (
            <li className={styles.listing} key={listingId}>
              <Checkbox
                isSelected={chosen.includes(listingId)}
                onChange={(isOn) => onChoose(isOn ? [...chosen, listingId] : chosen.filter((id) => id !== listingId))}
              >
                <span className={styles.what}>
                  <Picture url={pictureUrl} />
                  <span className={styles.text}>
                    <Text strong truncate>
                      {title ?? listingId}
                    </Text>
                    <Text size="meta" tone="soft" truncate>
                      {facts}
                    </Text>
                  </span>
                </span>
              </Checkbox>
              <span className={styles.price}>
                {listing.price !== null && <Text tone="faint">{priceText(listing.price)}</Text>}
                {price !== null && (
                  <Text strong tone={isLow ? 'danger' : undefined}>
                    {` → ${priceText(price)}`}
                  </Text>
                )}
              </span>
            </li>
          )
        })}
      </ul>
      {isCut && (
        <Text as="p" size="meta" tone="soft">
          {`There are more than these ${formatNumber(listings.length)}. You can choose the others once these have their offers.`}
        </Text>
      )}
    </div>
  )
}

const Plan = ({ listingIds, discount, message, onClose, onStarted }: Chosen & WatchersDialogProps) => {
  const [excluded, setExcluded] = useState<readonly Exclusion[]>([])
  const plan = useApiQuery(
    'offers',
    'planWatcherOffers',
    { offers: listingIds.map((listingId) => ({ listingId, discount })), message, excluded: [...excluded] },
    { keepPrevious: true },
  )
  return (
    <PlanDialog
      excluded={excluded}
      onClose={onClose}
      onExclude={setExcluded}
      onStarted={(runId) => {
        onClose()
        onStarted(runId)
      }}
      plan={plan}
      submitLabel={(going) => `Send ${formatCount(going, 'offer')}`}
      title="Offer to watchers"
    />
  )
}
