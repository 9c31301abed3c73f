import { describe, expect, it, vi } from 'vitest'
import { settle } from '../../../support/fake-clock.ts'
import { firstPage } from '../conversation-records.ts'
import { createHarness } from '../messaging-harness.ts'

type Harness = Awaited<ReturnType<typeof createHarness>>

const readState = (harness: Harness) => harness.handlers().sync({})
const idsOf = async (harness: Harness, view: 'all' | 'archived' | 'notices' | 'unanswered') =>
  (await harness.handlers().conversations({ ...firstPage, view })).rows.map(({ conversationId }) => conversationId)
/** Offsets requested from the unfiltered member list. */
const readOffsets = (harness: Harness, since = 0) =>
  harness.platform.requests
    .slice(since)
    .filter(({ operation, url }) => operation === 'getConversations' && /FROM_MEMBERS/.test(url) && !/status/.test(url))
    .map(({ url }) => Number(new URL(url).searchParams.get('offset')))

describe('completeness', () => {
  it('MSG-04 is reported once two passes of every list agree, with totals', async () => {
    const harness = await createHarness((platform) => {
      for (let index = 0; index < 120; index += 1) platform.add()
      platform.add({ messageStatus: 'ARCHIVE' })
      platform.add({ type: 'FROM_SVC' })
    })
    const state = await readState(harness)
    expect(state).toMatchObject({ state: 'idle', known: 122, total: 122, error: null })
    expect(state.asOfMs).not.toBeNull()
  })

  it('MSG-04 is not reported while a list is still to be read', async () => {
    let release = (): void => undefined
    const harness = await createHarness((platform) => {
      for (let index = 0; index < 120; index += 1) platform.add({ unanswered: false })
      platform.beforeAnswer = ({ url }) =>
        /FROM_MEMBERS/.test(url) && !/status/.test(url) && /offset=50/.test(url)
          ? new Promise<void>((resolve) => (release = resolve))
          : undefined
    })
    expect(await readState(harness)).toMatchObject({ state: 'running', asOfMs: null, total: 120, known: 50 })
    harness.platform.beforeAnswer = undefined
    release()
    await harness.clock.advance(1_000)
    expect(await readState(harness)).toMatchObject({ state: 'idle', known: 120 })
    expect((await readState(harness)).asOfMs).not.toBeNull()
  })

  it('MSG-04 resumes a pass after a restart at the same page', async () => {
    const harness = await createHarness((platform) => {
      for (let index = 0; index < 220; index += 1) platform.add({ unanswered: false })
      platform.beforeAnswer = ({ url }) =>
        /FROM_MEMBERS/.test(url) && !/status/.test(url) && /offset=150/.test(url)
          ? new Promise<void>(() => undefined)
          : undefined
    })
    expect(await readState(harness)).toMatchObject({ known: 150, total: 220 })
    harness.platform.beforeAnswer = undefined
    const before = harness.platform.requests.length
    await harness.crashAndRestart()
    await harness.clock.advance(1_000)
    // One read of the first page, the rest of the first pass, and the second pass.
    expect(readOffsets(harness, before)).toEqual([0, 150, 200, 0, 50, 100, 150, 200])
    expect(await readState(harness)).toMatchObject({ known: 220, total: 220, state: 'idle' })
    expect((await readState(harness)).asOfMs).not.toBeNull()
  })

  it('MSG-20 waits as long as the platform says, then resumes at the same page', async () => {
    const harness = await createHarness((platform) => {
      for (let index = 0; index < 120; index += 1) platform.add()
      platform.busyAtOffset = 100
    })
    expect(await readState(harness)).toMatchObject({ state: 'failed', error: { kind: 'rateLimited' }, asOfMs: null })
    const before = harness.platform.requests.length
    await harness.clock.advance(18_500)
    expect(harness.platform.requests.length).toBe(before)
    await harness.clock.advance(5_000)
    expect(readOffsets(harness, before).slice(0, 2)).toEqual([0, 100])
    expect(await readState(harness)).toMatchObject({ state: 'idle', error: null })
  })

  it('is not reached while entries have no id', async () => {
    const harness = await createHarness((platform) => {
      platform.add()
      platform.nameless = 2
    })
    expect(await readState(harness)).toMatchObject({ known: 1, total: 3, asOfMs: null })
  })

  it('MSG-06 ignores filters the platform does not offer', async () => {
    const harness = await createHarness((platform) => {
      platform.add({ messageStatus: 'ARCHIVE' })
      platform.add()
      platform.refusesFilters.add('ARCHIVE').add('UNANSWERED')
    })
    const state = await readState(harness)
    expect(state).toMatchObject({ known: 2, total: 2, state: 'idle', error: null })
    expect(state.asOfMs).not.toBeNull()
    expect(await idsOf(harness, 'archived')).toEqual(['c1'])
    expect((await harness.handlers().thread({ conversationId: 'c3' })).conversation.unanswered).toBeNull()
  })

  it('counts the threads to read, and retries failed ones later', async () => {
    const harness = await createHarness((platform) => {
      platform.add()
      platform.add()
      platform.threadStatus = 500
    })
    await harness.clock.advance(5_000)
    expect(await readState(harness)).toMatchObject({ threadsToRead: 2 })
    // Until then, the search uses their texts from the list.
    const { rows } = await harness.handlers().conversations({ ...firstPage, search: 'buyer' })
    expect(rows.map(({ conversationId }) => conversationId).toSorted()).toEqual(['c1', 'c3'])
    harness.platform.threadStatus = undefined
    await harness.clock.advance(60_000)
    expect((await readState(harness)).threadsToRead).toBe(2)
    await harness.clock.advance(35 * 60_000)
    expect(await readState(harness)).toMatchObject({ threadsToRead: 0 })
  })

  it('reads a large list less often: at most a tenth of the time', async () => {
    const harness = await createHarness((platform) => {
      for (let index = 0; index < 200; index += 1) platform.add()
    })
    await harness.clock.advance(60_000)
    // Four pages, so two minutes per pass.
    harness.platform.beforeAnswer = () => new Promise((resolve) => harness.clock.setTimer(resolve, 30_000))
    await harness.handlers().syncNow({})
    await harness.clock.advance(15 * 60_000)
    harness.platform.beforeAnswer = undefined
    const before = harness.platform.requests.length
    await harness.clock.advance(10 * 60_000)
    expect(readOffsets(harness, before).filter((offset) => offset > 0)).toEqual([])
    await harness.clock.advance(20 * 60_000)
    expect(readOffsets(harness, before).filter((offset) => offset > 0)).toEqual([50, 100, 150])
  })
})

