import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRetryAfter } from '../../../main/http/retry-after.ts'

const nowMs = Date.UTC(2026, 10, 21, 9)
const read = (value: string, more: Readonly<Record<string, string>> = {}) =>
  parseRetryAfter({ 'retry-after': value, ...more }, nowMs)

describe('retryAfterMs', () => {
  it('MSG-20 reads seconds and dates', () => {
    expect(read('0')).toBe(0)
    expect(read(' 12 ')).toBe(12_000)
    expect(read('1.5')).toBe(1_500)
    expect(read(new Date(nowMs + 90_000).toUTCString())).toBe(90_000)
    expect(read(new Date(nowMs - 90_000).toUTCString())).toBe(0)
  })

  it('compares a date with the answer’s own Date, so that a wrong local clock does no harm', () => {
    const serverMs = nowMs + 3_600_000
    const headers = { date: new Date(serverMs).toUTCString() }
    expect(read(new Date(serverMs + 5_000).toUTCString(), headers)).toBe(5_000)
  })

  it.each(['', 'soon', '-5', '7 bananas', 'NaN'])('is undefined for %j', (value) => {
    expect(read(value)).toBeUndefined()
  })

  it('is undefined without the header', () => {
    expect(parseRetryAfter({}, nowMs)).toBeUndefined()
  })

  it('is at most a day, whatever the header says', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.nat().map(String),
          fc.date({ noInvalidDate: true }).map((d) => d.toUTCString()),
        ),
        (value) => {
          const ms = read(value)
          return ms === undefined || (ms >= 0 && ms <= 86_400_000)
        },
      ),
    )
  })
})
