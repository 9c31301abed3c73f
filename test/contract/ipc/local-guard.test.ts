/** The local host's guard, request by request, over real loopback HTTP: who is let in, and what is said to the others. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../main/hosts/common/clock.ts'
import { contentSecurityPolicy, createRendererFiles } from '../../../main/hosts/common/renderer-files.ts'
import { MAX_BODY_BYTES } from '../../../main/hosts/local/guard.ts'
import { bindLoopback, type LocalHost, startLocalHost } from '../../../main/hosts/local/local-host.ts'
import { findUid, isOfAnotherUser } from '../../../main/hosts/local/peer.ts'
import { createEventBus, type EventBus } from '../../../main/ipc/event-bus.ts'
import { ok } from '../../../shared/result.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { logIn } from './local-client.ts'

let folder: string
let theme: 'light' | 'dark' | undefined
let host: LocalHost
let events: EventBus
let cookie: string
let calls: string[]
const log = createRecordingLog()

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stallhand-guard-'))
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html><html lang="en"><body>the window</body></html>')
  writeFileSync(path.join(folder, 'main.js'), 'export {}')
  writeFileSync(path.join(folder, 'notes'), 'a file without a type')
  const outside = `${folder}-outside.js`
  writeFileSync(outside, 'outside')
  symlinkSync(outside, path.join(folder, 'link.js'))
})

afterAll(() => {
  rmSync(folder, { recursive: true })
  rmSync(`${folder}-outside.js`)
})

const start = async (port = 0, isOfAnotherUser?: () => boolean): Promise<LocalHost> => {
  events = createEventBus(
    () => 'run-1',
    () => {},
  )
  return startLocalHost(await bindLoopback(port), {
    app: {
      call: async (method) => {
        calls.push(method)
        return ok('done')
      },
      events,
    },
    readFile: createRendererFiles(folder, () => theme),
    clock: systemClock,
    log,
    maxBacklogBytes: 64 * 1024,
    ...(isOfAnotherUser === undefined ? {} : { isOfAnotherUser }),
  })
}

beforeEach(async () => {
  calls = []
  theme = undefined
  host = await start()
  cookie = await logIn(host.newAddress())
})
afterEach(() => host.close())

type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string }

/** Sends exactly what it is reported, which fetch would not. */
const send = (
  pathname: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port: host.port,
        path: pathname,
        method: options.method ?? 'GET',
        headers: options.headers ?? {},
      },
      (incoming) => {
        let body = ''
        incoming.setEncoding('utf8')
        incoming.on('data', (chunk: string) => {
          body += chunk
        })
        incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body }))
        incoming.on('error', reject)
      },
    )
    outgoing.on('error', reject)
    outgoing.end(options.body)
  })

const call = (headers: Record<string, string>, body = '{"method":"stall.open","input":{}}'): Promise<Answer> =>
  send('/api/call', { method: 'POST', headers: { cookie, 'content-type': 'application/json', ...headers }, body })

