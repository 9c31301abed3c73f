/** A registered connection keeps its receiver, its log and its badge while another connection is shown. */
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, it } from 'vitest'
import type { Ports } from '../../../main/ports.ts'
import { practiceCredentials } from '../../../main/practice/credentials.ts'
import type { ReceiverStatus } from '../../../shared/connection/receivers.ts'
import { Failure } from '../../../shared/result.ts'
import { waitFor } from '../../support/wait-for.ts'
import { createTestHost, type TestHost } from './open-app.ts'
import { startPlatform } from './open-practice.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

type Receiver = { readonly listeningUrl: string; readonly lastDeliveryAtMs: number | null }
type Events = { readonly rows: readonly { readonly name: string; readonly isUnseen: boolean }[] }

const secrets = {
  clientSecret: practiceCredentials.clientSecret,
  refreshToken: practiceCredentials.refreshToken,
  appName: practiceCredentials.appName,
  devName: practiceCredentials.devName,
  certName: practiceCredentials.certName,
  userToken: practiceCredentials.userToken,
}

/** Opens a sandbox connection that is registered for sales, and shows it. */
const register = async (own: Partial<Ports> = {}) => {
  const host = createTestHost(own)
  closing.push(host.close)
  const platform = await startPlatform()
  closing.push(platform.stop)
  const { events } = await host.start()
  const profile = {
    name: 'My sandbox',
    kind: 'sandbox',
    baseUrl: platform.url,
    oauth: { clientId: practiceCredentials.clientId },
  }
  const { id } = await host.ask<{ id: string }>('connection.create', { profile })
  await host.ask('connection.open', { id })
  await host.ask('connection.keepSecrets', secrets)
  const input = { events: ['FixedPriceTransaction'], alertEmail: 'seller@example.com' }
  expect(await host.ask('notifications.register', input)).toMatchObject({ state: 'complete' })
  const sell = async (): Promise<void> => {
    const body = JSON.stringify({ event: 'FixedPriceTransaction' })
    await fetch(`${platform.url}/practice/events`, { method: 'POST', body })
  }
  return { host, id, platform, sell, events }
}

const receivers = async (host: TestHost): Promise<readonly ReceiverStatus[]> =>
  (await host.ask<{ receivers: readonly ReceiverStatus[] }>('connection.receivers')).receivers

const listRequests = async (url: string): Promise<readonly { readonly operation: string }[]> =>
  ((await (await fetch(`${url}/practice/status`)).json()) as { requests: readonly { operation: string }[] }).requests

const listeningUrl = async (host: TestHost): Promise<string> =>
  (await host.ask<Receiver>('notifications.receiver')).listeningUrl

const waitForSale = (host: TestHost, id: string): Promise<void> =>
  waitFor(async () => {
    expect((await receivers(host)).find((one) => one.id === id)).toMatchObject({ tone: 'good', unseen: 1 })
  })

/** Opens an idle connection to the receiver and reports whether it was closed. */
const holdOpen = async (url: string): Promise<{ readonly socket: Socket; readonly isClosed: () => boolean }> => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let isClosed = false
  socket.once('close', () => {
    isClosed = true
  })
  closing.push(() => socket.destroy())
  await new Promise((resolve) => socket.once('connect', resolve))
  return { socket, isClosed: () => isClosed }
}

