/** News on a platform whose list carries no messages, and of conversations that stay archived there. */
import { describe, expect, it } from 'vitest'
import { readConversation } from '../../../../main/messaging/platform/message-wire.ts'
import { firstPage, message, openStore, whole } from '../conversation-records.ts'
import { createHarness } from '../messaging-harness.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const CHECK_MS = 31_000

type Harness = Awaited<ReturnType<typeof createHarness>>

const find = ({ platform }: Harness, id = 'c1') => {
  const found = platform.conversations.find(({ conversationId }) => conversationId === id)
  if (found === undefined) throw new Error('no conversation')
  return found
}
const list = async (harness: Harness, view: 'all' | 'snoozed' | 'unanswered' | 'archived' = 'all') =>
  (await harness.handlers().conversations({ ...firstPage, view })).rows
const listIds = async (...args: Parameters<typeof list>) => (await list(...args)).map((row) => row.conversationId)
const openThree = async (messageStatus: 'UNREAD' | 'READ') => {
  const harness = await createHarness((platform) => {
    platform.listsNoMessages = true
    for (const day of [1, 2, 3]) platform.add({ messageStatus, createdAtMs: Date.UTC(2026, 9, day) })
  })
  await harness.clock.advance(MINUTE_MS)
  await harness.handlers().reportUse({})
  return harness
}
const threadReads = ({ platform }: Harness): number =>
  platform.requests.filter(({ operation }) => operation === 'getConversation').length

describe('a list without messages', () => {
  it.each([
    ['unread already', 'UNREAD', undefined],
    ['read', 'READ', undefined],
    ['unread already, with times', 'UNREAD', 1],
  ] as const)('MSG-24 shows a message in a conversation that was %s, and moves it up', async (_, status, timed) => {
    const harness = await openThree(status)
    expect(await listIds(harness)).toEqual(['c5', 'c3', 'c1'])
    const conversation = find(harness)
    harness.platform.say(conversation, 'It arrived broken', 'buyer', timed && harness.clock.nowMs())
    conversation.messageStatus = 'UNREAD'
    await harness.clock.advance(CHECK_MS)
    const rows = await list(harness)
    expect(rows.map(({ conversationId }) => conversationId)).toEqual(['c1', 'c5', 'c3'])
    expect(rows[0]).toMatchObject({ unread: true })
    const { messages } = await harness.handlers().thread({ conversationId: 'c1' })
    expect(messages.map(({ text }) => text)).toContain('It arrived broken')
  })

  it('MSG-24 ends a snooze and the mark that no reply is needed', async () => {
    const harness = await openThree('UNREAD')
    await harness.handlers().snooze({ conversationIds: ['c1'], untilMs: harness.clock.nowMs() + DAY_MS })
    await harness.handlers().setNoReplyNeeded({ conversationIds: ['c1'], noReplyNeeded: true })
    await harness.clock.advance(CHECK_MS)
    expect(await listIds(harness, 'snoozed')).toEqual(['c1'])
    harness.platform.say(find(harness), 'It arrived broken', 'buyer')
    await harness.clock.advance(CHECK_MS)
    expect(await listIds(harness, 'snoozed')).toEqual([])
    expect(await listIds(harness, 'unanswered')).toContain('c1')
  })

  it('MSG-24 shows a further message after a read mark that the list never shows', async () => {
    const harness = await openThree('UNREAD')
    harness.platform.ignoresFiling = true
    await harness.handlers().file({ conversationIds: ['c1'], action: 'read' })
    await harness.clock.advance(CHECK_MS)
    expect((await list(harness)).find(({ conversationId }) => conversationId === 'c1')).toMatchObject({ unread: false })
    harness.platform.say(find(harness), 'It arrived broken', 'buyer')
    await harness.clock.advance(CHECK_MS)
    expect((await list(harness))[0]).toMatchObject({ conversationId: 'c1', unread: true })
  })

  it('MSG-24 reads what is read already no further', async () => {
    const harness = await openThree('READ')
    const before = threadReads(harness)
    await harness.clock.advance(5 * MINUTE_MS)
    expect(threadReads(harness)).toBe(before)
  })

  it('MSG-24 leaves calls for checks and replies all day, however many stay unread', async () => {
    const harness = await createHarness(
      (platform, clock) => {
        platform.listsNoMessages = true
        for (let index = 0; index < 40; index += 1) platform.add()
        platform.dailyCap = { calls: 2_000, nowMs: clock.nowMs }
      },
      {},
      { perDay: 2_000, source: 'published' },
    )
    for (let hour = 1; hour <= 20; hour += 1) {
      if (hour === 2) harness.platform.say(find(harness), 'Question in the second hour', 'buyer')
      for (let minute = 0; minute < 60; minute += 4) {
        await harness.handlers().reportUse({})
        await harness.clock.advance(4 * MINUTE_MS)
      }
      const { checkedAtMs } = await harness.handlers().sync({})
      expect(harness.clock.nowMs() - (checkedAtMs ?? 0)).toBeLessThan(HOUR_MS)
    }
    const { messages } = await harness.handlers().thread({ conversationId: 'c1' })
    expect(messages.map(({ text }) => text)).toContain('Question in the second hour')
    const id = await harness.send('Yes', { conversationId: 'c1' })
    await harness.clock.advance(MINUTE_MS)
    expect(harness.stateOf(id)).toBe('sent')
    expect(harness.platform.overCap).toBe(0)
  })
})

