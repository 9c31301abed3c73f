import { beforeEach, describe, expect, it } from 'vitest'
import { describeAnswer, describeLeft, describeSending } from '../../../renderer/offers/answer/answer-texts.ts'
import { chosenOffers, nothingTicked, toggleTicks } from '../../../renderer/offers/inbox/chosen-offers.ts'
import { groupOffers, nextOffer } from '../../../renderer/offers/inbox/order-offers.ts'
import { describeResult, describeResults } from '../../../renderer/offers/watchers/describe-result.ts'
import { describeListing, readDiscount } from '../../../renderer/offers/watchers/watcher-choice.ts'
import { isSoon, localDeadline, offeredFor, timeLeft } from '../../../renderer/parts/offers/offer-labels.ts'
import { setLocale } from '../../../renderer/ui/format/locale-format.ts'
import type { BestOffer } from '../../../shared/offers/best-offer.ts'
import type { EligibleListing } from '../../../shared/offers/watcher-offer.ts'

const HOUR_MS = 3_600_000
const usd = (minor: number) => ({ minor, currency: 'USD' })
const offer = (offerId: string, more: Partial<BestOffer> = {}): BestOffer =>
  ({ offerId, buyer: 'anna', price: usd(4_000), quantity: 1, isBelowFloor: false, pending: null, ...more }) as BestOffer
const answered = { state: 'delayed', action: 'Decline' } as BestOffer['pending']

beforeEach(() => setLocale('en-US'))

describe('the time left for an offer', () => {
  it.each([
    [41.9 * HOUR_MS, '41 h left', false],
    [2 * HOUR_MS, '2 h left', true],
    [0.5 * HOUR_MS, '30 min left', true],
    [20_000, '1 min left', true],
    [0, 'Expired', true],
  ])('LST-25 is %d ms: %s', (leftMs, text, soon) => {
    expect([timeLeft(leftMs), isSoon(leftMs)]).toEqual([text, soon])
  })

  it('LST-25 ends by the platform’s clock', () => {
    expect(localDeadline({ expiresAtMs: 5_000_000 }, 60_000)).toBe(4_940_000)
  })
})

describe('what an offer is for', () => {
  it.each([
    [{ quantity: 1, asked: usd(4_750), percentBelow: 16 }, 2, 'offered for 1 of 2 · 16% below your $47.50'],
    [{ quantity: 3, asked: usd(1_000), percentBelow: 10 }, null, 'offered for 3 · 10% below your $10.00 each'],
    [{ quantity: 1, asked: usd(4_750), percentBelow: 0 }, 1, 'offered for 1 of 1 · your price is $47.50'],
    [{ quantity: 1, asked: null, percentBelow: null }, null, 'offered for 1'],
  ])('LST-25 is said as far as it is known: %o, %s left', (shown, available, text) => {
    expect(offeredFor(shown, available)).toBe(text)
  })
})

describe('the list of offers', () => {
  it('LST-25 shows those below the floors last, each group in its order', () => {
    const rows = [offer('a', { isBelowFloor: true }), offer('b'), offer('c', { isBelowFloor: true }), offer('d')]
    const { above, below } = groupOffers(rows)
    expect([above, below].map((group) => group.map(({ offerId }) => offerId))).toEqual([
      ['b', 'd'],
      ['a', 'c'],
    ])
  })

  it('LST-25 declines together what is ticked, listed and without an answer', () => {
    const rows = [offer('a'), offer('b', { pending: answered }), offer('c')]
    const ticked = toggleTicks(nothingTicked, ['a', 'b', 'c', 'gone'])
    expect(chosenOffers(rows, ticked).map(({ offerId }) => offerId)).toEqual(['a', 'c'])
  })

  it('LST-25 ticks several offers, and unticks them only if all of them were ticked', () => {
    const some = toggleTicks(nothingTicked, ['a'])
    const both = toggleTicks(some, ['a', 'b'])
    expect([[...both], [...toggleTicks(both, ['a', 'b'])]]).toEqual([['a', 'b'], []])
  })

  it('LST-25 goes on to the next offer without an answer, from the end to the first', () => {
    const rows = [offer('a'), offer('b'), offer('c', { pending: answered }), offer('d')]
    expect(nextOffer(rows, 'b')?.offerId).toBe('d')
    expect(nextOffer(rows, 'd')?.offerId).toBe('a')
  })

  it('LST-25 goes nowhere when every other offer is answered', () => {
    expect(nextOffer([offer('a'), offer('b', { pending: answered })], 'a')).toBeUndefined()
  })

  it('OFF-07 offers an answer again that was refused', () => {
    const refused = { state: 'refused', action: 'Accept' } as BestOffer['pending']
    expect(nextOffer([offer('a'), offer('b', { pending: refused })], 'a')?.offerId).toBe('b')
  })
})

