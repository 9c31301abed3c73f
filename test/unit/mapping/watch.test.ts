import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  afterPoll,
  checkNow,
  MAX_WATCH_MS,
  type PollOutcome,
  pause,
  resume,
  startFirstWatch,
  type Watch,
} from '../../../main/mapping/tasks/watch.ts'
import { isEnded } from '../../../shared/mapping/task.ts'

const START_MS = Date.UTC(2026, 10, 21)

const outcome: fc.Arbitrary<PollOutcome> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<PollOutcome>({ kind: 'processing' }) },
  fc.constantFrom<PollOutcome>(
    { kind: 'offline', message: 'offline' },
    { kind: 'signInNeeded', message: 'sign in' },
    { kind: 'unknownTask', message: 'not found' },
    { kind: 'accessDenied', message: 'denied', scope: 's' },
    { kind: 'ended', state: 'completed' },
    { kind: 'ended', state: 'completedWithError' },
    { kind: 'ended', state: 'failed' },
  ),
  fc.nat(2_000_000).map<PollOutcome>((retryAfterMs) => ({ kind: 'rateLimited', message: 'slow', retryAfterMs })),
  fc.nat(100_000).map<PollOutcome>((retryAfterMs) => ({ kind: 'error', message: '503', retryAfterMs })),
)

type Act = PollOutcome | { readonly kind: 'pause' } | { readonly kind: 'resume' } | { readonly kind: 'checkNow' }
const action: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: outcome as fc.Arbitrary<Act> },
  fc.constantFrom<Act>({ kind: 'pause' }, { kind: 'resume' }, { kind: 'checkNow' }),
)

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

/** The clock moves between polls, backwards as well as forwards. */
const run = (
  actions: readonly { readonly action: Act; readonly moveMs: number; readonly random: number }[],
): Watch[] => {
  let nowMs = START_MS
  let watch = startFirstWatch({ nowMs, random: 0.5 })
  const seen = [watch]
  for (const { action, moveMs, random: chance } of actions) {
    nowMs += moveMs
    if (action.kind === 'pause') watch = pause(watch)
    else if (action.kind === 'resume') watch = resume(watch, nowMs)
    else if (action.kind === 'checkNow') watch = isEnded(watch.state) ? watch : checkNow(watch, nowMs)
    else watch = afterPoll(watch, action, 100, { nowMs, random: chance })
    seen.push(watch)
  }
  return seen
}

const actions = fc.array(fc.record({ action, moveMs: fc.integer({ min: -3_600_000, max: 3_600_000 }), random }), {
  maxLength: 60,
})

const at = (nowMs: number) => ({ nowMs, random: 0.5 })

describe('the watch of a task', () => {
  it('MAP-04 an ending is final', () => {
    fc.assert(
      fc.property(actions, (list) => {
        const seen = run(list)
        const first = seen.findIndex(({ state }) => isEnded(state))
        if (first === -1) return
        for (const watch of seen.slice(first)) expect(watch).toEqual(seen[first])
      }),
    )
  })

  it('a poll is planned exactly while the task is watched', () => {
    fc.assert(
      fc.property(actions, (list) => {
        for (const watch of run(list)) {
          if (watch.state === 'processing' && !watch.paused) expect(watch.nextPollAtMs).not.toBeNull()
          if (isEnded(watch.state)) expect(watch.nextPollAtMs).toBeNull()
        }
      }),
    )
  })

  it('MAP-03 no result means processing, and MAP-08 the watch ends as "not watching", never "failed"', () => {
    let watch = startFirstWatch(at(START_MS))
    let nowMs = START_MS
    let polls = 0
    while (watch.nextPollAtMs !== null) {
      nowMs = watch.nextPollAtMs
      watch = afterPoll(watch, { kind: 'processing' }, 0, at(nowMs))
      polls += 1
    }
    expect(watch.state).toBe('notWatching')
    expect(nowMs - START_MS).toBeLessThanOrEqual(MAX_WATCH_MS)
    expect(nowMs - START_MS).toBeGreaterThan(15 * 60_000)
    expect(polls).toBeGreaterThan(15)
  })

  it('being offline costs no step and no watch time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), (times) => {
        const before = startFirstWatch(at(START_MS))
        let watch = before
        for (let time = 0; time < times; time += 1) {
          watch = afterPoll(watch, { kind: 'offline', message: 'offline' }, 9_000, at(START_MS))
        }
        expect(watch).toMatchObject({ state: 'processing', step: before.step, watchedMs: before.watchedMs })
        expect((watch.nextPollAtMs ?? 0) - START_MS).toBeLessThanOrEqual(60_000)
      }),
    )
  })

  it('MAP-09 an ended watch can be resumed, and an unknown task that answers is watched again', () => {
    const over = { ...startFirstWatch(at(START_MS)), state: 'notWatching', nextPollAtMs: null } as const
    expect(resume(over, START_MS)).toMatchObject({ state: 'processing', step: 0, watchedMs: 0, nextPollAtMs: START_MS })
    const unknown = afterPoll(startFirstWatch(at(START_MS)), { kind: 'unknownTask', message: '?' }, 1, at(START_MS))
    expect(unknown).toMatchObject({ state: 'unknownTask', nextPollAtMs: null })
    expect(afterPoll(unknown, { kind: 'processing' }, 1, at(START_MS)).state).toBe('processing')
  })

  it('a single check of an unwatched task leaves it unwatched', () => {
    const over = { ...startFirstWatch(at(START_MS)), state: 'notWatching', nextPollAtMs: null } as const
    const checked = afterPoll(checkNow(over, START_MS), { kind: 'processing' }, 1, at(START_MS))
    expect(checked).toMatchObject({ state: 'notWatching', nextPollAtMs: null })
  })

  it('repeated manual checks do not end the watch early', () => {
    let watch = startFirstWatch(at(START_MS))
    for (let time = 0; time < 300; time += 1) {
      watch = afterPoll(checkNow(watch, START_MS), { kind: 'processing' }, 0, at(START_MS))
    }
    expect(watch.state).toBe('processing')
  })

  it('a poll in progress when the seller pauses still counts and plans no other', () => {
    const paused = pause(startFirstWatch(at(START_MS)))
    expect(afterPoll(paused, { kind: 'processing' }, 1, at(START_MS))).toMatchObject({
      paused: true,
      nextPollAtMs: null,
    })
    expect(afterPoll(paused, { kind: 'ended', state: 'failed' }, 1, at(START_MS)).state).toBe('failed')
  })
})
