import { describe, expect, it } from 'vitest'
import { formatDue, incompleteMessage, syncLabel, waitLabel } from '../../../renderer/messaging/messaging-labels.ts'
import { changeLabel, outboxLabel } from '../../../renderer/messaging/outbox/outbox-labels.ts'
import { errorMessage } from '../../../renderer/ui/feedback/error-message.ts'
import type { OutboxEntry } from '../../../shared/messaging/conversation.ts'
import type { SyncState } from '../../../shared/messaging/sync-state.ts'
import type { OutboundEntry } from '../../../shared/outbound/contract.ts'
import { type AppError, Failure } from '../../../shared/result.ts'

const NOW_MS = 1_700_000_000_000
const HOUR_MS = 3_600_000
const online = { isOnHold: false, isOffline: false }

const queued = (error: AppError | null): OutboxEntry =>
  ({
    waitsForEarlier: false,
    state: { state: 'queued', nextTryAtMs: NOW_MS + 5_000, error, earlier: null },
  }) as unknown as OutboxEntry

describe('a queued message', () => {
  it.each(['offline', 'unknown'] as const)(
    'says that the platform could not be reached if no answer came: %s',
    (kind) => {
      const { label, detail } = outboxLabel(queued({ kind, message: 'The connection broke.' }), NOW_MS, online)
      expect(label).toBe('Waiting')
      expect(detail).toContain('could not be reached')
    },
  )

  it.each([
    ['consent', /permission/, /real shop.*as soon as you allow it/],
    ['readOnly', /read-only/, /switch that off in Settings/],
    ['disk', /disk/, /once the disk has space/],
  ] as const)('names what stopped it on this computer, not the platform: %s', (blockedBy, name, cause) => {
    const error: AppError = { kind: 'offline', message: 'Nothing was sent.', blockedBy }
    const { label, detail } = outboxLabel(queued(error), NOW_MS, online)
    expect(label).toMatch(name)
    expect(detail).toMatch(cause)
    const change = changeLabel({ state: 'queued', error, nextAtMs: NOW_MS + 5_000 } as OutboundEntry, NOW_MS, online)
    expect(change.detail).toBe(detail)
    expect(`${label} ${detail}`).not.toMatch(/online|reached|answers|Next try/)
  })

  it('shows the platform’s answer if it was reached', () => {
    const error: AppError = {
      kind: 'service',
      message: 'The platform has a problem of its own. Try again in a few minutes. (2003)',
      status: 500,
      errorId: 2003,
      cause: 'The platform has a problem of its own.',
      whatToDo: 'Try again in a few minutes.',
    }
    const { label, detail } = outboxLabel(queued(error), NOW_MS, online)
    expect(`${label} ${detail}`).not.toMatch(/online|reached/)
    expect(detail).toMatch(/^The platform has a problem of its own\. The message was not sent\. Next try in 5 s\.$/)
  })

  it('OFF-01 does not count down while offline, because nothing is sent then', () => {
    const held = { waitsForEarlier: false, state: { state: 'delayed', undoUntilMs: NOW_MS + 8_000 } }
    const change = { state: 'delayed', nextAtMs: NOW_MS + 8_000, error: null } as OutboundEntry
    const details = (isOffline: boolean) =>
      [
        outboxLabel(held as OutboxEntry, NOW_MS, { isOnHold: false, isOffline }),
        changeLabel(change, NOW_MS, { isOnHold: false, isOffline }),
      ].map(({ detail }) => detail)
    expect(details(false)).toEqual(['Sends in 8 s.', 'Sends in 8 s.'])
    for (const detail of details(true)) expect(detail).toBe('It is sent as soon as the platform answers.')
  })

  it('OFF-01 names no address of a platform that could not be reached', () => {
    const error: AppError = { kind: 'offline', message: 'The connection to 127.0.0.1:38657 broke.' }
    const change = { state: 'queued', error, nextAtMs: NOW_MS + 5_000 } as OutboundEntry
    for (const { detail } of [outboxLabel(queued(error), NOW_MS, online), changeLabel(change, NOW_MS, online)]) {
      expect(detail).toBe('The platform could not be reached. It is sent as soon as the platform answers.')
    }
  })

  it('OFF-01 does not claim to be sent now, because the platform may be out of reach', () => {
    const change = { state: 'queued', error: null, nextAtMs: NOW_MS } as OutboundEntry
    for (const { detail } of [outboxLabel(queued(null), NOW_MS, online), changeLabel(change, NOW_MS, online)]) {
      expect(detail).toBe('It is sent as soon as the platform answers.')
    }
  })

  it('OFF-04 promises no sending while the outbox is on hold', () => {
    const error: AppError = { kind: 'offline', message: 'The connection broke.' }
    const change = { state: 'waiting', error, nextAtMs: NOW_MS + 5_000 } as OutboundEntry
    for (const { label, detail } of [
      outboxLabel(queued(error), NOW_MS, { ...online, isOnHold: true }),
      outboxLabel(queued(null), NOW_MS, { ...online, isOnHold: true }),
      changeLabel(change, NOW_MS, { ...online, isOnHold: true }),
    ]) {
      expect(label).toBe('On hold')
      expect(detail).toMatch(/^Nothing is sent until you .* release/)
    }
  })

  it('shows no reason before anything goes wrong', () => {
    expect(outboxLabel(queued(null), NOW_MS, online)).toMatchObject({ label: 'Waiting' })
  })
})

