import { describe, expect, it } from 'vitest'
import { openShop, refusal, type Shop } from './practice-shop.ts'

const base = '/commerce/message/v1'
const members = 'conversation_type=FROM_MEMBERS'

type Listed = {
  conversationId: string
  messageStatus: string
  itemId?: string
  buyer: { username: string }
  messages: { text: string; createdDate: string; senderUsername: string }[]
}

const list = async (shop: Shop, query: string): Promise<{ total: number; conversations: Listed[] }> => {
  const answer = await shop.asSeller('GET', `${base}/conversation?${query}`)
  expect(answer.status).toBe(200)
  return answer.json as { total: number; conversations: Listed[] }
}
const first = async (shop: Shop, query = members): Promise<Listed> => {
  const [found] = (await list(shop, query)).conversations
  if (found === undefined) throw new Error('the shop has no such conversation')
  return found
}
const raw = async (shop: Shop, id: string) =>
  (await shop.control('GET', `conversations/${id}`)).json as {
    status: string
    read: boolean
    messages: { text: string; from: string; media: unknown[] }[]
  }

describe('getConversations', () => {
  it('shows the documented fields, newest conversation first', async () => {
    const shop = await openShop()
    const { total, conversations } = await list(shop, members)
    expect(conversations).toHaveLength(25)
    expect(total).toBeGreaterThan(25)
    expect(conversations[0]).toEqual({
      conversationId: expect.any(String),
      subject: expect.any(String),
      buyer: { username: expect.any(String) },
      creationDate: expect.stringMatching(/^2026-.*Z$/),
      messageStatus: expect.stringMatching(/^(READ|UNREAD)$/),
      itemId: expect.stringMatching(/^\d{12}$/),
      messages: [expect.objectContaining({ text: expect.any(String) })],
    })
    const times = conversations.map(({ messages }) => messages[0]?.createdDate ?? '')
    expect(times).toEqual(times.toSorted().reverse())
  })

  it.each([
    ['MSG-02 conversation_type is missing', '', [400, 850001]],
    ['MSG-02 conversation_type is another word', 'conversation_type=FROM_NOBODY', [400, 850001]],
    ['MSG-03 limit is above 50', `${members}&limit=51`, [400, 850002]],
    ['MSG-03 limit is 0', `${members}&limit=0`, [400, 850002]],
    ['offset is negative', `${members}&offset=-1`, [400, 2004]],
    [
      'MSG-05 start_time is used with FROM_SVC',
      'conversation_type=FROM_SVC&start_time=2026-11-01T00:00:00.000Z',
      [400, 850010],
    ],
    [
      'MSG-05 end_time is used with FROM_SVC',
      'conversation_type=FROM_SVC&end_time=2026-11-01T00:00:00.000Z',
      [400, 850010],
    ],
    ['MSG-05 start_time has another form', `${members}&start_time=2026-11-01T00:00:00Z`, [400, 2004]],
    ['MSG-06 conversation_status is no status', `${members}&conversation_status=OPEN`, [400, 850020]],
    ['MSG-06 reference_id comes without reference_type', `${members}&reference_id=1`, [400, 2004]],
  ])('refuses when %s', async (_, query, expected) => {
    const shop = await openShop()
    expect(refusal(await shop.asSeller('GET', `${base}/conversation?${query}`))).toEqual(expected)
  })

  it('MSG-01 requires its common headers', async () => {
    const shop = await openShop()
    const path = `${base}/conversation?${members}`
    expect(refusal(await shop.asSeller('GET', path, undefined, { 'x-svc-c-marketplace-id': '' }))).toEqual([400, 2004])
    expect((await shop.asSeller('GET', path, undefined, { 'content-type': '' })).status).toBe(415)
  })

  it('MSG-04 shifts under a reader when a message arrives between two pages', async () => {
    const shop = await openShop()
    const all = (await list(shop, `${members}&limit=50`)).conversations.map(({ conversationId }) => conversationId)
    const page = (await list(shop, `${members}&limit=10`)).conversations.map(({ conversationId }) => conversationId)
    expect(page).toEqual(all.slice(0, 10))
    await shop.control('POST', 'messages', { username: 'new_buyer', text: 'Hello' })
    const next = (await list(shop, `${members}&limit=10&offset=10`)).conversations.map(
      ({ conversationId }) => conversationId,
    )
    expect(next).toEqual(all.slice(9, 19))
  })

  it('MSG-06 filters by status, buyer, listing and time', async () => {
    const shop = await openShop()
    const everything = (await list(shop, `${members}&limit=50`)).conversations
    const unanswered = await list(shop, `${members}&limit=50&conversation_status=UNANSWERED`)
    const answered = await list(shop, `${members}&limit=50&conversation_status=ANSWERED`)
    expect(unanswered.total + answered.total).toBe(everything.length)
    expect(unanswered.total).toBeGreaterThan(0)
    for (const { messages, buyer } of unanswered.conversations) expect(messages[0]?.senderUsername).toBe(buyer.username)
    for (const { messages, buyer } of answered.conversations)
      expect(messages[0]?.senderUsername).not.toBe(buyer.username)

    const unread = await list(shop, `${members}&limit=50&conversation_status=UNREAD`)
    expect(unread.total).toBeGreaterThan(0)
    expect(unread.total).toBeLessThan(everything.length)

    const one = everything.find(({ itemId }) => itemId !== undefined)
    const byBuyer = await list(shop, `${members}&other_party_username=${one?.buyer.username}`)
    expect(byBuyer.conversations.every(({ buyer }) => buyer.username === one?.buyer.username)).toBe(true)
    const byItem = await list(shop, `${members}&reference_id=${one?.itemId}&reference_type=LISTING`)
    expect(byItem.conversations.map(({ itemId }) => itemId)).toContain(one?.itemId)

    const recent = await list(shop, `${members}&limit=50&start_time=2026-11-20T12:00:00.000Z`)
    const older = await list(shop, `${members}&limit=50&end_time=2026-11-20T12:00:00.000Z`)
    expect(recent.total).toBeGreaterThan(0)
    expect(recent.total + older.total).toBe(everything.length)
  })

  it('keeps notices apart from buyers’ messages', async () => {
    const shop = await openShop()
    const notices = await list(shop, 'conversation_type=FROM_SVC')
    expect(notices.total).toBeGreaterThan(0)
    const fromMembers = (await list(shop, `${members}&limit=50`)).conversations.map(
      ({ conversationId }) => conversationId,
    )
    for (const { conversationId } of notices.conversations) expect(fromMembers).not.toContain(conversationId)
  })
})

