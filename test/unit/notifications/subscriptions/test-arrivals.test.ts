import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestPlatform, type Rig, type RigOptions, signatureFor, startRig } from '../notifications-rig.ts'

const HOUR_MS = 3_600_000

let rig: Rig
let status: string
/** The body of the 202. */
let answer: unknown

const start = async (options: RigOptions = {}): Promise<void> => {
  const platform = options.platform ?? createTestPlatform()
  platform.state.answer = ({ operation, url }) => {
    const subscriptionId = /subscription\/([^/]+)/.exec(url)?.[1] ?? 's-1'
    const subscription = { subscriptionId, topicId: 'FEEDBACK_RECEIVED', status }
    if (operation === 'testSubscription') return [202, answer]
    if (operation === 'getSubscription') return [200, subscription]
    if (operation === 'getSubscriptions') return [200, { subscriptions: [subscription] }]
    return operation === 'getPublicKey' ? undefined : [200, {}]
  }
  rig = await startRig({ ...options, platform })
}

beforeEach(async () => {
  status = 'DISABLED'
  answer = undefined
  await start()
})
afterEach(() => rig.stop())

const deliver = async (notificationId: string, topic = 'FEEDBACK_RECEIVED'): Promise<void> => {
  const body = JSON.stringify({ metadata: { topic }, notification: { notificationId, data: {} } })
  await rig.post(body, {
    'content-type': 'application/json',
    'x-svc-signature': signatureFor(rig.platform.signer, body),
  })
  await rig.until((log) => log.some((event) => event.processing === 'processed' && event.name === topic))
}
const test = async () => (await rig.handlers.subscriptions({})).subscriptions.entries[0]?.test
const ask = () => rig.handlers.testSubscription({ subscriptionId: 's-1' })

describe('the notification that answers a test', () => {
  it('NOT-09 is the first of its topic if only tests can arrive', async () => {
    await deliver('before')
    await rig.clock.advance(1_000)
    await ask()
    expect(await test()).toMatchObject({ arrival: null, wasDelivering: false })
    await rig.clock.advance(1_000)
    await deliver('another-topic', 'LISTING')
    expect((await test())?.arrival).toBeNull()
    await deliver('mock-1')
    await rig.until((log) => log.length === 3)
    expect((await test())?.arrival).toMatchObject({ notificationId: 'mock-1' })
  })

  it('NOT-09 is only one: what arrives after it, once the subscription is enabled, is real', async () => {
    await ask()
    await deliver('mock-1')
    status = 'ENABLED'
    await rig.handlers.enableSubscription({ subscriptionId: 's-1' })
    await rig.clock.advance(60_000)
    await deliver('real-1')
    const [real, mock] = await rig.until((log) => log.length === 2)
    expect([real?.isTest, mock?.isTest]).toEqual([false, true])
  })

  it('NOT-09 is recognized by a notificationId that contains "test"', async () => {
    status = 'ENABLED'
    await ask()
    await deliver('real-1')
    expect((await test())?.arrival).toBeNull()
    await deliver('TEST-1')
    await rig.until((log) => log.length === 2)
    expect((await test())?.arrival).toMatchObject({ notificationId: 'TEST-1' })
  })

  it('NOT-09 is also a test if someone else requested it and its notificationId says so', async () => {
    await deliver('8f0c-TEST-77', 'NEW_MESSAGE')
    await deliver('8f0cTESTim77', 'NEW_MESSAGE')
    const log = await rig.until((events) => events.length === 2)
    expect(log.map(({ isTest }) => isTest)).toEqual([false, true])
  })

  it('NOT-09 is the one whose notificationId the platform announced, and no other', async () => {
    status = 'ENABLED'
    answer = { notificationId: 'mock-7' }
    await ask()
    await deliver('TEST-1')
    expect((await test())?.arrival).toBeNull()
    await deliver('mock-7')
    await rig.until((log) => log.length === 2)
    expect((await test())?.arrival).toMatchObject({ notificationId: 'mock-7' })
  })

  it('NOT-09 may arrive before the answer that announces its id', async () => {
    status = 'ENABLED'
    answer = { notificationId: 'mock-7' }
    const usual = rig.platform.state.answer
    rig.platform.state.answer = async (asked) => {
      if (asked.operation === 'testSubscription') await deliver('mock-7')
      return usual?.(asked)
    }
    await ask()
    // The window counted it as new meanwhile.
    expect(rig.emitted.slice(-2).map(({ name }) => name)).toEqual(['logChanged', 'subscriptionsChanged'])
    expect((await test())?.arrival).toMatchObject({ notificationId: 'mock-7' })
    expect((await rig.events())[0]).toMatchObject({ isTest: true, isUnseen: false })
  })

  it('NOT-09 is no longer expected if the request failed', async () => {
    answer = undefined
    const usual = rig.platform.state.answer
    rig.platform.state.answer = (asked) => (asked.operation === 'testSubscription' ? [500, {}] : usual?.(asked))
    await expect(ask()).rejects.toBeDefined()
    expect(await test()).toBeNull()
  })

  it('RCV-15 is found hours later and after a restart', async () => {
    await ask()
    await rig.clock.advance(HOUR_MS)
    const { database, platform, secrets } = rig
    await rig.stop()
    await start({ database, platform, secrets })
    await rig.clock.advance(HOUR_MS)
    expect((await test())?.arrival).toBeNull()
    await deliver('mock-1')
    expect((await test())?.arrival).toMatchObject({ notificationId: 'mock-1' })
  })
})
