import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oldestFirst, readConversation, readMessage } from '../../../../main/messaging/platform/message-wire.ts'
import { readAllConversations } from '../../../../main/messaging/platform/paging.ts'
import { emptyContent } from '../../../../shared/messaging/message-text.ts'
import { firstPage, message, openStore, record, whole } from '../conversation-records.ts'
import { createHarness } from '../messaging-harness.ts'

describe('reading every conversation', () => {
  it('MSG-04 finds everything that was there throughout while the list changes', async () => {
    const change = fc.oneof(
      fc.record({ kind: fc.constant('arrives' as const) }),
      fc.record({ kind: fc.constant('movesToTop' as const), at: fc.nat(400) }),
      fc.record({ kind: fc.constant('goes' as const), at: fc.nat(400) }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 180 }),
        fc.array(fc.option(change), { maxLength: 24 }),
        async (size, changes) => {
          let list = Array.from({ length: size }, (_, index) => `c${index}`)
          const gone = new Set<string>()
          let arrivals = 0
          const pending = [...changes]
          const { complete, ids } = await readAllConversations(
            {
              getConversations: async ({ limit = 25, offset = 0 }) => {
                const page = list.slice(offset, offset + limit)
                const answer = {
                  total: list.length,
                  count: page.length,
                  step: page.length,
                  conversations: page.map((conversationId) => record({ conversationId })),
                }
                const next = pending.shift()
                const chosen =
                  next !== null && next !== undefined && 'at' in next
                    ? list[next.at % Math.max(1, list.length)]
                    : undefined
                if (next?.kind === 'arrives') {
                  arrivals += 1
                  list = [`new${arrivals}`, ...list]
                } else if (chosen !== undefined) {
                  list = list.filter((id) => id !== chosen)
                  if (next?.kind === 'movesToTop') list = [chosen, ...list]
                  else gone.add(chosen)
                }
                return answer
              },
            },
            { conversationType: 'FROM_MEMBERS' },
          )
          if (!complete) return
          for (let index = 0; index < size; index += 1) {
            const id = `c${index}`
            if (!gone.has(id)) expect(ids.has(id), `${id} was lost`).toBe(true)
          }
        },
      ),
    )
  })

  it('MSG-04 is incomplete if the platform returns fewer conversations than its total', async () => {
    const { complete } = await readAllConversations(
      {
        getConversations: async ({ offset = 0 }) => ({
          total: 3,
          count: 1,
          step: 1,
          conversations: [record({ conversationId: offset === 0 ? 'a' : 'b' })],
        }),
      },
      { conversationType: 'FROM_MEMBERS' },
    )
    expect(complete).toBe(false)
  })

  it('MSG-04 is incomplete if the list keeps changing', async () => {
    let total = 60
    const { complete } = await readAllConversations(
      {
        getConversations: async ({ offset = 0 }) => {
          total += 1
          return { total, count: 50, step: 50, conversations: [record({ conversationId: `c${offset}-${total}` })] }
        },
      },
      { conversationType: 'FROM_MEMBERS' },
    )
    expect(complete).toBe(false)
  })
})

