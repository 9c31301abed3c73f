/** Changes of subscriptions that cannot be sent yet: stored, shown, checked again, and carried out once. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { waitFor } from '../../support/wait-for.ts'
import { type Rig, startRig } from '../../unit/notifications/notifications-rig.ts'
import { openReceiver } from '../../unit/practice/practice-shop.ts'
import { startPlatformRig } from './platform-rig.ts'

const payload = { format: 'JSON', schemaVersion: '1.0', deliveryProtocol: 'HTTPS' }
const topicId = 'FEEDBACK_RECEIVED'

let started: Awaited<ReturnType<typeof startPlatformRig>>
let rig: Rig
let destinationId = ''

beforeEach(async () => {
  started = await startPlatformRig()
  rig = started.rig
  await rig.handlers.updateConfig({ alertEmail: 'seller@example.com' })
  const endpoint = (await rig.view()).registeredUrl ?? ''
  destinationId = (await rig.handlers.createDestination({ name: 'Mine', status: 'ENABLED', endpoint })).destinationId
})
afterEach(() => started.stop())

const goOffline = () => started.practice('faults', { operation: 'notifications', fault: 'offline' })
const comeBack = () => fetch(`${rig.profile.baseUrl}/practice/faults`, { method: 'DELETE' })
const countOf = (operation: string) => rig.platform.requests.filter((request) => request.operation === operation).length
const subscribe = () => rig.handlers.createSubscription({ topicId, destinationId, status: 'DISABLED', payload })
const listed = async () => {
  await rig.handlers.getSubscriptions({})
  return (await rig.handlers.subscriptions({})).subscriptions.entries
}
/** Advances the clock until nothing waits. */
const untilSettled = (using: Rig = rig) =>
  waitFor(async () => {
    await using.clock.advance(20_000)
    expect(using.outbound.list()).toEqual([])
  })

