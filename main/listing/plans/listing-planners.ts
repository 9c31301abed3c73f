/** What each action of a listing run plans for an item, and what the seller confirms for all of them (LST-07). */
import { fieldPaths } from '../../../shared/inventory/item.ts'
import { toNumber, valueAt } from '../../../shared/inventory/json.ts'
import { isLive, type ListingAction } from '../../../shared/inventory/listing-state.ts'
import type { RunAction } from '../../../shared/listing/contract/listing-plan-contract.ts'
import type { Listing } from '../../../shared/listing/contract.ts'
import { MAX_BULK_OFFERS } from '../../../shared/listing/offer-field.ts'
import type { MoneyStyle } from '../../../shared/money.ts'
import type { Fee, RunChange, RunLabel } from '../../../shared/outbound/run-contract.ts'
import { writeCount } from '../../../shared/write-count.ts'
import type { ListedItemsPort } from '../../items-port.ts'
import type { Choices } from '../choices/choices.ts'
import { type GroupPublish, type GroupWithdraw, listPayloadSkus } from '../groups/group-payloads.ts'
import type { ListingStore } from '../offers/listing-store.ts'
import type { OfferActions } from '../offers/offer-actions.ts'
import { isLiveOffer, offerIdOf } from '../offers/offer-record.ts'
import { formatFees } from '../offers/publish-decision.ts'
import type { ListingChanges } from '../work/listing-changes.ts'
import type { Payloads } from '../work/listing-payloads.ts'
import { type PricePlan, planPrice } from './price-change.ts'
import { readPriceRule, readQuantity, requirePrice } from './price-rule.ts'

export type GroupPayload = GroupPublish | GroupWithdraw

/** An included row, or why it is left out. */
type RowPlan<A extends ListingAction> =
  | { readonly payload: Payloads[A]; readonly caution?: string | undefined }
  | { readonly problem: string; readonly changes?: readonly RunChange[] }

/** Plans one action. `plan` may throw a `Failure`, which becomes the row's problem. */
export type Planner<A extends ListingAction> = {
  readonly action: A
  readonly label: RunLabel
  /** `view` composes the whole listing, which takes ten times as long as a new price. */
  readonly plan: (sku: string, view: () => Listing) => RowPlan<A>
  /** `groups`: the listings with variations among the rows. */
  readonly confirm: (
    payloads: readonly Payloads[A][],
    fees: readonly Fee[] | null,
    groups: readonly GroupPayload[],
  ) => string
  readonly countCalls: (payloads: readonly Payloads[A][]) => number
}

const countItems = (count: number): string => writeCount(count, 'item')

/** How many of the SKUs of a plan are sold alone, and how many are variations of how many listings. */
type Listings = { readonly singles: number; readonly groups: number; readonly variations: number }

/** `3 listings with 14 variations`; `5 listings, 2 with 14 variations`. `single`: what a plan without variations calls its rows. */
const countListings = (
  { singles, groups, variations }: Listings,
  single: (count: number) => string = countItems,
): string => {
  if (groups === 0) return single(singles)
  const all = writeCount(singles + groups, 'listing')
  const varied = `with ${writeCount(variations, 'variation')}`
  return singles === 0 ? `${all} ${varied}` : `${all}, ${groups} ${varied}`
}
const toListings = (singles: number, groups: readonly GroupPayload[]): Listings => ({
  singles,
  groups: groups.length,
  variations: groups.reduce((sum, group) => sum + listPayloadSkus(group).length, 0),
})
/** A listing draft is saved whole, so its fields can't be excluded one by one. */
export const wholeRow = (fields: readonly RunChange[]): readonly RunChange[] =>
  fields.map((change) => ({ ...change, path: null }))
const bulkCalls = (payloads: readonly unknown[]): number => Math.ceil(payloads.length / MAX_BULK_OFFERS)

