import { describe, expect, it } from 'vitest'
import { describePause } from '../../../main/http/lanes.ts'
import type { HttpResponse } from '../../../main/http/request.ts'
import { createFakeClock, settle } from '../../support/fake-clock.ts'
import { sendThrough } from '../../support/send-through.ts'
import { answer, deferred, request, scripted, sendMessage } from './fake-send.ts'

describe('a request in its turn', () => {
  it('runs at most the lane’s number at once, so a long sync never delays a reply', async () => {
    const clock = createFakeClock()
    const gates: ReturnType<typeof deferred<HttpResponse>>[] = []
    const { send, asked } = scripted(() => {
      const gate = deferred<HttpResponse>()
      gates.push(gate)
      return gate.promise
    })
    const limited = sendThrough(send, { clock, limits: { read: 2, write: 1 } })
    const reads = [1, 2, 3].map(() => limited(request()))
    await settle()
    expect(asked).toHaveLength(2)
    const reply = limited(sendMessage())
    await settle()
    expect(asked.map(({ operation }) => operation)).toEqual(['getConversations', 'getConversations', 'sendMessage'])
    gates[0]?.resolve(answer(200))
    await settle()
    expect(asked).toHaveLength(4)
    for (const gate of gates) gate.resolve(answer(200))
    await Promise.all([...reads, reply])
  })

  it('MSG-20 pauses the whole lane for the seconds of Retry-After, then retries', async () => {
    const clock = createFakeClock()
    const { send, asked } = scripted(answer(429, '', { 'retry-after': '7' }), answer(200))
    const limited = sendThrough(send, { clock })
    const first = limited(request())
    await settle()
    const second = limited(request({ operation: 'getConversation' }))
    await clock.advance(6_999)
    expect(asked).toHaveLength(1)
    await clock.advance(1)
    expect((await first).status).toBe(200)
    await clock.advance(1_000)
    expect((await second).status).toBe(200)
    expect(asked).toHaveLength(3)
  })

  it('reads Retry-After as a date too', async () => {
    const clock = createFakeClock()
    const until = new Date(clock.nowMs() + 4_000).toUTCString()
    const { send, asked } = scripted(answer(429, '', { 'retry-after': until }), answer(200))
    const response = sendThrough(send, { clock })(request())
    await clock.advance(3_999)
    expect(asked).toHaveLength(1)
    await clock.advance(1)
    expect((await response).status).toBe(200)
  })

  it('MSG-20 returns a send’s 429 unchanged and holds the next send', async () => {
    const clock = createFakeClock()
    const { send, asked } = scripted(answer(429, '', { 'retry-after': '5' }), answer(200))
    const limited = sendThrough(send, { clock })
    expect((await limited(sendMessage())).status).toBe(429)
    const next = limited(sendMessage())
    await clock.advance(4_999)
    expect(asked).toHaveLength(1)
    await clock.advance(1)
    expect((await next).status).toBe(200)
  })

  it('MSG-20 probes a blocked service with one request at a time, and opens with the first answer', async () => {
    const clock = createFakeClock()
    const gates: ReturnType<typeof deferred<HttpResponse>>[] = []
    const { send, asked } = scripted(() => {
      const gate = deferred<HttpResponse>()
      gates.push(gate)
      return gate.promise
    })
    const limited = sendThrough(send, { clock })
    const reads = [1, 2, 3].map(() => limited(request()))
    await settle()
    for (const gate of gates.splice(0)) gate.resolve(answer(429))
    await clock.advance(30_000)
    expect(asked).toHaveLength(4)
    gates.splice(0)[0]?.resolve(answer(200))
    await clock.advance(1_000)
    expect(asked).toHaveLength(6)
    for (const gate of gates) gate.resolve(answer(200))
    expect((await Promise.all(reads)).map(({ status }) => status)).toEqual([200, 200, 200])
  })

  it('MSG-20 says that the day may be used up where the platform does not say how long it is blocked', () => {
    expect(describePause(30_000, true)).toMatch(/Today’s calls may be used up/)
    expect(describePause(30_000)).toMatch(/too many requests in a short time/)
  })

  it('MSG-20 pauses reads and writes of a service together, and sends one of them as the probe', async () => {
    const clock = createFakeClock()
    const gates: ReturnType<typeof deferred<HttpResponse>>[] = []
    const { send, asked } = scripted(() => {
      const gate = deferred<HttpResponse>()
      gates.push(gate)
      return gate.promise
    })
    const limited = sendThrough(send, { clock })
    const refused = limited(request({ repeatable: false }))
    await settle()
    gates.splice(0)[0]?.resolve(answer(429))
    expect((await refused).status).toBe(429)
    const later = [limited(sendMessage()), limited(request()), limited(sendMessage())]
    await clock.advance(29_999)
    expect(asked).toHaveLength(1)
    await clock.advance(1)
    expect(asked.map(({ operation }) => operation)).toEqual(['getConversations', 'getConversations'])
    gates.splice(0)[0]?.resolve(answer(200))
    await clock.advance(1_000)
    expect(asked).toHaveLength(4)
    for (const gate of gates) gate.resolve(answer(200))
    expect((await Promise.all(later)).map(({ status }) => status)).toEqual([200, 200, 200])
  })

  it('MSG-20 probes a blocked day once in each pause, whether reads or writes wait', async () => {
    const clock = createFakeClock()
    const { send, asked } = scripted(answer(429))
    const limited = sendThrough(send, { clock })
    for (let minute = 0; minute < 60; minute += 1) {
      for (const one of [request({ maxWaitMs: 0 }), sendMessage({ maxWaitMs: 0 })]) {
        await limited(one).catch(() => undefined)
      }
      await clock.advance(60_000)
    }
    // At once, after 30 seconds, after 5 minutes.
    expect(asked).toHaveLength(3)
  })

  it('INV-15 goes on reading where only changes are used up: a long pause that a write is told', async () => {
    const clock = createFakeClock()
    const { send } = scripted(answer(429, '', { 'retry-after': '36000' }), answer(200))
    const limited = sendThrough(send, { clock })
    await limited(sendMessage())
    expect((await limited(request())).status).toBe(200)
    await expect(limited(sendMessage())).rejects.toMatchObject({ detail: { kind: 'rateLimited' } })
  })

  it('MSG-20 goes on reading where writes alone are refused again', async () => {
    const clock = createFakeClock()
    const { send } = scripted(({ lane }) => Promise.resolve(answer(lane === 'read' ? 200 : 429)))
    const limited = sendThrough(send, { clock })
    await limited(sendMessage())
    await clock.advance(30_000)
    expect((await limited(request())).status).toBe(200)
    await clock.advance(1_000)
    expect((await limited(sendMessage())).pause?.ms).toBe(300_000)
    await clock.advance(1_000)
    expect((await limited(request({ maxWaitMs: 0 }))).status).toBe(200)
  })

  it('MSG-20 keeps a write back whose body was built while the service was paused, and builds it again', async () => {
    const clock = createFakeClock()
    const { send, asked } = scripted(async (sent) => {
      if (sent.lane === 'read') return answer(429, '', { 'retry-after': '5' })
      return answer(200, sent.body)
    })
    const limited = sendThrough(send, { clock })
    const body = deferred<string>()
    const bodies = [body.promise, Promise.resolve('second')]
    const writing = limited(sendMessage({ freshBody: () => bodies.shift() ?? Promise.resolve('none') }))
    await settle()
    await limited(request({ repeatable: false }))
    body.resolve('first')
    await clock.advance(4_999)
    expect(asked).toHaveLength(1)
    await clock.advance(1)
    expect(new TextDecoder().decode((await writing).body)).toBe('second')
  })

  it('OFF-10 keeps every request back that was ready when the service asked for a pause', async () => {
    const clock = createFakeClock()
    const { send, asked } = scripted(({ operation }) =>
      operation === 'refused' ? answer(429, '', { 'retry-after': '4' }) : answer(200),
    )
    const token = deferred<string>()
    const limited = sendThrough(send, {
      clock,
      tokens: {
        current: (credential) => (credential === 'user' ? token.promise : Promise.resolve('app')),
        renew: async () => 'app',
      },
    })
    const ready = Promise.all([limited(sendMessage()), limited(request())])
    await settle()
    await limited(request({ operation: 'refused', repeatable: false, credential: 'application' }))
    token.resolve('user')
    await clock.advance(3_999)
    expect(asked.map(({ operation }) => operation)).toEqual(['refused'])
    await clock.advance(1_000)
    expect((await ready).map(({ status }) => status)).toEqual([200, 200])
    expect(asked).toHaveLength(3)
  })

  it('INV-08 lets a write that probes read what it replaces', async () => {
    const clock = createFakeClock()
    const { send } = scripted(async (sent) => {
      if (sent.operation === 'refused') return answer(429, '', { 'retry-after': '5' })
      return answer(200, sent.body ?? 'read')
    })
    const limited = sendThrough(send, { clock })
    await limited(request({ operation: 'refused', repeatable: false }))
    const writing = limited(
      sendMessage({ freshBody: async () => new TextDecoder().decode((await limited(request())).body) }),
    )
    await clock.advance(5_000)
    expect(new TextDecoder().decode((await writing).body)).toBe('read')
  })

  it('fails instead of waiting if the pause is longer than a minute', async () => {
    const clock = createFakeClock()
    const { send, asked } = scripted(answer(429, '', { 'retry-after': '3600' }))
    const limited = sendThrough(send, { clock })
    expect((await limited(request())).status).toBe(429)
    await expect(limited(request())).rejects.toMatchObject({
      detail: { kind: 'rateLimited', retryAfterMs: 3_600_000 },
    })
    expect(asked).toHaveLength(1)
  })

  it('MSG-20 without Retry-After waits 30 seconds, 5 minutes, then hours, and says the day may be used up', async () => {
    const clock = createFakeClock()
    const { send } = scripted(answer(429), answer(429), answer(429), answer(429), answer(200), answer(429))
    const limited = sendThrough(send, { clock })
    const pauses: (number | undefined)[] = []
    for (let round = 0; round < 6; round += 1) {
      const { pause } = await limited(sendMessage())
      pauses.push(pause?.ms)
      // After refusals, requests start at most a second apart.
      await clock.advance(pause?.ms ?? 1_000)
    }
    expect(pauses).toEqual([30_000, 300_000, 3_600_000, 3_600_000, undefined, 30_000])
    const atOnce = sendThrough(scripted(answer(429)).send, { clock })
    const both = await Promise.all([atOnce(sendMessage()), atOnce(sendMessage())])
    expect(both.map(({ pause }) => pause?.ms)).toEqual([30_000, 30_000])
  })

  it('fails a request at once that does not wait for a pause', async () => {
    const clock = createFakeClock()
    const { send, asked } = scripted(answer(429, '', { 'retry-after': '5' }))
    const limited = sendThrough(send, { clock })
    const hurried = request({ maxWaitMs: 0 })
    expect((await limited(hurried)).status).toBe(429)
    await expect(limited(hurried)).rejects.toMatchObject({ detail: { kind: 'rateLimited', retryAfterMs: 5_000 } })
    expect(asked).toHaveLength(1)
  })

  it('retries one request at most three times', async () => {
    const clock = createFakeClock()
    const { send, asked } = scripted(answer(429, '', { 'retry-after': '1' }))
    const response = sendThrough(send, { clock })(request())
    await clock.advance(60_000)
    expect((await response).status).toBe(429)
    expect(asked).toHaveLength(4)
  })

  it('frees its place when a call fails or a waiting one is stopped', async () => {
    const clock = createFakeClock()
    const gate = deferred<HttpResponse>()
    const { send, asked } = scripted(new Error('broke'), () => gate.promise, answer(200))
    const limited = sendThrough(send, { clock, limits: { read: 1, write: 1 } })
    await expect(limited(request())).rejects.toThrow('broke')
    const second = limited(request())
    const stop = new AbortController()
    const third = limited(request({ signal: stop.signal }))
    const fourth = limited(request())
    stop.abort()
    await expect(third).rejects.toMatchObject({ outcome: 'notReached' })
    gate.resolve(answer(200))
    await Promise.all([second, fourth])
    expect(asked).toHaveLength(3)
  })
})

