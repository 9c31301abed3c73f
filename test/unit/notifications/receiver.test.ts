import { createHash } from 'node:crypto'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PROBE_INTERVAL_MS } from '../../../main/notifications/receiver/listening.ts'
import { openTestDatabase } from '../../support/test-database.ts'
import { waitFor } from '../../support/wait-for.ts'
import { call, type Rig, SOAP, sale, signatureFor, startRig } from './notifications-rig.ts'

let rig: Rig

beforeEach(async () => {
  rig = await startRig()
})
afterEach(() => rig.stop())

const occupyPort = async (port: number): Promise<Server> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return server
}
const closed = (server: Server): Promise<unknown> => new Promise((resolve) => server.close(resolve))

/** Writes bytes to the receiver's port and resolves with its whole answer. */
const raw = (port: number, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => {
      answer += String(chunk)
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })

describe('the receiver', () => {
  it('RCV-01 listens on the loopback interface only and names the URL to register', async () => {
    const view = await rig.view()
    expect(view).toMatchObject({ state: 'listening', why: null })
    expect(view.listeningUrl).toBe(`http://127.0.0.1:${rig.port}/notifications`)
    expect(view.registeredUrl).toBe(view.listeningUrl)
  })

  it('RCV-02 answers a challenge for the registered address, whatever the Host header', async () => {
    await rig.stop()
    rig = await startRig({
      profile: { receiver: { port: 0, registeredUrl: 'https://shop.example.com/hooks/stallhand' } },
    })
    const token = rig.secrets.get('verificationToken') ?? ''
    const endpoint = 'https://shop.example.com/hooks/stallhand'
    const expected = createHash('sha256').update(`code-1${token}${endpoint}`, 'utf8').digest('hex')
    const hosts = [`127.0.0.1:${rig.port}`, `localhost:${rig.port}`, 'shop.example.com']
    for (const host of hosts) {
      const { status, text } = await rig.get('/hooks/stallhand?challenge_code=code-1', { host })
      expect(status).toBe(200)
      expect(JSON.parse(text)).toEqual({ challengeResponse: expected })
    }
  })

  it('RCV-02 creates a valid verification token once', async () => {
    const token = rig.secrets.get('verificationToken')
    expect(token).toMatch(/^[A-Za-z0-9_-]{32,80}$/)
    await rig.stop()
    rig = await startRig({ secrets: rig.secrets, database: rig.database })
    expect(rig.secrets.get('verificationToken')).toBe(token)
  })

  it('RCV-05 stores raw bytes and ordered headers before it answers 200', async () => {
    const body = sale({ filler: '<Note>größe €</Note>' })
    const { status } = await rig.deliver(body)
    expect(status).toBe(200)
    const row = rig.database.get<{ body: NodeJS.NonSharedUint8Array; headers: string }>(
      'SELECT body, headers FROM notification_captures',
    )
    expect(Buffer.from(row?.body ?? []).toString('utf8')).toBe(body)
    const names = (JSON.parse(row?.headers ?? '[]') as [string, string][]).map(([name]) => name.toLowerCase())
    expect(names.slice(0, 2)).toEqual(['content-type', 'x-svc-signature'])
  })

  it.each([
    ['a rebound name', 'rebound.example.com'],
    ['another port', '127.0.0.1:1'],
    ['localhost at another port', 'localhost:1'],
  ])('RCV-12 refuses a Host of %s', async (_, host) => {
    const { status } = await rig.post(sale(), { host })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(await rig.events()).toEqual([])
  })

  it('RCV-12 refuses requests of web pages', async () => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      expect((await rig.post(sale(), headers)).status).toBe(403)
    }
  })

  it.each(['PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'])('RCV-12 refuses %s with 405', async (method) => {
    expect((await call(rig.port, { method })).status).toBe(405)
  })

  it('RCV-12 answers 404 on any other path', async () => {
    expect((await rig.get('/?challenge_code=x')).status).toBe(404)
    expect((await rig.get('/notifications/../etc?challenge_code=x')).status).toBe(404)
    expect((await rig.get('//127.0.0.1/notifications?challenge_code=x')).status).toBe(404)
  })

  const bomb = `<!DOCTYPE l [<!ENTITY a "ha">${Array.from({ length: 20 }, (_, i) => `<!ENTITY a${i} "${'&a;'.repeat(10)}">`).join('')}]><l>&a19;</l>`
  it.each([
    ['an entity bomb', bomb],
    ['an external entity', '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>'],
    ['nesting of 10,000 levels', `${'<a>'.repeat(10_000)}${'</a>'.repeat(10_000)}`],
    ['a DOCTYPE', `<!DOCTYPE html>${sale()}`],
    ['garbage', 'hello'],
    ['garbage after the envelope', `${sale()}x`],
    ['half an envelope', sale().slice(0, 200)],
    ['an empty body', ''],
    ['bytes that are not UTF-8', Buffer.from([0x3c, 0xff, 0xfe, 0x3e])],
    ['JSON of 10,000 levels', `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
    ['half of a JSON', '{"a":'],
    ['a JSON list', '[1]'],
  ])('RCV-12 refuses %s with 4xx and goes on', async (_, body) => {
    const { status } = await rig.post(body)
    expect(status).toBe(400)
    expect((await rig.deliver(sale())).status).toBe(200)
    await rig.until((log) => log.length === 1 && log[0]?.processing === 'processed')
  })

  it('RCV-12 refuses a body that is too large, declared or not, and keeps running', async () => {
    const body = sale({ filler: `<F>${'x'.repeat(3 * 1024 * 1024)}</F>` })
    expect((await rig.post(body)).status).toBe(413)
    expect((await rig.post(body, { 'transfer-encoding': 'chunked' })).status).toBe(413)
    expect((await rig.deliver(sale({ filler: `<F>${'x'.repeat(1024 * 1024)}</F>` }))).status).toBe(200)
  })

  it('RCV-12 refuses a compressed body, which could unpack to anything', async () => {
    expect((await rig.post(sale(), { 'content-encoding': 'gzip' })).status).toBe(415)
  })

  it('RCV-12 refuses a flood of headers and anything but HTTP', async () => {
    const flood = `POST /notifications HTTP/1.1\r\nHost: 127.0.0.1:${rig.port}\r\n${'x-a: 1234567890\r\n'.repeat(2000)}\r\n`
    expect(await raw(rig.port, flood)).toMatch(/^HTTP\/1\.1 431/)
    expect(await raw(rig.port, 'hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400/)
    expect(await raw(rig.port, 'GET /notifications?challenge_code=1 HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 421/)
    const twoHosts = `GET /notifications?challenge_code=1 HTTP/1.1\r\nHost: 127.0.0.1:${rig.port}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`
    expect(await raw(rig.port, twoHosts)).toMatch(/^HTTP\/1\.1 4/)
  })

  it('RCV-12 ends a request whose headers or body never arrive', async () => {
    await rig.stop()
    rig = await startRig({ limits: { headersMs: 400, requestMs: 800 } })
    const head = `POST /notifications HTTP/1.1\r\nHost: 127.0.0.1:${rig.port}\r\n`
    const [headers, body] = await Promise.all([
      raw(rig.port, head),
      raw(rig.port, `${head}Content-Length: 9\r\n\r\n<a`),
    ])
    expect(headers).toMatch(/^HTTP\/1\.1 408/)
    expect(body).toMatch(/^HTTP\/1\.1 408/)
    expect((await rig.deliver(sale())).status).toBe(200)
  })

  it('counts equal rejected requests', async () => {
    for (let time = 0; time < 5; time += 1) await rig.post('hello')
    await rig.clock.advance(20_000)
    const { refusals } = await rig.view()
    expect(refusals).toHaveLength(1)
    expect(refusals[0]).toMatchObject({ status: 400, count: 5, reason: 'The body is neither XML nor JSON.' })
  })

  it('AUT-04 keeps the head of a rejected request, without values that may be secrets', async () => {
    await call(rig.port, {
      method: 'POST',
      path: '/notifications?challenge_code=code-canary',
      headers: {
        'x-svc-signature': 'abc',
        authorization: 'Bearer canary',
        'x-gateway-token': 'canary',
        cookie: 'canary',
      },
      body: 'hello, this is no notification',
    })
    await call(rig.port, { path: '/elsewhere', headers: { 'user-agent': 'probe' } })
    await raw(rig.port, 'hello\r\n\r\n')
    await rig.clock.advance(20_000)
    const { refusals } = await rig.view()
    const of = (status: number) => refusals.find((refusal) => refusal.status === status)
    expect(of(404)).toMatchObject({ method: 'GET', path: '/elsewhere' })
    expect(of(404)?.headers).toContainEqual({ name: 'user-agent', value: 'probe' })
    const body = refusals.find(({ method }) => method === 'POST')
    expect(body).toMatchObject({ path: '/notifications' })
    expect(body?.headers).toContainEqual({ name: 'x-svc-signature', value: 'abc' })
    for (const name of ['authorization', 'x-gateway-token', 'cookie'])
      expect(body?.headers).toContainEqual({ name, value: null })
    expect(refusals).toContainEqual(expect.objectContaining({ method: null, path: null, headers: [] }))
    expect(JSON.stringify(refusals)).not.toContain('canary')
  })

  it('RCV-03 answers a GET without challenge_code with 400', async () => {
    expect((await rig.get('/notifications')).status).toBe(400)
    expect((await rig.get('/notifications?challenge_code=')).status).toBe(400)
    expect((await rig.get('/notifications?code=1')).status).toBe(400)
  })

  it('RCV-12 answers 503 while too many deliveries wait for the disk, and accepts more afterwards', async () => {
    const body = sale()
    const database = openTestDatabase()
    const disk = Promise.withResolvers<void>()
    let writes = 0
    const busy = await startRig({
      limits: { totalBytes: body.length * 1.5 },
      database: {
        ...database,
        durably: async (work) => {
          writes += 1
          const value = await database.durably(work)
          await disk.promise
          return value
        },
      },
    })
    const first = busy.deliver(body)
    await waitFor(() => expect(writes).toBe(1))
    expect((await busy.deliver(sale({ transactionId: '2' }))).status).toBe(503)
    disk.resolve()
    expect((await first).status).toBe(200)
    expect((await busy.deliver(sale({ transactionId: '2' }))).status).toBe(200)
    await busy.stop()
  })

  it('RCV-06 answers 503, never 500, if a delivery could not be stored', async () => {
    rig.database.run('ALTER TABLE notification_deliveries RENAME TO away')
    expect((await rig.deliver(sale())).status).toBe(503)
    rig.database.run('ALTER TABLE away RENAME TO notification_deliveries')
    expect((await rig.deliver(sale())).status).toBe(200)
  })
})

describe('the port of the receiver', () => {
  it('RCV-01 stays the same after a restart', async () => {
    const { port, database } = rig
    await rig.stop()
    rig = await startRig({ database })
    expect(rig.port).toBe(port)
  })

  it('RCV-01 is replaced for now if it is taken', async () => {
    const { port, database } = rig
    await rig.stop()
    const squatter = await occupyPort(port)
    rig = await startRig({ database })
    const view = await rig.view()
    expect(rig.port).not.toBe(port)
    expect(view.state).toBe('listening')
    expect(view.portTaken).toBe(port)
    expect(view.why).toContain('Nothing sent to the public address arrives here')
    expect((await rig.deliver(sale())).status).toBe(200)
    await closed(squatter)
  })

  it('RCV-01 is used again once it is free', async () => {
    const { port, database } = rig
    await rig.stop()
    const squatter = await occupyPort(port)
    rig = await startRig({ database })
    await closed(squatter)
    await waitFor(async () => {
      await rig.clock.advance(PROBE_INTERVAL_MS)
      expect(await rig.view()).toMatchObject({
        state: 'listening',
        portTaken: null,
        listeningUrl: `http://127.0.0.1:${port}/notifications`,
      })
    })
  })

  it.each([
    ['chosen by the app', 0],
    ['given in the settings', 'given'],
  ] as const)('RCV-01 %s is replaced for good if the seller keeps the other one', async (_, given) => {
    const { port, database } = rig
    await rig.stop()
    const profile = { receiver: { port: given === 'given' ? port : 0, registeredUrl: null } }
    const squatter = await occupyPort(port)
    rig = await startRig({ database, profile })
    const other = rig.port
    await rig.handlers.keepPort({})
    expect(await rig.view()).toMatchObject({ why: null, portTaken: null })
    await closed(squatter)
    await rig.stop()
    rig = await startRig({ database, profile })
    expect(rig.port).toBe(other)
    await rig.stop()
    // A new port in the settings counts again.
    const free = await occupyPort(0)
    const newPort = (free.address() as AddressInfo).port
    await closed(free)
    rig = await startRig({ database, profile: { receiver: { port: newPort, registeredUrl: null } } })
    expect(rig.port).toBe(newPort)
  })
})

