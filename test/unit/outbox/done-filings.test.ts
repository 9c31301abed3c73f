import { describe, expect, it } from 'vitest'
import { findReplaced } from '../../../renderer/outbox/done-filings.ts'

const entry = (id: string, kind: string, conversationId: string) => ({
  id,
  kind,
  page: { page: 'conversation', id: conversationId } as const,
})

describe('the filings done today', () => {
  it('OFF-07 can be undone only until a newer one has replaced them', () => {
    const entries = [
      entry('4', 'restore', 'c1'),
      entry('3', 'read', 'c1'),
      entry('2', 'archive', 'c2'),
      entry('1', 'archive', 'c1'),
    ]
    expect([...findReplaced(entries)]).toEqual(['1'])
  })

  it('leaves everything but filings alone', () => {
    const messages = [entry('2', 'message', 'c1'), entry('1', 'message', 'c1')]
    expect(findReplaced(messages).size).toBe(0)
  })
})
