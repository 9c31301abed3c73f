import { describe, expect, it } from 'vitest'
import { platforms } from '../../../shared/connection/platforms.ts'
import { eventTitle } from '../../../shared/notifications/event-title.ts'
import type { Occurrence } from '../../../shared/notifications/occurrence.ts'

const occurrence = (facts: Partial<Occurrence> = {}): Occurrence => ({
  itemId: '110000000001',
  sku: null,
  transactionId: '7',
  buyer: 'anna_wolle',
  price: null,
  currency: null,
  commentType: null,
  ...facts,
})

const title = (name: string, occurrences: readonly Occurrence[], itemTitle: string | null = 'Kestrel 35') =>
  eventTitle(
    { name, signature: 'verified', occurrences, item: itemTitle === null ? null : { title: itemTitle, currency: '$' } },
    { formatMoney: (amount, currency) => `${currency}${amount}`, platformName: platforms.ebay.name },
  )

describe('the title of an event', () => {
  it.each([
    ['FixedPriceTransaction', { price: '25.00', currency: '€' }, 'Kestrel 35 sold for €25 to anna_wolle'],
    ['FixedPriceTransaction', { price: '25.00' }, 'Kestrel 35 sold for $25 to anna_wolle'],
    ['ORDER_CONFIRMATION', {}, 'Kestrel 35 sold to anna_wolle'],
    ['AuctionCheckoutComplete', {}, 'Kestrel 35 sold to anna_wolle'],
    ['NEW_MESSAGE', {}, 'New message from anna_wolle'],
    ['BUYER_QUESTION', {}, 'anna_wolle asked about Kestrel 35'],
    ['FeedbackLeft', { commentType: 'Positive' }, 'Positive feedback from anna_wolle'],
    ['ITEM_AVAILABILITY', {}, 'Stock changed: Kestrel 35'],
    ['SomethingNew', {}, 'SomethingNew'],
  ])('RCV-09 describes %s in a sentence', (name, facts, expected) => {
    expect(title(name, [occurrence(facts)])).toBe(expected)
  })

  it('RCV-09 names the listing if the item is unknown, and the type if nothing is known', () => {
    expect(title('ItemSold', [occurrence({ buyer: null })], null)).toBe('Listing 110000000001 sold')
    expect(title('ItemSold', [occurrence({ buyer: null, itemId: null })], null)).toBe('Sold, any format')
  })

  it('PLT-17 an order of several items counts them', () => {
    expect(title('ORDER_CONFIRMATION', [occurrence(), occurrence({ itemId: '2' })])).toBe('2 items sold to anna_wolle')
  })

  it.each([
    ['wrong', 'Not from eBay: ignored'],
    ['none', 'Unsigned message'],
    ['notVerifiableNow', 'Message, not checked yet'],
    ['late', 'Late notification'],
  ] as const)('SEC-09 a message whose signature is %s is not titled by what it says', (signature, expected) => {
    const unverified = {
      name: 'ItemSold',
      signature,
      occurrences: [occurrence()],
      item: { title: 'Kestrel 35', currency: null },
    }
    expect(eventTitle(unverified, { formatMoney: String, platformName: platforms.ebay.name })).toBe(expected)
  })

  it('RCV-09 shortens no item title within a character', () => {
    const shown = title('ItemSold', [occurrence({ buyer: null })], `${'x'.repeat(31)}📷 Kestrel`)
    expect(shown).toBe(`${'x'.repeat(31)}… sold`)
  })

  it('RCV-09 shortens a long item title, so that the event stays visible', () => {
    expect(title('ItemSold', [occurrence()], 'Mantel clock, walnut, eight-day movement, Westminster chime')).toBe(
      'Mantel clock, walnut, eight-day… sold to anna_wolle',
    )
  })
})
