/** The listing feature's contract: the offer of a SKU, from what is typed to the live listing (LST-01). */
import * as z from 'zod'
import { appErrorSchema } from '../app-error.ts'
import { jsonValueSchema } from '../inventory/json.ts'
import { listingActions, listingStates, offerStates } from '../inventory/listing-state.ts'
import { skuSchema } from '../inventory/sku.ts'
import { command, done, event, type FeatureContract, query } from '../ipc/define.ts'
import { actResultSchema } from '../outbound/act-result.ts'
import { feeSchema } from '../outbound/run-contract.ts'
import { outboundStateNames } from '../outbound/state.ts'
import { choicesContract } from './contract/choices-contract.ts'
import { listingPlanContract } from './contract/listing-plan-contract.ts'
import { MAX_FIELD_CHARACTERS, offerFields } from './offer-field.ts'

const list = <Element extends z.ZodType>(element: Element) => z.array(element).readonly()
const one = z.object({ sku: skuSchema })

const offerFieldSchema = z.object({
  field: z.enum(offerFields),
  /** What the field shows: as typed, else as the platform has it, else the default. Empty: nothing. */
  text: z.string(),
  /** What the platform has, as last read; empty: nothing. */
  platformText: z.string(),
  /** Whether saving the offer would change it. */
  isChanged: z.boolean(),
  /** What is wrong with the text; null if nothing is. */
  problem: z.string().nullable(),
  /** What the platform refused of it and the seller has not changed since, in the platform's words. */
  refusal: z.string().nullable(),
  /** The platform's value changed while the seller had another typed. Blocks saving until it is resolved. */
  conflict: z.boolean(),
})
export type OfferFieldView = z.infer<typeof offerFieldSchema>

