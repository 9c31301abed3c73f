/**
 * Changes to offers as kinds of the outbound queue (OFF-01).
 *
 * Each is checked against a fresh reading before it is sent (OFF-02), and sent once. If its answer is lost, it is settled by
 * reading the SKU's offers, never by sending it again (LST-02). Changes of one SKU share the lane of its item's saves, so that
 * the item is saved before its offer, and the offer before it is published (LST-01). Runs have their own lane, in which up to 25
 * changes share a call (LST-07).
 */
import * as z from 'zod'
import { fieldPaths } from '../../../shared/inventory/item.ts'
import {
  type JsonObject,
  type JsonPath,
  samePath,
  toNumber,
  valueAt,
  withValueAt,
} from '../../../shared/inventory/json.ts'
import type { ListingAction } from '../../../shared/inventory/listing-state.ts'
import { MAX_BULK_OFFERS, type OfferField } from '../../../shared/listing/offer-field.ts'
import { conflict, Failure } from '../../../shared/result.ts'
import type { ListedItemsPort } from '../../items-port.ts'
import type { Check, OutboundKind, OutboundRow, Reversal } from '../../outbound/kind.ts'
import type { Outcome } from '../../outbound/outcome.ts'
import type { Clock } from '../../ports.ts'
import type { Choices } from '../choices/choices.ts'
import type { ListingReader } from '../offers/listing-reader.ts'
import type { ListingStore } from '../offers/listing-store.ts'
import { VARIATION } from '../offers/offer-actions.ts'
import {
  createOfferBody,
  hasConflict,
  holdsDraft,
  isSameText,
  mergeOffer,
  type OfferDraft,
} from '../offers/offer-draft.ts'
import { previewOffer } from '../offers/offer-preview.ts'
import { findOffer, isLiveOffer, offerIdOf, priceOf } from '../offers/offer-record.ts'
import { type Decision, decideDelete, decidePublish, decideWithdraw, refuse } from '../offers/publish-decision.ts'
import { toRefusals } from '../platform/listing-errors.ts'
import { lost, type OfferClient, type StepResult } from '../platform/offer-client.ts'
import type { FeeReader } from './fee-reader.ts'
import type { ListingChanges } from './listing-changes.ts'
import { kindNames, type Payloads, payloadSchemas } from './listing-payloads.ts'

/** An older reading is repeated before a replace is sent. */
const FRESH_MS = 2_000
const LEFT_OUT = 'You left it out.'

type KindDeps = {
  readonly client: OfferClient
  readonly readFees: FeeReader
  readonly reader: ListingReader
  readonly store: ListingStore
  readonly choices: Choices
  readonly items: ListedItemsPort
  readonly changes: ListingChanges
  readonly clock: Clock
  readonly onState: (row: OutboundRow<Payloads[ListingAction], null>) => void
  readonly onChange: () => void
}

type Row<A extends ListingAction> = OutboundRow<Payloads[A], null>

/** The differences between the actions. */
type Step<A extends ListingAction> = {
  readonly describe: (payload: Payloads[A]) => string
  readonly decide: (
    offer: JsonObject | undefined,
    payload: Payloads[A],
    signal: AbortSignal,
  ) => Promise<Decision> | Decision
  /** Sends rows whose offers were just read; `offers` has the same order. */
  readonly send: (
    payloads: readonly Payloads[A][],
    offers: readonly (JsonObject | undefined)[],
    signal: AbortSignal,
  ) => Promise<readonly StepResult[]>
  /** Whether the platform has the wanted state, by the offer and the stored item. */
  readonly isDone: (offer: JsonObject | undefined, payload: Payloads[A]) => boolean
  /** Whether `decide` and `isDone` need a fresh reading of the item too. */
  readonly needsItem?: (payload: Payloads[A]) => boolean
  /** The offer after a success, until it is read again; undefined if it was deleted. */
  readonly after: (offer: JsonObject | undefined, payload: Payloads[A], result: StepResult) => JsonObject | undefined
  readonly onDone?: (payload: Payloads[A], result: StepResult) => void
  /**
   * The change that undoes it and the names of what it deletes, from the offer as last read, or why it can't be undone.
   * `isExcluded`: whether the seller leaves the change with this path out.
   */
  readonly revert?: (
    offer: JsonObject | undefined,
    payload: Payloads[A],
    isExcluded: (path: JsonPath) => boolean,
  ) => { readonly payload: Payloads[A]; readonly deletions: readonly string[] } | { readonly problem: string }
  readonly revises?: true
  readonly maxBatch?: number
}