describe('a call to the local host', () => {
  it('is answered for a script with the cookie, and for our own page', async () => {
    expect(await call({})).toMatchObject({ status: 200, body: '{"ok":true,"value":"done"}' })
    expect(await call({ origin: host.origin, 'sec-fetch-site': 'same-origin' })).toMatchObject({ status: 200 })
    expect(await call({ 'content-type': 'application/json; charset=utf-8' })).toMatchObject({ status: 200 })
    expect(calls).toHaveLength(3)
  })

  it.each([
    { who: 'another origin', headers: { origin: 'https://evil.example' }, status: 403 },
    { who: 'an origin that begins like ours', headers: { origin: 'http://127.0.0.1.evil.example' }, status: 403 },
    { who: 'our host on another port', headers: { origin: 'http://127.0.0.1:1' }, status: 403 },
    { who: 'a null origin', headers: { origin: 'null' }, status: 403 },
    { who: 'a page of another site without an origin', headers: { 'sec-fetch-site': 'cross-site' }, status: 403 },
    { who: 'another port of this machine', headers: { 'sec-fetch-site': 'same-site' }, status: 403 },
    { who: 'a rebound name', headers: { host: 'evil.example' }, status: 421 },
    { who: 'localhost, which is another name', headers: { host: 'localhost:1' }, status: 421 },
    { who: 'no cookie', headers: { cookie: '' }, status: 401 },
    { who: 'a made-up cookie', headers: { cookie: 'stallhand=guess' }, status: 401 },
    { who: 'a form', headers: { 'content-type': 'application/x-www-form-urlencoded' }, status: 415 },
    { who: 'plain text, which needs no preflight', headers: { 'content-type': 'text/plain' }, status: 415 },
    { who: 'no content type', headers: { 'content-type': '' }, status: 415 },
  ])('is refused for $who', async ({ headers, status }) => {
    expect(await call(headers)).toMatchObject({ status })
    expect(calls).toEqual([])
  })

  it('is refused with the cookie of an earlier run on the same port', async () => {
    const { port } = host
    const stale = cookie
    await host.close()
    host = await start(port)
    const answer = await call({ cookie: stale })
    expect(answer.status).toBe(401)
    expect(answer.body).toContain('run npm start again')
  })

  it('is refused when it is larger than 32 MB, whether it says so or not', async () => {
    const large = JSON.stringify({ method: 'stall.open', input: 'x'.repeat(MAX_BODY_BYTES) })
    expect(await call({}, large)).toMatchObject({ status: 413 })
    expect(await call({ 'transfer-encoding': 'chunked' }, large)).toMatchObject({ status: 413 })
    expect(calls).toEqual([])
    expect(await call({}, JSON.stringify({ method: 'stall.open', input: 'x'.repeat(2_000_000) }))).toMatchObject({
      status: 200,
    })
  })

  it.each(['', '{', 'null', '[]', '{}', '{"method":7}'])('names the missing method of the body %j', async (body) => {
    const answer = await call({}, body)
    expect(answer.status).toBe(400)
    expect(JSON.parse(answer.body)).toMatchObject({
      ok: false,
      error: { kind: 'validation', issues: [{ path: 'method' }] },
    })
  })

  it.each(['GET', 'PUT', 'DELETE', 'OPTIONS'])('is not made by %s', async (method) => {
    const answer = await send('/api/call', { method, headers: { cookie, origin: 'https://evil.example' } })
    expect([404, 405]).toContain(answer.status)
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  })
})

describe('the login', () => {
  it('lets one browser in with a cookie that no script and no other site can use, and leaves a clean address', async () => {
    const { pathname, search } = new URL(host.newAddress())
    const answer = await send(pathname + search)
    expect(answer).toMatchObject({ status: 302, headers: { location: '/', 'cache-control': 'no-store' } })
    expect(answer.headers['set-cookie']?.[0]).toMatch(
      new RegExp(`^stallhand-${host.port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`),
    )
  })

  it('works once; a second browser is reported what to do', async () => {
    const { pathname, search } = new URL(host.newAddress())
    await send(pathname + search)
    const second = await send(pathname + search)
    expect(second.status).toBe(401)
    expect(second.headers['set-cookie']).toBeUndefined()
    expect(second.body).toContain('run npm start again')
  })

  it('sends the browser that is in already on, without another cookie', async () => {
    const { pathname, search } = new URL(host.newAddress())
    await send(pathname + search)
    const again = await send(pathname + search, { headers: { cookie } })
    expect(again).toMatchObject({ status: 302, headers: { location: '/' } })
    expect(again.headers['set-cookie']).toBeUndefined()
  })

  it('is not used up by a look at its head, nor by a guess', async () => {
    const { pathname, search } = new URL(host.newAddress())
    expect(await send(pathname + search, { method: 'HEAD' })).toMatchObject({ status: 401 })
    expect(await send('/?token=guess')).toMatchObject({ status: 401 })
    expect(await send(pathname + search)).toMatchObject({ status: 302 })
  })

  it('keeps token and cookie out of the log', async () => {
    const address = host.newAddress()
    await send(new URL(address).pathname + new URL(address).search)
    await call({ origin: 'null' })
    const said = JSON.stringify(log.lines)
    expect(said).not.toContain(new URL(address).searchParams.get('token'))
    expect(said).not.toContain(cookie)
  })
})

