import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAllConversations } from '../../../main/messaging/client.ts'
import { oldestFirst, readConversation, readMessage } from '../../../main/messaging/wire.ts'
import { emptyContent } from '../../../shared/messaging/message-text.ts'
import { firstPage, record } from './list-rig.ts'
import { createHarness } from './messaging-harness.ts'

describe('reading every conversation', () => {
  it('MSG-04 loses none that was there all along, however the list moves while it is read', async () => {
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
          const pages = readAllConversations(
            {
              getConversations: async ({ limit = 25, offset = 0 }) => {
                const page = list.slice(offset, offset + limit)
                const answer = {
                  total: list.length,
                  count: page.length,
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
          const seen = new Set<string>()
          let step = await pages.next()
          while (step.done !== true) {
            for (const { conversationId } of step.value.conversations) seen.add(conversationId)
            step = await pages.next()
          }
          if (!step.value.complete) return
          for (let index = 0; index < size; index += 1) {
            const id = `c${index}`
            if (!gone.has(id)) expect(seen.has(id), `${id} was lost`).toBe(true)
          }
        },
      ),
    )
  })

  it('MSG-04 does not call a list complete that gives fewer conversations than it says', async () => {
    const pages = readAllConversations(
      {
        getConversations: async ({ offset = 0 }) => ({
          total: 3,
          count: 1,
          conversations: [record({ conversationId: offset === 0 ? 'a' : 'b' })],
        }),
      },
      { conversationType: 'FROM_MEMBERS' },
    )
    let step = await pages.next()
    while (step.done !== true) step = await pages.next()
    expect(step.value.complete).toBe(false)
  })

  it('MSG-04 admits it when the list does not stand still', async () => {
    let total = 60
    const pages = readAllConversations(
      {
        getConversations: async ({ offset = 0 }) => {
          total += 1
          return { total, count: 50, conversations: [record({ conversationId: `c${offset}-${total}` })] }
        },
      },
      { conversationType: 'FROM_MEMBERS' },
    )
    let step = await pages.next()
    while (step.done !== true) step = await pages.next()
    expect(step.value.complete).toBe(false)
  })
})

describe('the list', () => {
  it('shows a synced inbox with numbers that are true, notices apart', async () => {
    const desk = await createHarness((platform) => {
      for (let index = 0; index < 130; index += 1)
        platform.add({ messageStatus: index % 3 === 0 ? 'UNREAD' : 'READ', unanswered: index % 2 === 0 })
      platform.add({ messageStatus: 'ARCHIVE' })
      platform.add({ type: 'FROM_SVC' })
    })
    const counts = await desk.handlers().counts({})
    expect(counts.views).toMatchObject({ all: 130, unread: 44, unanswered: 65, archived: 1, notices: 1 })
    const page = await desk.handlers().conversations(firstPage)
    expect(page).toMatchObject({ total: 130, sync: { state: 'idle', known: 132, total: 132, error: null } })
    expect(page.sync.asOfMs).not.toBeNull()
  })

  it('pages through a view without losing or repeating one', async () => {
    const desk = await createHarness((platform) => {
      for (let index = 0; index < 73; index += 1)
        platform.add({ createdAtMs: Date.UTC(2026, 0, 1) + (index % 5) * 1000 })
    })
    const seen: string[] = []
    for (let offset = 0; offset < 73; offset += 10) {
      const page = await desk.handlers().conversations({ ...firstPage, offset, limit: 10 })
      seen.push(...page.rows.map(({ conversationId }) => conversationId))
    }
    expect(seen).toHaveLength(73)
    expect(new Set(seen).size).toBe(73)
  })

  it('takes what the platform no longer lists out of the views and keeps it on disk', async () => {
    const desk = await createHarness((platform) => {
      platform.add()
      platform.add()
    })
    desk.platform.conversations.splice(0, 1)
    await desk.handlers().syncNow({})
    await desk.clock.advance(1_000)
    expect((await desk.handlers().conversations(firstPage)).rows.map(({ conversationId }) => conversationId)).toEqual([
      'c3',
    ])
    expect(await desk.handlers().thread({ conversationId: 'c1' })).toHaveProperty('messages.length', 1)
  })

  it('finds by subject, buyer and message text, by the beginnings of words, with accents or without', async () => {
    const desk = await createHarness((platform) => {
      platform.add({ subject: 'Kaputte Kamera', buyer: 'zoe-b', texts: ['Does the café mug come with a lid'] })
      platform.add({ subject: 'Shoes', buyer: 'tom', texts: ['Size 44'] })
    })
    await desk.clock.advance(5_000)
    const find = async (search: string) =>
      (await desk.handlers().conversations({ ...firstPage, search })).rows.map(({ buyer }) => buyer)
    expect(await find('kamera')).toEqual(['zoe-b'])
    expect(await find('CAFE mu')).toEqual(['zoe-b'])
    expect(await find('tom')).toEqual(['tom'])
    expect(await find('nothing like this')).toEqual([])
  })

  it('keeps the mark that this seller set while an older page was on its way', async () => {
    const desk = await createHarness()
    let release = (): void => undefined
    desk.platform.beforeAnswer = (request) =>
      request.operation === 'getConversations' ? new Promise<void>((resolve) => (release = resolve)) : undefined
    await desk.handlers().syncNow({})
    await desk.clock.advance(500)
    await desk.handlers().markRead({ conversationId: 'c1' })
    desk.platform.beforeAnswer = undefined
    const [conversation] = desk.platform.conversations
    if (conversation === undefined) throw new Error('no conversation')
    desk.platform.say(conversation, 'This makes the element of the list another one', 'seller')
    release()
    await desk.clock.advance(0)
    expect((await desk.handlers().conversations(firstPage)).rows[0]?.unread).toBe(false)
  })

  it('says why it is old when the platform is away, and keeps what it has', async () => {
    const desk = await createHarness()
    await desk.setAway(true)
    await desk.clock.advance(60_000)
    const page = await desk.handlers().conversations(firstPage)
    expect(page.rows).toHaveLength(1)
    expect(page.sync).toMatchObject({ state: 'failed', error: { kind: 'offline' } })
    await desk.setAway(false)
    await desk.clock.advance(1_000)
    expect((await desk.handlers().conversations(firstPage)).sync).toMatchObject({ state: 'idle', error: null })
  })

  it('reads only the first page again while nothing changes', async () => {
    const desk = await createHarness((platform) => {
      for (let index = 0; index < 120; index += 1) platform.add()
    })
    await desk.clock.advance(20_000)
    const before = desk.platform.requests.length
    await desk.clock.advance(30_000)
    expect(desk.platform.requests.slice(before).map(({ operation }) => operation)).toEqual([
      'getConversations',
      'getConversations',
    ])
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
    const desk = await createHarness()
    await desk.write('half a sen')
    await desk.crashAndRestart()
    expect(await desk.draftText()).toBe('half a sen')
  })

  it('is not touched by sync, views, searches or other drafts', async () => {
    const desk = await createHarness((platform) => {
      for (let index = 0; index < 60; index += 1) platform.add()
    })
    const ids = (await desk.handlers().conversations({ ...firstPage, limit: 200 })).rows.map(
      ({ conversationId }) => conversationId,
    )
    for (const conversationId of ids) await desk.write(`draft of ${conversationId}`, { conversationId })
    await desk.handlers().syncNow({})
    for (const conversationId of ids) {
      await desk.handlers().refreshThread({ conversationId })
      await desk.handlers().conversations({ ...firstPage, search: 'draft' })
    }
    await desk.clock.advance(400_000)
    for (const conversationId of ids) expect(await desk.draftText(conversationId)).toBe(`draft of ${conversationId}`)
    expect((await desk.handlers().counts({})).views.hasDraft).toBe(60)
  })

  it('is the same after fifty conversations were switched at random while the list and the threads are read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(49), { minLength: 20, maxLength: 60 }), async (visits) => {
        const desk = await createHarness((platform) => {
          for (let index = 0; index < 50; index += 1) platform.add()
        })
        const ids = desk.platform.conversations.map(({ conversationId }) => conversationId)
        const written = new Map<string, string>()
        for (const conversationId of ids) {
          await desk.write(`draft of ${conversationId}`, { conversationId })
          written.set(conversationId, `draft of ${conversationId}`)
        }
        for (const [step, visit] of visits.entries()) {
          const conversationId = ids[visit] ?? ''
          const conversation = desk.platform.conversations[visit]
          if (step % 10 === 0) await desk.handlers().syncNow({})
          // The buyer writes while the seller is here and there.
          if (conversation !== undefined && step % 3 === 0) desk.platform.say(conversation, `news ${step}`, 'buyer')
          expect(await desk.draftText(conversationId)).toBe(written.get(conversationId))
          if (step % 2 === 0) {
            written.set(conversationId, `changed in step ${step}`)
            await desk.write(`changed in step ${step}`, { conversationId })
          }
          await desk.clock.advance(step % 4 === 0 ? 400 : 40)
        }
        await desk.clock.advance(400_000)
        for (const [conversationId, text] of written) expect(await desk.draftText(conversationId)).toBe(text)
        expect((await desk.handlers().counts({})).views.hasDraft).toBe(50)
      }),
      { numRuns: 3 },
    )
  })

  it('does not let one window overwrite what another wrote', async () => {
    const desk = await createHarness()
    const first = await desk.handlers().saveDraft(draft('mine', null))
    await desk.handlers().saveDraft(draft('mine and more', first.revision))
    expect(() => desk.handlers().saveDraft(draft('other', first.revision))).toThrow('changed in another window')
    expect(await desk.draftText()).toBe('mine and more')
  })

  it('does not bring back the draft that another window has sent', async () => {
    const desk = await createHarness()
    const { revision } = await desk.handlers().saveDraft(draft('Yes', null))
    await desk.handlers().send({ target, revision: revision ?? -1 })
    expect(() => desk.handlers().saveDraft(draft('Yes', revision))).toThrow('in another window')
  })

  it('goes when it is emptied', async () => {
    const desk = await createHarness()
    const { revision } = await desk.handlers().saveDraft(draft('Yes', null))
    expect(await desk.handlers().saveDraft(draft('', revision))).toMatchObject({ revision: null })
    expect((await desk.handlers().counts({})).views.hasDraft).toBe(0)
  })
})

describe('reading what the platform sends', () => {
  it('keeps fields it does not know and reads text from text or messageBody', () => {
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

  it('reads a conversation whose fields are missing or of another type', () => {
    expect(readConversation({ conversationId: 'c1', subject: 17, buyer: null, messages: 'none' })).toMatchObject({
      conversationId: 'c1',
      subject: null,
      buyer: null,
      latest: null,
    })
    expect(readConversation({ subject: 'nameless' })).toBeUndefined()
  })

  it('orders messages by their times whichever way they came, and leaves them as they came without', () => {
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
