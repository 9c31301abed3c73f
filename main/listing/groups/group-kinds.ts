/**
 * Publishing and ending a listing with variations, as kinds of the outbound queue (LST-15).
 *
 * One call affects all offers of the group. It is checked against fresh readings of each and sent once; a lost answer is settled by
 * reading the offers, never by sending it again (LST-02).
 */
import * as z from 'zod'
import { readGroupView } from '../../../shared/inventory/group.ts'
import { fieldPaths } from '../../../shared/inventory/item.ts'
import { type JsonObject, toNumber, valueAt } from '../../../shared/inventory/json.ts'
import { toRunChange } from '../../../shared/outbound/run-change.ts'
import type { RunChange } from '../../../shared/outbound/run-contract.ts'
import type { ListedItemsPort } from '../../items-port.ts'
import type { Check, Decision, OutboundRow } from '../../outbound/kind.ts'
import type { Answered } from '../../outbound/outcome.ts'
import type { Clock } from '../../ports.ts'
import type { Choices } from '../choices/choices.ts'
import type { ListingReader } from '../offers/listing-reader.ts'
import type { ListingStore } from '../offers/listing-store.ts'
import { findOffer, isPublished, offerIdOf } from '../offers/offer-record.ts'
import { decideFees, refuse } from '../offers/publish-decision.ts'
import type { OfferClient } from '../platform/offer-client.ts'
import { lost, type StepResult } from '../platform/offer-results.ts'
import type { FeeReader } from '../work/fee-reader.ts'
import { decideGroupPublish, decideGroupWithdraw, isGroupDone, type VariationReading } from './group-decision.ts'
import {
  type GroupAction,
  type GroupKind,
  type GroupPayloads,
  groupKindNames,
  groupPublishSchema,
  groupWithdrawSchema,
  listPayloadSkus,
} from './group-payloads.ts'

/** Two reads a variation; the read lane has eight slots. */
const PARALLEL_READS = 3

