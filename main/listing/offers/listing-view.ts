/** A SKU's listing as the window shows it: the platform's offer, the typed draft, missing requirements and waiting changes. */
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import type { ConnectionProfile } from '../../../shared/connection/profile.ts'
import { getPlatform, listingPageUrl } from '../../../shared/connection/profile.ts'
import { unavailableText } from '../../../shared/inventory/barcode.ts'
import { familyRefusal } from '../../../shared/inventory/family.ts'
import { toColumnId } from '../../../shared/inventory/fields/field.ts'
import { findMoreOfferField, findOfferRow } from '../../../shared/inventory/fields/offer-fields.ts'
import { withShared } from '../../../shared/inventory/group.ts'
import { readItemView } from '../../../shared/inventory/item.ts'
import { isLive, type ListingState, resolveListingState } from '../../../shared/inventory/listing-state.ts'
import type { Listing, OfferFieldView, Requirement } from '../../../shared/listing/contract.ts'
import { listOfferFields, type OfferField, offerFields } from '../../../shared/listing/offer-field.ts'
import { waitingStates } from '../../../shared/outbound/state.ts'
import type { ItemForListing, ListedItemsPort } from '../../items-port.ts'
import type { ListingSummary } from '../../offer-cells-port.ts'
import type { Clock } from '../../ports.ts'
import type { Choices } from '../choices/choices.ts'
import type { Payloads } from '../work/listing-payloads.ts'
import type { ListingQueue, OpenWork } from '../work/listing-queue.ts'
import { findBestOfferProblem } from './best-offer.ts'
import type { ListingReader } from './listing-reader.ts'
import type { ListingStore, StoredListing } from './listing-store.ts'
import {
  findFieldProblem,
  findUnknownOfferFields,
  hasConflict,
  isSameText,
  type OfferDraft,
  parseAmount,
  readField,
} from './offer-draft.ts'
import {
  categoryIdOf,
  findOffer,
  LISTED_FORMAT,
  listingIdOf,
  offerIdOf,
  priceOf,
  readOfferState,
  soldQuantityOf,
  textOf,
} from './offer-record.ts'
import { findExpired, listPictureNotes } from './picture-notes.ts'
import { listRequirements } from './requirements.ts'
import { findTypedProblem, listTypedFields } from './typed-texts.ts'

export type ListingView = ReturnType<typeof createListingView>

/** The part of an offer that is about to be saved. */
export type DraftToSave = { readonly isNew: boolean; readonly draft: OfferDraft }

const defaultsOf = (
  { defaults }: Choices,
  item: ItemForListing | undefined,
): Readonly<Partial<Record<OfferField, string>>> => {
  const { quantity } = readItemView(item?.record)
  const { fulfillmentPolicyId, paymentPolicyId, returnPolicyId, merchantLocationKey } = defaults()
  return {
    quantity: quantity === undefined || quantity < 1 ? '' : String(quantity),
    fulfillmentPolicyId: fulfillmentPolicyId ?? '',
    paymentPolicyId: paymentPolicyId ?? '',
    returnPolicyId: returnPolicyId ?? '',
    merchantLocationKey: merchantLocationKey ?? '',
  }
}

/** The platform returns its record of an offer, not the page that buyers see. */
const recordNote = ({ the }: PlatformName): string =>
  `This is ${the}’s record for tools like this one. It doesn’t include changes made on ${the}’s own pages: the listing’s page shows them.`
const NEW_NUMBER_NOTE =
  'Listed again, this gets a new listing number, without the watchers and sales of the one that ended.'

/** Whether a picture is the platform's or the practice shop's. All are where the platform keeps none. */
const isKeptPicture = (profile: ConnectionProfile, url: string): boolean => {
  const { pictureHost } = getPlatform(profile)
  const { hostname } = new URL(url)
  const isOwn = hostname === pictureHost || hostname.endsWith(`.${pictureHost}`)
  return pictureHost === null || isOwn || profile.pictureMirrors.some(({ from }) => url.startsWith(from))
}

const isMissing = ({ state }: Requirement): boolean => state === 'missing' || state === 'wrong'

/** What the seller can do next with a listing. */
const chooseNext = (listing: {
  /** The SKU can't be listed here at all. */
  readonly isRefused: boolean
  /** A change other than a waiting save is in progress. */
  readonly isBusy: boolean
  readonly needsFix: boolean
  readonly needsSave: boolean
  /** What is typed is in the outbox. */
  readonly isSaveWaiting: boolean
  readonly isLive: boolean
  readonly isVariation: boolean
}): Listing['next'] => {
  if (listing.isRefused) return 'none'
  if (listing.isBusy) return 'wait'
  if (listing.needsFix) return 'fix'
  if (listing.needsSave && !listing.isSaveWaiting) return 'saveOffer'
  // A variation is published with its listing.
  if (!listing.isLive) return listing.isVariation ? 'none' : 'publish'
  return listing.isSaveWaiting ? 'wait' : 'none'
}

