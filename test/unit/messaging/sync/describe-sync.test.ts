import { describe, expect, it } from 'vitest'
import { describeSync } from '../../../../main/messaging/sync/describe-sync.ts'
import { type KnownList, startSchedule } from '../../../../main/messaging/sync/schedule.ts'
import { initialState, type ListName, type ListState, listNames } from '../../../../main/messaging/sync/sync-lists.ts'

const NOW_MS = Date.UTC(2026, 10, 21, 9)
const schedule = startSchedule(0)

/** A list that was read completely a minute ago. */
const complete: ListState = {
  ...initialState,
  pass: 2,
  total: 10,
  checkedAtMs: NOW_MS - 60_000,
  asOfMs: NOW_MS - 60_000,
}

const nameOf = ({ conversationType, filter }: ListName): string => [conversationType, filter ?? 'ALL'].join(' ')

/** All lists, with changes to some of them by name. */
const lists = (
  changes: Readonly<Record<string, Partial<ListState>>> = {},
  unansweredFilter = true,
): readonly KnownList[] =>
  listNames({ unansweredFilter }).map((name) => ({ name, state: { ...complete, ...changes[nameOf(name)] } }))

const show = (over: Partial<Parameters<typeof describeSync>[0]> = {}) =>
  describeSync({
    schedule,
    lists: lists(),
    isRunning: false,
    known: 20,
    archivedOnly: () => 3,
    threadsToRead: 0,
    readAheadWaitMs: 0,
    pollMs: 30_000,
    nowMs: NOW_MS,
    ...over,
  })

const offline = { error: { kind: 'offline', message: 'No connection.' }, retryAtMs: 0 } as const

describe('the state of the stored inbox', () => {
  it('MSG-04 is complete since the list that was read longest ago, and counts the archive once', () => {
    const early = NOW_MS - 600_000
    expect(show({ lists: lists({ 'FROM_SVC ALL': { asOfMs: early, total: 5 } }) })).toEqual({
      state: 'idle',
      known: 20,
      total: 18,
      isListed: true,
      isWaitingKnown: true,
      asOfMs: early,
      checkedAtMs: null,
      isAsListed: false,
      missingSinceMs: null,
      error: null,
      resumesAtMs: null,
      threadsToRead: 0,
    })
  })

  it('MSG-04 is incomplete while one list never was complete, even if others were', () => {
    const open = lists({ 'FROM_SVC ARCHIVE': { ...initialState } })
    expect(show({ lists: open })).toMatchObject({
      state: 'partial',
      asOfMs: null,
      isListed: false,
      isWaitingKnown: true,
    })
  })

  it('MSG-06 needs no list that the platform refuses', () => {
    const refused = { ...initialState, isRefused: true }
    expect(show({ lists: lists({ 'FROM_SVC ARCHIVE': refused, 'FROM_SVC ALL': refused }) })).toMatchObject({
      state: 'idle',
      asOfMs: NOW_MS - 60_000,
      isListed: true,
      total: 13,
    })
  })

  it('MSG-04 counts what is archived apart only once all whole lists are read', () => {
    const reading = lists({ 'FROM_SVC ALL': { pass: 1, isRunning: true } })
    expect(show({ lists: reading })).toMatchObject({ total: 20, isListed: false })
  })

  it('MSG-04 has no total before the platform said one for each whole list', () => {
    expect(show({ lists: lists({ 'FROM_SVC ALL': { total: null } }) }).total).toBeNull()
    expect(show({ lists: lists({ 'FROM_SVC ARCHIVE': { total: null } }) }).total).toBe(23)
  })

  it('MSG-04 says if one whole list has another total than its entries', () => {
    expect(show({ lists: lists({ 'FROM_MEMBERS ALL': { isAsListed: true } }) }).isAsListed).toBe(true)
    expect(show({ lists: lists({ 'FROM_MEMBERS ARCHIVE': { isAsListed: true } }) }).isAsListed).toBe(false)
  })

  it('OFF-02 names a failure, unless reading runs again', () => {
    const failed = { ...schedule, failure: offline, checkedAtMs: 7 }
    expect(show({ schedule: failed })).toMatchObject({ state: 'failed', error: offline.error, checkedAtMs: 7 })
    expect(show({ schedule: failed, isRunning: true }).state).toBe('running')
  })

  it('MSG-20 says when reading ahead resumes, if it has something to read', () => {
    const resumesAtMs = NOW_MS + 5_000
    const due = lists({ 'FROM_MEMBERS ALL': { missesNews: true } })
    expect(show({ readAheadWaitMs: 5_000 }).resumesAtMs).toBeNull()
    expect(show({ readAheadWaitMs: 5_000, threadsToRead: 1 })).toMatchObject({ resumesAtMs, threadsToRead: 1 })
    expect(show({ readAheadWaitMs: 5_000, lists: due }).resumesAtMs).toBe(resumesAtMs)
    expect(show({ threadsToRead: 1, lists: due }).resumesAtMs).toBeNull()
  })
})

describe('who waits for an answer', () => {
  const unread = { ...initialState }

  it('MSG-06 is known once the platform’s list of them was read', () => {
    expect(show({ lists: lists({ 'FROM_MEMBERS UNANSWERED': unread }) }).isWaitingKnown).toBe(false)
    expect(show({ lists: lists({ 'FROM_MEMBERS ALL': unread, 'FROM_SVC ALL': unread }) }).isWaitingKnown).toBe(true)
  })

  it.each([
    ['does not offer that list', { 'FROM_MEMBERS UNANSWERED': { isRefused: true } }, true],
    ['never had it', {}, false],
  ] as const)('PLT-06 is known from the buyers’ list if the platform %s', (_, changes, hasFilter) => {
    const known = (more: Readonly<Record<string, Partial<ListState>>>) =>
      show({ lists: lists({ ...changes, ...more }, hasFilter) }).isWaitingKnown
    expect(known({ 'FROM_MEMBERS ALL': unread })).toBe(false)
    expect(known({ 'FROM_SVC ALL': unread, 'FROM_SVC ARCHIVE': unread, 'FROM_MEMBERS ARCHIVE': unread })).toBe(true)
  })
})
