import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addCall,
  addRefusal,
  type CallBudget,
  type CallPurpose,
  type CallRule,
  callPurposes,
  countCalls,
  emptyBudget,
  limitAt,
  reserveOf,
  reserveWaitMs,
  waitMs,
} from '../../../main/http/call-budget.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const START_MS = Date.UTC(2026, 10, 21, 9)

const known = (perDay: number): CallRule => ({ perDay, source: 'typed' })

/** Makes as many calls for a purpose as allowed, one after the other, from `fromMs` until `untilMs`. */
const readGreedily = (
  budget: CallBudget,
  rule: CallRule,
  purpose: CallPurpose,
  fromMs: number,
  untilMs: number,
): { readonly budget: CallBudget; readonly calls: number } => {
  let now = budget
  let calls = 0
  for (let nowMs = fromMs; nowMs < untilMs; ) {
    const wait = waitMs(now, rule, purpose, nowMs)
    if (wait > 0) nowMs += wait
    else {
      now = addCall(now, rule, purpose, nowMs)
      calls += 1
    }
  }
  return { budget: now, calls }
}

describe('the budget of calls', () => {
  it('always leaves the seller the rest of their reserve, in any 24 hours', () => {
    const step = fc.record({
      purpose: fc.constantFrom(...callPurposes),
      count: fc.integer({ min: 1, max: 40 }),
      laterMs: fc.integer({ min: 0, max: 3 * HOUR_MS }),
    })
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 300 }), fc.array(step, { maxLength: 60 }), (perDay, steps) => {
        const rule = known(perDay)
        let budget = emptyBudget(START_MS)
        let nowMs = START_MS
        const made: { readonly atMs: number; readonly purpose: CallPurpose }[] = []
        for (const { purpose, count, laterMs } of steps) {
          nowMs += laterMs
          for (let call = 0; call < count; call += 1) {
            const isSeller = purpose === 'seller'
            if (!isSeller && reserveWaitMs(budget, rule, nowMs) > 0) continue
            budget = addCall(budget, rule, purpose, nowMs)
            made.push({ atMs: nowMs, purpose })
            const lastDay = made.filter(({ atMs }) => nowMs - atMs < DAY_MS)
            const bySeller = lastDay.filter((one) => one.purpose === 'seller').length
            const left = perDay - lastDay.length
            if (!isSeller) expect(left).toBeGreaterThanOrEqual(Math.max(0, reserveOf(perDay) - bySeller))
          }
        }
      }),
      { numRuns: 100 },
    )
  })

  it('lets reading ahead use no more than its share in any day, however greedily it reads', () => {
    fc.assert(
      fc.property(fc.integer({ min: 50, max: 3_000 }), fc.integer({ min: 0, max: 3 * DAY_MS }), (perDay, afterMs) => {
        const rule = known(perDay)
        const before = readGreedily(emptyBudget(START_MS), rule, 'readAhead', START_MS, START_MS + afterMs)
        const day = readGreedily(before.budget, rule, 'readAhead', START_MS + afterMs, START_MS + afterMs + DAY_MS)
        expect(day.calls).toBeLessThanOrEqual(perDay * 0.25 + 2)
        expect(before.calls + day.calls).toBeGreaterThanOrEqual(Math.floor(perDay * 0.25) - 2)
      }),
      { numRuns: 40 },
    )
  })

  it('allows checks for new messages all day, whatever reading ahead has used', () => {
    const rule = known(500)
    let { budget } = readGreedily(emptyBudget(START_MS), rule, 'readAhead', START_MS, START_MS + HOUR_MS)
    let longestMs = 0
    for (let nowMs = START_MS; nowMs < START_MS + DAY_MS; ) {
      const wait = waitMs(budget, rule, 'watch', nowMs)
      longestMs = Math.max(longestMs, wait)
      if (wait === 0) budget = addCall(budget, rule, 'watch', nowMs)
      nowMs += Math.max(wait, 60_000)
    }
    expect(longestMs).toBeLessThan(HOUR_MS)
  })

  it('never makes the seller wait', () => {
    const rule = known(50)
    let budget = emptyBudget(START_MS)
    for (let call = 0; call < 200; call += 1) budget = addCall(budget, rule, 'seller', START_MS)
    expect(waitMs(budget, rule, 'seller', START_MS)).toBe(0)
    expect(waitMs(budget, rule, 'readAhead', START_MS)).toBeGreaterThan(0)
  })

  it('MSG-20 learns the limit from a long pause, and not from a short one', () => {
    const rule: CallRule = { perDay: 2_000, source: 'assumed' }
    let budget = emptyBudget(START_MS)
    for (let call = 0; call < 300; call += 1) budget = addCall(budget, rule, 'seller', START_MS)
    expect(limitAt(addRefusal(budget, 20_000, START_MS), rule, START_MS)).toEqual(rule)
    const refused = addRefusal(budget, 11 * HOUR_MS, START_MS)
    expect(limitAt(refused, rule, START_MS)).toEqual({ perDay: 300, source: 'learned' })
    expect(waitMs(refused, rule, 'watch', START_MS)).toBeGreaterThanOrEqual(11 * HOUR_MS)
    expect(limitAt(refused, rule, START_MS + 10 * DAY_MS).perDay).toBeLessThan(450)
  })

  it('doubles a guessed limit on each day without a refusal, and never a known one', () => {
    const guess: CallRule = { perDay: 2_000, source: 'assumed' }
    const budget = emptyBudget(START_MS)
    expect(limitAt(budget, guess, START_MS + DAY_MS).perDay).toBe(4_000)
    expect(limitAt(budget, guess, START_MS + 30 * DAY_MS).perDay).toBe(50_000)
    expect(limitAt(budget, known(2_000), START_MS + 30 * DAY_MS).perDay).toBe(2_000)
  })

  it('forgets no call when the clock is set back, and does not wait longer', () => {
    const rule = known(200)
    const { budget } = readGreedily(emptyBudget(START_MS), rule, 'readAhead', START_MS, START_MS + HOUR_MS)
    const { readAhead } = countCalls(budget, START_MS + HOUR_MS)
    const backMs = START_MS - 3 * DAY_MS
    expect(countCalls(budget, backMs).readAhead).toBe(readAhead)
    expect(waitMs(budget, rule, 'readAhead', backMs)).toBeLessThanOrEqual(DAY_MS)
    const next = addCall(budget, rule, 'readAhead', backMs)
    expect(waitMs(next, rule, 'readAhead', backMs)).toBeLessThanOrEqual(DAY_MS)
  })
})