/** The offers of other marketplaces and formats. */
const listOtherOffers = ({ offers = [] }: StoredListing, marketplaceId: string): Listing['otherOffers'] =>
  offers
    .filter((offer) => findOffer([offer], marketplaceId) === undefined)
    .map((offer) => ({
      offerId: offerIdOf(offer),
      marketplaceId: textOf(offer.marketplaceId),
      format: textOf(offer.format) || LISTED_FORMAT,
      state: readOfferState(offer, false),
    }))

export const createListingView = (deps: {
  readonly profile: ConnectionProfile
  readonly store: ListingStore
  readonly choices: Choices
  readonly items: ListedItemsPort
  readonly reader: ListingReader
  readonly clock: Pick<Clock, 'nowMs'>
  /** A getter, because the queue's kinds use parts of the view. */
  readonly queue: () => ListingQueue
}) => {
  const { profile, store, choices, items } = deps
  const { capabilities } = getPlatform(profile)
  /** The text of each field, as shown. */
  const readTexts = ({ draft, offer }: StoredListing, item: ItemForListing | undefined) => {
    const defaults = defaultsOf(choices, item)
    return (field: OfferField): string =>
      draft[field]?.text ?? (offer === undefined ? (defaults[field] ?? '') : readField(offer, field))
  }

  const toSave = (stored: StoredListing, item: ItemForListing | undefined): DraftToSave => {
    if (stored.offer !== undefined) return { isNew: false, draft: stored.draft }
    const read = readTexts(stored, item)
    const filled = offerFields.flatMap((field) => {
      const text = read(field)
      return text.trim() === '' ? [] : [[field, { text, was: '' }] as const]
    })
    return { isNew: true, draft: Object.fromEntries(filled) }
  }

  const offerState = ({ offers, offer, lastListingId }: StoredListing) =>
    offers === undefined ? 'unread' : readOfferState(offer, lastListingId !== null)

  const resolveState = (stored: StoredListing, work: readonly OpenWork[]): ListingState => {
    const refused = stored.refusals.length > 0 ? ({ action: 'publish', state: 'refused' } as const) : undefined
    // What needs the seller's attention comes first, then what changes the listing's state.
    const shown =
      work.find(({ state }) => state === 'unknown') ??
      work.find(({ state }) => state === 'refused' || state === 'notFound') ??
      work.find(({ action }) => action !== 'saveOffer' && action !== 'change') ??
      work[0] ??
      refused
    return resolveListingState(offerState(stored), shown)
  }

  /** Why this SKU can't be listed here at all. */
  const refusal = (
    sku: string,
    item: Pick<ItemForListing, 'family'> | undefined = items.forListing(sku),
  ): string | undefined => deps.reader.refusal() ?? familyRefusal(item?.family)

  const summarize = (sku: string): ListingSummary => {
    const stored = store.load(sku)
    const { value, currency } = stored.offer === undefined ? { value: '', currency: '' } : priceOf(stored.offer)
    const categoryId = stored.offer === undefined ? '' : categoryIdOf(stored.offer)
    const typed = listTypedFields(stored)
    const context = typed.length === 0 ? undefined : choices.context(true)
    const findProblem = (field: OfferField): string | null =>
      context === undefined ? null : (findTypedProblem(stored, field, context) ?? null)
    const hasPrice = typed.includes('price')
    return {
      typedPrice: hasPrice ? (stored.draft.price?.text ?? null) : null,
      priceProblem: hasPrice ? findProblem('price') : null,
      typedOffer: typed.flatMap((field) => {
        const row = findOfferRow(field)
        return field === 'price' || row === undefined ? [] : [{ column: toColumnId(row), problem: findProblem(field) }]
      }),
      state: resolveState(stored, deps.queue().open(sku)),
      price: value === '' ? null : Number(value),
      currency: currency || null,
      category: categoryId === '' ? null : (choices.categoryName(categoryId) ?? categoryId),
    }
  }

  const view = (sku: string): Listing => {
    const stored = store.load(sku)
    const item = items.forListing(sku)
    const groupKey = items.groupOf(sku)
    const shared = groupKey === undefined ? undefined : items.group(groupKey)?.record
    const { offer, draft, lastListingId } = stored
    const state = offerState(stored)
    const live = isLive(state)
    const context = choices.context(live)
    const read = readTexts(stored, item)
    const work = deps.queue().open(sku)

    const problem = (field: OfferField): string | undefined => {
      const text = read(field)
      // What the platform itself wrote into one of these fields must not block the save of another.
      const isPlatforms = draft[field] === undefined && offer !== undefined && findMoreOfferField(field) !== undefined
      const own = isPlatforms ? undefined : findFieldProblem(field, text, context)
      const found = own ?? findBestOfferProblem(field, read)
      if (found !== undefined || field !== 'price' || offer === undefined || draft.price !== undefined) return found
      const { currency } = priceOf(offer)
      return currency === '' || currency === context.currency
        ? undefined
        : `The price is in ${currency}, but prices on the ${context.marketplaceLabel} marketplace are in ${context.currency}. Enter it again.`
    }
    const refusals = new Map(
      stored.refusals.flatMap(({ fix, message }) => (fix?.at === 'offer' ? [[fix.field, message] as const] : [])),
    )
    const fields = listOfferFields(capabilities.moreFields).map((field): OfferFieldView => {
      const text = read(field)
      const platformText = readField(offer, field)
      return {
        field,
        text,
        platformText,
        isChanged: offer === undefined ? text.trim() !== '' : !isSameText(field, text, platformText),
        problem: problem(field) ?? null,
        refusal: refusals.get(field) ?? null,
        conflict: hasConflict(field, draft, offer),
      }
    })

    const categoryId = read('categoryId').trim()
    const category = categoryId === '' ? undefined : choices.category(categoryId)
    const lastChoices = choices.lastRead()
    const { imageUrls } = readItemView(item?.record)
    const requirements = listRequirements({
      // What its listing shares counts for a variation, and what is typed counts before it is saved.
      item: withShared(item?.edited, shared),
      isOnPlatform: item?.record !== undefined,
      hasUnsavedEdit: item?.edit === 'unsaved',
      text: read,
      problem,
      category,
      hasPolicies: lastChoices?.hasPolicies ?? null,
      locationCount: lastChoices?.locations.length ?? null,
      calculatedPolicy: lastChoices?.policies.find(
        ({ kind, policyId, isCalculated }) =>
          kind === 'fulfillment' && isCalculated && policyId === read('fulfillmentPolicyId'),
      )?.name,
      isRegistered: lastChoices?.isRegistered ?? null,
      expiredPictures: live ? 0 : findExpired(imageUrls, choices.pictures(), deps.clock.nowMs()).length,
      platformName: choices.platformName,
      unavailableText: unavailableText(item?.contentLanguage ?? profile.contentLanguage),
    })

    const price = parseAmount(read('price'))
    const inStock = readItemView(item?.record).quantity
    const typedQuantity = read('quantity').trim()
    const quantities = [
      ...(typedQuantity === '' ? [] : [Number(typedQuantity)]),
      ...(inStock === undefined ? [] : [inStock]),
    ]
    const quantity = Math.min(...quantities)
    const isSaveWaiting = work.some(
      ({ action, row, state: workState }) =>
        action === 'saveOffer' &&
        waitingStates.includes(workState) &&
        JSON.stringify((row.payload as Payloads['saveOffer']).draft) === JSON.stringify(toSave(stored, item).draft),
    )
    const isWrong = fields.some((field) => field.problem !== null || field.conflict)
    const hasDraft = Object.keys(draft).length > 0
    const toPublish = work.filter(
      ({ action, state: workState }) => !(action === 'saveOffer' && waitingStates.includes(workState)),
    )
    const isBusy = toPublish.some(({ state: workState }) => workState !== 'refused' && workState !== 'notFound')
    const refused = refusal(sku, item)
    const next = chooseNext({
      isRefused: refused !== undefined,
      isBusy,
      needsFix: isWrong || requirements.some(isMissing),
      needsSave: offer === undefined || fields.some(({ isChanged }) => isChanged),
      isSaveWaiting,
      isLive: live,
      isVariation: groupKey !== undefined,
    })

    return {
      sku,
      title: items.titleOf(sku) ?? null,
      refusal: refused ?? null,
      state: resolveState(stored, work),
      offerState: state,
      marketplaceId: choices.marketplaceId,
      marketplaceLabel: choices.marketplaceLabel,
      currency: choices.currency,
      offerId: offer === undefined ? null : offerIdOf(offer),
      listingId: (offer === undefined ? null : listingIdOf(offer)) ?? lastListingId,
      listingUrl: lastListingId === null ? null : (listingPageUrl(profile, lastListingId) ?? null),
      soldQuantity: offer === undefined ? null : soldQuantityOf(offer),
      readAtMs: stored.readAtMs,
      readProblem: stored.readProblem,
      fields,
      otherFields: offer === undefined ? [] : findUnknownOfferFields(offer, capabilities.moreFields),
      hasDraft,
      categoryName: category?.name ?? choices.categoryName(categoryId),
      requirements: [...requirements],
      next,
      confirm:
        next === 'publish' && price !== undefined && Number.isSafeInteger(quantity) && quantity > 0
          ? { marketplaceId: choices.marketplaceId, price, currency: choices.currency, quantity }
          : null,
      work: work.map(deps.queue().describe),
      refusals: stored.refusals.filter(({ fix }) => fix?.at !== 'offer'),
      warnings: stored.warnings,
      notes: [
        ...listPictureNotes(imageUrls, {
          expiries: choices.pictures(),
          nowMs: deps.clock.nowMs(),
          isLive: live,
          isKept: (url) => isKeptPicture(profile, url),
          platformName: choices.platformName,
          writeDate: choices.date,
        }),
        ...(live ? [recordNote(choices.platformName)] : []),
        ...(state === 'ended' ? [NEW_NUMBER_NOTE] : []),
      ],
      revisions: items.changes.count(sku),
      otherOffers: listOtherOffers(stored, choices.marketplaceId),
    }
  }

  return { view, summarize, refusal, toSave: (sku: string) => toSave(store.load(sku), items.forListing(sku)) }
}
