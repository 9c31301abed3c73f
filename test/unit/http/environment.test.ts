/** A process started with an environment that weakens TLS or names a proxy. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { selfSigned } from '../../contract/connection/self-signed.ts'

const module = new URL('../../../main/http/undici-send.ts', import.meta.url).href
const closing: Server[] = []
afterEach(() => {
  for (const server of closing.splice(0)) server.close()
})

const listen = async (server: Server): Promise<string> => {
  closing.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Runs a program with a token in this environment. Returns its output. */
const run = async (environment: Readonly<Record<string, string>>, program: string): Promise<string> => {
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', program], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (chunk) => {
    printed += String(chunk)
  })
  await once(child, 'close')
  return printed.trim()
}

const ours = (url: string): string => `
  import { createUndiciSend } from ${JSON.stringify(module)}
  const { send, close } = createUndiciSend({ origins: ['${url}'] })
  const request = { operation: 'x', lane: 'read', method: 'GET', url: '${url}/', headers: { authorization: 'Bearer canary' } }
  await send(request).then(({ status }) => console.log(status), ({ outcome }) => console.log(outcome))
  await close()`
const fetched = (url: string): string =>
  `await fetch('${url}/', { headers: { authorization: 'Bearer canary' } }).then(({ status }) => console.log(status), () => console.log('failed'))`

const startServers = async () => {
  const seen: string[] = []
  const stranger = await listen(
    createServer(selfSigned, ({ headers }, response) => {
      seen.push(String(headers.authorization))
      response.end()
    }),
  )
  const proxy = createHttpServer().on('connect', (_, socket) => {
    seen.push('proxy')
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  const platform = await listen(createHttpServer((_, response) => void response.end()))
  return {
    seen,
    stranger: `https://${stranger}`,
    proxy: `http://${await listen(proxy)}`,
    platform: `http://${platform}`,
  }
}

it('SEC-06 a start with NODE_TLS_REJECT_UNAUTHORIZED=0 sends a self-signed server no token', async () => {
  const { seen, stranger } = await startServers()
  const environment = { NODE_TLS_REJECT_UNAUTHORIZED: '0' }
  expect(await run(environment, ours(stranger))).toBe('notReached')
  expect(seen).toEqual([])
  // Null control: an ordinary request in this environment is sent.
  expect(await run(environment, fetched(stranger))).toBe('200')
  expect(seen).toEqual(['Bearer canary'])
})

it('SEC-06 a certificate is trusted if the system’s store has it, as a company’s has, and not otherwise', async () => {
  const { seen, stranger } = await startServers()
  const folder = mkdtempSync(join(tmpdir(), 'certificates-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const store = join(folder, 'store.pem')
  writeFileSync(store, selfSigned.cert)
  expect(await run({}, ours(stranger))).toBe('notReached')
  expect(seen).toEqual([])
  // Node reads this file as the system's store: https://nodejs.org/api/tls.html#tlsgetcacertificatestype
  expect(await run({ SSL_CERT_FILE: store }, ours(stranger))).toBe('200')
  expect(seen).toEqual(['Bearer canary'])
  // Another name is refused whoever signed it.
  expect(await run({ SSL_CERT_FILE: store }, ours(stranger.replace('127.0.0.1', '127.0.0.2')))).toBe('notReached')
})

it('SEC-06 a start with the address of a proxy sends it no token', async () => {
  const { seen, proxy, platform } = await startServers()
  const environment = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy, http_proxy: proxy, NO_PROXY: '', no_proxy: '' }
  expect(await run(environment, ours(platform))).toBe('200')
  expect(seen).toEqual([])
  // Null control: an ordinary request in this environment goes to the proxy.
  await run(environment, fetched(platform))
  expect(seen).toEqual(['proxy'])
})