describe('a second start of the same user', () => {
  const ask = (headers: Record<string, string>) => send('/api/address', { method: 'POST', headers })

  it('is given an address that lets one browser in, by the key that only this user can read', async () => {
    const given = await ask({ authorization: `Bearer ${host.startKey}` })
    expect(given.status).toBe(200)
    const { address } = JSON.parse(given.body) as { address: string }
    const { pathname, search } = new URL(address)
    expect(await send(pathname + search)).toMatchObject({ status: 302 })
    expect(JSON.stringify(log.lines)).not.toContain(host.startKey)
  })

  it.each([
    { who: 'without the key', headers: () => ({}) },
    { who: 'with a guess', headers: () => ({ authorization: 'Bearer guess' }) },
    { who: 'with the cookie alone', headers: () => ({ cookie }) },
    {
      who: 'from a page, even of our own',
      headers: () => ({ authorization: `Bearer ${host.startKey}`, origin: host.origin }),
    },
    {
      who: 'from a page that names no origin',
      headers: () => ({ authorization: `Bearer ${host.startKey}`, 'sec-fetch-site': 'same-origin' }),
    },
    { who: 'under another name', headers: () => ({ authorization: `Bearer ${host.startKey}`, host: 'evil.example' }) },
  ])('is given none $who', async ({ headers }) => {
    const answer = await ask(headers())
    expect([403, 421]).toContain(answer.status)
    expect(answer.body).not.toContain('token=')
  })

  it('is given none with the key of an earlier run', async () => {
    const { port, startKey } = host
    await host.close()
    host = await start(port)
    expect((await ask({ authorization: `Bearer ${startKey}` })).status).toBe(403)
  })
})

describe('another user of this machine', () => {
  it('is refused whatever it knows, on every path', async () => {
    const { port } = host
    await host.close()
    host = await start(port, () => true)
    const { pathname, search } = new URL(host.newAddress())
    for (const asked of [pathname + search, '/', '/api/events', '/main.js'])
      expect((await send(asked, { headers: { cookie } })).status, asked).toBe(403)
    expect((await call({})).status).toBe(403)
    expect((await send('/api/address', { method: 'POST' })).body).not.toContain('token=')
    expect(calls).toEqual([])
  })

  const table = (uid: number): string =>
    [
      '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
      '   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1 1 0 100 0 0 10 0',
      `   1: 0100007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  ${uid}        0 2 1 0 20 4 30 10 -1`,
      '   2: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 3 1 0 20 4 30 10 -1',
    ].join('\n')

  it('is known by whose the other end of the connection is', () => {
    expect(findUid(table(1001), 0xc350, 0x1f90)).toBe(1001)
    expect(findUid(table(1001), 0xc351, 0x1f90)).toBeUndefined()
    const isOther = (uid: number, own: number | null) => isOfAnotherUser(0xc350, 0x1f90, own, () => table(uid))
    expect([isOther(1001, 1000), isOther(1000, 1000), isOther(0, 1000), isOther(1001, null)]).toEqual([
      true,
      false,
      false,
      false,
    ])
    // Where the system does not say, nobody is locked out.
    expect(isOfAnotherUser(1, 2, 1000, () => '')).toBe(false)
  })

  it.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
    'is reported apart by this very system',
    async () => {
      const asUser = (uid: number): Promise<string> =>
        new Promise((resolve, reject) => {
          const child = spawn('curl', ['-s', '-o', '/dev/null', '-w', '%{http_code}', `${host.origin}/`], {
            uid,
            gid: uid,
          })
          let out = ''
          child.stdout.on('data', (chunk) => {
            out += String(chunk)
          })
          child.once('error', reject)
          child.once('close', () => resolve(out))
        })
      expect(await asUser(65_534)).toBe('403')
      expect(await asUser(0)).toBe('401')
    },
  )
})

