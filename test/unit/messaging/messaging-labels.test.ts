import { describe, expect, it } from 'vitest'
import { incompleteMessage, syncLabel, waitLabel } from '../../../renderer/messaging/messaging-labels.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import type { SyncState } from '../../../shared/messaging/sync-state.ts'

const NOW_MS = 1_700_000_000_000
const HOUR_MS = 3_600_000

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
  const { name } = platforms.ebay
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
    expect(syncLabel(sync({}), NOW_MS, name)).toBe(`Up to date, ${time(1)} · 45 with archived and notices`)
  })

  it('MSG-26 has its age while the platform lists fewer conversations', () => {
    expect(syncLabel(sync({ missingSinceMs: NOW_MS - MINUTE_MS }), NOW_MS, name)).toMatch(
      `As of ${time(1)} · 45 conversations · eBay lists fewer now, checking again`,
    )
  })

  it('says when it was checked even while not all is loaded', () => {
    const part = { state: 'partial', asOfMs: null, known: 45, total: 90, resumesAtMs: NOW_MS + HOUR_MS } as const
    expect(syncLabel(sync(part), NOW_MS, name)).toBe(`Loading gradually, checked ${time(1)} · 45 of 90`)
  })

  it.each([
    ['after a long pause', { checkedAtMs: NOW_MS - 14 * MINUTE_MS }, 14],
    ['before the first check since the start', { checkedAtMs: null }, 14],
    ['after a check that failed', { state: 'failed' }, 1],
  ] as const)('isn’t called up to date %s', (_, part, agoMinutes) => {
    expect(syncLabel(sync(part), NOW_MS, name)).toBe(`Last checked ${time(agoMinutes)} · 45 with archived and notices`)
  })
})
