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
import { NothingLeaves } from '../../outbound/checked-batch.ts'
import type { Check, Decision, OutboundRow, ReadyRow, Reversal } from '../../outbound/kind.ts'
import type { Answered } from '../../outbound/outcome.ts'
import { settleByValues } from '../../outbound/settle.ts'
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
  readField,
} from '../offers/offer-draft.ts'
import { previewOffer } from '../offers/offer-preview.ts'
import { findOffer, isLiveOffer, offerIdOf, priceOf } from '../offers/offer-record.ts'
import { decideDelete, decidePublish, decideWithdraw, refuse } from '../offers/publish-decision.ts'
import { type BulkResults, lost, type OfferClient, resultAt, type StepResult } from '../platform/offer-client.ts'
import type { FeeReader } from './fee-reader.ts'
import type { ListingChanges } from './listing-changes.ts'
import {
  kindNames,
  type ListingKind,
  type OfferAnswer,
  type Payloads,
  payloadSchemas,
  type ReadOffer,
} from './listing-payloads.ts'

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

/** A row to send: its payload and its offer as last read. */
type Going<A extends ListingAction> = ReadOffer & { readonly payload: Payloads[A] }

/** Returns the rows that may still go, right before a request leaves (OFF-08). `only`: those of one of several requests. */
type Leave<A extends ListingAction> = (only?: readonly Going<A>[]) => Promise<readonly Going<A>[]>

type LeavingRow<A extends ListingAction> = ReadyRow<Payloads[A], null, ReadOffer>
type Charge = ReturnType<ListedItemsPort['changes']['charge']>

/** Fewer than the read lane's eight slots, so that a slot stays free for the seller's own reads. */
const PARALLEL_READS = 3

