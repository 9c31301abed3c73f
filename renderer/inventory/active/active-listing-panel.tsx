/** A live listing made with another tool: what the platform says about it, and what can be done with it (LST-13). */
import { ExternalLink } from 'lucide-react'
import { type ActiveListing, listingKey } from '../../../shared/inventory/active-listing.ts'
import { useApiQuery, useReportedMutation } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { useListedItem } from '../../api/use-listed-items.ts'
import { Picture } from '../../parts/picture.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { type Fact, KeyValue } from '../../ui/display/key-value.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { formatMoney, formatNumber } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Pane } from '../../ui/layout/pane.tsx'
import { ConversationList } from '../item/item-conversations.tsx'
import { Section } from '../item/section.tsx'
import { openRun } from '../items-panel.ts'
import type { ListingParts } from '../listing-parts.ts'
import type { OffersParts } from '../offers-parts.ts'
import styles from './active-listing-panel.module.css'

const formatLabels: Readonly<Record<ActiveListing['format'], string>> = {
  fixedPrice: 'Fixed price',
  auction: 'Auction',
  other: 'Other',
}

const stockText = (available: number | null): string =>
  available === null ? '–' : available === 0 ? 'None left' : `${formatNumber(available)} available`

const listFacts = (listing: ActiveListing): readonly Fact[] => [
  { label: 'Format', value: formatLabels[listing.format] },
  { label: 'Sold', value: formatNumber(listing.sold) },
  { label: 'Watchers', value: listing.watchers === null ? 'None' : formatNumber(listing.watchers) },
  ...(listing.variations.length > 0
    ? []
    : [{ label: 'SKU', value: listing.sku ?? 'None', isMono: listing.sku !== null }]),
  { label: 'Listing number', value: listing.listingId, isMono: true, copyText: listing.listingId },
  ...(listing.startedAtMs === null ? [] : [{ label: 'Listed', value: <RelativeTime at={listing.startedAtMs} /> }]),
]

const Variations = ({ variations, currency }: Pick<ActiveListing, 'variations' | 'currency'>) => (
  <Section title="Variations">
    <table className={styles.variations}>
      <thead>
        <tr>
          <th>Variation</th>
          <th>SKU</th>
          <th data-end="">Price</th>
          <th data-end="">Available</th>
        </tr>
      </thead>
      <tbody>
        {variations.map(({ sku, specifics, price, available }) => {
          const name = specifics.map(({ value }) => value).join(', ')
          return (
            <tr key={`${name}\n${sku ?? ''}`}>
              <td>{name}</td>
              <td>
                <Text mono>{sku ?? 'None'}</Text>
              </td>
              <td data-end="">{price === null ? '–' : formatMoney(price, currency)}</td>
              <td data-end="">{available === null ? '–' : formatNumber(available)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  </Section>
)

const Conversations = ({ listingId }: { readonly listingId: string }) => {
  const { data } = useApiQuery('overview', 'listingConversations', { listingId })
  return data === undefined ? null : <ConversationList {...data} about="this listing" />
}

type ActiveListingPanelProps = {
  readonly listing: ListingParts
  readonly offers: OffersParts
  readonly listingId: string
  readonly onClose: () => void
}

export const ActiveListingPanel = ({ listing: parts, offers, listingId, onClose }: ActiveListingPanelProps) => {
  const { the, The } = usePlatformName()
  const query = useApiQuery('inventory', 'activeListing', { listingId })
  const openPage = useReportedMutation('listing', 'openListingPage')
  const listing = query.data
  const itemKey = useListedItem(listingId)?.sku ?? listingKey(listingId)
  return (
    <Pane
      actions={
        listing?.pageUrl != null && (
          <Button icon={ExternalLink} onPress={() => openPage.mutate({ listingId })}>
            View listing
          </Button>
        )
      }
      backLabel="Back to the list"
      closeLabel="Close the listing"
      onBack={onClose}
      subtitle={<Badge>Made with another tool</Badge>}
      title={listing?.title ?? `Listing ${listingId}`}
    >
      <QueryView label="The listing" query={query} skeleton={{ shape: 'lines' }}>
        {(shown) =>
          shown === null ? (
            <EmptyState heading="No longer live" text={`${The}’s list of active listings no longer has this one.`} />
          ) : (
            <Stack className={styles.page} gap={4}>
              <Row align="start" gap={4}>
                <Picture size="card" url={shown.pictureUrl} />
                <Stack gap={1}>
                  <Text strong>{shown.price === null ? '–' : formatMoney(shown.price, shown.currency)}</Text>
                  <Text tone={shown.available === 0 ? 'caution' : undefined}>{stockText(shown.available)}</Text>
                </Stack>
              </Row>
              <Text as="p" tone="soft">
                {`This listing was made with another tool, so it can’t be edited here. Change it on ${the}’s own pages, or take it over.`}
              </Text>
              <Row>
                <parts.TakeOver onStarted={openRun} readListingIds={async () => [listingId]} />
              </Row>
              <KeyValue facts={listFacts(shown)} />
              {shown.variations.length > 0 && <Variations currency={shown.currency} variations={shown.variations} />}
              <offers.FloorField itemKey={itemKey} />
              <offers.ItemOffers itemKey={itemKey} />
              <Conversations listingId={listingId} />
            </Stack>
          )
        }
      </QueryView>
    </Pane>
  )
}
