/** The inbox of an eBay practice shop, with every request checked against the published description. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HttpRequest, Send } from '../../../main/http/request.ts'
import { createUndiciSend, type UndiciSend } from '../../../main/http/undici-send.ts'
import { createMessageClient } from '../../../main/messaging/platform/message-client.ts'
import { readAllConversations } from '../../../main/messaging/platform/paging.ts'
import { practiceCredentials } from '../../../main/practice/credentials.ts'
import { type PracticePlatform, startPracticePlatform } from '../../../main/practice/platform.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import type { Conversation, Message } from '../../../shared/messaging/conversation.ts'
import { emptyContent } from '../../../shared/messaging/message-text.ts'
import { waitFor } from '../../support/wait-for.ts'
import { createTestHost } from '../connection/open-app.ts'
import { hasDescriptions, listRequestProblems } from '../official/descriptions.ts'

const ask = { conversationType: 'FROM_MEMBERS' } as const
const firstPage = { view: 'all', itemId: null, otherParty: null, search: '', offset: 0, limit: 100 }

type Page = {
  readonly rows: readonly Conversation[]
  readonly total: number
  readonly sync: { readonly state: string }
}
type Thread = { readonly messages: readonly Message[] }

describe('the inbox of an eBay shop', () => {
  const host = createTestHost()
  const list = (over: object = {}) => host.ask<Page>('messaging.conversations', { ...firstPage, ...over })

  beforeAll(async () => {
    const profile = { id: 'practice', kind: 'practice', name: 'Practice shop', platform: 'ebay' } as const
    await host.start({ profile, file: 'ebay.json' })
    await waitFor(async () => expect((await list()).sync.state).toBe('idle'))
  }, 30_000)
  afterAll(() => host.close())

  it('PLT-05 names the buyer of every conversation', async () => {
    const { rows } = await list()
    expect(rows.length).toBeGreaterThan(50)
    expect(rows.filter(({ buyer }) => buyer === null)).toEqual([])
  })

  it('PLT-05 identifies the writer of every message', async () => {
    const { rows } = await list()
    for (const { conversationId } of rows.slice(0, 10)) {
      await host.ask('messaging.refreshThread', { conversationId })
      const { messages } = await host.ask<Thread>('messaging.thread', { conversationId })
      expect(messages.map(({ writer }) => writer)).not.toContain('unknown')
    }
  })

  it('PLT-06 lists as unanswered exactly the conversations in which the buyer wrote last', async () => {
    const { rows } = await list()
    const { rows: unanswered } = await list({ view: 'unanswered' })
    expect(unanswered.length).toBeGreaterThan(0)
    expect(unanswered.length).toBeLessThan(rows.length)
    const waits = new Set(unanswered.map(({ conversationId }) => conversationId))
    for (const { conversationId } of rows.slice(0, 20)) {
      await host.ask('messaging.refreshThread', { conversationId })
      const { messages } = await host.ask<Thread>('messaging.thread', { conversationId })
      expect(messages.at(-1)?.writer === 'buyer').toBe(waits.has(conversationId))
    }
  })
})

describe.skipIf(!hasDescriptions)('the message client’s requests (published description)', () => {
  let platform: PracticePlatform
  let wire: UndiciSend
  let token = ''
  const requests: HttpRequest[] = []

  beforeAll(async () => {
    platform = await startPracticePlatform({ platform: 'ebay', conversations: 120, items: 1 })
    wire = createUndiciSend({ origins: [platform.url] })
    const { clientId, clientSecret, refreshToken } = practiceCredentials
    const answer = await fetch(`${platform.url}/identity/v1/oauth2/token`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    })
    token = ((await answer.json()) as { access_token: string }).access_token
  })
  afterAll(async () => {
    await wire.close()
    await platform.stop()
  })

  const send: Send = (request) => {
    requests.push(request)
    return wire.send({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } })
  }

  it('PLT-04 pass it, and are answered: reading, sending, filing and marking as read', async () => {
    const profile = completeProfile({ kind: 'practice', name: 'Practice shop', platform: 'ebay' }, platform.url)
    const client = createMessageClient({ profile, send })
    const { complete, ids } = await readAllConversations(client, ask)
    expect(complete).toBe(true)
    const [conversationId = '', ...others] = ids
    const conversation = { ...ask, conversationId }
    await client.getConversations({
      ...ask,
      conversationStatus: 'UNREAD',
      otherPartyUsername: 'anna_wolle',
      referenceId: '310000000001',
      startTimeMs: 0,
      endTimeMs: Date.UTC(2030, 0, 1),
    })
    await client.getConversations({ conversationType: 'FROM_SVC', limit: 10, offset: 10 })
    await client.getConversation(conversation)
    const media = [{ mediaName: 'a.png', mediaType: 'IMAGE', mediaUrl: 'https://pictures.practice.invalid/a.png' }]
    for (const content of [
      { messageText: 'Hello' },
      { messageMedia: media },
      { emailCopyToSender: true, messageText: 'Hi' },
    ]) {
      const sent = await client.sendMessage({ conversationId }, { ...emptyContent, ...content })
      expect(sent).toMatchObject({ outcome: 'carriedOut' })
    }
    expect(
      await client.sendMessage({ otherPartyUsername: 'anna_wolle' }, { ...emptyContent, messageText: 'Hi' }),
    ).toMatchObject({
      outcome: 'carriedOut',
    })
    await client.markRead(conversation)
    await client.setStatus(conversation, 'ARCHIVE')
    const elements = others
      .slice(0, 10)
      .map((id) => ({ ...ask, conversationId: id, conversationStatus: 'ARCHIVE' }) as const)
    const results = await client.bulkUpdateConversation(elements)
    expect(results.every(({ updated }) => updated)).toBe(true)

    const problems = requests.flatMap((request) => {
      const service = request.service === 'identity' ? 'identity' : 'message'
      return listRequestProblems(service, request).map((problem) => `${request.operation}: ${problem}`)
    })
    expect(problems).toEqual([])
    expect(new Set(requests.map(({ operation }) => operation))).toEqual(
      new Set([
        'getConversations',
        'getUser',
        'getConversation',
        'sendMessage',
        'updateConversation',
        'bulkUpdateConversation',
      ]),
    )
  })
})
