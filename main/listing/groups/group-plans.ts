/** Plans publishing and ending listings with variations: one row for each, however many of its SKUs were chosen (LST-15). */
import { readGroupView } from '../../../shared/inventory/group.ts'
import { fieldPaths } from '../../../shared/inventory/item.ts'
import { toNumber, valueAt } from '../../../shared/inventory/json.ts'
import type { Fee } from '../../../shared/outbound/run-contract.ts'
import { Failure } from '../../../shared/result.ts'
import type { ListedItemsPort } from '../../items-port.ts'
import type { PlanContext } from '../../outbound/plan-rows.ts'
import type { DraftRow, PlanRow } from '../../outbound/run-draft.ts'
import type { Choices } from '../choices/choices.ts'
import type { ListingStore } from '../offers/listing-store.ts'
import type { ListingView } from '../offers/listing-view.ts'
import type { OfferActions } from '../offers/offer-actions.ts'
import { isLiveOffer, listingIdOf, offerIdOf, priceOf, quantityForSale } from '../offers/offer-record.ts'
import type { OfferClient } from '../platform/offer-client.ts'
import { RUN_LANE } from '../work/listing-queue.ts'
import { findGroupProblems, hasOwnDescription, type VariationReading } from './group-decision.ts'
import { describePublish, describeWithdraw } from './group-kinds.ts'
import {
  type GroupAction,
  type GroupPayloads,
  type GroupPublish,
  groupKindNames,
  subjectOfGroup,
} from './group-payloads.ts'

type Planned<A extends GroupAction> = { readonly payload: GroupPayloads[A] } | { readonly problem: string }

/** Requirements of a single listing that a variation doesn't have: a sold-out one stays in the listing. */
const ofSingles: readonly string[] = ['quantity']

export const isGroupRow = ({ kind }: DraftRow): boolean => Object.values<string>(groupKindNames).includes(kind)

