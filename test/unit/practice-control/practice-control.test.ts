import { describe, expect, it } from 'vitest'
import { createPracticeHandlers } from '../../../main/connection/practice-control.ts'
import type { HttpRequest } from '../../../main/http/request.ts'
import { completeProfile, type ProfileFile } from '../../../shared/connection/profile.ts'
import { practiceContract } from '../../../shared/practice/contract.ts'

const plainly = { count: 1, times: 1, delayMs: 0, isForged: false, mishears: null }

const setUp = (kind: ProfileFile['kind'], status = 200, body: unknown = {}) => {
  const asked: HttpRequest[] = []
  const events: string[] = []
  const handlers = createPracticeHandlers({
    profile: completeProfile({ kind, name: 'A shop', baseUrl: 'https://shop.example' }),
    emit: (name) => events.push(name),
    send: async (request) => {
      asked.push(request)
      return { status, headers: {}, body: new TextEncoder().encode(JSON.stringify(body)), bodyCut: false }
    },
  })
  return { handlers, asked, events }
}

describe('hands on the practice platform', () => {
  it.each(['sandbox', 'production'] as const)('never lay a hand on a %s shop', async (kind) => {
    const { handlers, asked } = setUp(kind)
    const calls = [
      () => handlers.status({}),
      () => handlers.items({}),
      () => handlers.setFault({ operation: 'all', fault: 'offline' }),
      () => handlers.clearFaults({}),
      () => handlers.advanceClock({ ms: 1 }),
      () => handlers.buyerWrites({ username: 'b', text: 'Hello' }),
      () => handlers.triggerEvent({ event: 'ItemSold', ...plainly }),
      () => handlers.topics({}),
      () => handlers.publishTopic({ topicId: 'LISTING', data: '{}', ...plainly }),
      () => handlers.deliveries({}),
      () => handlers.hurryDelivery({ deliveryId: 'd' }),
      () => handlers.stopDelivery({ deliveryId: 'd' }),
    ]
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({
        detail: { kind: 'notFound', message: expect.stringContaining('"A shop" is not a practice shop') },
      })
    }
    expect(asked).toEqual([])
  })

  it('carry no credential and are never repeated by a machine', async () => {
    const { handlers, asked, events } = setUp('practice', 200, { notifications: 2 })
    expect(await handlers.triggerEvent({ event: 'ItemSold', sku: 'CAM-1', ...plainly, times: 2 })).toEqual({
      notifications: 2,
    })
    await handlers.setFault({ operation: 'all', fault: 'latencyMs', value: 50 })
    expect(asked.map(({ credential, repeatable }) => [credential, repeatable])).toEqual([
      ['none', false],
      ['none', false],
    ])
    expect(asked.map(({ body }) => JSON.parse(body ?? ''))).toEqual([
      { event: 'ItemSold', sku: 'CAM-1', count: 1, times: 2, delayMs: 0 },
      { operation: 'all', fault: 'latencyMs', latencyMs: 50 },
    ])
    expect(events).toEqual(['changed', 'changed'])
  })

  it('pass on the platform’s own sentence when it refuses', async () => {
    const { handlers } = setUp('practice', 404, { error: 'No item of the shop has the SKU X.' })
    await expect(handlers.triggerEvent({ event: 'ItemSold', sku: 'X', ...plainly })).rejects.toMatchObject({
      detail: { kind: 'notFound', message: 'No item of the shop has the SKU X.' },
    })
  })

  it('take data for a topic that is a JSON object, and send nothing otherwise', async () => {
    const { handlers, asked } = setUp('practice', 200, { notifications: 1 })
    const publish = (data: string) =>
      handlers.publishTopic({
        topicId: 'LISTING',
        data,
        ...plainly,
        isForged: true,
        mishears: { as: 'noAnswer', attempts: 2 },
      })
    for (const wrong of ['', '{', '[]', 'null', '5']) {
      await expect(publish(wrong)).rejects.toMatchObject({
        detail: { kind: 'validation', issues: [{ path: 'input.data' }] },
      })
    }
    expect(asked).toEqual([])
    await publish('{"listingId": "1"}')
    expect(asked[0]?.url).toBe('https://shop.example/practice/topics/LISTING')
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
      count: 1,
      times: 1,
      delayMs: 0,
      wrongSignature: true,
      mishears: { as: 'noAnswer', attempts: 2 },
      data: { listingId: '1' },
    })
  })

  it('ask for the buyer who begins or the conversation, and not for both', () => {
    const { input } = practiceContract.buyerWrites
    const says = (message: object) => input.safeParse({ text: 'Hello', ...message })
    expect(says({ username: 'anna' }).success).toBe(true)
    expect(says({ conversationId: 'c1' }).success).toBe(true)
    for (const wrong of [{}, { username: 'anna', conversationId: 'c1' }]) {
      expect(says(wrong).error?.issues[0]).toMatchObject({ path: ['username'] })
    }
  })
})
