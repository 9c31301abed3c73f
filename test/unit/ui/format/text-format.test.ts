import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatAbsoluteTime, formatRelativeTime } from '../../../../renderer/ui/format/format-time.ts'
import { setLocale } from '../../../../renderer/ui/format/locale-format.ts'
import { parseNumber } from '../../../../renderer/ui/format/parse-number.ts'

describe('a typed number', () => {
  it.each([
    ['1,234.5', 'en-US', 1234.5],
    ['1.234,5', 'de-DE', 1234.5],
    ['1 234,5', 'fr-FR', 1234.5],
    ['−7', 'en-US', -7],
    ['.5', 'en-US', 0.5],
    ['  12 ', 'en-US', 12],
    ['1,23,456', 'en-IN', 123_456],
    ['٥', 'ar-EG', 5],
    ['5', 'ar-EG', 5],
    ['−１，２３４．５', 'ja-JP', -1234.5],
  ])('reads %j in %s', (text, locale, value) => {
    expect(parseNumber(text, locale)).toBe(value)
  })

  it.each([
    ['1.50', 'de-DE'],
    ['12,34', 'en-US'],
    ['1,2345', 'en-US'],
    ['1.2.3', 'en-US'],
    ['', 'en-US'],
    ['-', 'en-US'],
    ['12e3', 'en-US'],
    ['0x1f', 'en-US'],
    ['twelve', 'en-US'],
  ])('refuses %j in %s instead of guessing', (text, locale) => {
    expect(parseNumber(text, locale)).toBeNull()
  })

  it('reads back what the same locale writes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
        fc.constantFrom('en-US', 'de-DE', 'de-CH', 'fr-FR', 'sv-SE', 'es-ES', 'en-IN', 'ar-EG', 'fa-IR'),
        (value, locale) => {
          expect(parseNumber(new Intl.NumberFormat(locale).format(value), locale)).toBe(value)
        },
      ),
    )
  })
})

describe('a time as text', () => {
  const nowMs = new Date(2026, 10, 21, 12).getTime()
  beforeAll(() => setLocale('en-US'))
  afterAll(() => setLocale(undefined))

  it.each([
    [0, 'just now'],
    [-59_000, 'just now'],
    [-5 * 60_000, '5 min. ago'],
    [-3 * 3_600_000, '3 hr. ago'],
    [2 * 3_600_000, 'in 2 hr.'],
  ])('%d ms away is %j', (away, text) => {
    expect(formatRelativeTime(nowMs + away, nowMs)).toBe(text)
  })

  it('becomes a date after a day, with the year if it differs', () => {
    expect(formatRelativeTime(new Date(2026, 9, 3, 12).getTime(), nowMs)).toBe('Oct 3')
    expect(formatRelativeTime(new Date(2024, 9, 3, 12).getTime(), nowMs)).toBe('Oct 3, 2024')
  })

  it('shows the exact moment with its weekday and time zone', () => {
    expect(formatAbsoluteTime(nowMs)).toMatch(/^Saturday, November 21, 2026 at 12:00:00 PM \S+/)
  })
})
