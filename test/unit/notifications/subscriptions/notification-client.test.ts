import { describe, expect, it } from 'vitest'
import type { HttpRequest, Send } from '../../../../main/http/request.ts'
import {
  createNotificationClient,
  type NotificationClient,
} from '../../../../main/notifications/subscriptions/notification-client.ts'
import type { PlatformId } from '../../../../shared/connection/platforms.ts'
import { completeProfile } from '../../../../shared/connection/profile.ts'
import { Failure } from '../../../../shared/result.ts'

const profile = completeProfile({ kind: 'sandbox', name: 'Box', baseUrl: 'https://api.example.com' })
const base = 'https://api.example.com/commerce/notification/v1'

type Given = { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> }

const over = (...answers: readonly Given[]) => overPlatform('neutral', ...answers)

const overPlatform = (platform: PlatformId, ...answers: readonly Given[]) => {
  const requests: HttpRequest[] = []
  const send: Send = async (request) => {
    const given = answers[requests.length] ?? answers.at(-1)
    requests.push(request)
    return {
      status: given?.status ?? 500,
      headers: given?.headers ?? {},
      body: Buffer.from(given?.body === undefined ? '' : JSON.stringify(given.body)),
      bodyCut: false,
    }
  }
  return { client: createNotificationClient({ ...profile, platform }, send), requests }
}

const destination = {
  name: 'Shop',
  status: 'ENABLED',
  deliveryConfig: { endpoint: 'https://shop.example.com/n', verificationToken: 't'.repeat(32) },
}
const payload = { format: 'JSON', schemaVersion: '1.0', deliveryProtocol: 'HTTPS' }
const update = { destinationId: 'd', status: 'DISABLED', payload }
const subscription = { topicId: 'T', ...update }
const filter = { type: 'object' }

type Row = readonly [
  string,
  HttpRequest['method'],
  string,
  unknown,
  Given,
  (client: NotificationClient) => Promise<unknown>,
]

const rows: readonly Row[] = [
  ['getConfig', 'GET', '/config', undefined, { status: 200, body: { alertEmail: 'a@b.c' } }, (c) => c.getConfig()],
  [
    'updateConfig',
    'PUT',
    '/config',
    { alertEmail: 'a@b.c' },
    { status: 204 },
    (c) => c.updateConfig({ alertEmail: 'a@b.c' }),
  ],
  [
    'getDestinations',
    'GET',
    '/destination?limit=100',
    undefined,
    { status: 200, body: { destinations: [] } },
    (c) => c.getDestinations(),
  ],
  [
    'createDestination',
    'POST',
    '/destination',
    destination,
    { status: 201, body: { destinationId: 'd' } },
    (c) => c.createDestination(destination),
  ],
  [
    'getDestination',
    'GET',
    '/destination/d%2F1',
    undefined,
    { status: 200, body: { destinationId: 'd/1' } },
    (c) => c.getDestination('d/1'),
  ],
  [
    'updateDestination',
    'PUT',
    '/destination/d',
    destination,
    { status: 204 },
    (c) => c.updateDestination('d', destination),
  ],
  ['deleteDestination', 'DELETE', '/destination/d', undefined, { status: 204 }, (c) => c.deleteDestination('d')],
  [
    'getPublicKey',
    'GET',
    '/public_key/k',
    undefined,
    { status: 200, body: { key: 'K', algorithm: 'ECDSA', digest: 'SHA1' } },
    (c) => c.getPublicKey('k'),
  ],
  [
    'getSubscriptions',
    'GET',
    '/subscription?limit=100',
    undefined,
    { status: 200, body: { subscriptions: [] } },
    (c) => c.getSubscriptions(),
  ],
  [
    'createSubscription',
    'POST',
    '/subscription',
    subscription,
    { status: 201, body: { subscriptionId: 's' } },
    (c) => c.createSubscription(subscription),
  ],
  [
    'getSubscription',
    'GET',
    '/subscription/s',
    undefined,
    { status: 200, body: { subscriptionId: 's' } },
    (c) => c.getSubscription('s'),
  ],
  ['updateSubscription', 'PUT', '/subscription/s', update, { status: 204 }, (c) => c.updateSubscription('s', update)],
  ['deleteSubscription', 'DELETE', '/subscription/s', undefined, { status: 204 }, (c) => c.deleteSubscription('s')],
  [
    'disableSubscription',
    'POST',
    '/subscription/s/disable',
    undefined,
    { status: 204 },
    (c) => c.disableSubscription('s'),
  ],
  [
    'enableSubscription',
    'POST',
    '/subscription/s/enable',
    undefined,
    { status: 204 },
    (c) => c.enableSubscription('s'),
  ],
  [
    'createSubscriptionFilter',
    'POST',
    '/subscription/s/filter',
    { filterSchema: filter },
    { status: 201, body: { filterId: 'f' } },
    (c) => c.createSubscriptionFilter('s', filter),
  ],
  [
    'getSubscriptionFilter',
    'GET',
    '/subscription/s/filter/f',
    undefined,
    { status: 200, body: { filterId: 'f' } },
    (c) => c.getSubscriptionFilter('s', 'f'),
  ],
  [
    'deleteSubscriptionFilter',
    'DELETE',
    '/subscription/s/filter/f',
    undefined,
    { status: 204 },
    (c) => c.deleteSubscriptionFilter('s', 'f'),
  ],
  ['testSubscription', 'POST', '/subscription/s/test', undefined, { status: 202 }, (c) => c.testSubscription('s')],
  ['getTopics', 'GET', '/topic?limit=100', undefined, { status: 200, body: { topics: [] } }, (c) => c.getTopics()],
  ['getTopic', 'GET', '/topic/T', undefined, { status: 200, body: { topicId: 'T' } }, (c) => c.getTopic('T')],
]