describe('the files of the window', () => {
  it('are served with the whole policy', async () => {
    const answer = await send('/', { headers: { cookie } })
    expect(answer).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': contentSecurityPolicy,
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
      },
    })
    expect(answer.body).toContain('the window')
  })

  it('bear the theme the user chose, and none where the system is followed', async () => {
    expect((await send('/', { headers: { cookie } })).body).toContain('<html lang="en">')
    theme = 'dark'
    expect((await send('/', { headers: { cookie } })).body).toContain('<html data-theme="dark" lang="en">')
  })

  it('are shown to nobody without the cookie', async () => {
    for (const pathname of ['/', '/index.html', '/main.js']) {
      const answer = await send(pathname)
      expect(answer.status).toBe(401)
      expect(answer.body).toContain('Stallhand does not know this browser')
    }
  })

  it.each([
    '/../package.json',
    '/..%2fpackage.json',
    '/%2e%2e/%2e%2e/etc/passwd.txt',
    '/....//etc/passwd.txt',
    '/..%5cpackage.json',
    '//etc/hosts.txt',
    '/%2fetc%2fhosts.txt',
    '/main.js%00.html',
    '/%',
    '/link.js',
    '/notes',
    '/missing.js',
    '/.',
  ])('are all there is: %s is not found', async (pathname) => {
    const answer = await send(pathname, { headers: { cookie } })
    // `/.` is the document by the rules of addresses, and so is nothing that leaves the folder.
    if (pathname === '/.') expect(answer.body).toContain('the window')
    else expect(answer.status).toBe(404)
  })

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('are not for %s', async (method) => {
    expect(await send('/main.js', { method, headers: { cookie } })).toMatchObject({ status: 405 })
  })
})

describe('the stream of events', () => {
  it.each([
    { who: 'another site', headers: { 'sec-fetch-site': 'cross-site' }, status: 403 },
    { who: 'another origin', headers: { origin: 'https://evil.example' }, status: 403 },
    { who: 'no cookie', headers: { cookie: '' }, status: 401 },
    { who: 'a rebound name', headers: { host: 'evil.example' }, status: 421 },
  ])('is refused for $who', async ({ headers, status }) => {
    expect(await send('/api/events', { headers: { cookie, ...headers } })).toMatchObject({ status })
  })

  it('cuts off a client that does not read, and goes on for the others', async () => {
    const socket = connect(host.port, '127.0.0.1')
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    socket.on('error', () => {})
    socket.write(`GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:${host.port}\r\nCookie: ${cookie}\r\n\r\n`)
    await new Promise<void>((resolve) => socket.once('data', () => resolve()))
    socket.pause()
    const text = 'x'.repeat(32 * 1024)
    for (let number = 0; number < 1000; number += 1) {
      events.emit('stall.opened', { text })
      await new Promise((resolve) => setImmediate(resolve))
    }
    socket.resume()
    await closed
    expect(await call({})).toMatchObject({ status: 200 })
  })

  it('ends with the host', async () => {
    const answer = await fetch(`${host.origin}/api/events`, { headers: { cookie } })
    await host.close()
    const rest = await answer.text().catch(() => 'cut')
    expect(rest).toMatch(/hello|cut/)
    host = await start()
  })

  it('tells a quiet client that it is still there', async () => {
    const clock = createFakeClock()
    const quiet = startLocalHost(await bindLoopback(0), {
      app: { call: async () => ok(null), events },
      readFile: async () => undefined,
      clock,
      log,
    })
    const answer = await fetch(`${quiet.origin}/api/events`, { headers: { cookie: await logIn(quiet.newAddress()) } })
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    let said = ''
    const readUntil = async (wanted: string): Promise<void> => {
      while (!said.includes(wanted)) said += (await reader?.read())?.value ?? ''
    }
    await readUntil('"hello"')
    await clock.advance(15_000)
    await readUntil(': still here')
    await clock.advance(15_000)
    await readUntil(': still here\n\n: still here')
    await quiet.close()
  })
})
