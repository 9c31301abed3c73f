/** The seller's actions on one SKU's offer. Every step is checked here before it is queued. */
import { createHash } from 'node:crypto'
import { isLive } from '../../../shared/inventory/listing-state.ts'
import type { Confirmed, Listing, OfferPreview } from '../../../shared/listing/contract.ts'
import type { OfferField } from '../../../shared/listing/offer-field.ts'
import type { ActResult } from '../../../shared/outbound/act-result.ts'
import { conflict, Failure, notFound, validation } from '../../../shared/result.ts'
import type { ItemForListing, ListedItemsPort } from '../../items-port.ts'
import type { Choices } from '../choices/choices.ts'
import { priceCaution } from '../plans/price-change.ts'
import type { OfferClient } from '../platform/offer-client.ts'
import type { Payloads } from '../work/listing-payloads.ts'
import type { ListingQueue } from '../work/listing-queue.ts'
import type { ListingReader } from './listing-reader.ts'
import type { ListingStore } from './listing-store.ts'
import type { DraftToSave, ListingView } from './listing-view.ts'
import { createOfferBody, isAmount, mergeOffer, type OfferDraft, toStoredPrice, withTyped } from './offer-draft.ts'
import { previewOffer } from './offer-preview.ts'
import { isLiveOffer, priceOf } from './offer-record.ts'

const NOTHING_SENT = 'Nothing was sent.'

/** Why a single step of a variation is refused. */
export const VARIATION = 'is one of the variations of a listing. Publish or end the whole listing.'

/** Whether the same reading may succeed later without a change by the seller. */
const isPassing = ({ detail }: Failure): boolean =>
  ['offline', 'rateLimited', 'signInNeeded'].includes(detail.kind) ||
  (detail.kind === 'service' && detail.status >= 500)

const isMissing = ({ state }: Listing['requirements'][number]): boolean => state === 'missing' || state === 'wrong'

export type OfferActions = ReturnType<typeof createOfferActions>