describe('the notification service', () => {
  it('NOT-01 has 21 operations and no other', () => {
    expect(Object.keys(over().client).sort()).toEqual(rows.map(([operation]) => operation).sort())
    expect(rows).toHaveLength(21)
  })

  it.each(rows)('NOT-01 %s is %s %s', async (operation, method, path, body, answer, run) => {
    const { client, requests } = over(answer)
    await run(client)
    expect(requests).toHaveLength(1)
    expect(requests[0]).toMatchObject({ service: 'notification', operation, method, url: `${base}${path}` })
    expect(requests[0]?.repeatable).toBe(method === 'GET')
    expect(requests[0]?.body === undefined ? undefined : JSON.parse(requests[0].body)).toEqual(body)
  })

  it.each(rows)('NOT-13 %s has a content type exactly when it has a body', async (_, __, ___, body, answer, run) => {
    const { client, requests } = over(answer)
    await run(client)
    expect(requests[0]?.headers['content-type']).toBe(body === undefined ? undefined : 'application/json')
  })

  it.each(rows)('NOT-12 %s uses the credential of its scope', async (operation, __, ___, ____, answer, run) => {
    const { client, requests } = over(answer)
    await run(client)
    const ofTheSeller = /subscription/i.test(operation)
    expect(requests[0]?.credential).toBe(ofTheSeller ? 'user' : 'application')
  })

  it('NOT-02 follows next to the last page', async () => {
    const page = (from: number, next?: string) => ({
      status: 200,
      body: { topics: [{ topicId: `T${from}` }, { topicId: `T${from + 1}` }], ...(next === undefined ? {} : { next }) },
    })
    const { client, requests } = over(
      page(0, `${base}/topic?limit=100&continuation_token=a%2Bb`),
      page(2, '/commerce/notification/v1/topic?continuation_token=c'),
      page(4),
    )
    expect((await client.getTopics()).map(({ topicId }) => topicId)).toEqual(['T0', 'T1', 'T2', 'T3', 'T4', 'T5'])
    expect(requests.map(({ url }) => new URL(url).searchParams.get('continuation_token'))).toEqual([null, 'a+b', 'c'])
    expect(new Set(requests.map(({ url }) => new URL(url).origin))).toEqual(new Set(['https://api.example.com']))
  })

  it('NOT-02 ends if the platform repeats a page', async () => {
    const { client, requests } = over({
      status: 200,
      body: { topics: [], next: `${base}/topic?continuation_token=a` },
    })
    await client.getTopics()
    expect(requests).toHaveLength(2)
  })

  it.each([
    ['the body', { status: 201, body: { destinationId: 'd-7' } }],
    ['an absolute Location', { status: 201, body: {}, headers: { location: `${base}/destination/d-7` } }],
    ['a relative Location', { status: 201, headers: { location: '/commerce/notification/v1/destination/d-7/' } }],
  ])('NOT-03 reads the new id from %s', async (_, answer) => {
    expect(await over(answer).client.createDestination(destination)).toBe('d-7')
  })

  it('NOT-03 reads the list if neither body nor Location has the id', async () => {
    const { client, requests } = over(
      { status: 201, body: {} },
      {
        status: 200,
        body: {
          destinations: [{ destinationId: 'x' }, { destinationId: 'd-7', deliveryConfig: destination.deliveryConfig }],
        },
      },
    )
    expect(await client.createDestination(destination)).toBe('d-7')
    expect(requests.map(({ operation }) => operation)).toEqual(['createDestination', 'getDestinations'])
  })

  it('NOT-04 accepts an unknown status', async () => {
    const { client } = over({ status: 200, body: { destinations: [{ destinationId: 'd', status: 'SLEEPING' }] } })
    expect((await client.getDestinations())[0]?.status).toBe('SLEEPING')
  })

  it.each([
    [409, 195024, 'conflict', 'Disable its subscriptions first'],
    [404, 195022, 'notFound', 'no longer exists'],
    [403, 195011, 'forbidden', 'lacks the permission'],
    [500, 195000, 'service', 'Try again in a few minutes'],
  ])('NOT-10 NOT-08 NOT-05 a %i with id %i is %s with a remedy', async (status, errorId, kind, text) => {
    const { client } = overPlatform('ebay', {
      status,
      body: { errors: [{ errorId, domain: 'API_NOTIFICATION', category: 'REQUEST', message: 'm' }] },
    })
    await expect(client.deleteSubscription('s')).rejects.toMatchObject({
      detail: { kind, message: expect.stringContaining(text) },
    })
  })

  it('AUT-04 shows no verification token that a refusal of a destination repeats', async () => {
    const message = `Verification token ${destination.deliveryConfig.verificationToken} is not valid.`
    const { client } = over({ status: 400, body: { errors: [{ errorId: 195019, message }] } })
    for (const write of [client.createDestination(destination), client.updateDestination('d', destination)]) {
      await expect(write).rejects.toThrow('Verification token … is not valid.')
    }
  })

  it('NOT-10 a 404 that does not come from the service does not mean that there is no alert address', async () => {
    await expect(over({ status: 404 }).client.getConfig()).rejects.toMatchObject({
      detail: { kind: 'service', message: expect.stringContaining('Check the base URL') },
    })
    const missing = { status: 404, body: { errors: [{ errorId: 195026, message: 'Configuration not found' }] } }
    await expect(over(missing).client.getConfig()).rejects.toMatchObject({ detail: { kind: 'notFound' } })
  })

  it('NOT-10 shows the platform’s message where its error numbers are unknown', async () => {
    const { client } = over({ status: 409, body: { errors: [{ errorId: 195024, message: 'The lamp is in use.' }] } })
    await expect(client.deleteDestination('d')).rejects.toMatchObject({
      detail: { kind: 'conflict', message: expect.stringMatching(/^The lamp is in use\. (?!.*Disable)/) },
    })
  })

  it('NOT-10 a 403 on a subscription names the missing scope', async () => {
    const { client } = over({ status: 403, body: {} })
    await expect(client.enableSubscription('s')).rejects.toMatchObject({
      detail: { kind: 'forbidden', scope: expect.stringContaining('commerce.notification.subscription') },
    })
  })

  it("AUT-03 names the missing right: the topic's, or the right to subscribe", async () => {
    const refusal = (errorId: number) => ({ status: 403, body: { errors: [{ errorId, message: 'No' }] } })
    const scopeOf = async (errorId: number, topicScopes: readonly string[]): Promise<string | undefined> => {
      const { client } = over(refusal(errorId))
      const failure: unknown = await client
        .createSubscription(subscription, { authorizationScopes: [...topicScopes] })
        .catch((error: unknown) => error)
      if (!(failure instanceof Failure) || failure.detail.kind !== 'forbidden') throw failure
      return failure.detail.scope
    }
    const fulfillment = 'https://other.example/oauth/api_scope/sell.fulfillment'
    const inventory = 'https://other.example/oauth/api_scope/sell.inventory'
    expect(await scopeOf(195011, [inventory, fulfillment])).toBe(fulfillment)
    expect(await scopeOf(195011, [`${inventory}.readonly`, fulfillment])).toBe(fulfillment)
    expect(await scopeOf(195011, [])).toBeUndefined()
    expect(await scopeOf(1100, [fulfillment])).toContain('commerce.notification.subscription')
  })
})
