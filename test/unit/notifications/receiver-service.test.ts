/** How the parts of the receiver work together: what it shows, whom it believes, when it refuses, and how it ends. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '../../../main/database/database.ts'
import type { ProfileFile } from '../../../shared/connection/profile.ts'
import { settle } from '../../support/fake-clock.ts'
import { openTestDatabase } from '../../support/test-database.ts'
import { waitFor } from '../../support/wait-for.ts'
import { call, newSigner, type Rig, type RigOptions, sale, signatureFor, startRig } from './notifications-rig.ts'

const DAY_MS = 86_400_000
const PUBLIC_URL = 'https://shop.example.com/notifications'

let rig: Rig | undefined
const start = async (options: RigOptions = {}): Promise<Rig> => {
  rig = await startRig(options)
  return rig
}
afterEach(async () => {
  await rig?.stop()
  rig = undefined
})

const openDatabase = (changes: Partial<Database> = {}): Database => ({
  ...openTestDatabase(),
  ...changes,
})

const names = ({ emitted }: Rig): readonly string[] => emitted.map(({ name }) => name)

describe('what arrived', () => {
  it('RCV-07 is shown, listed and passed on once, with its item', async () => {
    const onEvent = vi.fn()
    const findItem = (sku: string) => ({ title: `The ${sku}`, pictureUrl: null, currency: 'USD' })
    const { deliver, until, notices, emitted } = await start({ onEvent, findItem, findOffered: () => 'A-1' })
    await deliver(sale())
    const [event] = await until((log) => log[0]?.processing === 'processed')
    await waitFor(() => expect(onEvent).toHaveBeenCalledTimes(1))
    await deliver(sale())
    await until((log) => log[0]?.deliveryCount === 2)
    const text = 'The A-1 sold for $12.50'
    expect(event?.item).toMatchObject({ sku: 'A-1', title: 'The A-1' })
    expect(notices).toEqual([{ title: 'Sold', text, place: `#/notifications/${event?.eventId}` }])
    expect(emitted.filter(({ name }) => name === 'arrived')).toMatchObject([{ data: { raises: 'sale', text } }])
    expect(onEvent.mock.calls).toMatchObject([[{ name: 'FixedPriceTransaction', skus: ['A-1'] }]])
  })

  it('RCV-07 changes the log in the window', async () => {
    const started = await start()
    await started.deliver(sale())
    const [event] = await started.until((log) => log[0]?.processing === 'processed')
    await waitFor(async () => {
      await started.clock.advance(60)
      expect(started.emitted).toContainEqual({ name: 'logChanged', data: { eventId: event?.eventId } })
    })
  })

  it('SEC-07 from a sender verified in an earlier run has its key fetched as a known sender’s', async () => {
    const database = openDatabase()
    const first = await start({ database })
    const sender = { 'user-agent': 'Platform Notifier' }
    const send = (from: Rig, kid: string) => {
      const signer = { ...first.platform.signer, kid }
      return from.post(sale({ transactionId: kid }), {
        ...sender,
        'x-svc-signature': signatureFor(signer, sale({ transactionId: kid })),
      })
    }
    await send(first, first.platform.signer.kid)
    await first.until((log) => log[0]?.processing === 'processed')
    await first.stop()
    const second = await start({ database, platform: first.platform })
    await send(second, 'key-2')
    await waitFor(() => expect(second.platform.callsOf('getPublicKey')).toHaveLength(2))
    expect(second.platform.callsOf('getPublicKey').at(-1)?.purpose).not.toBe('watch')
  })
})

describe('the form of a signature', () => {
  const plainForm = (body: string, given: Rig): string =>
    Buffer.from(signatureFor(given.platform.signer, body), 'base64').toString('utf8')
  const deliver = async (profile: Partial<ProfileFile>) => {
    const started = await start({ profile })
    const header = started.profile.headerWord
    await started.post(sale(), { [`x-${header}-signature`]: plainForm(sale(), started) })
    const [event] = await started.until((log) => log[0] !== undefined && log[0].processing !== 'waiting')
    return event?.signature
  }

  it('RCV-04 is the one that the connection names', async () => {
    expect(await deliver({ receiver: { signatureForm: 'json' } })).toBe('verified')
    await rig?.stop()
    expect(await deliver({})).toBe('none')
  })

  it('RCV-04 is the public one on eBay, whatever the connection names', async () => {
    expect(await deliver({ platform: 'ebay', receiver: { signatureForm: 'json' } })).toBe('none')
  })
})

describe('the address of the receiver', () => {
  it('RCV-01 is unknown while no port is open', async () => {
    const { stop, view, port } = await start()
    expect(await view()).toMatchObject({ listeningUrl: `http://127.0.0.1:${port}/notifications` })
    await stop()
    expect(await view()).toMatchObject({
      state: 'stopped',
      listeningUrl: null,
      registeredUrl: null,
      addressProblem: null,
    })
  })

  it('RCV-14 is shown with why the platform would refuse it', async () => {
    const profile = { kind: 'production', name: 'Shop', baseUrl: 'https://api.example.com' } as const
    const local = await start({ profile })
    expect((await local.view()).addressProblem).toContain('Production accepts HTTPS addresses only')
    await local.stop()
    const { view } = await start({ profile: { ...profile, receiver: { registeredUrl: PUBLIC_URL } } })
    expect(await view()).toMatchObject({ registeredUrl: PUBLIC_URL, addressProblem: null })
  })
})

describe('a challenge', () => {
  const challengedAtMs = ({ database }: Rig) =>
    database.get('SELECT value FROM notification_settings WHERE name = ?', ['lastChallengeAtMs'])

  it('RCV-02 of the platform is noted, and one of this app is not', async () => {
    // It sends one to itself as it starts.
    const started = await start()
    expect(challengedAtMs(started)).toBeUndefined()
    await started.get('/notifications?challenge_code=of-the-platform')
    expect(challengedAtMs(started)).toBeDefined()
  })
})

describe('a receiver that cannot store', () => {
  it('RCV-05 shows that the disk refuses writes, until one succeeds', async () => {
    const database = openDatabase()
    const state = { isFailing: false }
    const durably: Database['durably'] = (work) =>
      state.isFailing ? Promise.reject(new Error('the disk failed')) : database.durably(work)
    const { deliver, view, notices } = await start({ database: { ...database, durably } })
    state.isFailing = true
    expect((await deliver(sale())).status).toBe(503)
    expect(await view()).toMatchObject({
      state: 'refusing',
      why: expect.stringContaining('Notifications couldn’t be written to the disk. A notification was refused.'),
    })
    expect(notices).toMatchObject([{ title: 'Notifications are refused' }])
    state.isFailing = false
    expect((await deliver(sale())).status).toBe(200)
    expect(await view()).toMatchObject({ state: 'listening', why: null })
  })

  it('RCV-05 shows that the disk is full while less is free than is reserved', async () => {
    const reserved = 100 * 1024 * 1024
    const state = { freeBytes: reserved - 1 }
    const { deliver, view, clock } = await start({ database: openDatabase({ freeDiskBytes: () => state.freeBytes }) })
    expect((await deliver(sale())).status).toBe(503)
    expect(await view()).toMatchObject({ state: 'refusing', why: expect.stringContaining('The disk is almost full') })
    await clock.advance(30_000)
    expect((await view()).state).toBe('refusing')
    state.freeBytes = reserved
    await clock.advance(30_000)
    expect(await view()).toMatchObject({ state: 'listening', why: null })
  })

  it('RCV-01 that also does not answer says that it does not answer', async () => {
    const { deliver, view, clock, secrets } = await start({ database: openDatabase({ freeDiskBytes: () => 0 }) })
    await deliver(sale())
    secrets.delete('verificationToken')
    await waitFor(async () => {
      await clock.advance(30_000)
      expect((await view()).state).toBe('notAnswering')
    })
    expect((await view()).why).toContain('Instant alerts don’t answer on this computer')
  })

  it('SEC-07 for strangers only, because their quota is full, is fine', async () => {
    const started = await start({ strangers: { bytes: 1_000_000, deliveries: 1 } })
    started.platform.state.online = false
    const statuses: number[] = []
    for (const kid of ['made-up-1', 'made-up-2'])
      statuses.push((await started.deliver(sale({ transactionId: kid }), newSigner(kid))).status)
    expect(statuses).toEqual([200, 503])
    expect(await started.view()).toMatchObject({ state: 'listening', why: null })
    expect(started.notices).toEqual([])
  })
})

describe('ignored notifications', () => {
  const forge = async (started: Rig): Promise<void> => {
    await started.post(sale())
    await started.until((log) => log[0]?.processing === 'quarantined')
  }

  it('SEC-07 that got too old while the app was closed are removed at its start', async () => {
    const database = openDatabase()
    const first = await start({ database })
    await forge(first)
    await first.stop()
    database.run('UPDATE notification_deliveries SET received_at_ms = received_at_ms - ?', [31 * DAY_MS])
    const second = await start({ database })
    await second.clock.advance(0)
    await second.until((log) => log.length === 0)
  })

  it('SEC-07 are kept for as long as the seller chooses, which the window shows at once', async () => {
    const started = await start()
    await started.clock.advance(0)
    await forge(started)
    started.clock.jump(8 * DAY_MS)
    await started.handlers.setQuarantineDays({ days: 30 })
    await started.clock.advance(0)
    expect(await started.events()).toHaveLength(1)
    started.emitted.length = 0
    await started.handlers.setQuarantineDays({ days: 7 })
    expect(names(started)).toContain('receiverChanged')
    expect((await started.view()).quarantineDays).toBe(7)
    await started.clock.advance(0)
    await started.until((log) => log.length === 0)
    expect(started.emitted).toContainEqual({ name: 'logChanged', data: {} })
  })
})

describe('ids that are missing to verify legacy notifications', () => {
  const ebay = { platform: 'ebay', kind: 'sandbox' } as const
  const withoutDevId = () =>
    new Map([
      ['appName', 'app-canary'],
      ['certName', 'cert-canary'],
    ]) // prettier-ignore
  const receiveUnsigned = async (options: RigOptions): Promise<Rig> => {
    const started = await start(options)
    await started.post(sale())
    await started.until((log) => log[0]?.processing === 'quarantined')
    return started
  }

  it('PLT-20 are named once such a notification arrived', async () => {
    const options = { profile: ebay, secrets: withoutDevId() }
    expect((await (await start(options)).view()).missingLegacyIds).toEqual([])
    await rig?.stop()
    const { view } = await receiveUnsigned(options)
    expect((await view()).missingLegacyIds).toEqual(['developer id (Dev ID)'])
  })

  it('PLT-20 are none on a platform that does not sign with them', async () => {
    const { view } = await receiveUnsigned({ secrets: withoutDevId() })
    expect((await view()).missingLegacyIds).toEqual([])
  })

  it('PLT-20 are none while the vault is locked, and the rest is still shown', async () => {
    const secrets = withoutDevId()
    const { view } = await receiveUnsigned({ profile: ebay, secrets })
    secrets.get = () => {
      throw new Error('locked')
    }
    expect(await view()).toMatchObject({ missingLegacyIds: [], counts: { quarantined: 1 } })
  })
})

describe('a receiver that stopped', () => {
  const reportsAfterStop = async (started: Rig): Promise<readonly unknown[]> => {
    await started.stop()
    started.emitted.length = 0
    await started.clock.advance(60_000)
    expect(started.clock.pending()).toBe(0)
    return started.emitted
  }

  it('RCV-13 opens no port again', async () => {
    const started = await start()
    await started.stop()
    await started.clock.advance(60_000)
    await expect(call(started.port, {})).rejects.toThrow()
  })

  it('RCV-13 reports no refused request, no change of the log and no full disk', async () => {
    const state = { freeBytes: 1e12 }
    const started = await start({ database: openDatabase({ freeDiskBytes: () => state.freeBytes }) })
    await started.deliver(sale())
    await started.until((log) => log[0]?.processing === 'processed')
    await started.post('hello')
    state.freeBytes = 0
    await started.deliver(sale())
    expect(await reportsAfterStop(started)).toEqual([])
  })

  it('RCV-13 leaves a notification whose key comes too late for the next start', async () => {
    const started = await start()
    const answer = Promise.withResolvers<undefined>()
    started.platform.state.answer = () => answer.promise
    await started.deliver(sale())
    await started.until((log) => log[0]?.processing === 'waiting')
    await started.stop()
    answer.resolve(undefined)
    await settle()
    expect(started.database.all('SELECT kid FROM notification_keys')).toEqual([])
    started.platform.state.answer = undefined
    const next = await start({ database: started.database, platform: started.platform })
    await next.until((log) => log[0]?.processing === 'processed')
    expect(next.notices).toHaveLength(1)
  })
})
