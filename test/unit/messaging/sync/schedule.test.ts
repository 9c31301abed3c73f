import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  afterCheck,
  afterFailure,
  afterPage,
  ask,
  beginCheck,
  checkSoon,
  isListed,
  type KnownList,
  nextStep,
  type Schedule,
  type Situation,
  startSchedule,
  use,
} from '../../../../main/messaging/sync/schedule.ts'
import { initialState, type ListState, listNames, scopeName } from '../../../../main/messaging/sync/sync-lists.ts'

const POLL_MS = 30_000
const NOW_MS = Date.UTC(2026, 10, 21, 9)
const names = listNames({ unansweredFilter: true })
const now: Situation = { nowMs: NOW_MS, monotonicMs: 0, watchWaitMs: 0, readAheadWaitMs: 0 }

/** Read to its end and agreed. */
const settled: Partial<ListState> = { pass: 2, checkedAtMs: NOW_MS, startedAtMs: NOW_MS, asOfMs: NOW_MS }
const listsWith = (of: (scope: string) => Partial<ListState>): readonly KnownList[] =>
  names.map((name) => ({ name, state: { ...initialState, ...of(scopeName(name)) } }))
const checked: Schedule = { ...startSchedule(0), nextCheckAtMs: NOW_MS + POLL_MS, nextNoticesAtMs: NOW_MS + POLL_MS }

describe('what is read next', () => {
  it('OFF-02 is news, then who waits, the newest, the notices, the archives last', () => {
    expect(
      nextStep(
        startSchedule(0),
        listsWith(() => ({})),
        now,
        POLL_MS,
      ).kind,
    ).toBe('check')
    const read = new Set<string>()
    const order: string[] = []
    for (let page = 0; page < names.length; page += 1) {
      const step = nextStep(
        checked,
        listsWith((scope) => (read.has(scope) ? settled : {})),
        now,
        POLL_MS,
      )
      if (step.kind !== 'page') throw new Error(step.kind)
      order.push(scopeName(step.name))
      read.add(scopeName(step.name))
    }
    expect(order).toEqual([
      'FROM_MEMBERS UNANSWERED',
      'FROM_MEMBERS',
      'FROM_SVC',
      'FROM_MEMBERS ARCHIVE',
      'FROM_SVC ARCHIVE',
    ])
  })

  it('MSG-04 is a list that was never read to its end, before a second pass of another', () => {
    const lists = listsWith((scope) => (scope === 'FROM_SVC ARCHIVE' ? {} : { pass: 1, disagreed: 1 }))
    expect(nextStep(checked, lists, now, POLL_MS)).toMatchObject({ kind: 'page', name: { filter: 'ARCHIVE' } })
  })

  it('MSG-20 is nothing before the time that the platform said, unless the seller asks', () => {
    const failed = afterFailure(checked, { kind: 'rateLimited', message: '', retryAfterMs: 60_000, untilMs: 0 }, NOW_MS)
    const lists = listsWith(() => settled)
    expect(nextStep(failed, lists, now, POLL_MS)).toEqual({ kind: 'wait', untilMs: NOW_MS + 60_000 })
    expect(nextStep(ask(failed, []), lists, now, POLL_MS)).toMatchObject({ kind: 'check', isForSeller: true })
    expect(nextStep(failed, lists, { ...now, nowMs: NOW_MS + 60_000 }, POLL_MS).kind).toBe('check')
  })

  it('MSG-20 waits for the calls of a page, and still checks for news meanwhile', () => {
    const step = nextStep(
      checked,
      listsWith(() => ({})),
      { ...now, readAheadWaitMs: 3_600_000 },
      POLL_MS,
    )
    expect(step).toEqual({ kind: 'wait', untilMs: NOW_MS + POLL_MS })
  })

  it('never reads a page that the calls do not allow, never leaves a due check waiting, and always ends', () => {
    const listState = fc.record({
      pass: fc.nat(3),
      isRunning: fc.boolean(),
      disagreed: fc.nat(7),
      tookMs: fc.nat(1_000_000),
      quietPasses: fc.nat(9),
      startedAtMs: fc.integer({ min: NOW_MS - 1e8, max: NOW_MS + 1e6 }),
      checkedAtMs: fc.option(fc.integer({ min: NOW_MS - 1e8, max: NOW_MS + 1e6 })),
      missesNews: fc.boolean(),
      isRefused: fc.boolean(),
    })
    const act = fc.constantFrom('use', 'checkSoon', 'ask', 'fail', 'none')
    fc.assert(
      fc.property(
        fc.array(listState, { minLength: 5, maxLength: 5 }),
        fc.array(act, { maxLength: 6 }),
        fc.constantFrom(0, 5_000, 3_600_000),
        fc.constantFrom(0, 5_000),
        (states, acts, readAheadWaitMs, watchWaitMs) => {
          const situation = { ...now, readAheadWaitMs, watchWaitMs }
          const lists = names.map((name, index) => ({ name, state: { ...initialState, ...states[index] } }))
          let schedule = checked
          for (const one of acts) {
            if (one === 'use') schedule = use(schedule, situation)
            if (one === 'checkSoon') schedule = checkSoon(schedule)
            if (one === 'ask') schedule = ask(schedule, names)
            if (one === 'fail') schedule = afterFailure(schedule, { kind: 'offline', message: '' }, NOW_MS)
          }
          for (let steps = 0; ; steps += 1) {
            expect(steps).toBeLessThan(50)
            const step = nextStep(schedule, lists, situation, POLL_MS)
            if (step.kind === 'wait') {
              expect(step.untilMs).toBeGreaterThan(NOW_MS)
              break
            }
            if (step.kind === 'check') {
              if (!step.isForSeller) expect(watchWaitMs).toBe(0)
              schedule = afterCheck(beginCheck(schedule), { hasNew: false, hasNotices: step.hasNotices }, situation, {
                pollMs: POLL_MS,
                spreadMs: 0,
              })
              continue
            }
            expect(readAheadWaitMs).toBe(0)
            expect(schedule.nextCheckAtMs > NOW_MS || watchWaitMs > 0).toBe(true)
            schedule = afterPage(schedule, step.name, true)
            const read = lists.findIndex(({ name }) => name === step.name)
            const list = lists[read]
            if (list !== undefined) lists[read] = { ...list, state: { ...initialState, ...settled } }
          }
          expect(readAheadWaitMs > 0 || schedule.failure !== null || lists.every(({ state }) => isListed(state))).toBe(
            true,
          )
        },
      ),
    )
  })
})
