/** Messages in eBay's shapes: no buyer is named, no UNANSWERED filter exists, offsets are multiples of the limit. */
import { describe, expect, it } from 'vitest'
import type { HttpRequest } from '../../../../main/http/request.ts'
import { createMessageClient } from '../../../../main/messaging/platform/message-client.ts'
import { readAllConversations, readWholeThread } from '../../../../main/messaging/platform/paging.ts'
import { completeProfile } from '../../../../shared/connection/profile.ts'
import { emptyContent } from '../../../../shared/messaging/message-text.ts'
import { answer } from '../../http/fake-send.ts'

const profile = completeProfile({ kind: 'sandbox', platform: 'ebay', name: 'Shop' })

type Answer = ReturnType<typeof answer>

const clientOf = (respond: (request: HttpRequest, url: URL) => Answer) => {
  const requests: HttpRequest[] = []
  const client = createMessageClient({
    profile,
    send: async (request) => {
      requests.push(request)
      return respond(request, new URL(request.url))
    },
  })
  return {
    client,
    requests,
    count: (operation: string) => requests.filter((one) => one.operation === operation).length,
  }
}

const conversation = (conversationId: string, senderUsername: string, recipientUsername: string) => ({
  conversationId,
  conversationStatus: 'ACTIVE',
  latestMessage: { messageId: `m-${conversationId}`, messageBody: 'Hello', senderUsername, recipientUsername },
})

const listOf =
  (identity: Answer, ...conversations: readonly object[]) =>
  ({ operation }: HttpRequest): Answer =>
    operation === 'getUser' ? identity : answer(200, { total: conversations.length, conversations })

const fromBuyer = conversation('asked', 'anna', 'my_shop')
const fromSeller = conversation('answered', 'my_shop', 'bert')
const noIdentity = answer(403, { errors: [{ errorId: 1100, message: 'Insufficient permissions' }] })
const ask = { conversationType: 'FROM_MEMBERS' } as const

describe('the writer of a message that names both sides', () => {
  it('PLT-05 identifies the buyer by the seller’s own name', async () => {
    const { client } = clientOf(listOf(answer(200, { username: 'my_shop' }), fromBuyer, fromSeller))
    const { conversations } = await client.getConversations(ask)
    expect(conversations.map(({ buyer }) => buyer)).toEqual(['anna', 'bert'])
  })

  it('PLT-05 identifies the buyer of a single conversation, however the name is capitalised', async () => {
    const { client } = clientOf(listOf(answer(200, { username: 'My_Shop' }), fromBuyer))
    expect((await client.getConversations(ask)).conversations[0]?.buyer).toBe('anna')
  })

  it('PLT-05 requests the name once', async () => {
    const { client, count } = clientOf(listOf(answer(200, { username: 'my_shop' }), fromBuyer))
    await Promise.all([client.getConversations(ask), client.getConversations(ask)])
    await client.getConversations(ask)
    expect(count('getUser')).toBe(1)
  })

  it('PLT-05 uses the name that all messages share if the platform refuses to name the seller, and does not retry', async () => {
    const { client, count } = clientOf(listOf(noIdentity, fromBuyer, fromSeller))
    await client.getConversations(ask)
    const { conversations } = await client.getConversations(ask)
    expect(conversations.map(({ buyer }) => buyer)).toEqual(['anna', 'bert'])
    expect(count('getUser')).toBe(1)
  })

  it('PLT-05 guesses nothing from one message without the seller’s name', async () => {
    const { client } = clientOf(listOf(noIdentity, fromBuyer))
    expect((await client.getConversations(ask)).conversations[0]).toMatchObject({ buyer: null, unanswered: null })
  })

  it('PLT-05 retries after a failure of the identity service', async () => {
    let status = 500
    const { client, count } = clientOf(({ operation }) =>
      operation === 'getUser'
        ? answer(status, { username: 'my_shop' })
        : answer(200, { total: 1, conversations: [fromBuyer] }),
    )
    await client.getConversations(ask)
    status = 200
    expect((await client.getConversations(ask)).conversations[0]?.buyer).toBe('anna')
    expect(count('getUser')).toBe(2)
  })

  it('PLT-06 derives waiting buyers from the newest message', async () => {
    const { client } = clientOf(listOf(answer(200, { username: 'my_shop' }), fromBuyer, fromSeller))
    const { conversations } = await client.getConversations(ask)
    expect(conversations.map(({ unanswered }) => unanswered)).toEqual([true, false])
  })

  it('PLT-06 counts no notice of the platform as unanswered', async () => {
    const { client } = clientOf(listOf(answer(200, { username: 'my_shop' }), conversation('n', 'eBay', 'my_shop')))
    const { conversations } = await client.getConversations({ conversationType: 'FROM_SVC' })
    expect(conversations[0]?.unanswered).toBeNull()
  })
})

/** Pages shorter than the limit although another one follows. */
const shortPages = (all: readonly object[], name: 'conversations' | 'messages') =>
  clientOf(({ operation }, url) => {
    if (operation === 'getUser') return noIdentity
    const limit = Number(url.searchParams.get('limit'))
    const offset = Number(url.searchParams.get('offset'))
    if (offset % limit !== 0) return answer(400, { errors: [{ errorId: 355008, message: 'Invalid offset.' }] })
    const page = all.slice(offset / 2, offset / 2 + limit / 2)
    return answer(200, { total: all.length * 2, [name]: page })
  })

