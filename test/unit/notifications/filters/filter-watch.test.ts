import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestPlatform, type Rig, type RigOptions, startRig } from '../notifications-rig.ts'

const subscriptionId = 's-1'
const filterId = 'f-1'

let rig: Rig
/** The filter's status on the platform; null if it was deleted. */
let status: string | null
const platform = () => {
  const made = createTestPlatform()
  made.state.answer = ({ operation, url }) => {
    if (operation === 'createSubscriptionFilter') return [201, { filterId }]
    if (operation === 'getSubscription') return [200, { subscriptionId, topicId: 'LISTING', status: 'ENABLED' }]
    if (operation === 'getSubscriptions') {
      return [200, { subscriptions: [{ subscriptionId, topicId: 'LISTING', status: 'ENABLED' }] }]
    }
    if (operation === 'deleteSubscriptionFilter') return [204, undefined]
    if (operation === 'getSubscriptionFilter') {
      return status === null || !url.endsWith(filterId)
        ? [404, { errors: [{ errorId: 195029, message: 'The filter wasn’t found.' }] }]
        : [200, { filterId, subscriptionId, filterSchema: { type: 'object' }, filterStatus: status }]
    }
    return [200, {}]
  }
  return made
}
const start = async (options: RigOptions = {}): Promise<void> => {
  rig = await startRig({ platform: platform(), ...options })
}

beforeEach(async () => {
  status = 'PENDING'
  await start()
})
afterEach(() => rig.stop())

const create = () => rig.handlers.createSubscriptionFilter({ subscriptionId, filterSchema: '{"type": "object"}' })
const filter = async () => (await rig.handlers.subscriptions({})).subscriptions.entries[0]?.filters[0]
const readings = (): number => rig.platform.callsOf('getSubscriptionFilter').length

describe('a PENDING filter', () => {
  it('NOT-06 is polled until it is ENABLED, then its subscription is read', async () => {
    await create()
    expect(await filter()).toMatchObject({ filterStatus: 'PENDING', isPolled: true })
    await rig.clock.advance(2_000)
    expect(await filter()).toMatchObject({ filterStatus: 'PENDING', isPolled: true })
    status = 'ENABLED'
    const before = rig.platform.callsOf('getSubscription').length
    await rig.clock.advance(3_000)
    expect(await filter()).toMatchObject({ filterStatus: 'ENABLED', isPolled: false })
    expect(rig.platform.callsOf('getSubscription').length).toBeGreaterThan(before)
    const settled = readings()
    await rig.clock.advance(3_600_000)
    expect(readings()).toBe(settled)
  })

  it('NOT-06 is first read two seconds after its creation, not at once', async () => {
    await create()
    await rig.clock.advance(1_999)
    expect(readings()).toBe(0)
    await rig.clock.advance(1)
    expect(readings()).toBe(1)
  })

  it('NOT-06 is polled no more once the platform disables it', async () => {
    await create()
    status = 'DISABLED'
    await rig.clock.advance(2_000)
    expect(await filter()).toMatchObject({ filterStatus: 'DISABLED', isPolled: false })
  })

  it('NOT-04 shows an unknown status unchanged', async () => {
    await create()
    status = 'UNDER_REVIEW'
    await rig.clock.advance(2_000)
    expect(await filter()).toMatchObject({ filterStatus: 'UNDER_REVIEW', isPolled: false })
  })

  it('disappears once the platform has deleted it', async () => {
    await create()
    status = null
    await rig.clock.advance(2_000)
    expect(await filter()).toBeUndefined()
    expect(rig.scheduler.plannedAtMs(`notifications.filterPoll/${filterId}`)).toBeUndefined()
  })

  it('is polled at intervals up to a minute, for twenty minutes', async () => {
    await create()
    const before = readings()
    await rig.clock.advance(60_000)
    const inTheFirstMinute = readings() - before
    expect(inTheFirstMinute).toBeLessThanOrEqual(8)
    await rig.clock.advance(20 * 60_000)
    expect(await filter()).toMatchObject({ filterStatus: 'PENDING', isPolled: false })
    const after = readings()
    expect(after - before).toBeLessThan(40)
    await rig.clock.advance(3_600_000)
    expect(readings()).toBe(after)
    status = 'ENABLED'
    await rig.handlers.getSubscriptionFilter({ subscriptionId, filterId })
    expect(await filter()).toMatchObject({ filterStatus: 'ENABLED', isPolled: false })
  })

  it('is polled while the platform is away', async () => {
    await create()
    rig.platform.state.online = false
    await rig.clock.advance(2_000)
    expect(await filter()).toMatchObject({ filterStatus: 'PENDING', isPolled: true })
    rig.platform.state.online = true
    status = 'ENABLED'
    await rig.clock.advance(10_000)
    expect(await filter()).toMatchObject({ filterStatus: 'ENABLED', isPolled: false })
  })

  it('is polled after a restart', async () => {
    await create()
    const { database, platform: same, secrets } = rig
    await rig.stop()
    await start({ database, platform: same, secrets })
    status = 'ENABLED'
    await rig.clock.advance(2_000)
    expect(await filter()).toMatchObject({ filterStatus: 'ENABLED', isPolled: false })
  })

  it('is no longer polled once the seller deletes it', async () => {
    await create()
    status = 'ENABLED'
    await rig.handlers.deleteSubscriptionFilter({ subscriptionId, filterId })
    status = 'DISABLED'
    await rig.handlers.getSubscriptionFilter({ subscriptionId, filterId })
    expect(await filter()).toMatchObject({ filterStatus: 'DISABLED', isPolled: false })
  })
})
