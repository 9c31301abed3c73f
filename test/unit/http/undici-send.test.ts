import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { TransportFailure } from '../../../main/http/request.ts'
import { createUndiciSend, type UndiciSendOptions } from '../../../main/http/undici-send.ts'
import { selfSigned } from '../../contract/connection/self-signed.ts'
import { settle } from '../../support/fake-clock.ts'
import { request, sendMessage } from './fake-send.ts'

const cleanUps: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

const listen = async (server: Server, scheme = 'http'): Promise<string> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
  })
  cleanUps.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const serve = (listener: RequestListener) => listen(createHttpServer(listener))
const serveRaw = (onConnection: (socket: Socket) => void) => listen(createTcpServer(onConnection))

const open = (options: UndiciSendOptions) => {
  const { send, close } = createUndiciSend({
    ...options,
    timeouts: { connectMs: 400, headersMs: 400, bodyMs: 400, totalMs: 3_000, ...options.timeouts },
  })
  cleanUps.push(close)
  return send
}

const responseFailure = async (call: Promise<unknown>): Promise<TransportFailure> => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof TransportFailure)) throw new Error(`expected a TransportFailure, got ${String(error)}`)
  return error
}

describe('undici-send', () => {
  it('sends method, headers and body and reads the whole answer', async () => {
    const base = await serve(async (incoming, outgoing) => {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk as Buffer)
      outgoing.writeHead(201, { 'X-Seen': `${incoming.method} ${incoming.url} ${incoming.headers['x-mark']}` })
      outgoing.end(Buffer.concat(chunks))
    })
    const answer = await open({ origins: [base] })(
      sendMessage({ url: `${base}/a?b=c`, headers: { 'x-mark': 'm' }, body: '{"text":"Grüße 🎁"}' }),
    )
    expect(answer.status).toBe(201)
    expect(answer.headers['x-seen']).toBe('POST /a?b=c m')
    expect(new TextDecoder().decode(answer.body)).toBe('{"text":"Grüße 🎁"}')
    expect(answer.bodyCut).toBe(false)
  })

  it('returns a redirect without following it', async () => {
    const base = await serve((_, outgoing) => outgoing.writeHead(302, { location: '/elsewhere' }).end())
    const answer = await open({ origins: [base] })(request({ url: `${base}/` }))
    expect([answer.status, answer.headers.location]).toEqual([302, '/elsewhere'])
  })

  it('knows that a refused connection carried nothing out', async () => {
    const server = createTcpServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await new Promise((resolve) => server.close(resolve))
    const failure = await responseFailure(open({ origins: [base] })(sendMessage({ url: base })))
    expect(failure.outcome).toBe('notReached')
    expect(failure.detail.kind).toBe('offline')
    expect(failure.message).toMatch(/refuses connections right now\. Nothing was sent\./)
  })

  it('knows that an unknown host name carried nothing out', async () => {
    const base = 'http://unknown-name.invalid'
    const failure = await responseFailure(
      open({ origins: [base], timeouts: { connectMs: 5_000 } })(sendMessage({ url: base })),
    )
    expect(failure.outcome).toBe('notReached')
    expect(failure.message).toMatch(/Nothing was sent/)
  })

  it('knows that a failed TLS handshake carried nothing out, even after a reset', async () => {
    const plain = (await serve((_, outgoing) => outgoing.end('no TLS here'))).replace('http:', 'https:')
    const resetting = (await serveRaw((socket) => socket.once('data', () => socket.destroy()))).replace(
      'http:',
      'https:',
    )
    const send = open({ origins: [plain, resetting] })
    for (const url of [plain, resetting]) {
      expect((await responseFailure(send(sendMessage({ url })))).outcome).toBe('notReached')
    }
  })

  it('does not know the outcome of a request whose connection broke before the status line', async () => {
    const base = await serve((incoming) => incoming.socket.destroy())
    const failure = await responseFailure(open({ origins: [base] })(sendMessage({ url: base })))
    expect(failure.outcome).toBe('unknown')
    expect(failure.detail).toMatchObject({ kind: 'unknown' })
    expect(failure.message).toMatch(/isn’t known whether the request was carried out/)
  })

  it('does not know the outcome if the answer times out or breaks off inside the status line', async () => {
    const silent = await serve(() => undefined)
    const half = await serveRaw((socket) => socket.once('data', () => socket.end('HTTP/1.1 20')))
    const send = open({ origins: [silent, half] })
    expect(await responseFailure(send(sendMessage({ url: silent })))).toMatchObject({
      outcome: 'unknown',
      message: expect.stringMatching(/didn’t answer in time/),
    })
    expect((await responseFailure(send(sendMessage({ url: half })))).outcome).toBe('unknown')
  })

  it('reports a broken read simply as broken', async () => {
    const base = await serve((incoming) => incoming.socket.destroy())
    const failure = await responseFailure(open({ origins: [base] })(request({ url: base })))
    expect(failure.message).toMatch(/broke before an answer arrived\.$/)
  })

  it('keeps the status of an answer whose body breaks off', async () => {
    const base = await serve((_, outgoing) => {
      outgoing.writeHead(200, { 'content-length': '100' })
      outgoing.write('half', () => outgoing.socket?.destroy())
    })
    const answer = await open({ origins: [base] })(sendMessage({ url: base }))
    expect(answer).toMatchObject({ status: 200, bodyCut: true })
  })

  it('keeps the status when the body stalls, and stops waiting', async () => {
    const base = await serve((_, outgoing) => {
      outgoing.writeHead(200)
      outgoing.write('first')
    })
    const answer = await open({ origins: [base] })(request({ url: base }))
    expect(answer).toMatchObject({ status: 200, bodyCut: true })
  })

  it('ends a body that trickles endlessly', async () => {
    const base = await serve((_, outgoing) => {
      outgoing.writeHead(200)
      const drip = setInterval(() => outgoing.write('.'), 50)
      outgoing.on('close', () => clearInterval(drip))
    })
    const send = open({ origins: [base], timeouts: { totalMs: 900 } })
    expect(await send(request({ url: base }))).toMatchObject({ status: 200, bodyCut: true })
  })

  it('reads no more than the size limit, and is usable afterwards', async () => {
    const base = await serve((incoming, outgoing) =>
      outgoing.end(incoming.url === '/big' ? 'x'.repeat(300_000) : 'small'),
    )
    const send = open({ origins: [base] })
    const big = await send(request({ url: `${base}/big`, maxBytes: 100_000 }))
    expect(big).toMatchObject({ status: 200, bodyCut: true })
    expect(big.body.length).toBeLessThanOrEqual(100_000)
    expect((await send(request({ url: `${base}/small` }))).bodyCut).toBe(false)
  })

  it('sends nothing for a request stopped before sending, and is uncertain about one stopped later', async () => {
    let arrived = 0
    const stop = new AbortController()
    const base = await serve(() => {
      arrived += 1
      stop.abort()
    })
    const send = open({ origins: [base] })
    const before = await responseFailure(send(sendMessage({ url: base, signal: AbortSignal.abort() })))
    expect([before.outcome, arrived]).toEqual(['notReached', 0])
    const inProgress = await responseFailure(send(sendMessage({ url: base, signal: stop.signal })))
    expect(inProgress.outcome).toBe('unknown')
  })

  it('MSG-13 opens a new connection for a call that must not be repeated, so that an idle one cannot break', async () => {
    const ports: (number | undefined)[] = []
    const base = await serve((incoming, outgoing) => {
      ports.push(incoming.socket.remotePort)
      outgoing.end('ok')
    })
    const send = open({ origins: [base] })
    for (const one of [request, sendMessage, sendMessage]) {
      await send(one({ url: base }))
      await settle()
    }
    expect(new Set(ports).size).toBe(3)
  })
})

