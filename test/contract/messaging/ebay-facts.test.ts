/** The client and the inbox against what eBay was seen to do, as an eBay practice shop plays it. */
import { afterEach, describe, expect, it } from 'vitest'
import { createUndiciSend } from '../../../main/http/undici-send.ts'
import { createMessageClient } from '../../../main/messaging/platform/message-client.ts'
import { readAllConversations, readWholeThread } from '../../../main/messaging/platform/paging.ts'
import { practiceCredentials } from '../../../main/practice/credentials.ts'
import { startPracticePlatform } from '../../../main/practice/platform.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { emptyContent } from '../../../shared/messaging/message-text.ts'

const ask = { conversationType: 'FROM_MEMBERS' } as const
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const open = async (conversations = 40) => {
  const platform = await startPracticePlatform({ platform: 'ebay', conversations, items: 1 })
  const wire = createUndiciSend({ origins: [platform.url] })
  closers.push(wire.close, platform.stop)
  const { clientId, clientSecret, refreshToken } = practiceCredentials
  const answer = await fetch(`${platform.url}/identity/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
    },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  const client = createMessageClient({
    profile: completeProfile({ kind: 'practice', name: 'Practice shop', platform: 'ebay' }, platform.url),
    send: (request) => wire.send({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } }),
  })
  const list = (query: string) =>
    fetch(`${platform.url}/commerce/message/v1/conversation?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    })
  const fault = (fault: string, more: object = {}) =>
    fetch(`${platform.url}/practice/faults`, {
      method: 'POST',
      body: JSON.stringify({ operation: 'messaging', fault, ...more }),
    })
  return { client, list, fault }
}

describe('the list of conversations', () => {
  it.each(['ARCHIVE', 'DELETE'])('FACT-77 refuses the update’s word %s with 355001', async (word) => {
    const { list } = await open()
    const answer = await list(`conversation_type=FROM_MEMBERS&conversation_status=${word}`)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ errors: [{ errorId: 355001 }] })
  })

  it('PLT-24 FACT-77 finds what was archived and deleted under its own words', async () => {
    const { client } = await open()
    const { conversations } = await client.getConversations(ask)
    const [one, other] = conversations
    if (one === undefined || other === undefined) throw new Error('no conversations')
    await client.setStatus({ ...ask, conversationId: one.conversationId }, 'ARCHIVE')
    await client.bulkUpdateConversation([
      { ...ask, conversationId: other.conversationId, conversationStatus: 'DELETE' },
    ])
    const archived = await client.getConversations({ ...ask, conversationStatus: 'ARCHIVE', limit: 50 })
    const found = archived.conversations.find(({ conversationId }) => conversationId === one.conversationId)
    expect(found).toMatchObject({ archived: true, deleted: false })
    const deleted = await client.getConversations({ ...ask, conversationStatus: 'DELETE' })
    expect(deleted.conversations).toMatchObject([{ conversationId: other.conversationId, deleted: true }])
  })

  it('FACT-78 is not narrowed to unread notices, whose unreadCount says which are', async () => {
    const { client } = await open()
    const query = { conversationType: 'FROM_SVC' } as const
    const { conversations, total } = await client.getConversations(query)
    const conversationId = conversations[0]?.conversationId ?? ''
    await client.bulkUpdateConversation([{ ...query, conversationId, conversationStatus: 'UNREAD' }])
    const unread = await client.getConversations({ ...query, conversationStatus: 'UNREAD' })
    expect(unread.total).toBe(total)
    expect(new Set(unread.conversations.map((one) => one.unread))).toEqual(new Set([true, false]))
  })

  it('FACT-79 fails as a whole where it is long, and works by time', async () => {
    const { client, fault } = await open(60)
    await fault('longListFails', { longListFails: 30 })
    const problem = await client.getConversations(ask).catch((error: unknown) => error)
    expect(problem).toMatchObject({ detail: { kind: 'service', status: 500 } })
    const { detail } = problem as { detail: Parameters<typeof client.isListTooLong>[0] }
    expect(client.isListTooLong(detail)).toBe(true)
    const startTimeMs = Date.now() - 3 * 86_400_000
    await expect(
      client.getConversations({ ...ask, startTimeMs, endTimeMs: startTimeMs + 5 * 86_400_000 }),
    ).resolves.toBeDefined()
  })

  it('FACT-86 may go on counting what a call marked as read', async () => {
    const { client, fault } = await open()
    const unread = (await client.getConversations(ask)).conversations.find((one) => one.unread === true)
    const conversationId = unread?.conversationId ?? ''
    await client.bulkUpdateConversation([{ ...ask, conversationId, conversationStatus: 'READ' }])
    const readMark = async () =>
      (await client.getConversations(ask)).conversations.find((one) => one.conversationId === conversationId)?.unread
    expect(await readMark()).toBe(false)
    await fault('readMarkApart')
    expect(await readMark()).toBe(true)
  })
})