describe('reading threads', () => {
  const isThread = (url: string): boolean => /\/conversation\/c\d+/.test(url)

  it.each(['agreed', 'keep changing'])('reads lists that %s again after the clock was set back', async (what) => {
    const harness = await createHarness((platform) => {
      platform.add()
      platform.add({ type: 'FROM_SVC' })
    })
    if (what === 'keep changing')
      harness.database.run(`UPDATE sync_lists SET state = json_set(state, '$.disagreed', 6)`)
    harness.clock.jump(-30 * 24 * 3_600_000)
    harness.platform.conversations.splice(0, 1)
    harness.platform.add({ type: 'FROM_SVC', conversationId: 'notice' })
    await harness.clock.advance(3_600_000)
    expect(await idsOf(harness, 'all')).toEqual([])
    expect(await idsOf(harness, 'notices')).toContain('notice')
  })

  it('MSG-20 runs at most seven requests at once, leaving one of eight to the user', async () => {
    const harness = await createHarness(() => undefined)
    for (let index = 0; index < 160; index += 1) harness.platform.add()
    let inProgress = 0
    let most = 0
    harness.platform.beforeAnswer = async () => {
      inProgress += 1
      most = Math.max(most, inProgress)
      await new Promise<void>((resolve) => void harness.clock.setTimer(resolve, 50))
      inProgress -= 1
    }
    await harness.handlers().syncNow({})
    await harness.clock.advance(5_000)
    expect((await readState(harness)).threadsToRead).toBe(0)
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(7)
  })

  it('stores threads that arrive together in one transaction', async () => {
    const harness = await createHarness(() => undefined)
    for (let index = 0; index < 60; index += 1) harness.platform.add()
    const waiting: (() => void)[] = []
    harness.platform.beforeAnswer = ({ url }) =>
      isThread(url)
        ? new Promise<void>((resolve) => {
            // Six threads are read at once.
            if (waiting.push(resolve) === 6) for (const answer of waiting.splice(0)) answer()
          })
        : undefined
    const commits = vi.spyOn(harness.database, 'durably')
    await harness.handlers().syncNow({})
    await harness.clock.advance(5_000)
    expect((await readState(harness)).threadsToRead).toBe(0)
    expect(commits.mock.calls.length).toBeLessThan(60 / 2)
  })

  it('stores a thread the user opens while others are still being read', async () => {
    const harness = await createHarness((platform) => {
      for (let index = 0; index < 20; index += 1) platform.add()
      platform.beforeAnswer = ({ url }) =>
        isThread(url) && !url.includes('/c1?') ? new Promise<void>(() => undefined) : undefined
    })
    await harness.handlers().refreshThread({ conversationId: 'c1' })
    expect((await harness.handlers().thread({ conversationId: 'c1' })).freshness.readAtMs).not.toBeNull()
  })
})

