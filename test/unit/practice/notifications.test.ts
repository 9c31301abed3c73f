import { describe, expect, it } from 'vitest'
import { openReceiver, openShop, refusal, until } from './practice-shop.ts'
import {
  base,
  destination,
  isSigned,
  openApplication,
  openWired,
  subscription,
  verificationToken,
} from './wired-shop.ts'

describe('config', () => {
  it('is missing at first (404), then returns what was put (204)', async () => {
    const { asApplication } = await openApplication(await openShop())
    expect(refusal(await asApplication('GET', '/config'))).toEqual([404, 195026])
    expect(refusal(await asApplication('PUT', '/config', { alertEmail: 'not-an-address' }))).toEqual([400, 195025])
    expect((await asApplication('PUT', '/config', { alertEmail: 'a@b.example' })).status).toBe(204)
    expect((await asApplication('GET', '/config')).json).toEqual({ alertEmail: 'a@b.example' })
  })
})

describe('destinations', () => {
  it('sends the challenge at once; NOT-03 answers 201 with {} and a Location', async () => {
    const { receiver, destinationId, asApplication } = await openWired()
    expect(receiver.challenges).toHaveLength(1)
    expect((await asApplication('GET', `/destination/${destinationId}`)).json).toEqual({
      destinationId,
      ...destination(receiver.url),
    })
  })

  it('refuses an endpoint whose answer to the challenge is wrong with 409', async () => {
    const shop = await openShop()
    const { asApplication } = await openApplication(shop)
    await asApplication('PUT', '/config', { alertEmail: 'a@b.example' })
    const receiver = await openReceiver(verificationToken, { wrong: true })
    expect(refusal(await asApplication('POST', '/destination', destination(receiver.url)))).toEqual([409, 195020])
    expect((await asApplication('GET', '/destination')).json).toMatchObject({ total: 0, destinations: [] })
  })

  it('never call an address off this machine', async () => {
    const { asApplication } = await openWired()
    const answer = await asApplication('POST', '/destination', destination('https://192.0.2.1/notifications'))
    expect(refusal(answer)).toEqual([409, 195020])
  })

  it('require a config first (409)', async () => {
    const { asApplication } = await openApplication(await openShop())
    const receiver = await openReceiver(verificationToken)
    expect(refusal(await asApplication('POST', '/destination', destination(receiver.url)))).toEqual([409, 195003])
  })

  it.each([
    ['the name is missing', { name: '' }, 195016],
    ['the status is the platform’s own', { status: 'MARKED_DOWN' }, 195018],
    [
      'the endpoint is plain HTTP elsewhere',
      { deliveryConfig: { endpoint: 'http://x.example/', verificationToken } },
      195017,
    ],
    ['the token is short', { deliveryConfig: { endpoint: 'https://x.example/', verificationToken: 'short' } }, 195019],
  ])('refuses when %s', async (_, change, errorId) => {
    const { asApplication } = await openApplication(await openShop())
    expect(refusal(await asApplication('POST', '/destination', destination('https://x.example/', change)))).toEqual([
      400,
      errorId,
    ])
  })

  it('NOT-08 cannot be deleted while in use (409), and can once the subscription is disabled', async () => {
    const { shop, asApplication, destinationId, subscribe } = await openWired()
    const id = await subscribe()
    expect(refusal(await asApplication('DELETE', `/destination/${destinationId}`))).toEqual([409, 195024])
    expect((await shop.asSeller('POST', `${base}/subscription/${id}/disable`)).status).toBe(204)
    expect((await asApplication('DELETE', `/destination/${destinationId}`)).status).toBe(204)
    expect(refusal(await asApplication('GET', `/destination/${destinationId}`))).toEqual([404, 195022])
    expect(refusal(await shop.asSeller('POST', `${base}/subscription/${id}/enable`))).toEqual([409, 195015])
  })

  it('can be updated, with a new challenge, and not to another’s endpoint', async () => {
    const { asApplication, created, destinationId, receiver } = await openWired()
    const change = destination(receiver.url, { name: 'Renamed', status: 'DISABLED' })
    expect((await asApplication('PUT', `/destination/${destinationId}`, change)).status).toBe(204)
    expect(receiver.challenges).toHaveLength(2)
    expect((await asApplication('GET', `/destination/${destinationId}`)).json).toMatchObject({
      name: 'Renamed',
      status: 'DISABLED',
    })
    const second = await openReceiver(verificationToken)
    await created('/destination', destination(second.url))
    expect(refusal(await asApplication('PUT', `/destination/${destinationId}`, destination(second.url)))).toEqual([
      409, 195021,
    ])
  })
})