describe('getConversation', () => {
  it('MSG-07 returns a thread’s messages newest first, in pages', async () => {
    const shop = await openShop()
    const { conversationId } = await first(shop)
    await shop.control('POST', 'messages', { conversationId, text: 'One' })
    await shop.control('POST', 'messages', { conversationId, text: 'Two' })
    const path = `${base}/conversation/${conversationId}?${members}`
    const { json } = await shop.asSeller('GET', `${path}&limit=1&offset=1`)
    expect(json).toMatchObject({ total: expect.any(Number), messages: [{ text: 'One' }] })
    expect(refusal(await shop.asSeller('GET', `${path}&limit=51`))).toEqual([400, 850002])
    expect(refusal(await shop.asSeller('GET', `${base}/conversation/${conversationId}`))).toEqual([400, 850001])
  })

  it('answers 404 with 850100 for a thread that is unknown or of the other type', async () => {
    const shop = await openShop()
    const { conversationId } = await first(shop)
    expect(refusal(await shop.asSeller('GET', `${base}/conversation/unknown?${members}`))).toEqual([404, 850100])
    const path = `${base}/conversation/${conversationId}?conversation_type=FROM_SVC`
    expect(refusal(await shop.asSeller('GET', path))).toEqual([404, 850100])
  })
})

