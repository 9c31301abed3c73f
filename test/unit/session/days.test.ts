import { describe, expect, it } from 'vitest'
import { createConversationStore } from '../../../main/messaging/conversations/conversation-store.ts'
import { countDays } from '../../../main/session/overview/days.ts'
import { dayStarts, SHOWN_DAYS } from '../../../renderer/ui/display/days-chart.tsx'
import { noErasedPersons } from '../../support/no-erased-persons.ts'
import { openTestDatabase } from '../../support/test-database.ts'
import { message, record, whole } from '../messaging/conversation-records.ts'

describe('the days of the Today page', () => {
  it('count each message on one day', () => {
    const database = openTestDatabase()
    const store = createConversationStore(database, noErasedPersons)
    store.savePage('FROM_MEMBERS', [record({ conversationId: 'c1', buyer: 'anna' })], new Set(), 1)
    store.startReading(
      'c1',
      1,
    )(
      whole(
        message('1', 'before', 99, 'anna'),
        message('2', 'at the start', 100, 'anna'),
        message('3', 'answer', 199, 'me'),
        message('4', 'next day', 200, 'anna'),
        message('5', 'after', 300, 'anna'),
      ),
    )
    expect(countDays(database, [100, 200, 300])).toEqual([
      { startMs: 100, received: 1, answered: 1, events: 0, failed: 0, quarantined: 0 },
      { startMs: 200, received: 1, answered: 0, events: 0, failed: 0, quarantined: 0 },
    ])
  })

  it('begin at midnight of the seller’s calendar, and the last one is today', () => {
    const nowMs = new Date(2026, 10, 22, 15, 30).getTime()
    const starts = dayStarts(nowMs)
    expect(starts).toHaveLength(SHOWN_DAYS + 1)
    expect(starts.every((ms) => new Date(ms).getHours() === 0)).toBe(true)
    expect(starts.at(-2)).toBe(new Date(2026, 10, 22).getTime())
    expect(starts.at(-1)).toBeGreaterThan(nowMs)
  })
})