describe('topics and keys', () => {
  it('NOT-02 pages with continuation_token from 10 to 100', async () => {
    const { asApplication } = await openApplication(await openShop())
    const page = (await asApplication('GET', '/topic?limit=10')).json as {
      next: string
      total: number
      topics: { topicId: string }[]
    }
    expect(page.topics).toHaveLength(10)
    const next = new URL(page.next)
    const rest = (await asApplication('GET', `${next.pathname.slice(base.length)}${next.search}`)).json as typeof page
    expect(page.topics.length + rest.topics.length).toBe(page.total)
    expect(rest).not.toHaveProperty('next')
    expect(new Set([...page.topics, ...rest.topics].map(({ topicId }) => topicId)).size).toBe(page.total)
    expect((await asApplication('GET', '/topic')).json).toMatchObject({ limit: 20 })
    for (const limit of [9, 101]) {
      expect(refusal(await asApplication('GET', `/topic?limit=${limit}`))).toEqual([400, 195004])
    }
    expect(refusal(await asApplication('GET', '/topic?continuation_token=nonsense'))).toEqual([400, 195005])
  })

  it('returns one topic, and 404 for an unknown topic or key', async () => {
    const { asApplication } = await openApplication(await openShop())
    expect((await asApplication('GET', '/topic/NEW_MESSAGE')).json).toMatchObject({
      topicId: 'NEW_MESSAGE',
      filterable: true,
      authorizationScopes: [expect.stringMatching(/\/oauth\/api_scope\/message$/)],
      supportedPayloads: [{ schemaVersion: '1.0', deliveryProtocol: 'HTTPS', deprecated: false }],
    })
    expect(refusal(await asApplication('GET', '/topic/NOTHING'))).toEqual([404, 195002])
    expect(refusal(await asApplication('GET', '/public_key/nothing'))).toEqual([404, 195001])
  })

  it('returns a topic’s deprecated payload and the current one, and accepts and delivers both', async () => {
    const { asApplication, receiver, subscribe, shop } = await openWired()
    const payload = { format: 'JSON', deliveryProtocol: 'HTTPS' }
    expect((await asApplication('GET', '/topic/LISTING')).json).toMatchObject({
      supportedPayloads: [
        { ...payload, schemaVersion: '1.0', deprecated: true },
        { ...payload, schemaVersion: '1.1', deprecated: false },
      ],
    })
    for (const schemaVersion of ['1.0', '1.1']) {
      await subscribe({ topicId: 'LISTING', payload: { ...payload, schemaVersion } })
    }
    await shop.control('POST', 'topics/LISTING', {})
    await receiver.arrived(2)
    const metadata = receiver.received.map(({ body }) => JSON.parse(body.toString()).metadata)
    expect(metadata.toSorted((one, other) => one.schemaVersion.localeCompare(other.schemaVersion))).toEqual([
      { topic: 'LISTING', schemaVersion: '1.0', deprecated: true },
      { topic: 'LISTING', schemaVersion: '1.1', deprecated: false },
    ])
  })

  it('NOT-12 requires the client-credentials token', async () => {
    const shop = await openShop()
    expect(refusal(await shop.asSeller('GET', `${base}/topic`))).toEqual([403, 1100])
  })
})

