/** What each change to an offer is: how it is described, decided, sent, settled and put back. `listing-kinds.ts` queues them. */
import { fieldPaths } from '../../../shared/inventory/item.ts'
import { toNumber, valueAt, withValueAt } from '../../../shared/inventory/json.ts'
import type { ListingAction } from '../../../shared/inventory/listing-state.ts'
import { MAX_BULK_OFFERS } from '../../../shared/listing/offer-field.ts'
import type { ListedItemsPort } from '../../items-port.ts'
import type { Decision } from '../../outbound/kind.ts'
import { settleByValues } from '../../outbound/settle.ts'
import type { Choices } from '../choices/choices.ts'
import type { ListingStore } from '../offers/listing-store.ts'
import { VARIATION } from '../offers/offer-actions.ts'
import { isSameText } from '../offers/offer-draft.ts'
import { isLiveOffer, offerIdOf, priceOf } from '../offers/offer-record.ts'
import { decideDelete, decidePublish, decideWithdraw, refuse } from '../offers/publish-decision.ts'
import type { OfferClient } from '../platform/offer-client.ts'
import { type BulkResults, lost, resultAt, type StepResult } from '../platform/offer-results.ts'
import type { FeeReader } from './fee-reader.ts'
import type { ListingChanges } from './listing-changes.ts'
import { type Going, nameItem, type Step } from './offer-step.ts'
import { createSaveOfferStep } from './save-offer-step.ts'

/** Results in the order of the rows that went, or one for all. */
const bySku = (
  going: readonly Going<ListingAction>[],
  answers: BulkResults,
): StepResult | ReadonlyMap<string, StepResult> =>
  'whole' in answers
    ? answers.whole
    : new Map(going.map(({ payload }, index) => [payload.sku, resultAt(answers, index)]))

type ListingSteps = { readonly [A in ListingAction]: Step<A> }

