/**
 * Offers to those who watch a listing, by the negotiation service (FACT-173).
 *
 * https://developer.ebay.com/api-docs/sell/negotiation/resources/offer/methods/sendOfferToInterestedBuyers
 */
import * as z from 'zod'
import { marketplaceHeader } from '../../../shared/connection/platforms.ts'
import { type ConnectionProfile, getPlatform, nameScope } from '../../../shared/connection/profile.ts'
import { type Money, moneyText } from '../../../shared/money.ts'
import type { Services } from '../../feature.ts'
import { readJson, tryReadJson } from '../../http/answers.ts'
import { createErrorCatalog, type ErrorMeanings, responseFailure } from '../../http/failures.ts'
import type { HttpResponse } from '../../http/request.ts'
import { createServiceClient } from '../../http/service-client.ts'
import { readOutcome, thrownOutcome } from '../../outbound/outcome.ts'
import type { SentToWatchers, WatcherOfferRequest, WatcherOffersPort } from './adapter.ts'

const MAX_PER_PAGE = 200

/** Where the service is supported. */
export const watcherMarketplaces: ReadonlySet<string> = new Set([
  'EBAY_AU',
  'EBAY_CA',
  'EBAY_DE',
  'EBAY_ES',
  'EBAY_FR',
  'EBAY_GB',
  'EBAY_IT',
  'EBAY_US',
  'EBAY_MOTORS_US',
])

/** Where an amount with a point would be read without it: 12.50 as 1250. */
const commaMarketplaces: ReadonlySet<string> = new Set(['EBAY_DE', 'EBAY_ES', 'EBAY_FR', 'EBAY_IT'])

const writeAmount = (price: Money, { marketplaceId, contentLanguage }: ConnectionProfile): string => {
  const hasComma =
    commaMarketplaces.has(marketplaceId) || (marketplaceId === 'EBAY_CA' && contentLanguage.startsWith('fr'))
  return hasComma ? moneyText(price).replace('.', ',') : moneyText(price)
}

const errorMeanings: ErrorMeanings = {
  150008: { cause: 'The price is too close to the listing’s own.', whatToDo: 'Offer at least 5% less.' },
  150010: {
    cause: 'eBay doesn’t accept this message.',
    whatToDo: 'Write it without HTML and without addresses, in at most 2,000 characters.',
  },
  150011: { cause: 'The listing has ended.', whatToDo: 'Refresh the list.' },
  150012: { cause: 'The listing isn’t yours.', whatToDo: 'Refresh the list.' },
  150014: { cause: 'Fewer pieces are left.', whatToDo: 'Restock the listing first.' },
  150015: { cause: 'The price is below what eBay allows.', whatToDo: 'Offer more.' },
  150016: { cause: 'The price isn’t below the listing’s own.', whatToDo: 'Offer less than the listing’s price.' },
  150017: { cause: 'This listing can’t be offered to watchers.', whatToDo: 'Change its price instead.' },
  150018: { cause: 'A buyer has made an offer for this listing.', whatToDo: 'Answer that first.' },
  150019: {
    cause: 'An offer to the watchers of this listing is running.',
    whatToDo: 'Wait until it has ended.',
  },
  150020: { cause: 'No one who watches this listing can get an offer now.', whatToDo: 'Try again in a few days.' },
  150022: { cause: 'This listing has had as many offers as eBay allows.', whatToDo: 'Change its price instead.' },
  150023: { cause: 'You have sent as many offers as eBay allows for now.', whatToDo: 'Continue tomorrow.' },
  150026: { cause: 'eBay has no offers to watchers for vehicles.', whatToDo: 'Change the price instead.' },
}

const pageSchema = z.looseObject({
  eligibleItems: z
    .array(z.looseObject({ listingId: z.string() }).nullable().catch(null))
    .nullish()
    .catch([]),
  total: z.number().int().min(0).catch(0),
})

const sentSchema = z.looseObject({
  offers: z.array(
    z.looseObject({
      creationDate: z.string().optional().catch(undefined),
      offerDuration: z.looseObject({ unit: z.string(), value: z.number() }).optional().catch(undefined),
    }),
  ),
})

const unitMs: Readonly<Record<string, number>> = {
  DAY: 86_400_000,
  CALENDAR_DAY: 86_400_000,
  HOUR: 3_600_000,
  MINUTE: 60_000,
  SECOND: 1_000,
}

/** Undefined for an answer that doesn't name what was sent. */
const readSent = (response: HttpResponse): SentToWatchers | undefined => {
  const parsed = sentSchema.safeParse(tryReadJson(response))
  if (!parsed.success) return undefined
  const ends = parsed.data.offers.map(({ creationDate, offerDuration }) => {
    const span = (unitMs[offerDuration?.unit ?? ''] ?? Number.NaN) * (offerDuration?.value ?? Number.NaN)
    return Date.parse(creationDate ?? '') + span
  })
  const known = ends.filter((atMs) => !Number.isNaN(atMs))
  return { buyers: parsed.data.offers.length, untilMs: known.length === 0 ? null : Math.max(...known) }
}

export const createEbayWatcherOffers = ({ profile, send }: Pick<Services, 'profile' | 'send'>): WatcherOffersPort => {
  const scope = nameScope(profile, 'sell.inventory')
  const { name: platformName } = getPlatform(profile)
  const errors = createErrorCatalog(platformName, errorMeanings)
  const fail = (response: HttpResponse) => responseFailure('negotiation', response, errors, { scope })
  const service = createServiceClient({
    send,
    service: 'negotiation',
    root: `${profile.baseUrl}/sell/negotiation/v1`,
    headers: { [marketplaceHeader(profile)]: profile.marketplaceId },
    toFailure: fail,
  })

  const toBody = ({ listingId, quantity, message, discount }: WatcherOfferRequest) => ({
    allowCounterOffer: false,
    ...(message === '' ? {} : { message }),
    offeredItems: [
      {
        listingId,
        quantity,
        ...('percent' in discount
          ? { discountPercentage: String(discount.percent) }
          : { price: { value: writeAmount(discount.price, profile), currency: discount.price.currency } }),
      },
    ],
  })

  return {
    findEligible: async (offset, options) => {
      const call = {
        ...options,
        operation: 'findEligibleItems',
        path: '/find_eligible_items',
        query: { limit: MAX_PER_PAGE, offset },
      }
      const response = await service.request(call)
      // No match is an answer without a body.
      if (response.status === 204) return { listingIds: [], step: 0, total: 0 }
      const { eligibleItems, total } = readJson(response, pageSchema, 'The list of listings with watchers')
      const entries = eligibleItems ?? []
      return { listingIds: entries.flatMap((one) => one?.listingId ?? []), step: entries.length, total }
    },
    send: async (request, options) => {
      try {
        const response = await service.send({
          ...options,
          operation: 'sendOfferToInterestedBuyers',
          method: 'POST',
          path: '/send_offer_to_interested_buyers',
          body: JSON.stringify(toBody(request)),
        })
        const outcome = readOutcome(response, platformName, fail)
        const answer = outcome.outcome === 'carriedOut' ? readSent(response) : undefined
        return answer === undefined ? outcome : { ...outcome, answer }
      } catch (error) {
        return thrownOutcome(error)
      }
    },
  }
}
