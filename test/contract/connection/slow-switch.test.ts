/** A switch while the former connection waits for a platform that does not answer. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { practiceCredentials } from '../../../main/practice/credentials.ts'
import { HELLO } from '../../../shared/ipc/transport.ts'
import { waitFor } from '../../support/wait-for.ts'
import { createTestHost } from './open-app.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** Accepts every request and answers none before `release`. */
const openSilentPlatform = async () => {
  const waiting: (() => void)[] = []
  let isReleased = false
  const server = createServer((_, response) => {
    waiting.push(() => response.writeHead(503).end())
    if (isReleased) release()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const release = (): void => {
    isReleased = true
    for (const answer of waiting.splice(0)) answer()
  }
  closing.push(() => {
    release()
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests: () => waiting.length, release }
}

/** Opens a connection that waits for its platform. */
const openWaiting = async () => {
  const platform = await openSilentPlatform()
  const host = createTestHost()
  closing.push(host.close)
  const { events } = await host.start()
  const profile = {
    name: 'My sandbox',
    kind: 'sandbox',
    baseUrl: platform.url,
    oauth: { clientId: practiceCredentials.clientId },
  }
  const { id } = await host.ask<{ id: string }>('connection.create', { profile })
  await host.ask('connection.open', { id })
  await host.ask('connection.keepSecrets', {
    clientSecret: practiceCredentials.clientSecret,
    refreshToken: practiceCredentials.refreshToken,
  })
  void host.ask('messaging.syncNow').catch(() => undefined)
  await waitFor(() => expect(platform.requests()).toBeGreaterThan(0))
  return { platform, host, events, id, profile }
}

describe('a switch that waits for the former connection', () => {
  it('takes what is typed while the open connection is saved', async () => {
    const { platform, host, id, profile } = await openWaiting()
    const saving = host.ask('connection.update', { id, profile: { ...profile, name: 'Renamed' } })
    await new Promise((resolve) => setTimeout(resolve, 20))
    const typed = host.ask('messaging.saveReply', { id: null, name: 'Hello', text: 'Hello' })
    typed.catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 20))
    platform.release()
    await Promise.all([saving, typed])
  })

  it('tells the window at once that calls reach the other connection', async () => {
    const { platform, host, events, id } = await openWaiting()
    const shops: unknown[] = []
    events.subscribe(({ name }) => {
      if (name === HELLO) void host.ask<{ shop: string }>('app.view').then(({ shop }) => shops.push(shop))
    })
    let isOpened = false
    const opening = host.ask('connection.open', { id: 'practice' }).then(() => {
      isOpened = true
    })
    await waitFor(() => expect(shops).toEqual([id, 'practice']))
    expect(isOpened).toBe(false)
    platform.release()
    await opening
  })
})
