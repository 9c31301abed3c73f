import { describe, expect, it } from 'vitest'
import { isLong } from '../../../reliability/long.ts'
import { firstPage } from '../conversation-records.ts'
import { createHarness } from '../messaging-harness.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** More than the calls of a day can read. */
const CONVERSATIONS = isLong ? 20_000 : 5_000

type Harness = Awaited<ReturnType<typeof createHarness>>

const callsIn = async (harness: Harness, ms: number): Promise<number> => {
  const before = harness.platform.requests.length
  await harness.clock.advance(ms)
  return harness.platform.requests.length - before
}

/** Opens a conversation, answers it, and waits until it is sent. */
const answer = async (harness: Harness, conversationId: string): Promise<string | undefined> => {
  await harness.handlers().refreshThread({ conversationId })
  const id = await harness.send(`Yes, of course: ${harness.clock.nowMs()}`, { conversationId })
  await harness.clock.advance(15_000)
  return harness.stateOf(id)
}

describe('the daily call limit', () => {
  it(`lets the seller answer and watch all day with 500 calls and ${CONVERSATIONS} conversations`, async () => {
    const harness = await createHarness(
      (platform, clock) => {
        for (let index = 0; index < CONVERSATIONS; index += 1) platform.add({ texts: [] })
        platform.dailyCap = { calls: 500, nowMs: clock.nowMs }
      },
      {},
      { perDay: 500, source: 'published' },
    )
    const { platform, clock } = harness
    const [first] = platform.conversations
    if (first === undefined) throw new Error('no conversation')
    for (let hour = 0; hour < 24; hour += 1) {
      // From nine to five the seller works in the window.
      const isAtWork = hour < 8
      if (isAtWork) {
        for (let reply = 0; reply < 4; reply += 1) {
          await harness.handlers().reportUse({})
          const [row] = (await harness.handlers().conversations(firstPage)).rows.slice(hour * 4 + reply + 1)
          expect(await answer(harness, row?.conversationId ?? '')).toBe('sent')
          await clock.advance(14 * MINUTE_MS)
        }
      } else await clock.advance(HOUR_MS)
      const text = `Question of hour ${hour}`
      platform.say(first, text, 'buyer', clock.nowMs())
      await clock.advance(40 * MINUTE_MS)
      const { rows } = await harness.handlers().conversations(firstPage)
      expect(rows.map(({ preview }) => preview)).toContain(text)
    }
    expect(platform.overCap).toBe(0)
    expect((await harness.handlers().sync({})).known).toBeGreaterThan(3_000)
  })

  it('MSG-20 goes on with a long first reading every hour, and says what it knows', async () => {
    const harness = await createHarness(
      (platform) => {
        for (let index = 0; index < 20_000; index += 1) platform.add({ texts: [], unanswered: false })
      },
      {},
      { perDay: 800, source: 'unknown' },
    )
    await harness.clock.advance(10 * MINUTE_MS)
    let before = await harness.handlers().sync({})
    expect(before).toMatchObject({ state: 'partial', error: null, total: 20_000 })
    expect(before.known).toBeGreaterThan(14_000)
    const { rows, total } = await harness.handlers().conversations(firstPage)
    expect([rows.length, total]).toEqual([100, before.known])
    for (let hour = 0; hour < 8; hour += 1) {
      expect((before.resumesAtMs ?? 0) - harness.clock.nowMs()).toBeLessThanOrEqual(HOUR_MS)
      await harness.clock.advance(HOUR_MS)
      const { known, ...sync } = await harness.handlers().sync({})
      expect(known).toBeGreaterThan(before.known)
      before = { known, ...sync }
    }
  })

  it('keeps calls for replies while an unknown limit of 2,000 meets 3,000 unread conversations', async () => {
    const harness = await createHarness(
      (platform, clock) => {
        for (let index = 0; index < 3_000; index += 1) platform.add()
        platform.dailyCap = { calls: 2_000, nowMs: clock.nowMs }
      },
      {},
      { perDay: 2_000, source: 'unknown' },
    )
    await harness.clock.advance(5 * MINUTE_MS)
    expect(await answer(harness, 'c1')).toBe('sent')
    const sync = await harness.handlers().sync({})
    expect(sync).toMatchObject({ known: 3_000, error: null })
    expect(sync.resumesAtMs).toBeGreaterThan(harness.clock.nowMs())
    await harness.clock.advance(14 * HOUR_MS)
    expect(harness.platform.overCap).toBe(0)
  })

  it('MSG-20 reads the newest conversations first', async () => {
    const harness = await createHarness((platform) => {
      for (let index = 0; index < 120; index += 1) platform.add()
    })
    await harness.clock.advance(HOUR_MS)
    const { rows } = await harness.handlers().conversations(firstPage)
    const read = harness.platform.requests.flatMap(({ operation, url }) =>
      operation === 'getConversation' ? [new URL(url).pathname.split('/').at(-1)] : [],
    )
    expect(new Set(read).size).toBe(120)
    expect(read.slice(0, rows.length)).toEqual(rows.map(({ conversationId }) => conversationId))
  })

  it('makes few calls while nothing changes and the window is not used', async () => {
    const harness = await createHarness((platform) => {
      for (let index = 0; index < 120; index += 1) platform.add()
    })
    await harness.clock.advance(HOUR_MS)
    expect(await callsIn(harness, 24 * HOUR_MS)).toBeLessThan(600)
  })

  it('checks as often as chosen as soon as the window is used again', async () => {
    const harness = await createHarness()
    await harness.clock.advance(3 * HOUR_MS)
    expect(await callsIn(harness, 4 * MINUTE_MS)).toBeLessThanOrEqual(2)
    await harness.handlers().reportUse({})
    expect(await callsIn(harness, 2 * MINUTE_MS)).toBeGreaterThanOrEqual(4)
  })
})

describe('a paused read', () => {
  it('MSG-20 delays no reply: the saved thread counts as the read before it, and says so', async () => {
    const harness = await createHarness()
    await harness.handlers().refreshThread({ conversationId: 'c1' })
    harness.platform.threadStatus = 429
    harness.platform.endings = ['droppedBeforeActing']
    const id = await harness.send('Still here')
    await harness.clock.advance(11_000)
    expect(harness.platform.sends()).toHaveLength(1)
    expect(harness.stateOf(id)).toBe('unknown')
    expect(harness.detailOf(id)).toMatchObject({ before: { isKept: true, complete: true, sameText: 0 } })
  })

  it('MSG-13 holds a reply whose first send seemed lost', async () => {
    const harness = await createHarness()
    harness.platform.endings = ['droppedBeforeActing', 'answered']
    const id = await harness.send('Still here')
    await harness.clock.advance(2 * MINUTE_MS)
    expect(harness.stateOf(id)).toBe('notFound')
    harness.platform.threadStatus = 429
    harness.outbound().sendNow([id])
    await harness.clock.advance(20_000)
    expect(harness.platform.sends()).toHaveLength(1)
  })

  it('OFF-04 holds a reply that was written before this start', async () => {
    const harness = await createHarness()
    harness.platform.threadStatus = 429
    await harness.send('Still here')
    await harness.clock.advance(1_000)
    await harness.crashAndRestart()
    await harness.clock.advance(20_000)
    expect(harness.platform.sends()).toHaveLength(0)
  })
})