describe('the seller under an immutable id', () => {
  const identity = answer(200, { username: 'my_shop', userId: 'id-1234' })

  it('FACT-14 identifies the buyer where messages name the seller by the user id', async () => {
    const { client } = clientOf(listOf(identity, conversation('asked', 'anna', 'ID-1234')))
    expect((await client.getConversations(ask)).conversations[0]).toMatchObject({ buyer: 'anna', unanswered: true })
  })

  it('FACT-14 keeps the seller’s own message from looking like the buyer’s', async () => {
    const { client } = clientOf(listOf(identity, conversation('answered', 'id-1234', 'bert')))
    expect((await client.getConversations(ask)).conversations[0]).toMatchObject({ buyer: 'bert', unanswered: false })
  })

  it('FACT-14 identifies the buyer where some messages have the id and some the username', async () => {
    const both = [conversation('a', 'anna', 'my_shop'), conversation('b', 'id-1234', 'bert')]
    const { client } = clientOf(listOf(identity, ...both))
    expect((await client.getConversations(ask)).conversations.map(({ buyer }) => buyer)).toEqual(['anna', 'bert'])
  })
})

describe('the words of a status', () => {
  it.each([
    ['ARCHIVE', 'ARCHIVED'],
    ['DELETE', 'DELETED'],
    ['READ', 'READ'],
  ] as const)('PLT-24 FACT-77 lists %s as %s and writes the update’s word', async (conversationStatus, word) => {
    const { client, requests } = clientOf(() => answer(200, { total: 0, conversations: [], conversationsResponse: [] }))
    await client.getConversations({ ...ask, conversationStatus })
    expect(new URL(requests[0]?.url ?? '').searchParams.get('conversation_status')).toBe(word)
    await client.bulkUpdateConversation([{ ...ask, conversationId: 'c', conversationStatus }])
    expect(JSON.parse(requests[1]?.body ?? '')).toMatchObject({ conversations: [{ conversationStatus }] })
  })

  it.each([
    ['ARCHIVE', { archived: true, deleted: false }],
    ['ARCHIVED', { archived: true, deleted: false }],
    ['DELETE', { archived: false, deleted: true }],
    ['DELETED', { archived: false, deleted: true }],
    ['ACTIVE', { archived: false, deleted: false }],
  ])('PLT-24 FACT-77 reads %s', async (conversationStatus, expected) => {
    const entry = { ...conversation('c', 'anna', 'my_shop'), conversationStatus }
    const { client } = clientOf(listOf(answer(200, { username: 'my_shop' }), entry))
    expect((await client.getConversations(ask)).conversations[0]).toMatchObject(expected)
  })
})

describe('paging by the limit', () => {
  it('PLT-07 continues after a short page of conversations, from a multiple of the limit', async () => {
    const all = Array.from({ length: 60 }, (_, index) => conversation(`c${index}`, 'anna', 'my_shop'))
    const { ids } = await readAllConversations(shortPages(all, 'conversations').client, ask)
    expect(ids.size).toBe(60)
  })

  it('PLT-07 loses no message of a thread after a short page', async () => {
    const all = Array.from({ length: 60 }, (_, index) => ({ messageId: `m${index}`, messageBody: 'Hello' }))
    const { messages } = await readWholeThread(shortPages(all, 'messages').client, { ...ask, conversationId: 'c' })
    expect(messages).toHaveLength(60)
  })
})

describe('sending and filing', () => {
  const media = [{ mediaName: 'a.png', mediaType: 'IMAGE', mediaUrl: 'https://pictures.example/a.png' }]

  it('PLT-08 omits the text of a message with only media', async () => {
    const { client, requests } = clientOf(() => answer(201, { messageId: 'm' }))
    const outcome = await client.sendMessage({ conversationId: 'c' }, { ...emptyContent, messageMedia: media })
    expect(outcome.outcome).toBe('carriedOut')
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ conversationId: 'c', messageMedia: media })
  })

  it('PLT-08 counts 204 without a body as done', async () => {
    const { client } = clientOf(() => answer(204))
    await expect(client.markRead({ ...ask, conversationId: 'c' })).resolves.toBeUndefined()
  })

  it.each(['SUCCESS', 'SUCCESSFUL'])('MSG-18 reads %s of conversationsResponse as updated', async (updateStatus) => {
    const { client } = clientOf(() =>
      answer(200, { conversationsMetadata: {}, conversationsResponse: [{ conversationId: 'c', updateStatus }] }),
    )
    const element = { ...ask, conversationId: 'c', conversationStatus: 'READ' } as const
    expect(await client.bulkUpdateConversation([element])).toMatchObject([{ updated: true }])
  })

  it('PLT-09 quotes the platform’s sentence first, then explains it', async () => {
    const { client } = clientOf(() =>
      answer(400, { errors: [{ errorId: 355007, message: 'Invalid or unrecognized conversation_id value.' }] }),
    )
    await expect(client.markRead({ ...ask, conversationId: 'c' })).rejects.toThrow(
      /^eBay says: Invalid or unrecognized conversation_id value\. The conversation was deleted/,
    )
  })

  it('PLT-09 explains no id of the other platform', async () => {
    const { client } = clientOf(() => answer(400, { errors: [{ errorId: 850050, message: 'Something else.' }] }))
    await expect(client.markRead({ ...ask, conversationId: 'c' })).rejects.toThrow(/^Something else/)
  })
})
