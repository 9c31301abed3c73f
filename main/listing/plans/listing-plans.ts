/** Plans listing runs: what changes for each item, and why some are left out (LST-07). Reads only fees from the platform. */
import { isLive, type ListingAction } from '../../../shared/inventory/listing-state.ts'
import type { RunAction } from '../../../shared/listing/contract/listing-plan-contract.ts'
import type { Exclusion, Fee, RunChange } from '../../../shared/outbound/run-contract.ts'
import type { ListedItem, ListedItemsPort } from '../../items-port.ts'
import type { PlanContext } from '../../outbound/plan-rows.ts'
import { type DraftRow, isGoing, type RunDraft } from '../../outbound/run-draft.ts'
import type { Planning } from '../../outbound/run-plans.ts'
import type { Choices } from '../choices/choices.ts'
import { type GroupPublish, listPayloadSkus } from '../groups/group-payloads.ts'
import { type GroupPlans, isGroupRow } from '../groups/group-plans.ts'
import type { ListingStore } from '../offers/listing-store.ts'
import type { ListingView } from '../offers/listing-view.ts'
import type { OfferActions } from '../offers/offer-actions.ts'
import type { ListingChanges } from '../work/listing-changes.ts'
import { kindNames, type Payloads } from '../work/listing-payloads.ts'
import { RUN_LANE } from '../work/listing-queue.ts'
import { planElsewhere } from './elsewhere-rows.ts'
import { createListingPlanners, type GroupPayload, type Planner, wholeRow } from './listing-planners.ts'

/** Fewer than the read lane's eight slots. */
const PARALLEL_FEES = 4

type Deps = {
  readonly store: ListingStore
  readonly items: ListedItemsPort
  readonly choices: Choices
  readonly view: ListingView
  readonly actions: OfferActions
  readonly groupPlans: GroupPlans
  readonly changes: ListingChanges
  /** Called in the transaction that queues changes of these SKUs. */
  readonly onQueued: (skus: readonly string[]) => void
}

export const createListingPlans = (deps: Deps) => {
  const { items, view, actions, changes, groupPlans } = deps
  const { countSold, plannerFor, publishing } = createListingPlanners(deps)

  const planRow = (
    planner: Planner<ListingAction>,
    sku: string,
    item: ListedItem | undefined,
    { toRow }: PlanContext,
  ): DraftRow =>
    toRow({
      ...{ lane: RUN_LANE, subject: `listing:${sku}`, kind: kindNames[planner.action] },
      ...{ sku, title: item?.title ?? null },
      plan: () => {
        actions.requireListable(sku, item)
        const planned = planner.plan(sku, () => view.view(sku))
        if ('problem' in planned) return planned
        const { payload } = planned
        const describe = changes.describe[planner.action] as (of: typeof payload) => readonly RunChange[]
        const described = describe(payload)
        return { ...planned, changes: planner.action === 'saveOffer' ? wholeRow(described) : described }
      },
    })

  const planRows = (
    planner: Planner<ListingAction>,
    skus: readonly string[],
    context: PlanContext,
  ): readonly DraftRow[] => {
    const { action } = planner
    const { rows, singles } =
      action === 'publish' || action === 'withdraw'
        ? groupPlans.split(action, skus, context)
        : { rows: [], singles: skus }
    const listed = items.findListed(singles)
    return [...rows, ...singles.map((sku) => planRow(planner, sku, listed.get(sku), context))]
  }

  const draftOf = (
    planner: Planner<ListingAction>,
    rows: readonly DraftRow[],
    fees: readonly Fee[] | null,
  ): RunDraft => {
    const going = rows.filter(isGoing)
    const groups = going.filter(isGroupRow).map(({ payload }) => payload as GroupPayload)
    const payloads = going.filter((row) => !isGroupRow(row)).map(({ payload }) => payload as Payloads[ListingAction])
    const skus = payloads.map(({ sku }) => sku)
    return {
      label: planner.label,
      rows,
      calls: planner.countCalls(payloads) + groups.length,
      fees,
      confirmation: planner.confirm(payloads, fees, groups),
      onQueued: () => deps.onQueued([...skus, ...groups.flatMap(listPayloadSkus)]),
    }
  }

  /** Reads the fees of each included row, because the seller confirms them (LST-04). */
  const withFees = async ({ rows }: RunDraft): Promise<RunDraft> => {
    const fees = new Map<DraftRow, readonly Fee[] | null>()
    const left = rows.filter(isGoing)
    const readFees = async (row: DraftRow): Promise<readonly Fee[] | null> =>
      isGroupRow(row) ? groupPlans.fees(row.payload as GroupPublish) : (await actions.fees(row.shown.sku)).fees
    const readNext = async (): Promise<void> => {
      for (let row = left.shift(); row !== undefined; row = left.shift()) {
        fees.set(row, await readFees(row))
      }
    }
    await Promise.all(Array.from({ length: PARALLEL_FEES }, readNext))
    const priced = rows.map((row): DraftRow => {
      if (!isGoing(row)) return row
      const own = fees.get(row) ?? null
      if (isGroupRow(row)) {
        const group = { ...(row.payload as GroupPublish), fees: own === null ? null : [...own] }
        return { ...row, shown: { ...row.shown, fees: own }, payload: group }
      }
      const payload = row.payload as Payloads['publish']
      return {
        ...row,
        shown: { ...row.shown, fees: own },
        payload: { ...payload, confirmed: { ...payload.confirmed, fees: [...(own ?? [])] } },
      }
    })
    const known = [...fees.values()].filter((each) => each !== null)
    return draftOf(publishing as Planner<ListingAction>, priced, known.length < fees.size ? null : known.flat())
  }

  /** Whether its listing draft needed no save: it can be published with those that are saved now. */
  const isSaved = (sku: string): boolean => {
    const { refusal, offerId, offerState, hasDraft } = view.view(sku)
    return refusal === null && offerId !== null && !isLive(offerState) && !hasDraft
  }

  const planOf = (
    skus: readonly string[],
    listingIds: readonly string[],
    what: RunAction,
    context: PlanContext,
  ): RunDraft => {
    const planner = plannerFor(what)
    const rows = planRows(planner, [...new Set(skus)], context)
    const place = { lane: RUN_LANE, kind: kindNames[planner.action] }
    const draft = draftOf(planner, [...rows, ...planElsewhere(items, listingIds, place, context)], null)
    if (what.action !== 'saveOffer') return draft
    const left = rows.filter((row) => !isGoing(row)).map(({ shown: { sku } }) => sku)
    const saved = left.filter((sku) => !context.isOut(sku, []) && isSaved(sku))
    return { ...draft, next: { step: 'publish', saved } }
  }

  return {
    countSold,
    /** See `planRun` in the contract. */
    plan: (
      skus: readonly string[],
      listingIds: readonly string[],
      what: RunAction,
      excluded: readonly Exclusion[],
    ): Planning => ({
      excluded,
      make: (context) => planOf(skus, listingIds, what, context),
      ...(what.action === 'publish' ? { complete: withFees } : {}),
    }),
    /** See `planNext` in the contract. `readSkus` may throw `conflict`. */
    planNext: (runId: number, readSkus: () => readonly string[], excluded: readonly Exclusion[]): Planning => {
      const continued = (draft: RunDraft, skus: readonly string[]): RunDraft => ({
        ...draft,
        continues: { runId, skus },
      })
      return {
        excluded,
        make: (context) => {
          const skus = readSkus()
          return continued(planOf(skus, [], { action: 'publish' }, context), skus)
        },
        complete: async (draft) => continued(await withFees(draft), draft.continues?.skus ?? []),
      }
    },
  }
}
