/** The listing feature's contract: a SKU's offer, from the typed draft to the live listing (LST-01). */
import * as z from 'zod'
import { appErrorSchema } from '../app-error.ts'
import { jsonValueSchema } from '../inventory/json.ts'
import { listingActions, listingStates, offerStates } from '../inventory/listing-state.ts'
import { listedSkuSchema } from '../inventory/sku.ts'
import { command, done, event, type FeatureContract, query } from '../ipc/define.ts'
import { actResultSchema } from '../outbound/act-result.ts'
import { feeSchema } from '../outbound/run-contract.ts'
import { outboundStateNames } from '../outbound/state.ts'
import { choicesContract } from './contract/choices-contract.ts'
import { listingPlanContract } from './contract/listing-plan-contract.ts'
import { newGroupContract } from './contract/new-group-contract.ts'
import { MAX_FIELD_CHARACTERS, offerFields } from './offer-field.ts'

const list = <Element extends z.ZodType>(element: Element) => z.array(element).readonly()
const one = z.object({ sku: listedSkuSchema })

const offerFieldSchema = z.object({
  field: z.enum(offerFields),
  /** The text in the field: as typed, else the platform's, else the default. May be empty. */
  text: z.string(),
  /** The platform's value as last read; empty if it has none. */
  platformText: z.string(),
  /** Whether saving the offer would change it. */
  isChanged: z.boolean(),
  /** What is wrong with the text; null if nothing is. */
  problem: z.string().nullable(),
  /** The platform's own message refusing this text; null once the seller changes it. */
  refusal: z.string().nullable(),
  /** The platform's value changed after the seller typed another. Blocks saving until it is resolved. */
  conflict: z.boolean(),
})
export type OfferFieldView = z.infer<typeof offerFieldSchema>

/** Where to fix a problem: a field of the offer, or of the item (`path` as in the item's record, may be empty). */
const fixSchema = z.discriminatedUnion('at', [
  z.object({ at: z.literal('offer'), field: z.enum(offerFields) }),
  z.object({ at: z.literal('item'), path: list(z.string()) }),
  /** No policies or no locations exist. */
  z.object({ at: z.literal('choices') }),
])

/** One thing that publishing needs (LST-01). The keys are in the order in which they are shown. */
const requirementKeys = [
  'itemSaved',
  'title',
  'description',
  'condition',
  'pictures',
  'category',
  'aspects',
  'price',
  'quantity',
  'policies',
  'location',
  'codes',
  'descriptors',
  'package',
  'account',
] as const
export type RequirementKey = (typeof requirementKeys)[number]

const requirementSchema = z.object({
  key: z.enum(requirementKeys),
  /** `notKnown`: can't be checked yet, such as the specifics of an unread category. Doesn't block. */
  state: z.enum(['met', 'missing', 'wrong', 'notKnown']),
  /** One line: `Add the item specific Brand`. */
  message: z.string(),
  /** Null if there is nothing to fix. */
  fix: fixSchema.nullable(),
  /** A value for the item that meets it at one press, such as “Does not apply” as a product code; null if there is none. */
  fill: z.object({ path: list(z.string()), value: z.string() }).nullable(),
})
export type Requirement = z.infer<typeof requirementSchema>

/** A requested change that is not finished (OFF-01). */
const workSchema = z.object({
  /** The id of its row in the outbox, for `outbound.sendNow` and `outbound.discard`. */
  outboundId: z.string(),
  action: z.enum(listingActions),
  state: z.enum(outboundStateNames),
  /** Why it waits, is unknown or was refused; null if there is nothing to say. */
  message: z.string().nullable(),
  sinceMs: z.number(),
  canSendNow: z.boolean(),
  canDiscard: z.boolean(),
})
export type ListingWork = z.infer<typeof workSchema>

/** What buyers would see, confirmed by the seller (LST-04). */
export const confirmedSchema = z.strictObject({
  marketplaceId: z.string(),
  /** As in the offer: `129.00`. */
  price: z.string(),
  currency: z.string(),
  quantity: z.int().min(1),
  /** The fees above zero that were shown; null if the platform didn't say. A new or higher fee stops publishing. */
  fees: list(feeSchema).nullable(),
})
export type Confirmed = z.infer<typeof confirmedSchema>

const listingSchema = z.object({
  sku: z.string(),
  /** Null if the item is not in the list. */
  title: z.string().nullable(),
  /** Why this SKU can't be listed here, whatever is filled in (LST-09, INV-16); null if it can. */
  refusal: z.string().nullable(),
  state: z.enum(listingStates),
  /** The platform's state, without pending changes. */
  offerState: z.enum(offerStates),
  marketplaceId: z.string(),
  marketplaceLabel: z.string(),
  currency: z.string(),
  offerId: z.string().nullable(),
  /** The id of the live listing, or of the last one that ended. */
  listingId: z.string().nullable(),
  /** The address of the listing's page, for `openListing`; null if there is none. */
  listingUrl: z.string().nullable(),
  soldQuantity: z.number().nullable(),
  readAtMs: z.number().nullable(),
  /** Why the last read failed. */
  readProblem: appErrorSchema.nullable(),
  /** One entry for each field that the platform's offers have, in the order of `offerFields`. */
  fields: list(offerFieldSchema),
  /** What else the offer has. Every save keeps it. */
  otherFields: list(z.object({ path: list(z.string()), value: jsonValueSchema })),
  hasDraft: z.boolean(),
  categoryName: z.string().nullable(),
  requirements: list(requirementSchema),
  /**
   * The next step. `fix`: a requirement is open. `saveOffer`: create or update the offer. `publish`: ready. `wait`: a
   * change is pending. `none`: published and unchanged.
   */
  next: z.enum(['fix', 'saveOffer', 'publish', 'wait', 'none']),
  /** The values to confirm before publishing, without the fees; null unless `next` is `publish`. */
  confirm: confirmedSchema.omit({ fees: true }).nullable(),
  /** Pending changes, oldest first. */
  work: list(workSchema),
  /** Refusals that belong to no field of the offer, each with where to fix it, if known. */
  refusals: list(z.object({ message: z.string(), fix: fixSchema.nullable() })),
  /** What the seller should know before publishing or while it is live, such as pictures that expire (PLT-34). */
  notes: list(z.string()),
  /** Warnings that came with the platform's last success (PLT-11). */
  warnings: list(z.string()),
  /** Revisions of the listing today, saves of its item included, and how many the platform allows (PLT-14). */
  revisions: z.object({ used: z.number(), cap: z.number() }),
  /** Offers of the SKU that can't be edited here: on another marketplace, or auctions. */
  otherOffers: list(
    z.object({ offerId: z.string(), marketplaceId: z.string(), format: z.string(), state: z.enum(offerStates) }),
  ),
})
export type Listing = z.infer<typeof listingSchema>

