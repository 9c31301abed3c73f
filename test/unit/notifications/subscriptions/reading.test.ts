import { afterEach, expect, it } from 'vitest'
import { settle } from '../../../support/fake-clock.ts'
import { type Rig, startRig } from '../notifications-rig.ts'

let rig: Rig
afterEach(() => rig.stop())

it('a list requested before a change never undoes it', async () => {
  rig = await startRig()
  let status = 'ENABLED'
  let listed = Promise.resolve()
  rig.platform.state.answer = async ({ operation }) => {
    const subscription = { subscriptionId: 's-1', topicId: 'NEW_MESSAGE', status }
    if (operation === 'disableSubscription') status = 'DISABLED'
    if (operation === 'getSubscription') return [200, subscription]
    if (operation !== 'getSubscriptions') return [200, {}]
    await listed
    return [200, { subscriptions: [subscription] }]
  }
  const shown = async () => (await rig.handlers.subscriptions({})).subscriptions.entries
  expect(await shown()).toMatchObject([{ status: 'ENABLED' }])
  const late = Promise.withResolvers<void>()
  listed = late.promise
  const reading = rig.handlers.getSubscriptions({})
  await settle()
  await rig.handlers.disableSubscription({ subscriptionId: 's-1' })
  late.resolve()
  await reading
  expect(await shown()).toMatchObject([{ status: 'DISABLED' }])
})

it('a subscription requested before a change never undoes it', async () => {
  rig = await startRig()
  let status = 'ENABLED'
  let read = Promise.resolve()
  rig.platform.state.answer = async ({ operation }) => {
    const subscription = { subscriptionId: 's-1', topicId: 'NEW_MESSAGE', status }
    if (operation === 'disableSubscription') status = 'DISABLED'
    if (operation === 'getSubscriptions') return [200, { subscriptions: [subscription] }]
    if (operation !== 'getSubscription') return [200, {}]
    const mine = read
    read = Promise.resolve()
    await mine
    return [200, subscription]
  }
  const shown = async () => (await rig.handlers.subscriptions({})).subscriptions.entries
  await shown()
  const late = Promise.withResolvers<void>()
  read = late.promise
  const reading = rig.handlers.getSubscription({ subscriptionId: 's-1' })
  await settle()
  await rig.handlers.disableSubscription({ subscriptionId: 's-1' })
  late.resolve()
  await reading
  expect(await shown()).toMatchObject([{ status: 'DISABLED' }])
})

it('NOT-08 a destination that the platform no longer has leaves the list when it is deleted', async () => {
  rig = await startRig()
  const missing = { errors: [{ errorId: 195022, message: 'Invalid or missing destination id.' }] }
  rig.platform.state.answer = ({ operation }) => {
    if (operation === 'deleteDestination') return [404, missing]
    return [200, operation === 'getDestinations' ? { destinations: [{ destinationId: 'd-1' }] } : {}]
  }
  const shown = async () => (await rig.handlers.subscriptions({})).destinations.entries
  expect(await shown()).toHaveLength(1)
  await rig.handlers.deleteDestination({ destinationId: 'd-1' })
  expect(await shown()).toEqual([])
})

it('NOT-01 a configuration that can’t be read is a problem of its own, and the rest is shown', async () => {
  rig = await startRig()
  const failing = { errors: [{ errorId: 195500, message: 'The configuration is out of reach.' }] }
  rig.platform.state.answer = async ({ operation }) => {
    if (operation === 'getConfig') return [500, failing]
    if (operation !== 'getSubscriptions') return [200, {}]
    return [200, { subscriptions: [{ subscriptionId: 's-1', topicId: 'NEW_MESSAGE', status: 'ENABLED' }] }]
  }
  await Promise.allSettled([rig.handlers.getConfig({}), rig.handlers.getSubscriptions({})])
  expect(await rig.handlers.subscriptions({})).toMatchObject({
    config: { problem: expect.stringContaining('out of reach') },
    subscriptions: { problem: null, entries: [{ subscriptionId: 's-1' }] },
  })
})
