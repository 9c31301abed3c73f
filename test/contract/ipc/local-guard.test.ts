/** The local host's guard over real loopback HTTP: which requests it admits, and how it answers the others. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../main/hosts/common/clock.ts'
import { contentSecurityPolicy, createRendererFiles } from '../../../main/hosts/common/renderer-files.ts'
import { MAX_BODY_BYTES, TOKEN_LIFE_MS } from '../../../main/hosts/local/guard.ts'
import { bindLoopback, type LocalHost, startLocalHost } from '../../../main/hosts/local/local-host.ts'
import { createEventBus, type EventBus } from '../../../main/ipc/event-bus.ts'
import type { Clock } from '../../../main/ports.ts'
import { ok } from '../../../shared/result.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { logIn } from '../../support/local-session.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

let folder: string
let theme: 'light' | 'dark' | undefined
let host: LocalHost
let events: EventBus
let session: { readonly authorization: string }
let calls: string[]
const log = createRecordingLog()

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stallhand-guard-'))
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html><html lang="en"><body>the window</body></html>')
  writeFileSync(path.join(folder, 'main.js'), 'export {}')
  mkdirSync(path.join(folder, 'assets'))
  writeFileSync(path.join(folder, 'assets', 'part-BpG83Lj_.js'), 'export {}')
  writeFileSync(path.join(folder, 'notes'), 'a file without a type')
  const outside = `${folder}-outside.js`
  writeFileSync(outside, 'outside')
  symlinkSync(outside, path.join(folder, 'link.js'))
})

afterAll(() => {
  rmSync(folder, { recursive: true })
  rmSync(`${folder}-outside.js`)
})

const start = async (
  port = 0,
  isOfAnotherUser?: () => Promise<boolean>,
  clock: Clock = systemClock,
): Promise<LocalHost> => {
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
    clock,
    log,
    maxBacklogBytes: 64 * 1024,
    ...(isOfAnotherUser === undefined ? {} : { isOfAnotherUser }),
  })
}

beforeEach(async () => {
  calls = []
  theme = undefined
  host = await start()
  session = await logIn(host.newAddress())
})
afterEach(() => host.close())

type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string }

/** Sends exactly the given path and headers, unlike `fetch`. */
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
  send('/api/call', { method: 'POST', headers: { ...session, 'content-type': 'application/json', ...headers }, body })