it('shows a wait in whole hours or days, and never a shorter one as longer', () => {
  const waits = (hours: number) => waitLabel(NOW_MS - hours * HOUR_MS, NOW_MS)
  expect([0.9, 1, 5.9, 24, 47.9, 48, 72].map(waits)).toEqual([
    '< 1 h',
    'about 1 h',
    'about 5 h',
    'about 24 h',
    'about 47 h',
    'about 2 d',
    'about 3 d',
  ])
})

describe('the time of the next step', () => {
  it.each([
    [0, 'now'],
    [119_000, 'in 119 s'],
    [120_000, /^at .*\d:\d\d/],
    [38_812_000, /^at .*\d:\d\d/],
  ])('MSG-20 is said in seconds while it is near, then as a clock time: %i ms', (ms, text) => {
    expect(formatDue(NOW_MS + ms, NOW_MS)).toMatch(text)
  })

  it('MSG-20 is a clock time in the message of a rate limit', () => {
    const untilMs = Date.now() + 38_812_000
    const failure = new Failure({ kind: 'rateLimited', message: 'Too many.', retryAfterMs: 38_812_000, untilMs })
    expect(errorMessage(failure)).toMatch(/^Too many\. It accepts requests again at .*\d:\d\d.*\.$/)
    expect(errorMessage(new Failure({ kind: 'offline', message: 'Away.' }))).toBe('Away.')
  })
})

describe('a view of an inbox that is still being read', () => {
  const reading = { isListed: false, isWaitingKnown: false }

  it('OFF-02 reports no empty waiting list before it is known', () => {
    expect(incompleteMessage('unanswered', reading)).toBe('Still checking who is waiting.')
    expect(incompleteMessage('unanswered', { ...reading, isWaitingKnown: true })).toBeNull()
  })

  it('says that conversations are missing, except of what the seller did here', () => {
    for (const view of ['all', 'unread', 'archived'] as const)
      expect(incompleteMessage(view, reading)).toMatch(/loading/)
    for (const view of ['snoozed', 'hasDraft'] as const) expect(incompleteMessage(view, reading)).toBeNull()
    expect(incompleteMessage('all', { ...reading, isListed: true })).toBeNull()
  })
})

describe('how current the inbox is', () => {
  const MINUTE_MS = 60_000
  const sync = (part: Partial<SyncState>): SyncState => ({
    state: 'idle',
    known: 45,
    total: 45,
    isListed: true,
    isWaitingKnown: true,
    asOfMs: NOW_MS - 14 * MINUTE_MS,
    checkedAtMs: NOW_MS - MINUTE_MS,
    isAsListed: false,
    missingSinceMs: null,
    error: null,
    resumesAtMs: null,
    threadsToRead: 0,
    ...part,
  })
  const time = (agoMinutes: number): string =>
    new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(NOW_MS - agoMinutes * MINUTE_MS)

  it('has the time of the last check, not of the last full reading', () => {
    expect(syncLabel(sync({}), NOW_MS)).toBe(`Up to date, ${time(1)} · 45 conversations in all`)
  })

  it('MSG-26 has its age while the platform lists fewer conversations', () => {
    expect(syncLabel(sync({ missingSinceMs: NOW_MS - MINUTE_MS }), NOW_MS)).toMatch(
      `As known before ${time(1)}: the platform lists fewer now, checking again · 45 conversations`,
    )
  })

  it('says when it was checked even while not all is loaded', () => {
    const part = { state: 'partial', asOfMs: null, known: 45, total: 90, resumesAtMs: NOW_MS + HOUR_MS } as const
    expect(syncLabel(sync(part), NOW_MS)).toBe(`Loading gradually, checked ${time(1)} · 45 of 90`)
  })

  it.each([
    ['after a long pause', { checkedAtMs: NOW_MS - 14 * MINUTE_MS }, 14],
    ['before the first check since the start', { checkedAtMs: null }, 14],
    ['after a check that failed', { state: 'failed' }, 1],
  ] as const)('isn’t called up to date %s', (_, part, agoMinutes) => {
    expect(syncLabel(sync(part), NOW_MS)).toBe(`Last checked ${time(agoMinutes)} · 45 conversations in all`)
  })
})
