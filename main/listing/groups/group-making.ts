/**
 * Makes a listing with variations of items that are sold alone (LST-15): gathers what is known of each, says what is in the way, and
 * plans the one call that makes the group. Publishing it is a plan of its own.
 */
import { readGroupView, readVariation } from '../../../shared/inventory/group.ts'
import { readItemView } from '../../../shared/inventory/item.ts'
import { jsonText } from '../../../shared/inventory/json-text.ts'
import { proposeGroupKey } from '../../../shared/inventory/new-item.ts'
import { isSameSpecific } from '../../../shared/inventory/same-specific.ts'
import type { OutputOf } from '../../../shared/ipc/define.ts'
import type { ListingCategory } from '../../../shared/listing/contract/choices-contract.ts'
import type { NewGroup, newGroupContract } from '../../../shared/listing/contract/new-group-contract.ts'
import type { ListedItemsPort } from '../../items-port.ts'
import type { PlanContext } from '../../outbound/plan-rows.ts'
import { isGoing, type RunDraft } from '../../outbound/run-draft.ts'
import type { Choices } from '../choices/choices.ts'
import type { ListingStore, StoredListing } from '../offers/listing-store.ts'
import type { ListingView } from '../offers/listing-view.ts'
import { readField } from '../offers/offer-draft.ts'
import { isLiveOffer, listingIdOf, priceOf, textOf } from '../offers/offer-record.ts'
import { hasOwnDescription } from './group-decision.ts'
import {
  type Candidate,
  findNewGroupProblems,
  listAspects,
  proposeNewGroup,
  sortMembers,
  toGroupRecord,
} from './new-group.ts'

type Shown = OutputOf<(typeof newGroupContract)['newGroup']>

export type GroupMaking = ReturnType<typeof createGroupMaking>