describe('a call to the local host', () => {
  it('is answered for a script with the key and for the app’s own page', async () => {
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
    { who: 'no key', headers: { authorization: '' }, status: 401 },
    { who: 'a made-up key', headers: { authorization: 'Bearer guess' }, status: 401 },
    { who: 'a cookie, whatever it holds', headers: { authorization: '', cookie: 'stallhand=guess' }, status: 401 },
    { who: 'a form', headers: { 'content-type': 'application/x-www-form-urlencoded' }, status: 415 },
    { who: 'plain text, which needs no preflight', headers: { 'content-type': 'text/plain' }, status: 415 },
    { who: 'no content type', headers: { 'content-type': '' }, status: 415 },
  ])('is refused for $who', async ({ headers, status }) => {
    expect(await call(headers)).toMatchObject({ status })
    expect(calls).toEqual([])
  })

  it('is refused with the key of an earlier run on the same port', async () => {
    const { port } = host
    const stale = session
    await host.close()
    host = await start(port)
    const answer = await call(stale)
    expect(answer.status).toBe(401)
    expect(answer.body).toContain('run npm start again')
  })

  it('is refused above 32 MB, with or without a declared length', async () => {
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

  it.each(['GET', 'PUT', 'DELETE', 'OPTIONS'])('cannot be made with %s', async (method) => {
    const answer = await send('/api/call', { method, headers: { ...session, origin: 'https://evil.example' } })
    expect([404, 405]).toContain(answer.status)
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  })
})

describe('the login', () => {
  const exchange = (token: string, headers: Record<string, string> = {}) =>
    send('/api/login', { method: 'POST', headers: { authorization: `Bearer ${token}`, ...headers } })
  const newToken = (): string => new URL(host.newAddress()).hash.slice(1)

  it('SEC-02 returns the key in its answer and sets no cookie, which a browser would send to every port', async () => {
    const answer = await exchange(newToken())
    expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
    expect(JSON.parse(answer.body)).toEqual({ key: expect.stringMatching(/^[\w-]{43}$/) })
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  it('SEC-02 has its token in the fragment, which no browser sends and no server logs', () => {
    const { pathname, search, hash } = new URL(host.newAddress())
    expect([pathname, search]).toEqual(['/open', ''])
    expect(hash).toMatch(/^#[\w-]{43}$/)
  })

  it('works once, and tells a second browser what to do', async () => {
    const token = newToken()
    await exchange(token)
    const second = await exchange(token)
    expect(second.status).toBe(401)
    expect(second.body).toContain('Run npm start again')
  })

  it('SEC-02 expires ten minutes after its address is printed', async () => {
    const clock = createFakeClock()
    await host.close()
    host = await start(0, undefined, clock)
    const [early, late] = [newToken(), newToken()]
    await clock.advance(TOKEN_LIFE_MS - 1)
    expect((await exchange(early)).status).toBe(200)
    await clock.advance(1)
    expect((await exchange(late)).status).toBe(401)
  })

  it('accepts a reloaded tab with its key', async () => {
    expect(await send('/api/login', { method: 'POST', headers: session })).toMatchObject({ status: 200 })
  })

  it.each([
    { who: 'another page', headers: { origin: 'https://evil.example' }, status: 403 },
    { who: 'a page on another port', headers: { 'sec-fetch-site': 'same-site' }, status: 403 },
    { who: 'a rebound name', headers: { host: 'evil.example' }, status: 421 },
  ])('is refused for $who, which does not use the token up', async ({ headers, status }) => {
    const token = newToken()
    expect(await exchange(token, headers)).toMatchObject({ status })
    expect(await exchange(token)).toMatchObject({ status: 200 })
  })

  it('is not used up by a guess', async () => {
    const token = newToken()
    expect(await exchange('guess')).toMatchObject({ status: 401 })
    expect(await exchange(token)).toMatchObject({ status: 200 })
  })

  it('keeps token and key out of the log', async () => {
    const token = newToken()
    await exchange(token)
    await exchange(token)
    await call({ origin: 'null' })
    const lines = JSON.stringify(log.lines)
    expect(lines).not.toContain(token)
    expect(lines).not.toContain(session.authorization.split(' ')[1])
  })
})

describe('a second start of the same user', () => {
  const ask = (headers: Record<string, string>) => send('/api/address', { method: 'POST', headers })

  it('gets an address for one browser, with the key that only this user can read', async () => {
    const given = await ask({ authorization: `Bearer ${host.startKey}` })
    expect(given.status).toBe(200)
    const { address } = JSON.parse(given.body) as { address: string }
    await expect(logIn(address)).resolves.toEqual(session)
    expect(JSON.stringify(log.lines)).not.toContain(host.startKey)
  })

  it.each([
    { who: 'without the key', headers: () => ({}) },
    { who: 'with a guess', headers: () => ({ authorization: 'Bearer guess' }) },
    { who: 'with the key of the session', headers: () => session },
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
    expect(answer.body).not.toContain('/open#')
  })

  it('gets none with the key of an earlier run', async () => {
    const { port, startKey } = host
    await host.close()
    host = await start(port)
    expect((await ask({ authorization: `Bearer ${startKey}` })).status).toBe(403)
  })
})

describe('another user of this machine', () => {
  it('SEC-02 is refused whatever it knows, on every path', async () => {
    const { port } = host
    await host.close()
    host = await start(port, async () => true)
    const token = new URL(host.newAddress()).hash.slice(1)
    for (const asked of ['/open', '/', '/api/events', '/main.js'])
      expect((await send(asked, { headers: session })).status, asked).toBe(403)
    expect((await call({})).status).toBe(403)
    for (const asked of ['/api/login', '/api/address'])
      expect(await send(asked, { method: 'POST', headers: { authorization: `Bearer ${token}` } })).toMatchObject({
        status: 403,
        body: 'This Stallhand belongs to another user of this computer.',
      })
    expect(calls).toEqual([])
  })
})

describe('the files of the window', () => {
  it('are served with the whole policy', async () => {
    const answer = await send('/')
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

  it('may be cached by a browser only if the name contains a hash of the content', async () => {
    const { headers } = await send('/assets/part-BpG83Lj_.js')
    expect(headers).toMatchObject({
      'cache-control': 'max-age=31536000, immutable',
      'content-security-policy': contentSecurityPolicy,
    })
    expect((await send('/main.js')).headers['cache-control']).toBe('no-store')
  })

  it('contain the theme the user chose, or none if it follows the system', async () => {
    expect((await send('/')).body).toContain('<html lang="en">')
    theme = 'dark'
    expect((await send('/')).body).toContain('<html data-theme="dark" lang="en">')
  })

  it('serve the same document at a new address', async () => {
    expect((await send('/open')).body).toBe((await send('/')).body)
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
  ])('are the only files served: %s is not found', async (pathname) => {
    const answer = await send(pathname)
    // URL rules turn `/.` into `/`, the document. No other path here leads to a file.
    if (pathname === '/.') expect(answer.body).toContain('the window')
    else expect(answer.status).toBe(404)
  })

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('cannot be requested with %s', async (method) => {
    expect(await send('/main.js', { method })).toMatchObject({ status: 405 })
  })
})

describe('the stream of events', () => {
  it.each([
    { who: 'another site', headers: { 'sec-fetch-site': 'cross-site' }, status: 403 },
    { who: 'another origin', headers: { origin: 'https://evil.example' }, status: 403 },
    { who: 'no key', headers: { authorization: '' }, status: 401 },
    { who: 'a rebound name', headers: { host: 'evil.example' }, status: 421 },
  ])('is refused for $who', async ({ headers, status }) => {
    expect(await send('/api/events', { headers: { ...session, ...headers } })).toMatchObject({ status })
  })

  it('disconnects a client that does not read, and continues for the others', async () => {
    const socket = connect(host.port, '127.0.0.1')
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    socket.on('error', () => {})
    socket.write(
      `GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:${host.port}\r\nAuthorization: ${session.authorization}\r\n\r\n`,
    )
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
    const answer = await fetch(`${host.origin}/api/events`, { headers: session })
    await host.close()
    const rest = await answer.text().catch(() => 'cut')
    expect(rest).toMatch(/hello|cut/)
    host = await start()
  })

  it('sends keep-alives to an idle client', async () => {
    const clock = createFakeClock()
    const quiet = startLocalHost(await bindLoopback(0), {
      app: { call: async () => ok(null), events },
      readFile: async () => undefined,
      clock,
      log,
    })
    const answer = await fetch(`${quiet.origin}/api/events`, { headers: await logIn(quiet.newAddress()) })
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
