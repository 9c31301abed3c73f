/** Every operation of the notification service through the feature's handlers, against the practice platform. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TransportFailure } from '../../../main/http/request.ts'
import { type Rig, startRig } from '../../unit/notifications/notifications-rig.ts'
import { startPlatformRig } from './platform-rig.ts'

let rig: Rig
let practice: (path: string, body: object) => Promise<void>
let stop: () => Promise<void>

const payload = { format: 'JSON', schemaVersion: '1.0', deliveryProtocol: 'HTTPS' }

beforeEach(async () => {
  const started = await startPlatformRig()
  rig = started.rig
  practice = started.practice
  stop = started.stop
})
afterEach(() => stop())

const read = async () => rig.handlers.subscriptions({})
const operations = (): readonly string[] => rig.platform.requests.map(({ operation }) => operation)
const conflict = { detail: { kind: 'conflict' } }

const addDestination = async (): Promise<string> => {
  await rig.handlers.updateConfig({ alertEmail: 'seller@example.com' })
  const endpoint = (await rig.view()).registeredUrl ?? ''
  return (await rig.handlers.createDestination({ name: 'Mine', status: 'ENABLED', endpoint })).destinationId
}

const subscribe = async (topicId = 'FEEDBACK_RECEIVED'): Promise<string> => {
  const destinationId = await addDestination()
  const made = await rig.handlers.createSubscription({ topicId, destinationId, status: 'DISABLED', payload })
  return made.subscriptionId ?? ''
}

describe('the subscriptions', () => {
  it('NOT-01 reads all four parts once, and again only on request', async () => {
    const first = await read()
    expect(first.config).toMatchObject({ alertEmail: null, problem: null })
    expect(first.topics.entries.length).toBeGreaterThan(10)
    expect(first.topics.asOfMs).toBe(rig.clock.nowMs())
    await read()
    expect(operations().toSorted()).toEqual(['getConfig', 'getDestinations', 'getSubscriptions', 'getTopics'])

    await rig.handlers.updateConfig({ alertEmail: 'seller@example.com' })
    expect((await read()).config.alertEmail).toBe('seller@example.com')
    await rig.handlers.getConfig({})
    await rig.handlers.getTopics({})
    await rig.handlers.getDestinations({})
    await rig.handlers.getSubscriptions({})
    await rig.handlers.getTopic({ topicId: 'LISTING' })
    expect(operations().filter((operation) => operation === 'getTopics')).toHaveLength(2)
    expect(operations()).toContain('getTopic')
  })

  it('NOT-01 reads everything again after a registration', async () => {
    expect(await read()).toMatchObject({ config: { alertEmail: null }, destinations: { entries: [] } })
    expect((await rig.handlers.preferences({})).current?.events).toEqual([])
    const { emitted } = rig
    emitted.length = 0
    await rig.handlers.register({ events: ['ItemSold'] })
    expect(emitted.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['subscriptionsChanged', 'preferencesChanged']),
    )
    const after = await read()
    expect(after.config.alertEmail).toBe('alerts@practice.example')
    expect(after.destinations.entries).toMatchObject([{ endpoint: (await rig.view()).registeredUrl, token: 'ours' }])
    expect((await rig.handlers.preferences({})).current).toMatchObject({
      applicationEnable: 'Enable',
      events: [{ eventType: 'ItemSold', eventEnable: 'Enable' }],
    })
    await rig.handlers.setVerificationToken({ token: 'my-own-token-of-the-form-0123456789' })
    expect((await read()).destinations.entries).toMatchObject([{ token: 'different' }])
  })

  it('NOT-01 reads a failed part when the platform is back, and everything once old', async () => {
    await practice('faults', { operation: 'getTopics', fault: 'status', status: 500, count: 1 })
    const first = await read()
    expect(first.topics).toMatchObject({ asOfMs: null, entries: [] })
    expect(first.topics.problem).not.toBeNull()
    rig.setOnline(true)
    expect(await read()).toMatchObject({ topics: { problem: null }, subscriptions: { problem: null } })
    const asked = operations().length
    await rig.clock.advance(4 * 60_000)
    await read()
    expect(operations()).toHaveLength(asked)
    await rig.clock.advance(60_000)
    const asOfMs = (await read()).topics.asOfMs ?? 0
    await expect.poll(async () => (await read()).topics.asOfMs).toBeGreaterThan(asOfMs)
    await expect.poll(async () => (await read()).subscriptions.asOfMs).toBeGreaterThan(asOfMs)
    expect(operations()).toHaveLength(asked + 4)
  })

  it('NOT-01 NOT-06 shows the last known state with its age after an offline restart', async () => {
    const destinationId = await addDestination()
    await read()
    const made = await rig.handlers.createSubscription({
      topicId: 'NEW_MESSAGE',
      destinationId,
      status: 'ENABLED',
      payload,
    })
    const subscriptionId = made.subscriptionId ?? ''
    await rig.handlers.createSubscriptionFilter({ subscriptionId, filterSchema: '{"type": "object"}' })
    const before = await read()
    expect(before.subscriptions.entries[0]?.filters).toHaveLength(1)

    const { database, platform, secrets } = rig
    await rig.stop()
    const offline = { ...platform, send: () => Promise.reject(new TransportFailure('notReached', 'No connection.')) }
    const again = await startRig({ database, secrets, platform: offline, profile: { baseUrl: rig.profile.baseUrl } })
    try {
      const first = await again.handlers.subscriptions({})
      expect(first.destinations.asOfMs).toBe(before.destinations.asOfMs)
      expect(first.topics.entries).toEqual(before.topics.entries)
      expect(first.subscriptions.entries).toMatchObject([
        { subscriptionId, topicId: 'NEW_MESSAGE', filters: [{ filterSchema: expect.stringContaining('object') }] },
      ])
      await expect
        .poll(async () => (await again.handlers.subscriptions({})).subscriptions.problem)
        .toBe('No connection.')
      expect((await again.handlers.subscriptions({})).subscriptions.entries).toHaveLength(1)
      expect(JSON.stringify(database.all('SELECT value FROM notification_settings'))).not.toContain(
        secrets.get('verificationToken'),
      )
    } finally {
      await again.stop()
    }
  })

  it("NOT-01 keeps a part's entries if reading it fails", async () => {
    await read()
    await practice('faults', { operation: 'getTopics', fault: 'status', status: 500, count: 1 })
    await expect(rig.handlers.getTopics({})).rejects.toThrow('an internal problem')
    const { topics, destinations } = await read()
    expect(topics.problem).not.toBeNull()
    expect(topics.entries.length).toBeGreaterThan(10)
    expect(destinations.problem).toBeNull()
  })

  it('NOT-01 creates, reads, updates and deletes a destination; its token stays in main', async () => {
    const destinationId = await addDestination()
    const endpoint = (await rig.view()).registeredUrl ?? ''
    await rig.handlers.updateDestination({
      destinationId,
      name: 'Other',
      status: 'DISABLED',
      endpoint,
      token: 'unchanged',
    })
    await rig.handlers.getDestination({ destinationId })
    const shown = await read()
    expect(shown.destinations.entries).toMatchObject([
      { destinationId, name: 'Other', status: 'DISABLED', endpoint, token: 'ours' },
    ])
    expect(JSON.stringify(shown)).not.toContain(rig.secrets.get('verificationToken'))
    await rig.handlers.deleteDestination({ destinationId })
    expect((await read()).destinations.entries).toEqual([])
  })

  it('NOT-05 NOT-08 NOT-09 creates, tests, enables, disables and deletes a subscription', async () => {
    const subscriptionId = await subscribe()
    const [made] = (await read()).subscriptions.entries
    expect(made).toMatchObject({ subscriptionId, status: 'DISABLED', test: null })

    await rig.handlers.testSubscription({ subscriptionId })
    await rig.until((log) => log[0]?.processing === 'processed')
    const [tested] = (await read()).subscriptions.entries
    const [event] = await rig.events()
    expect(tested?.test).toMatchObject({ wasDelivering: false, arrival: { eventId: event?.eventId } })
    expect(tested?.test?.arrival?.notificationId).toBe((await rig.page(event?.eventId ?? 0)).notificationId)

    const destinationId = made?.destinationId ?? ''
    const endpoint = (await rig.view()).registeredUrl ?? ''
    const setDestination = (status: string) =>
      rig.handlers.updateDestination({ destinationId, name: 'Mine', status, endpoint, token: 'unchanged' })
    await setDestination('DISABLED')
    await expect(rig.handlers.enableSubscription({ subscriptionId })).rejects.toMatchObject(conflict)
    await setDestination('ENABLED')
    await rig.handlers.enableSubscription({ subscriptionId })
    await rig.handlers.enableSubscription({ subscriptionId })
    expect(operations().filter((operation) => operation === 'enableSubscription')).toHaveLength(2)
    await expect(rig.handlers.deleteDestination({ destinationId })).rejects.toMatchObject(conflict)
    await rig.handlers.updateSubscription({ subscriptionId, destinationId, status: 'ENABLED', payload })
    await rig.handlers.getSubscription({ subscriptionId })
    expect((await read()).subscriptions.entries[0]?.status).toBe('ENABLED')
    await rig.handlers.disableSubscription({ subscriptionId })
    expect((await read()).subscriptions.entries[0]?.status).toBe('DISABLED')
    await rig.handlers.deleteSubscription({ subscriptionId })
    await rig.handlers.deleteDestination({ destinationId })
    const { subscriptions, destinations } = await read()
    expect([...subscriptions.entries, ...destinations.entries]).toEqual([])
  })

  it('NOT-06 deletes an ENABLED filter, and sends nothing for a PENDING one', async () => {
    await practice('settings', { filterConfirmationMs: 60_000 })
    const subscriptionId = await subscribe('LISTING')
    const made = await rig.handlers.createSubscriptionFilter({ subscriptionId, filterSchema: '{ "type": "object" }' })
    const filterId = made.filterId ?? ''
    const filterOf = async () => (await read()).subscriptions.entries[0]?.filters[0]
    expect(await filterOf()).toMatchObject({ filterId, filterStatus: 'PENDING' })
    const deleting = () => rig.handlers.deleteSubscriptionFilter({ subscriptionId, filterId })
    await expect(deleting()).rejects.toMatchObject(conflict)
    expect(operations()).not.toContain('deleteSubscriptionFilter')

    await practice('clock', { advanceMs: 61_000 })
    await rig.handlers.getSubscriptionFilter({ subscriptionId, filterId })
    expect(await filterOf()).toMatchObject({ filterStatus: 'ENABLED' })
    await deleting()
    expect(await filterOf()).toMatchObject({ filterStatus: 'DISABLED' })
  })

  it.each([
    ['{ "type": ', 'This isn’t JSON'],
    ['[]', 'A filter is a JSON object'],
    ['{ "type": "word" }', 'Line 1: type must be one of'],
    ['{ "$schema": "http://json-schema.org/draft-07/schema#" }', 'Line 1: A filter is JSON Schema 2020-12'],
    [
      '{ "properties": { "a": {\n "pattern": "(" } } }',
      'Line 2: This isn’t JSON Schema 2020-12: Invalid regular expression',
    ],
  ])('NOT-07 refuses %s before it is sent', async (filterSchema, message) => {
    await expect(
      Promise.resolve(rig.handlers.createSubscriptionFilter({ subscriptionId: 's-1', filterSchema })),
    ).rejects.toThrow(message)
    expect(operations()).toEqual([])
  })

  it('NOT-01 NOT-11 shows a public key by its id', async () => {
    const subscriptionId = await subscribe()
    await rig.handlers.testSubscription({ subscriptionId })
    await rig.until((log) => log[0]?.processing === 'processed')
    const path = rig.platform.requests.find(({ operation }) => operation === 'getPublicKey')?.url ?? ''
    const publicKeyId = decodeURIComponent(path.split('/').at(-1) ?? '')
    expect((await rig.handlers.getPublicKey({ publicKeyId })).key).toContain('BEGIN PUBLIC KEY')
  })
})
