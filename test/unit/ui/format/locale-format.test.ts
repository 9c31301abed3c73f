import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { formatAbsoluteTime, formatRelativeTime, formatShortTime } from '../../../../renderer/ui/format/format-time.ts'
import {
  currentLocale,
  type DateFormat,
  dateFormat,
  formatNumber,
  numberFormat,
  setLocale,
} from '../../../../renderer/ui/format/locale-format.ts'

const atMs = Date.UTC(2026, 10, 21, 14, 3)

describe('the language of dates and numbers', () => {
  // Created before the language is chosen, as modules do at load time.
  let dayOf: DateFormat
  beforeAll(() => {
    setLocale('en-US')
    dayOf = dateFormat({ day: 'numeric', month: 'long', timeZone: 'UTC' })
  })
  afterEach(() => {
    setLocale(undefined)
    vi.unstubAllEnvs()
    vi.useRealTimers()
  })

  it.each([
    ['en-US', '12,345.6', 'November 21'],
    ['de-DE', '12.345,6', '21. November'],
    ['ja-JP', '12,345.6', '11月21日'],
  ])('%s is followed by formatters that were there before', (locale, number, day) => {
    setLocale(locale)
    expect(currentLocale()).toBe(locale)
    expect(formatNumber(12_345.6)).toBe(number)
    expect(dayOf.format(atMs)).toBe(day)
  })

  it('a formatter keeps its other options', () => {
    const whole = numberFormat({ maximumFractionDigits: 0 })
    setLocale('de-DE')
    expect(whole.format(12_345.6)).toBe('12.346')
  })

  it('times follow the time zone when the computer moves to another', () => {
    vi.stubEnv('TZ', 'Europe/Berlin')
    const clock = dateFormat({ hour: '2-digit', minute: '2-digit', hour12: false })
    expect(clock.format(atMs)).toBe('15:03')
    vi.stubEnv('TZ', 'America/New_York')
    expect(clock.format(atMs)).toBe('09:03')
  })

  it('summer times follow a move between zones that share the offset in winter', () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 15) })
    const summerMs = Date.UTC(2026, 6, 1, 18)
    vi.stubEnv('TZ', 'America/Denver')
    const clock = dateFormat({ hour: '2-digit', minute: '2-digit', hour12: false })
    expect(clock.format(summerMs)).toBe('12:00')
    vi.stubEnv('TZ', 'America/Phoenix')
    vi.advanceTimersByTime(1_000)
    expect(clock.format(summerMs)).toBe('11:00')
  })

  it.each([
    ['en-US', '9:03 AM', 'Nov 21, 9:03 AM'],
    ['de-DE', '09:03', '21. Nov., 09:03'],
  ])('%s writes a short time as its readers do, with the day unless it is today', (locale, today, otherDay) => {
    setLocale(locale)
    const morning = new Date(2026, 10, 21, 9, 3)
    const evening = new Date(2026, 10, 21, 20, 0)
    const nextDay = new Date(2026, 10, 22, 8, 0)
    const plain = (text: string) => text.replaceAll('\u202f', ' ')
    expect(plain(formatShortTime(morning.getTime(), evening.getTime()))).toBe(today)
    expect(plain(formatShortTime(morning.getTime(), nextDay.getTime()))).toBe(otherDay)
  })

  it('ages and exact times follow it too', () => {
    setLocale('de-DE')
    expect(formatRelativeTime(atMs - 3 * 60_000, atMs)).toBe('vor 3 Min.')
    expect(formatAbsoluteTime(atMs)).toContain('November 2026')
    setLocale('en-US')
    expect(formatRelativeTime(atMs - 3 * 60_000, atMs)).toBe('3 min. ago')
  })
})
