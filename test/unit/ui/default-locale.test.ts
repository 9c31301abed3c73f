import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { chooseLocale } from '../../../renderer/ui/default-locale.ts'
import { parseNumber } from '../../../renderer/ui/parse-number.ts'
import { absoluteTime, relativeTime } from '../../../renderer/ui/relative-time-text.ts'

const atMs = Date.UTC(2026, 10, 21, 14, 3)

describe('the language of dates and numbers', () => {
  // Made before any choice, as the rooms make theirs when they are loaded.
  let dayOf: Intl.DateTimeFormat
  beforeAll(() => {
    chooseLocale('en-US')
    dayOf = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long', timeZone: 'UTC' })
  })
  afterEach(() => chooseLocale(undefined))

  it.each([
    ['en-US', '12,345.6', 'November 21'],
    ['de-DE', '12.345,6', '21. November'],
    ['ja-JP', '12,345.6', '11月21日'],
  ])('%s is followed by formatters that were there before', (locale, number, day) => {
    chooseLocale(locale)
    expect((12_345.6).toLocaleString()).toBe(number)
    expect(new Intl.NumberFormat().format(12_345.6)).toBe(number)
    expect(dayOf.format(atMs)).toBe(day)
    expect(
      dayOf
        .formatToParts(atMs)
        .map(({ value }) => value)
        .join(''),
    ).toBe(day)
  })

  it('ages, exact times and typed numbers follow it too', () => {
    chooseLocale('de-DE')
    expect(relativeTime(atMs - 3 * 60_000, atMs)).toBe('vor 3 Min.')
    expect(absoluteTime(atMs)).toContain('November 2026')
    expect(parseNumber('1.234,5', undefined)).toBe(1234.5)
    chooseLocale('en-US')
    expect(relativeTime(atMs - 3 * 60_000, atMs)).toBe('3 min. ago')
    expect(parseNumber('1,234.5', undefined)).toBe(1234.5)
  })

  it('leaves a formatter alone that names its language', () => {
    const french = new Intl.NumberFormat('fr-FR')
    chooseLocale('de-DE')
    expect(french.resolvedOptions().locale).toBe('fr-FR')
    expect((1234.5).toLocaleString('en-US')).toBe('1,234.5')
    expect(new Intl.NumberFormat() instanceof Intl.NumberFormat).toBe(true)
  })
})