describe('a change of subscriptions', () => {
  it('OFF-01 OFF-03 made offline waits in the outbox, survives a restart, and is sent once', async () => {
    const { subscriptionId } = await subscribe()
    await goOffline()
    expect(await rig.handlers.enableSubscription({ subscriptionId: subscriptionId ?? '' })).toEqual({
      waits: expect.any(String),
    })
    expect(rig.outbound.list()).toMatchObject([
      {
        kind: 'subscriptionChange',
        subject: `subscription:${subscriptionId}`,
        title: 'Enable subscription to You received feedback (FEEDBACK_RECEIVED)',
        state: 'queued',
        canDiscard: true,
      },
    ])
    await rig.stop()
    await comeBack()
    const { database, platform, secrets, profile } = rig
    rig = await startRig({ database, platform, secrets, profile: { baseUrl: profile.baseUrl } })
    const before = countOf('enableSubscription')
    await untilSettled()
    expect(countOf('enableSubscription')).toBe(before + 1)
    expect((await listed())[0]?.status).toBe('ENABLED')
    await rig.stop()
  })

  it('OFF-01 a subscription made offline is created once', async () => {
    await goOffline()
    expect(await subscribe()).toEqual({ subscriptionId: null, waits: expect.any(String) })
    expect(rig.outbound.list()).toMatchObject([{ kind: 'subscriptionCreate', subject: `topic:${topicId}` }])
    await comeBack()
    await untilSettled()
    expect(await listed()).toMatchObject([{ topicId, status: 'DISABLED' }])
    expect(countOf('createSubscription')).toBe(1)
  })

  it('OFF-01 a change behind a waiting one is answered at once, and both are sent in order', async () => {
    const key = { subscriptionId: (await subscribe()).subscriptionId ?? '' }
    await goOffline()
    await rig.handlers.enableSubscription(key)
    expect(await rig.handlers.deleteSubscription(key)).toEqual({
      waits: expect.stringContaining('after the earlier changes'),
    })
    expect(rig.outbound.list()).toHaveLength(2)
    await comeBack()
    await untilSettled()
    expect(countOf('deleteSubscription')).toBe(1)
    expect(await listed()).toEqual([])
  })

  it('OFF-01 sends only the last of several switches made offline, and refuses none', async () => {
    const key = { subscriptionId: (await subscribe()).subscriptionId ?? '' }
    await goOffline()
    await rig.handlers.enableSubscription(key)
    await rig.handlers.disableSubscription(key)
    await rig.handlers.enableSubscription(key)
    await rig.handlers.disableSubscription(key)
    expect(rig.outbound.list()).toMatchObject([
      { title: 'Disable subscription to You received feedback (FEEDBACK_RECEIVED)', state: 'queued' },
    ])
    await comeBack()
    await untilSettled()
    expect((await listed())[0]?.status).toBe('DISABLED')
  })

  describe.each([
    ['enabled, then edited', ['enable', 'edit']],
    ['edited, then enabled', ['edit', 'enable']],
    ['enabled, edited and edited again', ['enable', 'edit', 'edit']],
    ['edited, disabled and enabled', ['edit', 'disable', 'enable']],
  ] as const)('a subscription that is %s, offline', (_, presses) => {
    it('OFF-01 is sent once, in full', async () => {
      const deprecated = { topicId: 'LISTING', destinationId, status: 'DISABLED', payload }
      const key = { subscriptionId: (await rig.handlers.createSubscription(deprecated)).subscriptionId ?? '' }
      await goOffline()
      for (const press of presses) {
        if (press === 'enable') await rig.handlers.enableSubscription(key)
        if (press === 'disable') await rig.handlers.disableSubscription(key)
        if (press !== 'edit') continue
        const [entry] = (await rig.handlers.subscriptions({})).subscriptions.entries
        const status = (entry?.planned ?? entry)?.status ?? ''
        const current = { ...payload, schemaVersion: '1.1' }
        await rig.handlers.updateSubscription({ ...key, destinationId, status, payload: current })
      }
      const planned = { destinationId, status: 'ENABLED', payload: { ...payload, schemaVersion: '1.1' } }
      expect((await rig.handlers.subscriptions({})).subscriptions.entries).toMatchObject([
        { status: 'DISABLED', planned },
      ])
      expect(rig.outbound.list()).toHaveLength(1)
      const before = countOf('updateSubscription')
      await comeBack()
      await untilSettled()
      expect(await listed()).toMatchObject([{ ...planned, planned: null }])
      expect(countOf('updateSubscription')).toBe(before + 1)
    })
  })

  it('OFF-01 two filters of a subscription that are deleted offline are both deleted', async () => {
    await started.practice('settings', { filterConfirmationMs: 0 })
    const made = { topicId: 'LISTING', destinationId, status: 'DISABLED', payload }
    const key = { subscriptionId: (await rig.handlers.createSubscription(made)).subscriptionId ?? '' }
    const filterIds: string[] = []
    for (const type of ['object', 'array']) {
      const { filterId } = await rig.handlers.createSubscriptionFilter({
        ...key,
        filterSchema: `{ "type": "${type}" }`,
      })
      filterIds.push(filterId ?? '')
    }
    await goOffline()
    for (const filterId of filterIds) await rig.handlers.deleteSubscriptionFilter({ ...key, filterId })
    expect(rig.outbound.list()).toHaveLength(2)
  })

  it('OFF-01 a second offline edit of a destination builds on the first, and both are sent once', async () => {
    const endpoint = (await rig.view()).registeredUrl ?? ''
    const edit = { destinationId, endpoint, token: 'own' } as const
    const shown = async () => (await rig.handlers.subscriptions({})).destinations.entries[0]
    await goOffline()
    await rig.handlers.updateDestination({ ...edit, name: 'Counter', status: 'ENABLED' })
    expect(await shown()).toMatchObject({ name: 'Mine', planned: { name: 'Counter', token: 'own' } })
    await rig.handlers.updateDestination({ ...edit, name: 'Counter', status: 'DISABLED' })
    const before = countOf('updateDestination')
    await comeBack()
    await untilSettled()
    expect(await shown()).toMatchObject({ name: 'Counter', status: 'DISABLED', planned: null })
    expect(countOf('updateDestination')).toBe(before + 1)
  })

  it('OFF-02 does not send a replacing switch if the platform already has that state', async () => {
    const key = { subscriptionId: (await subscribe()).subscriptionId ?? '' }
    await started.practice('faults', { operation: 'enableSubscription', fault: 'offline', count: 1 })
    await rig.handlers.enableSubscription(key)
    const before = countOf('disableSubscription')
    expect(await rig.handlers.disableSubscription(key)).toEqual({ waits: null })
    expect(countOf('disableSubscription')).toBe(before)
    expect(rig.outbound.list()).toEqual([])
  })

  it('NOT-03 a create whose answer is lost is found in the list, and not repeated', async () => {
    await started.practice('faults', { operation: 'createSubscription', fault: 'dropAfterActing', count: 1 })
    expect(await subscribe()).toEqual({ subscriptionId: null, waits: expect.any(String) })
    await untilSettled()
    expect(await listed()).toHaveLength(1)
    expect(countOf('createSubscription')).toBe(1)
  })

  it('NOT-03 a create that never arrived is left to the seller, who can resend it', async () => {
    await started.practice('faults', { operation: 'createSubscription', fault: 'dropBeforeActing', count: 1 })
    await subscribe()
    await waitFor(async () => {
      await rig.clock.advance(20_000)
      expect(rig.outbound.list()).toMatchObject([{ state: 'notFound', canSendNow: true }])
    })
    expect(countOf('createSubscription')).toBe(1)
    rig.outbound.sendNow(rig.outbound.list().map(({ id }) => id))
    await untilSettled()
    expect(await listed()).toHaveLength(1)
    expect(countOf('createSubscription')).toBe(2)
  })

  it('NOT-05 a duplicate subscription is refused before it is sent', async () => {
    await subscribe()
    await expect(subscribe()).rejects.toMatchObject({ detail: { kind: 'conflict' } })
    expect(countOf('createSubscription')).toBe(1)
    expect(rig.outbound.list()).toEqual([])
  })

  it('NOT-05 a topic accepts subscriptions to several destinations unless the platform says otherwise', async () => {
    const { url: endpoint } = await openReceiver(rig.secrets.get('verificationToken') ?? '')
    const other = await rig.handlers.createDestination({ name: 'x'.repeat(65), status: 'ENABLED', endpoint })
    await goOffline()
    await subscribe()
    await rig.handlers.createSubscription({ topicId, ...other, status: 'DISABLED', payload })
    await comeBack()
    await untilSettled()
    expect(new Set((await listed()).map((one) => one.destinationId))).toEqual(
      new Set([destinationId, other.destinationId]),
    )
  })

  it('NOT-04 a status is sent as it was typed', async () => {
    const change = rig.handlers.createSubscription({ topicId, destinationId, status: 'PAUSED', payload })
    // The practice platform accepts only two statuses.
    await expect(change).rejects.toMatchObject({ detail: { message: expect.stringContaining('PAUSED') } })
    const sent = rig.platform.requests.find(({ operation }) => operation === 'createSubscription')
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({ status: 'PAUSED' })
  })

  it('OFF-02 a switch whose answer is lost is not repeated if it was carried out', async () => {
    const { subscriptionId } = await subscribe()
    await started.practice('faults', { operation: 'enableSubscription', fault: 'dropAfterActing', count: 1 })
    await rig.handlers.enableSubscription({ subscriptionId: subscriptionId ?? '' })
    await untilSettled()
    expect(countOf('enableSubscription')).toBe(1)
    expect((await listed())[0]?.status).toBe('ENABLED')
  })

  it('OFF-02 a waiting edit does not overwrite another tool’s change', async () => {
    const key = { subscriptionId: (await subscribe()).subscriptionId ?? '' }
    await started.practice('faults', { operation: 'updateSubscription', fault: 'offline', count: 1 })
    await rig.handlers.updateSubscription({
      ...key,
      destinationId,
      status: 'DISABLED',
      payload: { ...payload, schemaVersion: '1.1' },
    })
    // Meanwhile another tool of the seller enables it.
    const pathTemplate = `/commerce/notification/v1/subscription/${key.subscriptionId}/enable`
    await rig.platform.send({
      service: 'notification',
      operation: 'enableSubscription',
      method: 'POST',
      url: `${rig.profile.baseUrl}${pathTemplate}`,
      pathTemplate,
      headers: {},
      lane: 'write',
      repeatable: false,
      credential: 'user',
    })
    await waitFor(async () => {
      await rig.clock.advance(20_000)
      expect(rig.outbound.list()).toMatchObject([{ state: 'refused' }])
    })
    expect((await listed())[0]?.status).toBe('ENABLED')
  })

  it('NOT-01 a destination with the same address is not created twice', async () => {
    const endpoint = (await rig.view()).registeredUrl ?? ''
    await expect(rig.handlers.createDestination({ name: 'Again', status: 'ENABLED', endpoint })).rejects.toMatchObject({
      detail: { kind: 'conflict' },
    })
    expect(countOf('createDestination')).toBe(1)
  })
})