describe('the messages', () => {
  it('FACT-84 PLT-30 of the platform are HTML documents, read as text without scripts', async () => {
    const { client } = await open()
    const { conversations } = await client.getConversations({ conversationType: 'FROM_SVC' })
    for (const { latest } of conversations) {
      expect(latest?.raw).toContain('<!DOCTYPE html>')
      expect(latest?.text).not.toMatch(/[<>]|&\w+;|document\.title/)
      expect(latest?.text).toContain('Help & contact (https://www.ebay.com/help/home)')
    }
  })

  it('FACT-84 PLT-30 of a buyer hold entities, decoded once', async () => {
    const { client } = await open(120)
    const { ids } = await readAllConversations(client, ask)
    const texts: string[] = []
    for (const conversationId of [...ids].slice(0, 60)) {
      const { messages } = await readWholeThread(client, { ...ask, conversationId })
      texts.push(...messages.map(({ text }) => text))
    }
    expect(texts.some((text) => text.includes('<b>different</b>'))).toBe(true)
    expect(texts.filter((text) => /&(#39|amp|lt|quot);|<br/.test(text))).toEqual([])
  })

  it('FACT-14 PLT-05 name the seller by the user id that identity tells', async () => {
    const { client, fault } = await open()
    await fault('namesAreIds')
    const { conversations } = await client.getConversations(ask)
    expect(conversations.filter(({ buyer }) => buyer === null || buyer.startsWith('practice-user'))).toEqual([])
    expect(conversations.some(({ unanswered }) => unanswered === false)).toBe(true)
  })

  it('FACT-88 arrive without their links, though the answer shows them', async () => {
    const { client } = await open()
    const conversationId = (await client.getConversations(ask)).conversations[0]?.conversationId ?? ''
    const messageText = 'See https://shop.example/cups or mail me@shop.example please'
    await client.sendMessage({ conversationId }, { ...emptyContent, messageText })
    const { messages } = await client.getConversation({ ...ask, conversationId })
    expect(messages.map(({ text }) => text)).toContain('See  or mail  please')
  })

  it('FACT-89 answer no notice', async () => {
    const { client } = await open()
    const { conversations } = await client.getConversations({ conversationType: 'FROM_SVC' })
    const conversationId = conversations[0]?.conversationId ?? ''
    const sent = await client.sendMessage({ conversationId }, { ...emptyContent, messageText: 'Hello' })
    expect(sent.outcome).toBe('refused')
  })

  it('FACT-93 take attachments from the picture host only', async () => {
    const { client } = await open()
    const conversationId = (await client.getConversations(ask)).conversations[0]?.conversationId ?? ''
    const send = (mediaUrl: string) =>
      client.sendMessage(
        { conversationId },
        { ...emptyContent, messageText: 'Look', messageMedia: [{ mediaName: 'a.png', mediaType: 'IMAGE', mediaUrl }] },
      )
    expect(await send('https://elsewhere.example/a.png')).toMatchObject({ outcome: 'refused' })
    expect(await send('https://pictures.practice.invalid/a.png')).toMatchObject({ outcome: 'carriedOut' })
  })
})