describe('a buyer who writes into an archived conversation', () => {
  /** Archived here; the platform leaves it archived when the buyer writes. */
  const openArchived = async (prepare: (platform: Harness['platform']) => void) => {
    const harness = await createHarness((platform) => {
      prepare(platform)
      platform.add({ unanswered: false })
    })
    await harness.clock.advance(MINUTE_MS)
    await harness.handlers().file({ conversationIds: ['c1'], action: 'archive' })
    await harness.clock.advance(HOUR_MS)
    expect(await listIds(harness)).toEqual([])
    return harness
  }

  it.each([
    ['lists its messages', false, false],
    ['lists no messages', true, false],
    ['lists it in the archive only by a filter', false, true],
    ['lists no messages, and the archive only by a filter', true, true],
  ])('MSG-25 is in the inbox until the seller files it, if the platform %s', async (_, listsNoMessages, hides) => {
    const harness = await openArchived((platform) => {
      Object.assign(platform, { listsNoMessages, hidesArchived: hides })
    })
    const conversation = find(harness)
    harness.platform.say(conversation, 'It arrived broken', 'buyer')
    conversation.unanswered = true
    for (let hour = 0; hour < 30; hour += 1) {
      await harness.handlers().syncNow({})
      await harness.clock.advance(hour === 0 ? CHECK_MS : HOUR_MS)
      expect(await listIds(harness), `after ${hour} h`).toEqual(['c1'])
      expect(await listIds(harness, 'archived')).toEqual([])
    }
    await harness.handlers().file({ conversationIds: ['c1'], action: 'archive' })
    await harness.clock.advance(HOUR_MS)
    expect(await listIds(harness)).toEqual([])
    expect(await listIds(harness, 'archived')).toEqual(['c1'])
  })

  it('MSG-25 stays archived if the seller writes elsewhere', async () => {
    const harness = await openArchived(() => undefined)
    harness.platform.say(find(harness), 'Sent it today', 'seller')
    await harness.clock.advance(HOUR_MS)
    expect(await listIds(harness, 'archived')).toEqual(['c1'])
  })

  it('MSG-25 stays archived if an archived thread is read for the first time', async () => {
    const harness = await createHarness((platform) => {
      platform.listsNoMessages = true
      const made = platform.add({ messageStatus: 'ARCHIVE', texts: [] })
      platform.say(made, 'Thank you', 'buyer', made.createdAtMs + DAY_MS)
    })
    await harness.clock.advance(HOUR_MS)
    expect(await listIds(harness, 'archived')).toEqual(['c1'])
  })

  it('MSG-25 leaves the inbox once the platform has moved it, and the seller files it there', async () => {
    const harness = await openArchived(() => undefined)
    const conversation = find(harness)
    harness.platform.say(conversation, 'It arrived broken', 'buyer')
    await harness.clock.advance(CHECK_MS)
    conversation.messageStatus = 'UNREAD'
    await harness.clock.advance(HOUR_MS)
    expect(await listIds(harness)).toEqual(['c1'])
    conversation.messageStatus = 'ARCHIVE'
    await harness.clock.advance(DAY_MS)
    expect(await listIds(harness, 'archived')).toEqual(['c1'])
  })
})

describe('a buyer who writes into a conversation that eBay leaves archived', () => {
  const entry = (unreadCount: number, latest?: { readonly id: string; readonly at: string }) => {
    const read = readConversation({
      conversationId: 'c1',
      conversationTitle: 'Vase',
      conversationStatus: 'ARCHIVED',
      conversationType: 'FROM_MEMBERS',
      createdDate: '2026-10-01T08:00:00.000Z',
      unreadCount,
      ...(latest === undefined
        ? {}
        : {
            latestMessage: {
              messageId: latest.id,
              messageBody: 'Hello',
              senderUsername: 'mia',
              recipientUsername: 'my_shop',
              createdDate: latest.at,
            },
          }),
    })
    if (read === undefined) throw new Error('not readable')
    return { ...read, buyer: 'mia' }
  }
  const first = { id: 'm1', at: '2026-10-01T08:00:00.000Z' }
  const next = { id: 'm2', at: '2026-10-02T08:00:00.000Z' }

  it.each([
    ['shows the newest message', true],
    ['shows only how many are unread', false],
  ])('MSG-25 FACT-77 is in the inbox if the list %s', (_, showsLatest) => {
    const { store } = openStore()
    const now = Date.UTC(2026, 9, 3)
    const page = (unread: number, latest: typeof first, atMs: number) =>
      store.savePage('FROM_MEMBERS', [entry(unread, showsLatest ? latest : undefined)], new Set(), atMs)
    const read = (atMs: number, ...shown: readonly (typeof first)[]) =>
      store.startReading('c1', atMs)(whole(...shown.map(({ id, at }) => message(id, 'Hello', Date.parse(at), 'mia'))))
    page(0, first, now)
    read(now, first)
    expect(store.counts()).toMatchObject({ archived: 1, all: 0 })
    page(1, next, now + 1)
    read(now + 2, first, next)
    for (const later of [3, 4, 5]) {
      page(1, next, now + later)
      expect(store.counts()).toMatchObject({ archived: 0, all: 1 })
    }
    store.setArchived('c1', true, now + 6)
    page(1, next, now + 7)
    expect(store.counts()).toMatchObject({ archived: 1, all: 0 })
  })
})
