import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_WATCH_MS, nextDelayMs, pollBackoff, pollDelayMs } from '../../../main/mapping/tasks/watch.ts'

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

describe('delays between polls', () => {
  it('MAP-08 waits 5, 10, 20, 40, 60, 60 seconds without jitter', () => {
    expect([0, 1, 2, 3, 4, 5, 50, 5_000].map((step) => pollDelayMs(step, 1))).toEqual([
      5_000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000, 60_000,
    ])
  })

  it('MAP-08 keeps jitter within a tenth of the delay', () => {
    fc.assert(
      fc.property(fc.nat(200), random, (step, chance) => {
        const fullMs = pollDelayMs(step, 1)
        expect(pollDelayMs(step, chance)).toBeLessThanOrEqual(fullMs)
        expect(pollDelayMs(step, chance)).toBeGreaterThanOrEqual(fullMs * 0.9)
      }),
    )
  })

  it('MAP-08 stops after 15 to 20 minutes with any jitter', () => {
    fc.assert(
      fc.property(fc.array(random, { minLength: 200, maxLength: 200 }), (chances) => {
        let watchedMs = 0
        for (const [step, chance] of chances.entries()) {
          const delayMs = nextDelayMs({ watchedMs, step, retryAfterMs: 0, random: chance })
          if (delayMs === undefined) break
          watchedMs += delayMs
        }
        expect(watchedMs).toBeLessThanOrEqual(MAX_WATCH_MS)
        expect(watchedMs).toBeGreaterThan(15 * 60_000)
      }),
    )
  })

  it('MAP-14 never undercuts a Retry-After: waits as long or ends the watch', () => {
    fc.assert(
      fc.property(fc.nat(MAX_WATCH_MS), fc.nat(30), fc.nat(MAX_WATCH_MS), random, (watchedMs, step, wait, chance) => {
        const delayMs = nextDelayMs({ watchedMs, step, retryAfterMs: wait, random: chance })
        if (delayMs !== undefined) {
          expect(delayMs).toBeGreaterThanOrEqual(wait)
          expect(watchedMs + delayMs).toBeLessThanOrEqual(MAX_WATCH_MS)
        } else expect(MAX_WATCH_MS - watchedMs).toBeLessThan(Math.max(pollBackoff.firstMs, wait))
      }),
    )
  })

  it('waits for a Retry-After longer than the longest delay', () => {
    const retryAfterMs = pollBackoff.maxMs * 3
    expect(nextDelayMs({ watchedMs: 0, step: 9, retryAfterMs, random: 1 })).toBe(retryAfterMs)
  })
})
