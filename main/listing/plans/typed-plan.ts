/**
 * Plans what was typed into the offers' cells of the sheet (USE-05, LST-16). A live listing's new price alone shares a call with
 * others; with other fields, its offer is saved as a whole. Reads and sends nothing.
 */
import { samePath } from '../../../shared/inventory/json.ts'
import type { OfferField } from '../../../shared/listing/offer-field.ts'
import { MAX_BULK_OFFERS } from '../../../shared/listing/offer-field.ts'
import type { Exclusion, RunChange } from '../../../shared/outbound/run-contract.ts'
import { Failure } from '../../../shared/result.ts'
import { writeCount } from '../../../shared/write-count.ts'
import type { ListedItem, ListedItemsPort } from '../../items-port.ts'
import { type DraftRow, isGoing, type PlanRow, type RunDraft } from '../../outbound/run-draft.ts'
import type { Choices } from '../choices/choices.ts'
import type { ListingStore, StoredListing } from '../offers/listing-store.ts'
import type { OfferActions } from '../offers/offer-actions.ts'
import { type FieldContext, mergeOffer, type OfferDraft, parseAmount } from '../offers/offer-draft.ts'
import { previewOffer } from '../offers/offer-preview.ts'
import { isLiveOffer, offerIdOf, priceOf } from '../offers/offer-record.ts'
import { findTypedProblem, listTypedFields } from '../offers/typed-texts.ts'
import type { ListingChanges } from '../work/listing-changes.ts'
import { kindNames, type Payloads } from '../work/listing-payloads.ts'
import { type ListingQueue, RUN_LANE } from '../work/listing-queue.ts'
import { planPrice, priceCaution } from './price-change.ts'

type Planned = {
  readonly kind: DraftRow['kind']
  readonly payload: Payloads['change'] | Payloads['saveOffer'] | undefined
  readonly shown: Pick<PlanRow, 'changes' | 'problem' | 'deletions' | 'caution'>
}

type Deps = {
  readonly store: ListingStore
  readonly items: ListedItemsPort
  readonly choices: Choices
  readonly actions: Pick<OfferActions, 'requireListable'>
  readonly queue: ListingQueue
  readonly changes: ListingChanges
  readonly onQueued: (skus: readonly string[]) => void
  /** What changes of these SKUs affect: variations count as the listings that they belong to (LST-15). */
  readonly countSold: (changes: readonly { readonly sku: string }[]) => string
}

const leaveOut = (problem: string, changes: readonly RunChange[] = []): Planned => ({
  kind: kindNames.change,
  payload: undefined,
  shown: { changes, problem, deletions: [] },
})

const pick = (draft: OfferDraft, fields: readonly OfferField[]): OfferDraft =>
  Object.fromEntries(fields.flatMap((field) => (draft[field] === undefined ? [] : [[field, draft[field]]])))

export const createTypedPlans = (deps: Deps) => {
  const { store, items, choices, actions, queue, changes } = deps
  const { money, currency } = choices

  /** A new price alone, as a formula's run has it. */
  const planPriceAlone = (stored: StoredListing, change: RunChange): Planned => {
    const cents = Math.round(Number(parseAmount(stored.draft.price?.text ?? '') ?? Number.NaN) * 100)
    if (Number.isNaN(cents)) return leaveOut('It has no new price.')
    const plan = planPrice(stored, () => cents, { currency, money })
    const payload = plan.payload
    const described = payload === undefined ? [{ ...change, problem: null }] : changes.describe.change(payload)
    return 'problem' in plan
      ? leaveOut(plan.problem, described)
      : {
          kind: kindNames.change,
          payload: plan.payload,
          shown: { changes: described, problem: null, deletions: [], caution: plan.caution },
        }
  }

  const planOffer = (
    { sku, offer = {}, draft }: StoredListing,
    going: readonly OfferField[],
    described: readonly RunChange[],
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
      shown: {
        changes: described,
        problem: null,
        deletions: deletions.map(({ name }) => name),
        caution: isRepriced ? priceCaution(body, was, next.value, money) : undefined,
      },
    }
  }

  const plan = (
    stored: StoredListing,
    isOut: (path: readonly string[] | null) => boolean,
    context: FieldContext,
  ): Planned => {
    const { draft, offer } = stored
    const typed = listTypedFields(stored)
    const going = typed.filter((field) => !isOut(changes.path(field)))
    const described = typed.flatMap((field) =>
      changes.describeDraft(pick(draft, [field])).map((change) => {
        const isExcluded = !going.includes(field)
        return {
          ...change,
          isExcluded,
          problem: isExcluded ? null : (findTypedProblem(stored, field, context) ?? null),
        }
      }),
    )
    const wrong = described.find(({ problem }) => problem !== null)
    if (wrong?.problem != null) return leaveOut(wrong.problem, described)
    if (typed.length > 0 && going.length === 0) return leaveOut('You left it out.', described)
    const [only, ...others] = described
    if (only !== undefined && others.length === 0 && going[0] === 'price') return planPriceAlone(stored, only)
    if (offer === undefined || offerIdOf(offer) === '') return leaveOut('It isn’t listed yet.', described)
    if (!isLiveOffer(offer)) return leaveOut('It isn’t live, so this is kept until you list it.', described)
    return typed.length === 0 ? leaveOut('It has no change.') : planOffer(stored, going, described, context)
  }

  const planRow = (
    stored: StoredListing,
    {
      item,
      isBusy,
      excluded,
    }: { readonly item: ListedItem | undefined; readonly isBusy: boolean; readonly excluded: readonly Exclusion[] },
    context: FieldContext,
  ): DraftRow => {
    const { sku } = stored
    const own = excluded.filter((one) => one.sku === sku)
    const isOut = (path: readonly string[] | null): boolean =>
      own.some((one) => one.path === null || (path !== null && samePath(path, one.path)))
    const planned = ((): Planned => {
      try {
        actions.requireListable(sku, item)
        return isBusy ? leaveOut('Another change to this item is in progress.') : plan(stored, isOut, context)
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        return leaveOut(error.message)
      }
    })()
    return {
      kind: planned.kind,
      lane: RUN_LANE,
      subject: `listing:${sku}`,
      payload: planned.payload,
      shown: { sku, title: item?.title ?? null, fees: null, ...planned.shown },
    }
  }

  return {
    draft: (skus: readonly string[], excluded: readonly Exclusion[]): RunDraft => {
      const listed = items.findListed(skus)
      const busy = queue.busySkus()
      const context = choices.context(true)
      const rows = [...store.loadMany(skus).values()].map((stored) =>
        planRow(stored, { item: listed.get(stored.sku), isBusy: busy.has(stored.sku), excluded }, context),
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
        onStart: () => {
          queue.makeWay('change', priced)
          queue.makeWay('saveOffer', saved)
        },
        onQueued: () => deps.onQueued([...priced, ...saved]),
      }
    },
  }
}
