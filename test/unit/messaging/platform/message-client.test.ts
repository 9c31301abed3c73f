import { describe, expect, it } from 'vitest'
import type { HttpRequest, HttpResponse } from '../../../../main/http/request.ts'
import { createMessageClient } from '../../../../main/messaging/platform/message-client.ts'
import { messagingErrors } from '../../../../main/messaging/platform/message-errors.ts'
import { emptyContent } from '../../../../shared/messaging/message-text.ts'
import { createFakeClock } from '../../../support/fake-clock.ts'
import { sendThrough } from '../../../support/send-through.ts'
import { practiceProfile } from '../fake-platform.ts'

const answering = (status: number, value?: unknown, headers: Record<string, string> = {}) => {
  const requests: HttpRequest[] = []
  const body = value === undefined ? new Uint8Array() : new TextEncoder().encode(JSON.stringify(value))
  const client = createMessageClient({
    profile: { ...practiceProfile, headerWord: 'BRAND' },
    send: async (request): Promise<HttpResponse> => {
      requests.push(request)
      return { status, headers, body, bodyCut: false }
    },
  })
  return { client, requests, bodyOf: (index = 0): unknown => JSON.parse(requests[index]?.body ?? 'null') }
}

const nothingThere = { total: 0, conversations: [] }
const refused = (errorId: number) => ({
  errors: [{ errorId, domain: 'API_MESSAGE', category: 'REQUEST', message: 'no' }],
})

describe('requests of the message client', () => {
  it('MSG-01 carries the headers of the connection’s settings and the user’s token', async () => {
    const { client, requests } = answering(200, nothingThere)
    await client.getConversations({ conversationType: 'FROM_MEMBERS' })
    expect(requests[0]).toMatchObject({
      headers: { 'content-type': 'application/json', 'X-BRAND-C-MARKETPLACE-ID': practiceProfile.marketplaceId },
      credential: 'user',
    })
  })

  it('MSG-02 always says which kind of conversation, in the connection’s own word', async () => {
    const { client, requests } = answering(200, nothingThere)
    await client.getConversations({ conversationType: 'FROM_SVC' })
    expect(new URL(requests[0]?.url ?? '').searchParams.get('conversation_type')).toBe('FROM_BRAND')
  })

  it('MSG-03 reads 25 by default and never more than 50', async () => {
    const { client, requests } = answering(200, nothingThere)
    await client.getConversations({ conversationType: 'FROM_MEMBERS' })
    expect(new URL(requests[0]?.url ?? '').searchParams.get('limit')).toBe('25')
    await expect(client.getConversations({ conversationType: 'FROM_MEMBERS', limit: 51 })).rejects.toThrow('850002')
    expect(requests).toHaveLength(1)
  })

  it('MSG-05 writes times in whole seconds of UTC, and refuses them for notices', async () => {
    const { client, requests } = answering(200, nothingThere)
    const startTimeMs = Date.UTC(2026, 10, 21, 9, 30, 15, 678)
    await client.getConversations({ conversationType: 'FROM_MEMBERS', startTimeMs })
    expect(new URL(requests[0]?.url ?? '').searchParams.get('start_time')).toBe('2026-11-21T09:30:15.000Z')
    await expect(client.getConversations({ conversationType: 'FROM_SVC', startTimeMs })).rejects.toThrow('850010')
  })

  it('MSG-06 sends the type of a reference with its id', async () => {
    const { client, requests } = answering(200, nothingThere)
    await client.getConversations({
      conversationType: 'FROM_MEMBERS',
      referenceId: '110',
      conversationStatus: 'UNANSWERED',
    })
    expect(Object.fromEntries(new URL(requests[0]?.url ?? '').searchParams)).toMatchObject({
      reference_id: '110',
      reference_type: 'LISTING',
      conversation_status: 'UNANSWERED',
    })
  })

  it('MSG-13 marks a send as not repeatable', async () => {
    const { client, requests } = answering(200)
    await client.sendMessage({ conversationId: 'c1' }, { ...emptyContent, messageText: 'Yes' })
    expect(requests[0]).toMatchObject({ repeatable: false, lane: 'write' })
  })

  it('MSG-14 and MSG-15 write read alone, status alone, and the conversation’s own type', async () => {
    const { client, bodyOf } = answering(200)
    const notice = { conversationId: 'c1', conversationType: 'FROM_SVC' as const }
    await client.markRead(notice)
    await client.setStatus(notice, 'ARCHIVE')
    expect(bodyOf(0)).toEqual({ conversationId: 'c1', conversationType: 'FROM_BRAND', read: true })
    expect(bodyOf(1)).toEqual({ conversationId: 'c1', conversationType: 'FROM_BRAND', conversationStatus: 'ARCHIVE' })
  })

  it('keeps a conversation id with a slash inside its path segment', async () => {
    const { client, requests } = answering(200, { total: 0, messages: [] })
    await client.getConversation({ conversationId: '../send_message?x', conversationType: 'FROM_MEMBERS' })
    expect(new URL(requests[0]?.url ?? '').pathname).toBe('/commerce/message/v1/conversation/..%2Fsend_message%3Fx')
  })
})