export const createGroupKinds = (deps: {
  readonly client: OfferClient
  readonly readFees: FeeReader
  readonly reader: ListingReader
  readonly store: ListingStore
  readonly choices: Choices
  readonly items: ListedItemsPort
  readonly clock: Clock
  readonly onState: (row: OutboundRow<GroupPayloads[GroupAction], null>) => void
  readonly onChange: () => void
}) => {
  const { client, reader, store, choices, items, clock } = deps
  const { marketplaceId, money } = choices

  const toReading = (sku: string): VariationReading => {
    const item = items.forListing(sku)?.record
    return { sku, item, offer: store.load(sku).offer, quantity: toNumber(valueAt(item, fieldPaths.quantity)) }
  }

  const forEachSku = async (skus: readonly string[], work: (sku: string) => Promise<void>): Promise<void> => {
    const left = [...skus]
    const workNext = async (): Promise<void> => {
      for (let sku = left.shift(); sku !== undefined; sku = left.shift()) await work(sku)
    }
    await Promise.all(Array.from({ length: PARALLEL_READS }, workNext))
  }

  /** Reads the offers of each variation, and its item if the decision needs it. */
  const readAll = async (
    skus: readonly string[],
    signal: AbortSignal,
    needsItems: boolean,
  ): Promise<readonly VariationReading[]> => {
    await forEachSku(skus, async (sku) => {
      if (needsItems) await items.read(sku)
      await reader.read(sku, signal)
    })
    return skus.map(toReading)
  }

  /** The offers of variations that may not be in the item list. Stores nothing. */
  const readOthers = async (skus: readonly string[], signal: AbortSignal) => {
    const found: Pick<VariationReading, 'sku' | 'offer'>[] = []
    await forEachSku(skus, async (sku) => {
      found.push({ sku, offer: findOffer(await client.getOffers(sku, { signal }), marketplaceId) })
    })
    return found
  }

  /** Stores what the answer means for each offer, until they are read again. */
  const putOffers = (skus: readonly string[], change: (offer: JsonObject) => JsonObject): void => {
    for (const sku of skus) {
      const { offers = [], offer } = store.load(sku)
      if (offer === undefined) continue
      const others = offers.filter((other) => findOffer([other], marketplaceId) === undefined)
      store.putOffers(sku, [...others, change(offer)], clock.nowMs())
      store.putRefusals(sku, [])
      reader.request(sku)
    }
  }

  const keepAnswer = (payload: GroupPayloads[GroupAction], action: GroupAction, result: StepResult): void => {
    const { outcome, listingId } = result
    const skus = listPayloadSkus(payload)
    if (outcome.outcome === 'refused') {
      // An error that names a variation is shown there, any other at the one that names the listing.
      const named = result.errors.map(
        ({ parameters = [] }) => parameters.find(({ value }) => skus.includes(value))?.value ?? payload.sku,
      )
      const refusals = client.listRefusals(result.errors, outcome.error.message)
      for (const sku of new Set([payload.sku, ...named])) {
        store.putRefusals(
          sku,
          refusals.filter((_, index) => (named[index] ?? payload.sku) === sku),
        )
      }
    }
    if (outcome.outcome !== 'carriedOut') return
    if (action === 'withdraw') {
      putOffers(skus, ({ listing: _ended, ...offer }) => ({ ...offer, status: 'UNPUBLISHED' }))
      return
    }
    putOffers(skus, (offer) => ({
      ...offer,
      status: 'PUBLISHED',
      ...(listingId === undefined ? {} : { listing: { listingId, listingStatus: 'ACTIVE' } }),
    }))
    if (listingId !== undefined) for (const sku of skus) items.recordOffers(sku, listingId)
    store.putWarnings(payload.sku, result.warnings)
  }

  const decide = async (payload: GroupPayloads[GroupAction], signal: AbortSignal): Promise<Decision> => {
    const skus = listPayloadSkus(payload)
    if (!('offers' in payload)) return decideGroupWithdraw(await readAll(skus, signal, false), payload)
    const edited = skus.find((sku) => items.forListing(sku)?.edit !== 'none')
    if (edited !== undefined || items.group(payload.groupKey)?.hasEdit === true) {
      return refuse(
        `${edited ?? 'The listing'} has changes that aren’t on ${choices.platformName.the}. Nothing went live. Save them, then publish again.`,
      )
    }
    const record = await items.readGroup(payload.groupKey, signal)
    const readings = await readAll(skus, signal, true)
    const others = record === undefined ? [] : readGroupView(record).skus.filter((sku) => !skus.includes(sku))
    const decision = decideGroupPublish(record, readings, payload, money, await readOthers(others, signal))
    if (decision.decision !== 'send') return decision
    const open = readings.flatMap(({ offer }) => (offer === undefined || isPublished(offer) ? [] : [offerIdOf(offer)]))
    return decideFees(payload.fees, await deps.readFees(open, signal), money)
  }

  const create = <A extends GroupAction>(
    action: A,
    parts: Pick<GroupKind<A>, 'payload' | 'describe'> & {
      readonly send: (
        payload: GroupPayloads[A],
        leave: () => Promise<unknown>,
        signal: AbortSignal,
      ) => Promise<StepResult>
      readonly changes: (payload: GroupPayloads[A]) => readonly RunChange[]
    },
  ): GroupKind<A> => ({
    name: groupKindNames[action],
    payload: parts.payload,
    evidence: z.null(),
    describe: parts.describe,
    page: ({ groupKey }) => ({ page: 'group', id: groupKey }),
    check: async ({ payload }, signal): Promise<Check<null>> => {
      const decision = await decide(payload, signal)
      if (decision.decision === 'refuse') {
        store.putRefusals(payload.sku, [{ message: decision.error.message, fix: null }])
        return decision
      }
      if (decision.decision === 'alreadyThere') return { decision: 'alreadyThere', atMs: clock.nowMs() }
      return { decision: 'send', before: null }
    },
    effect: 'replaces',
    dispatch: async ({ rows: [first], leave }, signal): Promise<Answered<StepResult>> => {
      if (first === undefined) return lost.outcome
      const result = await parts.send(first.row.payload, leave, signal)
      const { outcome } = result
      const note = outcome.outcome === 'carriedOut' ? { note: result.warnings.join(' ') } : {}
      return { ...outcome, ...note, answer: result }
    },
    settle: async ({ payload }, _before, signal) => {
      const atMs = clock.nowMs()
      const readings = await readAll(listPayloadSkus(payload), signal, false)
      return { isDone: isGroupDone(readings, action), after: null, atMs }
    },
    inRun: {
      describe: (payload) => ({ sku: payload.sku, title: payload.title, changes: parts.changes(payload) }),
    },
    canSellerSettle: true,
    onState: (row, _from, result) => {
      if (result !== undefined) keepAnswer(row.payload, action, result)
      deps.onState(row)
    },
    onChange: deps.onChange,
  })

  const nameOf = ({ title, groupKey }: GroupPayloads[GroupAction]): string => title || groupKey
  return {
    publish: create('publish', {
      payload: groupPublishSchema,
      describe: ({ payload }) => `Publish ${nameOf(payload)} with ${payload.offers.length} variations`,
      send: ({ groupKey }, leave, signal) =>
        client.publishOfferByInventoryItemGroup({ inventoryItemGroupKey: groupKey, marketplaceId }, leave, signal),
      changes: (payload) => describePublish(payload, money),
    }),
    withdraw: create('withdraw', {
      payload: groupWithdrawSchema,
      describe: ({ payload }) => `End the listing ${nameOf(payload)} with its variations`,
      send: ({ groupKey }, leave, signal) =>
        client.withdrawOfferByInventoryItemGroup({ inventoryItemGroupKey: groupKey, marketplaceId }, leave, signal),
      changes: describeWithdraw,
    }),
  }
}

/** What publishing changes, in the seller's terms. */
export const describePublish = ({ offers }: GroupPayloads['publish'], money: Choices['money']) => {
  const prices = offers.map(({ price }) => Number(price))
  const [currency = ''] = offers.map((offer) => offer.currency)
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const range = low === high ? money(low, currency) : `${money(low, currency)} – ${money(high, currency)}`
  return [
    toRunChange('Price', { after: range }),
    toRunChange('Quantity', { after: String(offers.reduce((sum, { quantity }) => sum + quantity, 0)) }),
    toRunChange('Variations', { after: String(offers.length) }),
  ]
}

export const describeWithdraw = ({ skus }: GroupPayloads['withdraw']) => [
  toRunChange('Listing', { before: `${skus.length} variations`, after: 'Ended' }),
]