export const createListingPlanners = (deps: {
  readonly store: ListingStore
  readonly items: ListedItemsPort
  readonly choices: Choices
  readonly actions: OfferActions
  readonly changes: ListingChanges
}) => {
  const { store, items, choices, actions, changes } = deps
  const { money } = choices
  const style = (): MoneyStyle => choices.context(true)

  /** What these changes affect: variations count as the listings that they belong to (LST-15). */
  const countSold = (payloads: readonly { readonly sku: string }[]): string => {
    const keys = items.groupsOf(payloads.map(({ sku }) => sku))
    return countListings({
      singles: payloads.length - keys.size,
      groups: new Set(keys.values()).size,
      variations: keys.size,
    })
  }

  const pricesPlanned: Omit<Planner<'change'>, 'plan'> = {
    action: 'change',
    label: 'prices',
    confirm: (payloads) => `Change the price of ${countSold(payloads)}. Buyers see it immediately.`,
    countCalls: bulkCalls,
  }
  const toRowPlan = (plan: PricePlan): RowPlan<'change'> =>
    'problem' in plan
      ? { problem: plan.problem, changes: plan.payload === undefined ? [] : changes.describe.change(plan.payload) }
      : plan

  const savingOffers = (price: string | undefined): Planner<'saveOffer'> => {
    const wanted = price === undefined ? undefined : requirePrice(price, style())
    return {
      action: 'saveOffer',
      label: 'offers',
      plan: (sku, viewListing) => {
        const listing = viewListing()
        // Leaves out live listings: the plan doesn't show all changes of an offer, and its text says that buyers see nothing yet.
        if (isLive(listing.offerState)) {
          return {
            problem: listing.hasDraft
              ? 'It is already live: buyers would see its changes immediately. Save them on the item’s own page.'
              : 'It is already live.',
          }
        }
        const payload = actions.prepareSave(sku, wanted)
        // Clearing a field deletes it, and the item's own page confirms deletions by name.
        const deletes = Object.values(payload.draft).some((typed) => typed?.text.trim() === '')
        return deletes
          ? {
              problem: 'This deletes a field. Save it on the item’s own page.',
              changes: wholeRow(changes.describe.saveOffer(payload)),
            }
          : { payload }
      },
      confirm: ({ length }) => `Save the listing drafts of ${countItems(length)}. Buyers see nothing yet.`,
      countCalls: (payloads) => {
        const created = payloads.filter(({ isNew }) => isNew)
        return payloads.length - created.length + bulkCalls(created)
      },
    }
  }

  const publishing: Planner<'publish'> = {
    action: 'publish',
    label: 'publish',
    plan: (sku, viewListing) => {
      const listing = viewListing()
      if (listing.confirm !== null) return { payload: actions.preparePublish(sku, { ...listing.confirm, fees: null }) }
      if (isLive(listing.offerState)) return { problem: 'It is already live.' }
      const missing = listing.requirements.find(({ state }) => state === 'missing' || state === 'wrong')
      return { problem: missing?.message ?? 'Save its listing draft first.' }
    },
    confirm: (payloads, fees, groups) => {
      const offers = groups.flatMap((group) => ('offers' in group ? group.offers : []))
      const total = [...payloads.map(({ confirmed }) => confirmed), ...offers].reduce(
        (sum, { price, quantity }) => sum + Number(price) * quantity,
        0,
      )
      const known = fees?.length === 0 ? 'No fees' : `Fees ${formatFees(fees ?? [], money)}`
      const costs = fees === null ? `${choices.platformName.The} doesn’t say what it costs` : known
      return `Publish ${countListings(toListings(payloads.length, groups))} on the ${choices.marketplaceLabel} marketplace, ${money(total, choices.currency)} in all. ${costs}.`
    },
    countCalls: bulkCalls,
  }

  const ending: Planner<'withdraw'> = {
    action: 'withdraw',
    label: 'end',
    plan: (sku, viewListing) => {
      const listing = viewListing()
      if (!isLive(listing.offerState) || listing.listingId === null) return { problem: 'It isn’t live.' }
      const price = listing.fields.find(({ field }) => field === 'price')?.platformText ?? ''
      return { payload: { sku, listingId: listing.listingId, price: price === '' ? null : price } }
    },
    confirm: ({ length }, _fees, groups) =>
      `End ${countListings(toListings(length, groups), (count) => writeCount(count, 'listing'))} on the ${choices.marketplaceLabel} marketplace. They are kept as drafts; listed again, each gets a new listing number.`,
    countCalls: ({ length }) => length,
  }

  const pricing = (what: Extract<RunAction, { action: 'price' }>): Planner<'change'> => {
    const rule = readPriceRule(what, style())
    return {
      ...pricesPlanned,
      plan: (sku) => toRowPlan(planPrice(store.load(sku), rule, { currency: choices.currency, money })),
    }
  }

  const restocking = (text: string): Planner<'change'> => {
    const value = readQuantity(text)
    return {
      action: 'change',
      label: 'quantities',
      plan: (sku) => {
        const { offer } = store.load(sku)
        const offerId = offer === undefined ? '' : offerIdOf(offer)
        if (offer === undefined || offerId === '') return { problem: 'It isn’t listed yet.' }
        const was = toNumber(valueAt(items.forListing(sku)?.record, fieldPaths.quantity)) ?? null
        const payload = { sku, offerId, price: null, quantity: { was, value } }
        if (!isLiveOffer(offer)) {
          return {
            problem: 'It isn’t live. Change its quantity in the list.',
            changes: changes.describe.change(payload),
          }
        }
        return was === value && toNumber(offer.availableQuantity) === value
          ? { problem: 'It already has this quantity.', changes: changes.describe.change(payload) }
          : { payload }
      },
      confirm: (payloads) => `Set the quantity of ${countSold(payloads)} to ${value}. Buyers see it immediately.`,
      countCalls: bulkCalls,
    }
  }

  /** Throws `validation` for a price or quantity that can't be read. */
  const plannerFor = (what: RunAction): Planner<ListingAction> => {
    switch (what.action) {
      case 'saveOffer':
        return savingOffers(what.price) as Planner<ListingAction>
      case 'publish':
        return publishing as Planner<ListingAction>
      case 'withdraw':
        return ending as Planner<ListingAction>
      case 'price':
        return pricing(what) as Planner<ListingAction>
      case 'quantity':
        return restocking(what.value) as Planner<ListingAction>
    }
  }

  return { countSold, plannerFor, publishing }
}
