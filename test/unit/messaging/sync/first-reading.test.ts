import { describe, expect, it } from 'vitest'
import { firstPage } from '../conversation-records.ts'
import { createHarness } from '../messaging-harness.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

type Harness = Awaited<ReturnType<typeof createHarness>>

const listIds = async (harness: Harness, view: 'all' | 'unanswered' | 'archived', limit = 100) =>
  (await harness.handlers().conversations({ ...firstPage, view, limit })).rows.map(
    ({ conversationId }) => conversationId,
  )
const countView = async (harness: Harness, view: 'all' | 'unanswered' | 'archived') =>
  (await harness.handlers().conversations({ ...firstPage, view })).total

/** Adds an inbox whose newest conversations are listed first, and in which every hundredth in the inbox waits. */
const fill = (platform: Harness['platform'], { inbox, archived }: { inbox: number; archived: number }): string[] => {
  const waiting: string[] = []
  for (let index = 0; index < inbox + archived; index += 1) {
    const isWaiting = index < inbox && index % 100 === 0
    const { conversationId } = platform.add({
      texts: ['Is it blue?'],
      createdAtMs: Date.UTC(2026, 10, 1) - index * MINUTE_MS,
      messageStatus: index < inbox ? 'READ' : 'ARCHIVE',
      unanswered: isWaiting,
    })
    if (isWaiting) waiting.push(conversationId)
  }
  return waiting
}

describe('the first reading of a large inbox', () => {
  it('MSG-04 goes on with the list on the next days until it has read all', async () => {
    const harness = await createHarness(
      (platform) => void fill(platform, { inbox: 1_500, archived: 0 }),
      {},
      { perDay: 40, source: 'unknown' },
    )
    expect(await countView(harness, 'all')).toBeLessThan(1_500)
    await harness.clock.advance(80 * HOUR_MS)
    expect(await countView(harness, 'all')).toBe(1_500)
  })

  it('MSG-06 shows who waits as soon as the first page says so', async () => {
    const harness = await createHarness((platform) => {
      for (let index = 0; index < 60; index += 1) platform.add()
      platform.beforeAnswer = ({ url }) =>
        /UNANSWERED/.test(url) && /offset=50/.test(url) ? new Promise<void>(() => undefined) : undefined
    })
    expect(await countView(harness, 'unanswered')).toBe(50)
    expect((await harness.handlers().sync({})).isWaitingKnown).toBe(false)
  })

  it('MSG-06 does not bring back a conversation that was answered after the page was requested', async () => {
    const harness = await createHarness()
    let arrive = (): void => undefined
    harness.platform.afterAnswer = ({ url }) =>
      /UNANSWERED/.test(url) ? new Promise<void>((resolve) => (arrive = resolve)) : undefined
    await harness.handlers().syncNow({})
    await harness.clock.advance(1_000)
    harness.platform.afterAnswer = undefined
    await harness.send('Yes, it is')
    await harness.clock.advance(11_000)
    arrive()
    await harness.clock.advance(1)
    expect(await listIds(harness, 'unanswered')).toEqual([])
  })

  it('reads the archive last, and counts what the whole list contains once', async () => {
    const harness = await createHarness(
      (platform) => void fill(platform, { inbox: 300, archived: 900 }),
      {},
      { perDay: 80, source: 'unknown' },
    )
    const scopes = harness.platform.requests
      .filter(({ operation }) => operation === 'getConversations')
      .map(({ url }) => new URL(url).searchParams.get('conversation_status'))
    expect(scopes.indexOf('ARCHIVE')).toBeGreaterThan(scopes.lastIndexOf('UNANSWERED'))
    for (let day = 0; day < 4; day += 1) {
      const { known, total } = await harness.handlers().sync({})
      expect(total).toBe(1_200)
      expect(known).toBeLessThanOrEqual(1_200)
      await harness.clock.advance(25 * HOUR_MS)
    }
  })

  it('checks for news while a long list is read', async () => {
    const harness = await createHarness((platform) => void fill(platform, { inbox: 1_000, archived: 0 }))
    harness.platform.beforeAnswer = ({ url }) =>
      /offset=0&|offset=0$/.test(url)
        ? undefined
        : new Promise((resolve) => void harness.clock.setTimer(resolve, 20_000))
    await harness.handlers().syncNow({})
    const [conversation] = harness.platform.conversations
    if (conversation === undefined) throw new Error('no conversation')
    await harness.clock.advance(30_000)
    harness.platform.say(conversation, 'Are you there?', 'buyer', harness.clock.nowMs())
    await harness.handlers().reportUse({})
    await harness.clock.advance(60_000)
    const { rows } = await harness.handlers().conversations(firstPage)
    expect(rows[0]?.preview).toBe('Are you there?')
  })
})
