import { describe, expect, it } from 'vitest'
import { createHarness, UNDO_MS } from './messaging-harness.ts'

/** Long enough for the undo time, the dispatch and every reading of the thread that follows. */
const ALL_MS = UNDO_MS + 60_000

describe('sending', () => {
  it('keeps the row and removes the draft before anything leaves', async () => {
    const desk = await createHarness()
    const id = await desk.send('Yes, it is.')
    expect(desk.stateOf(id)).toBe('held')
    expect(await desk.draftText()).toBeUndefined()
    expect(desk.platform.sends()).toHaveLength(0)
  })

  it('sends once after the undo time, and the thread shows it', async () => {
    const desk = await createHarness()
    const id = await desk.send('Yes, it is.')
    await desk.clock.advance(ALL_MS)
    expect(desk.stateOf(id)).toBe('sent')
    expect(desk.platform.arrived('c1')).toEqual(['Yes, it is.'])
    const thread = await desk.handlers().thread({ conversationId: 'c1' })
    expect(thread.messages.at(-1)).toMatchObject({ text: 'Yes, it is.', writer: 'seller' })
    expect(thread.outbox).toEqual([])
  })

  it('sends nothing when it is taken back at the last moment', async () => {
    const desk = await createHarness()
    const id = await desk.send('Yes, it is.')
    await desk.clock.advance(UNDO_MS - 1)
    await desk.handlers().takeBack({ id })
    await desk.clock.advance(ALL_MS)
    expect(desk.platform.sends()).toHaveLength(0)
    expect(await desk.draftText()).toBe('Yes, it is.')
  })

  it('sends only the new text after taking back and editing', async () => {
    const desk = await createHarness()
    const id = await desk.send('Yes, it is.')
    await desk.handlers().takeBack({ id })
    await desk.send('No, it is sold.')
    await desk.clock.advance(ALL_MS)
    expect(desk.platform.arrived('c1')).toEqual(['No, it is sold.'])
  })

  it('takes a message back while its thread is being read, and then sends nothing', async () => {
    const desk = await createHarness()
    const id = await desk.send('Yes, it is.')
    desk.platform.beforeAnswer = async (request) => {
      if (request.operation === 'getConversation' && desk.stateOf(id) === 'queued')
        await desk.handlers().takeBack({ id })
    }
    await desk.clock.advance(ALL_MS)
    expect(desk.platform.sends()).toHaveLength(0)
    expect(await desk.draftText()).toBe('Yes, it is.')
  })

  it('keeps both texts when a newer draft was begun meanwhile', async () => {
    const desk = await createHarness()
    const id = await desk.send('First.')
    await desk.write('Second.')
    await desk.handlers().takeBack({ id })
    expect(await desk.draftText()).toBe('First.\n\nSecond.')
  })

  it('sends one request when three windows press send once each', async () => {
    const desk = await createHarness()
    const target = { conversationId: 'c1' }
    const revision = await desk.write('Yes, it is.')
    const presses = await Promise.allSettled([1, 2, 3].map(async () => desk.handlers().send({ target, revision })))
    expect(presses.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    await desk.clock.advance(ALL_MS)
    expect(desk.platform.sends()).toHaveLength(1)
  })

  it('refuses to send a draft that another window changed', async () => {
    const desk = await createHarness()
    const revision = await desk.write('Yes')
    await desk.write('Yes, but')
    await expect(async () =>
      desk.handlers().send({ target: { conversationId: 'c1' }, revision }),
    ).rejects.toMatchObject({
      detail: { kind: 'conflict' },
    })
  })

  it('MSG-09 refuses a text above 2,000 code points before it enters the outbox, and keeps the draft', async () => {
    const desk = await createHarness()
    await expect(desk.send('🦊'.repeat(2001))).rejects.toMatchObject({ detail: { kind: 'validation' } })
    expect(await desk.draftText()).toBe('🦊'.repeat(2001))
    const id = await desk
      .write('🦊'.repeat(2000))
      .then((revision) => desk.handlers().send({ target: { conversationId: 'c1' }, revision }))
    expect(id).toMatchObject({ undoUntilMs: desk.clock.nowMs() + UNDO_MS })
  })

  it('MSG-22 takes no answer to a notice of the platform', async () => {
    const desk = await createHarness((platform) => void platform.add({ type: 'FROM_SVC' }))
    await expect(desk.send('Thank you')).rejects.toMatchObject({ detail: { kind: 'validation' } })
    expect((await desk.handlers().thread({ conversationId: 'c1' })).canReply).toBe(false)
  })

  it('asks for a review when the buyer has written since the draft was begun', async () => {
    const desk = await createHarness()
    const revision = await desk.write('Yes, it is.')
    const [conversation] = desk.platform.conversations
    if (conversation === undefined) throw new Error('no conversation')
    desk.platform.say(conversation, 'Never mind', 'buyer')
    await desk.handlers().refreshThread({ conversationId: 'c1' })
    const target = { conversationId: 'c1' }
    await expect(async () => desk.handlers().send({ target, revision })).rejects.toThrow('1 new message')
    const { buyerMessages } = await desk.handlers().thread(target)
    await desk.handlers().markReviewed({ target, revision, buyerMessagesSeen: buyerMessages })
    expect(await desk.handlers().send({ target, revision })).toHaveProperty('id')
  })

  it('keeps the order of a conversation: a second message waits for the first', async () => {
    const desk = await createHarness()
    desk.platform.endings = ['status429', 'answered']
    await desk.send('One')
    await desk.send('Two')
    await desk.clock.advance(UNDO_MS + 5_000)
    expect((await desk.handlers().outbox({})).entries.map(({ waitsForEarlier }) => waitsForEarlier)).toEqual([
      false,
      true,
    ])
    await desk.clock.advance(ALL_MS)
    expect(desk.platform.arrived('c1')).toEqual(['One', 'Two'])
  })

  it('begins a conversation with a person', async () => {
    const desk = await createHarness()
    const id = await desk.send('Your parcel is on its way.', { otherPartyUsername: 'buyer1' })
    await desk.clock.advance(ALL_MS)
    expect(desk.stateOf(id)).toBe('sent')
    expect(JSON.parse(desk.platform.sends()[0]?.body ?? '{}')).toEqual({
      otherPartyUsername: 'buyer1',
      messageText: 'Your parcel is on its way.',
    })
  })
})

describe('how a send ends', () => {
  it.each(['answered', 'answeredEmpty', 'answeredCut'] as const)(
    'MSG-12 is sent with a success line, whatever the body: %s',
    async (ending) => {
      const desk = await createHarness()
      desk.platform.endings = [ending]
      const id = await desk.send('Yes')
      await desk.clock.advance(ALL_MS)
      expect(desk.stateOf(id)).toBe('sent')
      expect(desk.platform.sends()).toHaveLength(1)
    },
  )

  it.each(['droppedAfterActing', 'status500AfterActing'] as const)(
    'MSG-13 is not sent again after %s, and found in the thread',
    async (ending) => {
      const desk = await createHarness()
      desk.platform.endings = [ending]
      const id = await desk.send('Yes')
      await desk.clock.advance(UNDO_MS)
      expect(desk.stateOf(id)).toBe('unknown')
      await desk.clock.advance(ALL_MS)
      expect(desk.detailOf(id)).toMatchObject({ state: 'sent', known: 'thread' })
      expect(desk.platform.arrived('c1')).toEqual(['Yes'])
    },
  )

  it('holds a message for its undo time and no longer where the clock is put back by five hours', async () => {
    const desk = await createHarness()
    const id = await desk.send('Yes')
    await desk.clock.advance(0)
    desk.clock.jump(-5 * 3_600_000)
    await desk.clock.advance(UNDO_MS - 1)
    expect(desk.stateOf(id)).toBe('held')
    await desk.clock.advance(1)
    expect(desk.stateOf(id)).toBe('sent')
    expect(desk.platform.arrived('c1')).toEqual(['Yes'])
  })

  it('MSG-13 shows a message that was found in the thread once, however long the finding took', async () => {
    const desk = await createHarness()
    desk.platform.endings = ['droppedAfterActing']
    const id = await desk.send('Yes')
    await desk.clock.advance(UNDO_MS)
    desk.hooks.onEmit = (name) => {
      if (name === 'threadChanged') desk.clock.jump(7)
    }
    // To the first reading and no further: a later one of the whole thread would hide the fault.
    await desk.clock.advance(2_000)
    expect(desk.stateOf(id)).toBe('sent')
    const { messages, outbox } = await desk.handlers().thread({ conversationId: 'c1' })
    expect([...messages, ...outbox].filter((one) => JSON.stringify(one).includes('"Yes"'))).toHaveLength(1)
  })

  it.each(['droppedBeforeActing', 'status500BeforeActing', 'unknownThrow'] as const)(
    'MSG-13 is not sent again after %s, and never said to be sent',
    async (ending) => {
      const desk = await createHarness()
      desk.platform.endings = [ending]
      const id = await desk.send('Yes')
      await desk.clock.advance(ALL_MS)
      expect(desk.stateOf(id)).toBe('notFound')
      await desk.clock.advance(10 * ALL_MS)
      expect(desk.platform.sends()).toHaveLength(1)
    },
  )

  it('MSG-13 sends once more only when the user decides so', async () => {
    const desk = await createHarness()
    desk.platform.endings = ['droppedBeforeActing', 'answered']
    const id = await desk.send('Yes')
    await desk.clock.advance(ALL_MS)
    await desk.handlers().sendNow({ id })
    await desk.clock.advance(ALL_MS)
    expect(desk.stateOf(id)).toBe('sent')
    expect(desk.platform.arrived('c1')).toEqual(['Yes'])
  })

  it('MSG-13 does not send once more what turned up late', async () => {
    const desk = await createHarness()
    desk.platform.endings = ['droppedBeforeActing', 'answered']
    const id = await desk.send('Yes')
    await desk.clock.advance(ALL_MS)
    const [conversation] = desk.platform.conversations
    if (conversation === undefined) throw new Error('no conversation')
    desk.platform.say(conversation, 'Yes', 'seller')
    await desk.handlers().sendNow({ id })
    await desk.clock.advance(ALL_MS)
    expect(desk.detailOf(id)).toMatchObject({ state: 'sent', known: 'thread' })
    expect(desk.platform.arrived('c1')).toEqual(['Yes'])
  })

  it('MSG-13 leaves it to the user where the thread cannot be read, and reads it once it can', async () => {
    const desk = await createHarness()
    desk.platform.endings = ['droppedAfterActing']
    const id = await desk.send('Yes')
    await desk.clock.advance(UNDO_MS)
    desk.platform.threadStatus = 503
    await desk.clock.advance(ALL_MS)
    expect(desk.stateOf(id)).toBe('unknown')
    desk.platform.threadStatus = undefined
    await desk.clock.advance(60_000)
    expect(desk.stateOf(id)).toBe('sent')
  })

  it('MSG-13 takes the user’s word on an uncertain message', async () => {
    const desk = await createHarness()
    desk.platform.endings = ['droppedBeforeActing']
    const id = await desk.send('Yes')
    await desk.clock.advance(UNDO_MS)
    await desk.handlers().settle({ id, arrived: false })
    expect(desk.detailOf(id)).toMatchObject({ state: 'notFound', known: 'user' })
    await desk.handlers().discard({ id })
    await desk.clock.advance(ALL_MS)
    expect(desk.platform.sends()).toHaveLength(1)
    expect((await desk.handlers().outbox({})).entries).toEqual([])
  })

  it('refuses to take back or throw away what may have arrived', async () => {
    const desk = await createHarness()
    desk.platform.endings = ['droppedAfterActing']
    const id = await desk.send('Yes')
    await desk.clock.advance(UNDO_MS)
    await expect(async () => desk.handlers().takeBack({ id })).rejects.toMatchObject({ detail: { kind: 'conflict' } })
    await expect(async () => desk.handlers().discard({ id })).rejects.toMatchObject({ detail: { kind: 'conflict' } })
    await expect(async () => desk.handlers().sendNow({ id })).rejects.toMatchObject({ detail: { kind: 'conflict' } })
  })

  it('waits in the queue while nobody can be reached, and goes by itself once they can', async () => {
    const desk = await createHarness()
    await desk.setAway(true)
    const id = await desk.send('Yes')
    await desk.clock.advance(10 * 60_000)
    expect(await desk.entry(id)).toMatchObject({
      state: { state: 'queued' },
      attempts: 0,
      lastError: { kind: 'offline' },
    })
    await desk.setAway(false)
    await desk.clock.advance(1_000)
    expect(desk.stateOf(id)).toBe('sent')
    expect(desk.platform.arrived('c1')).toEqual(['Yes'])
  })

  it('queues again when the connection for the send itself is refused', async () => {
    const desk = await createHarness()
    desk.platform.endings = ['refusedConnection', 'refusedConnection', 'answered']
    const id = await desk.send('Yes')
    await desk.clock.advance(ALL_MS)
    expect(desk.stateOf(id)).toBe('sent')
    expect(desk.platform.sends()).toHaveLength(3)
    expect(desk.platform.arrived('c1')).toEqual(['Yes'])
  })

  it('MSG-20 waits the seconds of Retry-After and sends then', async () => {
    const desk = await createHarness()
    desk.platform.endings = ['status429', 'answered']
    const id = await desk.send('Yes')
    await desk.clock.advance(UNDO_MS)
    expect(desk.detailOf(id)).toMatchObject({ state: 'deferred', untilMs: desk.clock.nowMs() + 20_000 })
    await desk.clock.advance(19_999)
    expect(desk.platform.sends()).toHaveLength(1)
    await desk.clock.advance(1)
    expect(desk.stateOf(id)).toBe('sent')
  })

  it('tries again after a 401, which was not carried out', async () => {
    const desk = await createHarness()
    desk.platform.endings = ['status401', 'answered']
    const id = await desk.send('Yes')
    await desk.clock.advance(UNDO_MS)
    expect(await desk.entry(id)).toMatchObject({ state: { state: 'deferred' }, lastError: { kind: 'signInNeeded' } })
    await desk.clock.advance(ALL_MS)
    expect(desk.platform.arrived('c1')).toEqual(['Yes'])
  })

  it('MSG-21 shows why the platform refused it, with what to do', async () => {
    const desk = await createHarness()
    desk.platform.endings = ['status400', 'answered']
    const id = await desk.send('Yes')
    await desk.clock.advance(UNDO_MS)
    expect(await desk.entry(id)).toMatchObject({
      state: { state: 'rejected' },
      lastError: { kind: 'service', errorId: 13007, cause: 'The text is longer than 2,000 characters.' },
    })
    await desk.clock.advance(ALL_MS)
    expect(desk.platform.sends()).toHaveLength(1)
    await desk.handlers().takeBack({ id })
    expect(await desk.draftText()).toBe('Yes')
  })
})

describe('the program ends', () => {
  it('loses nothing and sends once after a crash in the undo time', async () => {
    const desk = await createHarness()
    const id = await desk.send('Yes')
    await desk.crashAndRestart()
    expect(desk.stateOf(id)).toBe('held')
    await desk.clock.advance(ALL_MS)
    expect(desk.platform.arrived('c1')).toEqual(['Yes'])
  })

  it('loses nothing and sends once after a crash while the thread is read before sending', async () => {
    const desk = await createHarness()
    const id = await desk.send('Yes')
    let reached = false
    desk.platform.beforeAnswer = (request) => {
      if (request.operation !== 'getConversation' || reached) return undefined
      reached = true
      return new Promise(() => undefined)
    }
    await desk.clock.advance(UNDO_MS)
    expect([reached, desk.stateOf(id)]).toEqual([true, 'queued'])
    await desk.crashAndRestart()
    await desk.clock.advance(ALL_MS)
    expect(desk.platform.arrived('c1')).toEqual(['Yes'])
  })

  it.each([
    ['before the platform acts', false, 'notFound', []],
    ['after the platform acted', true, 'sent', ['Yes']],
  ] as const)(
    'MSG-13 makes what was on its way uncertain after a crash %s, and sends nothing again',
    async (_, acts, end, arrived) => {
      const desk = await createHarness()
      desk.platform.endings = ['never']
      const id = await desk.send('Yes')
      desk.platform.beforeAnswer = (request) => {
        const [conversation] = desk.platform.conversations
        if (request.operation === 'sendMessage' && acts && conversation !== undefined)
          desk.platform.say(conversation, 'Yes', 'seller')
      }
      await desk.clock.advance(UNDO_MS)
      expect(desk.stateOf(id)).toBe('sending')
      await desk.crashAndRestart()
      expect(desk.platform.sends()).toHaveLength(1)
      await desk.clock.advance(ALL_MS)
      expect(desk.stateOf(id)).toBe(end)
      expect(desk.platform.sends()).toHaveLength(1)
      expect(desk.platform.arrived('c1')).toEqual(arrived)
    },
  )

  it('goes on settling an uncertain message after a crash', async () => {
    const desk = await createHarness()
    desk.platform.endings = ['droppedAfterActing']
    const id = await desk.send('Yes')
    await desk.clock.advance(UNDO_MS)
    await desk.crashAndRestart()
    await desk.clock.advance(ALL_MS)
    expect(desk.detailOf(id)).toMatchObject({ state: 'sent', known: 'thread' })
    expect(desk.platform.sends()).toHaveLength(1)
  })

  it('gives what is on its way a moment at a quiet end, and says uncertain when no answer comes', async () => {
    const desk = await createHarness()
    desk.platform.endings = ['never']
    const id = await desk.send('Yes')
    await desk.clock.advance(UNDO_MS)
    const stopped = desk.room().stop()
    await desk.clock.advance(5_000)
    await stopped
    expect(desk.stateOf(id)).toBe('unknown')
  })
})