describe('a registered connection that is not shown', () => {
  it('RCV-05 receives, announces a sale, and shows what arrived once it is shown again', async () => {
    const { host, id, sell, events } = await register()
    await host.ask('connection.open', { id: 'practice' })
    const announced: unknown[] = []
    events.subscribe(({ name, data }) => name === 'connection.arrivedElsewhere' && announced.push(data))
    await sell()
    await waitForSale(host, id)
    await waitFor(() => expect(announced).toMatchObject([{ id, name: 'My sandbox', raises: 'sale' }]))
    expect((await host.ask<Events>('notifications.events')).rows).toEqual([])
    await host.ask('connection.open', { id })
    expect((await host.ask<Events>('notifications.events')).rows).toMatchObject([
      { name: 'FixedPriceTransaction', isUnseen: true },
    ])
    await host.ask('notifications.markSeen')
    expect(await receivers(host)).toMatchObject([{ id, isShown: true, unseen: 0 }])
  })

  it('RCV-05 keeps its socket through both switches', async () => {
    const { host, id } = await register()
    const url = await listeningUrl(host)
    const { isClosed } = await holdOpen(url)
    await host.ask('connection.open', { id: 'practice' })
    await host.ask('connection.open', { id })
    expect(await listeningUrl(host)).toBe(url)
    expect(isClosed()).toBe(false)
  })

  it('RCV-05 receives after a restart that shows another connection', async () => {
    const { host, id, sell } = await register()
    await host.ask('connection.open', { id: 'practice' })
    await host.start()
    await sell()
    await waitForSale(host, id)
  })

  it('OFF-04 requests nothing but keys from the platform: its queues and checks wait until it is shown', async () => {
    const { host, id, platform, sell } = await register()
    await host.ask('connection.open', { id: 'practice' })
    const count = async (): Promise<number> => (await listRequests(platform.url)).length
    const before = await count()
    await host.start()
    await sell()
    await waitForSale(host, id)
    const after = (await listRequests(platform.url)).slice(0, (await count()) - before)
    expect(after.filter(({ operation }) => operation !== 'getPublicKey' && operation !== 'token')).toEqual([])
    await host.ask('connection.open', { id })
    await waitFor(async () => {
      expect((await listRequests(platform.url)).map(({ operation }) => operation)).toContain('getConversations')
    })
  })

  it('is closed before it is deleted', async () => {
    const { host, id } = await register()
    const url = await listeningUrl(host)
    await host.ask('connection.open', { id: 'practice' })
    await host.ask('connection.delete', { id, name: 'My sandbox' })
    expect((await receivers(host)).map((one) => one.id)).toEqual(['practice'])
    await expect(fetch(`${url}?challenge_code=x`)).rejects.toThrow()
  })

  it('RCV-05 keeps receiving when it cannot be deleted, because the key store is locked', async () => {
    const secrets = new Map<string, string>()
    let isLocked = false
    const { host, id, sell } = await register({
      vault: {
        keeping: 'kept',
        get: async (key) => secrets.get(key),
        set: async (key, secret) => void secrets.set(key, secret),
        delete: async (key) => {
          if (isLocked) throw new Error('The key store is locked')
          secrets.delete(key)
        },
      },
    })
    await host.ask('connection.open', { id: 'practice' })
    isLocked = true
    expect(await host.refusal('connection.delete', { id, name: 'My sandbox' })).toMatchObject({ kind: 'signInNeeded' })
    await sell()
    await waitForSale(host, id)
  })

  it('RCV-05 keeps receiving when a changed profile cannot be stored', async () => {
    const kept = new Map<string, unknown>()
    let isFull = false
    const { host, id, platform, sell } = await register({
      settings: {
        get: (key) => structuredClone(kept.get(key)),
        set: (key, value) => {
          if (isFull) throw new Failure({ kind: 'storage', message: 'The disk is full.' })
          kept.set(key, structuredClone(value))
        },
      },
    })
    await host.ask('connection.open', { id: 'practice' })
    isFull = true
    const oauth = { clientId: practiceCredentials.clientId }
    const profile = { name: 'Renamed', kind: 'sandbox', baseUrl: platform.url, oauth }
    expect(await host.refusal('connection.update', { id, profile })).toMatchObject({ kind: 'storage' })
    await sell()
    await waitForSale(host, id)
  })

  it('RCV-05 keeps receiving when it cannot be shown', async () => {
    const { host, id, sell } = await register()
    await host.ask('connection.open', { id: 'practice' })
    const database = new DatabaseSync(join(host.dataDir, `${id}.sqlite`))
    database.exec('ALTER TABLE outbound RENAME TO away')
    await host.refusal('connection.open', { id })
    database.close()
    await sell()
    await waitForSale(host, id)
  })

  it('applies a changed profile at once', async () => {
    const { host, id, platform } = await register()
    await host.ask('connection.open', { id: 'practice' })
    const profile = {
      name: 'Renamed',
      kind: 'sandbox',
      baseUrl: platform.url,
      oauth: { clientId: practiceCredentials.clientId },
    }
    await host.ask('connection.update', { id, profile })
    expect(await receivers(host)).toMatchObject([{ id: 'practice' }, { id, name: 'Renamed', tone: 'good' }])
  })
})

describe('a connection that was never registered', () => {
  it('is closed when another one is shown', async () => {
    const host = createTestHost()
    closing.push(host.close)
    const platform = await startPlatform()
    closing.push(platform.stop)
    await host.start()
    const { id } = await host.ask<{ id: string }>('connection.create', {
      profile: { name: 'Quiet', kind: 'sandbox', baseUrl: platform.url, oauth: { clientId: 'practice-client' } },
    })
    await host.ask('connection.open', { id })
    await host.ask('connection.open', { id: 'practice' })
    expect((await receivers(host)).map((one) => one.id)).toEqual(['practice'])
  })
})
