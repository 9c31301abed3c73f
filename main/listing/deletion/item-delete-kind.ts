/**
 * Deleting an item on the platform, as a kind of the outbound queue (LST-08).
 *
 * The platform ends the item's live listing, deletes its listing drafts and takes it out of its listings with variations:
 * https://developer.ebay.com/api-docs/sell/inventory/resources/inventory_item/methods/deleteInventoryItem
 *
 * The seller confirms each of these by name. A fresh reading that shows more than was confirmed refuses the deletion. It is sent
 * once; if its answer is lost, reading the item shows whether it is gone.
 */

import * as z from 'zod'
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { conflict } from '../../../shared/result.ts'
import type { ListedItemsPort } from '../../items-port.ts'
import type { Check, OutboundKind } from '../../outbound/kind.ts'
import type { Clock } from '../../ports.ts'
import type { ListingReader } from '../offers/listing-reader.ts'
import { isLiveOffer, listingIdOf } from '../offers/offer-record.ts'
import type { OfferClient } from '../platform/offer-client.ts'
import { lost } from '../platform/offer-results.ts'

export const itemDeletionSchema = z.object({
  sku: z.string(),
  title: z.string().nullable(),
  /** The live listings that end. */
  listingIds: z.array(z.string()),
  /** The number of listing drafts that are deleted. */
  drafts: z.number(),
  /** The keys of the groups of variations that lose the item. */
  groups: z.array(z.string()),
})
export type ItemDeletion = z.infer<typeof itemDeletionSchema>

/** What deleting the item ends, from its offers and its record. */
export const findConsequences = (
  offers: readonly JsonObject[],
  record: JsonObject | undefined,
): Pick<ItemDeletion, 'listingIds' | 'drafts' | 'groups'> => {
  const live = offers.filter(isLiveOffer)
  const { inventoryItemGroupKeys, groupIds } = record ?? {}
  const groups = [inventoryItemGroupKeys, groupIds].flatMap((keys) => (Array.isArray(keys) ? keys : []))
  return {
    listingIds: [...new Set(live.flatMap((offer) => listingIdOf(offer) ?? []))],
    drafts: offers.length - live.length,
    groups: [...new Set(groups.filter((key) => typeof key === 'string'))],
  }
}

/** What the seller confirms, each with its end: `live listing 1234, which ends`. */
export const nameConsequences = ({ listingIds, drafts, groups }: ItemDeletion): readonly string[] => [
  ...listingIds.map((listingId) =>
    groups.length > 0
      ? `its variation in live listing ${listingId}, which ends with its last one`
      : `live listing ${listingId}, which ends`,
  ),
  ...(drafts === 0 ? [] : [drafts === 1 ? 'its listing draft' : `its ${drafts} listing drafts`]),
  ...(listingIds.length > 0 ? [] : groups.map((key) => `its place in the group ${key}`)),
]

export const createItemDeleteKind = (deps: {
  readonly client: OfferClient
  readonly reader: ListingReader
  readonly items: ListedItemsPort
  readonly platformName: PlatformName
  readonly clock: Clock
  /** Runs in the transaction that stores the deletion as done. */
  readonly onDeleted: (sku: string) => void
  readonly onChange: () => void
}): OutboundKind<ItemDeletion, null> => {
  const { client, reader, items, clock } = deps

  const findRefusal = (confirmed: ItemDeletion, now: ReturnType<typeof findConsequences>): string | undefined => {
    if (items.forListing(confirmed.sku)?.edit !== 'none') {
      return 'The item was edited after you confirmed. Nothing was deleted. Save or discard the edit, then delete the item again.'
    }
    const listingId = now.listingIds.find((id) => !confirmed.listingIds.includes(id))
    if (listingId !== undefined) {
      return `Listing ${listingId} went live after you confirmed, and would end. Nothing was deleted. Check again what ends.`
    }
    const isMore = now.drafts > confirmed.drafts || now.groups.some((key) => !confirmed.groups.includes(key))
    return isMore
      ? 'More belongs to this item now than you confirmed. Nothing was deleted. Check again what is deleted with it.'
      : undefined
  }

  return {
    name: 'itemDelete',
    payload: itemDeletionSchema,
    evidence: z.null(),
    describe: ({ payload: { sku, title } }) =>
      `Delete ${title === null ? sku : `${title} (${sku})`} on ${deps.platformName.the}`,
    page: ({ sku }) => ({ page: 'item', id: sku }),
    check: async ({ payload }, signal): Promise<Check<null>> => {
      const atMs = clock.nowMs()
      const record = await items.read(payload.sku)
      if (record === undefined) return { decision: 'alreadyThere', atMs }
      const refusal = findRefusal(payload, findConsequences(await reader.read(payload.sku, signal), record))
      return refusal === undefined
        ? { decision: 'send', before: null }
        : { decision: 'refuse', error: conflict(refusal).detail }
    },
    effect: 'replaces',
    dispatch: async ({ rows: [first], leave }, signal) =>
      first === undefined
        ? lost.outcome
        : (await client.deleteInventoryItem(first.row.payload.sku, leave, signal)).outcome,
    settle: async ({ payload: { sku } }) => {
      const atMs = clock.nowMs()
      return { isDone: (await items.read(sku)) === undefined, after: null, atMs }
    },
    inRun: {
      describe: (payload) => ({
        sku: payload.sku,
        title: payload.title,
        changes: [],
      }),
    },
    canSellerSettle: true,
    onState: ({ payload: { sku }, state }) => {
      if (state.state === 'sent') deps.onDeleted(sku)
    },
    onChange: deps.onChange,
  }
}