/** The differences between the actions. */
type Step<A extends ListingAction> = {
  readonly describe: (payload: Payloads[A]) => string
  readonly decide: (
    offer: JsonObject | undefined,
    payload: Payloads[A],
    signal: AbortSignal,
  ) => Promise<Decision> | Decision
  /** Sends the rows. Returns their results by SKU, or one for all; see `Leave` for which rows go. */
  readonly send: (
    rows: readonly Going<A>[],
    leave: Leave<A>,
    signal: AbortSignal,
  ) => Promise<StepResult | ReadonlyMap<string, StepResult>>
  /** Whether the platform has the wanted state, by the offer and the stored item. */
  readonly isDone: (offer: JsonObject | undefined, payload: Payloads[A]) => boolean
  /** What a reading shows after a lost answer, if others may have changed the values since. By default `isDone`. */
  readonly settle?: (offer: JsonObject | undefined, payload: Payloads[A]) => boolean | null
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

/** Results in the order of the rows that went, or one for all. */
const bySku = (
  going: readonly Going<ListingAction>[],
  answers: BulkResults,
): StepResult | ReadonlyMap<string, StepResult> =>
  'whole' in answers
    ? answers.whole
    : new Map(going.map(({ payload }, index) => [payload.sku, resultAt(answers, index)]))

/** Runs one of several requests. If none of its rows may be sent, the others still go. */
const unlessNothing = async (send: () => Promise<void>): Promise<void> => {
  try {
    await send()
  } catch (error) {
    if (!(error instanceof NothingLeaves)) throw error
  }
}

export const createListingKinds = (deps: KindDeps) => {
  const { client, reader, store, choices, items, clock } = deps
  const { the, The } = choices.platformName
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

  /** The body of an update, merged into the reading of the check (LST-03). Throws `conflict`. */
  const mergeUpdate = ({ payload: { draft, confirmedDeletions }, offer }: Going<'saveOffer'>): JsonObject => {
    if (offer === undefined) throw conflict(`${The} no longer has this listing draft. Nothing was sent. Save it again.`)
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
            : refuse(`${The} no longer has this listing draft. Nothing was sent. Save it again to create it.`)
        }
        if (holdsDraft(offer, draft)) return { decision: 'alreadyThere' }
        const differs = Object.keys(draft).some((field) => hasConflict(field as keyof OfferDraft, draft, offer))
        if (differs && isNew) {
          return refuse('Someone else listed this item meanwhile. Nothing was sent. Check it and save again.')
        }
        return differs
          ? refuse(`The listing changed on ${the} in fields that you changed. Decide each one; nothing was sent.`)
          : { decision: 'send' }
      },
      send: async (rows, leave, signal) => {
        const results = new Map<string, StepResult>()
        const created = rows.filter(({ offer }) => offer === undefined)
        // The language applies to the whole call, not to single elements.
        for (const language of new Set(created.map(({ payload }) => payload.contentLanguage))) {
          const alike = created.filter(({ payload }) => payload.contentLanguage === language)
          let going: readonly Going<'saveOffer'>[] = alike
          const prepare = async (): Promise<readonly JsonObject[]> => {
            going = await leave(alike)
            return going.map(({ payload }) => newBody(payload))
          }
          await unlessNothing(async () => {
            const [only, ...more] = alike
            if (only !== undefined && more.length === 0) {
              const prepareOne = async (): Promise<JsonObject> => (await prepare())[0] ?? newBody(only.payload)
              results.set(only.payload.sku, await client.createOffer(prepareOne, language, signal))
              return
            }
            const answers = await client.bulkCreateOffer(prepare, language, signal)
            for (const [index, { payload }] of going.entries()) results.set(payload.sku, resultAt(answers, index))
          })
        }
        for (const row of rows) {
          const { offer, payload } = row
          if (offer === undefined) continue
          const prepare = async (): Promise<JsonObject> => {
            const [now] = await leave([row])
            return mergeUpdate(now ?? row)
          }
          await unlessNothing(async () => {
            const result = await client.updateOffer(offerIdOf(offer), prepare, payload.contentLanguage, signal)
            results.set(payload.sku, result)
          })
        }
        return results
      },
      isDone: (offer, { draft }) => offer !== undefined && holdsDraft(offer, draft),
      settle: (offer, { draft, isNew }) => {
        if (offer === undefined) return isNew ? false : null
        const values = Object.entries(draft).map(([field, { text, was }]) => {
          const now = readField(offer, field as OfferField)
          const comparable = (one: string) => ({ field: field as OfferField, text: one })
          return { was: comparable(isNew ? '' : was), sent: comparable(text), now: comparable(now) }
        })
        return settleByValues(values, (one, other) => isSameText(one.field, one.text, other.text))
      },
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
        if (offer === undefined) return { problem: `${The} no longer has this listing.` }
        const going = Object.entries(payload.draft).filter(
          ([field]) => !isExcluded(deps.changes.path(field as OfferField)),
        )
        if (!holdsDraft(offer, Object.fromEntries(going))) return { problem: `${The} has another value now.` }
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
      describe: ({ sku }) => `End the listing of ${nameOf(sku)}`,
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
      describe: ({ sku }) => `Delete the listing draft of ${nameOf(sku)}`,
      decide: (offer, { offerId, endsListing }) => decideDelete(offer, offerId, endsListing),
      send: async ([row], leave, signal) =>
        row === undefined ? lost : client.deleteOffer(row.payload.offerId, leave, signal),
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

  /**
   * Refuses a run's change if the listing's changes of the day are used up (PLT-14), because waiting would delay the rest of the
   * run. For a single change, throws `rateLimited`, so that it waits.
   */
  const checkRoom = ({ payload: { sku }, runId }: Row<ListingAction>): Decision => {
    const shortage = items.changes.findShortage(sku)
    if (shortage === undefined) return { decision: 'send' }
    if (runId !== null) return refuse(shortage.message)
    const message = `${shortage.message} It will be sent once one is available.`
    throw new Failure({
      kind: 'rateLimited',
      message,
      retryAfterMs: Math.max(60_000, shortage.resetsAtMs - clock.nowMs()),
    })
  }

  const readOffer = async (sku: string, signal: AbortSignal): Promise<JsonObject | undefined> =>
    findOffer(await reader.read(sku, signal), marketplaceId)

  /** Stores what the answer said of the SKU. */
  const keepAnswer = <A extends ListingAction>(
    step: Step<A>,
    payload: Payloads[A],
    { offer, result }: OfferAnswer,
  ): void => {
    const { sku } = payload
    const { outcome } = result
    if (result.existingOfferId !== undefined) reader.request(sku)
    if (outcome.outcome === 'refused') {
      store.putRefusals(sku, client.listRefusals(result.errors, outcome.error.message))
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

  const createKind = <A extends ListingAction>(action: A): ListingKind<A> => {
    const step = steps[action] as Step<A>
    return {
      name: kindNames[action],
      payload: payloadSchemas[action] as unknown as z.ZodType<Payloads[A]>,
      evidence: z.null(),
      describe: ({ payload }) => step.describe(payload),
      page: ({ sku }) => ({ page: 'item', id: sku }),
      check: async (row, signal): Promise<Check<null, ReadOffer>> => {
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
        return { decision: 'send', before: null, ready: { offer } }
      },
      effect: 'replaces',
      checksAtOnce: PARALLEL_READS,
      dispatch: async (batch, signal) => {
        const toGoing = ({ row: { payload }, ready: { offer } }: LeavingRow<A>): Going<A> => ({ payload, offer })
        const rowOf = new Map(batch.rows.map((one) => [one.row.payload.sku, one]))
        const offers = new Map(batch.rows.map(({ row: { payload }, ready }) => [payload.sku, ready.offer]))
        const charges = new Map<string, Charge>()
        const refund = (sku: string): void => {
          const charge = charges.get(sku)
          charges.delete(sku)
          if (charge !== undefined) items.changes.refund(charge)
        }
        const leave: Leave<A> = async (only) => {
          const wanted = only?.flatMap(({ payload }) => rowOf.get(payload.sku) ?? [])
          // A repeated attempt means that the platform didn't carry out the one before.
          for (const { row } of wanted ?? batch.rows) refund(row.payload.sku)
          const going = (await batch.leave(wanted)).map(toGoing)
          for (const { payload, offer } of going) {
            offers.set(payload.sku, offer)
            if (step.revises === true && isLiveOffer(offer)) charges.set(payload.sku, items.changes.charge(payload.sku))
          }
          return going
        }
        const results = await step.send(batch.rows.map(toGoing), leave, signal)
        const outcomes = new Map<string, Answered<OfferAnswer>>()
        for (const { row } of batch.rows) {
          const { sku } = row.payload
          const result = results instanceof Map ? results.get(sku) : (results as StepResult)
          if (result === undefined) continue
          const { outcome } = result
          if (outcome.outcome === 'notReached' || outcome.outcome === 'notNow') refund(sku)
          const note = outcome.outcome === 'carriedOut' ? { note: result.warnings.join(' ') } : {}
          outcomes.set(row.id, { ...outcome, ...note, answer: { offer: offers.get(sku), result } })
        }
        return outcomes
      },
      settle: async ({ payload }, _before, signal) => {
        const atMs = clock.nowMs()
        if (step.needsItem?.(payload) === true) await items.read(payload.sku)
        const offer = await readOffer(payload.sku, signal)
        return { isDone: (step.settle ?? step.isDone)(offer, payload), after: null, atMs }
      },
      canSellerSettle: true,
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
      onState: (row, _from, answer) => {
        if (answer !== undefined) keepAnswer(step, row.payload, answer)
        deps.onState(row)
      },
      onChange: deps.onChange,
      afterSend: ({ payload }, signal) => reader.read(payload.sku, signal),
    }
  }

  return { createKind }
}
