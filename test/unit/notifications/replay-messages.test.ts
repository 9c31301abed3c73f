import { describe, expect, it } from 'vitest'
import {
  describePlan,
  describeRun,
  findInputProblem,
  runTitle,
} from '../../../renderer/notifications/replay/replay-messages.ts'
import type { ReplayRun } from '../../../shared/notifications/replay.ts'

const run = (change: Partial<ReplayRun>): ReplayRun => ({
  state: 'running',
  eventId: null,
  isEdited: false,
  startedAtMs: 0,
  total: 300,
  settled: 120,
  answers: [],
  unanswered: 0,
  problem: null,
  medianMs: null,
  slowestMs: null,
  ...change,
})

describe('a planned replay', () => {
  it('shows how many deliveries it sends and how long its pauses take', () => {
    expect(describePlan(1, 1, 0)).toBe('1 delivery')
    expect(describePlan(3, 100, 0)).toBe('300 deliveries, up to 16 at once')
    expect(describePlan(2, 5, 1_000)).toBe('10 deliveries one after another, with 9 s of pauses')
    expect(describePlan(1, 11, 60_000)).toBe('11 deliveries one after another, with 10 min of pauses')
  })

  it('names an invalid number', () => {
    expect(findInputProblem({ times: 1, delayMs: 0, order: 'oldestFirst' })).toBeUndefined()
    expect(findInputProblem({ times: 1_001, delayMs: 0, order: 'oldestFirst' })).toContain('Times')
    expect(findInputProblem({ times: null, delayMs: 0, order: 'oldestFirst' })).toContain('Times')
    expect(findInputProblem({ times: 2, delayMs: 60_001, order: 'mixed' })).toContain('Pause')
    expect(findInputProblem({ times: 2, delayMs: Number.NaN, order: 'mixed' })).toContain('Pause')
  })
})

describe('a replay run', () => {
  it('shows progress, answers and times', () => {
    const half = run({
      answers: [
        { status: 200, count: 118 },
        { status: 413, count: 2 },
      ],
      medianMs: 3,
      slowestMs: 14.2,
    })
    expect(runTitle(half)).toBe('Replaying 300 deliveries')
    expect(describeRun(half)).toBe('120 of 300. Answered 200: 118, 413: 2. Median 3 ms, slowest 14 ms.')
  })

  it('shows whether it is done, stopped, or got no answer', () => {
    const one = { total: 1, settled: 1, answers: [{ status: 200, count: 1 }], medianMs: 2, slowestMs: 2 }
    expect(runTitle(run({ state: 'done', ...one }))).toBe('Replayed one event')
    expect(describeRun(run({ state: 'done', ...one }))).toBe('Answered 200. It took 2 ms.')
    expect(runTitle(run({ state: 'done', isEdited: true, ...one }))).toBe('Replayed an edited copy')
    expect(runTitle(run({ state: 'stopped' }))).toBe('Stopped after 120 of 300')
    expect(describeRun(run({ state: 'done', settled: 2, total: 2, unanswered: 2, problem: 'socket hang up' }))).toBe(
      '2 without an answer: socket hang up',
    )
  })
})