export const createOfferActions = (deps: {
  readonly store: ListingStore
  readonly reader: ListingReader
  readonly client: OfferClient
  readonly choices: Choices
  readonly items: ListedItemsPort
  readonly view: ListingView
  readonly queue: ListingQueue
  /** Called when the seller requests a change of the platform, before it is due. */
  readonly onSendRequested: () => void
  readonly onListing: (sku: string) => void
}) => {
  const { store, reader, choices, items, view, queue, onListing } = deps

  /** Throws if the SKU can't be listed here (LST-09). */
  const requireListable = (
    sku: string,
    item: Pick<ItemForListing, 'family'> | undefined = items.forListing(sku),
  ): void => {
    const refusal = view.refusal(sku, item)
    if (refusal !== undefined) throw conflict(refusal)
    if (item === undefined) {
      throw notFound(`${sku} isn’t in your item list. Add it first.`)
    }
  }

  /** Throws for a variation, which is published, ended and deleted with its listing only (LST-15). */
  const requireSingle = (sku: string): void => {
    if (items.groupOf(sku) !== undefined) throw conflict(`${sku} ${VARIATION} ${NOTHING_SENT}`)
  }

  const language = (sku: string): string => items.forListing(sku)?.contentLanguage ?? 'en-US'

  const toToken = (sku: string, save: DraftToSave): string =>
    createHash('sha256')
      .update(JSON.stringify([sku, save, language(sku)]))
      .digest('base64url')

  const toBody = (sku: string, { isNew, draft }: DraftToSave) => {
    const { offer } = store.load(sku)
    const context = choices.context(isLiveOffer(offer))
    if (offer !== undefined && !isNew) return mergeOffer(offer, draft, context)
    return createOfferBody({ sku, marketplaceId: choices.marketplaceId, draft }, context)
  }

  const requireSound = ({ fields }: Listing): void => {
    if (fields.some((field) => field.conflict)) {
      throw conflict(
        `The listing changed on ${choices.platformName.the} in fields that you changed. Decide each one. ${NOTHING_SENT}`,
      )
    }
    const issues = fields.flatMap(({ field, problem }) => (problem === null ? [] : [{ path: field, message: problem }]))
    const [first] = issues
    if (first !== undefined)
      throw new Failure({ kind: 'validation', message: `${first.message} ${NOTHING_SENT}`, issues })
  }

  /** Prepares saving the offer, with `price` if it has none. Throws `validation` or `conflict` if it can't be sent. */
  const prepareSave = (sku: string, price?: string): Payloads['saveOffer'] => {
    requireListable(sku)
    const { isNew, draft } = view.toSave(sku)
    const current = view.view(sku)
    const lacksPrice = price !== undefined && current.fields.find(({ field }) => field === 'price')?.text.trim() === ''
    if (current.next === 'none' && !current.hasDraft && !isNew && !lacksPrice)
      throw conflict(`The listing of ${sku} has no unsaved change.`)
    requireSound(current)
    return {
      ...{ sku, isNew, contentLanguage: language(sku), confirmedDeletions: [] },
      draft: lacksPrice ? { ...draft, price: { text: price, was: '' } } : draft,
    }
  }

  /** Prepares publishing. Throws if anything is missing. */
  const preparePublish = (sku: string, confirmed: Confirmed): Payloads['publish'] => {
    requireListable(sku)
    requireSingle(sku)
    const current = view.view(sku)
    requireSound(current)
    const issues = current.requirements
      .filter(isMissing)
      .map(({ key, message, fix }) => ({ path: fix?.at === 'offer' ? fix.field : key, message }))
    const [first] = issues
    if (first !== undefined)
      throw new Failure({ kind: 'validation', message: `${first.message}. ${NOTHING_SENT}`, issues })
    if (current.next === 'saveOffer')
      throw conflict(`The listing of ${sku} has unsaved changes. Save it first. ${NOTHING_SENT}`)
    if (current.next === 'wait')
      throw conflict(`Another change to the listing of ${sku} is in progress. Try again once it is done.`)
    const { confirm } = current
    if (confirm === null) throw conflict(`${sku} is already live.`)
    const isSame =
      confirm.price === confirmed.price &&
      confirm.currency === confirmed.currency &&
      confirm.quantity === confirmed.quantity &&
      confirm.marketplaceId === confirmed.marketplaceId
    if (!isSame) {
      throw conflict(
        `It is ${confirm.quantity} for ${choices.money(confirm.price, confirm.currency)} on the ${current.marketplaceLabel} marketplace now, not what you confirmed. Check it and publish again.`,
      )
    }
    return { sku, confirmed, itemWaited: items.forListing(sku)?.edit === 'waiting' }
  }

  /** Runs a step. Updates the list and the item when it starts and ends. */
  const perform = async (sku: string, run: () => Promise<ActResult>): Promise<ActResult> => {
    deps.onSendRequested()
    store.putRefusals(sku, [])
    try {
      return await run()
    } finally {
      onListing(sku)
    }
  }

  return {
    prepareSave,
    preparePublish,
    requireListable,

    saveDraft: (sku: string, fields: Readonly<Partial<Record<OfferField, string | null | undefined>>>): void => {
      const stored = store.load(sku)
      const has = view.view(sku).fields
      const unknown = Object.keys(fields).find((name) => has.every(({ field }) => field !== name))
      if (unknown !== undefined)
        throw validation(`fields.${unknown}`, `This platform’s listings have no field “${unknown}”.`)
      const style = choices.context(false)
      const typed = Object.entries(fields).filter(([, text]) => text !== undefined) as [OfferField, string | null][]
      const draft = typed.reduce<OfferDraft>(
        (before, [field, text]) =>
          withTyped(before, stored.offer, field, isAmount(field) && text !== null ? toStoredPrice(text, style) : text),
        stored.draft,
      )
      store.putDraft(sku, draft)
      // A new text in a field clears the platform's refusal of it.
      const touched = new Set(typed.map(([field]) => field))
      const left = stored.refusals.filter(({ fix }) => fix?.at !== 'offer' || !touched.has(fix.field))
      if (left.length !== stored.refusals.length) store.putRefusals(sku, left)
      onListing(sku)
    },
    discardDraft: (sku: string): void => {
      store.putDraft(sku, {})
      onListing(sku)
    },
    resolveConflicts: (
      sku: string,
      keep: Readonly<Partial<Record<OfferField, 'mine' | 'platform' | undefined>>>,
    ): void => {
      const { draft, offer } = store.load(sku)
      const resolved = Object.entries(keep).reduce<OfferDraft>((before, [name, choice]) => {
        const field = name as OfferField
        const typed = before[field]
        if (typed === undefined || choice === undefined) return before
        const { [field]: _dropped, ...others } = before
        return choice === 'platform' ? others : withTyped(others, offer, field, typed.text)
      }, draft)
      store.putDraft(sku, resolved)
      onListing(sku)
    },

    /** See `previewOffer` in the contract. */
    preview: async (sku: string): Promise<OfferPreview> => {
      requireListable(sku)
      let lastReading: OfferPreview['lastReading'] = null
      try {
        await reader.read(sku)
      } catch (error) {
        if (!(error instanceof Failure) || !isPassing(error)) throw error
        lastReading = { atMs: store.load(sku).readAtMs, reason: error.message }
      }
      requireListable(sku)
      const { offer } = store.load(sku)
      const save = view.toSave(sku)
      const body = toBody(sku, save)
      const [before, after] = [offer, body].map((record) => (record === undefined ? undefined : priceOf(record)))
      const isPriceChanged = before !== undefined && after !== undefined && Number(before.value) !== Number(after.value)
      return {
        previewToken: toToken(sku, save),
        isNew: save.isNew,
        changesLiveListing: isLiveOffer(offer),
        caution:
          offer !== undefined && isLiveOffer(offer) && isPriceChanged
            ? (priceCaution(body, before, after.value, choices.money) ?? null)
            : null,
        ...previewOffer(offer, body),
        lastReading,
      }
    },

    /** See `saveOffer` in the contract. */
    save: (sku: string, previewToken: string, confirmedDeletions: string[]): Promise<ActResult> => {
      const payload = prepareSave(sku)
      if (previewToken !== toToken(sku, { isNew: payload.isNew, draft: payload.draft })) {
        throw conflict(`The listing of ${sku} changed after this preview. Check the preview again. ${NOTHING_SENT}`)
      }
      const { deletions } = previewOffer(store.load(sku).offer, toBody(sku, payload))
      const unconfirmed = deletions.filter(({ id }) => !confirmedDeletions.includes(id))
      if (unconfirmed.length > 0) {
        throw new Failure({
          kind: 'validation',
          message: `This deletes ${unconfirmed.map(({ name }) => name).join('; ')}. Confirm it first. ${NOTHING_SENT}`,
          issues: unconfirmed.map(({ name }) => ({ path: 'confirmedDeletions', message: `Not confirmed: ${name}` })),
        })
      }
      return perform(sku, () => queue.perform('saveOffer', { ...payload, confirmedDeletions }))
    },

    fees: async (sku: string) => {
      requireListable(sku)
      const { offerId } = view.view(sku)
      if (offerId === null) throw notFound(`${sku} has no listing draft yet. Save one first.`)
      try {
        return { fees: await deps.client.getListingFees([offerId]), problem: null }
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        return { fees: null, problem: error.message }
      }
    },

    /** See `publish` in the contract. */
    publish: (sku: string, confirmed: Confirmed): Promise<ActResult> => {
      const payload = preparePublish(sku, confirmed)
      return perform(sku, () => queue.perform('publish', payload))
    },
    withdraw: (sku: string, listingId: string): Promise<ActResult> => {
      requireListable(sku)
      requireSingle(sku)
      const current = view.view(sku)
      if (!isLive(current.offerState) || current.listingId !== listingId) {
        throw conflict(`Listing ${listingId} isn’t the live one of ${sku}. Check the listing again.`)
      }
      return perform(sku, () => queue.perform('withdraw', { sku, listingId, price: null }))
    },
    deleteOffer: (sku: string, offerId: string, endsListing: boolean): Promise<ActResult> => {
      requireListable(sku)
      const current = view.view(sku)
      if (current.offerId !== offerId) throw conflict(`${sku} has no such listing. Refresh it.`)
      if (isLive(current.offerState)) requireSingle(sku)
      if (isLive(current.offerState) && !endsListing) {
        throw conflict('This listing is live, and deleting it ends it: confirm that first.')
      }
      return perform(sku, () => queue.perform('deleteOffer', { sku, offerId, endsListing }))
    },
  }
}
