/** The notifications feature and the practice platform, over real HTTP both ways. */
import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Credential } from '../../../main/http/request.ts'
import { createUndiciSend } from '../../../main/http/undici-send.ts'
import { createTradingClient } from '../../../main/notifications/legacy/trading-client.ts'
import {
  createNotificationClient,
  type NotificationClient,
} from '../../../main/notifications/subscriptions/notification-client.ts'
import { practiceCredentials } from '../../../main/practice/credentials.ts'
import { type PracticePlatform, startPracticePlatform } from '../../../main/practice/platform.ts'
import { eventTypes } from '../../../shared/notifications/event-types.ts'
import { sendThrough } from '../../support/send-through.ts'
import { createTestPlatform, type Rig, startRig } from '../../unit/notifications/notifications-rig.ts'

let platform: PracticePlatform
let rig: Rig
let client: NotificationClient
let closeWire: () => Promise<void>

const secrets = new Map<string, string>(Object.entries(practiceCredentials))

const practice = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> => {
  const init = body === undefined ? {} : { body: JSON.stringify(body) }
  return (await fetch(`${platform.url}/practice/${path}`, { method, ...init })).json()
}

const tokenFor = async (credential: Credential, scopes: readonly string[]): Promise<string> => {
  const { clientId, clientSecret, refreshToken } = practiceCredentials
  const grant =
    credential === 'user'
      ? { grant_type: 'refresh_token', refresh_token: refreshToken }
      : { grant_type: 'client_credentials' }
  const answer = await fetch(`${platform.url}/identity/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ ...grant, scope: scopes.join(' ') }).toString(),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

beforeEach(async () => {
  platform = await startPracticePlatform({ conversations: 2, items: 3 })
  const wire = createUndiciSend({ origins: [platform.url] })
  closeWire = wire.close
  const root = `${platform.url}/oauth/api_scope`
  const scopes = { user: [`${root}/commerce.notification.subscription`], application: [root] }
  const fetchToken = (credential: Credential) => tokenFor(credential, scopes[credential])
  const send = sendThrough(wire.send, { tokens: { current: fetchToken, renew: fetchToken } })
  const counted = createTestPlatform()
  const recording: typeof send = (request) => {
    counted.requests.push(request)
    return send(request)
  }
  rig = await startRig({
    platform: { ...counted, send: recording },
    secrets: new Map(secrets),
    profile: { baseUrl: platform.url, tradingEndpoint: `${platform.url}/ws/api` },
  })
  client = createNotificationClient(rig.profile, send)
})

afterEach(async () => {
  await rig.stop()
  await closeWire()
  await platform.stop()
})

const registerAll = () =>
  rig.handlers.register({ events: eventTypes.map(({ name }) => name), alertEmail: 'seller@example.com' })

describe('the receiver and the practice platform', () => {
  it('RCV-01 keeps a port that it moved to once the platform sends there', async () => {
    const { port, ...again } = rig
    await rig.stop()
    const squatter = createServer()
    await new Promise<void>((resolve) => squatter.listen(port, '127.0.0.1', resolve))
    rig = await startRig(again)
    const moved = rig.port
    expect(moved).not.toBe(port)
    expect((await registerAll()).state).toBe('complete')
    await new Promise((resolve) => squatter.close(resolve))
    await rig.stop()
    rig = await startRig(again)
    expect(rig.port).toBe(moved)
    expect((await rig.view()).registration.state).toBe('complete')
  })

  it('RCV-02 RCV-04 RCV-07 registers, and a sale delivered twice is verified and shown once', async () => {
    const registration = await registerAll()
    expect(registration.steps.filter(({ state }) => state !== 'done')).toEqual([])
    expect(registration.state).toBe('complete')

    await practice('POST', 'faults', { operation: 'notifier', fault: 'duplicateDeliveries', count: 1 })
    await practice('POST', 'events', { event: 'FixedPriceTransaction', buyer: 'mia_vintage', price: '18.00' })
    const [event] = await rig.until((log) => log[0]?.deliveryCount === 2 && log[0].processing === 'processed')
    expect(await rig.events()).toHaveLength(1)
    expect(event).toMatchObject({ name: 'FixedPriceTransaction', signature: 'verified' })
    expect(rig.notices).toHaveLength(1)
    const page = () => rig.page(event?.eventId ?? 0)
    expect((await page()).occurrences[0]?.price).toBe('18.00')
    // Each delivery is verified separately, so the second may still wait for the key.
    await expect
      .poll(async () => (await page()).deliveries.map(({ signature }) => signature))
      .toEqual(['verified', 'verified'])
    expect(await rig.events()).toHaveLength(1)
    expect(rig.notices).toHaveLength(1)
    expect(rig.platform.callsOf('getPublicKey')).toHaveLength(1)
  })

  it('RCV-09 reads every event type that the platform sends', async () => {
    await registerAll()
    for (const { name } of eventTypes) await practice('POST', 'events', { event: name, buyer: 'tom' })
    const log = await rig.until(
      (now) => now.length === eventTypes.length && now.every(({ processing }) => processing === 'processed'),
    )
    expect(log.map(({ name }) => name).sort()).toEqual(eventTypes.map(({ name }) => name).sort())
    for (const { name, itemId, buyer } of log) {
      if (name === 'FeedbackLeft') expect(buyer).toBe('tom')
      else expect(itemId, name).toMatch(/^\d+$/)
    }
  })

  it('RCV-08 quarantines a notification with a wrong signature', async () => {
    await registerAll()
    await practice('POST', 'faults', { operation: 'ItemSold', fault: 'wrongSignature', count: 1 })
    await practice('POST', 'events', { event: 'ItemSold' })
    const [event] = await rig.until((log) => log[0]?.processing === 'quarantined')
    expect(event?.signature).toBe('wrong')
    expect(rig.notices.map(({ title }) => title)).toEqual(['Not from the platform: ignored'])
  })

  it('registering again changes nothing and needs no address for alerts', async () => {
    await registerAll()
    const again = await rig.handlers.register({ events: ['ItemSold'] })
    expect(again.state).toBe('complete')
    expect(await client.getDestinations()).toHaveLength(1)
    const trading = createTradingClient(rig.profile, rig.platform.send, {
      get: async (name) => secrets.get(name),
      set: async () => {},
      delete: async () => {},
    })
    const { events, applicationUrl } = await trading.getNotificationPreferences('settings')
    expect(applicationUrl).toBe((await rig.view()).registeredUrl)
    expect(events.filter(({ eventEnable }) => eventEnable === 'Enable').map(({ eventType }) => eventType)).toEqual([
      'ItemSold',
    ])
    const offered = await trading.getNotificationPreferences('catalogue')
    expect(offered.events.map(({ eventType }) => eventType)).toEqual(
      expect.arrayContaining(['ItemSold', 'BidReceived']),
    )
  })
})

describe('the notification service', () => {
  it('NOT-01 NOT-03 NOT-05 NOT-08 NOT-09 a subscription goes through its whole life cycle', async () => {
    await registerAll()
    const [destination] = await client.getDestinations()
    const destinationId = destination?.destinationId ?? ''
    const payload = { format: 'JSON', schemaVersion: '1.0', deliveryProtocol: 'HTTPS' }
    const subscriptionId = await client.createSubscription({
      topicId: 'FEEDBACK_RECEIVED',
      destinationId,
      status: 'DISABLED',
      payload,
    })
    expect(await client.getSubscription(subscriptionId)).toMatchObject({
      topicId: 'FEEDBACK_RECEIVED',
      status: 'DISABLED',
    })

    await client.testSubscription(subscriptionId)
    const [test] = await rig.until((log) => log[0]?.processing === 'processed')
    expect(test).toMatchObject({ name: 'FEEDBACK_RECEIVED', format: 'json', signature: 'verified' })
    expect((await rig.page(test?.eventId ?? 0)).notificationId).not.toBeNull()

    await client.enableSubscription(subscriptionId)
    await expect(client.enableSubscription(subscriptionId)).rejects.toMatchObject({ detail: { kind: 'conflict' } })
    await expect(client.deleteDestination(destinationId)).rejects.toMatchObject({ detail: { kind: 'conflict' } })
    await client.disableSubscription(subscriptionId)
    await client.deleteSubscription(subscriptionId)
    await client.deleteDestination(destinationId)
    await expect(client.getDestination(destinationId)).rejects.toMatchObject({ detail: { kind: 'notFound' } })
  })

  it('NOT-02 reads all topics, and single ones', async () => {
    const topics = await client.getTopics()
    expect(topics.length).toBeGreaterThan(10)
    const topicId = topics[0]?.topicId ?? ''
    expect(await client.getTopic(topicId)).toMatchObject({ topicId })
  })

  it('NOT-10 NOT-12 names the right that a topic requires and the seller has not granted', async () => {
    await registerAll()
    const [destination] = await client.getDestinations()
    const subscribing = client.createSubscription({
      topicId: 'NEW_MESSAGE',
      destinationId: destination?.destinationId ?? '',
      status: 'DISABLED',
      payload: { format: 'JSON', schemaVersion: '1.0', deliveryProtocol: 'HTTPS' },
    })
    await expect(subscribing).rejects.toMatchObject({ detail: { kind: 'forbidden' } })
  })
})
