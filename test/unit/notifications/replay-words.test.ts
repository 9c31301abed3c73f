/** What is said of replays, before and while they run. */
import { describe, expect, it } from 'vitest'
import { planWords, runTitle, runWords, wishProblem } from '../../../renderer/notifications/replay-words.ts'
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

describe('a replay that is planned', () => {
  it('says how many deliveries it sends and how long its pauses take', () => {
    expect(planWords(1, 1, 0)).toBe('1 delivery')
    expect(planWords(3, 100, 0)).toBe('300 deliveries, up to sixteen at once')
    expect(planWords(2, 5, 1_000)).toBe('10 deliveries one after another, 9 s of pauses between them')
    expect(planWords(1, 11, 60_000)).toBe('11 deliveries one after another, 10 min of pauses between them')
  })

  it('names the number that is not allowed', () => {
    expect(wishProblem({ times: 1, delayMs: 0, order: 'oldestFirst' })).toBeUndefined()
    expect(wishProblem({ times: 1_001, delayMs: 0, order: 'oldestFirst' })).toContain('How often')
    expect(wishProblem({ times: null, delayMs: 0, order: 'oldestFirst' })).toContain('How often')
    expect(wishProblem({ times: 2, delayMs: 60_001, order: 'mixed' })).toContain('Pause')
    expect(wishProblem({ times: 2, delayMs: Number.NaN, order: 'mixed' })).toContain('Pause')
  })
})

describe('a replay that runs', () => {
  it('says how far it is, what was answered and how fast', () => {
    const half = run({
      answers: [
        { status: 200, count: 118 },
        { status: 413, count: 2 },
      ],
      medianMs: 3,
      slowestMs: 14.2,
    })
    expect(runTitle(half)).toBe('Replaying 300 deliveries')
    expect(runWords(half)).toBe('120 of 300. Answered with 200: 118, 413: 2. Half within 3 ms, the slowest 14 ms.')
  })

  it('says how it ended: done, stopped, or without an answer', () => {
    const one = { total: 1, settled: 1, answers: [{ status: 200, count: 1 }], medianMs: 2, slowestMs: 2 }
    expect(runTitle(run({ state: 'done', ...one }))).toBe('Replayed one event')
    expect(runWords(run({ state: 'done', ...one }))).toBe('Answered with 200. It took 2 ms.')
    expect(runTitle(run({ state: 'done', isEdited: true, ...one }))).toBe('Replayed an edited copy')
    expect(runTitle(run({ state: 'stopped' }))).toBe('Stopped after 120 of 300')
    expect(runWords(run({ state: 'done', settled: 2, total: 2, unanswered: 2, problem: 'socket hang up' }))).toBe(
      '2 times no answer: socket hang up',
    )
  })
})