describe('the text of an answer', () => {
  it('OFF-07 names the price and the buyer, or how many', () => {
    expect(describeAnswer('Accept', [offer('a')])).toBe('Offer of $40.00 by anna accepted')
    expect(describeAnswer('Decline', [offer('a'), offer('b')])).toBe('2 offers declined')
  })

  it('OFF-09 counts down only where it will be sent', () => {
    expect(describeSending('X', { isOffline: false, isWaiting: true })).toBe('X; sent in')
    expect(describeSending('X', { isOffline: true, isWaiting: true })).toBe('X; sent when you are online')
    expect(describeSending('X', { isOffline: false, isWaiting: false })).toBe('X')
  })
})

describe('what would be left of the offered price', () => {
  const fees = { amount: usd(530), sales: 32 }
  it.each([
    [
      { cost: usd(900), fees },
      'About $25.70 would be left for you: you paid $9.00, fees about $5.30 (an estimate from your last 32 sales). Before postage.',
    ],
    [
      { cost: usd(4_200), fees },
      'You would lose about $7.30: you paid $42.00, fees about $5.30 (an estimate from your last 32 sales). Before postage.',
    ],
    [{ cost: usd(900), fees: null }, '$31.00 would be left for you: you paid $9.00. Before fees and postage.'],
    [{ cost: null, fees }, null],
    [{ cost: { minor: 900, currency: 'EUR' }, fees }, null],
  ])('LST-25 is said as far as it is known: %o', (known, text) => {
    expect(describeLeft({ price: usd(4_000), ...known })).toBe(text)
  })
})

describe('the choice of offers to watchers', () => {
  const listing = {
    price: usd(4_750),
    watchers: 7,
    available: 2,
    cost: usd(900),
    floor: usd(4_400),
    listedAtMs: new Date(2026, 9, 12, 12).getTime(),
    last: { price: usd(4_500), buyers: 3, result: { bought: 1, isKnown: true } },
  } as EligibleListing

  it.each([
    ['percent', '10', { percent: 10 }],
    ['percent', '10 %', { percent: 10 }],
    ['percent', '4', { problem: 'Enter a whole number from 5 to 90' }],
    ['percent', '', { problem: 'Enter the percent first' }],
    ['price', ' 38.50 ', { price: '38.50' }],
    ['price', '', { problem: 'Enter the price first' }],
  ] as const)('LST-26 reads %s “%s”', (way, typed, expected) => {
    expect(readDiscount(way, typed)).toEqual(expected)
  })

  it('LST-26 shows what is known of a listing, and marks a price below the floor', () => {
    expect(describeListing(listing, { percent: 10 })).toEqual({
      price: usd(4_275),
      facts:
        '7 watching · 2 in stock · you paid $9.00 · listed Oct 12, 2026 · last offered for $45.00: 1 of 3 bought · your floor $44.00',
      isLow: true,
    })
    expect(describeListing(listing, { percent: 5 })).toMatchObject({ price: usd(4_512), isLow: false })
  })

  it('LST-26 leaves a typed price to main, which knows the currency', () => {
    expect(describeListing(listing, { price: '40' })).toMatchObject({ price: null, isLow: false })
  })
})

describe('what came of an offer to watchers', () => {
  const nowMs = new Date(2026, 10, 28, 12).getTime()
  const ended = { buyers: 3, untilMs: nowMs - 1, isRunning: false }
  const running = { buyers: 3, untilMs: nowMs + 26 * HOUR_MS, isRunning: true }
  const known = (bought: number) => ({ bought, isKnown: true })
  const unknown = (bought: number) => ({ bought, isKnown: false })

  it.each([
    [{ ...ended, result: known(0) }, 'Expired, 3 buyers didn’t buy'],
    [{ ...ended, result: known(1) }, '1 buyer bought at the offered price, 2 didn’t'],
    [{ ...ended, result: known(3) }, '3 buyers bought at the offered price'],
    [{ ...ended, result: unknown(0) }, 'Expired; its last orders haven’t been read yet'],
    [{ ...ended, buyers: null, result: known(0) }, 'Expired'],
    [{ ...running, result: unknown(1) }, '1 buyer bought at the offered price, runs until tomorrow at 2:00 PM'],
    [{ ...ended, untilMs: null, result: null }, 'Sent; its end isn’t known'],
  ])('LST-26 says only what is known: %o', (offer, text) => {
    expect(describeResult(offer, 0, nowMs).replaceAll('\u202f', ' ')).toBe(text)
  })

  it('LST-26 is summed for a run', () => {
    const offers = [
      { ...ended, result: known(1) },
      { ...ended, result: known(0) },
      { ...running, result: unknown(0) },
      { ...ended, result: unknown(0) },
    ]
    expect(describeResults(offers)).toBe(
      '12 buyers got an offer: 1 bought at the offered price, 5 didn’t, 1 offer still runs, of 1 offer it isn’t known',
    )
  })
})
