import { describe, expect, it } from 'vitest'
import { settleByValues } from '../../../main/outbound/settle.ts'

const settle = (...values: readonly (readonly [was: number, sent: number, now: number])[]) =>
  settleByValues(
    values.map(([was, sent, now]) => ({ was, sent, now })),
    (one, other) => one === other,
  )

describe('a record read after a change without an answer', () => {
  it('INV-08 arrived if it has the new values', () => {
    expect(settle([3, 5, 5])).toBe(true)
  })

  it('INV-08 arrived if it has one of them, although a sale has changed another since', () => {
    expect(settle([10, 12, 12], [3, 5, 4])).toBe(true)
  })

  it('INV-08 didn’t arrive if it has the values from before', () => {
    expect(settle([10, 12, 10], [3, 5, 3])).toBe(false)
  })

  it('MSG-13 can’t tell if its only value is neither the one sent nor the one before', () => {
    expect(settle([3, 5, 4])).toBe(null)
  })

  it('MSG-13 doesn’t count a value that the change didn’t alter', () => {
    expect(settle([7, 7, 7], [3, 5, 4])).toBe(null)
  })

  it('MSG-13 can’t tell if one of its values is as before and another is neither', () => {
    expect(settle([10, 12, 10], [3, 5, 4])).toBe(null)
  })

  it('INV-08 arrived if it altered nothing and all is as sent', () => {
    expect(settle([7, 7, 7], [3, 3, 3])).toBe(true)
  })

  it('MSG-13 can’t tell if it altered nothing and something isn’t as sent', () => {
    expect(settle([7, 7, 7], [3, 3, 4])).toBe(null)
  })
})
