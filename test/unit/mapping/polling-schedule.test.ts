import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  delayOfStep,
  FIRST_DELAY_MS,
  JITTER,
  LONGEST_DELAY_MS,
  nextPoll,
  TOTAL_WATCH_MS,
} from '../../../shared/mapping/polling-schedule.ts'

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

describe('polling schedule', () => {
  it('MAP-08 waits 5, 10, 20, 40, 60, 60 seconds where chance adds nothing', () => {
    expect([0, 1, 2, 3, 4, 5, 50, 5_000].map((step) => delayOfStep(step, 0.5))).toEqual([
      5_000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000, 60_000,
    ])
  })

  it('MAP-08 keeps jitter within a tenth of the delay', () => {
    fc.assert(
      fc.property(fc.nat(200), random, (step, chance) => {
        const plainMs = delayOfStep(step, 0.5)
        expect(Math.abs(delayOfStep(step, chance) - plainMs)).toBeLessThanOrEqual(plainMs * JITTER)
      }),
    )
  })

  it('MAP-08 ends within 15 to 20 minutes, whatever chance does', () => {
    fc.assert(
      fc.property(fc.array(random, { minLength: 200, maxLength: 200 }), (chances) => {
        let watchedMs = 0
        for (const [step, chance] of chances.entries()) {
          const next = nextPoll({ watchedMs, step, retryAfterMs: 0, random: chance })
          if (next.kind === 'stop') break
          watchedMs += next.delayMs
        }
        expect(watchedMs).toBeLessThanOrEqual(TOTAL_WATCH_MS)
        expect(watchedMs).toBeGreaterThan(15 * 60_000)
      }),
    )
  })

  it('MAP-14 never undercuts a Retry-After: it waits as long, or ends the watch', () => {
    fc.assert(
      fc.property(
        fc.nat(TOTAL_WATCH_MS),
        fc.nat(30),
        fc.nat(TOTAL_WATCH_MS),
        random,
        (watchedMs, step, wait, chance) => {
          const next = nextPoll({ watchedMs, step, retryAfterMs: wait, random: chance })
          if (next.kind === 'poll') {
            expect(next.delayMs).toBeGreaterThanOrEqual(wait)
            expect(watchedMs + next.delayMs).toBeLessThanOrEqual(TOTAL_WATCH_MS)
          } else expect(TOTAL_WATCH_MS - watchedMs).toBeLessThan(Math.max(FIRST_DELAY_MS, wait))
        },
      ),
    )
  })

  it('waits for a Retry-After longer than the longest delay', () => {
    expect(nextPoll({ watchedMs: 0, step: 9, retryAfterMs: LONGEST_DELAY_MS * 3, random: 0.5 })).toEqual({
      kind: 'poll',
      delayMs: LONGEST_DELAY_MS * 3,
    })
  })
})
