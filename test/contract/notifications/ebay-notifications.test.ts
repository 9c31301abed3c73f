/** Subscriptions of an eBay shop: whose token each carries, and every request held against the published description. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Rig } from '../../unit/notifications/notifications-rig.ts'
import { hasDescriptions, listRequestProblems } from '../official/descriptions.ts'
import { startPlatformRig } from './platform-rig.ts'

let rig: Rig
let stop: () => Promise<void>

beforeEach(async () => {
  const started = await startPlatformRig('ebay')
  rig = started.rig
  stop = started.stop
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
  return (await rig.handlers.createSubscription({ topicId, destinationId, status: 'ENABLED', payload })).subscriptionId
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
    const { filterId } = await handlers.createSubscriptionFilter({
      subscriptionId,
      // The description allows objects alone as values, which no complete JSON Schema has.
      filterSchema: JSON.stringify({ properties: {} }),
    })
    await handlers.getSubscriptionFilter({ subscriptionId, filterId })
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