describe('sendMessage', () => {
  it('MSG-12 answers 200 with an empty body, and stores the text unchanged', async () => {
    const shop = await openShop()
    const { conversationId } = await first(shop)
    const messageText = ' <b>Yes</b> & no 🙂\r\n'
    const answer = await shop.asSeller('POST', `${base}/send_message`, { conversationId, messageText })
    expect([answer.status, answer.text]).toEqual([200, ''])
    const thread = await shop.asSeller('GET', `${base}/conversation/${conversationId}?${members}`)
    expect(thread.json).toMatchObject({
      messages: expect.arrayContaining([expect.objectContaining({ text: messageText })]),
    })
    expect((await first(shop)).conversationId).toBe(conversationId)
  })

  it('MSG-13 is not idempotent: the same text twice is two messages', async () => {
    const shop = await openShop()
    const { conversationId } = await first(shop)
    const before = (await raw(shop, conversationId)).messages.length
    for (const _ of [1, 2]) await shop.asSeller('POST', `${base}/send_message`, { conversationId, messageText: 'Yes' })
    expect((await raw(shop, conversationId)).messages).toHaveLength(before + 2)
  })

  it('MSG-09 counts code points, not UTF-16 units', async () => {
    const shop = await openShop()
    const { conversationId } = await first(shop)
    const send = (messageText: string) => shop.asSeller('POST', `${base}/send_message`, { conversationId, messageText })
    expect((await send('🙂'.repeat(2000))).status).toBe(200)
    expect(refusal(await send('🙂'.repeat(2001)))).toEqual([400, 13007])
  })

  it('MSG-11 starts a new conversation, with attachments and a reference', async () => {
    const shop = await openShop()
    const answer = await shop.asSeller('POST', `${base}/send_message`, {
      otherPartyUsername: 'somebody_new',
      messageText: 'Hello',
      emailCopyToSender: true,
      messageMedia: [{ mediaName: 'a', mediaType: 'IMAGE', mediaUrl: 'https://x.example/a.png' }],
      reference: { referenceId: '312345678901', referenceType: 'LISTING' },
    })
    expect(answer.status).toBe(200)
    const found = await first(shop, `${members}&other_party_username=somebody_new`)
    expect(found).toMatchObject({ itemId: '312345678901' })
    expect((await raw(shop, found.conversationId)).messages).toMatchObject([{ text: 'Hello', from: 'seller' }])
  })

  const media = { mediaName: 'a', mediaType: 'IMAGE', mediaUrl: 'https://x.example/a.png' }
  it.each([
    ['MSG-08 both targets are named', { otherPartyUsername: 'x', messageText: 'x' }, [400, 2004]],
    ['MSG-08 no target is named', { conversationId: undefined, messageText: 'x' }, [400, 2004]],
    ['MSG-09 there is no text', {}, [400, 2004]],
    ['MSG-10 there are six attachments', { messageText: 'x', messageMedia: Array(6).fill(media) }, [400, 2004]],
    [
      'MSG-10 an attachment has another type',
      { messageText: 'x', messageMedia: [{ ...media, mediaType: 'GIF' }] },
      [400, 2004],
    ],
    [
      'MSG-10 an attachment is plain HTTP',
      { messageText: 'x', messageMedia: [{ ...media, mediaUrl: 'http://x.example/a.png' }] },
      [400, 6001],
    ],
    [
      'MSG-11 the reference is no listing',
      { messageText: 'x', reference: { referenceId: '1', referenceType: 'ORDER' } },
      [400, 2004],
    ],
    ['the conversation is unknown', { conversationId: 'unknown', messageText: 'x' }, [404, 6001]],
  ])('refuses when %s', async (_, body, expected) => {
    const shop = await openShop()
    const { conversationId } = await first(shop)
    const before = await raw(shop, conversationId)
    expect(refusal(await shop.asSeller('POST', `${base}/send_message`, { conversationId, ...body }))).toEqual(expected)
    expect(await raw(shop, conversationId)).toEqual(before)
  })

  it('MSG-22 refuses replies to notices', async () => {
    const shop = await openShop()
    const { conversationId } = await first(shop, 'conversation_type=FROM_SVC')
    const answer = await shop.asSeller('POST', `${base}/send_message`, { conversationId, messageText: 'Thanks' })
    expect(refusal(answer)).toEqual([404, 6001])
  })

  it('AUT-03 answers 1100 for a missing scope and a missing token', async () => {
    const shop = await openShop()
    const token = await shop.userToken(['/sell.inventory'])
    const send = (authorization: string) =>
      shop.asSeller('POST', `${base}/send_message`, { conversationId: 'x', messageText: 'x' }, { authorization })
    expect(refusal(await send(`Bearer ${token}`))).toEqual([403, 1100])
    expect(refusal(await send('Bearer gone'))).toEqual([401, 1100])
  })
})