describe('the conversation list', () => {
  it('shows a synced inbox with correct counts, notices separately', async () => {
    const harness = await createHarness((platform) => {
      for (let index = 0; index < 130; index += 1)
        platform.add({ messageStatus: index % 3 === 0 ? 'UNREAD' : 'READ', unanswered: index % 2 === 0 })
      platform.add({ messageStatus: 'ARCHIVE' })
      platform.add({ type: 'FROM_SVC' })
    })
    const counts = await harness.handlers().counts({})
    expect(counts.views).toMatchObject({ all: 130, unread: 44, unanswered: 65, archived: 1, notices: 1 })
    const page = await harness.handlers().conversations(firstPage)
    expect(page).toMatchObject({ total: 130, sync: { state: 'idle', known: 132, total: 132, error: null } })
    expect(page.sync.asOfMs).not.toBeNull()
  })

  it('keeps a conversation that the platform lists as deleted out of every view', async () => {
    const harness = await createHarness((platform) => {
      platform.add({ messageStatus: 'READ' })
      platform.add({ messageStatus: 'DELETE' })
    })
    expect((await harness.handlers().counts({})).views).toMatchObject({ all: 1, archived: 0 })
  })

  it('pages through a view without gaps or repeats', async () => {
    const harness = await createHarness((platform) => {
      for (let index = 0; index < 73; index += 1)
        platform.add({ createdAtMs: Date.UTC(2026, 0, 1) + (index % 5) * 1000 })
    })
    const seen: string[] = []
    for (let offset = 0; offset < 73; offset += 10) {
      const page = await harness.handlers().conversations({ ...firstPage, offset, limit: 10 })
      seen.push(...page.rows.map(({ conversationId }) => conversationId))
    }
    expect(seen).toHaveLength(73)
    expect(new Set(seen).size).toBe(73)
  })

  it('hides conversations that the platform no longer lists, and keeps them on disk', async () => {
    const harness = await createHarness((platform) => {
      platform.add()
      platform.add()
    })
    harness.platform.conversations.splice(0, 1)
    await harness.handlers().syncNow({})
    await harness.clock.advance(100_000)
    expect(
      (await harness.handlers().conversations(firstPage)).rows.map(({ conversationId }) => conversationId),
    ).toEqual(['c3'])
    expect(await harness.handlers().thread({ conversationId: 'c1' })).toHaveProperty('messages.length', 1)
  })

  it('finds prefixes in subject, buyer and messages, with or without accents', async () => {
    const harness = await createHarness((platform) => {
      platform.add({ subject: 'Kaputte Kamera', buyer: 'zoe-b', texts: ['Does the café mug come with a lid'] })
      platform.add({ subject: 'Shoes', buyer: 'tom', texts: ['Size 44'] })
    })
    await harness.clock.advance(5_000)
    const find = async (search: string) =>
      (await harness.handlers().conversations({ ...firstPage, search })).rows.map(({ buyer }) => buyer)
    expect(await find('kamera')).toEqual(['zoe-b'])
    expect(await find('CAFE mu')).toEqual(['zoe-b'])
    expect(await find('tom')).toEqual(['tom'])
    expect(await find('nothing like this')).toEqual([])
  })

  it('keeps a read mark set while an older page was being fetched', async () => {
    const harness = await createHarness()
    let release = (): void => undefined
    harness.platform.beforeAnswer = (request) =>
      request.operation === 'getConversations' ? new Promise<void>((resolve) => (release = resolve)) : undefined
    await harness.handlers().syncNow({})
    await harness.clock.advance(500)
    await harness.handlers().markRead({ conversationId: 'c1' })
    harness.platform.beforeAnswer = undefined
    const [conversation] = harness.platform.conversations
    if (conversation === undefined) throw new Error('no conversation')
    harness.platform.say(conversation, 'This makes the element of the list another one', 'seller')
    release()
    await harness.clock.advance(0)
    expect((await harness.handlers().conversations(firstPage)).rows[0]?.unread).toBe(false)
  })

  it('shows news in a conversation that was filed before the clock was set back', () => {
    const { store } = openStore()
    const list = (requestedAtMs: number, latestAtMs: number) =>
      store.savePage(
        'FROM_MEMBERS',
        [record({ conversationId: 'c1', unread: true, latestAtMs })],
        new Set(),
        requestedAtMs,
      )
    list(1, 1_000)
    store.setUnread('c1', false, 36_000_000)
    list(1_000, 2_000)
    expect(store.conversation('c1')?.unread).toBe(true)
  })

  it('keeps a message of the latest reading when an earlier one ends after it', () => {
    const { store } = openStore()
    store.savePage('FROM_MEMBERS', [record({ conversationId: 'c1', buyer: 'anna' })], new Set(), 1)
    const [saveEarlier, saveLater] = [store.startReading('c1', 2), store.startReading('c1', 3)]
    const first = message('m1', 'Is it there?', 1_000, 'anna')
    saveLater(whole(first, message('m2', 'Hello?', 2_000, 'anna')))
    saveEarlier(whole(first))
    expect(store.thread('c1')?.messages).toHaveLength(2)
  })

  it('reports the error while the platform is offline, and keeps its data', async () => {
    const harness = await createHarness()
    await harness.setAway(true)
    await harness.clock.advance(60_000)
    const page = await harness.handlers().conversations(firstPage)
    expect(page.rows).toHaveLength(1)
    expect(page.sync).toMatchObject({ state: 'failed', error: { kind: 'offline' } })
    await harness.setAway(false)
    await harness.clock.advance(1_000)
    expect((await harness.handlers().conversations(firstPage)).sync).toMatchObject({ state: 'idle', error: null })
  })

  it('reads only the first page while nothing changes', async () => {
    const harness = await createHarness((platform) => {
      for (let index = 0; index < 120; index += 1) platform.add()
    })
    await harness.clock.advance(20_000)
    const before = harness.platform.requests.length
    await harness.clock.advance(30_000)
    expect(harness.platform.requests.slice(before).map(({ operation }) => operation)).toEqual(['getConversations'])
  })
})

