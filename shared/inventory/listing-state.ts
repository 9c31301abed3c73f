/** How far a SKU is on the way to a live listing (LST-11). */
import type { OutboundStateName } from '../outbound/state.ts'

/**
 * The state of the SKU's offer when it was last read. `unread`: never read. `notListed`: no offer. `offer`:
 * an offer that was never published. `published`: buyers can see it. `outOfStock`: published, nothing left to sell.
 * `onHold`: published, but held by the platform. `ended`: no longer published.
 */
export const offerStates = ['unread', 'notListed', 'offer', 'published', 'outOfStock', 'onHold', 'ended'] as const
export type OfferState = (typeof offerStates)[number]

/**
 * `publishing`, `ending`: waiting to be sent, or sent. `unknown`: sent without an answer, until reading the offer
 * settles it. `refused`: the platform refused the last step, or certainly didn't carry it out.
 */
export const listingStates = [...offerStates, 'publishing', 'ending', 'unknown', 'refused'] as const
export type ListingState = (typeof listingStates)[number]

export const listingStateLabels: Readonly<Record<ListingState, string>> = {
  unread: 'Not checked yet',
  notListed: 'Not listed',
  offer: 'Listing draft',
  published: 'Live',
  outOfStock: 'Out of stock',
  onHold: 'On hold',
  ended: 'Ended',
  publishing: 'Going live',
  ending: 'Ending',
  unknown: 'Checking',
  refused: 'Refused',
}

/** What a change does to an offer. `saveOffer` creates or updates it. `change` sets price or quantity in a run. */
export const listingActions = ['saveOffer', 'publish', 'withdraw', 'deleteOffer', 'change'] as const
export type ListingAction = (typeof listingActions)[number]

/** The state to show, from the platform's state and the changes in progress. `work`: the most important of these changes. */
export const resolveListingState = (
  offer: OfferState,
  work: { readonly action: ListingAction; readonly state: OutboundStateName } | undefined,
): ListingState => {
  if (work === undefined) return offer
  if (work.state === 'unknown') return 'unknown'
  if (work.state === 'refused' || work.state === 'notFound') return 'refused'
  if (work.action === 'publish') return 'publishing'
  return work.action === 'withdraw' || work.action === 'deleteOffer' ? 'ending' : offer
}

/** Whether buyers can find the listing and therefore see changes of its item or offer. */
export const isLive = (state: OfferState): boolean => ['published', 'outOfStock', 'onHold'].includes(state)
