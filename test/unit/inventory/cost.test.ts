/** What a seller paid, as it is typed: one amount, or lots. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CostLot, costText, readCost } from '../../../shared/inventory/cost.ts'

const dollars = { currency: 'USD', locale: 'en-US' }
const lotsIn = (text: string, style = dollars) => {
  const reading = readCost(text, style)
  return 'lots' in reading ? reading.lots : reading.problem
}
const usd = (minor: number) => ({ minor, currency: 'USD' })

describe('a cost', () => {
  it.each([
    ['4.50', [{ each: usd(450), pieces: null, boughtOn: null }]],
    ['$4.50', [{ each: usd(450), pieces: null, boughtOn: null }]],
    ['0', [{ each: usd(0), pieces: null, boughtOn: null }]],
    ['', []],
    [
      '3 × 4.50 on 2026-10-01; 5.00',
      [
        { each: usd(450), pieces: 3, boughtOn: '2026-10-01' },
        { each: usd(500), pieces: null, boughtOn: null },
      ],
    ],
    [
      '2 x 5 2026-11-02; 3 at 4.50 2026-10-01',
      [
        { each: usd(450), pieces: 3, boughtOn: '2026-10-01' },
        { each: usd(500), pieces: 2, boughtOn: '2026-11-02' },
      ],
    ],
  ] as const)('FIN-02 %j is read as its lots, the oldest first', (text, lots) => {
    expect(lotsIn(text)).toEqual(lots)
  })

  it.each([
    ['free', 'The cost'],
    ['4.50; 5.00', 'how many pieces'],
    ['3 × 4.50 on 2026-02-30', 'isn’t a date'],
    ['0 × 4.50', 'Enter what one piece cost'],
  ])('FIN-02 %j is refused with what to type instead', (text, said) => {
    const reading = readCost(text, dollars)
    expect('problem' in reading ? reading.problem : reading).toContain(text === 'free' ? 'as a number' : said)
  })

  it('FIN-02 FIN-03 has no cents in a currency without them', () => {
    expect(lotsIn('450', { currency: 'JPY', locale: 'ja-JP' })).toEqual([
      { each: { minor: 450, currency: 'JPY' }, pieces: null, boughtOn: null },
    ])
    expect(lotsIn('450.5', { currency: 'JPY', locale: 'ja-JP' })).toContain('whole number')
  })

  it('FIN-02 is written as it is read', () => {
    const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    const lot = fc.record({ minor: fc.nat(1_000_000), pieces: fc.integer({ min: 1, max: 1000 }), day: fc.option(day) })
    fc.assert(
      fc.property(fc.array(lot, { maxLength: 5 }), fc.option(fc.nat(1_000_000)), (pieces, last) => {
        const lots: CostLot[] = pieces
          .map((one) => ({
            each: usd(one.minor),
            pieces: one.pieces,
            boughtOn: one.day?.toISOString().slice(0, 10) ?? null,
          }))
          .toSorted((a, b) =>
            (a.boughtOn ?? '') < (b.boughtOn ?? '') ? -1 : (a.boughtOn ?? '') > (b.boughtOn ?? '') ? 1 : 0,
          )
        if (last !== null) lots.push({ each: usd(last), pieces: null, boughtOn: null })
        expect(lotsIn(costText(lots))).toEqual(lots)
      }),
    )
  })
})