describe('deleting a destination in use', () => {
  const startAgain = async (): Promise<void> => {
    await rig.stop()
    const { database, platform, secrets, profile } = rig
    rig = await startRig({ database, platform, secrets, profile: { baseUrl: profile.baseUrl } })
  }
  const subscribeEnabled = async (): Promise<string> => {
    const key = { subscriptionId: (await subscribe()).subscriptionId ?? '' }
    await rig.handlers.enableSubscription(key)
    return key.subscriptionId
  }
  const destinations = async () => {
    await rig.handlers.getDestinations({})
    return (await rig.handlers.subscriptions({})).destinations.entries
  }

  it('LST-21 NOT-08 disables its subscriptions, then deletes it, in one command', async () => {
    const subscriptionId = await subscribeEnabled()
    expect(await rig.handlers.deleteDestination({ destinationId, disable: [subscriptionId] })).toEqual({ waits: null })
    expect([await destinations(), (await listed())[0]?.status]).toEqual([[], 'DISABLED'])
    expect(rig.outbound.list()).toEqual([])
  })

  it('LST-21 stays asked for over a restart, and is done once the platform answers', async () => {
    const subscriptionId = await subscribeEnabled()
    await goOffline()
    const { waits } = await rig.handlers.deleteDestination({ destinationId, disable: [subscriptionId] })
    expect(waits).not.toBeNull()
    await startAgain()
    expect(rig.outbound.list()).toMatchObject([
      { subject: `destination:${destinationId}`, title: 'Delete destination Mine', canDiscard: true },
    ])
    await comeBack()
    await untilSettled()
    expect(await destinations()).toEqual([])
    expect([countOf('disableSubscription'), countOf('deleteDestination')]).toEqual([1, 1])
    await rig.stop()
  })

  it('LST-21 that is disabled when the app ends is still deleted after a restart', async () => {
    const subscriptionId = await subscribeEnabled()
    await started.practice('faults', { operation: 'deleteDestination', fault: 'offline' })
    await rig.handlers.deleteDestination({ destinationId, disable: [subscriptionId] })
    expect((await listed())[0]?.status).toBe('DISABLED')
    await startAgain()
    await comeBack()
    await untilSettled()
    expect(await destinations()).toEqual([])
    await rig.stop()
  })

  it('OFF-02 is refused if the destination changed while the deletion waited', async () => {
    await goOffline()
    await rig.handlers.deleteDestination({ destinationId, disable: [] })
    await comeBack()
    // Meanwhile another tool of the seller renames it.
    const created = rig.platform.requests.find(({ operation }) => operation === 'createDestination')
    if (created === undefined) throw new Error('No destination was created')
    const body = JSON.stringify({ ...(JSON.parse(created.body ?? '') as object), name: 'Theirs' })
    const url = `${created.url}/${destinationId}`
    await rig.platform.send({ ...created, operation: 'updateDestination', method: 'PUT', url, body })
    await waitFor(async () => {
      await rig.clock.advance(20_000)
      expect(rig.outbound.list()).toMatchObject([{ state: 'refused', title: 'Delete destination Mine' }])
    })
    expect(await destinations()).toMatchObject([{ name: 'Theirs' }])
    expect(countOf('deleteDestination')).toBe(1)
  })

  it('NOT-08 is withdrawn if a subscription can’t be disabled, and the error is shown where it was asked for', async () => {
    const subscriptionId = await subscribeEnabled()
    await started.practice('faults', { operation: 'disableSubscription', fault: 'status', status: 400, count: 1 })
    await expect(rig.handlers.deleteDestination({ destinationId, disable: [subscriptionId] })).rejects.toThrow()
    await rig.clock.advance(60_000)
    expect([rig.outbound.list(), countOf('deleteDestination')]).toEqual([[], 0])
    expect(await destinations()).toHaveLength(1)
  })
})
