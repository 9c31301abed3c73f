import { describe, expect, it } from 'vitest'
import { estimateWaitingSinceMs, findWaitingEvidence } from '../../../../main/messaging/conversations/waiting-since.ts'
import { everything } from '../conversation-records.ts'
import { createHarness } from '../messaging-harness.ts'

describe('the estimated waiting time', () => {
  const said = (writer: 'buyer' | 'seller' | 'unknown', createdAtMs: number | null) => ({ writer, createdAtMs })

  it('is the buyer’s first unanswered message', () => {
    const run = findWaitingEvidence([said('buyer', 1), said('seller', 2), said('buyer', 3), said('buyer', 4)])
    expect(estimateWaitingSinceMs(run, null)).toBe(3)
  })

  it('is unknown after a reply, without a time, or without a sender and the platform’s UNANSWERED filter', () => {
    expect(findWaitingEvidence([said('buyer', 1), said('seller', 2)])).toBeNull()
    expect(findWaitingEvidence([said('buyer', null)])).toBeNull()
    const unnamed = findWaitingEvidence([said('buyer', 1), said('unknown', 2)])
    expect(estimateWaitingSinceMs(unnamed, null)).toBeNull()
    expect(estimateWaitingSinceMs(unnamed, false)).toBeNull()
    expect(estimateWaitingSinceMs(unnamed, true)).toBe(2)
  })

  it('is shown on the row and the thread until a reply is sent', async () => {
    const harness = await createHarness((platform) => {
      const conversation = platform.add({ texts: [] })
      platform.say(conversation, 'Hello', 'buyer', 5_000)
    })
    await harness.clock.advance(5_000)
    const since = async () => (await harness.handlers().thread({ conversationId: 'c1' })).conversation.waitingSinceMs
    expect(await since()).toBe(5_000)
    const [row] = (await harness.handlers().conversations({ ...everything, offset: 0, limit: 10 })).rows
    expect(row?.waitingSinceMs).toEqual(await since())
    await harness.send('Hello to you')
    await harness.clock.advance(15_000)
    expect(await since()).toBeNull()
  })
})
