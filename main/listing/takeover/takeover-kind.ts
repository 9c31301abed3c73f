/**
 * Taking over a listing that another tool made, as a kind of the outbound queue (LST-14).
 *
 * The listing keeps its number and stays live. A call has up to five listings, and each element's result counts. If the answer
 * is lost, the offers of the listing's SKUs show whether it was taken over; nothing is sent again by itself.
 */

import * as z from 'zod'
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { conflict } from '../../../shared/result.ts'
import type { ListedItemsPort } from '../../items-port.ts'
import type { Check, OutboundKind } from '../../outbound/kind.ts'
import type { Outcome } from '../../outbound/outcome.ts'
import type { Clock } from '../../ports.ts'
import type { ListingReader } from '../offers/listing-reader.ts'
import { isLiveOffer, listingIdOf } from '../offers/offer-record.ts'
import type { OfferClient } from '../platform/offer-client.ts'
import { resultAt } from '../platform/offer-results.ts'

/** https://developer.ebay.com/api-docs/sell/inventory/resources/listing/methods/bulkMigrateListing */
export const MAX_TAKEOVERS_A_CALL = 5

export const takeoverSchema = z.object({
  listingId: z.string(),
  title: z.string(),
  /** Of the listing, or of each of its variations. */
  skus: z.array(z.string()).min(1),
})
export type Takeover = z.infer<typeof takeoverSchema>

/** The SKU that names the listing in plans and results. */
export const nameOf = ({ skus: [first], listingId }: Takeover): string => first ?? listingId

/** Whether an offer belongs to the listing. */
const hasListing = (offers: readonly JsonObject[], listingId: string): boolean =>
  offers.some((offer) => listingIdOf(offer) === listingId)

export const createTakeoverKind = (deps: {
  readonly client: OfferClient
  readonly reader: ListingReader
  readonly items: ListedItemsPort
  readonly platformName: PlatformName
  readonly clock: Clock
  readonly onChange: () => void
}): OutboundKind<Takeover, null> => {
  const { client, reader, items, clock } = deps

  /** The offers of each SKU, read now. A SKU that isn't in the item list is only read, not stored. */
  const readOffers = (skus: readonly string[], signal: AbortSignal): Promise<readonly (readonly JsonObject[])[]> =>
    Promise.all(skus.map((sku) => client.getOffers(sku, { signal })))

  const take = ({ listingId, skus }: Takeover): void => {
    items.takeOver(listingId, skus)
    for (const sku of skus) {
      items.recordOffers(sku, listingId)
      reader.request(sku)
    }
  }

  return {
    name: 'takeover',
    payload: takeoverSchema,
    evidence: z.null(),
    describe: ({ payload: { title, listingId } }) => `Take over ${title === '' ? listingId : title}`,
    page: ({ listingId, skus: [sku] }) =>
      items.listElsewhere([listingId]).length > 0 || sku === undefined
        ? { page: 'listing', id: listingId }
        : { page: 'item', id: sku },
    check: async ({ payload }, signal): Promise<Check<null>> => {
      const offers = await readOffers(payload.skus, signal)
      if (offers.every((own) => hasListing(own, payload.listingId)))
        return { decision: 'alreadyThere', atMs: clock.nowMs() }
      const other = payload.skus.find((_, index) =>
        offers[index]?.some((offer) => isLiveOffer(offer) && listingIdOf(offer) !== payload.listingId),
      )
      if (other === undefined) return { decision: 'send', before: null }
      const message = `Another live listing has the SKU ${other}. Nothing was taken over. Give one of them another SKU on ${deps.platformName.the}.`
      return { decision: 'refuse', error: conflict(message).detail }
    },
    effect: 'replaces',
    dispatch: async (batch, signal) => {
      let going = batch.rows
      const results = await client.bulkMigrateListing(async () => {
        going = await batch.leave()
        return going.map(({ row }) => row.payload.listingId)
      }, signal)
      return new Map(
        going.map(({ row: { id } }, index): readonly [string, Outcome] => {
          const { outcome, warnings } = resultAt(results, index)
          return [id, outcome.outcome === 'carriedOut' ? { ...outcome, note: warnings.join(' ') } : outcome]
        }),
      )
    },
    settle: async ({ payload }, _before, signal) => {
      const atMs = clock.nowMs()
      const offers = await readOffers(payload.skus, signal)
      const taken = offers.filter((own) => hasListing(own, payload.listingId)).length
      const isDone = taken === payload.skus.length
      // With some of its variations only, the platform is still working on it.
      return { isDone: isDone || taken === 0 ? isDone : null, after: null, atMs }
    },
    inRun: {
      describe: (payload) => ({
        sku: nameOf(payload),
        title: payload.title,
        changes: [],
      }),
    },
    canSellerSettle: true,
    onState: ({ state, payload }) => {
      if (state.state === 'sent') take(payload)
    },
    maxBatch: MAX_TAKEOVERS_A_CALL,
    onChange: deps.onChange,
  }
}
