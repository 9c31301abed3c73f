import { describe, expect, it } from 'vitest'
import { estimateWaitingSince, findWaitingEvidence } from '../../../../main/messaging/conversations/waiting-since.ts'
import { everything } from '../conversation-records.ts'
import { createHarness } from '../messaging-harness.ts'

describe('the estimated waiting time', () => {
  const said = (key: string, writer: 'buyer' | 'seller' | 'unknown', createdAtMs: number | null) => ({
    key,
    writer,
    sender: writer === 'unknown' ? null : writer,
    createdAtMs,
  })

  it('is the buyer’s first unanswered message, with its evidence', () => {
    const run = findWaitingEvidence([
      said('a', 'buyer', 1),
      said('b', 'seller', 2),
      said('c', 'buyer', 3),
      said('d', 'buyer', 4),
    ])
    expect(estimateWaitingSince(run, null)).toEqual({
      atMs: 3,
      messageKey: 'c',
      sender: 'buyer',
      reason: 'senderIsBuyer',
      platformSaysUnanswered: null,
    })
  })

  it('is unknown after a reply, without a time, or without a sender and the platform’s UNANSWERED filter', () => {
    expect(findWaitingEvidence([said('a', 'buyer', 1), said('b', 'seller', 2)])).toBeNull()
    expect(findWaitingEvidence([said('a', 'buyer', null)])).toBeNull()
    const unnamed = findWaitingEvidence([said('a', 'buyer', 1), said('b', 'unknown', 2)])
    expect(estimateWaitingSince(unnamed, null)).toBeNull()
    expect(estimateWaitingSince(unnamed, false)).toBeNull()
    expect(estimateWaitingSince(unnamed, true)).toMatchObject({ messageKey: 'b', reason: 'platformSaysUnanswered' })
  })

  it('is shown on the row and the thread until a reply is sent', async () => {
    const harness = await createHarness((platform) => {
      const conversation = platform.add({ texts: [] })
      platform.say(conversation, 'Hello', 'buyer', 5_000)
    })
    await harness.clock.advance(5_000)
    const since = async () => (await harness.handlers().thread({ conversationId: 'c1' })).conversation.waitingSince
    expect(await since()).toMatchObject({ atMs: 5_000, reason: 'senderIsBuyer', platformSaysUnanswered: true })
    const [row] = (await harness.handlers().conversations({ ...everything, offset: 0, limit: 10 })).rows
    expect(row?.waitingSince).toEqual(await since())
    await harness.send('Hello to you')
    await harness.clock.advance(15_000)
    expect(await since()).toBeNull()
  })
})
