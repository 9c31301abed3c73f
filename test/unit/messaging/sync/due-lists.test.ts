/** When a list of the platform is read again, and how often the inbox is checked (OFF-02, MSG-20). */
import { describe, expect, it } from 'vitest'
import { checkIntervalMs, fullIntervalMs, noticesIntervalMs } from '../../../../main/messaging/sync/intervals.ts'
import {
  afterCheck,
  afterFailure,
  afterPage,
  beginCheck,
  checkSoon,
  findDueList,
  isInUse,
  isListed,
  nextStep,
  requestLists,
  type Schedule,
  startSchedule,
  use,
} from '../../../../main/messaging/sync/schedule.ts'
import { initialState, type ListState, listNames, scopeName } from '../../../../main/messaging/sync/sync-lists.ts'
import type { AppError } from '../../../../shared/result.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const NOW_MS = Date.UTC(2026, 10, 21, 9)
const POLL_MS = 30_000
const names = listNames({ unansweredFilter: true })
const [unanswered, members, , archive] = names
if (unanswered === undefined || members === undefined || archive === undefined) throw new Error('No lists')

const settled: ListState = { ...initialState, pass: 2, checkedAtMs: NOW_MS, startedAtMs: NOW_MS, asOfMs: NOW_MS }
const isDue = (state: Partial<ListState>, nowMs = NOW_MS, requested: readonly string[] = []): boolean =>
  findDueList({ requested }, [{ name: members, state: { ...settled, ...state } }], POLL_MS, nowMs) !== undefined

const tookMinutes = (count: number): Partial<ListState> => ({
  startedAtMs: NOW_MS - count * MINUTE_MS,
  tookMs: count * MINUTE_MS,
})

describe('a list', () => {
  it.each<readonly [string, Partial<ListState>, boolean]>([
    ['was never read', { pass: 0 }, true],
    ['is being read', { isRunning: true }, true],
    ['lacks news behind the pages of a check', { missesNews: true }, true],
    ['was just read', {}, false],
    ['was read in the future, because the clock was set back', { checkedAtMs: NOW_MS + 1 }, true],
    ['was never agreed on', { checkedAtMs: null }, true],
    ['changed during its last pass', { disagreed: 1 }, true],
    ['changed during six passes', { disagreed: 6 }, false],
    ['changed during seven passes', { disagreed: 7 }, true],
    ['changed during a pass of eleven minutes', { disagreed: 1, ...tookMinutes(11) }, false],
    ['changed during a pass of ten minutes', { disagreed: 1, ...tookMinutes(10) }, true],
  ])('MSG-04 that %s is due or not', (_, state, due) => expect(isDue(state)).toBe(due))

  it('MSG-04 that the seller refreshes is read again, and no other', () => {
    expect(isDue({}, NOW_MS, [scopeName(members)])).toBe(true)
    expect(isDue({}, NOW_MS, [scopeName(archive)])).toBe(false)
  })

  it.each<readonly [Partial<ListState>, number]>([
    [{}, 15 * MINUTE_MS],
    [{ quietPasses: 2 }, HOUR_MS],
    [{ quietPasses: 20 }, 6 * HOUR_MS],
    [{ tookMs: 3 * MINUTE_MS }, 30 * MINUTE_MS],
    // Given up for now: as long again as two passes take, or until the next check.
    [{ disagreed: 6, tookMs: MINUTE_MS }, 3 * MINUTE_MS],
    [{ disagreed: 6, tookMs: 1_000 }, POLL_MS + 1_000],
  ])('MSG-20 in the state %j is read again after %i ms, not before', (state, ms) => {
    expect(isDue(state, NOW_MS + ms - 1)).toBe(false)
    expect(isDue(state, NOW_MS + ms)).toBe(true)
  })

  it('OFF-02 is read before others: who waits, then the archive, then the whole list', () => {
    const read = (...later: readonly (typeof names)[number][]) =>
      findDueList(
        { requested: later.map(scopeName) },
        names.map((name) => ({ name, state: settled })),
        POLL_MS,
        NOW_MS,
      )
    expect(read(archive, members, unanswered)).toBe(unanswered)
    expect(read(archive, members)).toBe(archive)
    expect(read(members)).toBe(members)
    expect(read()).toBeUndefined()
  })

  it('MSG-04 counts as listed after its first whole pass, or if the platform refuses it', () => {
    const states = [{ pass: 1, isRunning: true }, { pass: 1 }, { pass: 2, isRunning: true }, { isRefused: true }, {}]
    expect(states.map((state) => isListed({ ...initialState, ...state }))).toEqual([false, true, true, true, false])
  })
})

describe('the time between', () => {
  it.each([
    ['checks of a used window', checkIntervalMs(POLL_MS, { quietChecks: 9, isInUse: true, spreadMs: 0 }), POLL_MS],
    ['checks after news', checkIntervalMs(POLL_MS, { quietChecks: 0, isInUse: false, spreadMs: 0 }), POLL_MS],
    ['quiet checks', checkIntervalMs(POLL_MS, { quietChecks: 2, isInUse: false, spreadMs: 0 }), 67_500],
    ['many quiet checks', checkIntervalMs(POLL_MS, { quietChecks: 99, isInUse: false, spreadMs: 0 }), 5 * MINUTE_MS],
    [
      'checks that are chosen to be rare',
      checkIntervalMs(HOUR_MS, { quietChecks: 9, isInUse: false, spreadMs: 0 }),
      HOUR_MS,
    ],
    [
      'checks with few calls left',
      checkIntervalMs(POLL_MS, { quietChecks: 0, isInUse: true, spreadMs: HOUR_MS }),
      HOUR_MS,
    ],
    ['passes of a day', fullIntervalMs(0, 24 * HOUR_MS), 7 * 24 * HOUR_MS],
    ['readings of notices', noticesIntervalMs(0), 30 * MINUTE_MS],
    ['readings of notices with few calls left', noticesIntervalMs(HOUR_MS), 8 * HOUR_MS],
  ])('MSG-20 %s', (_, ms, expected) => expect(ms).toBe(expected))
})

