/** The message client and its outbox against the practice platform. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HttpRequest, Send } from '../../../main/http/request.ts'
import { createUndiciSend, type UndiciSend } from '../../../main/http/undici-send.ts'
import { createMessagingFeature } from '../../../main/messaging/feature.ts'
import { createMessageClient } from '../../../main/messaging/platform/message-client.ts'
import { readAllConversations, readWholeThread } from '../../../main/messaging/platform/paging.ts'
import { practiceCredentials } from '../../../main/practice/credentials.ts'
import { type PracticePlatform, startPracticePlatform } from '../../../main/practice/platform.ts'
import { createScheduler } from '../../../main/scheduler.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { emptyContent } from '../../../shared/messaging/message-text.ts'
import { createFakeClock, settle } from '../../support/fake-clock.ts'
import { noErasedPersons } from '../../support/no-erased-persons.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { openTestDatabase } from '../../support/test-database.ts'
import { createTestOutbound, withOutbound } from '../../support/test-outbound.ts'

let platform: PracticePlatform
let wire: UndiciSend
let token: string

const post = async (path: string, body: unknown): Promise<Response> =>
  fetch(`${platform.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const fault = async (wish: Record<string, unknown>): Promise<void> => {
  const answer = await post('/practice/faults', wish)
  if (!answer.ok) throw new Error(await answer.text())
}

/** The seller's texts in a conversation, as the platform stores them. */
const arrived = async (conversationId: string): Promise<readonly string[]> => {
  const answer = await fetch(`${platform.url}/practice/conversations/${encodeURIComponent(conversationId)}`)
  const conversation = (await answer.json()) as { messages: { text: string; from: string }[] }
  return conversation.messages.filter(({ from }) => from === 'seller').map(({ text }) => text)
}

