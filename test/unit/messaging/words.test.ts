/** What a message in the outbox says of itself must be true of what happened to it. */
import { describe, expect, it } from 'vitest'
import { shortWait, stateWords } from '../../../renderer/messaging/words.ts'
import type { OutboxEntry } from '../../../shared/messaging/conversation.ts'
import type { AppError } from '../../../shared/result.ts'

const NOW_MS = 1_700_000_000_000
const HOUR_MS = 3_600_000

const queued = (error: AppError | null): OutboxEntry =>
  ({
    waitsForEarlier: false,
    state: { state: 'queued', nextTryAtMs: NOW_MS + 5_000, error, earlier: null },
  }) as unknown as OutboxEntry

describe('a message that is queued', () => {
  it.each(['offline', 'unknown'] as const)(
    'says that the platform could not be reached where no answer came: %s',
    (kind) => {
      const { word, sentence } = stateWords(queued({ kind, message: 'The connection broke.' }), NOW_MS)
      expect(word).toBe('Queued, sends when online')
      expect(sentence).toContain('could not be reached')
    },
  )

  it('says what the platform answered where it was reached', () => {
    const error: AppError = {
      kind: 'service',
      message: 'The platform has a problem of its own. Try again in a few minutes. (2003)',
      status: 500,
      errorId: 2003,
      cause: 'The platform has a problem of its own.',
      whatToDo: 'Try again in a few minutes.',
    }
    const { word, sentence } = stateWords(queued(error), NOW_MS)
    expect(`${word} ${sentence}`).not.toMatch(/online|reached/)
    expect(sentence).toMatch(/^The platform has a problem of its own\. It was not sent,.* Next try in 5 s\.$/)
  })

  it('has nothing to explain before anything went wrong', () => {
    expect(stateWords(queued(null), NOW_MS)).toMatchObject({ word: 'Queued' })
  })
})

it('counts whole hours and days that a buyer waits, as the time beside the message does', () => {
  const waits = (hours: number) => shortWait(NOW_MS - hours * HOUR_MS, NOW_MS)
  expect([0.9, 1, 5.9, 35.9, 36, 71.9, 72].map(waits)).toEqual([
    '< 1 h',
    '~1 h',
    '~5 h',
    '~35 h',
    '~1 d',
    '~2 d',
    '~3 d',
  ])
})
