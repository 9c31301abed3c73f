/** No way of sending leads to a second copy of a message (MSG-13). */
import { describe, expect, it } from 'vitest'
import { createHarness, UNDO_MS } from '../messaging-harness.ts'

/** Long enough for the undo time, the send and every following read of the thread. */
const ALL_MS = UNDO_MS + 60_000
const target = { conversationId: 'c1' }

type Harness = Awaited<ReturnType<typeof createHarness>>

const firstConversation = ({ platform }: Harness) => {
  const [conversation] = platform.conversations
  if (conversation === undefined) throw new Error('no conversation')
  return conversation
}

/** Sends a text that seems lost; returns its id in the outbox. */
const sendLost = async (harness: Harness, text = 'Yes'): Promise<string> => {
  harness.platform.endings = ['droppedBeforeActing', 'answered']
  const id = await harness.send(text)
  await harness.clock.advance(ALL_MS)
  expect(harness.stateOf(id)).toBe('notFound')
  return id
}

describe('a platform that changes texts', () => {
  it.each([
    ['masks', (text: string) => text.replaceAll(/\d/g, '*')],
    ['trims', (text: string) => text.slice(0, 4)],
  ])('MSG-13 leaves a message without an answer unknown where the platform %s it', async (_, rewrite) => {
    const harness = await createHarness()
    harness.platform.rewrite = rewrite
    harness.platform.endings = ['droppedAfterActing']
    const id = await harness.send('Call 0170 & ask')
    await harness.clock.advance(10 * ALL_MS)
    expect(harness.detailOf(id)).toMatchObject({ state: 'unknown', nextReadAtMs: null })
  })

  it('FACT-84 MSG-13 finds a message without an answer that the platform escapes', async () => {
    const harness = await createHarness()
    harness.platform.rewrite = (text) => text.replaceAll('&', '&amp;').replaceAll("'", '&#39;')
    harness.platform.endings = ['droppedAfterActing']
    const id = await harness.send("It's 0170 & ask")
    await harness.clock.advance(10 * ALL_MS)
    expect(harness.stateOf(id)).toBe('sent')
  })
})

describe('a message that arrives late', () => {
  it('MSG-13 is not resent from the draft it was turned back into', async () => {
    const harness = await createHarness()
    const id = await sendLost(harness)
    harness.outbound().withdraw(id)
    harness.platform.say(firstConversation(harness), 'Yes', 'seller')
    const { draft } = await harness.handlers().thread(target)
    const again = await harness.handlers().send({ target, revision: draft?.revision ?? 0 })
    await harness.clock.advance(ALL_MS)
    expect(harness.stateOf(again.id)).toBe('sent')
    expect(harness.platform.arrived('c1')).toEqual(['Yes'])
  })

  it('MSG-13 asks first if the draft it was turned back into was changed', async () => {
    const harness = await createHarness()
    const id = await sendLost(harness)
    harness.outbound().withdraw(id)
    harness.platform.say(firstConversation(harness), 'Yes', 'seller')
    const again = await harness.send('Yes, it is.')
    await harness.clock.advance(ALL_MS)
    expect(harness.detailOf(again)).toMatchObject({ state: 'unknown', nextReadAtMs: null })
    expect(harness.platform.arrived('c1')).toEqual(['Yes'])
  })

  it('MSG-13 asks before it is resent if the platform changed its text', async () => {
    const harness = await createHarness()
    const id = await sendLost(harness)
    harness.platform.say(firstConversation(harness), 'Y**', 'seller')
    harness.outbound().sendNow([id])
    await harness.clock.advance(ALL_MS)
    expect(harness.detailOf(id)).toMatchObject({ state: 'unknown', nextReadAtMs: null })
    harness.outbound().settle(id, false)
    harness.outbound().sendNow([id])
    await harness.clock.advance(ALL_MS)
    expect(harness.stateOf(id), 'after the seller answered').toBe('sent')
  })

  it('MSG-13 is settled when a later read shows it', async () => {
    const harness = await createHarness()
    const id = await sendLost(harness)
    harness.platform.say(firstConversation(harness), 'Yes', 'seller')
    await harness.handlers().refreshThread(target)
    expect(harness.detailOf(id)).toMatchObject({ state: 'sent', known: 'reading' })
  })

  it('MSG-13 is settled when the check before another message shows it', async () => {
    const harness = await createHarness()
    const id = await sendLost(harness)
    harness.platform.say(firstConversation(harness), 'Yes', 'seller')
    const other = await harness.send('Do you want it?')
    harness.outbound().sendNow([other])
    await harness.clock.advance(60_000)
    expect(harness.stateOf(other)).toBe('sent')
    expect(harness.detailOf(id)).toMatchObject({ state: 'sent', known: 'reading' })
  })

  it('MSG-13 keeps the evidence of the first try while its draft is edited repeatedly', async () => {
    const harness = await createHarness()
    const id = await sendLost(harness)
    harness.outbound().withdraw(id)
    await harness.write('Yes,')
    await harness.write('Yes')
    harness.platform.say(firstConversation(harness), 'Yes', 'seller')
    const { draft } = await harness.handlers().thread(target)
    await harness.handlers().send({ target, revision: draft?.revision ?? 0 })
    await harness.clock.advance(ALL_MS)
    expect(harness.platform.arrived('c1')).toEqual(['Yes'])
  })
})