export const createGroupMaking = (deps: {
  readonly store: ListingStore
  readonly items: ListedItemsPort
  readonly choices: Choices
  readonly view: ListingView
  /** Whether a change of the subject is in progress. */
  readonly isBusy: (subject: string) => boolean
}) => {
  const { store, items, choices, view } = deps

  const readCategoryId = ({ draft, offer }: StoredListing): string =>
    (draft.categoryId?.text ?? (offer === undefined ? '' : readField(offer, 'categoryId'))).trim()

  /** What the offers of one listing must have in common, as far as this item has it. */
  const readTerms = (listing: StoredListing): Readonly<Record<string, string>> => {
    const { offer, offers = [] } = listing
    const categoryId = readCategoryId(listing)
    const marketplaces = offers.map(({ marketplaceId }) => textOf(marketplaceId))
    const marketplace = offer === undefined ? marketplaces[0] : choices.marketplaceId
    return {
      ...(categoryId === '' ? {} : { category: categoryId }),
      ...(marketplace === undefined ? {} : { marketplace }),
      ...(offer === undefined
        ? {}
        : {
            'set of policies': jsonText(offer.listingPolicies ?? {}),
            location: textOf(offer.merchantLocationKey),
          }),
    }
  }

  const findProblem = (sku: string, { offers, draft }: StoredListing): string | undefined => {
    const item = items.forListing(sku)
    const refusal = view.refusal(sku, item)
    if (refusal !== undefined) return `${sku}: ${refusal}`
    if (item === undefined) return `${sku} isn’t in your item list. Add it first.`
    const groupKey = items.groupOf(sku)
    if (groupKey !== undefined) {
      const { title } = readGroupView(items.group(groupKey)?.record)
      return `${sku} is one of the variations of ${title === '' ? 'another listing' : `“${title}”`} already. Leave it out.`
    }
    if (item.edit === 'unsaved') return `${sku} has unsaved changes. Save or discard them first.`
    if (item.record === undefined) return `${sku} isn’t on ${choices.platformName.the} yet. Save it first.`
    if (offers === undefined)
      return `The listing of ${sku} wasn’t read yet, so whether it is live isn’t known. Open it first.`
    const live = offers.find(isLiveOffer)
    if (live !== undefined) {
      return `${sku} has a live listing of its own (${listingIdOf(live) ?? 'without a number'}). End it first, or leave it out.`
    }
    if (deps.isBusy(`listing:${sku}`)) return `Another change to ${sku} is in progress. Try again once it is done.`
    return Object.keys(draft).length > 0
      ? `The listing draft of ${sku} has unsaved changes. Save or discard them first.`
      : undefined
  }

  const gather = (skus: readonly string[]): readonly Candidate[] => {
    return [...new Set(skus)].map((sku) => {
      const listing = store.load(sku)
      return {
        sku,
        item: items.forListing(sku)?.record,
        offer: readTerms(listing),
        problem: findProblem(sku, listing),
      }
    })
  }

  /** The category that most of the items have. */
  const findCategoryId = (candidates: readonly Candidate[]): string | undefined => {
    const counts = new Map<string, number>()
    for (const { offer } of candidates) {
      const id = offer?.category
      if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0]
  }
  const findCategory = (candidates: readonly Candidate[]): ListingCategory | undefined => {
    const id = findCategoryId(candidates)
    return id === undefined ? undefined : choices.category(id)
  }

  const isTaken = (key: string): boolean => items.group(key) !== undefined || items.forListing(key) !== undefined
  const judge = (group: NewGroup, candidates: readonly Candidate[], category: ListingCategory | undefined) => {
    const members = sortMembers(candidates, group.variesBy, category)
    return {
      members,
      ...findNewGroupProblems(group, members, { category, isKeyTaken: items.group(group.groupKey) !== undefined }),
    }
  }

  const describeMember = (
    { sku, item }: Candidate,
    variesBy: readonly string[],
    problem: string | undefined,
  ): Shown['members'][number] => {
    const { offer } = store.load(sku)
    const { value, currency } = offer === undefined ? { value: '', currency: '' } : priceOf(offer)
    const { quantity, imageUrls } = readItemView(item)
    return {
      sku,
      title: items.titleOf(sku) ?? null,
      pictureUrl: imageUrls[0] ?? null,
      values: [
        ...readVariation(
          item,
          variesBy.map((name) => ({ name, values: [] })),
        ),
      ],
      price: value === '' ? null : { amount: Number(value), currency },
      quantity: quantity ?? null,
      problem: problem ?? null,
    }
  }

  /** FACT-161: an item's title and an offer's description replace the group's; an item's description doesn't (LST-22). */
  const hasOwnTexts = ({ sku, item }: Candidate): boolean =>
    (readItemView(item).title ?? '') !== '' || hasOwnDescription(store.load(sku))

  return {
    /** See `newGroup` in the contract. */
    describe: async (skus: readonly string[], typed: NewGroup | null): Promise<Shown> => {
      const candidates = gather(skus)
      const categoryId = findCategoryId(candidates)
      // Only once, so that typing doesn't wait for the network.
      if (typed === null && categoryId !== undefined && choices.category(categoryId) === undefined) {
        await choices.prepare(categoryId)
      }
      const category = findCategory(candidates)
      const group =
        typed ??
        proposeNewGroup(
          candidates.map(({ item }) => item),
          category,
          (title) => proposeGroupKey(title, isTaken),
        )
      const { members, ofListing, ofItems } = judge(group, candidates, category)
      const aspects = listAspects(members.map(({ item }) => item))
      return {
        group,
        categoryName: category?.name ?? (categoryId === undefined ? null : choices.categoryName(categoryId)),
        aspects: aspects
          .filter(({ name, isShared }) => !isShared || group.variesBy.includes(name))
          .map(({ name, values }) => ({
            name,
            values,
            canVary: category?.aspects.find((aspect) => isSameSpecific(aspect.name, name))?.canVary !== false,
          })),
        shared: aspects
          .filter(({ name, isShared }) => isShared && !group.variesBy.includes(name))
          .map(({ name, shared }) => ({ name, values: shared })),
        members: members.map((member) => describeMember(member, group.variesBy, ofItems.get(member.sku))),
        withOwnTexts: members.filter(hasOwnTexts).map(({ sku }) => sku),
        problems: ofListing,
      }
    },

    /** Plans making the group: one row, left out with the first reason that is in the way. Sends nothing. */
    make: (skus: readonly string[], group: NewGroup, { toRow }: PlanContext): RunDraft => {
      const candidates = gather(skus)
      const category = findCategory(candidates)
      const { members, ofListing, ofItems } = judge(group, candidates, category)
      const record = toGroupRecord(group, members, category)
      const { payload, confirmation, stage, ...about } = items.planNewGroup(group.groupKey, record)
      const sku = members[0]?.sku ?? group.groupKey
      const row = toRow({
        ...about,
        sku,
        title: group.title.trim() || null,
        plan: () => {
          const [ofItem] = ofItems.values()
          const problem = ofListing[0]?.message ?? ofItem
          return problem === undefined ? { payload } : { problem }
        },
      })
      return { label: 'newGroup', rows: [row], calls: isGoing(row) ? 1 : 0, confirmation, onQueued: stage }
    },
  }
}
