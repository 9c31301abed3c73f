import { describe, expect, it } from 'vitest'
import { countArrivals } from '../../../renderer/messaging/list/use-arrivals.ts'

const rows = [
  { latestAtMs: 40, latestWriter: 'buyer' },
  { latestAtMs: 30, latestWriter: 'seller' },
  { latestAtMs: 20, latestWriter: 'buyer' },
  { latestAtMs: null, latestWriter: null },
] as const

describe('new mail while the list is scrolled', () => {
  it('is counted by conversation, without the seller’s own messages and what was there before', () => {
    expect(countArrivals('all', rows, 20)).toBe(1)
    expect(countArrivals('all', rows, 10)).toBe(2)
    expect(countArrivals('all', rows, 40)).toBe(0)
  })

  it('is not counted in a view that does not start with the newest', () => {
    expect(countArrivals('unanswered', rows, 10)).toBe(0)
  })
})