describe('updateConversation', () => {
  const update = (shop: Shop, body: unknown) => shop.asSeller('POST', `${base}/update_conversation`, body)

  it('MSG-14 silently ignores conversationStatus beside read', async () => {
    const shop = await openShop()
    const { conversationId } = await first(shop, `${members}&conversation_status=UNREAD`)
    const common = { conversationId, conversationType: 'FROM_MEMBERS' }
    const answer = await update(shop, { ...common, read: true, conversationStatus: 'ARCHIVE' })
    expect(answer.status).toBe(200)
    expect(await raw(shop, conversationId)).toMatchObject({ read: true, status: 'ACTIVE' })
    expect((await update(shop, { ...common, conversationStatus: 'ARCHIVE' })).status).toBe(200)
    expect(await raw(shop, conversationId)).toMatchObject({ status: 'ARCHIVE' })
  })

  it('MSG-16 cannot undo DELETE', async () => {
    const shop = await openShop()
    const { conversationId } = await first(shop)
    const common = { conversationId, conversationType: 'FROM_MEMBERS' }
    expect((await update(shop, { ...common, conversationStatus: 'DELETE' })).status).toBe(200)
    expect(refusal(await update(shop, { ...common, conversationStatus: 'ACTIVE' }))).toEqual([404, 850050])
    expect(refusal(await shop.asSeller('GET', `${base}/conversation/${conversationId}?${members}`))).toEqual([
      404, 850100,
    ])
    const deleted = await list(shop, `${members}&conversation_status=DELETE`)
    expect(deleted.total).toBe(0)
  })

  it.each([
    ['conversationType is missing', { conversationType: undefined }, [400, 850001]],
    ['MSG-15 conversationType is not the conversation’s own', { conversationType: 'FROM_SVC' }, [404, 850050]],
    ['the status is for bulk calls only', { conversationStatus: 'UNREAD' }, [400, 850020]],
    ['nothing is asked', { conversationStatus: undefined }, [400, 850020]],
    ['the conversation is unknown', { conversationId: 'unknown' }, [404, 850050]],
  ])('refuses when %s', async (_, change, expected) => {
    const shop = await openShop()
    const { conversationId } = await first(shop)
    const body = { conversationId, conversationType: 'FROM_MEMBERS', conversationStatus: 'ARCHIVE', ...change }
    expect(refusal(await update(shop, body))).toEqual(expected)
    expect(await raw(shop, conversationId)).toMatchObject({ status: 'ACTIVE' })
  })
})

describe('bulkUpdateConversation', () => {
  const bulk = (shop: Shop, conversations: unknown, headers = {}) =>
    shop.asSeller('POST', `${base}/bulk_update_conversation`, { conversations }, headers)

  it('MSG-18 lets each element succeed or fail on its own, with HTTP 200', async () => {
    const shop = await openShop()
    const { conversationId } = await first(shop)
    const element = { conversationId, conversationType: 'FROM_MEMBERS', conversationStatus: 'UNREAD' }
    const answer = await bulk(shop, [
      element,
      { ...element, conversationId: 'unknown' },
      { ...element, conversationStatus: 'OPEN' },
      { ...element, conversationType: undefined },
    ])
    expect(answer.status).toBe(200)
    const failed = (errorId: number) => ({
      updateStatus: 'FAILED',
      errors: [{ errorId, domain: 'API_MESSAGE', category: 'REQUEST', message: expect.any(String) }],
    })
    expect(answer.json).toMatchObject({
      conversations: [
        { conversationId, updateStatus: 'SUCCESSFUL' },
        { conversationId: 'unknown', ...failed(850050) },
        { conversationId, ...failed(850020) },
        { conversationId, ...failed(850001) },
      ],
    })
    expect(await raw(shop, conversationId)).toMatchObject({ read: false })
  })

  it('MSG-17 accepts ten elements and refuses eleven with 850010', async () => {
    const shop = await openShop()
    const element = { conversationId: 'x', conversationType: 'FROM_MEMBERS', conversationStatus: 'READ' }
    expect((await bulk(shop, Array(10).fill(element))).status).toBe(200)
    expect(refusal(await bulk(shop, Array(11).fill(element)))).toEqual([400, 850010])
  })

  it('MSG-19 rejects the whole batch with 403 in the range of 850100 without the scope', async () => {
    const shop = await openShop()
    const authorization = `Bearer ${await shop.userToken(['/sell.inventory'])}`
    expect(refusal(await bulk(shop, [], { authorization }))).toEqual([403, 850101])
  })
})
