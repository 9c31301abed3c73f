import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findSameSale, type KnownSale, type Sale } from '../../../main/notifications/receiver/same-sale.ts'

const sale = (
  name: string,
  facts: { item?: string; transaction?: string | null; buyer?: string; atMs?: number } = {},
): Sale => ({
  name,
  format: name === 'ORDER_CONFIRMATION' ? 'json' : 'soap',
  atMs: facts.atMs ?? 0,
  occurrences: [{ itemId: facts.item ?? '1', transactionId: facts.transaction ?? null, buyer: facts.buyer ?? null }],
})

/** Files the sales in order, as the log does. Returns the event that first reported each. */
const file = (sales: readonly Sale[]): readonly (number | null)[] => {
  const known: KnownSale[] = []
  return sales.map((each, index) => {
    const sameSaleAs = findSameSale(each, known)
    known.push({ ...each, eventId: index + 1, sameSaleAs })
    return sameSaleAs
  })
}

describe('one sale that several event types report', () => {
  it('RCV-07 is one sale, in any order', () => {
    const of = [
      sale('FixedPriceTransaction', { transaction: '7' }),
      sale('ItemSold', { atMs: 20_000 }),
      sale('AuctionCheckoutComplete', { transaction: '7', buyer: 'anna', atMs: 30_000 }),
      sale('ORDER_CONFIRMATION', { transaction: '900-1', buyer: 'anna', atMs: 40_000 }),
    ]
    fc.assert(
      fc.property(fc.shuffledSubarray(of, { minLength: 4 }), (sales) => {
        expect(file(sales)).toEqual([null, 1, 1, 1])
      }),
    )
  })

  it('RCV-07 two sales of one listing stay two, however they are mixed', () => {
    expect(
      file([
        sale('ItemSold'),
        sale('FixedPriceTransaction', { transaction: '7' }),
        sale('FixedPriceTransaction', { transaction: '8', atMs: 1_000 }),
        sale('ItemSold', { atMs: 2_000 }),
      ]),
    ).toEqual([null, 1, null, 3])
  })

  it.each([
    ['of another item', { item: '2' }],
    ['of another transaction', { transaction: '8' }],
    ['to another buyer', { transaction: null, buyer: 'tom' }],
    ['an hour later', { transaction: null, atMs: 3_600_000 }],
  ])('RCV-07 a sale %s is another one', (_, facts) => {
    const first = sale('FixedPriceTransaction', { transaction: '7', buyer: 'anna' })
    expect(file([first, sale('AuctionCheckoutComplete', facts)])).toEqual([null, null])
  })

  it.each([
    [600_000, [null, 1]],
    [600_001, [null, null]],
  ])('RCV-07 two events about one item are one sale if they are at most ten minutes apart: %d ms', (apartMs, found) => {
    const startMs = Date.UTC(2026, 10, 21)
    expect(
      file([sale('FixedPriceTransaction', { atMs: startMs }), sale('ItemSold', { atMs: startMs + apartMs })]),
    ).toEqual(found)
  })

  it('RCV-07 the number 0 is no other transaction, because an auction has none', () => {
    const auction = sale('AuctionCheckoutComplete', { transaction: '0' })
    expect(file([sale('FixedPriceTransaction', { transaction: '7' }), auction])).toEqual([null, 1])
  })

  it('RCV-07 two events without an item are two', () => {
    const occurrences = [{ itemId: null, transactionId: null, buyer: null }]
    expect(
      file([
        { ...sale('ItemSold'), occurrences },
        { ...sale('FixedPriceTransaction'), occurrences },
      ]),
    ).toEqual([null, null])
  })

  it('RCV-07 the same transaction is one sale even hours later', () => {
    const late = sale('AuctionCheckoutComplete', { transaction: '7', atMs: 7_200_000 })
    expect(file([sale('FixedPriceTransaction', { transaction: '7' }), late])).toEqual([null, 1])
  })

  it('RCV-07 two auctions without a transaction number are two sales', () => {
    const one = sale('AuctionCheckoutComplete', { transaction: '0' })
    expect(file([one, { ...one, atMs: 1_000 }])).toEqual([null, null])
  })

  it('PLT-17 an order of two items that were reported separately is not a new sale', () => {
    const order: Sale = {
      ...sale('ORDER_CONFIRMATION'),
      occurrences: ['1', '2'].map((itemId) => ({ itemId, transactionId: `${itemId}-x`, buyer: 'anna' })),
    }
    const first = sale('FixedPriceTransaction', { item: '1', transaction: '7' })
    const second = sale('FixedPriceTransaction', { item: '2', transaction: '8' })
    expect(file([first, second, order])).toEqual([null, null, 1])
    expect(file([order, first, second])).toEqual([null, 1, 1])
    expect(file([first, order])).toEqual([null, null])
  })

  it('RCV-07 an event never joins another of its own type', () => {
    const names = ['FixedPriceTransaction', 'ItemSold', 'ORDER_CONFIRMATION']
    const anySale = fc
      .record({
        name: fc.constantFrom(...names),
        item: fc.constantFrom('1', '2'),
        transaction: fc.constantFrom(null, '7', '8'),
        atMs: fc.nat(1_200_000),
      })
      .map(({ name, ...facts }) => sale(name, facts))
    fc.assert(
      fc.property(fc.array(anySale, { maxLength: 12 }), (sales) => {
        const filed = file(sales)
        for (const [index, first] of filed.entries()) {
          const members = sales.filter(
            (_, other) => other !== index && (filed[other] ?? other + 1) === (first ?? index + 1),
          )
          expect(members.map(({ name }) => name)).not.toContain(sales[index]?.name)
        }
      }),
    )
  })
})
