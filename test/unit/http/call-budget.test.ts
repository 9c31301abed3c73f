import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addCall,
  addRefusal,
  type BackgroundPurpose,
  backgroundCap,
  type CallBudget,
  type CallLimit,
  type CallPurpose,
  callPurposes,
  callsLeft,
  countCalls,
  emptyBudget,
  spreadMs,
  waitMs,
} from '../../../main/http/call-budget.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const START_MS = Date.UTC(2026, 10, 21, 9)

const known = (perDay: number): CallLimit => ({ perDay, source: 'published' })
const unknown = (perDay: number): CallLimit => ({ perDay, source: 'unknown' })

/** Reads as much as allowed, one call after the other, from `fromMs` until `untilMs`. */
const readGreedily = (
  budget: CallBudget,
  limit: CallLimit,
  purpose: BackgroundPurpose,
  fromMs: number,
  untilMs: number,
): { readonly budget: CallBudget; readonly calls: number } => {
  let now = budget
  let calls = 0
  for (let nowMs = fromMs; nowMs < untilMs; ) {
    const wait = waitMs(now, limit, purpose, nowMs)
    expect(callsLeft(now, limit, purpose, nowMs) > 0).toBe(wait === 0)
    if (wait > 0) nowMs += wait
    else {
      now = addCall(now, purpose, nowMs)
      calls += 1
    }
  }
  return { budget: now, calls }
}