describe('the probe', () => {
  /** The next one is planned once the previous one has ended. */
  const nextProbeAtMs = (): number => rig.scheduler.plannedAtMs('notifications.heartbeat') ?? 0

  it('checks the real socket every 30 seconds without counting as a challenge of the platform', async () => {
    const first = nextProbeAtMs()
    rig.clock.advance(30_000)
    await waitFor(() => expect(nextProbeAtMs()).toBe(first + 30_000))
    expect(
      rig.database.get('SELECT 1 FROM notification_settings WHERE name = ?', ['lastChallengeAtMs']),
    ).toBeUndefined()
  })

  it('runs at once after the machine slept', async () => {
    rig.clock.jump(3 * 3_600_000)
    rig.scheduler.wake()
    await waitFor(() => expect(nextProbeAtMs()).toBe(rig.clock.nowMs() + 30_000))
  })

  it('reports when the receiver stops and starts answering', async () => {
    const token = rig.secrets.get('verificationToken') ?? ''
    rig.secrets.delete('verificationToken')
    await waitFor(async () => {
      await rig.clock.advance(30_000)
      expect((await rig.view()).state).toBe('notAnswering')
    })
    expect(rig.emitted.map(({ name }) => name)).toContain('receiverChanged')
    rig.secrets.set('verificationToken', token)
    void rig.clock.advance(30_000)
    await waitFor(async () => expect(await rig.view()).toMatchObject({ state: 'listening', why: null }))
    expect((await rig.deliver(sale())).status).toBe(200)
  })
})

it('AUT-04 no secret leaves the feature by view, page, event or log', async () => {
  await rig.deliver(sale())
  const [event] = await rig.until((log) => log[0]?.processing === 'processed')
  await rig.handlers.register({ events: ['ItemSold'], alertEmail: 'a@example.com' })
  const visible = JSON.stringify([
    await rig.view(),
    await rig.page(event?.eventId ?? 0),
    rig.emitted,
    rig.log.lines,
    rig.notices,
  ])
  for (const [name, secret] of rig.secrets) expect(visible, name).not.toContain(secret)
  expect(visible).toContain(SOAP)
  expect(signatureFor(rig.platform.signer, 'x')).not.toBe('')
})
