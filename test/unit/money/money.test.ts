/** Money as people type it, in every kind of shop (USE-05). */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  currencyDigits,
  formatMoney,
  isLargeChange,
  type MoneyStyle,
  moneyText,
  parseMoney,
  readChange,
  readPrice,
  sumByCurrency,
  sumMoney,
  sumStated,
} from '../../../shared/money.ts'

const dollars: MoneyStyle = { currency: 'USD', locale: 'en-US' }
const euros: MoneyStyle = { currency: 'EUR', locale: 'de-DE' }

const styles: readonly MoneyStyle[] = [
  dollars,
  euros,
  { currency: 'GBP', locale: 'en-GB' },
  { currency: 'EUR', locale: 'fr-FR' },
  { currency: 'CHF', locale: 'de-CH' },
  { currency: 'AUD', locale: 'en-AU' },
  { currency: 'CAD', locale: 'fr-CA' },
  { currency: 'PLN', locale: 'pl-PL' },
  { currency: 'INR', locale: 'en-IN' },
  { currency: 'USD', locale: 'ar-EG' },
]

describe('a price', () => {
  it.each([
    ['12', '12.00'],
    ['012.5', '12.50'],
    [' 12,50 ', '12.50'],
    ['.5', '0.50'],
    ['$39.90', '39.90'],
    ['US $1,299.00', '1299.00'],
    ['39.90 usd', '39.90'],
    ['1 000,00', '1000.00'],
    ['1’000.50', '1000.50'],
    ['1.000.000', '1000000.00'],
    ['1,23,456.50', '123456.50'],
    ['１２．５０', '12.50'],
    ['+5', '5.00'],
    ['1,000,000.5', '1000000.50'],
    ['1000000000', '1000000000.00'],
    ['  7\u00a0', '7.00'],
  ])('USE-05 “%s” is read as %s', (typed, amount) => {
    expect(readPrice(typed, dollars)).toEqual({ amount })
  })

  it.each([
    ['US $ 39.90', 'USD'],
    ['C$ 39.90', 'CAD'],
    ['A$39.90', 'AUD'],
    ['Fr. 39.90', 'CHF'],
    ['sFr. 39.90', 'CHF'],
    ['39.90 Franken', 'CHF'],
    ['39,90 Euro', 'EUR'],
    ['39.90 euros', 'EUR'],
    ['39.90 dollars', 'USD'],
    ['39.90 dollars', 'HKD'],
  ])('USE-05 “%s” is read with the usual sign or name of %s', (typed, currency) => {
    expect(readPrice(typed, { currency, locale: 'de-CH' })).toEqual({ amount: '39.90' })
  })

  it.each(['1 złoty', '2 złote', '5 złotych', '5 zł'])('USE-05 “%s” is read, as Polish counts it', (typed) => {
    expect(readPrice(typed, { currency: 'PLN', locale: 'pl-PL' })).toEqual({ amount: `${typed.charAt(0)}.00` })
  })

  it.each(['39.-', '39,-', 'Fr. 39.–', '39.—', '39,-- CHF'])('USE-05 “%s” is a price without cents', (typed) => {
    expect(readPrice(typed, { currency: 'CHF', locale: 'de-CH' })).toEqual({ amount: '39.00' })
  })

  it("USE-05 is read in the digits of the seller's language", () => {
    expect(readPrice('\u0661\u0662\u066b\u0665\u0660', { currency: 'EGP', locale: 'ar-EG' })).toEqual({
      amount: '12.50',
    })
  })

  it.each([dollars, euros])('USE-05 1.000,50 and 1,000.50 are the same price in every locale', (style) => {
    expect(readPrice('1.000,50', style)).toEqual({ amount: '1000.50' })
    expect(readPrice('1,000.50', style)).toEqual({ amount: '1000.50' })
  })

  it('USE-05 one mark before three digits is read by the locale, and both meanings are named where it would be decimal', () => {
    expect(readPrice('1,000', dollars)).toEqual({ amount: '1000.00' })
    expect(readPrice('1.000', euros)).toEqual({ amount: '1000.00' })
    expect(readPrice('1.000', dollars)).toMatchObject({
      problem: expect.stringMatching(/1000 or 1\.000\. .* 1000 or 1\.00\.$/),
    })
    expect(readPrice('1,000', euros)).toMatchObject({
      problem: expect.stringMatching(/1000 or 1,000\. .* 1000 or 1,00\.$/),
    })
  })

  it.each([
    ['', /as a number/],
    ['free', /as a number/],
    ['12.50 each', /as a number/],
    ['12,50,00', /as a number/],
    ['1e5', /as a number/],
    ['12.505,123', /as a number/],
    ['-5', /more than 0/],
    ['0,00', /The price is 0/],
    ['€39,90', /in USD/],
    ['39.90 CHF', /in USD/],
    ['(5)', /more than 0/],
    ['5-', /more than 0/],
    ['5 -', /more than 0/],
    ['$-5', /more than 0/],
    ['a-b 5', /as a number/],
    ['5 x-', /as a number/],
    ['++5', /as a number/],
    ['1,2,345.50', /as a number/],
    ['1,00,0.50', /as a number/],
    ['0,000,000', /as a number/],
    ['0 000', /as a number/],
    ['0 000.50', /as a number/],
    ['1,2345,678', /as a number/],
    ['1.000,000', /as a number/],
    ['1000000000.01', /too high/],
    ['99999999999', /too high/],
  ])('USE-05 “%s” is refused in one sentence', (typed, sentence) => {
    const reading = readPrice(typed, dollars)
    expect('problem' in reading && reading.problem).toMatch(sentence)
  })

  it('USE-05 is read back from its own format in every locale', () => {
    fc.assert(
      fc.property(fc.constantFrom(...styles), fc.integer({ min: 1, max: 99_999_999_999 }), (style, cents) => {
        const amount = (cents / 100).toFixed(2)
        expect(readPrice(formatMoney(cents / 100, style.currency, style.locale), style)).toEqual({ amount })
      }),
    )
  })

  it('USE-05 keeps every digit that was typed, in order', () => {
    const typed = fc.stringMatching(/^[\d., ’]{1,12}$/)
    fc.assert(
      fc.property(fc.constantFrom(...styles), typed, (style, text) => {
        const reading = readPrice(text, style)
        if ('problem' in reading) return
        const digits = text.replace(/\D/g, '').replace(/^0+/, '')
        const cents = reading.amount.replace('.', '').replace(/^0+/, '')
        expect([digits, `${digits}0`, `${digits}00`]).toContain(cents)
      }),
    )
  })

  it('USE-05 never throws, whatever is typed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...styles), fc.string({ unit: 'binary', maxLength: 20 }), (style, text) => {
        expect(readPrice(text, style)).toBeDefined()
      }),
    )
  })
})

