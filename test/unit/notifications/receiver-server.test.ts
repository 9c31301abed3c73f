/** What the receiver's HTTP server answers, stores and refuses (RCV-01, RCV-02, RCV-03, RCV-05, RCV-06, RCV-12). */
import type { OutgoingHttpHeaders } from 'node:http'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { challengeResponse } from '../../../main/notifications/receiver/challenge-response.ts'
import { type Arrival, NotAccepted, type Persisted } from '../../../main/notifications/receiver/persist.ts'
import {
  createReceiverServer,
  type ReceiverLimits,
  type ReceiverServer,
} from '../../../main/notifications/receiver/receiver-server.ts'
import type { RejectedRequest } from '../../../main/notifications/receiver/rejected-requests.ts'
import { createFakeClock, settle } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { waitFor } from '../../support/wait-for.ts'
import { sale } from './notifications-rig.ts'

const REGISTERED = 'https://shop.example.com/hooks/stallhand'
const TOKEN = 'a token of at least thirty-two characters'

/** A request without its body. The server says that the body may follow, so a test knows that the head has arrived. */
const unfinished = (port: number): string =>
  `POST /notifications HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n`

const servers: ReceiverServer[] = []
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) await server.close()
})

const open = async (limits: Partial<ReceiverLimits> = {}) => {
  const clock = createFakeClock()
  const log = createRecordingLog()
  const stored: Arrival[] = []
  const answered: Persisted[] = []
  const challenged: string[] = []
  const rejected: RejectedRequest[] = []
  const state = {
    token: TOKEN as string | undefined,
    persist: async (): Promise<Persisted> => ({ deliveryId: stored.length, filed: undefined }),
  }
  const server = createReceiverServer({
    clock,
    log,
    registeredUrl: () => REGISTERED,
    verificationToken: async () => state.token,
    persist: (arrival) => {
      stored.push(arrival)
      return state.persist()
    },
    answered: (persisted) => void answered.push(persisted),
    challenged: (code) => void challenged.push(code),
    rejected: (refusal) => void rejected.push(refusal),
    limits,
  })
  servers.push(server)
  const port = await server.open(0)
  const ask = (
    method: string,
    path = '/notifications',
    { headers = {}, body }: { readonly headers?: OutgoingHttpHeaders; readonly body?: string | Buffer } = {},
  ) =>
    new Promise<{ status: number; text: string; headers: Readonly<Record<string, unknown>> }>((resolve, reject) => {
      const asking = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += String(chunk)
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }))
        response.on('error', reject)
      })
      asking.on('error', reject)
      asking.end(body)
    })
  const post = (body: string | Buffer = sale(), headers: OutgoingHttpHeaders = {}) =>
    ask('POST', '/notifications', { body, headers: { 'content-type': 'text/xml', ...headers } })
  /** Opens a connection and writes bytes. `answer` resolves with everything that came back before it was closed. */
  const write = (text: string) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    sockets.push(socket)
    const answer = new Promise<string>((resolve) => {
      let all = ''
      socket.on('data', (chunk) => {
        all += String(chunk)
      })
      socket.on('error', () => undefined)
      socket.on('close', () => resolve(all))
    })
    return { socket, answer }
  }
  const reasons = () => rejected.map(({ status, reason }) => [status, reason])
  return { server, port, clock, log, stored, answered, challenged, rejected, reasons, state, ask, post, write }
}

describe('a challenge', () => {
  const ofCode = (code: string) => `/hooks/stallhand?challenge_code=${code}`

  it('RCV-02 is answered as JSON for the registered address, and counted', async () => {
    const { ask, challenged, rejected } = await open()
    const { status, text, headers } = await ask('GET', ofCode('a%20b&other=1'))
    expect([status, JSON.parse(text)]).toEqual([
      200,
      { challengeResponse: challengeResponse('a b', TOKEN, REGISTERED) },
    ])
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(text.length),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect([challenged, rejected]).toEqual([['a b'], []])
  })

  it('RCV-03 is refused without a code, or with one that is longer than 1024 characters', async () => {
    const { ask, challenged, rejected } = await open()
    expect((await ask('GET', ofCode('x'.repeat(1024)))).status).toBe(200)
    for (const path of ['/hooks/stallhand', ofCode(''), ofCode('x'.repeat(1025))])
      expect(await ask('GET', path)).toMatchObject({ status: 400, text: 'A GET without a challenge_code.\n' })
    expect(challenged).toHaveLength(1)
    expect(rejected).toHaveLength(3)
    expect(rejected[2]).toMatchObject({ method: 'GET', path: '/hooks/stallhand', status: 400, hint: null })
  })

  it('RCV-02 is not answered without a token', async () => {
    const { ask, challenged, state, reasons } = await open()
    state.token = undefined
    expect((await ask('GET', ofCode('x'))).status).toBe(404)
    expect(challenged).toEqual([])
    expect(reasons()).toEqual([[404, 'A challenge, but there is no verification token yet.']])
  })

  it('RCV-02 AUT-04 contains the token nowhere', async () => {
    const { ask, rejected, log } = await open()
    const { text } = await ask('GET', ofCode('x'))
    expect(JSON.stringify([text, rejected, log.lines])).not.toContain(TOKEN)
  })
})