describe('a conversation that the user opens', () => {
  it('is read again at once if another message was listed before its reading arrived', async () => {
    const harness = await createHarness()
    const { platform, clock } = harness
    const [conversation] = platform.conversations
    if (conversation === undefined) throw new Error('no conversation')
    let arrive: () => void = () => undefined
    platform.afterAnswer = ({ operation }) =>
      operation === 'getConversation' ? new Promise((resolve) => (arrive = resolve)) : undefined
    const opened = harness.handlers().refreshThread({ conversationId: 'c1' })
    await settle()
    platform.afterAnswer = undefined
    platform.say(conversation, 'And is it blue?', 'buyer', clock.nowMs())
    await clock.advance(30_000)
    arrive()
    await opened
    await clock.advance(1_000)
    expect((await readState(harness)).threadsToRead).toBe(0)
  })
})

describe('the archive', () => {
  const archivedApart = (platform: Harness['platform']): void => {
    platform.hidesArchived = true
    platform.add({ messageStatus: 'ARCHIVE' })
    platform.add({ messageStatus: 'ARCHIVE', type: 'FROM_SVC' })
    platform.add({ messageStatus: 'READ' })
  }

  it('MSG-06 comes from the ARCHIVE filter and stays after a full sync and a restart', async () => {
    const harness = await createHarness(archivedApart)
    const holds = async (): Promise<void> => {
      expect((await idsOf(harness, 'archived')).toSorted()).toEqual(['c1', 'c3'])
      expect([await idsOf(harness, 'all'), await idsOf(harness, 'notices')]).toEqual([['c5'], []])
      expect(await readState(harness)).toMatchObject({ known: 3, total: 3 })
    }
    await holds()
    await harness.handlers().syncNow({})
    await harness.clock.advance(1_000)
    await holds()
    await harness.crashAndRestart()
    await harness.clock.advance(10 * 60_000)
    await holds()
  })

  it('keeps a notice archived here after later passes', async () => {
    const harness = await createHarness((platform) => {
      platform.add({ type: 'FROM_SVC' })
    })
    await harness.handlers().file({ conversationIds: ['c1'], action: 'archive' })
    expect(await idsOf(harness, 'archived')).toEqual(['c1'])
    await harness.crashAndRestart()
    await harness.clock.advance(20 * 60_000)
    expect([await idsOf(harness, 'archived'), await idsOf(harness, 'notices')]).toEqual([['c1'], []])
  })

  it('returns a conversation to the inbox when the buyer writes', async () => {
    const harness = await createHarness((platform) => {
      platform.hidesArchived = true
      platform.add({ messageStatus: 'ARCHIVE' })
    })
    expect(await idsOf(harness, 'all')).toEqual([])
    const [conversation] = harness.platform.conversations
    if (conversation === undefined) throw new Error('no conversation')
    conversation.messageStatus = 'UNREAD'
    harness.platform.say(conversation, 'Hello again', 'buyer', harness.clock.nowMs())
    await harness.clock.advance(31_000)
    expect(await idsOf(harness, 'all')).toEqual(['c1'])
  })
})

