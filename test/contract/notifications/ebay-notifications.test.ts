/** Subscriptions of an eBay shop: the token of each request, and every request checked against the published description. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNotificationClient } from '../../../main/notifications/subscriptions/notification-client.ts'
import type { Rig } from '../../unit/notifications/notifications-rig.ts'
import { hasDescriptions, listRequestProblems } from '../official/descriptions.ts'
import { startPlatformRig } from './platform-rig.ts'

let rig: Rig
let stop: () => Promise<void>
let practice: (path: string, body: object) => Promise<void>

beforeEach(async () => {
  const started = await startPlatformRig('ebay')
  rig = started.rig
  stop = started.stop
  practice = started.practice
})
afterEach(() => stop())

const payload = { format: 'JSON', schemaVersion: '1.0', deliveryProtocol: 'HTTPS' }

const subscribe = async (topicId: string): Promise<string> => {
  await rig.handlers.updateConfig({ alertEmail: 'seller@example.com' })
  const endpoint = (await rig.view()).registeredUrl ?? ''
  const { destinations } = await rig.handlers.subscriptions({})
  const destinationId =
    destinations.entries[0]?.destinationId ??
    (await rig.handlers.createDestination({ name: 'Mine', status: 'ENABLED', endpoint })).destinationId
  const made = await rig.handlers.createSubscription({ topicId, destinationId, status: 'ENABLED', payload })
  return made.subscriptionId ?? ''
}

const credentialsOf = (operation: string) =>
  rig.platform.requests.filter((request) => request.operation === operation).map(({ credential }) => credential)

describe('the subscriptions of an eBay shop', () => {
  it('PLT-21 an application topic is subscribed to with the application token', async () => {
    await subscribe('MARKETPLACE_ACCOUNT_DELETION')
    expect(credentialsOf('createSubscription')).toEqual(['application'])
  })

  it('PLT-21 a user topic is subscribed to with the seller’s token', async () => {
    await subscribe('NEW_MESSAGE')
    expect(credentialsOf('createSubscription')).toEqual(['user'])
  })

  it('FACT-103 FACT-104 PLT-28 the scope of a topic decides whose token subscribes, not its context', async () => {
    await subscribe('MARKETPLACE_ACCOUNT_DELETION')
    await subscribe('FEEDBACK_RECEIVED')
    await rig.handlers.getTopic({ topicId: 'NEW_MESSAGE' })
    const { topics } = await rig.handlers.subscriptions({})
    const contexts = topics.entries.map(({ context }) => context)
    expect(new Set(contexts)).toEqual(new Set(['COMMERCE', 'DEVELOPER']))
    expect(credentialsOf('createSubscription')).toEqual(['application', 'user'])
  })

  it('FACT-110 a new subscription stays in the list while the platform’s list lacks it', async () => {
    await practice('faults', { operation: 'getSubscriptions', fault: 'listLagMs', listLagMs: 60_000 })
    const subscriptionId = await subscribe('NEW_MESSAGE')
    await rig.handlers.getSubscriptions({})
    const { subscriptions } = await rig.handlers.subscriptions({})
    expect(subscriptions.entries).toMatchObject([{ subscriptionId, topicId: 'NEW_MESSAGE' }])
  })

  it('FACT-110 a refused second subscription says that the list may be late', async () => {
    await subscribe('NEW_MESSAGE')
    await practice('faults', { operation: 'getSubscriptions', fault: 'listLagMs', listLagMs: 60_000 })
    // Made elsewhere, as far as this client knows.
    const client = createNotificationClient(rig.profile, rig.platform.send)
    const { destinations } = await rig.handlers.subscriptions({})
    const { destinationId = '' } = destinations.entries[0] ?? {}
    await expect(
      client.createSubscription({ topicId: 'NEW_MESSAGE', destinationId, status: 'DISABLED', payload }),
    ).rejects.toMatchObject({ detail: { message: expect.stringContaining('refresh the list in a minute') } })
  })

  it('FACT-108 a missing alert address is named, in either of its errors', async () => {
    const client = createNotificationClient(rig.profile, rig.platform.send)
    const deliveryConfig = { endpoint: 'https://192.0.2.1/n', verificationToken: 'a'.repeat(32) }
    const create = () => client.createDestination({ name: 'Mine', status: 'ENABLED', deliveryConfig })
    for (const call of [client.getConfig, create]) await expect(call()).rejects.toThrow('no alert address yet')
  })

  it('FACT-112 an unanswered challenge names the certificate chain, without which none arrives', async () => {
    await rig.handlers.updateConfig({ alertEmail: 'seller@example.com' })
    const client = createNotificationClient(rig.profile, rig.platform.send)
    const deliveryConfig = { endpoint: 'https://192.0.2.1/n', verificationToken: 'a'.repeat(32) }
    await expect(client.createDestination({ name: 'Mine', status: 'ENABLED', deliveryConfig })).rejects.toThrow(
      'complete certificate chain',
    )
  })

  it('NOT-05 a second subscription to a topic is refused before it is sent', async () => {
    await subscribe('NEW_MESSAGE')
    const { destinations } = await rig.handlers.subscriptions({})
    const { destinationId = '' } = destinations.entries[0] ?? {}
    const again = { topicId: 'NEW_MESSAGE', destinationId, status: 'DISABLED', payload: { ...payload, format: 'XML' } }
    await expect(rig.handlers.createSubscription(again)).rejects.toMatchObject({
      detail: { kind: 'conflict', message: expect.stringContaining('already have a subscription') },
    })
    expect(credentialsOf('createSubscription')).toHaveLength(1)
  })

  it('PLT-21 both kinds are listed, and each is changed with its owner’s token', async () => {
    const ofApplication = await subscribe('MARKETPLACE_ACCOUNT_DELETION')
    const ofUser = await subscribe('NEW_MESSAGE')
    await rig.handlers.getSubscriptions({})
    const { subscriptions } = await rig.handlers.subscriptions({})
    expect(new Set(subscriptions.entries.map(({ subscriptionId }) => subscriptionId))).toEqual(
      new Set([ofApplication, ofUser]),
    )
    await rig.handlers.disableSubscription({ subscriptionId: ofApplication })
    await rig.handlers.disableSubscription({ subscriptionId: ofUser })
    expect(credentialsOf('disableSubscription')).toEqual(['application', 'user'])
  })

  it('PLT-19 legacy preferences are set and read back with the seller’s OAuth token alone', async () => {
    for (const name of ['appName', 'devName', 'certName', 'userToken']) rig.secrets.delete(name)
    const applicationUrl = (await rig.view()).registeredUrl ?? ''
    await rig.handlers.setPreferences({
      applicationUrl,
      events: [{ eventType: 'ItemSold', eventEnable: 'Enable' }],
    })
    const { current, problem } = await rig.handlers.preferences({})
    expect(problem).toBeNull()
    expect(current).toMatchObject({ applicationUrl, events: [{ eventType: 'ItemSold', eventEnable: 'Enable' }] })
  })

  it('PLT-19 legacy calls are bare XML, and the levels are Application and User', async () => {
    await rig.handlers.preferences({})
    const bodies = rig.platform.requests.filter(({ service }) => service === 'trading').map(({ body }) => body ?? '')
    expect(bodies.map((body) => /<PreferenceLevel>(\w+)/.exec(body)?.[1])).toEqual(['Application', 'User'])
    expect(bodies.filter((body) => body.includes('Envelope'))).toEqual([])
  })

  it.skipIf(!hasDescriptions)('PLT-04 every request passes the published description', async () => {
    const subscriptionId = await subscribe('NEW_MESSAGE')
    const { handlers } = rig
    const { destinations, topics } = await handlers.subscriptions({})
    const destinationId = destinations.entries[0]?.destinationId ?? ''
    const endpoint = destinations.entries[0]?.endpoint ?? ''
    await handlers.getConfig({})
    await handlers.getTopic({ topicId: topics.entries[0]?.topicId ?? '' })
    await handlers.updateDestination({ destinationId, name: 'Mine', status: 'ENABLED', endpoint, token: 'own' })
    await handlers.updateSubscription({ subscriptionId, destinationId, status: 'ENABLED', payload })
    // FACT-120 This topic can't be filtered, but the requests are the same.
    await expect(
      handlers.createSubscriptionFilter({
        subscriptionId,
        // The description allows only objects as values, so no real JSON Schema would fit it.
        filterSchema: JSON.stringify({ properties: {} }),
      }),
    ).rejects.toThrow('can’t be filtered')
    await expect(handlers.getSubscriptionFilter({ subscriptionId, filterId: 'none' })).rejects.toThrow()
    await handlers.disableSubscription({ subscriptionId })
    await handlers.enableSubscription({ subscriptionId })
    await handlers.testSubscription({ subscriptionId })
    await handlers.deleteSubscription({ subscriptionId })
    await handlers.deleteDestination({ destinationId })

    const requests = rig.platform.requests.filter(({ service }) => service === 'notification')
    const problems = requests.flatMap((request) =>
      listRequestProblems('notification', request).map((problem) => `${request.operation}: ${problem}`),
    )
    expect(problems).toEqual([])
    expect(new Set(requests.map(({ operation }) => operation)).size).toBeGreaterThan(14)
  })
})

describe('the notifications of an eBay shop', () => {
  // The practice platform signs with the real time.
  beforeEach(() => rig.clock.jump(Date.now() - rig.clock.nowMs()))

  const lastEvents = (count: number) =>
    rig.until((log) => log.length === count && log.every(({ processing }) => processing !== 'waiting'))

  it('RCV-04 PLT-17 a signed JSON event is verified by its key, and a test is distinguished from a real one', async () => {
    const subscriptionId = await subscribe('NEW_MESSAGE')
    await practice('topics/NEW_MESSAGE', {})
    const [real] = await lastEvents(1)
    expect(real).toMatchObject({ name: 'NEW_MESSAGE', signature: 'verified', raises: 'question', isTest: false })
    await rig.handlers.testSubscription({ subscriptionId })
    const [test] = await lastEvents(2)
    expect(test).toMatchObject({ signature: 'verified', raises: null, isTest: true })
    expect(rig.notices).toHaveLength(1)
  })

  it('SEC-07 PLT-20 a signed legacy event is verified by the ids, and a forged one raises an alarm, not the badge', async () => {
    await rig.handlers.register({ events: ['FixedPriceTransaction'], alertEmail: 'seller@example.com' })
    await practice('events', { event: 'FixedPriceTransaction', buyer: 'anna' })
    const [sale] = await lastEvents(1)
    expect(sale).toMatchObject({ name: 'FixedPriceTransaction', signature: 'verified', raises: 'sale', buyer: 'anna' })
    await practice('faults', { operation: 'notifier', fault: 'wrongSignature', count: 1 })
    await practice('events', { event: 'FixedPriceTransaction' })
    const [forged] = await lastEvents(2)
    expect(forged).toMatchObject({ signature: 'wrong', processing: 'quarantined', raises: 'forgery' })
    const view = await rig.view()
    expect(view.lastDeliveryAtMs).toBe(sale?.receivedAtMs)
    // The forgery raises an alarm, not the badge.
    expect(view.counts.unseen).toBe(1)
  })

  it('PLT-20 events quarantined for lack of the Dev ID say so, and are released once it is entered', async () => {
    await rig.handlers.register({ events: ['FixedPriceTransaction'], alertEmail: 'seller@example.com' })
    const devName = rig.secrets.get('devName') ?? ''
    rig.secrets.delete('devName')
    await practice('events', { event: 'FixedPriceTransaction' })
    await lastEvents(1)
    expect((await rig.view()).missingLegacyIds).toEqual(['developer id (Dev ID)'])
    expect(await rig.handlers.checkQuarantined({})).toEqual({ checked: 1, released: 0 })
    rig.secrets.set('devName', devName)
    expect(await rig.handlers.checkQuarantined({})).toEqual({ checked: 1, released: 1 })
    expect(await rig.view()).toMatchObject({ missingLegacyIds: [], counts: { quarantined: 0, unseen: 1 } })
  })
})