describe('the budget of calls', () => {
  it('PLT-38 stops background reads at 65 % of a known limit, and leaves the seller the rest of it in any 24 hours', () => {
    const step = fc.record({
      purpose: fc.constantFrom(...callPurposes),
      count: fc.integer({ min: 1, max: 40 }),
      laterMs: fc.integer({ min: 0, max: 3 * HOUR_MS }),
    })
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 300 }), fc.array(step, { maxLength: 60 }), (perDay, steps) => {
        let budget = emptyBudget
        let nowMs = START_MS
        const made: { readonly atMs: number; readonly purpose: CallPurpose }[] = []
        for (const { purpose, count, laterMs } of steps) {
          nowMs += laterMs
          for (let call = 0; call < count; call += 1) {
            if (purpose !== 'seller' && waitMs(budget, known(perDay), purpose, nowMs) > 0) continue
            budget = addCall(budget, purpose, nowMs)
            made.push({ atMs: nowMs, purpose })
            if (purpose === 'seller') continue
            const lastDay = made.filter(({ atMs }) => nowMs - atMs < DAY_MS)
            const inBackground = lastDay.filter((one) => one.purpose !== 'seller').length
            expect(inBackground).toBeLessThanOrEqual(perDay * 0.65)
            expect(lastDay.length).toBeLessThanOrEqual(perDay)
          }
        }
      }),
      { numRuns: 100 },
    )
  })

  it('PLT-38 gives background reads a fixed allowance where no limit is known, whatever the seller does', () => {
    let { budget, calls } = readGreedily(emptyBudget, unknown(2_000), 'watch', START_MS, START_MS + HOUR_MS)
    expect(calls).toBe(2_000)
    for (let call = 0; call < 5_000; call += 1) budget = addCall(budget, 'seller', START_MS)
    expect(callsLeft(budget, unknown(3_000), 'watch', START_MS + HOUR_MS)).toBe(1_000)
  })

  it('lets a first reading use most of its part in the first hour, and leaves half to checks for news', () => {
    const { budget, calls } = readGreedily(emptyBudget, unknown(2_000), 'readAhead', START_MS, START_MS + HOUR_MS)
    expect(calls).toBe(750)
    expect(callsLeft(budget, unknown(2_000), 'watch', START_MS + HOUR_MS)).toBe(1_250)
  })

  it('goes on with a long first reading every hour, within its part of the day', () => {
    const limit = unknown(2_000)
    let { budget } = readGreedily(emptyBudget, limit, 'readAhead', START_MS, START_MS + HOUR_MS)
    let all = 750
    for (let hour = 1; hour < 24; hour += 1) {
      const fromMs = START_MS + hour * HOUR_MS
      expect(waitMs(budget, limit, 'readAhead', fromMs - 60_000)).toBe(60_000)
      const read = readGreedily(budget, limit, 'readAhead', fromMs, fromMs + HOUR_MS - 120_000)
      expect(read.calls).toBeGreaterThan(5)
      budget = read.budget
      all += read.calls
    }
    expect(all).toBeLessThanOrEqual(1_000)
    expect(all).toBeGreaterThan(970)
  })

  it('spreads checks for news over the day once half of theirs are used, and leaves reading ahead its half', () => {
    const limit = unknown(400)
    let { budget } = readGreedily(emptyBudget, limit, 'readAhead', START_MS, START_MS + HOUR_MS)
    expect(spreadMs(budget, limit, 'watch', START_MS)).toBe(0)
    let longestMs = 0
    for (let nowMs = START_MS + HOUR_MS; nowMs < START_MS + 3 * DAY_MS; ) {
      expect(waitMs(budget, limit, 'watch', nowMs)).toBe(0)
      budget = addCall(budget, 'watch', nowMs)
      const intervalMs = Math.max(30_000, spreadMs(budget, limit, 'watch', nowMs))
      longestMs = Math.max(longestMs, intervalMs)
      nowMs += intervalMs
    }
    expect(longestMs).toBeLessThanOrEqual(HOUR_MS / 2)
    const end = START_MS + 3 * DAY_MS
    expect(readGreedily(budget, limit, 'readAhead', end, end + 1).calls).toBeGreaterThanOrEqual(150)
  })

  it('never reads more in any 24 hours than allowed, however greedily, and as much on the next day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 50, max: 3_000 }), fc.integer({ min: 0, max: 3 * DAY_MS }), (perDay, afterMs) => {
        const limit = known(perDay)
        const before = readGreedily(emptyBudget, limit, 'readAhead', START_MS, START_MS + afterMs)
        const day = readGreedily(before.budget, limit, 'readAhead', START_MS + afterMs, START_MS + afterMs + DAY_MS)
        expect(day.calls).toBeLessThanOrEqual(backgroundCap(limit) * 0.5)
        expect(before.calls + day.calls).toBeGreaterThanOrEqual(Math.floor(backgroundCap(limit) * 0.5))
      }),
      { numRuns: 40 },
    )
  })

  it('MSG-20 reads nothing while the platform asks for a pause, and as before afterwards', () => {
    const budget = addRefusal(addCall(emptyBudget, 'watch', START_MS), 11 * HOUR_MS, START_MS)
    const [during, after] = [START_MS + HOUR_MS, START_MS + 11 * HOUR_MS]
    expect(waitMs(budget, unknown(2_000), 'watch', during)).toBe(10 * HOUR_MS)
    expect(callsLeft(budget, unknown(2_000), 'watch', during)).toBe(0)
    expect(waitMs(budget, unknown(2_000), 'watch', after)).toBe(0)
    expect(callsLeft(budget, unknown(2_000), 'watch', after)).toBe(1_999)
  })

  it('forgets no call when the clock is set back, and does not wait longer than a day', () => {
    const limit = known(200)
    const { budget } = readGreedily(emptyBudget, limit, 'readAhead', START_MS, START_MS + HOUR_MS)
    const backMs = START_MS - 3 * DAY_MS
    expect(countCalls(budget, backMs).readAhead).toBe(countCalls(budget, START_MS + HOUR_MS).readAhead)
    expect(waitMs(budget, limit, 'readAhead', backMs)).toBeLessThanOrEqual(DAY_MS + HOUR_MS)
    expect(waitMs(addRefusal(budget, DAY_MS, START_MS), limit, 'watch', backMs)).toBeLessThanOrEqual(DAY_MS)
  })
})
