import { describe, expect, it } from 'vitest'
import { createPracticeHandlers, withControlKey } from '../../../main/connection/practice-control.ts'
import type { HttpRequest } from '../../../main/http/request.ts'
import { completeProfile, type ProfileFile } from '../../../shared/connection/profile.ts'
import { practiceContract } from '../../../shared/practice/contract.ts'

const setUp = (kind: ProfileFile['kind'], status = 200, body: unknown = {}) => {
  const requests: HttpRequest[] = []
  const events: string[] = []
  const handlers = createPracticeHandlers({
    profile: completeProfile({ kind, name: 'A shop', baseUrl: 'https://shop.example' }),
    emit: (name) => events.push(name),
    onFault: () => events.push('fault'),
    send: async (request) => {
      requests.push(request)
      return { status, headers: {}, body: new TextEncoder().encode(JSON.stringify(body)), bodyCut: false }
    },
  })
  return { handlers, requests, events }
}

describe('the key of the control', () => {
  it.each(['messages', 'inventory', 'oauth', 'pictures'] as const)(
    'SEC-02 goes to no service such as %s',
    async (service) => {
      const sent: HttpRequest[] = []
      const send = withControlKey(async (request) => {
        sent.push(request)
        return { status: 200, headers: {}, body: new Uint8Array(), bodyCut: false }
      }, 'the key')
      const { handlers, requests } = setUp('practice', 200, { notifications: 2 })
      await handlers.triggerEvent({ event: 'ItemSold' })
      const [request] = requests
      if (request === undefined) throw new Error('Nothing was sent')
      await send(request)
      await send({ ...request, service })
      expect(sent.map(({ headers }) => headers['x-practice-key'])).toEqual(['the key', undefined])
    },
  )
})

describe('practice handlers', () => {
  it.each(['sandbox', 'production'] as const)('refuse to touch a %s shop', async (kind) => {
    const { handlers, requests } = setUp(kind)
    const calls = [
      () => handlers.status({}),
      () => handlers.items({}),
      () => handlers.setFault({ operation: 'all', fault: 'offline' }),
      () => handlers.clearFaults({}),
      () => handlers.advanceClock({ ms: 1 }),
      () => handlers.sendAsBuyer({ username: 'b', text: 'Hello' }),
      () => handlers.sendNotice({ text: 'Hello' }),
      () => handlers.triggerEvent({ event: 'ItemSold' }),
      () => handlers.topics({}),
      () => handlers.publishTopic({ topicId: 'LISTING', data: '{}' }),
    ]
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({
        detail: { kind: 'notFound', message: expect.stringContaining('“A shop” isn’t a practice shop') },
      })
    }
    expect(requests).toEqual([])
  })

  it('send no credential and are never retried', async () => {
    const { handlers, requests, events } = setUp('practice', 200, { notifications: 2 })
    expect(await handlers.triggerEvent({ event: 'ItemSold', sku: 'CAM-1' })).toEqual({
      notifications: 2,
    })
    await handlers.setFault({ operation: 'all', fault: 'latencyMs', value: 50 })
    expect(requests.map(({ credential, repeatable }) => [credential, repeatable])).toEqual([
      ['none', false],
      ['none', false],
    ])
    expect(requests.map(({ body }) => JSON.parse(body ?? ''))).toEqual([
      { event: 'ItemSold', sku: 'CAM-1' },
      { operation: 'all', fault: 'latencyMs', latencyMs: 50 },
    ])
    expect(events).toEqual(['changed', 'changed'])
  })

  it('return the platform’s own message when it refuses', async () => {
    const { handlers } = setUp('practice', 404, { error: 'No item of the shop has the SKU X.' })
    await expect(handlers.triggerEvent({ event: 'ItemSold', sku: 'X' })).rejects.toMatchObject({
      detail: { kind: 'notFound', message: 'No item of the shop has the SKU X.' },
    })
  })

  it('send nothing if the data of a topic is not a JSON object', async () => {
    const { handlers, requests } = setUp('practice', 200, { notifications: 1 })
    const publish = (data: string) => handlers.publishTopic({ topicId: 'LISTING', data })
    for (const wrong of ['', '{', '[]', 'null', '5']) {
      await expect(publish(wrong)).rejects.toMatchObject({
        detail: { kind: 'validation', issues: [{ path: 'input.data' }] },
      })
    }
    expect(requests).toEqual([])
    await publish('{"listingId": "1"}')
    expect(requests[0]?.url).toBe('https://shop.example/practice/topics/LISTING')
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ data: { listingId: '1' } })
  })

  it('accept either the buyer who starts a conversation or the conversation, not both', () => {
    const { input } = practiceContract.sendAsBuyer
    const says = (message: object) => input.safeParse({ text: 'Hello', ...message })
    expect(says({ username: 'anna' }).success).toBe(true)
    expect(says({ conversationId: 'c1' }).success).toBe(true)
    for (const wrong of [{}, { username: 'anna', conversationId: 'c1' }]) {
      expect(says(wrong).error?.issues[0]).toMatchObject({ path: ['username'] })
    }
  })
})
