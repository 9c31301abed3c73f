import { describe, expect, it } from 'vitest'
import { firstPage } from './list-rig.ts'
import { createHarness } from './messaging-harness.ts'

type Desk = Awaited<ReturnType<typeof createHarness>>

const stateOf = (desk: Desk) => desk.handlers().sync({})
const listOf = async (
  desk: Desk,
  conversationType: 'FROM_MEMBERS' | 'FROM_SVC',
  filter: 'ARCHIVE' | 'UNANSWERED' | null,
) => (await stateOf(desk)).lists.find((list) => list.conversationType === conversationType && list.filter === filter)
const idsOf = async (desk: Desk, view: 'all' | 'archived' | 'notices' | 'unanswered') =>
  (await desk.handlers().conversations({ ...firstPage, view })).rows.map(({ conversationId }) => conversationId)
/** Offsets at which the whole list of members was asked for. */
const offsetsOf = (desk: Desk, since = 0) =>
  desk.platform.requests
    .slice(since)
    .filter(({ operation, url }) => operation === 'getConversations' && /FROM_MEMBERS/.test(url) && !/status/.test(url))
    .map(({ url }) => Number(new URL(url).searchParams.get('offset')))

describe('how complete the list is', () => {
  it('MSG-04 says complete only when two passes of every list agree, and then counts what there is', async () => {
    const desk = await createHarness((platform) => {
      for (let index = 0; index < 120; index += 1) platform.add()
      platform.add({ messageStatus: 'ARCHIVE' })
      platform.add({ type: 'FROM_SVC' })
    })
    const state = await stateOf(desk)
    expect(state).toMatchObject({ state: 'idle', known: 122, total: 122, error: null })
    expect(state.asOfMs).not.toBeNull()
    for (const list of state.lists) expect(list).toMatchObject({ missing: null, toRead: null, unreadable: 0 })
  })

  it('MSG-04 says while it reads which stretch of which list is missing, and why', async () => {
    let release = (): void => undefined
    const desk = await createHarness((platform) => {
      for (let index = 0; index < 120; index += 1) platform.add()
      platform.beforeAnswer = ({ url }) =>
        /FROM_MEMBERS/.test(url) && !/status/.test(url) && /offset=50/.test(url)
          ? new Promise<void>((resolve) => (release = resolve))
          : undefined
    })
    expect(await stateOf(desk)).toMatchObject({ state: 'running', asOfMs: null, total: 120, known: 50 })
    expect(await listOf(desk, 'FROM_MEMBERS', null)).toMatchObject({
      missing: 'beingRead',
      total: 120,
      read: 50,
      toRead: { from: 50, to: 120 },
    })
    expect(await listOf(desk, 'FROM_SVC', null)).toMatchObject({ missing: 'notReadYet', toRead: { from: 0 } })
    desk.platform.beforeAnswer = undefined
    release()
    await desk.clock.advance(1_000)
    expect(await listOf(desk, 'FROM_MEMBERS', null)).toMatchObject({ missing: null, read: 120, toRead: null })
  })

  it('MSG-04 goes on after a restart where the reading was, page by page', async () => {
    const desk = await createHarness((platform) => {
      for (let index = 0; index < 220; index += 1) platform.add()
      platform.beforeAnswer = ({ url }) =>
        /FROM_MEMBERS/.test(url) && !/status/.test(url) && /offset=150/.test(url)
          ? new Promise<void>(() => undefined)
          : undefined
    })
    expect(await listOf(desk, 'FROM_MEMBERS', null)).toMatchObject({ read: 150, toRead: { from: 150, to: 220 } })
    desk.platform.beforeAnswer = undefined
    const before = desk.platform.requests.length
    await desk.crashAndRestart()
    await desk.clock.advance(1_000)
    // One look at the first page, the rest of the first pass, and the second pass.
    expect(offsetsOf(desk, before)).toEqual([0, 150, 200, 0, 50, 100, 150, 200])
    expect(await stateOf(desk)).toMatchObject({ known: 220, total: 220, state: 'idle' })
    expect((await stateOf(desk)).asOfMs).not.toBeNull()
  })

  it('MSG-20 waits as long as the platform says and goes on with the same page', async () => {
    const desk = await createHarness((platform) => {
      for (let index = 0; index < 120; index += 1) platform.add()
      platform.busyAtOffset = 100
    })
    expect(await stateOf(desk)).toMatchObject({ state: 'failed', error: { kind: 'rateLimited' }, asOfMs: null })
    expect(await listOf(desk, 'FROM_MEMBERS', null)).toMatchObject({
      missing: 'failed',
      error: { kind: 'rateLimited' },
      toRead: { from: 100, to: 120 },
    })
    const before = desk.platform.requests.length
    await desk.clock.advance(18_500)
    expect(desk.platform.requests.length).toBe(before)
    await desk.clock.advance(5_000)
    expect(offsetsOf(desk, before).slice(0, 2)).toEqual([0, 100])
    expect(await stateOf(desk)).toMatchObject({ state: 'idle', error: null })
  })

  it('says that entries without an id cannot be kept, and does not call the list complete', async () => {
    const desk = await createHarness((platform) => {
      platform.add()
      platform.nameless = 2
    })
    expect(await stateOf(desk)).toMatchObject({ known: 1, total: 3, asOfMs: null })
    expect(await listOf(desk, 'FROM_MEMBERS', null)).toMatchObject({ missing: 'unreadable', unreadable: 2, total: 3 })
  })

  it('MSG-06 says which filter a platform does not offer; the rest is complete all the same', async () => {
    const desk = await createHarness((platform) => {
      platform.add({ messageStatus: 'ARCHIVE' })
      platform.add()
      platform.refusesFilters.add('ARCHIVE').add('UNANSWERED')
    })
    const state = await stateOf(desk)
    expect(state).toMatchObject({ known: 2, total: 2, state: 'idle', error: null })
    expect(state.asOfMs).not.toBeNull()
    expect(state.lists.filter(({ missing }) => missing === 'notOffered').map(({ filter }) => filter)).toEqual([
      'ARCHIVE',
      'ARCHIVE',
      'UNANSWERED',
    ])
    expect(await idsOf(desk, 'archived')).toEqual(['c1'])
    expect((await desk.handlers().thread({ conversationId: 'c3' })).conversation.unanswered).toBeNull()
  })

  it('says how many threads are still to be read, and reads one that failed again in time', async () => {
    const desk = await createHarness((platform) => {
      platform.add()
      platform.add()
      platform.threadStatus = 500
    })
    await desk.clock.advance(5_000)
    expect(await stateOf(desk)).toMatchObject({ threadsToRead: 2, notSearched: 2 })
    // What the list said of them is searched meanwhile.
    const { rows } = await desk.handlers().conversations({ ...firstPage, search: 'buyer' })
    expect(rows.map(({ conversationId }) => conversationId).toSorted()).toEqual(['c1', 'c3'])
    desk.platform.threadStatus = undefined
    await desk.clock.advance(60_000)
    expect((await stateOf(desk)).threadsToRead).toBe(2)
    await desk.clock.advance(35 * 60_000)
    expect(await stateOf(desk)).toMatchObject({ threadsToRead: 0, notSearched: 0 })
  })

  it('reads a large list again less often: a tenth of the time at most', async () => {
    const desk = await createHarness((platform) => {
      for (let index = 0; index < 200; index += 1) platform.add()
    })
    await desk.clock.advance(60_000)
    // Four pages, of which the last three are asked for together: two minutes a pass.
    desk.platform.beforeAnswer = () => new Promise((resolve) => desk.clock.setTimer(resolve, 60_000))
    await desk.handlers().syncNow({})
    await desk.clock.advance(15 * 60_000)
    desk.platform.beforeAnswer = undefined
    const before = desk.platform.requests.length
    await desk.clock.advance(6 * 60_000)
    expect(offsetsOf(desk, before).filter((offset) => offset > 0)).toEqual([])
    await desk.clock.advance(6 * 60_000)
    expect(offsetsOf(desk, before).filter((offset) => offset > 0)).toEqual([50, 100, 150])
  })
})

