import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decideDelete, decidePublish, decideWithdraw } from '../../../main/listing/offers/publish-decision.ts'
import { decideSettling, SETTLED_AFTER_MS } from '../../../main/outbound/settle.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import {
  type ListingAction,
  listingActions,
  offerStates,
  resolveListingState,
} from '../../../shared/inventory/listing-state.ts'
import type { Confirmed } from '../../../shared/listing/contract.ts'
import { finalStates, outboundStateNames } from '../../../shared/outbound/state.ts'

const confirmed: Confirmed = { marketplaceId: 'EBAY_US', price: '10.00', currency: 'USD', quantity: 1, fees: [] }

const money = (amount: string | number, currency: string): string => `${amount} ${currency}`

const toOffer = (listingId: string | null, price = '10.00'): JsonObject => ({
  offerId: '7',
  marketplaceId: 'EBAY_US',
  format: 'FIXED_PRICE',
  availableQuantity: 1,
  pricingSummary: { price: { value: price, currency: 'USD' } },
  status: listingId === null ? 'UNPUBLISHED' : 'PUBLISHED',
  ...(listingId === null ? {} : { listing: { listingId, listingStatus: 'ACTIVE' } }),
})

/** The events around one publish, in any order. */
const event = fc.constantFrom(
  'try', // the app tries, as the queue does after each wait, restart or “Send now”
  'tryLost', // as before, but the answer is lost
  'tryLate', // as before, and the platform acts only after the next read
  'tryDown', // as before, but the request is never sent
  'read', // the app reads to settle an unknown outcome
  'publishedElsewhere',
  'repricedElsewhere',
)

it('LST-02 publishes at most once, whatever calls are lost, repeated or made elsewhere', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), (events) => {
      let listingId: string | null = null
      let price = '10.00'
      let published = 0
      let row: 'queued' | 'unknown' | 'done' | 'refused' | 'notFound' = 'queued'
      let unknownForMs = 0
      let isOnItsWay = false
      const publish = (): void => {
        // Publishing a listed offer must never happen: it would create a second listing.
        if (listingId !== null) throw new Error('listed twice')
        published += 1
        listingId = `L-${published}`
      }
      for (const step of events) {
        if (step === 'publishedElsewhere' && listingId === null) listingId = 'ELSEWHERE'
        if (step === 'repricedElsewhere') price = '12.00'
        if (step.startsWith('try') && row !== 'unknown' && row !== 'done') {
          const { decision } = decidePublish(toOffer(listingId, price), 1, confirmed, [], money)
          if (decision === 'alreadyThere') row = 'done'
          else if (decision === 'refuse') row = 'refused'
          else if (step === 'tryDown') row = 'queued'
          else {
            if (isOnItsWay) throw new Error('sent while the first may still arrive')
            if (price !== confirmed.price) throw new Error('sent at a price that nobody confirmed')
            if (step === 'tryLate') isOnItsWay = true
            else publish()
            row = step === 'try' ? 'done' : 'unknown'
            unknownForMs = 0
          }
        }
        if (step === 'read' && row === 'unknown') {
          unknownForMs += SETTLED_AFTER_MS / 2
          const { event } = decideSettling(
            { isDone: listingId !== null, after: null, atMs: 0 },
            { elapsedMs: unknownForMs, nowElapsedMs: unknownForMs, nowMs: 0 },
          )
          if (event === 'found') row = 'done'
          if (event === 'missing') row = 'notFound'
          // The platform refuses to list an offer that is already listed.
          if (isOnItsWay && listingId === null) publish()
          isOnItsWay = false
        }
      }
      expect(published).toBeLessThanOrEqual(1)
      if (row === 'done') expect(listingId).not.toBeNull()
    }),
  )
})

it('LST-04 sends only what was confirmed, without higher fees', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('10.00', '10.0', '11.00', ''),
      fc.constantFrom(0, 1, 2, undefined),
      fc.constantFrom(0, 0.35, 1),
      fc.constantFrom(null, 0, 0.35),
      (price, stock, fee, seen) => {
        const toFees = (value: number) =>
          value === 0 ? [] : [{ feeType: 'InsertionFee', amount: value.toFixed(2), currency: 'USD' }]
        const fees = seen === null ? null : toFees(seen)
        const { decision } = decidePublish(toOffer(null, price), stock, { ...confirmed, fees }, toFees(fee), money)
        const isSame = Number(price) === 10 && (stock ?? 1) === 1 && fee <= (seen ?? 0)
        expect(decision).toBe(isSame || (Number(price) === 10 && stock === 2 && fee <= (seen ?? 0)) ? 'send' : 'refuse')
      },
    ),
  )
})

it('LST-04 takes the same fees in another order for the same sum', () => {
  const toFees = (...amounts: readonly string[]) =>
    amounts.map((amount, index) => ({ feeType: `Fee${index}`, amount, currency: 'USD' }))
  const seen = { ...confirmed, fees: toFees('0.30', '0.20', '0.10') }
  const decide = (...amounts: readonly string[]) => decidePublish(toOffer(null), 1, seen, toFees(...amounts), money)
  expect(decide('0.10', '0.20', '0.30').decision).toBe('send')
  expect(decide('0.10', '0.20', '0.31')).toMatchObject({
    error: { message: expect.stringContaining('costs 0.61 USD now') },
  })
})

it('LST-08 ends only the listing that the seller saw', () => {
  expect(decideWithdraw(toOffer('L-1'), 'L-1').decision).toBe('send')
  expect(decideWithdraw(toOffer('L-2'), 'L-1').decision).toBe('refuse')
  expect(decideWithdraw(toOffer(null), 'L-1').decision).toBe('alreadyThere')
})

it('LST-08 deletes a live listing only if the seller knows that it ends', () => {
  expect(decideDelete(toOffer('L-1'), '7', false).decision).toBe('refuse')
  expect(decideDelete(toOffer('L-1'), '7', true).decision).toBe('send')
  expect(decideDelete(toOffer(null), '7', false).decision).toBe('send')
  expect(decideDelete({ ...toOffer(null), offerId: 7 }, '7', false).decision).toBe('send')
  expect(decideDelete(undefined, '7', false).decision).toBe('alreadyThere')
})

it('LST-11 shows what is unknown or refused before what the platform had', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...offerStates),
      fc.constantFrom<ListingAction>(...listingActions),
      fc.constantFrom(...outboundStateNames.filter((state) => !finalStates.some((final) => final === state))),
      (offer, action, state) => {
        const shown = resolveListingState(offer, { action, state })
        if (state === 'unknown') expect(shown).toBe('unknown')
        else if (state === 'refused' || state === 'notFound') expect(shown).toBe('refused')
        else expect(['publishing', 'ending', offer]).toContain(shown)
      },
    ),
  )
  for (const offer of offerStates) expect(resolveListingState(offer, undefined)).toBe(offer)
})
