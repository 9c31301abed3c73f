import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromFieldValue, laterTimes, toFieldValue } from '../../../renderer/messaging/triage/later-times.ts'

const anyMoment = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2030, 0, 1) })

describe('suggested times', () => {
  it('are in the future, and each is suggested once', () => {
    fc.assert(
      fc.property(anyMoment, (nowMs) => {
        const times = laterTimes(nowMs).map(({ atMs }) => atMs)
        expect(times.every((atMs) => atMs > nowMs)).toBe(true)
        expect(new Set(times).size).toBe(times.length)
      }),
    )
  })

  it('are nine in the morning in the seller’s time zone, even across a clock change', () => {
    fc.assert(
      fc.property(anyMoment, (nowMs) => {
        for (const { id, atMs } of laterTimes(nowMs)) if (id !== 'hours') expect(new Date(atMs).getHours()).toBe(9)
      }),
    )
  })

  it('include Monday only if it is not tomorrow', () => {
    const ids = (day: number) => laterTimes(new Date(2026, 10, day, 12).getTime()).map(({ id }) => id)
    expect(ids(20)).toEqual(['hours', 'tomorrow', 'monday', 'week'])
    // A Sunday, and a Monday.
    expect(ids(22)).toEqual(['hours', 'tomorrow', 'week'])
    expect(ids(23)).toEqual(['hours', 'tomorrow', 'monday'])
  })

  it('convert to a field and back to the minute', () => {
    fc.assert(
      fc.property(anyMoment, (atMs) => {
        const minute = new Date(atMs).setSeconds(0, 0)
        const back = fromFieldValue(toFieldValue(minute))
        // An hour occurs twice when clocks are set back.
        expect(Math.abs((back ?? 0) - minute) % 3_600_000).toBe(0)
      }),
    )
  })

  it('are undefined for an empty field', () => {
    expect(fromFieldValue('')).toBeUndefined()
  })
})
