/** What a fresh reading of an offer allows, and what it shows of an answer that was lost (LST-25). */
import { describe, expect, it } from 'vitest'
import {
  type DecidedAnswer,
  decideAnswer,
  describeEnd,
  findCounterProblem,
  isAnswered,
} from '../../../main/offers/answers/answer-decision.ts'
import type { BestOfferRecord } from '../../../main/offers/platform/adapter.ts'
import { getPlatform } from '../../../shared/connection/profile.ts'
import type { BestOfferStatus } from '../../../shared/offers/best-offer.ts'

const usd = (minor: number) => ({ minor, currency: 'USD' })
const eur = (minor: number) => ({ minor, currency: 'EUR' })
const { name } = getPlatform({ platform: 'ebay' })
const words = {
  name,
  money: ({ minor, currency }: { minor: number; currency: string }) => `${currency} ${minor / 100}`,
}
const END_MS = 1_000_000

const offer: BestOfferRecord = {
  offerId: 'o1',
  listingId: 'L1',
  buyer: 'jules.b',
  type: 'BuyerBestOffer',
  status: 'Pending',
  price: usd(4_000),
  quantity: 1,
  asked: usd(5_000),
  title: 'Lamp',
  buyerMessage: null,
  sellerMessage: null,
  expiresAtMs: END_MS,
}
const accept: DecidedAnswer = { action: 'Accept', seen: { price: usd(4_000), quantity: 1 }, counter: null }
const decide = (
  change: Partial<BestOfferRecord> | undefined,
  {
    answer = accept,
    nowMs = END_MS - 1,
    newer,
  }: { answer?: DecidedAnswer; nowMs?: number; newer?: BestOfferRecord } = {},
) => decideAnswer(answer, change === undefined ? undefined : { ...offer, ...change }, nowMs, newer, words)
const why = (...given: Parameters<typeof decide>): string | undefined => {
  const decision = decide(...given)
  return decision.decision === 'refuse' ? decision.error?.message : undefined
}

describe('an answer', () => {
  it('LST-25 goes to an offer that is as the seller saw it, with its deadline or without one', () => {
    expect(decide({})).toEqual({ decision: 'send' })
    expect(decide({ expiresAtMs: null })).toEqual({ decision: 'send' })
    expect(decide({ status: 'Active' })).toEqual({ decision: 'send' })
  })

  it('LST-25 is too late from the moment on at which the offer ends', () => {
    expect(why({}, { nowMs: END_MS })).toContain('too late')
  })

  it('LST-25 doesn’t go to an offer that the platform no longer has', () => {
    expect(why(undefined)).toBe('eBay no longer has this offer. Nothing was sent.')
  })

  it('LST-25 doesn’t go to the same number in another currency', () => {
    expect(why({ price: eur(4_000) })).toBe('The buyer now offers EUR 40. Nothing was sent. Answer that offer.')
  })

  it('LST-25 names what the buyer offers instead, with its pieces', () => {
    expect(why({ status: 'Retracted' }, { newer: { ...offer, price: usd(9_000), quantity: 2 } })).toBe(
      'The buyer withdrew this offer. They now offer USD 90 for 2 pieces. Nothing was sent.',
    )
  })

  it.each([
    ['Accept', 'Accepted'],
    ['Accept', 'PendingBuyerPayment'],
    ['Counter', 'Countered'],
    ['Counter', 'PendingBuyerConfirmation'],
    ['Decline', 'Declined'],
  ] as const)('OFF-08 LST-25 to %s is there already where the offer is %s', (action, status) => {
    expect(decide({ status }, { answer: { ...accept, action } })).toEqual({ decision: 'alreadyThere' })
  })
})

describe('a counter', () => {
  const problem = (counter: ReturnType<typeof usd>, more: Partial<BestOfferRecord> = {}) =>
    findCounterProblem(counter, { ...offer, ...more }, words)

  it('FACT-172 LST-25 is more than the buyer offers, up to what the listing asks', () => {
    expect(problem(usd(4_000))).toContain('Accept that, or ask for more')
    expect(problem(usd(4_001))).toBeUndefined()
    expect(problem(usd(5_000))).toBeUndefined()
    expect(problem(usd(5_001))).toContain('Enter at most that')
    expect(problem(usd(10_000), { quantity: 2 })).toBeUndefined()
    expect(problem(usd(10_001), { quantity: 2 })).toBe('The listing asks USD 100 for 2 pieces. Enter at most that.')
  })

  it('LST-25 is compared with prices of its own currency only', () => {
    expect(problem(eur(1))).toBeUndefined()
    expect(problem(eur(900_000))).toBeUndefined()
    expect(problem(usd(900_000), { asked: eur(5_000) })).toBeUndefined()
    expect(problem(usd(900_000), { asked: null })).toBeUndefined()
  })

  it('OFF-08 LST-25 that the listing no longer allows is not sent', () => {
    const answer = { ...accept, action: 'Counter', counter: usd(4_600) } as const
    expect(decide({}, { answer })).toEqual({ decision: 'send' })
    expect(why({ asked: usd(4_500) }, { answer })).toBe(
      'The listing asks USD 45. Enter at most that. Nothing was sent.',
    )
  })
})

it.each([
  ['Retracted', 'The buyer withdrew this offer.'],
  ['Expired', 'This offer has expired.'],
  ['Accepted', 'This offer is accepted already.'],
  ['PendingBuyerPayment', 'This offer is accepted already.'],
  ['Declined', 'This offer is declined already.'],
  ['Countered', 'This offer has a counter already.'],
  ['PendingBuyerConfirmation', 'This offer has a counter already.'],
  ['AdminEnded', 'eBay ended this offer.'],
  ['Unknown', 'This offer is no longer open.'],
] as const)('LST-25 why an offer that is %s can’t be answered is said', (status, sentence) => {
  expect(describeEnd(status, name)).toBe(sentence)
})

it.each([
  ['the offer is gone', undefined, null],
  ['its state isn’t known', 'Unknown', null],
  ['it still waits', 'Pending', false],
  ['it was declined elsewhere', 'Declined', false],
  ['it is accepted', 'Accepted', true],
] as const)('LST-25 a lost answer was carried out or not, as far as a reading shows it: %s', (_, status, isDone) => {
  const read = status === undefined ? undefined : { ...offer, status: status as BestOfferStatus }
  expect(isAnswered(accept, read)).toBe(isDone)
})