export const createListingSteps = (deps: {
  readonly client: OfferClient
  readonly readFees: FeeReader
  readonly store: ListingStore
  readonly choices: Choices
  readonly items: ListedItemsPort
  readonly changes: ListingChanges
}): ListingSteps => {
  const { client, choices, items } = deps
  const { the, The } = choices.platformName

  /** The platform publishes and ends a variation with its listing only (LST-15). */
  const refuseVariation = (sku: string): Decision | undefined =>
    items.groupOf(sku) === undefined ? undefined : refuse(`${sku} ${VARIATION} Nothing was sent.`)

  const itemQuantity = (sku: string): number | undefined =>
    toNumber(valueAt(items.forListing(sku)?.record, fieldPaths.quantity))

  const steps: ListingSteps = {
    saveOffer: createSaveOfferStep(deps),
    publish: {
      describe: ({ sku, confirmed: { price, currency } }) =>
        `Publish ${nameItem(items, sku)} for ${choices.money(price, currency)}`,
      decide: async (offer, { sku, confirmed, itemWaited }, signal) => {
        if (itemWaited && items.forListing(sku)?.edit !== 'none') {
          return refuse(
            `The item’s own changes aren’t on ${the}. Nothing went live. Save the item, then publish again.`,
          )
        }
        const variation = refuseVariation(sku)
        if (variation !== undefined) return variation
        const quantity = itemQuantity(sku)
        const early = decidePublish(offer, quantity, confirmed, null, choices.money)
        if (early.decision !== 'send' || offer === undefined) return early
        return decidePublish(offer, quantity, confirmed, await deps.readFees([offerIdOf(offer)], signal), choices.money)
      },
      send: async (rows, leave, signal) => {
        const [only, ...more] = rows
        if (only?.offer !== undefined && more.length === 0)
          return client.publishOffer(offerIdOf(only.offer), leave, signal)
        let going = rows
        const answers = await client.bulkPublishOffer(async () => {
          going = await leave()
          return going.map(({ offer }) => (offer === undefined ? '' : offerIdOf(offer)))
        }, signal)
        return bySku(going, answers)
      },
      isDone: isLiveOffer,
      needsItem: () => true,
      after: (offer, _payload, { listingId }) =>
        offer === undefined
          ? undefined
          : {
              ...offer,
              status: 'PUBLISHED',
              ...(listingId === undefined ? {} : { listing: { listingId, listingStatus: 'ACTIVE' } }),
            },
      onDone: ({ sku }, { listingId }) => {
        if (listingId !== undefined) items.recordOffers(sku, listingId)
      },
      maxBatch: MAX_BULK_OFFERS,
    },
    withdraw: {
      describe: ({ sku }) => `End the listing of ${nameItem(items, sku)}`,
      decide: (offer, { sku, listingId }) => refuseVariation(sku) ?? decideWithdraw(offer, listingId),
      send: async ([row], leave, signal) =>
        row?.offer === undefined ? lost : client.withdrawOffer(offerIdOf(row.offer), leave, signal),
      isDone: (offer) => !isLiveOffer(offer),
      after: (offer) => {
        if (offer === undefined) return undefined
        const { listing: _ended, ...kept } = offer
        return { ...kept, status: 'UNPUBLISHED' }
      },
    },
    deleteOffer: {
      describe: ({ sku }) => `Delete the listing draft of ${nameItem(items, sku)}`,
      decide: (offer, { offerId, endsListing }) => decideDelete(offer, offerId, endsListing),
      send: async ([row], leave, signal) =>
        row === undefined ? lost : client.deleteOffer(row.payload.offerId, leave, signal),
      isDone: (offer, { offerId }) => offer === undefined || offerIdOf(offer) !== offerId,
      after: () => undefined,
    },
    change: {
      describe: ({ sku, price, quantity }) =>
        price === null
          ? `Set the quantity of ${nameItem(items, sku)} to ${quantity?.value ?? ''}`
          : `Set the price of ${nameItem(items, sku)} to ${choices.money(price.value.value, price.value.currency)}`,
      decide: (offer, payload) => {
        if (offer === undefined || offerIdOf(offer) !== payload.offerId) {
          return refuse(`${The} no longer has this listing. Nothing was changed.`)
        }
        if (steps.change.isDone(offer, payload)) return { decision: 'alreadyThere' }
        const { value, currency } = priceOf(offer)
        const { sku, price, quantity } = payload
        if (price !== null && (!isSameText('price', value, price.was.value) || currency !== price.was.currency)) {
          return refuse(
            `The price is ${choices.money(value, currency)} now, not what you reviewed. Nothing was changed.`,
          )
        }
        const inStock = itemQuantity(sku) ?? null
        if (quantity !== null && inStock !== quantity.was) {
          return refuse(`The quantity is ${inStock ?? 'missing'} now, not what you reviewed. Nothing was changed.`)
        }
        return { decision: 'send' }
      },
      send: async (rows, leave, signal) => {
        let going = rows
        const answers = await client.bulkUpdatePriceQuantity(async () => {
          going = await leave()
          return going.map(({ payload: { sku, offerId, price, quantity } }) => ({
            sku,
            offerId,
            price: price?.value,
            quantity: quantity?.value,
          }))
        }, signal)
        return bySku(going, answers)
      },
      isDone: (offer, { sku, price, quantity }) => {
        if (offer === undefined) return false
        const now = priceOf(offer)
        const hasPrice =
          price === null || (isSameText('price', now.value, price.value.value) && now.currency === price.value.currency)
        const hasQuantity =
          quantity === null ||
          (toNumber(offer.availableQuantity) === quantity.value && itemQuantity(sku) === quantity.value)
        return hasPrice && hasQuantity
      },
      settle: (offer, { sku, price, quantity }) => {
        if (offer === undefined) return null
        const values = [
          ...(price === null ? [] : [{ was: price.was.value, sent: price.value.value, now: priceOf(offer).value }]),
          ...(quantity === null
            ? []
            : [
                {
                  was: String(quantity.was ?? ''),
                  sent: String(quantity.value),
                  now: String(itemQuantity(sku) ?? ''),
                },
              ]),
        ]
        return settleByValues(values, (one, other) => isSameText('price', one, other))
      },
      needsItem: ({ quantity }) => quantity !== null,
      after: (offer, { price, quantity }) => {
        if (offer === undefined) return undefined
        const priced = price === null ? offer : withValueAt(offer, ['pricingSummary', 'price'], price.value)
        return quantity === null ? priced : { ...priced, availableQuantity: quantity.value }
      },
      onDone: ({ sku, quantity }) => {
        if (quantity !== null) items.refresh(sku)
      },
      // LST-19: keeps what others have changed since.
      revert: (offer, payload) => {
        const { sku, offerId, price, quantity } = payload
        if (offer === undefined || offerIdOf(offer) !== offerId)
          return { problem: `${The} no longer has this listing.` }
        if (!steps.change.isDone(offer, payload)) return { problem: `${The} has another value now.` }
        if (quantity?.was === null) return { problem: 'Its earlier quantity isn’t known.' }
        const reversed = {
          sku,
          offerId,
          price: price === null ? null : { was: price.value, value: price.was },
          quantity: quantity === null ? null : { was: quantity.value, value: quantity.was ?? 0 },
        }
        return { payload: reversed, deletions: [] }
      },
      revises: true,
      maxBatch: MAX_BULK_OFFERS,
    },
  }

  return steps
}
