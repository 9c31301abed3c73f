/** The payloads of offer changes in the outbound queue. */

import * as z from 'zod'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import type { ListingAction } from '../../../shared/inventory/listing-state.ts'
import { confirmedSchema } from '../../../shared/listing/contract.ts'
import type { OutboundKind } from '../../outbound/kind.ts'
import { offerDraftSchema } from '../offers/offer-draft.ts'
import type { StepResult } from '../platform/offer-results.ts'

const base = { sku: z.string() }
const amountSchema = z.object({ value: z.string(), currency: z.string() })

export const payloadSchemas = {
  /** `draft`: the typed fields, for a new offer with the defaults. */
  saveOffer: z.object({
    ...base,
    draft: offerDraftSchema,
    isNew: z.boolean(),
    contentLanguage: z.string(),
    confirmedDeletions: z.array(z.string()),
  }),
  /** `itemWaited`: whether the item's own save was still waiting when the seller confirmed. */
  publish: z.object({ ...base, confirmed: confirmedSchema, itemWaited: z.boolean() }),
  /** `price`: the price in the run's plan. */
  withdraw: z.object({ ...base, listingId: z.string(), price: z.string().nullable().default(null) }),
  deleteOffer: z.object({ ...base, offerId: z.string(), endsListing: z.boolean() }),
  /** `was`: the values in the plan. */
  change: z.object({
    ...base,
    offerId: z.string(),
    price: z.object({ was: amountSchema, value: amountSchema }).nullable(),
    quantity: z.object({ was: z.number().nullable(), value: z.number() }).nullable(),
  }),
} as const satisfies Record<ListingAction, z.ZodType>
export type Payloads = { readonly [A in ListingAction]: z.infer<(typeof payloadSchemas)[A]> }

export const kindNames = {
  saveOffer: 'offerSave',
  publish: 'offerPublish',
  withdraw: 'offerWithdraw',
  deleteOffer: 'offerDelete',
  change: 'offerChange',
} as const satisfies Readonly<Record<ListingAction, string>>

/** What the check of a change read: the SKU's offer, undefined if it has none. */
export type ReadOffer = { readonly offer: JsonObject | undefined }

/** The result of a change, and the offer that it was sent for. */
export type OfferAnswer = ReadOffer & { readonly result: StepResult }

export type ListingKind<A extends ListingAction> = OutboundKind<Payloads[A], null, ReadOffer, OfferAnswer>
