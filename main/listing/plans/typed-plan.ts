/**
 * Plans what was typed into the offers' cells of the sheet (USE-05, LST-16). A live listing's new price alone shares a call with
 * others; with other fields, its offer is saved as a whole. Reads and sends nothing.
 */
import type { OfferField } from '../../../shared/listing/offer-field.ts'
import { MAX_BULK_OFFERS } from '../../../shared/listing/offer-field.ts'
import type { RunChange } from '../../../shared/outbound/run-contract.ts'
import { writeCount } from '../../../shared/write-count.ts'
import type { ListedItem, ListedItemsPort } from '../../items-port.ts'
import type { PlanContext, Planned } from '../../outbound/plan-rows.ts'
import { type DraftRow, isGoing, type RunDraft } from '../../outbound/run-draft.ts'
import type { Choices } from '../choices/choices.ts'
import type { ListingStore, StoredListing } from '../offers/listing-store.ts'
import type { OfferActions } from '../offers/offer-actions.ts'
import { type FieldContext, mergeOffer, type OfferDraft, parseAmount } from '../offers/offer-draft.ts'
import { previewOffer } from '../offers/offer-preview.ts'
import { isLiveOffer, offerIdOf, priceOf } from '../offers/offer-record.ts'
import { findTypedProblem, listTypedFields } from '../offers/typed-texts.ts'
import type { ListingChanges } from '../work/listing-changes.ts'
import { kindNames } from '../work/listing-payloads.ts'
import { RUN_LANE } from '../work/listing-queue.ts'
import { planPrice, priceCaution } from './price-change.ts'

type Deps = {
  readonly store: ListingStore
  readonly items: ListedItemsPort
  readonly choices: Choices
  readonly actions: Pick<OfferActions, 'requireListable'>
  readonly changes: ListingChanges
  readonly onQueued: (skus: readonly string[]) => void
  /** What changes of these SKUs affect: variations count as the listings that they belong to (LST-15). */
  readonly countSold: (changes: readonly { readonly sku: string }[]) => string
}

const pick = (draft: OfferDraft, fields: readonly OfferField[]): OfferDraft =>
  Object.fromEntries(fields.flatMap((field) => (draft[field] === undefined ? [] : [[field, draft[field]]])))

export const createTypedPlans = (deps: Deps) => {
  const { store, items, choices, actions, changes } = deps
  const { money, currency } = choices

  /** A new price alone, as a formula's run has it. */
  const planPriceAlone = (stored: StoredListing, change: RunChange): Planned => {
    const cents = Math.round(Number(parseAmount(stored.draft.price?.text ?? '') ?? Number.NaN) * 100)
    if (Number.isNaN(cents)) return { problem: 'It has no new price.' }
    const plan = planPrice(stored, () => cents, { currency, money })
    const described =
      plan.payload === undefined ? [{ ...change, problem: null }] : changes.describe.change(plan.payload)
    return { ...plan, changes: described }
  }

  const planOffer = (
    { sku, offer = {}, draft }: StoredListing,
    going: readonly OfferField[],
    context: FieldContext,
  ): Planned => {
    const sent = pick(draft, going)
    const body = mergeOffer(offer, sent, { ...context, isLive: true })
    const { deletions } = previewOffer(offer, body)
    const [was, next] = [priceOf(offer), priceOf(body)]
    const isRepriced = was.value !== '' && Number(was.value) !== Number(next.value)
    return {
      kind: kindNames.saveOffer,
      payload: {
        sku,
        isNew: false,
        draft: sent,
        contentLanguage: items.forListing(sku)?.contentLanguage ?? 'en-US',
        confirmedDeletions: deletions.map(({ id }) => id),
      },
      deletions: deletions.map(({ name }) => name),
      caution: isRepriced ? priceCaution(body, was, next.value, money) : undefined,
    }
  }

  const planRow = (
    stored: StoredListing,
    item: ListedItem | undefined,
    context: FieldContext,
    { isOut, toRow }: PlanContext,
  ): DraftRow => {
    const { sku, draft, offer } = stored
    const typed = listTypedFields(stored)
    const going = typed.filter((field) => !isOut(sku, changes.path(field)))
    const described = typed.flatMap((field) =>
      changes
        .describeDraft(pick(draft, [field]))
        .map((change) => ({ ...change, problem: findTypedProblem(stored, field, context) ?? null })),
    )
    return toRow({
      ...{ kind: kindNames.change, lane: RUN_LANE, subject: `listing:${sku}`, sku, title: item?.title ?? null },
      changes: described,
      plan: () => {
        actions.requireListable(sku, item)
        const wrong = described.find(
          ({ path, problem }) => problem !== null && (path === null || !isOut(sku, path)),
        )?.problem
        if (wrong != null) return { problem: wrong }
        const [only, ...others] = described
        if (only !== undefined && others.length === 0 && going[0] === 'price') return planPriceAlone(stored, only)
        if (offer === undefined || offerIdOf(offer) === '') return { problem: 'It isn’t listed yet.' }
        if (!isLiveOffer(offer)) return { problem: 'It isn’t live, so this is kept until you list it.' }
        return typed.length === 0 ? { problem: 'It has no change.' } : planOffer(stored, going, context)
      },
    })
  }

  return {
    draft: (skus: readonly string[], planning: PlanContext): RunDraft => {
      const listed = items.findListed(skus)
      const context = choices.context(true)
      const rows = [...store.loadMany(skus).values()].map((stored) =>
        planRow(stored, listed.get(stored.sku), context, planning),
      )
      const going = rows.filter(isGoing)
      const skusOf = (kind: DraftRow['kind']): readonly string[] =>
        going.filter((row) => row.kind === kind).map(({ shown }) => shown.sku)
      const [priced, saved] = [skusOf(kindNames.change), skusOf(kindNames.saveOffer)]
      const confirmed = [
        ...(priced.length === 0 && saved.length > 0
          ? []
          : [`Change the price of ${deps.countSold(priced.map((sku) => ({ sku })))}.`]),
        ...(saved.length === 0 ? [] : [`Change ${writeCount(saved.length, 'listing')}.`]),
      ]
      return {
        label: saved.length === 0 ? 'prices' : 'items',
        rows,
        calls: Math.ceil(priced.length / MAX_BULK_OFFERS) + saved.length,
        confirmation: `${confirmed.join(' ')} Buyers see it immediately.`,
        onQueued: () => deps.onQueued([...priced, ...saved]),
      }
    },
  }
}
