/** The legacy preferences through the feature's handlers, against the practice platform. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Rig } from '../../unit/notifications/notifications-rig.ts'
import { startPlatformRig } from './platform-rig.ts'

let rig: Rig
let practice: (path: string, body: object) => Promise<void>
let stop: () => Promise<void>

beforeEach(async () => {
  const started = await startPlatformRig()
  rig = started.rig
  practice = started.practice
  stop = started.stop
})
afterEach(() => stop())

const own = async (): Promise<string> => (await rig.view()).registeredUrl ?? ''
const calls = () => rig.platform.requests.filter(({ service }) => service === 'trading')

describe('the legacy preferences', () => {
  it('SOAP-03 are read at both levels: the settings and the names of all events', async () => {
    const preferences = await rig.handlers.preferences({})
    expect(preferences).toMatchObject({
      problem: null,
      current: { applicationUrl: null, events: [] },
    })
    expect(preferences.offered).toEqual(expect.arrayContaining(['FixedPriceTransaction', 'BidReceived']))
    expect(calls().map(({ operation, body }) => [operation, /<PreferenceLevel>(\w+)/.exec(String(body))?.[1]])).toEqual(
      [
        ['GetNotificationPreferences', 'UserData'],
        ['GetNotificationPreferences', 'Application'],
      ],
    )
  })

  it('SOAP-04 a Set that warns is carried out, and its warning is shown', async () => {
    await practice('faults', { operation: 'trading', fault: 'ackWarning' })
    const applicationUrl = await own()
    const { warnings } = await rig.handlers.setPreferences({
      applicationUrl,
      events: [{ eventType: 'ItemSold', eventEnable: 'Enable' }],
    })
    expect(warnings).toEqual([expect.stringContaining('not supported much longer')])
    expect((await rig.handlers.preferences({})).current).toMatchObject({
      events: [{ eventType: 'ItemSold', eventEnable: 'Enable' }],
    })
  })

  it('SOAP-02 a Set sends only the changed events, and reads everything back', async () => {
    const applicationUrl = await own()
    await rig.handlers.setPreferences({
      applicationUrl,
      events: [
        { eventType: 'ItemSold', eventEnable: 'Enable' },
        { eventType: 'BidReceived', eventEnable: 'Enable' },
      ],
    })
    await rig.handlers.setPreferences({
      applicationUrl,
      events: [{ eventType: 'BidReceived', eventEnable: 'Disable' }],
    })
    const body = String(calls().findLast(({ operation }) => operation === 'SetNotificationPreferences')?.body)
    expect(body.match(/<EventType>\w+/g)).toEqual(['<EventType>BidReceived'])
    expect((await rig.handlers.preferences({})).current).toMatchObject({
      applicationUrl,
      events: [
        { eventType: 'ItemSold', eventEnable: 'Enable' },
        { eventType: 'BidReceived', eventEnable: 'Disable' },
      ],
    })
    expect(rig.emitted).toContainEqual({ name: 'preferencesChanged', data: {} })
  })

  it('SOAP-04 an unsupported event is refused with cause and remedy, and nothing changes', async () => {
    await expect(
      rig.handlers.setPreferences({
        applicationUrl: await own(),
        events: [{ eventType: 'NothingLikeThis', eventEnable: 'Enable' }],
      }),
    ).rejects.toMatchObject({ detail: { kind: 'service', errorId: 21916672, whatToDo: expect.stringMatching(/\w/) } })
    await rig.handlers.readPreferences({})
    expect((await rig.handlers.preferences({})).current?.events).toEqual([])
  })

  it.each(['not an address', 'http://shop.example/hooks'])(
    'RCV-14 refuses the address %j before anything is sent',
    async (applicationUrl) => {
      await expect(Promise.resolve(rig.handlers.setPreferences({ applicationUrl, events: [] }))).rejects.toMatchObject({
        detail: { kind: 'validation', issues: [{ path: 'input.applicationUrl' }] },
      })
      expect(calls()).toEqual([])
    },
  )

  it('keep the last settings if reading fails, and report why', async () => {
    await rig.handlers.preferences({})
    await practice('faults', { operation: 'trading', fault: 'status', status: 503 })
    await expect(rig.handlers.readPreferences({})).rejects.toMatchObject({ detail: { kind: 'service' } })
    const { problem, current } = await rig.handlers.preferences({})
    expect(problem).toMatch(/\w/)
    expect(current).not.toBeNull()
  })
})