describe('reading the threads', () => {
  const isThread = (url: string): boolean => /\/conversation\/c\d+/.test(url)

  it('MSG-20 has at most seven requests under way at once, leaving one of eight to whoever looks at something', async () => {
    const desk = await createHarness(() => undefined)
    for (let index = 0; index < 160; index += 1) desk.platform.add()
    let underWay = 0
    let most = 0
    desk.platform.beforeAnswer = async () => {
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise<void>((resolve) => void desk.clock.setTimer(resolve, 50))
      underWay -= 1
    }
    await desk.handlers().syncNow({})
    await desk.clock.advance(5_000)
    expect((await stateOf(desk)).threadsToRead).toBe(0)
    expect(most).toBe(7)
  })

  it('keeps what came together in one go', async () => {
    const desk = await createHarness((platform) => {
      for (let index = 0; index < 160; index += 1) platform.add()
    })
    await desk.clock.advance(5_000)
    expect(desk.platform.requests.filter(({ url }) => isThread(url)).length).toBe(160)
    // Threads that were kept together are told of one after the other, and then once of the list.
    const told = desk.emitted.join(' ').match(/(threadChanged )+/g) ?? []
    expect(desk.emitted.filter((name) => name === 'threadChanged').length).toBe(160)
    expect(told.length).toBeLessThanOrEqual(16)
  })

  it('keeps a thread that somebody opens as soon as it came, whatever the others do', async () => {
    const desk = await createHarness((platform) => {
      for (let index = 0; index < 20; index += 1) platform.add()
      platform.beforeAnswer = ({ url }) =>
        isThread(url) && !url.includes('/c1?') ? new Promise<void>(() => undefined) : undefined
    })
    await desk.handlers().refreshThread({ conversationId: 'c1' })
    expect((await desk.handlers().thread({ conversationId: 'c1' })).freshness.readAtMs).not.toBeNull()
  })
})

