/**
 * Offers on eBay: buyers' offers by the legacy calls, offers to watchers by the negotiation service.
 *
 * https://developer.ebay.com/devzone/xml/docs/reference/ebay/getbestoffers.html,
 * https://developer.ebay.com/api-docs/sell/negotiation/overview.html
 */
import type { Services } from '../../feature.ts'
import type { OffersPlatform } from './adapter.ts'
import { createEbayBestOffers } from './ebay-best-offers.ts'
import { createEbayWatcherOffers, watcherMarketplaces } from './ebay-watcher-offers.ts'

export const createEbayOffers = (
  deps: Pick<Services, 'profile' | 'send' | 'secrets' | 'clock' | 'log'>,
): OffersPlatform => ({
  bestOffers: createEbayBestOffers(deps),
  watchers: watcherMarketplaces.has(deps.profile.marketplaceId) ? createEbayWatcherOffers(deps) : null,
})