describe('where a token may go', () => {
  const bearer = { authorization: 'Bearer canary-token' }

  it('AUT-04 sends nothing to a host outside the connection', async () => {
    const seen: string[] = []
    const stranger = await serve((incoming, outgoing) => {
      seen.push(incoming.url ?? '')
      outgoing.end()
    })
    const send = open({ origins: ['https://shop.example'] })
    for (const url of [
      stranger,
      'https://shop.example.evil.example/',
      'https://shop.example:8443/',
      'http://shop.example/',
    ]) {
      await expect(send(request({ url, headers: bearer }))).rejects.toMatchObject({ detail: { kind: 'forbidden' } })
    }
    expect(seen).toEqual([])
  })

  it('SEC-06 verifies TLS even if the environment disables it', async () => {
    const seen: unknown[] = []
    const base = await listen(
      createTlsServer(selfSigned, (incoming, outgoing) => {
        seen.push(incoming.headers.authorization)
        outgoing.end()
      }),
      'https',
    )
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    cleanUps.push(() => vi.unstubAllEnvs())
    const failure = await responseFailure(open({ origins: [base] })(request({ url: base, headers: bearer })))
    expect([failure.outcome, seen]).toEqual(['notReached', []])
  })

  it('SEC-06 refuses an address with a dot segment', async () => {
    const seen: string[] = []
    const base = await serve((incoming, outgoing) => {
      seen.push(incoming.url ?? '')
      outgoing.end()
    })
    const send = open({ origins: [base] })
    for (const path of [
      '/item/..',
      '/item/../offer',
      '/item/.',
      '/item/%2E%2e/offer',
      '/item/.%2e?a=b',
      '/item\\..\\offer',
    ]) {
      await expect(send(request({ url: base + path })), path).rejects.toMatchObject({ detail: { kind: 'forbidden' } })
    }
    await send(request({ url: `${base}/item/..a/.b/...?to=/../x` }))
    expect(seen).toEqual(['/item/..a/.b/...?to=/../x'])
  })

  it('refuses an address with a name and password in it', async () => {
    const send = open({ origins: ['https://shop.example'] })
    await expect(send(request({ url: 'https://me:pw@shop.example/' }))).rejects.toMatchObject({
      detail: { kind: 'forbidden', message: expect.not.stringContaining('pw@') },
    })
  })

  it('requests pictures from any public host, but only without credentials', async () => {
    const send = open({ origins: [], publicHosts: true })
    const picture = request({ url: 'https://pictures.example/a.png', credential: 'none' })
    const worse = [
      { ...picture, headers: bearer },
      { ...picture, headers: { Cookie: 'a=b' } },
      { ...picture, credential: 'user' as const },
      { ...picture, body: 'x' },
      { ...picture, bytes: new Uint8Array(1) },
      { ...picture, method: 'POST' as const },
      { ...picture, url: 'http://pictures.example/a.png' },
    ]
    for (const one of worse) await expect(send(one)).rejects.toMatchObject({ detail: { kind: 'forbidden' } })
  })

  it('requests no picture from a private address, by number or by name', async () => {
    let asked = 0
    const base = await serve((_, outgoing) => {
      asked += 1
      outgoing.end()
    })
    const { port } = new URL(base)
    const send = open({ origins: [], publicHosts: true })
    for (const host of [
      '127.0.0.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '2130706433',
      '0x7f.1',
      'localhost',
      'printer.local',
    ]) {
      const call = send(request({ url: `https://${host}:${port}/`, credential: 'none' }))
      expect((await responseFailure(call)).outcome, host).toBe('notReached')
    }
    expect(asked).toBe(0)
  })
})