/** Where to fix something: in a field of the offer, or of the item (`path` as in the item's record, may be empty). */
const fixSchema = z.discriminatedUnion('at', [
  z.object({ at: z.literal('offer'), field: z.enum(offerFields) }),
  z.object({ at: z.literal('item'), path: list(z.string()) }),
  /** Policies or locations are missing altogether. */
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
] as const
export type RequirementKey = (typeof requirementKeys)[number]

const requirementSchema = z.object({
  key: z.enum(requirementKeys),
  /** `notKnown`: not known yet, such as the specifics of a category that was not read. It doesn't block. */
  state: z.enum(['met', 'missing', 'wrong', 'notKnown']),
  /** One line: `Add the item specific Brand`. */
  message: z.string(),
  /** Null if there is nothing to fix. */
  fix: fixSchema.nullable(),
})
export type Requirement = z.infer<typeof requirementSchema>

/** A change that was requested and is not done (OFF-01). */
const workSchema = z.object({
  /** Its id in the outbox: `outbound.sendNow` and `outbound.discard` take it. */
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

/** What buyers would see, and the seller confirms (LST-04). */
export const confirmedSchema = z.strictObject({
  marketplaceId: z.string(),
  /** As in the offer: `129.00`. */
  price: z.string(),
  currency: z.string(),
  quantity: z.int().min(1),
  /** The fees above zero that were shown; null if the platform didn't say. A new or higher fee stops the publication. */
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
  /** What the platform has, without pending changes. */
  offerState: z.enum(offerStates),
  marketplaceId: z.string(),
  marketplaceLabel: z.string(),
  currency: z.string(),
  offerId: z.string().nullable(),
  /** The id of the live listing, or of the one that ended last. */
  listingId: z.string().nullable(),
  /** The listing's page, to be opened with `openListing`; null if there is none. */
  listingUrl: z.string().nullable(),
  soldQuantity: z.number().nullable(),
  readAtMs: z.number().nullable(),
  /** Why the last reading failed. */
  readProblem: appErrorSchema.nullable(),
  /** One for each of `offerFields`, in their order. */
  fields: list(offerFieldSchema),
  hasDraft: z.boolean(),
  categoryName: z.string().nullable(),
  requirements: list(requirementSchema),
  /**
   * The one next step. `fix`: a requirement is open. `saveOffer`: create or update the offer. `publish`: ready.
   * `wait`: something is on its way. `none`: published and nothing changed.
   */
  next: z.enum(['fix', 'saveOffer', 'publish', 'wait', 'none']),
  /** What publishing would confirm, without its fees; null unless `next` is `publish`. */
  confirm: confirmedSchema.omit({ fees: true }).nullable(),
  /** Pending changes, oldest first. */
  work: list(workSchema),
  /** Refusals that belong to no field of the offer, with where to fix each if known. */
  refusals: list(z.object({ message: z.string(), fix: fixSchema.nullable() })),
  /** The platform's warnings with the last success (PLT-11). */
  warnings: list(z.string()),
  /** Changes that count for the listing today, including saves of its item, and how many the platform allows (PLT-14). */
  revisions: z.object({ used: z.number(), cap: z.number() }),
  /** The SKU's offers that are not edited here: of another marketplace, or an auction. */
  otherOffers: list(
    z.object({ offerId: z.string(), marketplaceId: z.string(), format: z.string(), state: z.enum(offerStates) }),
  ),
})
export type Listing = z.infer<typeof listingSchema>

const previewChangeSchema = z.object({
  /** `Price`, or the path of a field that is not edited here. */
  label: z.string(),
  old: jsonValueSchema.nullable(),
  value: jsonValueSchema.nullable(),
})

const offerPreviewSchema = z.object({
  /** Identifies exactly this preview; `saveOffer` needs it. */
  previewToken: z.string(),
  /** The offer doesn't exist yet. */
  isNew: z.boolean(),
  /** Buyers see the change at once. */
  changesLiveListing: z.boolean(),
  changes: list(previewChangeSchema),
  /** What is deleted, by name. Each must be confirmed. */
  deletions: list(z.object({ id: z.string(), name: z.string() })),
  noChange: z.boolean(),
  /** Set if the offer could not be read now: the preview is from the last reading, and the save waits (OFF-01). */
  lastReading: z.object({ atMs: z.number().nullable(), reason: z.string() }).nullable(),
})
export type OfferPreview = z.infer<typeof offerPreviewSchema>

export const listingContract = {
  ...choicesContract,
  ...listingPlanContract,

  /** Everything about the SKU's offer and listing, as last read, with what is typed. Doesn't call the platform. */
  listing: query({ input: one, output: listingSchema }),
  /** Reads the SKU's offers now. Fails as the platform or the network does. */
  refreshListing: command({ input: one, output: done }),
  /** Opens the listing's page in the browser. Errors: `notFound` if there is none. */
  openListing: command({ input: one, output: done }),

  /** Keeps what was typed, even if it is wrong; nothing is sent. A null drops it: the field shows the platform's value again. */
  saveDraft: command({
    input: z.object({
      sku: skuSchema,
      fields: z.partialRecord(z.enum(offerFields), z.string().max(MAX_FIELD_CHARACTERS).nullable()),
    }),
    output: done,
  }),
  discardDraft: command({ input: one, output: done }),
  /** Decides fields that changed on the platform meanwhile. */
  resolveConflicts: command({
    input: z.object({
      sku: skuSchema,
      keep: z.partialRecord(z.enum(offerFields), z.enum(['mine', 'platform'])),
    }),
    output: done,
  }),
  /** Reads the offer, or takes the last reading, and shows exactly what `saveOffer` would do (LST-03). Sends nothing. */
  previewOffer: query({ input: one, output: offerPreviewSchema }),
  /**
   * Creates the offer, or replaces it by the merge of what the platform has with what was typed (LST-03).
   *
   * `confirmedDeletions` must name every deletion. Errors: `conflict` if what was typed changed since the preview, the
   * platform changed the same fields, or another step of this SKU is in progress; `validation` with a field in each issue's path;
   * `service` if the platform refused it, with what it said in `listing.fields` and `listing.refusals`.
   */
  saveOffer: command({
    input: z.object({ sku: skuSchema, previewToken: z.string(), confirmedDeletions: z.array(z.string()) }),
    output: actResultSchema,
  }),
  /**
   * The fees of publishing these offers, each read from the platform (LST-04). Only fees above zero; an empty list is free.
   * `fees` is null if the platform does not say, with the reason. Errors: `notFound` if the SKU has no offer.
   */
  fees: query({
    input: one,
    output: z.object({ fees: list(feeSchema).nullable(), problem: z.string().nullable() }),
  }),
  /**
   * Publishes the offer. `confirmed` is what the seller saw: nothing is published if price, quantity, marketplace or fees differ
   * now, or later when the change is sent. Errors as of `saveOffer`.
   */
  publish: command({ input: z.object({ sku: skuSchema, confirmed: confirmedSchema }), output: actResultSchema }),
  /** Ends the listing and keeps the offer, which can be published again (LST-08). Errors: `conflict` if another one is live. */
  withdraw: command({ input: z.object({ sku: skuSchema, listingId: z.string().max(100) }), output: actResultSchema }),
  /** Deletes the offer permanently. A live listing ends with it; `endsListing` says that the seller confirmed that (LST-08). */
  deleteOffer: command({
    input: z.object({ sku: skuSchema, offerId: z.string().max(100), endsListing: z.boolean() }),
    output: actResultSchema,
  }),

  /** Null: of many SKUs. */
  listingChanged: event(z.object({ sku: z.string().nullable() })),
} as const satisfies FeatureContract