const signIn = async (): Promise<string> => {
  const answer = await fetch(`${platform.url}/identity/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${practiceCredentials.clientId}:${practiceCredentials.clientSecret}`).toString('base64')}`,
    },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: practiceCredentials.refreshToken }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

const send: Send = (request: HttpRequest) =>
  wire.send({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } })

const profile = () => completeProfile({ kind: 'practice', name: 'Practice shop' }, platform.url)
const client = () => createMessageClient({ profile: profile(), send })

/** Any conversation with a buyer. */
const someConversation = async () => {
  const [conversation] = (await client().getConversations({ conversationType: 'FROM_MEMBERS' })).conversations
  if (conversation === undefined) throw new Error('the practice shop has no conversations')
  return conversation
}

beforeEach(async () => {
  platform = await startPracticePlatform({ conversations: 60, items: 1 })
  wire = createUndiciSend({ origins: [platform.url] })
  token = await signIn()
})

afterEach(async () => {
  await wire.close()
  await platform.stop()
})

describe('the message client against the practice platform', () => {
  it('MSG-04 reads every conversation of both types, once each', async () => {
    for (const conversationType of ['FROM_MEMBERS', 'FROM_SVC'] as const) {
      const { complete, ids } = await readAllConversations(client(), { conversationType })
      const { total } = await client().getConversations({ conversationType })
      expect(complete).toBe(true)
      expect(ids.size).toBe(total)
      expect(total).toBeGreaterThan(0)
    }
  })

  it('MSG-05 and MSG-06 filter by time, buyer, status and listing in the platform’s form', async () => {
    const { buyer, latestAtMs } = await someConversation()
    const found = await client().getConversations({
      conversationType: 'FROM_MEMBERS',
      otherPartyUsername: buyer ?? '',
      startTimeMs: (latestAtMs ?? 0) - 1_000,
    })
    expect(found.conversations.length).toBeGreaterThan(0)
    expect(found.conversations.every((conversation) => conversation.buyer === buyer)).toBe(true)
    const unanswered = await client().getConversations({
      conversationType: 'FROM_MEMBERS',
      conversationStatus: 'UNANSWERED',
    })
    expect(unanswered.total).toBeGreaterThan(0)
  })

  it('MSG-07 reads a whole thread with senders and times', async () => {
    const { conversationId, buyer } = await someConversation()
    const thread = await readWholeThread(client(), { conversationId, conversationType: 'FROM_MEMBERS' })
    expect(thread.complete).toBe(true)
    expect(thread.messages.some(({ sender }) => sender === buyer)).toBe(true)
    expect(thread.messages.every(({ text, createdAtMs }) => text !== '' && createdAtMs !== null)).toBe(true)
  })

  it('MSG-01 the platform refuses a call without its marketplace header', async () => {
    const bare: Send = (request) => {
      const { authorization, 'content-type': type } = request.headers
      return send({ ...request, headers: { ...(authorization ? { authorization } : {}), 'content-type': type ?? '' } })
    }
    const without = createMessageClient({ profile: profile(), send: bare })
    await expect(without.getConversations({ conversationType: 'FROM_MEMBERS' })).rejects.toMatchObject({
      detail: { kind: 'service', status: 400 },
    })
  })

  it('MSG-12 accepts any answer body after sending a reply', async () => {
    const { conversationId } = await someConversation()
    const end = await client().sendMessage({ conversationId }, { ...emptyContent, messageText: 'Yes 🦊' })
    expect(end).toEqual({ outcome: 'carriedOut' })
    expect((await arrived(conversationId)).at(-1)).toBe('Yes 🦊')
  })

  it('MSG-09 counts 2,000 characters as the platform does', async () => {
    const { conversationId } = await someConversation()
    const longest = '🦊'.repeat(2000)
    expect(await client().sendMessage({ conversationId }, { ...emptyContent, messageText: longest })).toEqual({
      outcome: 'carriedOut',
    })
    expect(
      await client().sendMessage({ conversationId }, { ...emptyContent, messageText: `${longest}🦊` }),
    ).toMatchObject({
      outcome: 'refused',
      error: { kind: 'service', errorId: 13007 },
    })
  })

  it('MSG-10 and MSG-11 send attachments, a reference and a copy; an address without HTTPS is refused with 6001', async () => {
    const { conversationId } = await someConversation()
    const media = { mediaName: 'label.pdf', mediaType: 'PDF', mediaUrl: 'https://files.example.com/label.pdf' }
    const content = {
      messageText: 'Here is your label.',
      emailCopyToSender: true,
      messageMedia: [media],
      reference: { referenceId: '110000000001', referenceType: 'LISTING' as const },
    }
    expect(await client().sendMessage({ conversationId }, content)).toEqual({ outcome: 'carriedOut' })
    const http = { ...content, messageMedia: [{ ...media, mediaUrl: 'http://files.example.com/label.pdf' }] }
    expect(await client().sendMessage({ conversationId }, http)).toMatchObject({
      outcome: 'refused',
      error: { errorId: 6001 },
    })
  })

  it('MSG-14 and MSG-15 mark and file a conversation in two calls, and both take effect', async () => {
    await post('/practice/messages', { username: 'anna', text: 'Hello' })
    const page = await client().getConversations({ conversationType: 'FROM_MEMBERS', conversationStatus: 'UNREAD' })
    const conversation = page.conversations[0]
    if (conversation === undefined) throw new Error('nothing is unread')
    const named = { conversationId: conversation.conversationId, conversationType: 'FROM_MEMBERS' as const }
    await client().markRead(named)
    await client().setStatus(named, 'ARCHIVE')
    const archived = await client().getConversations({
      conversationType: 'FROM_MEMBERS',
      conversationStatus: 'ARCHIVE',
      limit: 50,
    })
    expect(archived.conversations.map(({ conversationId }) => conversationId)).toContain(named.conversationId)
    const unread = await client().getConversations({
      conversationType: 'FROM_MEMBERS',
      conversationStatus: 'UNREAD',
      limit: 50,
    })
    expect(unread.conversations.map(({ conversationId }) => conversationId)).not.toContain(named.conversationId)
  })

  it('MSG-17 and MSG-18 report the result of each element of a bulk update', async () => {
    const { conversationId } = await someConversation()
    const element = { conversationType: 'FROM_MEMBERS' as const, conversationStatus: 'READ' as const }
    const results = await client().bulkUpdateConversation([
      { ...element, conversationId },
      { ...element, conversationId: 'unknown-id' },
    ])
    expect(results.map(({ updated }) => updated)).toEqual([true, false])
    expect(results[1]?.problems[0]).toContain('The conversation was deleted')
    const eleven = Array.from({ length: 11 }, () => ({ ...element, conversationId }))
    await expect(client().bulkUpdateConversation(eleven)).rejects.toMatchObject({ detail: { kind: 'validation' } })
  })

  it('MSG-21 names a conversation that does not exist', async () => {
    await expect(
      client().getConversation({ conversationId: 'unknown-id', conversationType: 'FROM_MEMBERS' }),
    ).rejects.toMatchObject({
      detail: { kind: 'notFound', message: expect.stringContaining('wasn’t found on the platform') },
    })
  })

  it.each([
    [{ fault: 'status', status: 401 }, { outcome: 'notNow' }],
    [
      { fault: 'status', status: 429, retryAfterS: 7 },
      { outcome: 'notNow', waitMs: 7_000 },
    ],
    [{ fault: 'status', status: 500 }, { outcome: 'unknown' }],
    [{ fault: 'offline' }, { outcome: 'unknown' }],
    [{ fault: 'dropBeforeActing' }, { outcome: 'unknown' }],
    [{ fault: 'dropAfterActing' }, { outcome: 'unknown' }],
    [{ fault: 'cutBody' }, { outcome: 'carriedOut' }],
  ])('MSG-13 tells how a send ended: %o', async (wish, end) => {
    const { conversationId } = await someConversation()
    await fault({ operation: 'sendMessage', count: 1, ...wish })
    expect(await client().sendMessage({ conversationId }, { ...emptyContent, messageText: 'Yes' })).toMatchObject(end)
  })

  it('MSG-13 reports "not reached" when the platform does not listen', async () => {
    const { conversationId } = await someConversation()
    await platform.stop()
    const end = await client().sendMessage({ conversationId }, { ...emptyContent, messageText: 'Yes' })
    expect(end).toMatchObject({ outcome: 'notReached', error: { kind: 'offline' } })
  })
})

describe('the outbox against the practice platform', () => {
  /** Opens the feature over real HTTP with a fake clock. Awaits I/O instead of sleeping. */
  const openInbox = async () => {
    const clock = createFakeClock()
    const log = createRecordingLog()
    const database = openTestDatabase()
    const scheduler = createScheduler(clock, log)
    const deps = {
      profile: profile(),
      database,
      send,
      scheduler,
      online: { isOnline: () => true, onChange: () => () => undefined },
      secrets: { get: async () => undefined, set: async () => undefined, delete: async () => undefined },
      clock,
      log,
      random: () => 0.5,
      emit: () => undefined,
      notify: () => undefined,
      calls: { waitMs: () => 0, spreadMs: () => 0 },
      openExternal: async () => undefined,
      erased: noErasedPersons,
    }
    const outbound = createTestOutbound(deps)
    const feature = withOutbound(outbound, createMessagingFeature({ ...deps, outbound }, { undoMs: 0 }))
    const { conversationId } = await someConversation()
    await feature.start()
    const until = async (what: string, holds: () => boolean, stepMs = 0): Promise<void> => {
      const givenUpAtMs = performance.now() + 10_000
      while (!holds()) {
        if (performance.now() > givenUpAtMs) throw new Error(`it did not come to pass: ${what}`)
        await clock.advance(stepMs)
      }
    }
    const readState = (id: string) =>
      database.get<{ state: string }>('SELECT state FROM outbound WHERE id = ?', [id])?.state
    await until(
      'the list is kept',
      () => database.get('SELECT 1 FROM conversations WHERE conversation_id = ?', [conversationId]) !== undefined,
    )
    const write = async (messageText: string): Promise<string> => {
      const target = { conversationId }
      await feature.handlers.refreshThread(target)
      const { buyerMessages } = await feature.handlers.thread(target)
      const { revision } = await feature.handlers.saveDraft({
        target,
        content: { ...emptyContent, messageText },
        revision: null,
        buyerMessagesSeen: buyerMessages,
      })
      return (await feature.handlers.send({ target, revision: revision ?? -1 })).id
    }
    const close = async (): Promise<void> => {
      await feature.stop()
      await scheduler.stop()
      await settle()
      database.close()
    }
    return { feature, outbound, until, readState, write, conversationId, close }
  }

  it('MSG-13 ends as sent, once, when the platform acts and then drops the connection', async () => {
    const harness = await openInbox()
    await fault({ operation: 'sendMessage', fault: 'dropAfterActing' })
    const id = await harness.write('It leaves tomorrow.')
    await harness.until('unknown', () => harness.readState(id) === 'unknown')
    await harness.until('sent', () => harness.readState(id) === 'sent', 1_000)
    expect((await arrived(harness.conversationId)).filter((text) => text === 'It leaves tomorrow.')).toHaveLength(1)
    await harness.close()
  })

  it('MSG-13 never reports sent when the platform drops the connection before it acts', async () => {
    const harness = await openInbox()
    await fault({ operation: 'sendMessage', fault: 'dropBeforeActing' })
    const id = await harness.write('It leaves tomorrow.')
    await harness.until('not found', () => harness.readState(id) === 'notFound', 1_000)
    expect(await arrived(harness.conversationId)).not.toContain('It leaves tomorrow.')
    await harness.close()
  })

  it('sends once the platform is back', async () => {
    const harness = await openInbox()
    const id = await harness.write('It leaves tomorrow.')
    await fault({ operation: 'messaging', fault: 'offline' })
    await harness.until('an attempt that reached no server', () => harness.outbound.list()[0]?.error != null)
    expect(harness.readState(id)).toBe('queued')
    await fetch(`${platform.url}/practice/faults`, { method: 'DELETE' })
    await harness.until('sent', () => harness.readState(id) === 'sent', 1_000)
    expect((await arrived(harness.conversationId)).at(-1)).toBe('It leaves tomorrow.')
    await harness.close()
  })
})