describe('a delivery', () => {
  it('RCV-05 is answered with an empty 200 once it is stored, and processed after the answer', async () => {
    const { post, stored, answered, state, clock, rejected } = await open()
    const disk = Promise.withResolvers<Persisted>()
    state.persist = () => disk.promise
    let isAnswered = false
    const posting = post(sale(), { 'x-svc-signature': 'abc', 'content-encoding': 'identity' }).finally(() => {
      isAnswered = true
    })
    await waitFor(() => expect(stored).toHaveLength(1))
    await settle()
    expect([isAnswered, answered]).toEqual([false, []])
    disk.resolve({ deliveryId: 7, filed: undefined })
    expect(await posting).toMatchObject({ status: 200, text: '' })
    await waitFor(() => expect(answered).toEqual([{ deliveryId: 7, filed: undefined }]))
    expect(stored[0]).toMatchObject({ receivedAtMs: clock.nowMs(), format: 'soap' })
    expect(Buffer.from(stored[0]?.body ?? []).toString()).toBe(sale())
    expect(stored[0]?.rawHeaders).toContain('x-svc-signature')
    expect(rejected).toEqual([])
  })

  it('RCV-05 whose sender does not wait for the answer is processed', async () => {
    const { port, write, stored, answered, state } = await open()
    const disk = Promise.withResolvers<Persisted>()
    state.persist = () => disk.promise
    const body = sale()
    const { socket } = write(
      `POST /notifications HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    await waitFor(() => expect(stored).toHaveLength(1))
    socket.destroy()
    disk.resolve({ deliveryId: 7, filed: undefined })
    await waitFor(() => expect(answered).toHaveLength(1))
  })

  it('RCV-06 that is not accepted now is to be sent again, with the reason', async () => {
    const { post, answered, state, reasons, log } = await open()
    state.persist = () => Promise.reject(new NotAccepted('Too many deliveries are waiting for their key.'))
    const { status, text, headers } = await post()
    expect([status, text]).toEqual([503, 'Too many deliveries are waiting for their key.\n'])
    expect(headers).toMatchObject({ 'retry-after': '30', connection: 'close' })
    expect([reasons(), answered, log.lines]).toEqual([
      [[503, 'Too many deliveries are waiting for their key.']],
      [],
      [],
    ])
  })

  it('RCV-06 that cannot be stored is to be sent again, and the log says why', async () => {
    const { post, answered, state, log } = await open()
    state.persist = () => Promise.reject(new Error('The disk broke.'))
    const { status, text, headers } = await post()
    expect([status, text, headers['retry-after']]).toEqual([
      503,
      'A delivery that couldn’t be written to disk.\n',
      '30',
    ])
    expect(text).not.toContain('broke')
    expect([answered, log.lines.length]).toEqual([[], 1])
  })

  it('RCV-12 is refused if it is compressed, unreadable or broke off, and then not stored', async () => {
    const { port, post, write, stored, reasons } = await open()
    expect((await post(sale(), { 'content-encoding': 'gzip' })).status).toBe(415)
    expect((await post('hello')).status).toBe(400)
    const { socket } = write(unfinished(port))
    await new Promise((resolve) => socket.once('data', resolve))
    socket.resetAndDestroy()
    await waitFor(() => expect(reasons()).toHaveLength(3))
    expect(reasons()).toEqual([
      [415, 'A body with a content encoding.'],
      [400, 'The body is neither XML nor JSON.'],
      [400, 'A body that broke off.'],
    ])
    expect(stored).toEqual([])
  })

  it('RCV-12 may be as large as the limit, declared or not', async () => {
    const body = sale()
    const { post, stored, reasons } = await open({ bodyBytes: body.length })
    expect((await post(body)).status).toBe(200)
    expect((await post(`${body} `)).status).toBe(413)
    expect((await post(`${body} `, { 'transfer-encoding': 'chunked' })).status).toBe(413)
    expect(stored).toHaveLength(1)
    expect(reasons()).toEqual([
      [413, 'A body that is too large.'],
      [413, 'A body that is too large.'],
    ])
  })

  it('RCV-12 that declares too large a body is refused before it is sent', async () => {
    const { port, write } = await open({ bodyBytes: 8 })
    expect(await write(unfinished(port)).answer).toMatch(/HTTP\/1\.1 413/)
  })

  it('RCV-12 is to be sent again while too many bodies are being stored, which end in any way', async () => {
    const body = sale()
    const { post, stored, state, reasons } = await open({ totalBytes: body.length * 1.5 })
    const disk = Promise.withResolvers<Persisted>()
    state.persist = () => disk.promise
    const first = post(body)
    await waitFor(() => expect(stored).toHaveLength(1))
    expect(await post(body)).toMatchObject({ status: 503, headers: { 'retry-after': '30' } })
    expect(reasons()).toEqual([[503, 'Too many large deliveries at once.']])
    disk.reject(new NotAccepted('Full.'))
    expect((await first).status).toBe(503)
    state.persist = async () => ({ deliveryId: 1, filed: undefined })
    expect((await post(body)).status).toBe(200)
    expect((await post(body)).status).toBe(200)
  })
})

describe('any other request', () => {
  it('RCV-12 is refused for another host, and the hint names what a proxy changed', async () => {
    const { ask, post, stored, rejected } = await open()
    expect((await ask('POST', '/notifications', { headers: { host: 'evil.example' }, body: sale() })).status).toBe(421)
    expect((await post(sale(), { host: 'evil.example' })).status).toBe(421)
    expect(stored).toEqual([])
    expect(rejected.map(({ reason, hint }) => [reason, hint === null])).toEqual([
      ['A request for another host.', true],
      ['A request for another host.', false],
    ])
  })

  it('RCV-12 is refused with two Host headers, because another program may have read the other one', async () => {
    const { port, write, reasons } = await open()
    const own = `127.0.0.1:${port}`
    const send = (headers: string): Promise<string> =>
      write(`GET /notifications?challenge_code=1 HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`).answer
    expect(await send(`Host: ${own}\r\nHOST: evil.example\r\n`)).toMatch(/^HTTP\/1\.1 421/)
    expect(await send(`Host: ${own}\r\nHost: ${own}\r\n`)).toMatch(/^HTTP\/1\.1 421/)
    expect(reasons()).toHaveLength(2)
    // The value of another header is no host.
    expect(await send(`Host: ${own}\r\nX-A: host\r\nX-B: host\r\n`)).toMatch(/^HTTP\/1\.1 200/)
  })

  it.each([
    ['a control character in a header', 'X-A: a\u0001b\r\n', (body: string) => body],
    [
      'two lengths of its body',
      'Transfer-Encoding: chunked\r\n',
      (body: string) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    ],
  ])('SEC-07 with %s is refused, because a proxy before it may have read it otherwise', async (_, header, encode) => {
    const { write, stored, port } = await open()
    const body = sale()
    const lines = [
      'POST /notifications HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      'Content-Type: text/xml',
      'Connection: close',
    ]
    const head = [...lines, `Content-Length: ${body.length}`].join('\r\n')
    const { answer } = write(`${head}\r\n${header}\r\n${encode(body)}`)
    expect(await answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(stored).toEqual([])
  })

  it('RCV-12 is refused for another path, without its query in the log', async () => {
    const { ask, rejected } = await open()
    expect((await ask('GET', '/stallhand?challenge_code=canary')).status).toBe(404)
    expect(rejected).toMatchObject([{ reason: 'A request to another path.', path: '/stallhand' }])
    expect(rejected[0]?.hint).toContain('strips the beginning of the path')
  })

  it.each([
    ['origin', 'https://evil.example'],
    ['sec-fetch-site', 'same-origin'],
  ])('RCV-12 is refused with the header %s of a web page', async (name, value) => {
    const { post, stored, rejected } = await open()
    expect((await post(sale(), { [name]: value })).status).toBe(403)
    expect([stored, rejected[0]?.reason, rejected[0]?.hint]).toEqual([[], 'A request from a web page.', null])
  })

  it('RCV-12 is refused with another method, and the answer names those that are allowed', async () => {
    const { ask, reasons } = await open()
    expect(await ask('PUT')).toMatchObject({ status: 405, headers: { allow: 'GET, POST', connection: 'close' } })
    expect(reasons()).toEqual([[405, 'A request that is neither GET nor POST.']])
  })

  it.each(['*', 'http://127.0.0.1/notifications'])('RCV-12 is refused for the target %s', async (target) => {
    const { port, write, reasons } = await open()
    const { answer } = write(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`)
    expect(await answer).toMatch(/^HTTP\/1\.1 400/)
    expect(reasons()).toEqual([[400, 'A request without a valid path.']])
  })

  it.each([
    ['is not HTTP', 'hello\r\n\r\n', 400, 'Bad Request', 'A request that isn’t HTTP.'],
    [
      'has too many headers',
      `GET / HTTP/1.1\r\n${'x-a: 1234567890\r\n'.repeat(2000)}\r\n`,
      431,
      'Request Header Fields Too Large',
      'A request with too many headers.',
    ],
  ])('RCV-12 that %s is answered and closed', async (_, text, status, phrase, reason) => {
    const { write, rejected } = await open()
    expect(await write(text).answer).toBe(
      `HTTP/1.1 ${status} ${phrase}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    )
    expect(rejected).toEqual([{ status, reason }])
  })

  it('RCV-12 SEC-07 that never ends is ended', async () => {
    const { port, write, reasons } = await open({ headersMs: 100, requestMs: 100 })
    expect(await write(`POST /notifications HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`).answer).toMatch(/^HTTP\/1\.1 408/)
    expect(reasons()).toEqual([[408, 'A request that took too long.']])
  })

  it('RCV-12 that is reset is no refusal', async () => {
    const { port, post, write, rejected } = await open()
    const { socket } = write(`GET /notifications HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`)
    await new Promise((resolve) => socket.once('connect', resolve))
    socket.resetAndDestroy()
    expect((await post()).status).toBe(200)
    expect(rejected).toEqual([])
  })

  it('SEC-07 takes no connection away from a delivery that is being stored', async () => {
    const { post, write, stored, state } = await open({ connections: 1 })
    const disk = Promise.withResolvers<Persisted>()
    state.persist = () => disk.promise
    const posting = post()
    await waitFor(() => expect(stored).toHaveLength(1))
    expect(await write('').answer).toBe('')
    disk.resolve({ deliveryId: 1, filed: undefined })
    expect((await posting).status).toBe(200)
  })
})

describe('the port', () => {
  it('RCV-01 is free again after closing, and can be opened again', async () => {
    const { server, port, post } = await open()
    expect(server.port()).toBe(port)
    await server.close()
    expect(server.port()).toBeUndefined()
    await expect(post()).rejects.toThrow()
    await server.close()
    expect(await server.open(port)).toBe(port)
    expect((await post()).status).toBe(200)
  })

  it('RCV-01 that is taken is an error with the system’s code', async () => {
    const { port } = await open()
    const other = await open()
    await other.server.close()
    await expect(other.server.open(port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
    expect(other.server.port()).toBeUndefined()
  })

  it('RCV-05 is closed once running requests were answered, idle connections at once', async () => {
    const { server, port, post, write, stored, state, clock } = await open()
    const idle = write(`GET /notifications?challenge_code=1 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`)
    await new Promise((resolve) => idle.socket.once('data', resolve))
    const disk = Promise.withResolvers<Persisted>()
    state.persist = () => disk.promise
    const posting = post()
    await waitFor(() => expect(stored).toHaveLength(1))
    const closing = server.close()
    await idle.answer
    disk.resolve({ deliveryId: 1, filed: undefined })
    expect((await posting).status).toBe(200)
    await closing
    expect(clock.pending()).toBe(0)
  })

  it('RCV-01 is closed after two seconds even if a request never ends', async () => {
    const { server, port, write, clock } = await open()
    const { socket, answer } = write(unfinished(port))
    await new Promise((resolve) => socket.once('data', resolve))
    const closing = server.close()
    await clock.advance(2_000)
    await Promise.all([closing, answer])
  })
})