export const createGroupPlans = (deps: {
  readonly store: ListingStore
  readonly items: ListedItemsPort
  readonly choices: Choices
  readonly view: ListingView
  readonly actions: OfferActions
  readonly client: OfferClient
}) => {
  const { store, items, choices, view, actions } = deps

  const readVariations = (skus: readonly string[]): readonly VariationReading[] =>
    skus.map((sku) => {
      const item = items.forListing(sku)?.record
      return { sku, item, offer: store.load(sku).offer, quantity: toNumber(valueAt(item, fieldPaths.quantity)) }
    })

  /** Why a variation isn't ready; undefined if it is. */
  const findMemberProblem = (sku: string): string | undefined => {
    actions.requireListable(sku)
    if (items.forListing(sku)?.edit !== 'none') return 'has changes that aren’t saved. Save it first.'
    const { requirements, hasDraft, fields } = view.view(sku)
    const missing = requirements.find(
      ({ key, state }) => (state === 'missing' || state === 'wrong') && !ofSingles.includes(key),
    )
    if (missing !== undefined) return `needs something first: ${missing.message}.`
    const wrong = fields.find(({ field, problem }) => problem !== null && !ofSingles.includes(field))?.problem
    if (wrong != null) return wrong
    return hasDraft ? 'has a listing draft that isn’t saved. Save it first.' : undefined
  }

  const planPublish = (groupKey: string, sku: string, title: string): Planned<'publish'> => {
    const group = items.group(groupKey)
    if (group?.isNew === true) return { problem: 'This listing wasn’t made yet. See the outbox, or its page.' }
    if (group?.record === undefined) return { problem: 'What its variations share isn’t read yet. Refresh it first.' }
    if (group.hasEdit) return { problem: 'What its variations share has changes that aren’t saved. Save them first.' }
    const own = readVariations(readGroupView(group.record).skus)
    const offered = own.filter(({ offer }) => offer !== undefined)
    if (offered.length === 0) return { problem: 'None of its variations has a listing draft. Save them first.' }
    if (offered.every(({ offer }) => isLiveOffer(offer))) return { problem: 'It is already live.' }
    for (const { sku: member } of offered) {
      const problem = findMemberProblem(member)
      if (problem !== undefined) return { problem: `${member} ${problem}` }
    }
    const [problem] = findGroupProblems(group.record, own)
    if (problem !== undefined) return { problem: problem.message }
    const offers = offered.map(({ sku: member, offer = {}, quantity }) => {
      const { value: price, currency } = priceOf(offer)
      return {
        sku: member,
        offerId: offerIdOf(offer),
        price,
        currency,
        quantity: quantityForSale(offer, quantity) ?? 0,
      }
    })
    return { payload: { groupKey, sku, title, offers, fees: null } }
  }

  const planWithdraw = (groupKey: string, sku: string, title: string): Planned<'withdraw'> => {
    const group = items.group(groupKey)
    const known = group?.record === undefined ? (group?.skus ?? []) : readGroupView(group.record).skus
    const live = readVariations(known).filter(({ offer }) => isLiveOffer(offer))
    const listingId = live[0]?.offer === undefined ? null : listingIdOf(live[0].offer)
    if (listingId === null) return { problem: 'It isn’t live.' }
    return { payload: { groupKey, sku, title, listingId, skus: live.map((one) => one.sku) } }
  }

  /** What the seller sees before a group is published or ended. `chosen`: how many of its SKUs were chosen. */
  const describe = (payload: GroupPayloads[GroupAction], chosen: number): Pick<PlanRow, 'changes' | 'caution'> => {
    const isPublish = 'offers' in payload
    const count = isPublish ? payload.offers.length : payload.skus.length
    const others = count - chosen
    // A listing goes as a whole, which can be more than what was chosen.
    const whole = others > 0 ? `All ${count} variations are one listing: ${others} more than you chose.` : undefined
    const own = isPublish ? payload.offers.filter((one) => hasOwnDescription(store.load(one.sku))) : []
    const described =
      own.length === 0
        ? undefined
        : `Buyers read the description of ${own.map((one) => one.sku).join(', ')} instead of the listing’s.`
    return {
      changes: isPublish ? describePublish(payload, choices.money) : describeWithdraw(payload),
      caution: [whole, described].filter((part) => part !== undefined).join(' ') || undefined,
    }
  }

  const planRow = (action: GroupAction, groupKey: string, chosen: number, { toRow }: PlanContext): DraftRow => {
    const group = items.group(groupKey)
    const shared = readGroupView(group?.record)
    const sku = shared.skus[0] ?? group?.skus[0] ?? groupKey
    const title = shared.title || (items.titleOf(sku) ?? '')
    return toRow({
      ...{ lane: RUN_LANE, subject: subjectOfGroup(groupKey), kind: groupKindNames[action] },
      ...{ sku, title: title === '' ? null : title },
      busy: 'Another change to this listing is in progress.',
      plan: () => {
        const planned = (action === 'publish' ? planPublish : planWithdraw)(groupKey, sku, title)
        return 'problem' in planned ? planned : { ...planned, ...describe(planned.payload, chosen) }
      },
    })
  }

  return {
    /** The rows of the groups that these SKUs belong to, and the SKUs that are sold alone. */
    split: (
      action: GroupAction,
      skus: readonly string[],
      context: PlanContext,
    ): { readonly rows: readonly DraftRow[]; readonly singles: readonly string[] } => {
      const keys = items.groupsOf(skus)
      if (keys.size === 0) return { rows: [], singles: skus }
      const chosen = Map.groupBy(
        skus.filter((sku) => keys.has(sku)),
        (sku) => keys.get(sku) ?? '',
      )
      return {
        rows: [...chosen].map(([key, own]) => planRow(action, key, own.length, context)),
        singles: skus.filter((sku) => !keys.has(sku)),
      }
    },
    /** The fees of publishing the row's listing; null if the platform doesn't say. */
    fees: async (payload: GroupPublish): Promise<readonly Fee[] | null> => {
      const open = payload.offers.filter(({ sku }) => !isLiveOffer(store.load(sku).offer)).map(({ offerId }) => offerId)
      try {
        return await deps.client.getListingFees(open)
      } catch (error) {
        if (error instanceof Failure) return null
        throw error
      }
    },
  }
}

export type GroupPlans = ReturnType<typeof createGroupPlans>