describe('drafts', () => {
  const target = { conversationId: 'c1' }
  const draft = (messageText: string, revision: number | null) => ({
    target,
    content: { ...emptyContent, messageText },
    revision,
    buyerMessagesSeen: 1,
  })

  it('survives a crash as soon as it is saved', async () => {
    const harness = await createHarness()
    await harness.write('half a sen')
    await harness.crashAndRestart()
    expect(await harness.draftText()).toBe('half a sen')
  })

  it('is unaffected by syncs, views, searches and other drafts', async () => {
    const harness = await createHarness((platform) => {
      for (let index = 0; index < 60; index += 1) platform.add()
    })
    const ids = (await harness.handlers().conversations({ ...firstPage, limit: 200 })).rows.map(
      ({ conversationId }) => conversationId,
    )
    for (const conversationId of ids) await harness.write(`draft of ${conversationId}`, { conversationId })
    await harness.handlers().syncNow({})
    for (const conversationId of ids) {
      await harness.handlers().refreshThread({ conversationId })
      await harness.handlers().conversations({ ...firstPage, search: 'draft' })
    }
    await harness.clock.advance(400_000)
    for (const conversationId of ids) expect(await harness.draftText(conversationId)).toBe(`draft of ${conversationId}`)
    expect((await harness.handlers().counts({})).views.hasDraft).toBe(60)
  })

  it('survives random switching between fifty conversations during a sync', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(49), { minLength: 20, maxLength: 60 }), async (visits) => {
        const harness = await createHarness((platform) => {
          for (let index = 0; index < 50; index += 1) platform.add()
        })
        const ids = harness.platform.conversations.map(({ conversationId }) => conversationId)
        const written = new Map<string, string>()
        for (const conversationId of ids) {
          await harness.write(`draft of ${conversationId}`, { conversationId })
          written.set(conversationId, `draft of ${conversationId}`)
        }
        for (const [step, visit] of visits.entries()) {
          const conversationId = ids[visit] ?? ''
          const conversation = harness.platform.conversations[visit]
          if (step % 10 === 0) await harness.handlers().syncNow({})
          // The buyer writes while the seller switches between conversations.
          if (conversation !== undefined && step % 3 === 0) harness.platform.say(conversation, `news ${step}`, 'buyer')
          expect(await harness.draftText(conversationId)).toBe(written.get(conversationId))
          if (step % 2 === 0) {
            written.set(conversationId, `changed in step ${step}`)
            await harness.write(`changed in step ${step}`, { conversationId })
          }
          await harness.clock.advance(step % 4 === 0 ? 400 : 40)
        }
        await harness.clock.advance(400_000)
        for (const [conversationId, text] of written) expect(await harness.draftText(conversationId)).toBe(text)
        expect((await harness.handlers().counts({})).views.hasDraft).toBe(50)
      }),
      { numRuns: 3 },
    )
  })

  it('cannot be overwritten by another window', async () => {
    const harness = await createHarness()
    const first = await harness.handlers().saveDraft(draft('mine', null))
    await harness.handlers().saveDraft(draft('mine and more', first.revision))
    expect(() => harness.handlers().saveDraft(draft('other', first.revision))).toThrow('changed in another window')
    expect(await harness.draftText()).toBe('mine and more')
  })

  it('keeps the last of one window’s saves, even if it did not wait for earlier answers', async () => {
    const texts = ['Hel', 'Hello', '', 'Hello there']
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(
          texts.map((_, index) => index),
          { minLength: 1 },
        ),
        async (order) => {
          const harness = await createHarness()
          for (const index of order)
            await harness
              .handlers()
              .saveDraft({ ...draft(texts[index] ?? '', null), by: { windowId: 'w', number: index + 1 } })
          expect((await harness.draftText()) ?? '').toBe(texts[Math.max(...order)])
        },
      ),
      { numRuns: 20 },
    )
  })

  it('is not restored by an earlier save of the window that sent it', async () => {
    const harness = await createHarness()
    const by = (number: number) => ({ by: { windowId: 'w', number } })
    const { revision } = await harness.handlers().saveDraft({ ...draft('Yes', null), ...by(2) })
    await harness.handlers().send({ target, revision: revision ?? -1 })
    expect(await harness.handlers().saveDraft({ ...draft('Ye', null), ...by(1) })).toEqual({ revision: null })
    expect(await harness.draftText()).toBeUndefined()
  })

  it('a window that saves without waiting overwrites no other window', async () => {
    const harness = await createHarness()
    const by = (windowId: string, number: number) => ({ by: { windowId, number } })
    const first = await harness.handlers().saveDraft({ ...draft('mine', null), ...by('a', 1) })
    await harness.handlers().saveDraft({ ...draft('theirs', first.revision), ...by('b', 1) })
    expect(() => harness.handlers().saveDraft({ ...draft('mine too', first.revision), ...by('a', 2) })).toThrow(
      'changed in another window',
    )
    expect(await harness.draftText()).toBe('theirs')
  })

  it('cannot be saved after another window sent it', async () => {
    const harness = await createHarness()
    const { revision } = await harness.handlers().saveDraft(draft('Yes', null))
    await harness.handlers().send({ target, revision: revision ?? -1 })
    expect(() => harness.handlers().saveDraft(draft('Yes', revision))).toThrow('in another window')
  })

  it('is removed when emptied', async () => {
    const harness = await createHarness()
    const { revision } = await harness.handlers().saveDraft(draft('Yes', null))
    expect(await harness.handlers().saveDraft(draft('', revision))).toMatchObject({ revision: null })
    expect((await harness.handlers().counts({})).views.hasDraft).toBe(0)
  })
})

