import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { ServiceCheck } from '../../../shared/connection/contract.ts'
import { createTestHost } from './open-app.ts'
import { startPlatform } from './open-practice.ts'
import { selfSigned } from './self-signed.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => server.close(resolve)))
  return (server.address() as AddressInfo).port
}
const answering = async (listener: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listening(createHttpServer(listener))}`

/** Creates a sandbox at the given addresses, signed in as far as they allow. */
const sandboxAt = async (baseUrl: string, tokenUrl?: string) => {
  const host = createTestHost()
  closing.push(host.close)
  await host.start()
  const oauth = { clientId: 'practice-client', ...(tokenUrl === undefined ? {} : { tokenUrl }) }
  const profile = { name: 'Shop', kind: 'sandbox', baseUrl, oauth }
  const { id } = await host.ask<{ id: string }>('connection.create', { profile })
  await host.ask('connection.open', { id })
  await host.ask('connection.keepSecrets', { clientSecret: 'canary-secret', refreshToken: 'canary-refresh' })
  /** Checks the services at this address. */
  const check = async (): Promise<readonly ServiceCheck[]> =>
    (await host.ask<{ services: ServiceCheck[] }>('connection.check')).services
  const requireNoSecret = () => {
    expect([...host.reported, JSON.stringify(host.log.lines)].join()).not.toMatch(/canary/)
  }
  return { host, check, requireNoSecret }
}

const tokenAnswer = (body: string, type = 'application/json'): Promise<string> =>
  answering((_request, response) => response.writeHead(200, { 'content-type': type }).end(body))

describe('a wrong address', () => {
  it.each([
    ['no address at all', 'my shop', /isn’t an address/],
    ['plain HTTP', 'http://api.example.com', /isn’t HTTPS/],
    ['another scheme', 'ftp://api.example.com', /isn’t HTTPS/],
    ['a password in it', 'https://me:canary@api.example.com', /name or password/],
  ])('says what is wrong with %s', async (_, baseUrl, message) => {
    const host = createTestHost()
    closing.push(host.close)
    await host.start()
    const refusal = await host.refusal('connection.create', { profile: { name: 'Shop', kind: 'sandbox', baseUrl } })
    expect(refusal).toMatchObject({ kind: 'validation', message: expect.stringMatching(message) })
    expect(JSON.stringify(refusal)).not.toContain('canary')
  })

  it('says that nothing answers there', async () => {
    const gone = createHttpServer()
    const port = await listening(gone)
    await new Promise((resolve) => gone.close(resolve))
    const { check, requireNoSecret } = await sandboxAt(`http://127.0.0.1:${port}`)
    for (const { ok, message, detail } of await check()) {
      expect(ok).toBe(false)
      expect(message).toMatch(/refuses connections right now/)
      expect(detail).not.toMatch(/canary|Bearer/)
    }
    requireNoSecret()
  })

  it('says that a certificate cannot be trusted, and gives its code separately', async () => {
    const received: string[] = []
    const server = createHttpsServer({ ...selfSigned }, (request, response) => {
      received.push(request.url ?? '')
      response.end('{}')
    })
    const { check, requireNoSecret } = await sandboxAt(`https://127.0.0.1:${await listening(server)}`)
    const services = await check()
    for (const { ok, message } of services) {
      expect(ok).toBe(false)
      expect(message).toMatch(/certificate of 127\.0\.0\.1:\d+ isn’t trusted by this computer/)
      expect(message).not.toMatch(/SELF_SIGNED/)
    }
    expect(services.map(({ detail }) => detail).join()).toMatch(/SELF_SIGNED_CERT/)
    expect(received).toEqual([])
    requireNoSecret()
  })

  it('says that a web page answers instead of the service, whatever its status', async () => {
    const { url: tokens } = await startPractice()
    const page = await answering((request, response) =>
      response
        .writeHead(request.url?.includes('inventory') === true ? 404 : 200, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Welcome to the hotel</title>'),
    )
    const { host, check } = await sandboxAt(page, `${tokens}/identity/v1/oauth2/token`)
    await host.ask('connection.keepSecrets', {
      clientSecret: 'practice-secret',
      refreshToken: 'practice-refresh-token',
    })
    for (const { name, ok, message } of await check()) {
      expect([name, ok]).toEqual([name, false])
      expect(message).toMatch(/A web page answers instead of the service\. Check the base URL/)
    }
  })
})

const startPractice = async () => {
  const started = await startPlatform()
  closing.push(started.stop)
  return started
}

describe('an unusable answer of a sign-in service', () => {
  it('says that a web page answers instead of a token', async () => {
    const { url } = await startPractice()
    const { check, requireNoSecret } = await sandboxAt(url, await tokenAnswer('<html>hotel</html>', 'text/html'))
    for (const { ok, message } of await check()) {
      expect(ok).toBe(false)
      expect(message).toMatch(/web page instead of a token\. Check the token address/)
    }
    requireNoSecret()
  })

  it.each([
    ['no token', '{"expires_in":7200}'],
    ['a token that would break out of its header', '{"access_token":"canary\\r\\nx: y","expires_in":7200}'],
    ['half an answer', '{"access_token":"canary'],
  ])('says that it cannot be read when it holds %s', async (_, body) => {
    const { url } = await startPractice()
    const { check, requireNoSecret } = await sandboxAt(url, await tokenAnswer(body))
    for (const { ok, message } of await check()) {
      expect(ok).toBe(false)
      expect(message).toMatch(/couldn’t be read/)
    }
    requireNoSecret()
  })

  it('AUT-03 names the missing right', async () => {
    const { url } = await startPractice()
    const host = createTestHost()
    closing.push(host.close)
    await host.start()
    const scopes = { user: [`${url}/oauth/api_scope/sell.inventory`] }
    const profile = { name: 'Shop', kind: 'sandbox', baseUrl: url, oauth: { clientId: 'practice-client' }, scopes }
    const { id } = await host.ask<{ id: string }>('connection.create', { profile })
    await host.ask('connection.open', { id })
    await host.ask('connection.keepSecrets', {
      clientSecret: 'practice-secret',
      refreshToken: 'practice-refresh-token',
    })
    const { services } = await host.ask<{ services: ServiceCheck[] }>('connection.check')
    const messages = services.find(({ name }) => name === 'Messages')
    expect(messages).toMatchObject({ ok: false, message: expect.stringMatching(/Missing permission: .*message/) })
    expect(services.find(({ name }) => name === 'Items')).toMatchObject({ ok: true })
  })
})
