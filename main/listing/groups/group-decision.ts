/**
 * Decides from readings whether a listing with variations is published or ended (LST-15). It is one listing: nothing is listed
 * twice (LST-02), and nothing is published that the seller didn't see (LST-04). Pure.
 */

import { type GroupProblem, listGroupProblems, type Member, readGroupView } from '../../../shared/inventory/group.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { jsonText } from '../../../shared/inventory/json-text.ts'
import type { Decision } from '../../outbound/kind.ts'
import type { StoredListing } from '../offers/listing-store.ts'
import { isSameText } from '../offers/offer-draft.ts'
import {
  categoryIdOf,
  isPublished,
  listingIdOf,
  offerIdOf,
  priceOf,
  quantityForSale,
  textOf,
} from '../offers/offer-record.ts'
import { refuse } from '../offers/publish-decision.ts'
import type { GroupPublish, GroupWithdraw } from './group-payloads.ts'

/** A variation as last read. */
export type VariationReading = {
  readonly sku: string
  readonly item: JsonObject | undefined
  readonly offer: JsonObject | undefined
  readonly quantity: number | undefined
}

type WriteMoney = (amount: string | number, currency: string) => string

const NOTHING = 'Nothing went live. Check it and publish again.'

/** What the offers of one listing have in common, by the words of a message. */
const readCommon = (offer: JsonObject): Readonly<Record<string, string>> => ({
  category: categoryIdOf(offer),
  'set of policies': jsonText(offer.listingPolicies ?? {}),
  location: textOf(offer.merchantLocationKey),
})

export const toMembers = (readings: readonly VariationReading[]): readonly Member[] =>
  readings.map(({ sku, item, offer }) => ({ sku, item, offer: offer === undefined ? undefined : readCommon(offer) }))

/** Why the variations that have an offer can't become one listing; empty if they can. */
export const findGroupProblems = (
  record: JsonObject,
  readings: readonly VariationReading[],
): readonly GroupProblem[] => {
  const offered = readings.filter(({ offer }) => offer !== undefined)
  const isSoldOut = offered.every(({ offer, quantity }) => (quantityForSale(offer ?? {}, quantity) ?? 0) < 1)
  return [
    ...listGroupProblems(record, toMembers(offered)),
    ...(offered.length > 0 && isSoldOut
      ? [{ sku: null, message: 'All its variations are sold out. Restock one.' }]
      : []),
  ]
}

/** How a variation differs from what the seller confirmed; undefined if it doesn't. */
const findDifference = (
  { sku, offer, quantity }: VariationReading,
  confirmed: GroupPublish['offers'][number],
  money: WriteMoney,
): string | undefined => {
  if (offer === undefined || offerIdOf(offer) !== confirmed.offerId) return `${sku} has no such listing draft`
  const { value, currency } = priceOf(offer)
  if (!isSameText('price', value, confirmed.price) || currency !== confirmed.currency) {
    return `The price of ${sku} is ${value === '' ? 'missing' : money(value, currency)}`
  }
  const now = quantityForSale(offer, quantity) ?? 0
  return now === confirmed.quantity ? undefined : `The quantity of ${sku} is ${now}`
}

/**
 * Call before publishing, with a reading of every variation of the payload. `others`: those of the group that are not in it.
 *
 * The call publishes every offer of the group, so one that the seller didn't see refuses it.
 */
export const decideGroupPublish = (
  record: JsonObject | undefined,
  readings: readonly VariationReading[],
  payload: GroupPublish,
  money: WriteMoney,
  others: readonly Pick<VariationReading, 'sku' | 'offer'>[] = [],
): Decision => {
  if (record === undefined) return refuse(`This listing with variations no longer exists. ${NOTHING}`)
  const open = readings.filter(({ offer }) => offer === undefined || !isPublished(offer))
  if (open.length === 0) return { decision: 'alreadyThere' }
  const { skus } = readGroupView(record)
  const strange = payload.offers.find(({ sku }) => !skus.includes(sku))
  if (strange !== undefined) return refuse(`${strange.sku} no longer belongs to this listing. ${NOTHING}`)
  for (const reading of open) {
    const confirmed = payload.offers.find(({ sku }) => sku === reading.sku)
    const difference = confirmed === undefined ? undefined : findDifference(reading, confirmed, money)
    if (difference !== undefined) return refuse(`${difference}, not what you confirmed. ${NOTHING}`)
  }
  const unseen = others.find(({ offer }) => offer !== undefined && !isPublished(offer))
  if (unseen !== undefined) return refuse(`${unseen.sku} has a listing draft now that you didn’t confirm. ${NOTHING}`)
  const [problem] = findGroupProblems(record, readings)
  return problem === undefined ? { decision: 'send' } : refuse(`${problem.message} ${NOTHING}`)
}

/** Call before ending. */
export const decideGroupWithdraw = (readings: readonly VariationReading[], { listingId }: GroupWithdraw): Decision => {
  const live = readings.flatMap(({ offer }) => (offer !== undefined && isPublished(offer) ? [offer] : []))
  if (live.length === 0) return { decision: 'alreadyThere' }
  return live.every((offer) => listingIdOf(offer) === listingId)
    ? { decision: 'send' }
    : refuse('Another listing of these variations is live now. Nothing was ended. Check it and end that one.')
}

/** Whether a reading shows that the change was carried out; null if only some variations do. */
export const isGroupDone = (readings: readonly VariationReading[], action: 'publish' | 'withdraw'): boolean | null => {
  const live = readings.filter(({ offer }) => offer !== undefined && isPublished(offer)).length
  if (live === readings.length) return action === 'publish'
  return live === 0 ? action === 'withdraw' : null
}

/** Whether the offer of a variation has a description of its own, which buyers read instead of the group's (FACT-161, LST-22). */
export const hasOwnDescription = ({ offer, draft }: Pick<StoredListing, 'offer' | 'draft'>): boolean =>
  (draft.listingDescription?.text ?? textOf(offer?.listingDescription)).trim() !== ''
