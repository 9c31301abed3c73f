import { describe, expect, it } from 'vitest'
import { backoffMs } from '../../../main/backoff.ts'

describe('backoffMs', () => {
  it('doubles from the first delay up to the maximum', () => {
    const backoff = { firstMs: 2_000, maxMs: 30_000 }
    const delays = [1, 2, 3, 4, 5, 6, 5_000].map((failures) => backoffMs(backoff, failures))
    expect(delays).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
  })

  it('reduces the delay by at most the jitter', () => {
    const backoff = { firstMs: 500, maxMs: 8_000, jitter: 0.5 }
    expect([1, 2, 9].map((failures) => backoffMs(backoff, failures, 0))).toEqual([250, 500, 4_000])
    expect(backoffMs(backoff, 9, 0.999)).toBeGreaterThan(7_990)
  })
})
