import { describe, expect, it } from 'vitest'
import { describeHeadline, type HeadlineEvent } from '../../../renderer/notifications/log/event-headline.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import type { Occurrence } from '../../../shared/notifications/occurrence.ts'

const nothing: Occurrence = {
  ...{ itemId: null, sku: null, transactionId: null, buyer: null, price: null, currency: null, commentType: null },
}
const eventOf = (
  name: string,
  occurrence: Partial<Occurrence> = {},
  more: Partial<HeadlineEvent> = {},
): HeadlineEvent => ({
  ...{ name, origin: 'platform', signature: 'verified', item: null, occurrences: [{ ...nothing, ...occurrence }] },
  ...more,
})
const describeIt = (event: HeadlineEvent, title: string | null = null) =>
  describeHeadline(event, title === null ? null : { title, currency: 'USD' }, platforms.ebay.name)

const sale = { itemId: '1', price: '28.00', currency: 'USD', buyer: 'ahmed_h' }

describe('a line of the log', () => {
  it('RCV-09 says of each kind of sale that it is sold, for how much and to whom, and of which item', () => {
    for (const name of ['FixedPriceTransaction', 'AuctionCheckoutComplete', 'ItemSold', 'ORDER_CONFIRMATION'])
      expect(describeIt(eventOf(name, sale), 'Stoneware mug')).toEqual({
        ...{ kind: 'Sold', rest: 'for $28.00 to ahmed_h', about: 'Stoneware mug' },
      })
  })

  it('RCV-09 counts the items of a sale of several instead of giving the price of one', () => {
    const event = { ...eventOf('ORDER_CONFIRMATION'), occurrences: [1, 2].map(() => ({ ...nothing, ...sale })) }
    expect(describeIt(event).rest).toBe('2 items to ahmed_h')
  })

  it('RCV-09 leaves out what an event doesn’t say', () => {
    expect(describeIt(eventOf('ItemSold', { itemId: '7' }))).toEqual({ kind: 'Sold', rest: '', about: 'Listing 7' })
  })

  it('RCV-09 names a message, a case and feedback in a seller’s words', () => {
    const kindOf = (name: string, more: Partial<Occurrence> = {}): string => {
      const { kind, rest } = describeIt(eventOf(name, more))
      return `${kind} ${rest}`.trim()
    }
    expect(kindOf('NEW_MESSAGE', { buyer: 'hana' })).toBe('Message from hana')
    expect(kindOf('ORDER_RETURN_ACTIVITY')).toBe('Return')
    expect(kindOf('ORDER_INQUIRY_ACTIVITY')).toBe('Parcel not received')
    expect(kindOf('FeedbackLeft', { buyer: 'lisbon', commentType: 'POSITIVE' })).toBe('Positive feedback from lisbon')
    expect(describeIt(eventOf('SOMETHING_NEW'))).toEqual({
      kind: 'eBay sent something new',
      rest: '',
      about: 'SOMETHING_NEW',
    })
  })

  it('SEC-09 says nothing of what an unverified message claims', () => {
    const item = { sku: 'A', title: 'Stoneware mug', pictureUrl: null, currency: null }
    for (const signature of ['wrong', 'none', 'late', 'notVerifiableNow'] as const)
      expect(JSON.stringify(describeIt(eventOf('ItemSold', sale, { signature, item }), 'Stoneware mug'))).not.toMatch(
        /mug|28|ahmed/,
      )
  })

  it('RCV-08 tells of a wrong signature that nothing is to be shipped', () => {
    expect(describeIt(eventOf('ItemSold', sale, { signature: 'wrong' }))).toMatchObject({
      ...{ kind: 'Not from eBay: ignored', about: 'Don’t ship anything because of it.' },
    })
  })
})
