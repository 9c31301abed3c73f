import { describe, expect, it } from 'vitest'
import { emptyContent } from '../../../../shared/messaging/message-text.ts'
import { settle } from '../../../support/fake-clock.ts'
import { firstPage } from '../conversation-records.ts'
import { createHarness, UNDO_MS } from '../messaging-harness.ts'

/** Long enough for the undo time, the send and every following read of the thread. */
const ALL_MS = UNDO_MS + 60_000

describe('sending', () => {
  it('stores the message and removes the draft before sending', async () => {
    const harness = await createHarness()
    const id = await harness.send('Yes, it is.')
    expect(harness.stateOf(id)).toBe('delayed')
    expect(await harness.draftText()).toBeUndefined()
    expect(harness.platform.sends()).toHaveLength(0)
  })

  it('sends once after the undo time, and the thread shows it', async () => {
    const harness = await createHarness()
    const id = await harness.send('Yes, it is.')
    await harness.clock.advance(ALL_MS)
    expect(harness.stateOf(id)).toBe('sent')
    expect(harness.platform.arrived('c1')).toEqual(['Yes, it is.'])
    const thread = await harness.handlers().thread({ conversationId: 'c1' })
    expect(thread.messages.at(-1)).toMatchObject({ text: 'Yes, it is.', writer: 'seller' })
    expect(thread.outbox).toEqual([])
  })

  it('sends nothing when withdrawn at the last moment', async () => {
    const harness = await createHarness()
    const id = await harness.send('Yes, it is.')
    await harness.clock.advance(UNDO_MS - 1)
    harness.outbound().withdraw(id)
    await harness.clock.advance(ALL_MS)
    expect(harness.platform.sends()).toHaveLength(0)
    expect(await harness.draftText()).toBe('Yes, it is.')
  })

  it('sends only the new text after withdrawing and editing', async () => {
    const harness = await createHarness()
    const id = await harness.send('Yes, it is.')
    harness.outbound().withdraw(id)
    await harness.send('No, it is sold.')
    await harness.clock.advance(ALL_MS)
    expect(harness.platform.arrived('c1')).toEqual(['No, it is sold.'])
  })

  it('can be withdrawn while its thread is being read', async () => {
    const harness = await createHarness()
    const id = await harness.send('Yes, it is.')
    harness.platform.beforeAnswer = async (request) => {
      if (request.operation === 'getConversation' && harness.stateOf(id) === 'queued') harness.outbound().withdraw(id)
    }
    await harness.clock.advance(ALL_MS)
    expect(harness.platform.sends()).toHaveLength(0)
    expect(await harness.draftText()).toBe('Yes, it is.')
  })

  it('keeps both texts when a newer draft exists', async () => {
    const harness = await createHarness()
    const id = await harness.send('First.')
    await harness.write('Second.')
    harness.outbound().withdraw(id)
    expect(await harness.draftText()).toBe('First.\n\nSecond.')
  })

  it('sends once when three windows send at the same time', async () => {
    const harness = await createHarness()
    const target = { conversationId: 'c1' }
    const revision = await harness.write('Yes, it is.')
    const presses = await Promise.allSettled([1, 2, 3].map(async () => harness.handlers().send({ target, revision })))
    expect(presses.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    await harness.clock.advance(ALL_MS)
    expect(harness.platform.sends()).toHaveLength(1)
  })

  it('refuses to send a draft that another window changed', async () => {
    const harness = await createHarness()
    const revision = await harness.write('Yes')
    await harness.write('Yes, but')
    await expect(async () =>
      harness.handlers().send({ target: { conversationId: 'c1' }, revision }),
    ).rejects.toMatchObject({
      detail: { kind: 'conflict' },
    })
  })

  it('MSG-09 refuses a text above 2,000 code points before it enters the outbox, and keeps the draft', async () => {
    const harness = await createHarness()
    await expect(harness.send('🦊'.repeat(2001))).rejects.toMatchObject({ detail: { kind: 'validation' } })
    expect(await harness.draftText()).toBe('🦊'.repeat(2001))
    const id = await harness
      .write('🦊'.repeat(2000))
      .then((revision) => harness.handlers().send({ target: { conversationId: 'c1' }, revision }))
    expect(id).toMatchObject({ undoUntilMs: harness.clock.nowMs() + UNDO_MS })
  })

  it('MSG-22 refuses replies to platform notices', async () => {
    const harness = await createHarness((platform) => void platform.add({ type: 'FROM_SVC' }))
    await expect(harness.send('Thank you')).rejects.toMatchObject({ detail: { kind: 'validation' } })
    expect((await harness.handlers().thread({ conversationId: 'c1' })).canReply).toBe(false)
  })

  it('requires a review if the buyer has written since the draft was started', async () => {
    const harness = await createHarness()
    const revision = await harness.write('Yes, it is.')
    const [conversation] = harness.platform.conversations
    if (conversation === undefined) throw new Error('no conversation')
    harness.platform.say(conversation, 'Never mind', 'buyer')
    await harness.handlers().refreshThread({ conversationId: 'c1' })
    const target = { conversationId: 'c1' }
    await expect(async () => harness.handlers().send({ target, revision })).rejects.toThrow(
      'A new message hadn’t been shown yet',
    )
    const { buyerMessages } = await harness.handlers().thread(target)
    await harness.handlers().markReviewed({ target, revision, buyerMessagesSeen: buyerMessages ?? 0 })
    expect(await harness.handlers().send({ target, revision })).toHaveProperty('id')
  })

  it('sends the messages of a conversation in order', async () => {
    const harness = await createHarness()
    harness.platform.endings = ['status429', 'answered']
    await harness.send('One')
    await harness.send('Two')
    await harness.clock.advance(UNDO_MS + 5_000)
    expect(
      harness
        .outbound()
        .list()
        .map(({ waitsForEarlier }) => waitsForEarlier),
    ).toEqual([false, true])
    await harness.clock.advance(ALL_MS)
    expect(harness.platform.arrived('c1')).toEqual(['One', 'Two'])
  })

  it('sends the next message although the platform pauses reads after the first', async () => {
    const harness = await createHarness()
    await harness.send('First')
    await harness.send('Second')
    harness.platform.afterAnswer = ({ operation, maxWaitMs }) => {
      if (operation !== 'getConversation' || harness.platform.arrived('c1').length === 0) return undefined
      return maxWaitMs === undefined ? new Promise(() => undefined) : undefined
    }
    await harness.clock.advance(UNDO_MS + 5_000)
    expect(harness.platform.arrived('c1')).toEqual(['First', 'Second'])
  })

  it('says in every conversation of a buyer that a reply waits for an earlier one', async () => {
    const harness = await createHarness((platform) => {
      platform.add({ buyer: 'anna' })
      platform.add({ buyer: 'anna', conversationId: 'other' })
    })
    harness.platform.endings = ['droppedBeforeActing']
    await harness.send('First')
    await harness.clock.advance(UNDO_MS)
    await harness.send('Second', { conversationId: 'other' })
    await harness.clock.advance(UNDO_MS)
    const { outbox } = await harness.handlers().thread({ conversationId: 'other' })
    expect(outbox).toMatchObject([{ waitsForEarlier: true }])
  })

  it('starts a conversation with a person', async () => {
    const harness = await createHarness()
    const id = await harness.send('Your parcel is on its way.', { otherPartyUsername: 'buyer1' })
    await harness.clock.advance(ALL_MS)
    expect(harness.stateOf(id)).toBe('sent')
    expect(JSON.parse(harness.platform.sends()[0]?.body ?? '{}')).toEqual({
      otherPartyUsername: 'buyer1',
      messageText: 'Your parcel is on its way.',
    })
  })
})

describe('how a send ends', () => {
  it.each(['answered', 'answeredEmpty', 'answeredCut'] as const)(
    'MSG-12 is sent with a success line, whatever the body: %s',
    async (ending) => {
      const harness = await createHarness()
      harness.platform.endings = [ending]
      const id = await harness.send('Yes')
      await harness.clock.advance(ALL_MS)
      expect(harness.stateOf(id)).toBe('sent')
      expect(harness.platform.sends()).toHaveLength(1)
    },
  )

  it.each(['droppedAfterActing', 'status500AfterActing'] as const)(
    'MSG-13 is not sent again after %s, and found in the thread',
    async (ending) => {
      const harness = await createHarness()
      harness.platform.endings = [ending]
      const id = await harness.send('Yes')
      await harness.clock.advance(UNDO_MS)
      expect(harness.stateOf(id)).toBe('unknown')
      await harness.clock.advance(ALL_MS)
      expect(harness.detailOf(id)).toMatchObject({ state: 'sent', known: 'reading' })
      expect(harness.platform.arrived('c1')).toEqual(['Yes'])
    },
  )

  it('holds a message for exactly its undo time if the clock is set back by five hours', async () => {
    const harness = await createHarness()
    const id = await harness.send('Yes')
    await harness.clock.advance(0)
    harness.clock.jump(-5 * 3_600_000)
    await harness.clock.advance(UNDO_MS - 1)
    expect(harness.stateOf(id)).toBe('delayed')
    await harness.clock.advance(1)
    expect(harness.stateOf(id)).toBe('sent')
    expect(harness.platform.arrived('c1')).toEqual(['Yes'])
  })

  it('shows a just sent message even if an earlier read arrives', async () => {
    const harness = await createHarness()
    const { platform, clock } = harness
    const id = await harness.send('Yes, it is.')
    let arrive: () => void = () => undefined
    platform.afterAnswer = () => new Promise((resolve) => (arrive = resolve))
    const refreshed = harness.handlers().refreshThread({ conversationId: 'c1' })
    await settle()
    platform.afterAnswer = undefined
    platform.beforeAnswer = ({ operation }) => {
      // The send takes longer than the check before it.
      if (operation === 'sendMessage') clock.jump(1)
      return operation === 'getConversation' && harness.stateOf(id) === 'sent'
        ? new Promise(() => undefined)
        : undefined
    }
    await clock.advance(UNDO_MS + 1_000)
    expect(harness.stateOf(id)).toBe('sent')
    arrive()
    await refreshed
    const thread = await harness.handlers().thread({ conversationId: 'c1' })
    expect([...thread.messages, ...thread.outbox.map(({ written }) => ({ text: written?.text }))]).toMatchObject([
      { text: 'Is this still available' },
      { text: 'Yes, it is.' },
    ])
  })

  it('MSG-13 shows a message found in the thread once, however long that took', async () => {
    const harness = await createHarness()
    harness.platform.endings = ['droppedAfterActing']
    const id = await harness.send('Yes')
    await harness.clock.advance(UNDO_MS)
    harness.hooks.onEmit = (name) => {
      if (name === 'threadChanged') harness.clock.jump(7)
    }
    // Only up to the first read: a later one of the whole thread would hide the bug.
    await harness.clock.advance(2_000)
    expect(harness.stateOf(id)).toBe('sent')
    const { messages, outbox } = await harness.handlers().thread({ conversationId: 'c1' })
    expect([...messages, ...outbox].filter((one) => JSON.stringify(one).includes('"Yes"'))).toHaveLength(1)
  })

  it('leaves a conversation unanswered if the buyer wrote again before the message was found there', async () => {
    const harness = await createHarness((platform, clock) => {
      platform.say(platform.add({ texts: [] }), 'Is this still available?', 'buyer', clock.nowMs())
    })
    const { platform, clock } = harness
    const [conversation] = platform.conversations
    if (conversation === undefined) throw new Error('no conversation')
    platform.endings = ['droppedBeforeActing']
    const id = await harness.send('Yes, it is.')
    await clock.advance(UNDO_MS)
    await harness.setAway(true)
    platform.say(conversation, 'Yes, it is.', 'seller', clock.nowMs())
    await clock.advance(60_000)
    platform.say(conversation, 'What does it cost?', 'buyer', clock.nowMs())
    await harness.setAway(false)
    await clock.advance(60_000)
    expect(harness.stateOf(id)).toBe('sent')
    const { rows } = await harness.handlers().conversations({ ...firstPage, view: 'unanswered' })
    expect(rows.map(({ conversationId }) => conversationId)).toEqual(['c1'])
  })

  it.each(['droppedBeforeActing', 'status500BeforeActing', 'unknownThrow'] as const)(
    'MSG-13 is not sent again after %s, and never said to be sent',
    async (ending) => {
      const harness = await createHarness()
      harness.platform.endings = [ending]
      const id = await harness.send('Yes')
      await harness.clock.advance(ALL_MS)
      expect(harness.stateOf(id)).toBe('notFound')
      await harness.clock.advance(10 * ALL_MS)
      expect(harness.platform.sends()).toHaveLength(1)
    },
  )

  it('MSG-13 resends only if the user decides so', async () => {
    const harness = await createHarness()
    harness.platform.endings = ['droppedBeforeActing', 'answered']
    const id = await harness.send('Yes')
    await harness.clock.advance(ALL_MS)
    harness.outbound().sendNow([id])
    await harness.clock.advance(ALL_MS)
    expect(harness.stateOf(id)).toBe('sent')
    expect(harness.platform.arrived('c1')).toEqual(['Yes'])
  })

  it('MSG-13 does not resend a message that turned up late', async () => {
    const harness = await createHarness()
    harness.platform.endings = ['droppedBeforeActing', 'answered']
    const id = await harness.send('Yes')
    await harness.clock.advance(ALL_MS)
    const [conversation] = harness.platform.conversations
    if (conversation === undefined) throw new Error('no conversation')
    harness.platform.say(conversation, 'Yes', 'seller')
    harness.outbound().sendNow([id])
    await harness.clock.advance(ALL_MS)
    expect(harness.detailOf(id)).toMatchObject({ state: 'sent', known: 'reading' })
    expect(harness.platform.arrived('c1')).toEqual(['Yes'])
  })

  it('MSG-13 leaves the decision to the user if the thread cannot be read, and reads it once it can', async () => {
    const harness = await createHarness()
    harness.platform.endings = ['droppedAfterActing']
    const id = await harness.send('Yes')
    await harness.clock.advance(UNDO_MS)
    harness.platform.threadStatus = 503
    await harness.clock.advance(ALL_MS)
    expect(harness.stateOf(id)).toBe('unknown')
    harness.platform.threadStatus = undefined
    await harness.clock.advance(60_000)
    expect(harness.stateOf(id)).toBe('sent')
  })

  it('MSG-13 lets the user settle an unknown message', async () => {
    const harness = await createHarness()
    harness.platform.endings = ['droppedBeforeActing']
    const id = await harness.send('Yes')
    await harness.clock.advance(UNDO_MS)
    harness.outbound().settle(id, false)
    expect(harness.detailOf(id)).toMatchObject({ state: 'notFound', known: 'user' })
    harness.outbound().discard([id])
    await harness.clock.advance(ALL_MS)
    expect(harness.platform.sends()).toHaveLength(1)
    expect(harness.outbound().list()).toEqual([])
  })

  it('refuses to withdraw or discard what may have arrived', async () => {
    const harness = await createHarness()
    harness.platform.endings = ['droppedAfterActing']
    const id = await harness.send('Yes')
    await harness.clock.advance(UNDO_MS)
    await expect(async () => harness.outbound().withdraw(id)).rejects.toMatchObject({
      detail: { kind: 'conflict' },
    })
    await expect(async () => harness.outbound().discard([id])).rejects.toMatchObject({ detail: { kind: 'conflict' } })
    await expect(async () => harness.outbound().sendNow([id])).rejects.toMatchObject({ detail: { kind: 'conflict' } })
  })

  it('waits in the queue while the platform cannot be reached, and is sent afterwards', async () => {
    const harness = await createHarness()
    await harness.setAway(true)
    const id = await harness.send('Yes')
    await harness.clock.advance(10 * 60_000)
    expect(harness.entry(id)).toMatchObject({
      state: 'queued',
      error: { kind: 'offline' },
    })
    await harness.setAway(false)
    await harness.clock.advance(1_000)
    expect(harness.stateOf(id)).toBe('sent')
    expect(harness.platform.arrived('c1')).toEqual(['Yes'])
  })

  it('OFF-01 waits for the connection to come back online, and retries when the seller says so', async () => {
    const harness = await createHarness()
    await harness.setAway(true)
    const id = await harness.send('Yes')
    await harness.clock.advance(UNDO_MS)
    const reads = (): number =>
      harness.platform.requests.filter(
        ({ operation, purpose }) => operation === 'getConversation' && purpose === undefined,
      ).length
    const tried = reads()
    await harness.clock.advance(10 * 60_000)
    expect(reads()).toBe(tried)
    harness.outbound().sendNow([id])
    await harness.clock.advance(60_000)
    expect(reads()).toBe(tried + 1)
    expect(harness.stateOf(id)).toBe('queued')
  })

  it('queues again when the connection for the send itself is refused', async () => {
    const harness = await createHarness()
    harness.platform.endings = ['refusedConnection', 'refusedConnection', 'answered']
    const id = await harness.send('Yes')
    await harness.clock.advance(ALL_MS)
    expect(harness.stateOf(id)).toBe('sent')
    expect(harness.platform.sends()).toHaveLength(3)
    expect(harness.platform.arrived('c1')).toEqual(['Yes'])
  })

  it('MSG-20 waits the seconds of Retry-After and sends then', async () => {
    const harness = await createHarness()
    harness.platform.endings = ['status429', 'answered']
    const id = await harness.send('Yes')
    await harness.clock.advance(UNDO_MS)
    expect(harness.detailOf(id)).toMatchObject({ state: 'waiting', untilMs: harness.clock.nowMs() + 20_000 })
    await harness.clock.advance(19_999)
    expect(harness.platform.sends()).toHaveLength(1)
    await harness.clock.advance(1)
    expect(harness.stateOf(id)).toBe('sent')
  })

  it('retries after a 401, which was not carried out', async () => {
    const harness = await createHarness()
    harness.platform.endings = ['status401', 'answered']
    const id = await harness.send('Yes')
    await harness.clock.advance(UNDO_MS)
    expect(harness.entry(id)).toMatchObject({ state: 'waiting', error: { kind: 'signInNeeded' } })
    await harness.clock.advance(ALL_MS)
    expect(harness.platform.arrived('c1')).toEqual(['Yes'])
  })

  it('MSG-21 shows why the platform refused it, with the remedy', async () => {
    const harness = await createHarness()
    harness.platform.endings = ['status400', 'answered']
    const id = await harness.send('Yes')
    await harness.clock.advance(UNDO_MS)
    expect(harness.entry(id)).toMatchObject({
      state: 'refused',
      error: { kind: 'service', errorId: 13007, cause: 'The text is longer than 2,000 characters.' },
    })
    await harness.clock.advance(ALL_MS)
    expect(harness.platform.sends()).toHaveLength(1)
    harness.outbound().withdraw(id)
    expect(await harness.draftText()).toBe('Yes')
  })
})

describe('a crash or quit', () => {
  it('loses nothing and sends once after a crash in the undo time', async () => {
    const harness = await createHarness()
    const id = await harness.send('Yes')
    await harness.crashAndRestart()
    expect(harness.stateOf(id)).toBe('delayed')
    await harness.clock.advance(ALL_MS)
    expect(harness.platform.arrived('c1')).toEqual(['Yes'])
  })

  it('loses nothing and sends once after a crash while the thread is read before sending', async () => {
    const harness = await createHarness()
    const id = await harness.send('Yes')
    let reached = false
    harness.platform.beforeAnswer = (request) => {
      if (request.operation !== 'getConversation' || reached) return undefined
      reached = true
      return new Promise(() => undefined)
    }
    await harness.clock.advance(UNDO_MS)
    expect([reached, harness.stateOf(id)]).toEqual([true, 'queued'])
    await harness.crashAndRestart()
    await harness.clock.advance(ALL_MS)
    expect(harness.platform.arrived('c1')).toEqual(['Yes'])
  })

  it.each([
    ['before the platform acts', false, 'notFound', []],
    ['after the platform acted', true, 'sent', ['Yes']],
  ] as const)(
    'MSG-13 makes what was on its way uncertain after a crash %s, and sends nothing again',
    async (_, actions, end, arrived) => {
      const harness = await createHarness()
      harness.platform.endings = ['never']
      const id = await harness.send('Yes')
      harness.platform.beforeAnswer = (request) => {
        const [conversation] = harness.platform.conversations
        if (request.operation === 'sendMessage' && actions && conversation !== undefined)
          harness.platform.say(conversation, 'Yes', 'seller')
      }
      await harness.clock.advance(UNDO_MS)
      expect(harness.stateOf(id)).toBe('sending')
      await harness.crashAndRestart()
      expect(harness.platform.sends()).toHaveLength(1)
      await harness.clock.advance(ALL_MS)
      expect(harness.stateOf(id)).toBe(end)
      expect(harness.platform.sends()).toHaveLength(1)
      expect(harness.platform.arrived('c1')).toEqual(arrived)
    },
  )

  it('keeps settling an uncertain message after a crash', async () => {
    const harness = await createHarness()
    harness.platform.endings = ['droppedAfterActing']
    const id = await harness.send('Yes')
    await harness.clock.advance(UNDO_MS)
    await harness.crashAndRestart()
    await harness.clock.advance(ALL_MS)
    expect(harness.detailOf(id)).toMatchObject({ state: 'sent', known: 'reading' })
    expect(harness.platform.sends()).toHaveLength(1)
  })

  it('waits briefly for sends in progress at quit, and marks them uncertain without an answer', async () => {
    const harness = await createHarness()
    harness.platform.endings = ['never']
    const id = await harness.send('Yes')
    await harness.clock.advance(UNDO_MS)
    const stopped = harness.feature().stop()
    await harness.clock.advance(5_000)
    await stopped
    expect(harness.stateOf(id)).toBe('unknown')
  })
})

describe('sending later', () => {
  it('holds a message until its time, even after a restart, and sends it once', async () => {
    const harness = await createHarness()
    const revision = await harness.write('Good morning')
    const sendAtMs = harness.clock.nowMs() + 3_600_000
    await harness.handlers().send({ target: { conversationId: 'c1' }, revision, sendAtMs })
    await harness.clock.advance(1_800_000)
    await harness.crashAndRestart()
    await harness.clock.advance(1_799_000)
    expect(harness.platform.sends()).toHaveLength(0)
    await harness.clock.advance(10_000)
    expect(harness.platform.sends()).toHaveLength(1)
  })

  it('delays no earlier reply to the same buyer', async () => {
    const harness = await createHarness()
    const revision = await harness.write('Did it arrive?')
    const sendAtMs = harness.clock.nowMs() + 3_600_000
    await harness.handlers().send({ target: { conversationId: 'c1' }, revision, sendAtMs })
    await harness.send('Yes, it is.')
    await harness.clock.advance(60_000)
    expect(harness.platform.arrived('c1')).toEqual(['Yes, it is.'])
    await harness.clock.advance(3_600_000)
    expect(harness.platform.arrived('c1')).toEqual(['Yes, it is.', 'Did it arrive?'])
  })

  it('goes at its time although the delivery of a reply before it is unknown', async () => {
    const harness = await createHarness()
    const revision = await harness.write('Did it arrive?')
    const sendAtMs = harness.clock.nowMs() + 3_600_000
    await harness.handlers().send({ target: { conversationId: 'c1' }, revision, sendAtMs })
    harness.platform.rewrite = (text) => `${text} [checked]`
    harness.platform.endings = ['droppedAfterActing', 'answered']
    const id = await harness.send('Yes, it is.')
    await harness.clock.advance(120_000)
    expect(harness.detailOf(id)).toMatchObject({ state: 'unknown', nextReadAtMs: null })
    await harness.clock.advance(3_600_000)
    expect(harness.platform.carriedOut).toEqual(['Yes, it is.', 'Did it arrive?'])
  })

  it('does not report that a reply waits for it', async () => {
    const harness = await createHarness()
    const revision = await harness.write('Did it arrive?')
    const sendAtMs = harness.clock.nowMs() + 3_600_000
    await harness.handlers().send({ target: { conversationId: 'c1' }, revision, sendAtMs })
    await harness.setAway(true)
    const id = await harness.send('Yes, it is.')
    await harness.clock.advance(60_000)
    expect(harness.entry(id)).toMatchObject({ waitsForEarlier: false, state: 'queued' })
  })

  it('refuses a past time, and keeps the draft', async () => {
    const harness = await createHarness()
    const revision = await harness.write('Too late')
    const sendAtMs = harness.clock.nowMs() - 1
    await expect(
      (async () => harness.handlers().send({ target: { conversationId: 'c1' }, revision, sendAtMs }))(),
    ).rejects.toThrow('in the future')
    expect((await harness.handlers().thread({ conversationId: 'c1' })).draft?.content.messageText).toBe('Too late')
  })
})

describe('a buyer who writes while a reply waits', () => {
  const waitForAnswer = async () => {
    const harness = await createHarness()
    await harness.setAway(true)
    await harness.send('It is 25 euros')
    const [conversation] = harness.platform.conversations
    if (conversation !== undefined) harness.platform.say(conversation, 'Never mind, bought another one', 'buyer')
    await harness.setAway(false)
    await harness.clock.advance(60_000)
    return harness
  }

  it('OFF-02 stops the reply and says why', async () => {
    const harness = await waitForAnswer()
    expect(harness.platform.sends()).toHaveLength(0)
    const [entry] = harness.outbound().list()
    expect(entry?.state).toBe('refused')
    expect(entry?.error?.message).toContain('A new message hadn’t been shown yet when you wrote this')
  })

  it('OFF-02 lets the seller send it anyway', async () => {
    const harness = await waitForAnswer()
    const [entry] = harness.outbound().list()
    harness.outbound().sendNow([entry?.id ?? ''])
    await harness.clock.advance(60_000)
    expect(harness.platform.sends()).toHaveLength(1)
  })
})

describe('a buyer who writes after a reply was stopped', () => {
  it('OFF-02 stops it again for a message that the refusal did not name', async () => {
    const harness = await createHarness()
    await harness.setAway(true)
    const id = await harness.send('It is 25 euros')
    const [conversation] = harness.platform.conversations
    if (conversation === undefined) throw new Error('no conversation')
    harness.platform.say(conversation, 'Is it blue?', 'buyer')
    await harness.setAway(false)
    await harness.clock.advance(60_000)
    expect(harness.stateOf(id)).toBe('refused')
    harness.platform.say(conversation, 'Never mind, bought another one', 'buyer')
    await harness.handlers().refreshThread({ conversationId: 'c1' })
    harness.outbound().sendNow([id])
    await harness.clock.advance(60_000)
    expect([harness.stateOf(id), harness.platform.sends().length]).toEqual(['refused', 0])
    harness.outbound().sendNow([id])
    await harness.clock.advance(60_000)
    expect([harness.stateOf(id), harness.platform.sends().length]).toEqual(['sent', 1])
  })
})

describe('a buyer who writes before a reply is sent again', () => {
  const sendAgain = async (ending: 'status400' | 'droppedBeforeActing') => {
    const harness = await createHarness()
    harness.platform.endings = [ending, 'answered']
    const id = await harness.send('It is 25 euros')
    await harness.clock.advance(ALL_MS)
    const [conversation] = harness.platform.conversations
    if (conversation !== undefined) harness.platform.say(conversation, 'Never mind, bought another one', 'buyer')
    return { harness, id, before: harness.platform.sends().length }
  }

  it('OFF-02 stops a reply that seemed lost', async () => {
    const { harness, id, before } = await sendAgain('droppedBeforeActing')
    harness.outbound().sendNow([id])
    await harness.clock.advance(60_000)
    expect([harness.stateOf(id), harness.platform.sends().length]).toEqual(['refused', before])
  })

  it('OFF-02 stops a reply that the platform had refused, although the thread was read since', async () => {
    const { harness, id, before } = await sendAgain('status400')
    await harness.handlers().refreshThread({ conversationId: 'c1' })
    harness.outbound().sendNow([id])
    await harness.clock.advance(60_000)
    expect([harness.stateOf(id), harness.platform.sends().length]).toEqual(['refused', before])
    harness.outbound().sendNow([id])
    await harness.clock.advance(60_000)
    expect([harness.stateOf(id), harness.platform.sends().length]).toEqual(['sent', before + 1])
  })
})

describe('a reply written before its thread is read', () => {
  const atMs = Date.UTC(2026, 10, 2)

  /** A conversation of four messages with times. The list has shown the newest. */
  const openUnread = async (hasTimes = true) => {
    const harness = await createHarness((platform) => {
      const conversation = platform.add({ texts: [] })
      for (let index = 0; index < 4; index += 1)
        platform.say(conversation, `Message ${index}`, 'buyer', hasTimes ? atMs + index * 1_000 : undefined)
      platform.threadStatus = 500
    })
    harness.platform.threadStatus = undefined
    return harness
  }
  const c1 = { conversationId: 'c1' }
  const save = async (harness: Awaited<ReturnType<typeof openUnread>>, text: string) => {
    const { draft, buyerMessages } = await harness.handlers().thread(c1)
    const content = { ...emptyContent, messageText: text }
    const request = { target: c1, content, revision: draft?.revision ?? null, buyerMessagesSeen: buyerMessages }
    return (await harness.handlers().saveDraft(request)).revision ?? 0
  }

  it('OFF-02 is sent, because the list had shown its newest message', async () => {
    const harness = await openUnread()
    expect((await harness.handlers().thread(c1)).freshness.readAtMs).toBeNull()
    await harness.handlers().send({ target: c1, revision: await save(harness, 'Yes, both.') })
    await harness.clock.advance(UNDO_MS + 5_000)
    expect(harness.platform.arrived('c1')).toEqual(['Yes, both.'])
  })

  it('OFF-02 stops for a message that came after it, and counts that one only', async () => {
    const harness = await openUnread()
    const revision = await save(harness, 'Yes, both.')
    const [conversation] = harness.platform.conversations
    if (conversation !== undefined) harness.platform.say(conversation, 'Only one, please', 'buyer', atMs + 60_000)
    await harness.handlers().send({ target: c1, revision })
    await harness.clock.advance(UNDO_MS + 5_000)
    expect(harness.platform.sends()).toHaveLength(0)
    const [entry] = harness.outbound().list()
    expect(entry?.error?.message).toContain('A new message hadn’t been shown yet when you wrote this')
  })

  it('OFF-02 stops for a message that the list shows and the thread on screen does not', async () => {
    const harness = await openUnread()
    await harness.handlers().refreshThread(c1)
    const [conversation] = harness.platform.conversations
    if (conversation !== undefined) harness.platform.say(conversation, 'Only one, please', 'buyer', atMs + 60_000)
    harness.platform.threadStatus = 500
    await harness.handlers().syncNow({})
    await harness.clock.advance(1_000)
    const revision = await save(harness, 'Yes, both.')
    harness.platform.threadStatus = undefined
    await harness.handlers().send({ target: c1, revision })
    await harness.clock.advance(UNDO_MS + 5_000)
    expect(harness.platform.sends()).toHaveLength(0)
  })

  it('OFF-02 counts messages on screen during later typing as seen if the platform gives no times', async () => {
    const harness = await openUnread(false)
    await save(harness, 'Yes')
    await harness.handlers().refreshThread(c1)
    expect((await harness.handlers().thread(c1)).newer).toBe(4)
    const revision = await save(harness, 'Yes, both.')
    expect((await harness.handlers().thread(c1)).newer).toBe(0)
    await harness.handlers().send({ target: c1, revision })
    await harness.clock.advance(UNDO_MS + 5_000)
    expect(harness.platform.arrived('c1')).toEqual(['Yes, both.'])
  })
})

describe('earlier answers', () => {
  const createTwo = () =>
    createHarness((platform) => {
      const earlier = platform.add({ texts: ['Hello, where is my parcel? It has not arrived yet.'] })
      platform.say(earlier, 'It is with the carrier, here is the number.', 'seller')
      platform.add({ conversationId: 'asked', texts: ['Hi, my parcel still has not come. Where could it be?'] })
    })
  const asked = { conversationId: 'asked' }
  const answers = async (harness: Awaited<ReturnType<typeof createTwo>>) =>
    (await harness.handlers().earlierAnswers(asked)).answers.length

  it('USE-07 are none from the moment that a reply is sent, while it waits and afterwards', async () => {
    const harness = await createTwo()
    await harness.clock.advance(60_000)
    expect(await answers(harness)).toBe(1)
    await harness.send('It is on its way.', asked)
    expect(await answers(harness)).toBe(0)
    await harness.clock.advance(ALL_MS)
    expect(await answers(harness)).toBe(0)
  })

  it('USE-07 are there again after the reply is withdrawn', async () => {
    const harness = await createTwo()
    await harness.clock.advance(60_000)
    const id = await harness.send('It is on its way.', asked)
    harness.outbound().withdraw(id)
    expect(await answers(harness)).toBe(1)
  })
})