describe('what is archived', () => {
  const archivedApart = (platform: Desk['platform']): void => {
    platform.hidesArchived = true
    platform.add({ messageStatus: 'ARCHIVE' })
    platform.add({ messageStatus: 'ARCHIVE', type: 'FROM_SVC' })
    platform.add({ messageStatus: 'READ' })
  }

  it('MSG-06 is told by the ARCHIVE filter, members and notices alike, and stays after a full sync and a restart', async () => {
    const desk = await createHarness(archivedApart)
    const holds = async (): Promise<void> => {
      expect((await idsOf(desk, 'archived')).toSorted()).toEqual(['c1', 'c3'])
      expect([await idsOf(desk, 'all'), await idsOf(desk, 'notices')]).toEqual([['c5'], []])
      expect(await stateOf(desk)).toMatchObject({ known: 3, total: 3 })
    }
    await holds()
    await desk.handlers().syncNow({})
    await desk.clock.advance(1_000)
    await holds()
    await desk.crashAndRestart()
    await desk.clock.advance(10 * 60_000)
    await holds()
  })

  it('files a notice that was archived here, and no later pass files it back', async () => {
    const desk = await createHarness((platform) => {
      platform.add({ type: 'FROM_SVC' })
    })
    await desk.handlers().file({ conversationIds: ['c1'], act: 'archive' })
    expect(await idsOf(desk, 'archived')).toEqual(['c1'])
    await desk.crashAndRestart()
    await desk.clock.advance(20 * 60_000)
    expect([await idsOf(desk, 'archived'), await idsOf(desk, 'notices')]).toEqual([['c1'], []])
  })

  it('comes back to the inbox as soon as the buyer writes, before the filter is read again', async () => {
    const desk = await createHarness((platform) => {
      platform.hidesArchived = true
      platform.add({ messageStatus: 'ARCHIVE' })
    })
    expect(await idsOf(desk, 'all')).toEqual([])
    const [conversation] = desk.platform.conversations
    if (conversation === undefined) throw new Error('no conversation')
    conversation.messageStatus = 'UNREAD'
    desk.platform.say(conversation, 'Hello again', 'buyer', desk.clock.nowMs())
    await desk.clock.advance(31_000)
    expect(await idsOf(desk, 'all')).toEqual(['c1'])
  })
})

describe('who waits for an answer', () => {
  it('is what the UNANSWERED filter lists, and nobody any more once an answer of ours arrived', async () => {
    const desk = await createHarness((platform) => {
      platform.add({ unanswered: true })
      platform.add({ unanswered: true })
      platform.add({ unanswered: false })
    })
    expect((await idsOf(desk, 'unanswered')).toSorted()).toEqual(['c1', 'c3'])
    await desk.send('Yes, it is', { conversationId: 'c1' })
    await desk.clock.advance(11_000)
    expect(desk.platform.arrived('c1')).toEqual(['Yes, it is'])
    expect(await idsOf(desk, 'unanswered')).toEqual(['c3'])
    const [conversation] = desk.platform.conversations
    if (conversation !== undefined) conversation.unanswered = false
    await desk.clock.advance(60_000)
    expect(await idsOf(desk, 'unanswered')).toEqual(['c3'])
  })
})
