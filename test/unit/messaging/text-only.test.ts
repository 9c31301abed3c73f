/** Messages with only a text, all that the documents promise: news is what was not there at the last reading. */
import { describe, expect, it } from 'vitest'
import { firstPage } from './conversation-records.ts'
import { createHarness } from './messaging-harness.ts'

type Harness = Awaited<ReturnType<typeof createHarness>>

const listIds = async (harness: Harness, view: 'all' | 'snoozed' | 'unanswered' = 'all') =>
  (await harness.handlers().conversations({ ...firstPage, view })).rows.map(({ conversationId }) => conversationId)
const first = ({ platform }: Harness) => {
  const [conversation] = platform.conversations
  if (conversation === undefined) throw new Error('no conversation')
  return conversation
}
const openTwo = () =>
  createHarness((platform) => {
    platform.add({ conversationId: 'c1', createdAtMs: Date.UTC(2026, 9, 1) })
    platform.add({ conversationId: 'c2', createdAtMs: Date.UTC(2026, 9, 2) })
  })

describe('a new message without a time', () => {
  it('moves its conversation to the top', async () => {
    const harness = await openTwo()
    expect(await listIds(harness)).toEqual(['c2', 'c1'])
    harness.platform.say(first(harness), 'Is it blue?', 'buyer')
    await harness.clock.advance(31_000)
    expect(await listIds(harness)).toEqual(['c1', 'c2'])
    harness.platform.say(harness.platform.conversations[1] ?? first(harness), 'And mine?', 'buyer')
    await harness.clock.advance(31_000)
    expect(await listIds(harness)).toEqual(['c2', 'c1'])
  })

  it('ends a snooze and the mark that no reply is needed', async () => {
    const harness = await openTwo()
    await harness.handlers().snooze({ conversationIds: ['c1'], untilMs: harness.clock.nowMs() + 86_400_000 })
    await harness.handlers().setNoReplyNeeded({ conversationIds: ['c1'], noReplyNeeded: true })
    harness.platform.say(first(harness), 'Is it blue?', 'buyer')
    await harness.clock.advance(31_000)
    expect(await listIds(harness, 'snoozed')).toEqual([])
    expect(await listIds(harness, 'unanswered')).toContain('c1')
  })

  it('ends no snooze if only the read mark changed', async () => {
    const harness = await openTwo()
    await harness.handlers().snooze({ conversationIds: ['c1'], untilMs: harness.clock.nowMs() + 86_400_000 })
    first(harness).messageStatus = 'READ'
    await harness.clock.advance(31_000)
    expect(await listIds(harness, 'snoozed')).toEqual(['c1'])
  })

  it('returns an archived conversation to the inbox', async () => {
    const harness = await createHarness((platform) => {
      platform.hidesArchived = true
      platform.add({ messageStatus: 'ARCHIVE' })
    })
    expect(await listIds(harness)).toEqual([])
    first(harness).messageStatus = 'UNREAD'
    harness.platform.say(first(harness), 'Hello again', 'buyer')
    await harness.clock.advance(31_000)
    expect(await listIds(harness)).toEqual(['c1'])
  })
})

describe('deleting a conversation that was never read', () => {
  const deleteUnread = async (meanwhile: (harness: Harness) => void) => {
    const harness = await createHarness((platform) => {
      platform.add({ conversationId: 'c1' })
      platform.threadStatus = 500
    })
    await harness.deleteShown(['c1'])
    await harness.clock.advance(10_000)
    meanwhile(harness)
    harness.platform.threadStatus = undefined
    await harness.clock.advance(40_000)
    return harness.platform.conversations.length
  }

  it('MSG-16 OFF-02 does not delete what the buyer wrote meanwhile', async () => {
    expect(await deleteUnread((harness) => harness.platform.say(first(harness), 'Wait, I want it', 'buyer'))).toBe(1)
  })

  it('MSG-16 deletes it if nothing was written', async () => {
    expect(await deleteUnread(() => undefined)).toBe(0)
  })
})

describe('archiving just after the buyer wrote', () => {
  it('OFF-02 MSG-14 does not hide a message that the list shows by now', async () => {
    const harness = await openTwo()
    await harness.clock.advance(60_000)
    harness.platform.say(first(harness), 'Is it blue?', 'buyer')
    await harness.handlers().file({ conversationIds: ['c1'], action: 'archive' })
    await harness.clock.advance(10_000)
    expect(first(harness).messageStatus).not.toBe('ARCHIVE')
    expect(await listIds(harness)).toContain('c1')
  })
})