describe('the schedule', () => {
  const at = (ms: number) => ({ nowMs: NOW_MS + ms, monotonicMs: ms, watchWaitMs: 0, readAheadWaitMs: 0 })
  const intervals = { pollMs: POLL_MS, spreadMs: 0 }
  const unused: Schedule = { ...startSchedule(0), usedMs: -10 * MINUTE_MS }

  it('MSG-20 checks more rarely while nothing arrives and the window is not used', () => {
    const quiet = { hasNew: false, hasNotices: false }
    const once = afterCheck(beginCheck(unused), quiet, at(0), intervals)
    const twice = afterCheck(beginCheck(once), quiet, at(0), intervals)
    expect([once, twice].map(({ nextCheckAtMs }) => nextCheckAtMs - NOW_MS)).toEqual([45_000, 67_500])
    const news = afterCheck(beginCheck(twice), { ...quiet, hasNew: true }, at(0), intervals)
    const used = afterCheck(beginCheck({ ...twice, usedMs: 0 }), quiet, at(0), intervals)
    expect([news, used].map(({ nextCheckAtMs }) => nextCheckAtMs - NOW_MS)).toEqual([POLL_MS, POLL_MS])
  })

  it('PLT-17 checks again at once if a message was announced during the check', () => {
    const announced = checkSoon(beginCheck(unused))
    const checked = afterCheck(announced, { hasNew: false, hasNotices: false }, at(0), intervals)
    expect(nextStep(checked, [], at(0), POLL_MS)).toMatchObject({ kind: 'check', isForSeller: false })
  })

  it('MSG-20 checks at once when the window is used again, and keeps an earlier check', () => {
    const later = { ...unused, quietChecks: 5, nextCheckAtMs: NOW_MS + HOUR_MS }
    expect(use(later, at(0))).toMatchObject({ quietChecks: 0, nextCheckAtMs: NOW_MS, usedMs: 0 })
    expect(use({ ...later, nextCheckAtMs: NOW_MS - 5 }, at(0)).nextCheckAtMs).toBe(NOW_MS - 5)
    expect(use({ ...later, usedMs: 0 }, at(1)).nextCheckAtMs).toBe(NOW_MS + HOUR_MS)
    expect([isInUse(startSchedule(7), 7 + 5 * MINUTE_MS - 1), isInUse(startSchedule(7), 7 + 5 * MINUTE_MS)]).toEqual([
      true,
      false,
    ])
  })

  it('MSG-20 reads notices when they are due, and with each refresh', () => {
    const step = (schedule: Schedule) => nextStep(schedule, [], at(0), POLL_MS)
    const due = { ...startSchedule(0), nextNoticesAtMs: NOW_MS }
    const notDue = { ...startSchedule(0), nextNoticesAtMs: NOW_MS + 1 }
    expect(step(due)).toEqual({ kind: 'check', isForSeller: false, hasNotices: true })
    expect(step(notDue)).toEqual({ kind: 'check', isForSeller: false, hasNotices: false })
    expect(step({ ...notDue, isAsked: true })).toEqual({ kind: 'check', isForSeller: true, hasNotices: true })
    expect(startSchedule(0).isAsked).toBe(false)
    const read = afterCheck(beginCheck(due), { hasNew: false, hasNotices: true }, at(0), intervals)
    expect(read.nextNoticesAtMs).toBe(NOW_MS + 30 * MINUTE_MS)
    expect(afterCheck(beginCheck(due), { hasNew: false, hasNotices: false }, at(0), intervals).nextNoticesAtMs).toBe(
      NOW_MS,
    )
  })

  it('MSG-20 tries again at once when the platform is reachable, but keeps a pause that it requested', () => {
    const offline: AppError = { kind: 'offline', message: 'Offline.' }
    const limited: AppError = { kind: 'rateLimited', message: 'Wait.', retryAfterMs: 7_000 }
    const failed = (error: AppError) => afterFailure(startSchedule(0), error, NOW_MS)
    expect(failed(offline).failure).toEqual({ error: offline, retryAtMs: NOW_MS + 30_000 })
    expect(failed(limited).failure).toEqual({ error: limited, retryAtMs: NOW_MS + 7_000 })
    expect(failed({ ...limited, retryAfterMs: 1 }).failure?.retryAtMs).toBe(NOW_MS + 1_000)
    expect(checkSoon(failed(offline)).failure).toEqual({ error: offline, retryAtMs: 0 })
    expect(checkSoon(failed(limited)).failure?.retryAtMs).toBe(NOW_MS + 7_000)
    expect(checkSoon(startSchedule(0)).failure).toBeNull()
  })

  it('MSG-04 ends the request for a list with its pass, not the requests for others', () => {
    const requested = requestLists(startSchedule(0), [members, archive, members])
    expect(requested.requested).toEqual([members, archive].map(scopeName))
    expect(afterPage(requested, members, false).requested).toEqual(requested.requested)
    expect(afterPage(requested, members, true).requested).toEqual([scopeName(archive)])
  })
})