describe('wire formats', () => {
  it('keep unknown fields and read the text from text or messageBody', () => {
    expect(readMessage({ messageId: 7, messageBody: 'Hello', colour: 'red' })).toMatchObject({
      messageId: '7',
      text: 'Hello',
      raw: '{"messageId":7,"messageBody":"Hello","colour":"red"}',
    })
    expect(readMessage({ text: 'Hello', senderUsername: 'anna' })).toMatchObject({
      text: 'Hello',
      sender: 'anna',
      createdAtMs: null,
    })
  })

  it('accept missing and wrongly typed fields of a conversation', () => {
    expect(readConversation({ conversationId: 'c1', subject: 17, buyer: null, messages: 'none' })).toMatchObject({
      conversationId: 'c1',
      subject: null,
      buyer: null,
      latest: null,
    })
    expect(readConversation({ subject: 'nameless' })).toBeUndefined()
  })

  it('sort messages by time, and keep their order without times', () => {
    const message = (text: string, createdDate?: string) => readMessage({ text, createdDate })
    const read = (...messages: ReturnType<typeof message>[]) =>
      oldestFirst(messages.filter((one) => one !== undefined)).map(({ text }) => text)
    const first = '2026-11-20T10:00:00.000Z'
    const second = '2026-11-20T11:00:00.000Z'
    expect(read(message('c', second), message('b', first), message('a', first))).toEqual(['a', 'b', 'c'])
    expect(read(message('a', first), message('b', first), message('c', second))).toEqual(['a', 'b', 'c'])
    expect(read(message('x'), message('y', first))).toEqual(['x', 'y'])
  })
})