describe('subscriptions', () => {
  it('NOT-05 can be created disabled, tested, then enabled; enabling twice is 409', async () => {
    const { shop, receiver, subscribe } = await openWired()
    const id = await subscribe({ status: 'DISABLED' })
    expect((await shop.control('POST', 'messages', { username: 'x', text: 'Hi' })).json).toMatchObject({
      notifications: 0,
    })
    expect((await shop.asSeller('POST', `${base}/subscription/${id}/test`)).status).toBe(202)
    await receiver.arrived(1)
    expect((await shop.asSeller('POST', `${base}/subscription/${id}/enable`)).status).toBe(204)
    expect((await shop.asSeller('POST', `${base}/subscription/${id}/enable`)).status).toBe(409)
    expect((await shop.control('POST', 'messages', { username: 'x', text: 'Hi' })).json).toMatchObject({
      notifications: 1,
    })
    await receiver.arrived(2)
    const [test, real] = receiver.received.map(({ body }) => JSON.parse(body.toString()))
    // NOT-09: the notificationId distinguishes them.
    expect(test.notification.notificationId).toMatch(/^TEST-/)
    expect(real).toEqual({
      metadata: { topic: 'NEW_MESSAGE', schemaVersion: '1.0', deprecated: false },
      notification: {
        notificationId: expect.stringMatching(/^[0-9a-f-]{36}_[0-9a-f-]{36}$/),
        eventDate: '2026-11-21T12:00:00.000Z',
        publishDate: '2026-11-21T12:00:00.000Z',
        publishAttemptCount: 1,
        data: expect.objectContaining({ messageBody: 'Hi', senderUserName: 'x', conversationId: expect.any(String) }),
      },
    })
    for (const delivery of receiver.received) expect(await isSigned(shop, delivery)).toBe(true)
  })

  it('sends a REST notification at most three times, counting the attempts', async () => {
    const { shop, receiver, subscribe } = await openWired({ answers: [500, 412, 503] })
    await subscribe()
    await shop.control('POST', 'settings', { resendDelayMs: 0 })
    await shop.control('POST', 'messages', { username: 'x', text: 'Hi' })
    await receiver.arrived(3)
    const notifications = receiver.received.map(({ body }) => JSON.parse(body.toString()).notification)
    expect(notifications.map(({ publishAttemptCount }) => publishAttemptCount)).toEqual([1, 2, 3])
    expect(new Set(notifications.map(({ notificationId }) => notificationId)).size).toBe(1)
    await until(async () => JSON.stringify((await shop.control('GET', 'deliveries')).json).includes('givenUp'))
  })

  it.each([
    ['the topic is unknown', { topicId: 'NOTHING' }, [400, 195027]],
    ['the destination is unknown', { destinationId: 'nothing' }, [400, 195007]],
    ['the status is no status', { status: 'ON' }, [400, 195006]],
    [
      'the format is XML',
      { payload: { format: 'XML', schemaVersion: '1.0', deliveryProtocol: 'HTTPS' } },
      [400, 195009],
    ],
    [
      'the version is unknown',
      { payload: { format: 'JSON', schemaVersion: '9', deliveryProtocol: 'HTTPS' } },
      [400, 195008],
    ],
    [
      'the protocol is another',
      { payload: { format: 'JSON', schemaVersion: '1.0', deliveryProtocol: 'FTP' } },
      [400, 195010],
    ],
    ['the token has not the topic’s scope', { topicId: 'ORDER_CONFIRMATION' }, [403, 195011]],
  ])('refuses when %s', async (_, change, expected) => {
    const { shop, destinationId } = await openWired()
    const answer = await shop.asSeller('POST', `${base}/subscription`, subscription(destinationId, change))
    expect(refusal(answer)).toEqual(expected)
  })

  it('can be read, updated and deleted', async () => {
    const { shop, destinationId, subscribe } = await openWired()
    const id = await subscribe()
    const path = `${base}/subscription/${id}`
    expect((await shop.asSeller('GET', path)).json).toEqual({
      subscriptionId: id,
      ...subscription(destinationId),
      creationDate: '2026-11-21T12:00:00.000Z',
    })
    const { topicId: _, ...update } = subscription(destinationId, { status: 'DISABLED' })
    expect((await shop.asSeller('PUT', path, update)).status).toBe(204)
    expect((await shop.asSeller('GET', `${base}/subscription`)).json).toMatchObject({
      total: 1,
      subscriptions: [{ subscriptionId: id, status: 'DISABLED' }],
    })
    expect((await shop.asSeller('DELETE', path)).status).toBe(204)
    expect(refusal(await shop.asSeller('GET', path))).toEqual([404, 195013])
  })

  it('NOT-12 can be read, not changed, with the readonly scope', async () => {
    const { shop, subscribe } = await openWired()
    const id = await subscribe()
    const authorization = `Bearer ${await shop.userToken(['/commerce.notification.subscription.readonly'])}`
    const path = `${base}/subscription/${id}`
    expect((await shop.asSeller('GET', path, undefined, { authorization })).status).toBe(200)
    expect(refusal(await shop.asSeller('DELETE', path, undefined, { authorization }))).toEqual([403, 1100])
  })
})

describe('subscription filters', () => {
  const filterSchema = {
    type: 'object',
    required: ['senderUserName'],
    properties: { senderUserName: { const: 'wanted' } },
  }

  it('NOT-06 is PENDING and cannot be deleted, then ENABLED, and passes matching events', async () => {
    const { shop, subscribe } = await openWired()
    const path = `${base}/subscription/${await subscribe()}/filter`
    const made = await shop.asSeller('POST', path, { filterSchema })
    expect(made.status).toBe(201)
    const filter = new URL(made.headers.get('location') ?? '').pathname
    expect((await shop.asSeller('GET', filter)).json).toMatchObject({ filterStatus: 'PENDING', filterSchema })
    expect((await shop.asSeller('DELETE', filter)).status).toBe(400)
    await shop.control('POST', 'clock', { advanceMs: 3000 })
    expect((await shop.asSeller('GET', filter)).json).toMatchObject({ filterStatus: 'ENABLED' })
    const write = (username: string) => shop.control('POST', 'messages', { username, text: 'Hi' })
    expect((await write('wanted')).json).toMatchObject({ notifications: 1 })
    expect((await write('other')).json).toMatchObject({ notifications: 0 })
    expect((await shop.asSeller('DELETE', filter)).status).toBe(204)
    expect((await write('other')).json).toMatchObject({ notifications: 1 })
  })

  it('NOT-07 refuses an invalid JSON Schema, and a topic that cannot be filtered', async () => {
    const { shop, subscribe } = await openWired()
    const path = `${base}/subscription/${await subscribe()}/filter`
    expect(refusal(await shop.asSeller('POST', path, { filterSchema: { type: 'nonsense' } }))).toEqual([400, 195033])
    const other = await subscribe({ topicId: 'FEEDBACK_RECEIVED' })
    const refused = await shop.asSeller('POST', `${base}/subscription/${other}/filter`, { filterSchema })
    expect(refusal(refused)).toEqual([400, 195032])
    expect(refusal(await shop.asSeller('GET', `${path}/nothing`))).toEqual([404, 195029])
  })
})