describe('an amount of money', () => {
  it.each([
    [129, 'EUR', '€129.00'],
    [1_234.5, 'USD', '$1,234.50'],
    [5, null, '5'],
    [5, 'EURO', '5 EURO'],
    [5, '', '5'],
  ])('%s in %s is written %s', (amount, currency, text) => expect(formatMoney(amount, currency, 'en-US')).toBe(text))
})

describe('an amount to add, or a percentage', () => {
  it.each([
    ['-5', -5],
    ['+2,50', 2.5],
    ['10 %', 10],
    ['−10%', -10],
    ['1,000', 1_000],
    ['0', undefined],
    ['ten', undefined],
    ['5-', undefined],
    [' +5% ', 5],
    ['\u00a0５\u00a0', 5],
    ['\u00a0−5 %\u00a0', -5],
  ])('USE-05 “%s” is read as %s', (typed, value) => expect(readChange(typed, 'en-US')).toBe(value))
})

describe('a large change', () => {
  it.each([
    [134.5, 12.5, true],
    [12.5, 125, true],
    [10, 4.99, true],
    [10, 5, false],
    [10, 15, false],
    [10, 15.01, true],
    [0, 10, false],
  ])('USE-05 of %s to %s: %s', (before, after, isLarge) => expect(isLargeChange(before, after)).toBe(isLarge))
})

describe('amounts that are calculated with', () => {
  it('FIN-03 have the decimals of their currency', () => {
    expect(parseMoney('12.5', 'USD')).toEqual({ minor: 1250, currency: 'USD' })
    expect(parseMoney('1500', 'JPY')).toEqual({ minor: 1500, currency: 'JPY' })
    expect(parseMoney('1500.0', 'JPY')).toEqual({ minor: 1500, currency: 'JPY' })
    expect(parseMoney('1.250', 'KWD')).toEqual({ minor: 1250, currency: 'KWD' })
    expect(['USD', 'JPY', 'KWD', 'nonsense'].map(currencyDigits)).toEqual([2, 0, 3, 2])
  })

  it.each(['', 'free', '1,50', '1.505', '12.', '.5', '1e3', '9007199254740993'])(
    'FIN-03 %j is no amount, not 0',
    (text) => {
      expect(parseMoney(text, 'USD')).toBeUndefined()
    },
  )

  it('FIN-03 are written as they are read, whatever the currency', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.constantFrom('USD', 'JPY', 'KWD', 'EUR'), (minor, currency) => {
        const money = { minor: minor === 0 ? 0 : minor, currency }
        expect(parseMoney(moneyText(money), currency)).toEqual(money)
      }),
    )
  })

  it('FIN-03 are summed to the cent, and never over two currencies', () => {
    const cents = Array.from({ length: 10 }, () => ({ minor: 10, currency: 'USD' }))
    expect(sumMoney([...cents, { minor: 500, currency: 'JPY' }, { minor: -1, currency: 'USD' }])).toEqual([
      { minor: 99, currency: 'USD' },
      { minor: 500, currency: 'JPY' },
    ])
    expect(sumMoney([])).toEqual([])
  })
})

describe('sums of amounts as the platform writes them', () => {
  const usd = (value: string) => ({ value, currency: 'USD' })
  const eur = (value: string) => ({ value, currency: 'EUR' })

  it('FIN-03 loses no cent', () => {
    expect(sumStated([usd('0.1'), usd('0.2'), usd('-0.05')])).toEqual(usd('0.25'))
  })

  it.each([
    ['none', []],
    ['one that is missing', [usd('1.00'), null]],
    ['one that is no amount', [usd('1.00'), usd('about 2')]],
    ['another currency', [usd('1.00'), eur('2.00')]],
  ])('FIN-03 is unknown for %s', (_, amounts) => {
    expect(sumStated(amounts)).toBeNull()
  })

  it('FIN-03 has one for each currency, in the order of their first appearance', () => {
    expect(sumByCurrency([eur('2.5'), usd('1'), eur('0.50'), usd('x')])).toEqual([eur('3.00'), usd('1.00')])
  })
})
