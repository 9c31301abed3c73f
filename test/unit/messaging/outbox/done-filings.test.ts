import { describe, expect, it } from 'vitest'
import { findReplaced } from '../../../../renderer/messaging/outbox/done-filings.ts'

const entry = (id: string, kind: string | null, subject: string | null) => ({ id, kind, subject })

describe('the filings done today', () => {
  it('OFF-07 can be undone only until a newer one has replaced them', () => {
    const entries = [
      entry('4', 'restore', 'conversation:c1'),
      entry('3', 'read', 'conversation:c1'),
      entry('2', 'archive', 'conversation:c2'),
      entry('1', 'archive', 'conversation:c1'),
    ]
    expect([...findReplaced(entries)]).toEqual(['1'])
  })

  it('leaves everything but filings alone', () => {
    const messages = [entry('2', 'message', 'conversation:c1'), entry('1', 'message', 'conversation:c1')]
    expect(findReplaced(messages).size).toBe(0)
  })
})