export const createListingKinds = (deps: KindDeps) => {
  const { client, reader, store, choices, items, clock } = deps
  const { marketplaceId } = choices

  /** The platform publishes and ends a variation with its listing only (LST-15). */
  const refuseVariation = (sku: string): Decision | undefined =>
    items.groupOf(sku) === undefined ? undefined : refuse(`${sku} ${VARIATION} Nothing was sent.`)

  const itemQuantity = (sku: string): number | undefined =>
    toNumber(valueAt(items.forListing(sku)?.record, fieldPaths.quantity))

  const nameOf = (sku: string): string => {
    const title = items.titleOf(sku)
    return title === undefined ? sku : `${title} (${sku})`
  }

  const context = (offer: JsonObject | undefined) => choices.context(isLiveOffer(offer))

  const newBody = ({ sku, draft }: Payloads['saveOffer']): JsonObject =>
    createOfferBody({ sku, marketplaceId, draft }, context(undefined))

  /** The body of an update, merged into a fresh reading right before the request is sent (LST-03). */
  const prepareUpdate = async (
    { sku, draft, confirmedDeletions }: Payloads['saveOffer'],
    signal: AbortSignal,
  ): Promise<JsonObject> => {
    const stored = store.load(sku)
    const isFresh = stored.readAtMs !== null && clock.nowMs() - stored.readAtMs <= FRESH_MS
    const offer = isFresh ? stored.offer : findOffer(await reader.read(sku, signal), marketplaceId)
    if (offer === undefined)
      throw conflict('The platform no longer has this listing draft. Nothing was sent. Save it again.')
    if (Object.keys(draft).some((field) => hasConflict(field as keyof OfferDraft, draft, offer))) {
      throw conflict(
        'The listing changed on the platform in fields that you changed. Decide each one; nothing was sent.',
      )
    }
    const body = mergeOffer(offer, draft, context(offer))
    const unconfirmed = previewOffer(offer, body).deletions.filter(({ id }) => !confirmedDeletions.includes(id))
    if (unconfirmed.length > 0) {
      throw conflict(
        `Saving now deletes ${unconfirmed.map(({ name }) => name).join('; ')}. Check it again; nothing was sent.`,
      )
    }
    return body
  }

  const steps: { readonly [A in ListingAction]: Step<A> } = {
    saveOffer: {
      describe: ({ sku, isNew }) =>
        `${isNew ? 'Save' : 'Change'} the listing${isNew ? ' draft' : ''} of ${nameOf(sku)}`,
      decide: (offer, { draft, isNew }) => {
        if (offer === undefined) {
          return isNew
            ? { decision: 'send' }
            : refuse('The platform no longer has this listing draft. Nothing was sent. Save it again to create it.')
        }
        if (holdsDraft(offer, draft)) return { decision: 'alreadyThere' }
        const differs = Object.keys(draft).some((field) => hasConflict(field as keyof OfferDraft, draft, offer))
        if (differs && isNew) {
          return refuse('Someone else listed this item meanwhile. Nothing was sent. Check it and save again.')
        }
        return differs
          ? refuse('The listing changed on the platform in fields that you changed. Decide each one; nothing was sent.')
          : { decision: 'send' }
      },
      send: async (payloads, offers, signal) => {
        const created = payloads.filter((_, index) => offers[index] === undefined)
        const [only] = created
        const results = new Map<string, StepResult>()
        if (only !== undefined && created.length === 1) {
          results.set(only.sku, await client.createOffer(newBody(only), only.contentLanguage, signal))
        }
        // The language applies to the whole call, not to single elements.
        const languages = created.length > 1 ? [...new Set(created.map(({ contentLanguage }) => contentLanguage))] : []
        for (const language of languages) {
          const alike = created.filter(({ contentLanguage }) => contentLanguage === language)
          const answers = await client.bulkCreateOffer(alike.map(newBody), language, signal)
          for (const [index, { sku }] of alike.entries()) {
            const answer = answers[index]
            if (answer !== undefined) results.set(sku, answer)
          }
        }
        for (const [index, payload] of payloads.entries()) {
          const offer = offers[index]
          if (offer === undefined) continue
          const prepare = () => prepareUpdate(payload, signal)
          results.set(payload.sku, await client.updateOffer(offerIdOf(offer), prepare, payload.contentLanguage, signal))
        }
        return payloads.map(({ sku }) => results.get(sku) ?? lost)
      },
      isDone: (offer, { draft }) => offer !== undefined && holdsDraft(offer, draft),
      after: (offer, payload, { offerId }) =>
        offer === undefined
          ? { ...newBody(payload), ...(offerId === undefined ? {} : { offerId }), status: 'UNPUBLISHED' }
          : { ...offer, ...mergeOffer(offer, payload.draft, context(offer)) },
      onDone: ({ sku }) => {
        const { offer } = store.load(sku)
        if (offer === undefined) return
        const policy = (name: string): string | null => {
          const value = valueAt(offer, ['listingPolicies', name])
          return typeof value === 'string' ? value : null
        }
        const before = choices.defaults()
        choices.setDefaults({
          fulfillmentPolicyId: policy('fulfillmentPolicyId') ?? before.fulfillmentPolicyId,
          paymentPolicyId: policy('paymentPolicyId') ?? before.paymentPolicyId,
          returnPolicyId: policy('returnPolicyId') ?? before.returnPolicyId,
          merchantLocationKey:
            typeof offer.merchantLocationKey === 'string' ? offer.merchantLocationKey : before.merchantLocationKey,
        })
      },
      // Keeps what others have changed since.
      revert: (offer, payload, isExcluded) => {
        if (payload.isNew) return { problem: 'It made the listing draft. Delete that on the item’s own page.' }
        if (offer === undefined) return { problem: 'The platform no longer has this listing.' }
        const going = Object.entries(payload.draft).filter(
          ([field]) => !isExcluded(deps.changes.path(field as OfferField)),
        )
        if (going.length === 0) return { problem: LEFT_OUT }
        if (!holdsDraft(offer, Object.fromEntries(going))) return { problem: 'The platform has another value now.' }
        const draft: OfferDraft = Object.fromEntries(
          going.map(([field, { text, was }]) => [field, { text: was, was: text }]),
        )
        const { deletions } = previewOffer(offer, mergeOffer(offer, draft, context(offer)))
        return {
          payload: { ...payload, draft, confirmedDeletions: deletions.map(({ id }) => id) },
          deletions: deletions.map(({ name }) => name),
        }
      },
      revises: true,
      maxBatch: MAX_BULK_OFFERS,
    },
    publish: {
      describe: ({ sku, confirmed: { price, currency } }) =>
        `Publish ${nameOf(sku)} for ${choices.money(price, currency)}`,
      decide: async (offer, { sku, confirmed, itemWaited }, signal) => {
        if (itemWaited && items.forListing(sku)?.edit !== 'none') {
          return refuse(
            'The item’s own changes are not on the platform. Nothing went live. Save the item, then publish again.',
          )
        }
        const variation = refuseVariation(sku)
        if (variation !== undefined) return variation
        const quantity = itemQuantity(sku)
        const early = decidePublish(offer, quantity, confirmed, null, choices.money)
        if (early.decision !== 'send' || offer === undefined) return early
        return decidePublish(offer, quantity, confirmed, await deps.readFees([offerIdOf(offer)], signal), choices.money)
      },
      send: async (payloads, offers, signal) => {
        const ids = offers.map((offer) => (offer === undefined ? '' : offerIdOf(offer)))
        const [only] = ids
        return payloads.length === 1 && only !== undefined
          ? [await client.publishOffer(only, signal)]
          : client.bulkPublishOffer(ids, signal)
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
      describe: ({ sku }) => `End the listing of ${nameOf(sku)}`,
      decide: (offer, { sku, listingId }) => refuseVariation(sku) ?? decideWithdraw(offer, listingId),
      send: async (_payloads, offers, signal) => {
        const [offer] = offers
        return offer === undefined ? [] : [await client.withdrawOffer(offerIdOf(offer), signal)]
      },
      isDone: (offer) => !isLiveOffer(offer),
      after: (offer) => {
        if (offer === undefined) return undefined
        const { listing: _ended, ...kept } = offer
        return { ...kept, status: 'UNPUBLISHED' }
      },
    },
    deleteOffer: {
      describe: ({ sku }) => `Delete the listing draft of ${nameOf(sku)}`,
      decide: (offer, { offerId, endsListing }) => decideDelete(offer, offerId, endsListing),
      send: async (payloads, _offers, signal) => {
        const [payload] = payloads
        return payload === undefined ? [] : [await client.deleteOffer(payload.offerId, signal)]
      },
      isDone: (offer, { offerId }) => offer === undefined || offerIdOf(offer) !== offerId,
      after: () => undefined,
    },
    change: {
      describe: ({ sku, price, quantity }) =>
        price === null
          ? `Set the quantity of ${nameOf(sku)} to ${quantity?.value ?? ''}`
          : `Set the price of ${nameOf(sku)} to ${choices.money(price.value.value, price.value.currency)}`,
      decide: (offer, payload) => {
        if (offer === undefined || offerIdOf(offer) !== payload.offerId) {
          return refuse('The platform no longer has this listing. Nothing was changed.')
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
      send: (payloads, _offers, signal) =>
        client.bulkUpdatePriceQuantity(
          payloads.map(({ sku, offerId, price, quantity }) => ({
            sku,
            offerId,
            price: price?.value,
            quantity: quantity?.value,
          })),
          signal,
        ),
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
      revert: (offer, payload, isExcluded) => {
        const { sku, offerId, price, quantity } = payload
        if (deps.changes.describe.change(payload).some(({ path }) => path !== null && isExcluded(path)))
          return { problem: LEFT_OUT }
        if (offer === undefined || offerIdOf(offer) !== offerId)
          return { problem: 'The platform no longer has this listing.' }
        if (!steps.change.isDone(offer, payload)) return { problem: 'The platform has another value now.' }
        if (quantity?.was === null) return { problem: 'Its quantity before is not known.' }
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

  /**
   * Refuses a run's change if the listing's changes of the day are used up (PLT-14), because waiting would delay the rest of the
   * run. For a single change, throws `rateLimited`, so that it waits.
   */
  const checkRoom = ({ payload: { sku }, runId }: Row<ListingAction>): Decision => {
    const lack = items.changes.findLack(sku)
    if (lack === undefined) return { decision: 'send' }
    if (runId !== null) return refuse(lack.message)
    const message = `${lack.message} It will be sent once one is available.`
    throw new Failure({ kind: 'rateLimited', message, retryAfterMs: Math.max(60_000, lack.resetsAtMs - clock.nowMs()) })
  }

  const readOffer = async (sku: string, signal: AbortSignal): Promise<JsonObject | undefined> =>
    findOffer(await reader.read(sku, signal), marketplaceId)

  /** Stores the answer's data before the new state. After a crash in between, reading settles the change. */
  const keepAnswer = <A extends ListingAction>(
    step: Step<A>,
    { payload, payload: { sku } }: Row<A>,
    offer: JsonObject | undefined,
    result: StepResult,
  ): void => {
    const { outcome } = result
    if (result.existingOfferId !== undefined) reader.request(sku)
    if (outcome.outcome === 'refused') {
      store.putRefusals(sku, toRefusals(result.errors, outcome.error.message))
    }
    if (outcome.outcome !== 'carriedOut') return
    const others = (store.load(sku).offers ?? []).filter((other) => findOffer([other], marketplaceId) === undefined)
    const next = step.after(offer, payload, result)
    store.putOffers(sku, [...others, ...(next === undefined ? [] : [next])], clock.nowMs())
    store.putRefusals(sku, [])
    store.putWarnings(sku, result.warnings)
    step.onDone?.(payload, result)
  }

  const revertStep = <A extends ListingAction>(
    step: Step<A>,
    action: A,
    payload: Payloads[A],
    excluded: readonly JsonPath[],
  ): Reversal<Payloads[A]> => {
    const isExcluded = (path: JsonPath): boolean => excluded.some((one) => samePath(one, path))
    const reversed = step.revert?.(store.load(payload.sku).offer, payload, isExcluded) ?? {
      problem: 'It can’t be put back.',
    }
    return 'problem' in reversed ? reversed : { ...reversed, changes: deps.changes.describe[action](reversed.payload) }
  }

  const createKind = <A extends ListingAction>(action: A): OutboundKind<Payloads[A], null> => {
    const step = steps[action] as Step<A>
    return {
      name: kindNames[action],
      payload: payloadSchemas[action] as unknown as z.ZodType<Payloads[A]>,
      evidence: z.null(),
      describe: ({ payload }) => step.describe(payload),
      check: async (row, signal): Promise<Check<null>> => {
        const { payload } = row
        if (step.needsItem?.(payload) === true) await items.read(payload.sku)
        const offer = await readOffer(payload.sku, signal)
        const decided = await step.decide(offer, payload, signal)
        const isRevision = step.revises === true && decided.decision === 'send' && isLiveOffer(offer)
        const decision = isRevision ? checkRoom(row) : decided
        if (decision.decision === 'refuse') {
          const { message } = decision.error
          store.putRefusals(payload.sku, [{ message, fix: null }])
          return decision
        }
        if (decision.decision === 'alreadyThere') return { decision: 'alreadyThere', atMs: clock.nowMs() }
        return { decision: 'send', before: null }
      },
      dispatch: async (rows, signal): Promise<readonly Outcome[]> => {
        const offers = rows.map(({ payload }) => store.load(payload.sku).offer)
        const charges = rows.map(({ payload }, index) =>
          step.revises === true && isLiveOffer(offers[index]) ? items.changes.charge(payload.sku) : undefined,
        )
        const results = await step.send(
          rows.map(({ payload }) => payload),
          offers,
          signal,
        )
        return rows.map((row, index) => {
          const result = results[index] ?? lost
          const charge = charges[index]
          const { outcome } = result.outcome
          if (charge !== undefined && (outcome === 'notReached' || outcome === 'notNow')) items.changes.refund(charge)
          keepAnswer(step, row, offers[index], result)
          return result.outcome.outcome === 'carriedOut'
            ? { ...result.outcome, note: result.warnings.join(' ') }
            : result.outcome
        })
      },
      settle: async ({ payload }, _before, signal) => {
        const atMs = clock.nowMs()
        if (step.needsItem?.(payload) === true) await items.read(payload.sku)
        return { isDone: step.isDone(await readOffer(payload.sku, signal), payload), after: null, atMs }
      },
      inRun: {
        describe: (payload) => ({
          sku: payload.sku,
          title: items.titleOf(payload.sku) ?? null,
          changes: deps.changes.describe[action](payload),
        }),
        ...(step.revert === undefined
          ? {}
          : { revert: ({ payload }, excluded) => revertStep(step, action, payload, excluded) }),
      },
      ...(step.maxBatch === undefined ? {} : { maxBatch: step.maxBatch }),
      onState: deps.onState,
      onChange: deps.onChange,
      afterSend: ({ payload }, signal) => reader.read(payload.sku, signal),
    }
  }

  return { createKind }
}
