import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TOTAL_WATCH_MS } from '../../../shared/mapping/polling-schedule.ts'
import {
  afterPoll,
  beginWatch,
  checkNow,
  isEnded,
  type PollOutcome,
  pause,
  resume,
  type Watch,
} from '../../../shared/mapping/task.ts'

const START_MS = Date.UTC(2026, 10, 21)

const outcome: fc.Arbitrary<PollOutcome> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<PollOutcome>({ kind: 'processing' }) },
  fc.constantFrom<PollOutcome>(
    { kind: 'offline', message: 'no line' },
    { kind: 'signInNeeded', message: 'sign in' },
    { kind: 'unknownTask', message: 'not found' },
    { kind: 'accessDenied', message: 'denied', scope: 's' },
    { kind: 'ended', status: 'COMPLETED' },
    { kind: 'ended', status: 'COMPLETED_WITH_ERROR' },
    { kind: 'ended', status: 'FAILED' },
  ),
  fc.nat(2_000_000).map<PollOutcome>((retryAfterMs) => ({ kind: 'rateLimited', message: 'slow', retryAfterMs })),
  fc.nat(100_000).map<PollOutcome>((retryAfterMs) => ({ kind: 'troubled', message: '503', retryAfterMs })),
)

type Act = PollOutcome | { readonly kind: 'pause' } | { readonly kind: 'resume' } | { readonly kind: 'checkNow' }
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: outcome as fc.Arbitrary<Act> },
  fc.constantFrom<Act>({ kind: 'pause' }, { kind: 'resume' }, { kind: 'checkNow' }),
)

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

/** A clock that is moved by hand between polls, back as well as forth. */
const run = (acts: readonly { readonly act: Act; readonly moveMs: number; readonly random: number }[]): Watch[] => {
  let nowMs = START_MS
  let watch = beginWatch({ nowMs, random: 0.5 })
  const seen = [watch]
  for (const { act, moveMs, random: chance } of acts) {
    nowMs += moveMs
    if (act.kind === 'pause') watch = pause(watch)
    else if (act.kind === 'resume') watch = resume(watch, nowMs)
    else if (act.kind === 'checkNow') watch = isEnded(watch.state) ? watch : checkNow(watch, nowMs)
    else watch = afterPoll(watch, act, 100, { nowMs, random: chance })
    seen.push(watch)
  }
  return seen
}

const acts = fc.array(fc.record({ act, moveMs: fc.integer({ min: -3_600_000, max: 3_600_000 }), random }), {
  maxLength: 60,
})

const at = (nowMs: number) => ({ nowMs, random: 0.5 })

describe('task states', () => {
  it('MAP-04 an ending is final: nothing that comes later changes it', () => {
    fc.assert(
      fc.property(acts, (list) => {
        const seen = run(list)
        const first = seen.findIndex(({ state }) => isEnded(state))
        if (first === -1) return
        for (const watch of seen.slice(first)) expect(watch).toEqual(seen[first])
      }),
    )
  })

  it('a task is planned exactly while it is watched', () => {
    fc.assert(
      fc.property(acts, (list) => {
        for (const watch of run(list)) {
          if (watch.state === 'processing' && !watch.paused) expect(watch.nextPollAtMs).not.toBeNull()
          if (isEnded(watch.state)) expect(watch.nextPollAtMs).toBeNull()
        }
      }),
    )
  })

  it('MAP-03 no result is processing, and MAP-08 in the end "not watching", never "failed"', () => {
    let watch = beginWatch(at(START_MS))
    let nowMs = START_MS
    let polls = 0
    while (watch.nextPollAtMs !== null) {
      nowMs = watch.nextPollAtMs
      watch = afterPoll(watch, { kind: 'processing' }, 0, at(nowMs))
      polls += 1
    }
    expect(watch.state).toBe('notWatching')
    expect(nowMs - START_MS).toBeLessThanOrEqual(TOTAL_WATCH_MS)
    expect(nowMs - START_MS).toBeGreaterThan(15 * 60_000)
    expect(polls).toBeGreaterThan(15)
  })

  it('being offline is no step and costs no watch time, however long it lasts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), (times) => {
        const before = beginWatch(at(START_MS))
        let watch = before
        for (let time = 0; time < times; time += 1) {
          watch = afterPoll(watch, { kind: 'offline', message: 'no line' }, 9_000, at(START_MS))
        }
        expect(watch).toMatchObject({ state: 'processing', step: before.step, watchedMs: before.watchedMs })
        expect((watch.nextPollAtMs ?? 0) - START_MS).toBeLessThanOrEqual(66_000)
      }),
    )
  })

  it('MAP-09 a watch that is over can begin anew, and an unknown task that answers is watched again', () => {
    const over = { ...beginWatch(at(START_MS)), state: 'notWatching', nextPollAtMs: null } as const
    expect(resume(over, START_MS)).toMatchObject({ state: 'processing', step: 0, watchedMs: 0, nextPollAtMs: START_MS })
    const unknown = afterPoll(beginWatch(at(START_MS)), { kind: 'unknownTask', message: '?' }, 1, at(START_MS))
    expect(unknown).toMatchObject({ state: 'unknownTask', nextPollAtMs: null })
    expect(afterPoll(unknown, { kind: 'processing' }, 1, at(START_MS)).state).toBe('processing')
  })

  it('a single check of a task that is not watched leaves it so', () => {
    const over = { ...beginWatch(at(START_MS)), state: 'notWatching', nextPollAtMs: null } as const
    const checked = afterPoll(checkNow(over, START_MS), { kind: 'processing' }, 1, at(START_MS))
    expect(checked).toMatchObject({ state: 'notWatching', nextPollAtMs: null })
  })

  it('checking by hand again and again does not end the watch early', () => {
    let watch = beginWatch(at(START_MS))
    for (let time = 0; time < 300; time += 1) {
      watch = afterPoll(checkNow(watch, START_MS), { kind: 'processing' }, 0, at(START_MS))
    }
    expect(watch.state).toBe('processing')
  })

  it('a poll under way when the user pauses still counts, and plans no other', () => {
    const paused = pause(beginWatch(at(START_MS)))
    expect(afterPoll(paused, { kind: 'processing' }, 1, at(START_MS))).toMatchObject({
      paused: true,
      nextPollAtMs: null,
    })
    expect(afterPoll(paused, { kind: 'ended', status: 'FAILED' }, 1, at(START_MS)).state).toBe('failed')
  })
})
