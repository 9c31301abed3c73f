/** Chosen listings that other tools made, in a plan that can't change them (LST-13). */
import type { ActiveListing } from '../../../shared/inventory/active-listing.ts'
import type { ListedItemsPort } from '../../items-port.ts'
import type { PlanContext } from '../../outbound/plan-rows.ts'
import type { DraftRow } from '../../outbound/run-draft.ts'

const REASON = 'It was made with another tool. Take it over to change it here.'

/** The listing's first SKU, else its number. */
const nameOf = ({ sku, variations, listingId }: ActiveListing): string =>
  sku ?? variations.find((variation) => variation.sku !== null)?.sku ?? listingId

/** A left-out row for each listing. Ids of other listings get none. */
export const planElsewhere = (
  items: ListedItemsPort,
  listingIds: readonly string[],
  { lane, kind }: Pick<DraftRow, 'lane' | 'kind'>,
  { toRow }: PlanContext,
): readonly DraftRow[] =>
  items.listElsewhere([...new Set(listingIds)]).map((listing) =>
    toRow({
      ...{ lane, kind, subject: `activeListing:${listing.listingId}`, sku: nameOf(listing), title: listing.title },
      plan: () => ({ problem: REASON }),
    }),
  )