describe('the settling time', () => {
  it('MSG-13 is not shortened by a clock set forward', async () => {
    const harness = await createHarness()
    harness.platform.endings = ['droppedActingLater']
    const id = await harness.send('Yes')
    await harness.clock.advance(UNDO_MS)
    expect(harness.stateOf(id)).toBe('unknown')
    harness.clock.jump(3_600_000)
    await harness.clock.advance(3_000)
    expect(harness.stateOf(id)).toBe('unknown')
    for (const appear of harness.platform.late) appear()
    await harness.clock.advance(ALL_MS)
    expect(harness.stateOf(id)).toBe('sent')
  })
})

describe('the same text twice', () => {
  const person = { otherPartyUsername: 'buyer1' }

  it.each(['buyer1', 'Buyer1'])(
    'MSG-13 is settled once by one copy, under a conversation and under %s',
    async (otherPartyUsername) => {
      const harness = await createHarness()
      harness.platform.endings = ['droppedBeforeActing', 'droppedAfterActing', 'answered']
      const lost = await harness.send('Yes')
      const arrived = await harness.send('Yes', { otherPartyUsername })
      await harness.clock.advance(2 * ALL_MS)
      await harness.handlers().refreshThread(target)
      expect([harness.stateOf(lost), harness.stateOf(arrived)].sort()).toEqual(['notFound', 'sent'])
      expect(harness.platform.arrived('c1')).toEqual(['Yes'])
    },
  )

  it('MSG-13 is not settled by the buyer’s own words, however the seller spells their name', async () => {
    const harness = await createHarness()
    harness.platform.endings = ['droppedBeforeActing']
    const id = await harness.send('Thanks!', { otherPartyUsername: 'Buyer1' })
    await harness.clock.advance(UNDO_MS)
    harness.platform.say(firstConversation(harness), 'Thanks!', 'buyer')
    await harness.clock.advance(ALL_MS)
    expect(harness.stateOf(id)).toBe('notFound')
  })

  it('MSG-13 is sent one after the other to the same buyer, without asking', async () => {
    const harness = await createHarness()
    const first = await harness.send('Yes')
    const second = await harness.send('Yes', person)
    await harness.clock.advance(ALL_MS)
    expect([harness.stateOf(first), harness.stateOf(second)]).toEqual(['sent', 'sent'])
    expect(harness.platform.arrived('c1')).toEqual(['Yes', 'Yes'])
  })

  it('OFF-04 asks first if the same text reached the thread after the message was written', async () => {
    const harness = await createHarness()
    const id = await harness.send('Yes')
    harness.platform.say(firstConversation(harness), 'Yes', 'seller')
    await harness.clock.advance(ALL_MS)
    expect(harness.detailOf(id)).toMatchObject({ state: 'unknown', nextReadAtMs: null })
    expect(harness.platform.sends()).toHaveLength(0)
  })

  it('asks nothing if the same text was in the thread before', async () => {
    const harness = await createHarness()
    harness.platform.say(firstConversation(harness), 'Yes', 'seller')
    await harness.handlers().refreshThread(target)
    const id = await harness.send('Yes')
    await harness.clock.advance(ALL_MS)
    expect(harness.stateOf(id)).toBe('sent')
  })
})