describe('lanes of different services', () => {
  it('sends a reply while item changes are used up until midnight', async () => {
    const clock = createFakeClock()
    const { send, asked } = scripted(answer(429, '', { 'retry-after': '36000' }), answer(200))
    const limited = sendThrough(send, { clock })
    const change = request({
      service: 'inventory',
      operation: 'createOrReplaceInventoryItem',
      lane: 'write',
      repeatable: false,
    })
    expect((await limited(change)).status).toBe(429)
    await expect(limited(change)).rejects.toThrow('No more requests are accepted for now')
    expect((await limited(sendMessage())).status).toBe(200)
    expect(asked.map(({ operation }) => operation)).toEqual(['createOrReplaceInventoryItem', 'sendMessage'])
  })

  it('limits concurrent calls per host across services, without delaying other hosts', async () => {
    const clock = createFakeClock()
    const gates: ReturnType<typeof deferred<HttpResponse>>[] = []
    const { send, asked } = scripted(() => {
      const gate = deferred<HttpResponse>()
      gates.push(gate)
      return gate.promise
    })
    const limited = sendThrough(send, { clock, limits: { read: 2, write: 1 } })
    const services = ['messages', 'inventory', 'mapping', 'notification'] as const
    const all = [
      ...services.map((service) => limited(request({ service, operation: service }))),
      limited(request({ service: 'pictures', operation: 'elsewhere', url: 'https://pictures.example.com/a.png' })),
    ]
    await settle()
    expect(asked.map(({ operation }) => operation)).toEqual(['messages', 'inventory', 'elsewhere'])
    for (let turn = 0; turn < all.length; turn += 1) {
      gates[turn]?.resolve(answer(200))
      await settle()
    }
    await Promise.all(all)
    expect(asked).toHaveLength(5)
  })
})
