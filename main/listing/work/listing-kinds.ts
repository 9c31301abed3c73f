/**
 * Changes to offers as kinds of the outbound queue (OFF-01).
 *
 * Each is checked against a fresh reading before it is sent (OFF-02), and sent once. If its answer is lost, it is settled by
 * reading the SKU's offers, never by sending it again (LST-02). Changes of one SKU share the lane of its item's saves, so that
 * the item is saved before its offer, and the offer before it is published (LST-01). Runs have their own lane, in which up to 25
 * changes share a call (LST-07).
 */
import * as z from 'zod'
import { type JsonObject, type JsonPath, samePath } from '../../../shared/inventory/json.ts'
import type { ListingAction } from '../../../shared/inventory/listing-state.ts'
import { Failure } from '../../../shared/result.ts'
import type { ListedItemsPort } from '../../items-port.ts'
import type { Check, Decision, OutboundRow, ReadyRow, Reversal } from '../../outbound/kind.ts'
import type { Answered } from '../../outbound/outcome.ts'
import type { Clock } from '../../ports.ts'
import type { Choices } from '../choices/choices.ts'
import type { ListingReader } from '../offers/listing-reader.ts'
import type { ListingStore } from '../offers/listing-store.ts'
import { findOffer, isLiveOffer } from '../offers/offer-record.ts'
import { refuse } from '../offers/publish-decision.ts'
import type { OfferClient } from '../platform/offer-client.ts'
import type { StepResult } from '../platform/offer-results.ts'
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
import { createListingSteps } from './listing-steps.ts'
import type { Going, Leave, Step } from './offer-step.ts'

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

type LeavingRow<A extends ListingAction> = ReadyRow<Payloads[A], null, ReadOffer>
type Charge = ReturnType<ListedItemsPort['changes']['charge']>

/** Fewer than the read lane's eight slots, so that a slot stays free for the seller's own reads. */
const PARALLEL_READS = 3

export const createListingKinds = (deps: KindDeps) => {
  const { client, reader, store, items, clock } = deps
  const { marketplaceId } = deps.choices
  const steps = createListingSteps(deps)

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