describe('unanswered conversations', () => {
  it('are those of the UNANSWERED filter without a sent reply', async () => {
    const harness = await createHarness((platform) => {
      platform.add({ unanswered: true })
      platform.add({ unanswered: true })
      platform.add({ unanswered: false })
    })
    expect((await idsOf(harness, 'unanswered')).toSorted()).toEqual(['c1', 'c3'])
    await harness.send('Yes, it is', { conversationId: 'c1' })
    await harness.clock.advance(11_000)
    expect(harness.platform.arrived('c1')).toEqual(['Yes, it is'])
    expect(await idsOf(harness, 'unanswered')).toEqual(['c3'])
    const [conversation] = harness.platform.conversations
    if (conversation !== undefined) conversation.unanswered = false
    await harness.clock.advance(60_000)
    expect(await idsOf(harness, 'unanswered')).toEqual(['c3'])
  })
})

describe('a notification of a new message', () => {
  it('PLT-17 reads its conversation at once', async () => {
    const harness = await createHarness()
    harness.platform.requests.length = 0
    harness.feature().messageArrived('c1')
    await settle()
    expect(harness.platform.requests.map(({ operation }) => operation)).toContain('getConversation')
  })

  it('PLT-17 rereads the conversation at once if another message was listed before the first read arrived', async () => {
    const harness = await createHarness()
    const { platform, clock } = harness
    const [conversation] = platform.conversations
    if (conversation === undefined) throw new Error('no conversation')
    platform.say(conversation, 'Is it new?', 'buyer', clock.nowMs())
    let arrive: () => void = () => undefined
    platform.afterAnswer = ({ operation }) =>
      operation === 'getConversation' ? new Promise((resolve) => (arrive = resolve)) : undefined
    harness.feature().messageArrived('c1')
    await settle()
    platform.afterAnswer = undefined
    platform.say(conversation, 'And is it blue?', 'buyer', clock.nowMs())
    await clock.advance(30_000)
    arrive()
    await clock.advance(1_000)
    const { messages } = await harness.handlers().thread({ conversationId: 'c1' })
    expect(messages.map(({ text }) => text)).toEqual(['Is this still available', 'Is it new?', 'And is it blue?'])
  })

  it('MSG-04 are all stored if the platform pauses after the first page of them', async () => {
    const harness = await createHarness((platform) => {
      for (let index = 0; index < 10; index += 1) platform.add()
    })
    const { conversations } = harness.platform
    for (let index = 0; index < 80; index += 1) harness.platform.add()
    conversations.reverse()
    harness.platform.busyAtOffset = 50
    await harness.clock.advance(2 * 60_000)
    expect((await readState(harness)).known).toBe(90)
  })

  it('PLT-17 checks again if it names a new conversation that the check in progress missed', async () => {
    const harness = await createHarness()
    const { platform, clock } = harness
    platform.afterAnswer = ({ operation }) => {
      if (operation !== 'getConversations') return undefined
      platform.afterAnswer = undefined
      harness.feature().messageArrived(platform.add().conversationId)
      return undefined
    }
    for (let seconds = 0; platform.afterAnswer !== undefined && seconds < 120; seconds += 1) await clock.advance(1_000)
    expect(platform.afterAnswer).toBeUndefined()
    await clock.advance(1_000)
    expect((await harness.handlers().conversations(firstPage)).total).toBe(2)
  })

  it('PLT-17 checks for new conversations if it names one that is not stored', async () => {
    const harness = await createHarness()
    const added = harness.platform.add()
    harness.feature().messageArrived(added.conversationId)
    await harness.clock.advance(1)
    const { rows } = await harness.handlers().conversations(firstPage)
    expect(rows.map(({ conversationId }) => conversationId)).toContain(added.conversationId)
  })
})