describe('answers to the message client', () => {
  const elements = [
    { conversationId: 'a', conversationType: 'FROM_MEMBERS' as const, conversationStatus: 'READ' as const },
    { conversationId: 'b', conversationType: 'FROM_MEMBERS' as const, conversationStatus: 'READ' as const },
    { conversationId: 'c', conversationType: 'FROM_MEMBERS' as const, conversationStatus: 'READ' as const },
  ]

  it.each([
    ['conversations', 'SUCCESSFUL'],
    ['conversationsResponse', 'SUCCESS'],
  ])('MSG-18 takes an element for updated only when it says so: %s, %s', async (name, word) => {
    const { client } = answering(200, {
      [name]: [
        { conversationId: 'a', updateStatus: word },
        { conversationId: 'b', updateStatus: 'FAILED', errors: [{ errorId: 850050, message: 'no' }] },
      ],
    })
    const results = await client.bulkUpdateConversation(elements)
    expect(results.map(({ updated }) => updated)).toEqual([true, false, false])
    expect(results[1]?.problems[0]).toContain(messagingErrors[850050].cause)
    expect(results[2]?.problems).toEqual(['The platform didn’t say whether it was changed.'])
  })

  it('MSG-21 shows the platform’s message about an element with the explanation and parameters', async () => {
    const says = (errorId: number) => ({
      errors: [{ errorId, message: 'Closed.', parameters: [{ name: 'reason', value: 'hidden' }] }],
    })
    const { client } = answering(200, {
      conversations: [
        { conversationId: 'a', updateStatus: 'FAILED', ...says(850050) },
        { conversationId: 'b', updateStatus: 'FAILED', ...says(999) },
      ],
    })
    const results = await client.bulkUpdateConversation(elements)
    expect(results[0]?.problems[0]).toContain(messagingErrors[850050].cause)
    expect(results[0]?.problems[0]).toContain('The platform says: Closed. (reason: hidden)')
    expect(results[1]?.problems).toEqual(['Closed. (reason: hidden)'])
  })

  it('MSG-19 shows the platform’s words for a rejected batch', async () => {
    const { client } = answering(403, { errors: [{ errorId: 850101, message: 'Not yours: b.' }] })
    await expect(client.bulkUpdateConversation(elements)).rejects.toThrow('The platform says: Not yours: b.')
  })

  it('MSG-19 rejects the whole batch on a 403 of the 850100 range', async () => {
    const { client } = answering(403, refused(850100))
    await expect(client.bulkUpdateConversation(elements)).rejects.toMatchObject({ detail: { kind: 'forbidden' } })
  })

  it.each(Object.entries(messagingErrors))(
    'MSG-21 says the cause of %s and what to do',
    async (id, { cause, whatToDo }) => {
      const { client } = answering(400, refused(Number(id)))
      const failed = client.getConversations({ conversationType: 'FROM_MEMBERS' })
      await expect(failed).rejects.toThrow(cause)
      await expect(failed).rejects.toThrow(whatToDo)
    },
  )

  it('counts a redirect as a refusal, since nothing was carried out', async () => {
    const { client } = answering(302)
    expect(await client.sendMessage({ conversationId: 'c1' }, { ...emptyContent, messageText: 'Yes' })).toMatchObject({
      outcome: 'refused',
    })
  })

  it('OFF-02 OFF-10 returns a message to the queue instead of waiting out a pause after its check', async () => {
    const clock = createFakeClock()
    const operations: string[] = []
    const send = sendThrough(
      async ({ operation }): Promise<HttpResponse> => {
        operations.push(operation)
        return { status: 429, headers: { 'retry-after': '20' }, body: new Uint8Array(), bodyCut: false }
      },
      { clock },
    )
    const client = createMessageClient({ profile: practiceProfile, send })
    const content = { ...emptyContent, messageText: 'Yes' }
    await client.sendMessage({ conversationId: 'c1' }, content)
    let outcome: unknown
    void client.sendMessage({ conversationId: 'c2' }, content).then((ended) => {
      outcome = ended
    })
    await clock.advance(1)
    expect(outcome).toMatchObject({ outcome: 'notNow' })
    await clock.advance(60_000)
    expect(operations).toEqual(['sendMessage'])
  })
})
