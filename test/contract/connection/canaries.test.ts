/**
 * SECURITY (SEC-05): secrets are in the vault and nowhere else, after any use of the app.
 *
 * Searches for every value of the vault in each file of the data folder (databases with their logs, unpacked backups and
 * exports), in the log, the settings, every answer and every event.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { createTestHost } from './open-app.ts'
import { startPlatform } from './open-practice.ts'

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())

/** The secret strings in a stored value: the value itself, or those in its JSON. */
const splitSecrets = (value: string): readonly string[] =>
  (JSON.parse(value) as { secret: string }).secret.match(/[A-Za-z0-9._~+/=-]{10,}/g) ?? []

it('finds no secret of the vault in any file, log, setting, answer or event', async () => {
  const platform = await startPlatform()
  const host = createTestHost()
  const app = await host.start()
  const events: string[] = []
  app.events.subscribe((event) => events.push(JSON.stringify(event)))
  const profile = {
    name: 'Test system',
    kind: 'sandbox',
    baseUrl: platform.url,
    oauth: { clientId: 'practice-client' },
  }
  const { id } = await host.ask<{ id: string }>('connection.create', { profile })
  await host.ask('connection.open', { id })
  await host.ask('connection.keepSecrets', {
    clientSecret: 'practice-secret',
    refreshToken: 'practice-refresh-token',
    appName: 'practice-app',
    devName: 'practice-dev',
    certName: 'practice-cert',
    userToken: 'practice-user-token',
  })
  await host.ask('connection.check')
  await host.ask('notifications.register', { events: ['FixedPriceTransaction'] }).catch(() => undefined)
  await host.ask('inventory.items')
  await host.ask('mapping.start', {
    products: [{ externalProductId: '1', title: 'A lamp' }],
    requestKey: 'an-act-of-a-test',
  })
  await expect
    .poll(async () => (await host.ask<{ rows: readonly unknown[] }>('messaging.conversations', { view: 'all' })).rows)
    .not.toEqual([])
  // SEC-05: a tunnel's headers, on a delivery and on a rejected request.
  const { listeningUrl } = await host.ask<{ listeningUrl: string }>('notifications.receiver')
  const tunnel = {
    authorization: 'Bearer canary-tunnel-token',
    'cf-access-jwt-assertion': 'canary-tunnel-assertion',
    cookie: 'session=canary-tunnel-cookie',
    'x-unheard-of': 'canary-tunnel-other',
  }
  const post = async (body: string) => (await fetch(listeningUrl, { method: 'POST', headers: tunnel, body })).status
  expect(await post('no notification')).toBe(400)
  expect(await post('{"metadata":{"topic":"A_TOPIC"},"notification":{"notificationId":"1"}}')).toBe(200)
  const readRefusals = async () =>
    (await host.ask<{ refusals: readonly unknown[] }>('notifications.receiver')).refusals.length
  await expect.poll(readRefusals).toBe(1)
  await host.ask('storage.backUpNow')
  await host.ask('app.problemReport')
  const exported = await host.ask<{ id: string; bytes: number }>('storage.export')
  const { content } = await host.ask<{ content: string }>('storage.exportPart', { id: exported.id, offset: 0 })
  const unpacked = gunzipSync(Buffer.from(content, 'base64')).toString('latin1')
  // A failed refresh and a refused secret: errors must contain no secret either.
  await host.ask('connection.keepSecrets', { refreshToken: 'canary-refused-refresh-token', accessToken: null })
  await host.ask('connection.check')

  const secrets = [
    ...new Set([...host.vault.values()].flatMap(splitSecrets)),
    'practice-refresh-token',
    'canary-tunnel',
  ]
  expect(secrets).toEqual(
    expect.arrayContaining(['practice-secret', 'practice-user-token', 'canary-refused-refresh-token']),
  )

  expect([...host.vault.keys()].some((key) => key.endsWith('/verificationToken'))).toBe(true)

  const places = new Map<string, string>([
    ['the log', JSON.stringify(host.log.lines)],
    ['the settings', JSON.stringify([...host.settings])],
    ['the answers', host.reported.join('\n')],
    ['the events', events.join('\n')],
    ['the export', unpacked],
  ])
  // The practice platform's own state file contains its secrets, which are public in its source.
  const files = filesIn(host.dataDir).filter((file) => !file.endsWith('practice-shop.json'))
  for (const file of files) places.set(file, readFileSync(file, 'latin1'))
  expect([...places.keys()].filter((name) => /\.sqlite(-wal)?$|\.backup$/.test(name)).length).toBeGreaterThanOrEqual(3)
  expect(unpacked).toContain('SQLite format 3')
  const found = [...places].flatMap(([name, text]) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => `${secret} in ${name}`),
  )
  expect(found).toEqual([])
  await host.close()
  await platform.stop()
})
