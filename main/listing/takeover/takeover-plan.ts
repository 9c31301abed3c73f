/** Plans taking listings over: which qualify, and why others don't (LST-14). Reads nothing from the platform. */
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import type { ActiveListing } from '../../../shared/inventory/active-listing.ts'
import type { ListedItemsPort } from '../../items-port.ts'
import type { PlanContext } from '../../outbound/plan-rows.ts'
import { type DraftRow, isGoing, type RunDraft } from '../../outbound/run-draft.ts'
import { MAX_TAKEOVERS_A_CALL, nameOf, type Takeover } from './takeover-kind.ts'

/** Its own lane, so that its changes share calls. */
const LANE = 'takeovers'
const MAX_SKU_CHARACTERS = 50

const subjectOf = (listingId: string): string => `activeListing:${listingId}`

/** The SKUs of a listing; null for each variation without one. */
const listOwnSkus = ({ sku, variations }: ActiveListing): readonly (string | null)[] =>
  variations.length === 0 ? [sku] : variations.map((variation) => variation.sku)

/** Why a listing can't be taken over; undefined if it can, as far as is known. */
export const findObstacle = (
  listing: ActiveListing,
  sharing: { readonly listings: number; readonly items: number },
  { the }: PlatformName,
): string | undefined => {
  const skus = listOwnSkus(listing)
  if (listing.format === 'auction') return 'It is an auction. Only fixed-price listings can be taken over.'
  if (listing.format === 'other') return 'Only fixed-price listings can be taken over.'
  if (skus.some((sku) => sku === null)) {
    return listing.variations.length === 0
      ? `It has no SKU. Give it a custom label (SKU) on ${the}, then read the list again.`
      : `A variation has no SKU. Give each one a custom label (SKU) on ${the}, then read the list again.`
  }
  if (skus.some((sku) => sku !== null && [...sku].length > MAX_SKU_CHARACTERS)) {
    return `Its SKU has more than ${MAX_SKU_CHARACTERS} characters. Shorten it on ${the} first.`
  }
  if (new Set(skus).size < skus.length) return `Two of its variations have the same SKU. Change one on ${the} first.`
  if (sharing.listings > 0) return `Another live listing has the same SKU. Give one of them another SKU on ${the}.`
  if (sharing.items > 0) return `An item in the list has the same SKU. Give the listing another SKU on ${the}.`
  if (!listing.hasPolicies) {
    return `It has no business policies for shipping, payment and returns. Choose them for it on ${the} first.`
  }
  return undefined
}

export const createTakeoverPlans = ({
  items,
  platformName,
}: {
  readonly items: ListedItemsPort
  readonly platformName: PlatformName
}) => {
  const planRow = (listing: ActiveListing, { toRow }: PlanContext): DraftRow => {
    const { listingId, title } = listing
    const skus = listOwnSkus(listing).filter((sku) => sku !== null)
    const payload: Takeover = { listingId, title, skus: [...skus] }
    return toRow({
      ...{ kind: 'takeover', lane: LANE, subject: subjectOf(listingId), sku: nameOf(payload), title },
      busy: 'It is being taken over.',
      plan: () => {
        const problem = findObstacle(listing, items.countSharing(listingId, skus), platformName)
        return problem === undefined ? { payload } : { problem }
      },
    })
  }

  return {
    make: (listingIds: readonly string[], context: PlanContext): RunDraft => {
      const rows = items.listElsewhere([...new Set(listingIds)]).map((listing) => planRow(listing, context))
      const going = rows.filter(isGoing)
      return {
        label: 'takeover',
        rows,
        calls: Math.ceil(going.length / MAX_TAKEOVERS_A_CALL),
        confirmation: `Take over ${going.length} ${going.length === 1 ? 'listing' : 'listings'} for good. They stay live under the same numbers.`,
      }
    },
  }
}