const previewChangeSchema = z.object({
  /** `Price`, or the path of a field that can't be edited here. */
  label: z.string(),
  old: jsonValueSchema.nullable(),
  value: jsonValueSchema.nullable(),
})

const offerPreviewSchema = z.object({
  /** Identifies exactly this preview, for `saveOffer`. */
  previewToken: z.string(),
  /** Whether the offer doesn't exist yet. */
  isNew: z.boolean(),
  /** Whether buyers see the change at once. */
  changesLiveListing: z.boolean(),
  changes: list(previewChangeSchema),
  /** Values to be deleted, by name. The seller must confirm each. */
  deletions: list(z.object({ id: z.string(), name: z.string() })),
  /** What the seller confirms about the new price of a live listing: a large change, or best offers below it; null for nothing. */
  caution: z.string().nullable(),
  noChange: z.boolean(),
  /** Set if the offer couldn't be read now: the preview uses the last reading, and the save waits (OFF-01). */
  lastReading: z.object({ atMs: z.number().nullable(), reason: z.string() }).nullable(),
})
export type OfferPreview = z.infer<typeof offerPreviewSchema>

export const listingContract = {
  ...choicesContract,
  ...listingPlanContract,
  ...newGroupContract,

  /** The SKU's offer and listing as last read, with what was typed. Doesn't call the platform. */
  listing: query({ input: one, output: listingSchema }),
  /** Reads the SKU's offers now. Throws the platform's or the network's error. */
  refreshListing: command({ input: one, output: done }),
  /** Opens the listing's page in the browser. Throws `notFound` if there is none. */
  openListing: command({ input: one, output: done }),
  /** Opens a listing's page, whoever made it. Errors: `notFound` if the platform's pages aren't known. */
  openListingPage: command({ input: z.object({ listingId: z.string().min(1).max(200) }), output: done }),

  /** Keeps what was typed, valid or not; sends nothing. Null drops it: the field shows the platform's value again. */
  saveDraft: command({
    input: z.object({
      sku: listedSkuSchema,
      fields: z.partialRecord(z.enum(offerFields), z.string().max(MAX_FIELD_CHARACTERS).nullable()),
    }),
    output: done,
  }),
  discardDraft: command({ input: one, output: done }),
  /** Decides fields that changed on the platform in the meantime. */
  resolveConflicts: command({
    input: z.object({
      sku: listedSkuSchema,
      keep: z.partialRecord(z.enum(offerFields), z.enum(['mine', 'platform'])),
    }),
    output: done,
  }),
  /** Reads the offer, or uses the last reading, and shows exactly what `saveOffer` would do (LST-03). Sends nothing. */
  previewOffer: query({ input: one, output: offerPreviewSchema }),
  /**
   * Creates the offer, or replaces it with the platform's version merged with what was typed (LST-03).
   * `confirmedDeletions` must name every deletion. Throws `conflict` if the draft changed since the preview, the
   * platform changed the same fields, or another step of this SKU is in progress; `validation` with a field in each
   * issue's path; `service` if the platform refused it, with the reasons in `listing.fields` and `listing.refusals`.
   */
  saveOffer: command({
    input: z.object({ sku: listedSkuSchema, previewToken: z.string(), confirmedDeletions: z.array(z.string()) }),
    output: actResultSchema,
  }),
  /**
   * Reads the fees of publishing these offers from the platform (LST-04). Lists fees above zero only; empty means free.
   * `fees` is null if the platform doesn't say, with the reason. Throws `notFound` if the SKU has no offer.
   */
  fees: query({
    input: one,
    output: z.object({ fees: list(feeSchema).nullable(), problem: z.string().nullable() }),
  }),
  /**
   * Publishes the offer. `confirmed` is what the seller saw: nothing is published if price, quantity, marketplace or
   * fees differ now, or later when the change is sent. Throws as `saveOffer` does.
   */
  publish: command({ input: z.object({ sku: listedSkuSchema, confirmed: confirmedSchema }), output: actResultSchema }),
  /** Ends the listing and keeps the offer, which can be published again (LST-08). Errors: `conflict` if another one is live. */
  withdraw: command({
    input: z.object({ sku: listedSkuSchema, listingId: z.string().max(100) }),
    output: actResultSchema,
  }),
  /** Deletes the offer permanently. A live listing ends with it; `endsListing` says that the seller confirmed that (LST-08). */
  deleteOffer: command({
    input: z.object({ sku: listedSkuSchema, offerId: z.string().max(100), endsListing: z.boolean() }),
    output: actResultSchema,
  }),

  /** Null when several SKUs changed. */
  listingChanged: event(z.object({ sku: z.string().nullable() })),
} as const satisfies FeatureContract
